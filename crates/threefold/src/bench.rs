//! `threefold bench`: a fixed piece of work, the same on every machine; only its speed differs.

mod chess;
mod kungfu;
mod ransom;
mod ratings;

use bots::Game;

use crate::cli::{BenchArgs, Usage};

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess if args.ratings => ratings::run(),
        Game::Chess => chess::run(args),
        Game::Ransom | Game::Kungfu if args.techniques || args.ratings || args.without.is_some() => {
            Err(Usage::new("--techniques, --without and --ratings are of chess").into())
        }
        Game::Ransom => ransom::run(args.depth),
        Game::Kungfu if args.depth.is_some() => Err(Usage::new("Kung Fu Chess has no depth").into()),
        Game::Kungfu => kungfu::run(),
    }
}
