//! Names, results and sentences about a live game, in English.

use kungfu::{Board, End, Field, Kind, Player, Slot, Verdict};
use kungfu_bots::KungfuSpec;

use super::convert::army_of;
use crate::{BotSpec, Directory, End as EndView, Occupant, SeatNumber};

/// The name of a side.
pub(super) const fn side(board: Board, player: Player) -> &'static str {
    match (board, player) {
        (Board::Standard, Player::ONE) => "White",
        (Board::Standard, _) => "Black",
        (Board::Four, _) => army_of(player).name(),
    }
}

/// The name of a seat's occupant: the person's, the bot's, or the side's where nobody has given one.
pub(super) fn name(occupant: &Occupant, board: Board, player: Player, names: &Directory) -> String {
    let known = match occupant {
        Occupant::Person(person) => names.name(*person).map(|name| name.to_string()),
        Occupant::Bot(spec) => Some(bot(spec).to_owned()),
        Occupant::Open => None,
    };
    known.unwrap_or_else(|| side(board, player).to_owned())
}

/// `1-0`, `0-1` or `1/2-1/2`; of four players the winner's army.
pub(super) fn result(board: Board, winner: Option<Player>) -> String {
    match (board, winner) {
        (_, None) => "1/2-1/2".to_owned(),
        (Board::Standard, Some(Player::ONE)) => "1-0".to_owned(),
        (Board::Standard, Some(_)) => "0-1".to_owned(),
        (Board::Four, Some(winner)) => army_of(winner).name().to_owned(),
    }
}

/// The result of a game that was called off, as score sheets write it.
pub(super) const CALLED_OFF: &str = "*";

/// The end of a task.
pub(super) fn verdict(verdict: Verdict) -> EndView {
    let (words, reason) = match verdict {
        Verdict::Won => ("Mission accomplished", "the task is done"),
        Verdict::TimeUp => ("Mission failed — time is up", "time is up"),
        Verdict::KingLost => ("Mission failed — your king is lost", "your king is lost"),
        Verdict::PieceLost => (
            "Mission failed — a piece that you had to keep is lost",
            "a piece that you had to keep is lost",
        ),
        Verdict::TooManyMoves => ("Mission failed — too many moves", "too many moves"),
        Verdict::GameOver => (
            "Mission failed — the game ended before the task was done",
            "the game ended before the task was done",
        ),
    };
    EndView {
        winner: Some(SeatNumber(u8::from(!verdict.is_won()))),
        result: if verdict.is_won() { "1-0" } else { "0-1" }.to_owned(),
        words: words.to_owned(),
        reason: reason.to_owned(),
    }
}

/// Why a game ended; `left` if players were out because they had left.
pub(super) const fn reason(board: Board, end: End, left: bool) -> &'static str {
    match (end, board) {
        (End::Resignation, Board::Standard) if left => "the other side left",
        (End::Resignation, Board::Four) if left => "the others left or resigned",
        (End::KingCaptured, Board::Standard) => "the other king is captured",
        (End::KingCaptured, Board::Four) => "the last of the other kings is captured",
        (End::Resignation, Board::Standard) => "the other side resigned",
        (End::Resignation, Board::Four) => "the last of the others resigned",
        (End::NoKing, _) => "no king is left",
        (End::Idle, _) => "nobody moved for too long",
        (End::Peace, _) => "nothing was captured for too long",
        (End::Agreement, _) => "agreed",
    }
}

/// Who won, by name, and why.
pub(super) fn end(winner: Option<&str>, reason: &str) -> String {
    winner.map_or_else(
        || format!("Draw — {reason}"),
        |winner| format!("{winner} wins — {reason}"),
    )
}

/// A player has lost the king.
pub(super) fn out(name: &str) -> String {
    format!("{name} is out.")
}

/// A castling rook is lost with its king.
pub(super) fn rook_lost(before: &Field, rook: Slot) -> String {
    let owner = before.get(rook).player();
    format!("{} loses a castling rook.", side(before.board(), owner))
}

/// A piece was captured; it still lives in the field before.
pub(super) fn captured(captor: Option<Slot>, captured: Slot, before: &Field) -> String {
    let board = before.board();
    let victim = before.get(captured);
    let loser = side(board, victim.player());
    match captor {
        Some(captor) => {
            let taker = before.get(captor);
            let place = nearest(before, captured).name(board);
            let winner = side(board, taker.player());
            format!("{winner}'s {} takes {loser}'s {} on {place}.", taker.kind, victim.kind)
        }
        None if victim.kind == Kind::King => format!("{loser}'s king leaves the board."),
        None => format!("{loser}'s {} falls in a clash.", victim.kind),
    }
}

/// The name of a bot's level.
fn bot(spec: &BotSpec) -> &'static str {
    spec.as_str().parse().map_or("Bot", KungfuSpec::name)
}

/// The square nearest to a piece; the path of a knight may cross a missing corner of the board.
fn nearest(field: &Field, slot: Slot) -> kungfu::Square {
    let square = field.spot(slot).nearest();
    if field.board().has(square) {
        square
    } else {
        field.get(slot).square
    }
}
