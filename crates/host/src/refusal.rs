//! Why a table refuses a command: facts and a stable code; the words for people are in [`words`](crate::words).

use play::{MoveRefusal, Square};
use serde::{Deserialize, Serialize};

use crate::SeatNumber;

/// Why a table refuses a command; nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "code")]
pub enum Refusal {
    /// The sender has no seat here.
    Watching,
    /// The table has no such seat.
    NoSuchSeat {
        /// The seat.
        seat: SeatNumber,
    },
    /// A person has that seat.
    SeatOfPerson {
        /// The seat.
        seat: SeatNumber,
    },
    /// Only the player who opened the table may do that.
    NotTheOpener,
    /// Nobody sits there who came as a guest.
    NoGuest {
        /// The seat.
        seat: SeatNumber,
    },
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// The game has not begun.
    NotBegun,
    /// The game has begun, and its seats stay as they are.
    AlreadyBegun,
    /// Nobody is away, or not for long enough, from whom the game could be claimed.
    NobodyAway,
    /// Everybody has moved; the game can be resigned, not called off.
    TooLateToCallOff,
    /// A seat is open; the game waits for somebody to take it.
    WaitingForPlayer,
    /// The game does not accept the move.
    Move {
        /// Why, with the game's own code and words.
        refusal: MoveRefusal,
    },
    /// There is no move of the sender to take back.
    NothingToTakeBack,
    /// No more moves may be taken back before one is played.
    NoTakeBackLeft {
        /// How many in a row are allowed.
        allowed: u32,
    },
    /// The sender has offered that already.
    AlreadyOffered,
    /// Nothing is offered to the sender.
    NothingOffered,
    /// A draw is offered to a bot at one's own turn only.
    BotIsThinking {
        /// The bot's name.
        name: String,
    },
    /// A bot that does better declines the draw.
    DrawDeclined {
        /// The bot's name.
        name: String,
    },
    /// An offer to play on is not answered in this game; it lasts.
    OfferLasts,
    /// The engine helps nobody while people play each other.
    NoHelp,
    /// The engine helps the sender at as many tables as it may.
    TooMuchHelp {
        /// How many those are.
        tables: usize,
    },
    /// A hint is for one's own turn.
    HintOutOfTurn,
    /// The position changed before the answer was found.
    Outdated,
    /// The engine failed.
    EngineFailed,
    /// The game has fewer moves.
    NoSuchPly {
        /// How many it has.
        plies: usize,
    },
    /// No bot of this game has that spec.
    NoSuchBot {
        /// The spec.
        spec: String,
    },
    /// Time stops only where nobody but bots has to wait.
    PauseAgainstPeople,
    /// The piece does not exist.
    NoSuchPiece,
    /// Nothing stands on the square.
    EmptySquare {
        /// The square.
        square: Square,
    },
    /// None of the sender's pieces of the typed kind can go there.
    NobodyGoesThere {
        /// The square.
        square: Square,
    },
    /// Several of the sender's pieces of the typed kind can go there.
    SeveralGoThere {
        /// The square.
        square: Square,
        /// Where they stand.
        from: Vec<Square>,
    },
    /// The typed text is not two squares.
    NotTwoSquares {
        /// The text, shortened.
        text: String,
    },
    /// The study has no such position; somebody may have removed it.
    NoSuchNode,
    /// Somebody else has changed the comment meanwhile.
    CommentChanged,
    /// The study has as many of these as it may.
    StudyFull {
        /// How many those are.
        most: usize,
    },
    /// A text that is too long.
    TooLong {
        /// The maximum number of characters.
        most: usize,
    },
    /// Not the name of a tag that can be written.
    NoSuchTag,
    /// The side to move cannot pass there, so that there is no threat to be shown.
    NoThreat,
    /// A move can be tried where a review has found the best one.
    NotReviewed,
    /// The command is not for this kind of table.
    NotHere,
    /// The command could not be stored; nothing of it holds.
    NotStored,
    /// The table has too much to do; send the command again.
    Busy,
}

impl From<MoveRefusal> for Refusal {
    fn from(refusal: MoveRefusal) -> Self {
        Refusal::Move { refusal }
    }
}

impl From<play::Refusal> for Refusal {
    fn from(refusal: play::Refusal) -> Self {
        match refusal {
            play::Refusal::GameOver => Refusal::GameOver,
            play::Refusal::NothingToUndo => Refusal::NothingToTakeBack,
            play::Refusal::NoUndoLeft(allowed) => Refusal::NoTakeBackLeft { allowed },
            play::Refusal::IllegalMove | play::Refusal::NothingToClaim => Refusal::Move {
                refusal: MoveRefusal::new("illegal", refusal.to_string()),
            },
        }
    }
}

impl From<kungfu::Refusal> for Refusal {
    fn from(refusal: kungfu::Refusal) -> Self {
        match refusal {
            kungfu::Refusal::NotRunning => Refusal::GameOver,
            kungfu::Refusal::NoSuchPiece => Refusal::NoSuchPiece,
            other => Refusal::Move {
                refusal: MoveRefusal::new(other.code(), other.to_string()),
            },
        }
    }
}
