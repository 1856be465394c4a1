//! Commands that move pieces, by number, by square or as typed text, and the premoves that result from them.

use kungfu::{Answer, Field, Kind, Player, Refusal as Rule, Sight, Slot};
use play::Square;

use super::{
    LiveTable,
    convert::{place_of, seat_of, square_of},
    state::Time,
};
use crate::{LiveAction, LiveAnswer, LiveFact, Refusal, decider::Decision};

/// A refusal quotes an invalid text up to this many characters.
const SHOWN: usize = 20;

impl LiveTable {
    /// Sends a piece to a square. Repeating an existing premove changes nothing.
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

    /// Sends a piece as typed: by two squares, or as chess is written where only one piece is meant.
    pub(super) fn go_typed(&self, player: Player, text: &str) -> Result<Decision<LiveTable>, Refusal> {
        if let Some((from, to)) = read_squares(text) {
            return self.go_from(player, from, to);
        }
        let order = ShortOrder::read(text).ok_or_else(|| Refusal::NotTwoSquares {
            text: text.trim().chars().take(SHOWN).collect(),
        })?;
        self.check_running()?;
        match self.meant(player, order).as_slice() {
            [(slot, _)] => self.go(player, slot.index() as u16, order.to),
            [] => Err(Refusal::NobodyGoesThere { square: order.to }),
            several => Err(Refusal::SeveralGoThere {
                square: order.to,
                from: several.iter().map(|(_, from)| *from).collect(),
            }),
        }
    }

    /// The player's standing pieces that an order can mean, with their squares.
    fn meant(&self, player: Player, order: ShortOrder) -> Vec<(Slot, Square)> {
        let game = self.state.game();
        let (field, sight) = (game.field(), Sight::of_player(game, player));
        let board = field.board();
        let fits = |slot: &Slot| {
            let piece = field.get(*slot);
            let from = square_of(board, piece.square);
            let is_named = piece.kind == order.kind && order.file.is_none_or(|file| from.file == file);
            let mut goes = false;
            if piece.player() == player && piece.stands() && is_named {
                sight.choices(*slot, &mut |square| goes |= square_of(board, square) == order.to);
            }
            goes
        };
        let found = field.living().filter(fits);
        found
            .map(|slot| (slot, square_of(board, field.get(slot).square)))
            .collect()
    }

    /// Removes a premove; without one nothing changes.
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

    /// Commands are accepted while time runs and while it is paused, when only bots wait.
    fn check_running(&self) -> Result<(), Refusal> {
        if self.state.is_over() {
            Err(Refusal::GameOver)
        } else if self.time_runs() || self.state.time == Time::Paused {
            Ok(())
        } else {
            Err(Refusal::NotBegun)
        }
    }
}

/// The player's own piece that has just left a square, passes it or will arrive there: the piece that the player means.
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

/// An order as chess is written: `Nf3`, `e4`, `exd5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ShortOrder {
    kind: Kind,
    /// The file of the piece, where it is named.
    file: Option<u8>,
    to: Square,
}

impl ShortOrder {
    fn read(text: &str) -> Option<ShortOrder> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let to = text.rfind(|letter: char| letter.is_ascii_lowercase())?;
        let (before, to) = text.split_at(to);
        let to = to.parse().ok()?;
        let mut letters = before.chars().filter(|letter| *letter != 'x').peekable();
        let kind = letters
            .next_if(char::is_ascii_uppercase)
            .map_or(Some(Kind::Pawn), kind)?;
        let file = letters.next();
        if letters.next().is_some() || file.is_some_and(|file| !file.is_ascii_lowercase()) {
            return None;
        }
        let file = file.map(|file| file as u8 - b'a');
        Some(ShortOrder { kind, file, to })
    }
}

const fn kind(letter: char) -> Option<Kind> {
    Some(match letter {
        'K' => Kind::King,
        'Q' => Kind::Queen,
        'R' => Kind::Rook,
        'B' => Kind::Bishop,
        'N' => Kind::Knight,
        'P' => Kind::Pawn,
        _ => return None,
    })
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

    #[test]
    fn orders_are_read_as_chess_is_written() {
        let read = |text| ShortOrder::read(text).map(|order| (order.kind, order.file, order.to.to_string()));
        assert_eq!(read("Nf3"), Some((Kind::Knight, None, "f3".to_owned())));
        assert_eq!(read(" Nbd2 "), Some((Kind::Knight, Some(1), "d2".to_owned())));
        assert_eq!(read("e4"), Some((Kind::Pawn, None, "e4".to_owned())));
        assert_eq!(read("exd5"), Some((Kind::Pawn, Some(4), "d5".to_owned())));
        assert_eq!(read("Qxj12+"), Some((Kind::Queen, None, "j12".to_owned())));
        for text in ["", "N", "Xf3", "e", "e9x", "NNf3", "abd5", "hello", "O-O"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
