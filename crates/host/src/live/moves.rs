//! Commands that send pieces: by number, by square, as typed, and the premoves they leave.

use kungfu::{Answer, Field, Player, Refusal as Rule, Sight, Slot};
use play::Square;

use super::{
    LiveTable,
    convert::{place_of, seat_of, square_of},
    state::Time,
};
use crate::{LiveAction, LiveAnswer, LiveFact, Refusal, decider::Decision};

/// So many letters of a text that is no move are told back.
const SHOWN: usize = 20;

impl LiveTable {
    /// Sends a piece somewhere. A premove that is there already changes nothing.
    pub(super) fn go(&self, player: Player, piece: u16, to: Square) -> Result<Decision<LiveTable>, Refusal> {
        self.check_running()?;
        let (id, slot) = self.state.piece(piece).ok_or(Refusal::NoSuchPiece)?;
        let to = place_of(self.state.game().field().board(), to);
        let command = kungfu::Command::new(id, to[0], to[1]);
        let answer = self.state.bout.consider(player, command)?;
        if answer == Answer::Waits && self.state.bout.waiting(slot) == Some(command) {
            return Ok(Decision::Commit(Vec::new()));
        }
        Ok(self.act(player, LiveAction::Go { piece, to }))
    }

    /// Sends the player's piece that stands on a square.
    pub(super) fn go_from(&self, player: Player, from: Square, to: Square) -> Result<Decision<LiveTable>, Refusal> {
        self.check_running()?;
        let field = self.state.game().field();
        let on = |slot: &Slot| {
            let piece = field.get(*slot);
            piece.stands() && square_of(field.board(), piece.square) == from
        };
        let Some(slot) = field.living().find(on) else {
            let kind = own_moving(field, player, from).map(|slot| field.get(slot).kind);
            return Err(kind.map_or(Refusal::EmptySquare { square: from }, |kind| {
                Rule::Moving { kind }.into()
            }));
        };
        let piece = field.get(slot);
        if piece.player() != player {
            return Err(Rule::NotYours { kind: piece.kind }.into());
        }
        self.go(player, slot.index() as u16, to)
    }

    /// Sends a piece as typed.
    pub(super) fn go_typed(&self, player: Player, text: &str) -> Result<Decision<LiveTable>, Refusal> {
        let (from, to) = read_squares(text).ok_or_else(|| Refusal::NotTwoSquares {
            text: text.chars().take(SHOWN).collect(),
        })?;
        self.go_from(player, from, to)
    }

    /// Removes a premove; where there is none nothing changes.
    pub(super) fn cancel(&self, player: Player, piece: u16) -> Result<Decision<LiveTable>, Refusal> {
        if self.state.is_over() {
            return Err(Refusal::GameOver);
        }
        let (_, slot) = self.state.piece(piece).ok_or(Refusal::NoSuchPiece)?;
        let owned = self.state.game().field().get(slot);
        if owned.player() != player {
            return Err(Rule::NotYours { kind: owned.kind }.into());
        }
        if self.state.bout.waiting(slot).is_none() {
            return Ok(Decision::Commit(Vec::new()));
        }
        Ok(self.act(player, LiveAction::Cancel { piece }))
    }

    /// Where a piece could go as far as its owner can see.
    pub(super) fn targets(&self, player: Player, piece: u16) -> Result<Decision<LiveTable>, Refusal> {
        let game = self.state.game();
        let (_, slot) = self.state.piece(piece).ok_or(Refusal::NoSuchPiece)?;
        let mut squares = Vec::new();
        let board = game.field().board();
        Sight::of_player(game, player).choices(slot, &mut |square| squares.push(square_of(board, square)));
        Ok(Decision::Answer(LiveAnswer::Squares { piece, squares }))
    }

    /// What a player does now, as an event.
    pub(super) fn act(&self, player: Player, action: LiveAction) -> Decision<LiveTable> {
        Decision::Commit(vec![LiveFact::Acted {
            tick: self.state.tick_count().0,
            seat: seat_of(player),
            action,
        }])
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.state.is_over() {
            Err(Refusal::GameOver)
        } else if self.time_runs() {
            Ok(())
        } else if self.state.time == Time::Paused {
            Err(Refusal::Paused)
        } else {
            Err(Refusal::NotBegun)
        }
    }
}

/// The player's own piece that has just left a square, comes by or will be there: the one that is meant.
fn own_moving(field: &Field, player: Player, on: Square) -> Option<Slot> {
    field.moving().find(|slot| {
        let piece = field.get(*slot);
        let goal = piece.motion().map(|motion| motion.destination(piece.square));
        let mut squares = goal.into_iter().chain([field.spot(*slot).nearest()]);
        piece.player() == player && squares.any(|square| square_of(field.board(), square) == on)
    })
}

/// `e2e4`, `e2 e4`, `E2-E4`, `j12j10`.
fn read_squares(text: &str) -> Option<(Square, Square)> {
    let text = text.trim().to_lowercase();
    let second = text
        .char_indices()
        .skip(1)
        .find(|(_, letter)| letter.is_ascii_alphabetic())?
        .0;
    let (from, to) = text.split_at(second);
    let from = from.trim_end_matches([' ', '-', '→', 'x', '>']);
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_squares_are_read_as_people_type_them() {
        for text in ["e2e4", "e2 e4", " E2-E4 ", "e2→e4", "e2->e4"] {
            let (from, to) = read_squares(text).unwrap();
            assert_eq!((from.to_string(), to.to_string()), ("e2".to_owned(), "e4".to_owned()));
        }
        assert_eq!(read_squares("j12j10").unwrap().0.to_string(), "j12");
        for text in ["", "e2", "e4e", "Nf3", "e2e4e5", "e2e400", "ä2e4"] {
            assert_eq!(read_squares(text), None, "{text}");
        }
    }
}
