//! What clients send to a table.
//!
//! A command is accepted, refused or answered with data, exactly once per [`CommandId`](crate::CommandId).

use play::{Action, Square};
use serde::{Deserialize, Serialize};

use crate::{BotSpec, SeatNumber};

/// A command to a table of the kind whose own commands are `K`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Command<K> {
    /// For every kind of table.
    Common(CommonCommand),
    /// For this kind.
    Own(K),
}

/// A command to a turn table.
pub type AnyTurnCommand = Command<TurnCommand>;
/// A command to a live table.
pub type AnyLiveCommand = Command<LiveCommand>;

/// A command to a table of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "command")]
pub enum CommonCommand {
    /// Gives up.
    Resign,
    /// Offers something to the other players; a draw that can be claimed is claimed.
    Offer {
        /// What is offered.
        what: OfferKind,
    },
    /// Answers what is offered.
    Answer {
        /// Accepted or declined.
        answer: OfferAnswer,
    },
    /// Gives a seat to a bot or opens it, before a live game begins or after a bot of a turn game failed.
    SetSeat {
        /// Which seat.
        seat: SeatNumber,
        /// Who gets it.
        occupant: NewOccupant,
    },
    /// Turns out a guest before the first move; only its opener may. The guest cannot come back.
    TurnOut {
        /// The guest's seat.
        seat: SeatNumber,
    },
    /// Leaves the table; [`Leaving`](crate::Leaving) says what that does to the game.
    Leave,
    /// Claims the game from a player who has been away for a minute.
    ClaimWin,
    /// Ends the game without a result: before everybody has moved, or when a player has been away for a minute.
    CallOff,
}

/// What can be offered to the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take moves back.
    TakeBack,
    /// To play again with sides swapped.
    Rematch,
}

/// The answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum OfferAnswer {
    /// The offer takes effect.
    Accept,
    /// Play goes on.
    Decline,
}

/// Who gets a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "spec")]
pub enum NewOccupant {
    /// Anyone who comes.
    Open,
    /// A bot.
    Bot(BotSpec),
}

/// A command to a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "command")]
pub enum TurnCommand {
    /// Plays a move by its squares.
    Move {
        /// The square of the piece.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What else the move does.
        #[serde(default)]
        action: Action,
    },
    /// Plays a move as typed.
    Type {
        /// What was typed.
        text: String,
    },
    /// Takes moves back to the sender's own last move; if another person plays, it is offered to them.
    TakeBack,
    /// Asks for the board after so many plies; answered by [`TurnAnswer::Scene`](crate::TurnAnswer::Scene).
    Look {
        /// After how many plies.
        ply: usize,
    },
    /// Asks for a good move; answered by [`TurnAnswer::Hint`](crate::TurnAnswer::Hint).
    Hint,
    /// Switches the engine's thoughts about the present position on or off.
    Analyse {
        /// On or off.
        analysis: Switch,
    },
    /// Asks for every move to be judged; [`TurnNote::Judged`](crate::TurnNote::Judged) follows, move by move.
    Review,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// A command to a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "command")]
pub enum LiveCommand {
    /// Sends a piece to a square; a command for a resting piece is a premove.
    Go {
        /// The piece.
        piece: u16,
        /// Where it goes.
        to: Square,
    },
    /// Sends the sender's piece on a square to another square.
    Move {
        /// The square of the piece.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Sends a piece as typed: `e2e4`.
    Type {
        /// What was typed.
        text: String,
    },
    /// Removes the premove of a piece.
    Cancel {
        /// The piece.
        piece: u16,
    },
    /// Asks where a piece could go as far as its owner can see; answered by
    /// [`LiveAnswer::Squares`](crate::LiveAnswer::Squares).
    Targets {
        /// The piece.
        piece: u16,
    },
    /// Stops time or lets it run again, where only bots would have to wait.
    Pause {
        /// On or off.
        pause: Switch,
    },
    /// Is ready to begin.
    Ready,
    /// Is not ready after all.
    NotReady,
    /// Asks for a finished game at a tick; answered by [`LiveAnswer::Replay`](crate::LiveAnswer::Replay).
    Seek {
        /// The tick.
        tick: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        let text = r#"{"kind":"own","command":"move","from":"e2","to":"e4"}"#;
        let read: AnyTurnCommand = serde_json::from_str(text).unwrap();
        let Command::Own(TurnCommand::Move { action, .. }) = &read else {
            panic!("a move is read as one");
        };
        assert_eq!(*action, Action::Move);
        let again: AnyTurnCommand = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(again, read);
        let offer = r#"{"kind":"common","command":"offer","what":"take-back"}"#;
        assert!(serde_json::from_str::<AnyLiveCommand>(offer).is_ok());
        for wrong in [
            r#"{"kind":"own","command":"fly"}"#,
            r#"{"command":"hint"}"#,
            r#"{"kind":"own","command":"go","piece":1,"to":"e9x"}"#,
        ] {
            assert!(serde_json::from_str::<AnyTurnCommand>(wrong).is_err(), "{wrong}");
        }
    }
}
