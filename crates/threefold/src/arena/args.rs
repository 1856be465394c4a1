//! The arguments of `threefold arena`, and the settings they give.

use std::{num::NonZeroUsize, path::PathBuf, str::FromStr};

use arena::{Format, LiveOptions, MOST_GAMES, Paths, ScoreRule, Settings, statistics::Sprt};
use clap::Args;
use kungfu::{Board, Speed};
use play::{GameId, TimeControl};

use crate::cli::Usage;

/// A match or a tournament between bots.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold arena hard medium --games 100\n  \
        threefold arena easy medium hard --games 100 --html ladder.html\n  \
        threefold arena easy medium hard elo:1200 elo:1600 elo:2000 --format swiss --rounds 3\n  \
        threefold arena uci:./new uci:./old --tc 8+0.08 --sprt 0,5 --openings book.epd --json test.json\n  \
        threefold arena --game ransom hard easy --games 200\n  \
        threefold arena --game kungfu level4 level3 --speed lightning --html ladder.html\n  \
        threefold arena --resume test.json\n\n\
    Ctrl-C finishes the running games and reports; a second one stops at once.")]
pub(crate) struct ArenaArgs {
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    game: GameId,
    /// Who plays: in chess easy, medium, hard, elo:400 to elo:3200, master, uci:PROGRAM or onnx:FILE; in Ransom
    /// beginner, novice, easy, hard, master or onnx:FILE; in Kung Fu random or level1 to level5
    #[arg(value_name = "SPEC", required_unless_present = "resume", num_args = 1..)]
    players: Vec<String>,
    /// Games of each encounter; every opening is played twice with colours swapped [default: 100, in swiss and knockout
    /// 2, with --sprt as many as it takes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// match (two players), roundrobin, gauntlet (the first against all), ladder (each against the next two),
    /// neighbours (each against the next), swiss (players of equal points meet), knockout
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<Format>)]
    format: Option<Format>,
    /// Rounds of a Swiss tournament [default: as many as a knock-out would have]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: Option<u32>,
    /// A clock: seconds for the game + seconds added a move, as 8+0.08; one for all, or one for each player:
    /// 8+0.08,4+0.04
    #[arg(long, value_name = "CLOCK", value_delimiter = ',', value_parser = TimeControl::read_seconds,
          conflicts_with = "movetime")]
    tc: Vec<TimeControl>,
    /// Milliseconds for a move, one for all or one for each player
    #[arg(long, value_name = "MS", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Vec<u64>,
    /// Nodes for a move, one for all or one for each player
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Plies for a move, one for all or one for each player
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Vec<u32>,
    /// Milliseconds a move may be late
    #[arg(long, value_name = "MS", default_value = "100", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    grace: u64,
    /// Openings from a file: .pgn, or FEN or EPD lines [default: a balanced set]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half-moves taken from each game of a PGN
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u16).range(0..=400))]
    plies: u16,
    /// Begin with this many random half-moves instead
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(1..=100))]
    random_plies: Option<u16>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Games played at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Stop when one of two hypotheses is accepted: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true, value_parser = Sprt::from_str)]
    sprt: Option<Sprt>,
    /// Adjudicate a loss when a player's own score is CP centipawns behind for N moves
    #[arg(long, value_name = "CP,N", value_parser = score_rule)]
    resign: Option<ScoreRule>,
    /// Adjudicate a draw when both scores are within CP centipawns for N moves
    #[arg(long, value_name = "CP,N", value_parser = score_rule)]
    draw: Option<ScoreRule>,
    /// End a game as drawn after this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Adjudicate endings by the Syzygy tables in this directory
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Memory of each built-in bot in MiB
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = clap::value_parser!(u32).range(0..=4_096))]
    hash: u32,
    /// Kung Fu: standard (two players) or four
    #[arg(long, value_name = "BOARD", value_parser = str::parse::<Board>)]
    board: Option<Board>,
    /// Kung Fu: standard or lightning
    #[arg(long, value_name = "SPEED", value_parser = str::parse::<Speed>)]
    speed: Option<Speed>,
    /// Kung Fu: all bots decide only after the delays of this level, 1 to 4, never within the delay [default: each bot
    /// uses its own times]
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=4))]
    pace: Option<u8>,
    /// Kung Fu: write every game's decisions and replay into this directory
    #[arg(long, value_name = "DIR")]
    pub(super) log: Option<PathBuf>,
    /// Write settings and results as JSON, also while the match runs
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write the games as PGN, with evaluations and times
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Write a report as a web page
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Resume an interrupted match from its JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "game", "format", "tc", "movetime", "nodes",
          "depth", "grace", "openings", "plies", "random_plies", "seed", "sprt", "resign", "draw", "max_moves",
          "syzygy", "hash", "board", "speed", "pace"])]
    pub(super) resume: Option<PathBuf>,
    /// Start the programs that the file of --resume names, without asking
    #[arg(long, requires = "resume")]
    pub(super) allow_programs: bool,
}

impl ArenaArgs {
    /// What they ask for.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            game: self.game,
            players: self.players.clone(),
            games: self.games,
            format: self.format,
            rounds: self.rounds,
            tc: self.tc.clone(),
            movetime: self.movetime.clone(),
            nodes: self.nodes.clone(),
            depth: self.depth.clone(),
            grace: self.grace,
            openings: self.openings.clone(),
            plies: self.plies,
            random_plies: self.random_plies,
            seed: self.seed,
            concurrency: self.concurrency,
            sprt: self.sprt,
            resign: self.resign,
            draw: self.draw,
            max_moves: self.max_moves,
            syzygy: self.syzygy.clone(),
            hash: self.hash,
            live: LiveOptions {
                board: self.board,
                speed: self.speed,
                pace: self.pace,
            },
        }
    }
}

/// Refuses a match of one, and flags that mean nothing for the game.
pub(super) fn check(settings: &Settings, paths: &Paths, has_log: bool) -> Result<(), Usage> {
    if settings.players.len() < 2 {
        let words = "a match needs two players or more, such as: threefold arena easy medium";
        return Err(Usage::new(words));
    }
    if !settings.is_live() {
        return if settings.live == LiveOptions::default() && !has_log {
            Ok(())
        } else {
            Err(Usage::new("--board, --speed, --pace and --log are for --game kungfu"))
        };
    }
    let given = [
        (!settings.tc.is_empty(), "--tc"),
        (!settings.movetime.is_empty(), "--movetime"),
        (!settings.nodes.is_empty(), "--nodes"),
        (!settings.depth.is_empty(), "--depth"),
        (settings.openings.is_some(), "--openings"),
        (settings.random_plies.is_some(), "--random-plies"),
        (settings.resign.is_some(), "--resign"),
        (settings.draw.is_some(), "--draw"),
        (settings.max_moves.is_some(), "--max-moves"),
        (settings.syzygy.is_some(), "--syzygy"),
        (paths.pgn.is_some(), "--pgn"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(Usage::new(format!("{flag} is not for --game kungfu"))),
        None => Ok(()),
    }
}

fn score_rule(text: &str) -> Result<ScoreRule, String> {
    let read = || {
        let (centipawns, moves) = text.split_once(',')?;
        let moves = moves.parse().ok().filter(|&moves| moves > 0)?;
        Some(ScoreRule {
            centipawns: centipawns.parse().ok()?,
            moves,
        })
    };
    read().ok_or_else(|| format!("'{text}' is not CP,N; write centipawns and moves, such as 400,3"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arena: ArenaArgs,
    }

    #[test]
    fn the_usual_settings_are_those_of_the_command_line() {
        let line = Line::try_parse_from(["arena", "easy", "hard", "--game", "ransom"]).expect("two players");
        let usual = Settings::usual(GameId::new("ransom"), vec!["easy".to_owned(), "hard".to_owned()]);
        assert_eq!(line.arena.settings(), usual);
    }
}
