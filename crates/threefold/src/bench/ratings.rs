//! How the engine errs at the ratings it can play at.

use std::io::{self, Write};

use engine::RATINGS;
use training::Errors;

/// Ratings between two that are shown.
const STEP: usize = 200;
/// Games at each rating, against itself.
const GAMES: u32 = 20;
/// Positions a move is weighed with.
const JUDGE: u64 = 5_000;

pub(crate) fn run() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "rating  moves  centipawns lost a move  blunders  queens given away"
    )?;
    for rating in RATINGS.step_by(STEP) {
        let errors = Errors::of(rating, GAMES, JUDGE, u64::from(rating))?;
        let (loss, blunders) = (errors.mean_loss(), 100.0 * errors.blunder_share());
        writeln!(
            out,
            "{rating:>6} {:>6} {loss:>23.1} {blunders:>7.1} % {:>18}",
            errors.moves, errors.queens
        )?;
    }
    Ok(())
}
