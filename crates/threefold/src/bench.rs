//! `threefold bench`: a fixed piece of work, the same on every machine; only its speed differs.

mod ransom;

use bots::Game;

use crate::cli::{BenchArgs, Usage};

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => Err(Usage::new("chess has no bench yet; try --game ransom").into()),
        Game::Ransom => ransom::run(args.depth),
    }
}
