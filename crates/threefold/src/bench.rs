//! `threefold bench`: fixed searches, the same on every machine; only their speed differs.

mod blunders;
mod chess;
mod kungfu;
mod ransom;
mod ratings;

use std::path::PathBuf;

use clap::Args;
use engine::Technique;
use play::{GameId, TurnGame};

use crate::cli::Usage;

/// The arguments of the bench.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold bench\n  \
        threefold bench --game ransom\n  \
        threefold bench --game kungfu --blunders\n  \
        threefold bench --game kungfu --blunders --log games\n\n\
    The number of nodes is the same on every run and machine; it changes only when a bot plays differently.")]
pub(crate) struct BenchArgs {
    /// Search depth in plies [default: 13 in chess; 4, 6 and 8 in Ransom]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    pub(crate) game: GameId,
    /// Show how often each technique of the engine fired, and the nodes of the bench without it (built with the feature
    /// tune)
    #[arg(long)]
    pub(crate) techniques: bool,
    /// Switch a technique of the engine off (built with the feature tune)
    #[arg(long, value_name = "TECHNIQUE", conflicts_with = "techniques")]
    pub(crate) without: Option<Technique>,
    /// Show the mistakes of the engine at each rating: mean loss of a move, blunders, queens given away
    #[arg(long, conflicts_with_all = ["depth", "techniques", "without"])]
    pub(crate) ratings: bool,
    /// Kung Fu: count hung pieces, missed dodges and kings that walk into capture, in games of each level against
    /// itself
    #[arg(long, conflicts_with_all = ["depth", "techniques", "without", "ratings"])]
    pub(crate) blunders: bool,
    /// Kung Fu: count mistakes in the games that `arena --log` wrote to this directory
    #[arg(long, value_name = "DIR", requires = "blunders")]
    pub(crate) log: Option<PathBuf>,
    /// Kung Fu: games of each kind to count mistakes in [default: 20]
    #[arg(long, value_name = "N", requires = "blunders", conflicts_with = "log", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: Option<u64>,
}

/// The work of one game.
struct Bench {
    game: GameId,
    run: fn(&BenchArgs) -> anyhow::Result<()>,
}

const BENCHES: [Bench; 3] = [
    Bench {
        game: ::chess::Position::ID,
        run: chess::run,
    },
    Bench {
        game: ::ransom::Position::ID,
        run: ransom::run,
    },
    Bench {
        game: kungfu_bots::GAME,
        run: kungfu::run,
    },
];

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let found = BENCHES.iter().find(|bench| bench.game == args.game);
    let bench = found.ok_or_else(|| {
        let known = BENCHES.map(|bench| bench.game.to_string()).join(", ");
        Usage::new(format!("there is no bench of '{}'; known are {known}", args.game))
    })?;
    (bench.run)(args)
}

/// Refuses what only the engine's bench takes.
fn refuse_engine_flags(args: &BenchArgs) -> Result<(), Usage> {
    if args.techniques || args.ratings || args.without.is_some() {
        return Err(Usage::new("--techniques, --without and --ratings are of chess"));
    }
    Ok(())
}

/// Refuses what only the bench of Kung Fu Chess takes.
fn refuse_kungfu_flags(args: &BenchArgs) -> Result<(), Usage> {
    if args.blunders {
        return Err(Usage::new(
            "--blunders is of Kung Fu Chess; --ratings shows the mistakes of the engine",
        ));
    }
    Ok(())
}
