//! The squares of a table: taking, choosing and going, by cursor and by mouse; and looking at earlier boards.

use hall::{Choice, Input, Kind, SeatNumber, Sitting, Square};

use super::{Message, Play, Tone};
use crate::{
    keys::Action,
    screens::{Step, choose::Choose},
};

impl Play {
    /// Takes a square as Enter or a click does.
    pub(super) fn take(&mut self, square: Square) -> Step {
        if self.past.take().is_some() {
            self.say("Back at the game.".to_owned(), Tone::Calm);
            return Step::Stay;
        }
        match self.chosen {
            Some(from) if from == square => {
                if self.choices(from, square).next().is_some() {
                    return self.go(from, square);
                }
                self.chosen = None;
                Step::Stay
            }
            Some(from) if self.is_target(square) || !self.is_choosable(square) => self.go(from, square),
            _ => {
                self.choose(square);
                Step::Stay
            }
        }
    }

    pub(super) fn choose(&mut self, square: Square) {
        self.message = Message::default();
        self.hint = None;
        if self.is_choosable(square) {
            self.chosen = Some(square);
        } else if self.frame().is_some_and(|frame| frame.end.is_some()) {
            self.say(
                "The game is over. /rematch plays again, /review looks at it.".to_owned(),
                Tone::Refusal,
            );
        } else if let Some(thinking) = self.frame().and_then(|frame| frame.thinking) {
            let words = format!("{} is thinking; it is not your turn.", self.name(thinking));
            self.say(words, Tone::Refusal);
        } else {
            self.say(format!("No piece of yours stands on {square}."), Tone::Refusal);
        }
    }

    /// Sends a wish by squares; where it can mean several things the player is asked.
    pub(super) fn go(&mut self, from: Square, to: Square) -> Step {
        self.chosen = None;
        let fitting: Vec<Choice> = self.choices(from, to).cloned().collect();
        match fitting.as_slice() {
            [] => self.wish(Input::Move {
                from,
                to,
                kind: Kind::Move,
            }),
            [choice] if choice.kind != Kind::Upgrade => self.wish(Input::Move {
                from,
                to,
                kind: choice.kind,
            }),
            _ => return Step::open(Choose::new(fitting)),
        }
        Step::Stay
    }

    pub(super) fn choices(&self, from: Square, to: Square) -> impl Iterator<Item = &Choice> {
        let choices = self.frame().map_or(&[][..], |frame| &frame.choices);
        choices
            .iter()
            .filter(move |choice| choice.from == from && choice.to == to)
    }

    pub(super) fn targets(&self) -> Vec<Square> {
        let Some(frame) = self.frame().filter(|_| self.past.is_none()) else {
            return Vec::new();
        };
        let of_chosen = frame.choices.iter().filter(|choice| Some(choice.from) == self.chosen);
        of_chosen.map(|choice| choice.to).collect()
    }

    pub(super) fn is_target(&self, square: Square) -> bool {
        self.targets().contains(&square)
    }

    /// Whether a piece of the player who is to move stands there.
    pub(super) fn is_choosable(&self, square: Square) -> bool {
        let Some(view) = self.visit.view() else { return false };
        let Some(turn) = view.frame.scene.turn.filter(|turn| view.yours.contains(turn)) else {
            return false;
        };
        let army = view.frame.seats.get(usize::from(turn.0)).map(|seat| seat.army);
        self.piece_on(square).is_some_and(|piece| Some(piece.army) == army)
    }

    pub(super) fn steer(&mut self, action: Action) {
        let Some(board) = self.visit.view().map(|view| view.board.clone()) else {
            return;
        };
        let Some(square) = self.cursor else {
            self.cursor = self.home_square();
            return;
        };
        let turned = self.below() == SeatNumber(1);
        let [mut file, mut rank] = [square.file, square.rank].map(i16::from);
        let step = if turned { -1 } else { 1 };
        match action {
            Action::Up => rank += step,
            Action::Down => rank -= step,
            Action::Left => file -= step,
            Action::Right => file += step,
            _ => {}
        }
        let clamped = |value: i16, size: u8| value.clamp(0, i16::from(size) - 1) as u8;
        self.cursor = Some(Square {
            file: clamped(file, board.width),
            rank: clamped(rank, board.height),
        });
    }

    /// Where the cursor begins: before the middle of the side below.
    pub(super) fn home_square(&self) -> Option<Square> {
        let board = &self.visit.view()?.board;
        let rank = if self.below() == SeatNumber(1) {
            board.height - 2
        } else {
            1
        };
        Some(Square {
            file: board.width / 2,
            rank,
        })
    }

    /// Browses the record without changing the game.
    pub(super) fn look(&mut self, action: Action) {
        let Some(view) = self.visit.view() else { return };
        let turns = view.record.len();
        let at = self.past.as_ref().map_or(turns, |scene| scene.ply);
        let ply = match action {
            Action::Earlier => at.saturating_sub(1),
            Action::Later => at + 1,
            Action::First => 0,
            _ => turns,
        };
        self.chosen = None;
        if ply >= turns {
            self.past = None;
        } else {
            self.visit.wish(Input::Look { ply });
        }
    }

    /// A bot that sits at the table, if one does.
    pub(super) fn bot(&self) -> Option<SeatNumber> {
        let seats = &self.frame()?.seats;
        let bot = seats.iter().position(|seat| matches!(seat.sitter, Sitting::Bot(_)))?;
        Some(SeatNumber(bot as u8))
    }
}
