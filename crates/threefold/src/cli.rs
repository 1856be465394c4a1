//! The command line as clap reads it.

mod values;

use std::{
    io::{self, Write},
    sync::Arc,
};

use arena::SettingsError;
use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use host::Occupant;
use play::{GameId, GameModule, Registry, Setup, TimeControl, UnknownGame};
use thiserror::Error;

use crate::plain;
pub(crate) use crate::{
    account::AccountArgs,
    arena::ArenaArgs,
    bench::BenchArgs,
    datagen::DatagenArgs,
    join::JoinArgs,
    kungfu_bot::KungfuBotArgs,
    kungfu_check::KungfuCheckArgs,
    migrate::MigrateArgs,
    model::{ModelArgs, ModelsArgs},
    serve::ServeArgs,
    train::TrainArgs,
    tune::TuneArgs,
    vacuum::VacuumArgs,
};
pub(crate) use values::SideName;
use values::{bot_names, game_names, player_names, read_clock};

/// Three games of the chess family: Chess, Ransom and Kung Fu Chess.
///
/// Without a command they open in this terminal.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        threefold\n  \
        threefold --game ransom --level hard --side black\n  \
        threefold --level elo:1250 --clock 5+3\n  \
        threefold play --black hard --clock 10+5"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) app: AppArgs,
}

/// What the terminal opens with.
#[derive(Args, Debug)]
pub(crate) struct AppArgs {
    /// Start this game at once
    #[arg(long, value_name = "GAME", hide_possible_values = true, value_parser = game_names())]
    pub(crate) game: Option<GameId>,
    /// Play against this bot, named as in `play`; a model is onnx:FILE
    #[arg(long, value_name = "SPEC", hide_possible_values = true, value_parser = bot_names())]
    pub(crate) level: Option<String>,
    #[command(flatten)]
    pub(crate) models: ModelsArgs,
    /// Start from this position
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other)]
    pub(crate) fen: Option<String>,
    /// Start from this position of Chess960, 0 to 959
    #[arg(long, value_name = "N", conflicts_with = "fen", value_parser = clap::value_parser!(u16).range(0..=959))]
    pub(crate) chess960: Option<u16>,
    /// The side you play
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<SideName>,
    /// The clock: minutes for the game + seconds added a move, as 5+3, or none
    #[arg(long, value_name = "CLOCK", value_parser = read_clock, value_hint = ValueHint::Other)]
    pub(crate) clock: Option<String>,
    /// Open the games of a PGN file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = NEW_GAME)]
    pub(crate) pgn: Option<String>,
    /// Continue the newest unfinished game
    #[arg(long = "continue", conflicts_with_all = NEW_GAME, conflicts_with = "pgn")]
    pub(crate) resume: bool,
    /// Print the settings and where they are stored
    #[arg(long, conflicts_with_all = NEW_GAME, conflicts_with_all = ["pgn", "resume"])]
    pub(crate) print_config: bool,
}

/// The arguments about a new game.
const NEW_GAME: [&str; 6] = ["game", "level", "fen", "chess960", "side", "clock"];

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play or watch a game on plain lines
    Play(PlayArgs),
    /// Count move sequences; the last line is `total N`
    Perft(PerftArgs),
    /// List, check or rewrite a PGN file
    Pgn(crate::pgn::PgnArgs),
    /// Evaluate a position with a bot
    Analyse(AnalyseArgs),
    /// Describe an ONNX file and check whether it can play
    Model(ModelArgs),
    /// Make, rate and check puzzles
    Puzzles(crate::puzzles::PuzzlesArgs),
    /// Play matches between bots, with Elo and confidence intervals
    Arena(Box<ArenaArgs>),
    /// Run as a UCI engine for a chess program
    #[command(after_help = "Example:\n  \
        printf 'position startpos\\ngo depth 8\\n' | threefold uci\n\n\
    Under the name threefold-uci, for example by a link, the program runs the engine without an argument.")]
    Uci,
    /// Run a fixed search; the last line is `N nodes M nps`
    Bench(BenchArgs),
    /// Play Kung Fu Chess for another program, in JSON lines
    KungfuBot(KungfuBotArgs),
    /// Check recorded games of Kung Fu Chess against the rules
    KungfuCheck(KungfuCheckArgs),
    /// Generate training games of the engine against itself
    Datagen(DatagenArgs),
    /// Train the evaluation network on training games
    Train(TrainArgs),
    /// Tune the parameters of the search, or fit the win-draw-loss model
    Tune(TuneArgs),
    /// Host games for browsers
    Serve(ServeArgs),
    /// Take a seat at a table of a server
    Join(JoinArgs),
    /// Delete old games of a server and shrink its database
    Vacuum(VacuumArgs),
    /// Copy the games of a server into a database that several nodes share
    Migrate(MigrateArgs),
    /// List the accounts of a server, reset a password, or close an account
    Account(AccountArgs),
    /// Print command-line completions for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[command(hide = true)]
    Man(crate::man::ManArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  threefold completions bash > ~/.local/share/bash-completion/completions/threefold")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Who plays: human, easy, medium, hard, elo:400 to elo:3200, master, uci:PROGRAM for any UCI program, or onnx:FILE for
/// a model; in Ransom human, beginner, novice, easy, hard, master or onnx:FILE. Parameters follow a question mark:
/// hard?depth=8&movetime=200, uci:stockfish?Skill Level=3&movetime=100, onnx:net.onnx?nodes=50.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold play --black hard\n  \
        threefold play --white medium --black hard\n  \
        threefold play --game ransom --black hard\n  \
        threefold play --white 'uci:stockfish?Skill Level=0&movetime=100' --clock 5+3\n\n\
    Moves are typed as Nf3, e4, O-O or g1f3, in Ransom as c1d3 or a3a3q; 'help' lists what else can be typed.")]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME", hide_possible_values = true, value_parser = game_names())]
    pub(crate) game: GameId,
    /// Who plays White
    #[arg(long, default_value = "human", value_name = "SPEC", hide_possible_values = true, value_parser = player_names())]
    pub(crate) white: String,
    /// Who plays Black
    #[arg(long, default_value = "human", value_name = "SPEC", hide_possible_values = true, value_parser = player_names())]
    pub(crate) black: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// The clock: minutes for the game + seconds added a move, as 5+3
    #[arg(long, value_name = "CLOCK", value_parser = TimeControl::read_minutes)]
    pub(crate) clock: Option<TimeControl>,
    /// Bots move at once and do not chat
    #[arg(long)]
    pub(crate) no_pause: bool,
    /// Show the evaluations of bots
    #[arg(long)]
    pub(crate) thoughts: bool,
    #[command(flatten)]
    pub(crate) chance: ChanceArgs,
}

impl PlayArgs {
    /// Both seats, White's first.
    pub(crate) fn seats(&self, game: &dyn GameModule) -> Result<[Occupant; 2], Usage> {
        let read = |flag, text: &str| match text.trim() {
            "human" => Ok(plain::person()),
            spec => game
                .read_bot(spec)
                .map(Occupant::Bot)
                .map_err(|error| Usage::new(format!("{flag}: {error}"))),
        };
        Ok([read("--white", &self.white)?, read("--black", &self.black)?])
    }
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  threefold perft 5 --divide\n  threefold perft 4 --game ransom")]
pub(crate) struct PerftArgs {
    /// Plies to count
    #[arg(value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) depth: u32,
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    pub(crate) game: GameId,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Show the count of every first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4' --multipv 3\n  \
        threefold analyse --game ransom --bot master --json startpos")]
pub(crate) struct AnalyseArgs {
    /// The position: a FEN, or the game's own text form, or startpos
    pub(crate) text: String,
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    pub(crate) game: GameId,
    /// The bot that evaluates
    #[arg(long, default_value = "master", value_name = "SPEC")]
    pub(crate) bot: String,
    /// Search depth in plies, within the bot's own time limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Maximum time in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) movetime: Option<u64>,
    /// How many lines to show
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) multipv: u16,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) chance: ChanceArgs,
}

/// Where a game begins.
#[derive(Args, Debug, Default)]
pub(crate) struct StartArgs {
    /// The position to start from, as a FEN or in the game's own text form
    #[arg(long, value_name = "TEXT")]
    pub(crate) fen: Option<String>,
    /// Start from this position of Chess960, 0 to 959
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub(crate) chess960: Option<u32>,
}

/// The seed and the memory of bots.
#[derive(Args, Debug, Default)]
pub(crate) struct ChanceArgs {
    /// The seed of all random numbers
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Memory of a bot's search in MiB [default: 16]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(0..=4_096))]
    pub(crate) hash: Option<u32>,
}

impl ChanceArgs {
    /// The setup of a bot, and the source of further chance.
    pub(crate) fn setup(&self) -> Setup {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        let usual = Setup::seeded(seed);
        Setup {
            hash: self.hash.map_or(usual.hash, |hash| hash as usize),
            ..usual
        }
    }
}

/// A turn game by its name; `why` completes the error for Kung Fu Chess.
pub(crate) fn turn_game<'a>(registry: &'a Registry, id: GameId, why: &str) -> Result<&'a Arc<dyn GameModule>, Usage> {
    if id == kungfu_bots::GAME {
        return Err(Usage::new(format!("Kung Fu Chess {why}")));
    }
    registry.get(id).map_err(unknown_game)
}

/// A name that no game has, with all names there are.
pub(crate) fn unknown_game(error: UnknownGame) -> Usage {
    Usage::new(SettingsError::Game(error).to_string())
}

/// The command was given something it cannot work with.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Usage(String);

impl Usage {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Usage(words.into())
    }
}

/// Prints a line on stderr. An error is ignored: there is nowhere left to report it.
pub(crate) fn print_status(words: &str) {
    drop(writeln!(io::stderr(), "{words}"));
}
