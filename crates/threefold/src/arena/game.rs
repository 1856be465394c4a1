//! What a match wants to know of its game beside its rules: openings, solved endings, how games are written down.

use anyhow::Context;
use arena::{GameReport, Opening, Openings, Oracle};
use bots::Playable;
use play::Notation;

use super::settings::Settings;

/// A game that matches are played of.
pub(super) trait MatchGame: Notation + Playable {
    /// Where games begin; files are read here.
    fn openings(settings: &Settings) -> anyhow::Result<Openings<Self>>;

    /// The solved endings that the settings name.
    fn oracle(settings: &Settings) -> anyhow::Result<Option<Oracle<Self>>>;

    /// A game with what the bots thought and spent, for `--pgn`.
    fn written(settings: &Settings, players: &[String], report: &GameReport<Self>) -> String;
}

/// Openings from a text of one position a line; lines that begin with `#` and empty ones are passed over.
pub(super) fn positions<R: MatchGame>(text: &str) -> anyhow::Result<Openings<R>> {
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let reading = R::read_position(line).with_context(|| format!("line {}", index + 1))?;
        list.push(Opening {
            name: format!("line {}", index + 1),
            start: reading.position,
            moves: Vec::new(),
        });
    }
    Ok(Openings::List(list))
}

/// What a note after a move says: how deep it looked and how long it took.
pub(super) fn note(turn: &arena::Turn) -> String {
    let seconds = turn.elapsed.as_secs_f64();
    match turn.depth {
        Some(depth) => format!("depth {depth}, {seconds:.3} s"),
        None => format!("{seconds:.3} s"),
    }
}
