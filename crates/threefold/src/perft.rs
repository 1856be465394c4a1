//! `threefold perft`: counts of move sequences.

use std::io::{self, Write};

use bots::Game;
use chess::Position;
use play::Notation;

use crate::cli::PerftArgs;

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let position = match args.game {
        Game::Chess => args.start.position()?,
    };
    let mut out = io::stdout().lock();
    let total = if args.divide {
        divided(&position, args.depth, &mut out)?
    } else {
        play::perft(&position, args.depth)
    };
    writeln!(out, "total {total}")?;
    Ok(())
}

fn divided(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let counts = play::divide(position, depth);
    for (mv, count) in &counts {
        writeln!(out, "{}: {count}", position.code(*mv))?;
    }
    Ok(counts.iter().map(|(_, count)| count).sum())
}
