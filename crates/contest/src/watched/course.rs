//! A match of any game, as whoever collects its news sees it.

use std::{path::Path, time::Duration};

use arena::{Control, Standing};

use super::{Cell, Finished, Written, score::Unit};
use crate::ContestError;

/// What a match of any game can be asked.
pub(super) trait Course: Send {
    /// Waits for something to happen, but no longer than this.
    fn advance(&mut self, wait: Duration) -> Result<Advance, ContestError>;

    /// The boards that have changed since they were last taken.
    fn take_boards(&mut self) -> Vec<Cell>;

    /// The games that have been counted since they were last taken.
    fn take_ended(&mut self) -> Vec<Finished>;

    /// The results so far.
    fn standing(&self) -> &Standing;

    /// Games in all.
    fn total(&self) -> u64;

    /// In what games are measured.
    fn unit(&self) -> Unit;

    /// The reins.
    fn control(&self) -> &Control;

    /// Writes everything down; gives where.
    fn export(&self, stem: &Path) -> Result<Written, ContestError>;
}

/// What has happened in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Advance {
    /// Nothing in time.
    Nothing,
    /// Something.
    Something,
    /// A game is over, and its text has found no room, for this reason; told once.
    Unkept(String),
    /// All games are over, or broken off.
    Over,
}
