//! `threefold perft`: counts of move sequences.

use std::io::{self, IsTerminal, Write};

use bots::Game;
use play::Notation;

use crate::cli::{self, PerftArgs, Usage};

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => count(args, &args.start.chess()?),
        Game::Ransom => count(args, &args.start.ransom()?),
        Game::Kungfu => Err(Usage::new("Kung Fu Chess has no turns to count").into()),
    }
}

fn count(args: &PerftArgs, position: &impl Notation) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    // The last ply is only counted; a count without a move to begin with is one.
    let mut total = u64::from(args.depth == 0);
    let progress = !args.divide && io::stderr().is_terminal();
    for (mv, count) in play::divide(position, args.depth) {
        total += count;
        if args.divide {
            writeln!(out, "{}: {count}", position.code(mv))?;
        } else if progress {
            cli::tell(&format!("{}: {count}", position.code(mv)));
        }
    }
    writeln!(out, "total {total}")?;
    Ok(())
}
