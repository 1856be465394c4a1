//! What a learner sees of an exercise.

use play::{Board, LegalMove, Scene, Side, Square};
use serde::Serialize;

/// An exercise at a moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseCard"))]
pub struct Card {
    /// What it is: `Puzzle k3x9a2b`.
    pub title: String,
    /// What to do, or what the last action was.
    pub words: String,
    /// How the words are meant.
    pub tone: Tone,
    /// How far the learner is, and of how many: turns or steps.
    pub step: [usize; 2],
    /// The squares of the board.
    pub board: Board,
    /// The pieces.
    pub scene: Scene,
    /// The side of the learner, shown below.
    #[cfg_attr(feature = "wire", ts(type = "\"white\" | \"black\""))]
    pub below: Side,
    /// The moves that the learner may try; none while there is nothing to move.
    pub choices: Vec<LegalMove>,
    /// Squares to look at.
    pub marked: Vec<Square>,
    /// Whether it is still open.
    pub state: State,
    /// Whether it was solved without a wrong move, a hint or the solution; none while that is open.
    pub first_try: Option<bool>,
    /// Further actions of the learner.
    pub doors: Vec<Door>,
}

/// How words are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseTone"))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// They ask for something.
    Ask,
    /// The last move was right.
    Right,
    /// The last move was wrong.
    Wrong,
}

/// Whether an exercise is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseState"))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The learner has something to do.
    Open,
    /// It is done.
    Done,
    /// It cannot be done any more and may be tried again.
    Failed,
}

/// Something a learner may do beside moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseDoor"))]
#[serde(rename_all = "lowercase")]
pub enum Door {
    /// See which piece moves.
    Hint,
    /// See the move.
    Show,
    /// Go on after reading.
    Continue,
}
