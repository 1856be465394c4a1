//! The English texts of the host. Front ends show them; they must use codes for decisions.

use crate::{CloseReason, Notice, Refusal, SeatNumber};

/// A refusal as a sentence without a full stop, unless the game's own words have one.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Watching => "You are watching this game".to_owned(),
        Refusal::NoSuchSeat { seat: SeatNumber(seat) } => format!("This table has no seat {seat}"),
        Refusal::SeatOfPerson { .. } => "A person sits there".to_owned(),
        Refusal::NotTheOpener => "Only the player who opened the table can do that".to_owned(),
        Refusal::NoGuest { .. } => "No guest sits there".to_owned(),
        Refusal::GameOver => "The game is over".to_owned(),
        Refusal::NotOver => "The game is not over yet".to_owned(),
        Refusal::NotBegun => "The game has not begun yet".to_owned(),
        Refusal::AlreadyBegun => "The game has begun; seats can no longer change".to_owned(),
        Refusal::NobodyAway => "Nobody has been away from the table for a minute".to_owned(),
        Refusal::TooLateToCallOff => "Everybody has moved; the game can no longer be called off".to_owned(),
        Refusal::WaitingForPlayer => "Wait for the other player: nobody sits there yet".to_owned(),
        Refusal::Move { refusal } => refusal.words.clone(),
        Refusal::NothingToTakeBack => "There is no move to take back".to_owned(),
        Refusal::NoTakeBackLeft { allowed } => {
            format!("Only {allowed} undos in a row are allowed; play a move first")
        }
        Refusal::AlreadyOffered => "You have offered that already".to_owned(),
        Refusal::NothingOffered => "Nothing is offered to you".to_owned(),
        Refusal::BotIsThinking { name } => format!("{name} is thinking; offer a draw at your own turn"),
        Refusal::DrawDeclined { name } => format!("{name} declines the draw and plays on"),
        Refusal::OfferLasts => "A draw offer stays open; nobody has to answer it".to_owned(),
        Refusal::NoHelp => "There is no help while people play each other".to_owned(),
        Refusal::TooMuchHelp { tables } => {
            format!("The engine already helps you at {tables} tables; stop it at one of them first")
        }
        Refusal::HintOutOfTurn => "Hints are for your own turn, in games against bots".to_owned(),
        Refusal::Outdated => "The position has changed".to_owned(),
        Refusal::EngineFailed => "The engine failed".to_owned(),
        Refusal::NoSuchPly { plies } => format!("Only {plies} moves have been played"),
        Refusal::NoSuchBot { spec } => format!("No bot of this game is called '{spec}'"),
        Refusal::PauseAgainstPeople => "Only a game against bots can be paused".to_owned(),
        Refusal::NoSuchPiece => "There is no such piece".to_owned(),
        Refusal::EmptySquare { square } => format!("Nothing stands on {square}"),
        Refusal::NobodyGoesThere { square } => format!("No such piece of yours can go to {square}"),
        Refusal::SeveralGoThere { square, from } => {
            let from: Vec<String> = from.iter().map(ToString::to_string).collect();
            format!(
                "Several pieces can go to {square}; type the start square too: {}",
                from.join(" or ")
            )
        }
        Refusal::NotTwoSquares { text } => format!("'{text}' is not a move: type two squares, or a piece and a square"),
        Refusal::NoSuchNode => "That position is not in the study any more".to_owned(),
        Refusal::CommentChanged => "Another person has changed this comment; read it before you write yours".to_owned(),
        Refusal::StudyFull { most } => format!("The limit is reached: at most {most} are allowed"),
        Refusal::TooLong { most } => format!("A text has at most {most} characters"),
        Refusal::NoSuchTag => "A tag cannot have that name".to_owned(),
        Refusal::NoThreat => "There is no threat to show: the side to move cannot pass here".to_owned(),
        Refusal::NotReviewed => "Review the game first".to_owned(),
        Refusal::NotHere => "This kind of table does not have that command".to_owned(),
        Refusal::NotStored => "The command could not be stored and has no effect".to_owned(),
        Refusal::Busy => "The table is busy; try again".to_owned(),
    }
}

/// A notice as a sentence.
pub fn notice(notice: Notice) -> String {
    match notice {
        Notice::NotStored => "The game cannot be stored at the moment.",
        Notice::StoredAgain => "The game is stored again.",
    }
    .to_owned()
}

/// Why a table is closed, as a sentence.
pub fn closed(reason: CloseReason) -> String {
    match reason {
        CloseReason::ShuttingDown => "Threefold is closing; your game is stored.",
        CloseReason::Reload => "The table was opened elsewhere; connect again.",
        CloseReason::TooSlow => "The connection is too slow; connect again.",
        CloseReason::TurnedOut => "The opener of this table has removed you.",
        CloseReason::Left => "You have left the table.",
        CloseReason::Fault => {
            "An error of the program closed the table; the game is stored up to its last acknowledged move."
        }
    }
    .to_owned()
}
