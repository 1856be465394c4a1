//! Choosing pieces and sending them, by cursor and by mouse.

use host::{LiveCommand, LivePiece, Place};
use play::Square;

use super::{LiveControls, LiveMode, SquareNames};
use crate::status::Status;

impl LiveMode {
    /// Takes a square as Enter or a click does.
    pub(super) fn take_square(&mut self, square: Square, controls: &mut LiveControls) {
        let own = Self::own_on(controls, square);
        match self.chosen {
            Some(piece) if self.chosen_square(controls) == Some(square) => {
                // Chosen twice, a piece is released, and its premove is cancelled.
                let has_premove = Self::frame(controls)
                    .is_some_and(|frame| frame.premoves.iter().any(|premove| premove.piece == piece));
                self.unchoose();
                if has_premove {
                    controls.send(LiveCommand::Cancel { piece });
                }
            }
            Some(piece) if own.is_none() || self.targets.contains(&square) => self.send(piece, square, controls),
            _ => {
                if let Some(piece) = own {
                    self.choose(piece, controls);
                } else {
                    let name = controls.visit.view().map(|view| SquareNames::of(view).name(square));
                    controls.refuse(format!("No piece of yours stands on {}.", name.unwrap_or(square)));
                }
            }
        }
    }

    pub(super) fn choose(&mut self, piece: LivePiece, controls: &mut LiveControls) {
        controls.status = Status::default();
        self.chosen = Some(piece.id);
        self.targets.clear();
        controls.visit.send_own(LiveCommand::Targets { piece: piece.id });
    }

    pub(super) fn unchoose(&mut self) {
        self.chosen = None;
        self.targets.clear();
    }

    pub(super) fn send(&mut self, piece: u16, to: Square, controls: &mut LiveControls) {
        self.unchoose();
        controls.send(LiveCommand::Go { piece, to });
    }

    /// The square of the chosen piece, while it stands.
    pub(super) fn chosen_square(&self, controls: &LiveControls) -> Option<Square> {
        Self::square_of(controls, self.chosen?)
    }

    /// The square of a piece, while it stands.
    pub(super) fn square_of(controls: &LiveControls, piece: u16) -> Option<Square> {
        match Self::piece(controls, piece)?.place {
            Place::Standing { square, .. } => Some(square),
            Place::Moving { .. } | Place::Flying { .. } => None,
        }
    }

    /// The player's own piece that stands on a square.
    pub(super) fn own_on(controls: &LiveControls, square: Square) -> Option<LivePiece> {
        let view = controls.visit.view()?;
        let own = view.yours.first()?;
        let army = view.frame.seats.get(usize::from(own.0))?.seat.army;
        let here = |piece: &&LivePiece| {
            let stands = matches!(piece.place, Place::Standing { square: at, .. } if at == square);
            stands && piece.army == army
        };
        view.frame.pieces.iter().find(here).copied()
    }
}
