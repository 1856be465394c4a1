//! What is stored of a study.

use play::{Drawing, Evaluation, GameId, MoveTree};
use serde::{Deserialize, Serialize};

use super::NodeId;
use crate::{PlayerId, SeatNumber, Switch};

/// What happened at a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum StudyFact {
    /// The study was opened; always the first event.
    Created(Box<StudySetup>),
    /// A move was added.
    Added {
        /// The number of the new position.
        node: NodeId,
        /// The position in which it was played.
        after: NodeId,
        /// Its code.
        code: String,
        /// Who added it.
        by: SeatNumber,
    },
    /// A line became the main continuation where it branches off.
    Promoted {
        /// The first move of the line.
        node: NodeId,
    },
    /// A move was removed with all that follows it.
    Deleted {
        /// The move.
        node: NodeId,
    },
    /// A comment was written.
    Commented {
        /// The position.
        node: NodeId,
        /// The comment; empty if it was removed.
        text: String,
    },
    /// A sign was put or taken away.
    Signed {
        /// The move.
        node: NodeId,
        /// The sign.
        glyph: u8,
        /// Put or taken away.
        sign: Switch,
    },
    /// An arrow or a circle was drawn or taken away.
    Drawn {
        /// The position.
        node: NodeId,
        /// The drawing.
        drawing: Drawing,
        /// Drawn or taken away.
        draw: Switch,
    },
    /// The engine evaluated a position.
    Evaluated {
        /// The position.
        node: NodeId,
        /// What it found.
        evaluation: Evaluation,
    },
    /// A tag was written.
    Tagged {
        /// Its name.
        name: String,
        /// Its value; empty if it was removed.
        value: String,
    },
    /// Everybody may take part from now on, or only those who do.
    Shared {
        /// On or off.
        share: Switch,
    },
    /// Somebody takes part.
    SeatTaken {
        /// The seat.
        seat: SeatNumber,
        /// Who it is.
        player: PlayerId,
    },
    /// A guest was turned out.
    TurnedOut {
        /// The seat.
        seat: SeatNumber,
        /// The guest.
        player: PlayerId,
    },
}

/// The first event of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySetup {
    /// [`FORMAT`](crate::FORMAT) when it was written.
    pub format: u32,
    /// The game.
    pub game: GameId,
    /// Who opened it.
    pub opener: PlayerId,
    /// Whether everybody who comes may take part.
    pub share: Switch,
    /// What it begins with.
    pub tree: MoveTree,
}
