//! The win-draw-loss model, fitted to training games and printed.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::ensure;
use engine::ResultModel;
use training::ResultCounts;

/// Fits the model and prints it beside the one inside the program, with the results at some scores.
pub(super) fn run(files: &[PathBuf]) -> anyhow::Result<()> {
    let counts = ResultCounts::of(files)?;
    ensure!(counts.positions() > 0, "the files hold no position to learn from");
    let fitted = counts.fit(ResultModel::FITTED);
    let mut out = io::stdout().lock();
    for (name, model) in [("inside", ResultModel::FITTED), ("fitted", fitted)] {
        let ResultModel { even, slope } = model;
        writeln!(
            out,
            "{name}: even {:.1} {:+.1}, slope {:.1} {:+.1}, loss {:.5}",
            even[0],
            even[1],
            slope[0],
            slope[1],
            counts.loss(&model)
        )?;
    }
    writeln!(out, "score  positions  won    drawn  lost")?;
    for score in (-400..=400).step_by(100) {
        let ([won, drawn, lost], positions) = counts.shares_near(score);
        writeln!(out, "{score:>5}  {positions:>9}  {won:.3}  {drawn:.3}  {lost:.3}")?;
    }
    writeln!(out, "{} positions", counts.positions())?;
    Ok(())
}
