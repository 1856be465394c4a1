//! `threefold perft`: counts of move sequences.

use std::io::{self, IsTerminal, Write};

use play::Registry;

use crate::cli::{self, PerftArgs};

pub(crate) fn run(args: &PerftArgs, registry: &Registry) -> anyhow::Result<()> {
    let game = cli::turn_game(registry, args.game, "has no turns to count")?;
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
            cli::print_status(&format!("{code}: {count}"));
        }
    }
    writeln!(out, "total {total}")?;
    Ok(())
}
