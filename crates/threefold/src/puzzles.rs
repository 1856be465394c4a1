//! `threefold puzzles`: making, rating and checking puzzles.

mod drills;
mod picture;
mod sources;

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::{Args, Subcommand};
use play::{GameId, GameModule, Registry};
use puzzles::{Effort, Goal, Maker, Puzzle, Set, Trial, rungs, themes_of};

use self::sources::Extent;
use crate::cli::{self, Usage};

/// Puzzles of the turn games.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Find puzzles in games
    #[command(after_help = "Examples:\n  \
        threefold puzzles make --from games.pgn --out puzzles.txt\n  \
        threefold puzzles make --from games.tfg --most 2000 --out puzzles.txt\n  \
        threefold puzzles make --game ransom --play 500 --out ransom.txt\n\n\
    Puzzles are added to the file; games of `threefold arena --pgn` can be read. A puzzle that the file has already is not \
    added again.")]
    Make(MakeArgs),
    /// Rate puzzles by letting rating-limited bots try them
    Rate(RateArgs),
    /// Read puzzles, play their lines and count their themes
    Check(CheckArgs),
    /// Generate positions for endgame drills and check them with endgame tables
    Drills(DrillsArgs),
    /// Draw the share of puzzles solved by each bot, as SVG
    Picture(PictureArgs),
}

#[derive(Args, Debug)]
struct MakeArgs {
    /// Files of games: PGN, or training games (.tfg)
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "play")]
    from: Vec<PathBuf>,
    /// Let bots play this many games and search them
    #[arg(long, value_name = "N", conflicts_with = "from")]
    play: Option<u32>,
    /// The bot that plays them
    #[arg(long, value_name = "SPEC", requires = "play", default_value = "easy")]
    player: String,
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    game: GameId,
    /// The bot that judges moves [default: master in chess, hard in Ransom]
    #[arg(long, value_name = "SPEC")]
    judge: Option<String>,
    /// Nodes of the judge for a turn of the solver
    #[arg(long, value_name = "N", default_value = "150000", value_parser = clap::value_parser!(u64).range(100..), conflicts_with = "depth")]
    nodes: u64,
    /// Search depth of the judge instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(5..=30))]
    depth: Option<u32>,
    /// Stop after this many puzzles
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Examine at most this many mistakes of a training game
    #[arg(long, value_name = "N", default_value = "2")]
    mistakes: usize,
    /// Skip this many games of each file
    #[arg(long, value_name = "N", default_value = "0")]
    skip: usize,
    /// The file to write or add to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args, Debug)]
struct RateArgs {
    /// The puzzles
    file: PathBuf,
    /// The file to write or add to; puzzles that it holds are not rated again
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args, Debug)]
struct CheckArgs {
    /// The puzzles; without a file those that ship with the program
    file: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct DrillsArgs {
    /// The folder of Syzygy tables of four pieces
    tables: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Args, Debug)]
struct PictureArgs {
    /// The file to write
    out: PathBuf,
    /// The puzzles; without a file those of chess that ship with the program
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &PuzzlesArgs, registry: &Registry) -> anyhow::Result<()> {
    match &args.command {
        PuzzlesCommand::Make(args) => make(args, registry),
        PuzzlesCommand::Rate(args) => rate(args, registry),
        PuzzlesCommand::Check(args) => check(args, registry),
        PuzzlesCommand::Drills(args) => {
            let text = drills::make(&args.tables)?;
            fs::write(&args.out, text).with_context(|| format!("writing {}", args.out.display()))
        }
        PuzzlesCommand::Picture(args) => {
            let set = match &args.file {
                Some(path) => read(path)?,
                None => Set::shipped(GameId::new("chess")).clone(),
            };
            fs::write(&args.out, picture::draw(&set)?).with_context(|| format!("writing {}", args.out.display()))
        }
    }
}

fn make(args: &MakeArgs, registry: &Registry) -> anyhow::Result<()> {
    let module = cli::turn_game(registry, args.game, "has no puzzles")?;
    let judge = args.judge.as_deref().unwrap_or(match args.game.as_str() {
        "ransom" => "hard",
        _ => "master",
    });
    let judge = module
        .read_bot(judge)
        .map_err(|error| Usage::new(format!("--judge: {error}")))?;
    let effort = args.depth.map_or(Effort::nodes(args.nodes), Effort::depth);
    let mut maker = Maker::new(&**module, &judge, effort)?;
    let (known, mut out) = append(&args.out)?;
    for puzzle in &known {
        maker.know(puzzle.id);
    }
    let most = args.most.unwrap_or(usize::MAX);
    let mut made = 0;
    let mut take = |maker: &Maker<'_>, puzzle: &Puzzle| -> anyhow::Result<bool> {
        writeln!(out, "{puzzle}")?;
        out.flush()?;
        made += 1;
        if made % 20 == 0 {
            print_counts(maker);
        }
        Ok(made < most)
    };
    let extent = Extent {
        skip: args.skip,
        mistakes: args.mistakes,
    };
    match args.play {
        Some(games) => sources::played(&mut maker, &**module, &args.player, games, args.skip, &mut take)?,
        None => {
            for path in &args.from {
                if !sources::of_file(&mut maker, &**module, path, extent, &mut take)? {
                    break;
                }
            }
        }
    }
    print_counts(&maker);
    Ok(())
}

fn print_counts(maker: &Maker<'_>) {
    let counts = maker.counts();
    cli::print_status(&format!(
        "{} mistakes, {} promising, {} with one good move, {} puzzles",
        counts.candidates, counts.promising, counts.only, counts.made
    ));
}

/// The puzzles of a file, if there is one, and the file to add to.
fn append(path: &Path) -> anyhow::Result<(Vec<Puzzle>, BufWriter<File>)> {
    let known = if path.exists() {
        read(path)?.iter().cloned().collect()
    } else {
        Vec::new()
    };
    let file = OpenOptions::new().append(true).create(true).open(path);
    Ok((
        known,
        BufWriter::new(file.with_context(|| format!("opening {}", path.display()))?),
    ))
}

fn read(path: &Path) -> anyhow::Result<Set> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    Set::read(&text).with_context(|| path.display().to_string())
}

fn rate(args: &RateArgs, registry: &Registry) -> anyhow::Result<()> {
    let set = read(&args.file)?;
    let (known, mut out) = append(&args.out)?;
    let known: HashSet<_> = known.iter().map(|puzzle| puzzle.id).collect();
    for module in registry.games().filter(|module| !rungs(module.id()).is_empty()) {
        let mut trial = Trial::new(&**module)?;
        let wanted = set
            .iter()
            .filter(|puzzle| puzzle.game == module.id() && !known.contains(&puzzle.id));
        for puzzle in wanted {
            let rated = Puzzle {
                tries: trial.rate(puzzle)?,
                ..puzzle.clone()
            };
            writeln!(out, "{rated}")?;
            out.flush()?;
        }
    }
    Ok(())
}

fn check(args: &CheckArgs, registry: &Registry) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let sets: Vec<Set> = match &args.file {
        Some(path) => vec![read(path)?],
        None => registry
            .games()
            .map(|module| Set::shipped(module.id()).clone())
            .collect(),
    };
    for set in sets.iter().filter(|set| !set.is_empty()) {
        for puzzle in set.iter() {
            let module = registry.get(puzzle.game).map_err(cli::unknown_game)?;
            check_one(puzzle, &**module).with_context(|| format!("puzzle {}", puzzle.id))?;
        }
        writeln!(out, "{} puzzles", set.len())?;
        let goals = |wanted: fn(Goal) -> bool| set.iter().filter(|puzzle| wanted(puzzle.goal)).count();
        writeln!(out, "  {:5} to win", goals(|goal| goal == Goal::Win))?;
        writeln!(out, "  {:5} to save", goals(|goal| goal == Goal::Save))?;
        writeln!(out, "  {:5} to finish", goals(|goal| matches!(goal, Goal::Finish(_))))?;
        for (theme, count) in set.themes() {
            writeln!(out, "  {count:5} {}", theme.word())?;
        }
        let turns: usize = set.iter().map(Puzzle::turns).sum();
        writeln!(out, "  {turns:5} turns of the solver")?;
    }
    Ok(())
}

/// Plays the line and compares the themes with those of the file; zugzwang needs a search and is not checked.
fn check_one(puzzle: &Puzzle, module: &dyn GameModule) -> anyhow::Result<()> {
    puzzle.finished(module)?;
    let mut known = puzzle.themes.clone();
    known.retain(|theme| *theme != puzzles::Theme::Zugzwang);
    let computed = themes_of(puzzle.game, &puzzle.position, &puzzle.moves, puzzle.goal);
    anyhow::ensure!(computed == known, "the themes are {computed:?}, not {known:?}");
    Ok(())
}
