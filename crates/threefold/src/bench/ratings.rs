//! The blunders of the rating-limited engine.

use std::io::{self, Write};

use engine::RATINGS;
use training::BlunderCounts;

/// Ratings between two that are shown.
const STEP: usize = 200;
/// Games at each rating, against itself.
const GAMES: u32 = 20;
/// Nodes of the searches that a move is compared by.
const REFERENCE_NODES: u64 = 5_000;

pub(crate) fn run() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "rating  moves  centipawns lost a move  blunders  queens given away"
    )?;
    for rating in RATINGS.step_by(STEP) {
        let counts = BlunderCounts::of(rating, GAMES, REFERENCE_NODES, u64::from(rating))?;
        let (loss, blunders) = (counts.mean_loss(), 100.0 * counts.blunder_share());
        writeln!(
            out,
            "{rating:>6} {:>6} {loss:>23.1} {blunders:>7.1} % {:>18}",
            counts.moves, counts.queens
        )?;
    }
    Ok(())
}
