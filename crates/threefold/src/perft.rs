//! `threefold perft`: counts of move sequences.

use std::io::{self, IsTerminal, Write};

use crate::cli::{self, PerftArgs, Usage};

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let registry = games::registry();
    let game = registry
        .get(args.game.id())
        .map_err(|_| Usage::new(format!("{} has no turns to count", args.game)))?;
    let record = args.start.begin(&**game)?;
    let mut out = io::stdout().lock();
    // The last ply is only counted; a count without a move to begin with is one.
    let mut total = u64::from(args.depth == 0);
    let progress = !args.divide && io::stderr().is_terminal();
    for (code, count) in record.divide(args.depth) {
        total += count;
        if args.divide {
            writeln!(out, "{code}: {count}")?;
        } else if progress {
            cli::tell(&format!("{code}: {count}"));
        }
    }
    writeln!(out, "total {total}")?;
    Ok(())
}
