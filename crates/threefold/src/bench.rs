//! `threefold bench`: a fixed piece of work, the same on every machine; only its speed differs.

mod chess;
mod kungfu;
mod ransom;

use bots::Game;

use crate::cli::{BenchArgs, Usage};

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => chess::run(args),
        Game::Ransom | Game::Kungfu if args.techniques || args.without.is_some() => {
            Err(Usage::new("--techniques and --without are of chess").into())
        }
        Game::Ransom => ransom::run(args.depth),
        Game::Kungfu if args.depth.is_some() => Err(Usage::new("Kung Fu Chess has no depth").into()),
        Game::Kungfu => kungfu::run(),
    }
}
