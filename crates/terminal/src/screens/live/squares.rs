//! Taking pieces and sending them, by cursor and by mouse.

use hall::{Input, LivePiece, Place, Square};

use super::Live;
use crate::{
    keys::Action,
    screens::play::{Message, Tone},
};

impl Live {
    /// Takes a square as Enter or a click does.
    pub(super) fn take(&mut self, square: Square) {
        let own = self.own_on(square);
        match self.chosen {
            Some(piece) if self.chosen_square() == Some(square) => {
                // Taken twice, a piece is let go, and what waits for it with it.
                let waits = self
                    .frame()
                    .is_some_and(|frame| frame.premoves.iter().any(|premove| premove.piece == piece));
                self.unchoose();
                if waits {
                    self.wish(Input::Cancel { piece });
                }
            }
            Some(piece) if own.is_none() || self.targets.contains(&square) => self.send(piece, square),
            _ => match own {
                Some(piece) => self.choose(piece),
                None => self.say(format!("No piece of yours stands on {square}."), Tone::Refusal),
            },
        }
    }

    pub(super) fn choose(&mut self, piece: LivePiece) {
        self.message = Message::default();
        self.chosen = Some(piece.id);
        self.targets.clear();
        self.visit.wish(Input::Choices { piece: piece.id });
    }

    pub(super) fn unchoose(&mut self) {
        self.chosen = None;
        self.targets.clear();
    }

    pub(super) fn send(&mut self, piece: u16, to: Square) {
        self.unchoose();
        self.wish(Input::Command { piece, to });
    }

    /// What could be done with the chosen piece may have changed.
    pub(super) fn refresh_chosen(&mut self) {
        let Some(piece) = self.chosen else { return };
        if self.chosen_square().is_some() {
            self.visit.wish(Input::Choices { piece });
        } else {
            self.unchoose();
        }
    }

    /// The square of the chosen piece, while it stands.
    pub(super) fn chosen_square(&self) -> Option<Square> {
        self.square_of(self.chosen?)
    }

    /// The square of a piece, while it stands.
    pub(super) fn square_of(&self, piece: u16) -> Option<Square> {
        match self.piece(piece)?.place {
            Place::Standing { square, .. } => Some(square),
            Place::Moving { .. } | Place::Flying { .. } => None,
        }
    }

    /// The player's own piece that stands on a square.
    pub(super) fn own_on(&self, square: Square) -> Option<LivePiece> {
        let view = self.view()?;
        let seat = view.frame.seats.get(usize::from(view.yours?.0))?;
        let here = |piece: &&LivePiece| {
            let stands = matches!(piece.place, Place::Standing { square: at, .. } if at == square);
            stands && piece.army == seat.army
        };
        view.frame.pieces.iter().find(here).copied()
    }

    pub(super) fn steer(&mut self, action: Action) {
        let Some(board) = self.view().map(|view| view.board.clone()) else {
            return;
        };
        let Some(square) = self.cursor else {
            self.cursor = self.home_square();
            return;
        };
        let turned = self.turned();
        let (column, row) = turned.place(&board, square);
        let (column, row) = match action {
            Action::Up => (column, row.saturating_sub(1)),
            Action::Down => (column, (row + 1).min(board.height - 1)),
            Action::Left => (column.saturating_sub(1), row),
            Action::Right => ((column + 1).min(board.width - 1), row),
            _ => (column, row),
        };
        let there = turned.square(&board, column, row);
        if !board.holes.contains(&there) {
            self.cursor = Some(there);
        }
    }

    /// Where the cursor begins: before the middle of the side below.
    pub(super) fn home_square(&self) -> Option<Square> {
        let board = &self.view()?.board;
        Some(self.turned().square(board, board.width / 2, board.height - 2))
    }
}
