//! `threefold bench`: a fixed piece of work, the same on every machine; only its speed differs.

mod chess;
mod kungfu;
mod ransom;
mod ratings;

use play::{GameId, TurnGame};

use crate::cli::{BenchArgs, Usage};

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
