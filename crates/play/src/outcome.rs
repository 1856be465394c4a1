//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Side, Verdict};

/// The end of a game: who won, if anybody, and the reason, which is always shown with it.
///
/// `E` is the game's own list of ends ([`Rules::End`](crate::Rules::End)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome<E> {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Reason<E>,
}

impl<E> Outcome<E> {
    /// A win of `side`.
    pub const fn win(side: Side, reason: Reason<E>) -> Self {
        Outcome {
            winner: Some(side),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: Reason<E>) -> Self {
        Outcome { winner: None, reason }
    }

    /// The result as score sheets write it.
    pub const fn result(&self) -> &'static str {
        result_text(self.winner)
    }
}

impl<E: fmt::Display> Outcome<E> {
    /// The same outcome with the game's own end in words.
    pub fn in_words(self) -> Outcome<String> {
        Outcome {
            winner: self.winner,
            reason: self.reason.in_words(),
        }
    }
}

/// A result as score sheets write it; without a winner it is a draw.
pub const fn result_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

impl<E> From<Verdict<E>> for Outcome<E> {
    fn from(verdict: Verdict<E>) -> Self {
        Outcome {
            winner: verdict.winner,
            reason: Reason::Rule(verdict.end),
        }
    }
}

impl<E: fmt::Display> fmt::Display for Outcome<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} wins: {}", self.reason),
            None => write!(f, "Draw: {}", self.reason),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason<E> {
    /// The game's own rules, by the position or by a claim.
    Rule(E),
    /// The same position this many times.
    Repetition(u32),
    /// The loser gave up.
    Resignation,
    /// Both sides wanted a draw.
    Agreement,
    /// The loser's flag fell.
    Time,
    /// A flag fell, but the other side could not have won by any play.
    TimeWithoutWinner,
    /// The loser broke the game.
    Forfeit(Fault),
    /// The runner of the match ended it.
    Adjudication(Ground),
}

impl<E: fmt::Display> Reason<E> {
    fn in_words(self) -> Reason<String> {
        match self {
            Reason::Rule(end) => Reason::Rule(end.to_string()),
            Reason::Repetition(count) => Reason::Repetition(count),
            Reason::Resignation => Reason::Resignation,
            Reason::Agreement => Reason::Agreement,
            Reason::Time => Reason::Time,
            Reason::TimeWithoutWinner => Reason::TimeWithoutWinner,
            Reason::Forfeit(fault) => Reason::Forfeit(fault),
            Reason::Adjudication(ground) => Reason::Adjudication(ground),
        }
    }
}

impl<E: fmt::Display> fmt::Display for Reason<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rule(end) => end.fmt(f),
            Reason::Repetition(3) => f.write_str("threefold repetition"),
            Reason::Repetition(5) => f.write_str("fivefold repetition"),
            Reason::Repetition(count) => write!(f, "the same position {count} times"),
            Reason::Resignation => f.write_str("resignation"),
            Reason::Agreement => f.write_str("agreement"),
            Reason::Time => f.write_str("time"),
            Reason::TimeWithoutWinner => f.write_str("time, but the other side could not win"),
            Reason::Forfeit(fault) => fault.fmt(f),
            Reason::Adjudication(ground) => write!(f, "adjudication, {ground}"),
        }
    }
}

/// How a player can break a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Answered with something that is no legal move.
    IllegalMove,
    /// Ended in the middle of the game.
    Crash,
    /// Did not answer and had to be stopped.
    Silence,
    /// Left the table, and the other player claimed the game.
    Absence,
    /// Answered with something that says nothing.
    Unusable,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::IllegalMove => "illegal move",
            Fault::Crash => "the program ended",
            Fault::Silence => "the program did not answer",
            Fault::Absence => "the other player left",
            Fault::Unusable => "the answer could not be used",
        })
    }
}

/// What an adjudication rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// The loser itself has thought so for long.
    HopelessScore,
    /// Both have thought so for long.
    EvenScores,
    /// The game was as long as games may be.
    MoveCap,
    /// The position is in a table of solved endings.
    Tablebase,
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ground::HopelessScore => "hopeless score",
            Ground::EvenScores => "even scores",
            Ground::MoveCap => "move cap",
            Ground::Tablebase => "tablebase",
        })
    }
}
