//! Choosing pieces and playing moves by cursor and mouse, and looking at earlier positions.

use host::{SeatNumber, TurnCommand};
use play::{Action as MoveAction, LegalMove, Piece, Square};

use super::{Premove, TurnControls, TurnMode};
use crate::{
    keys::Action,
    screens::{Step, ask::Ask},
    status::Status,
};

impl TurnMode {
    /// Takes a square as Enter or a click does.
    pub(super) fn take_square(&mut self, square: Square, controls: &mut TurnControls) -> Step {
        if self.past.take().is_some() {
            controls.say("Back at the game.");
            return Step::Stay;
        }
        match self.chosen {
            Some(from) if from == square => {
                if moves(controls, from, square).next().is_some() {
                    return self.go(from, square, controls);
                }
                self.chosen = None;
                Step::Stay
            }
            Some(from)
                if self.targets(controls).contains(&square)
                    || !(self.is_choosable(controls, square) || self.is_premovable(controls, square)) =>
            {
                self.go(from, square, controls)
            }
            _ => {
                self.choose(square, controls);
                Step::Stay
            }
        }
    }

    pub(super) fn choose(&mut self, square: Square, controls: &mut TurnControls) {
        controls.status = Status::default();
        self.hint = None;
        if self.is_choosable(controls, square) || self.is_premovable(controls, square) {
            self.premove = None;
            self.chosen = Some(square);
            return;
        }
        let frame = Self::frame(controls);
        if frame.is_some_and(|frame| frame.end.is_some()) {
            controls.refuse("The game is over. /rematch plays again, /review looks at it.");
        } else if let Some(thinking) = frame.and_then(|frame| frame.thinking) {
            let name = controls.name(thinking);
            controls.refuse(format!("{name} is thinking; it is not your turn."));
        } else {
            let name = controls.visit.view().map(|view| view.board.name(square));
            controls.refuse(format!("No piece of yours stands on {}.", name.unwrap_or_default()));
        }
    }

    /// Plays a move by squares; where it can mean several moves the player is asked.
    pub(super) fn go(&mut self, from: Square, to: Square, controls: &mut TurnControls) -> Step {
        self.chosen = None;
        if self.waits(controls) {
            self.premove = Some(Premove::Squares(from, to));
            return Step::Stay;
        }
        let fitting: Vec<LegalMove> = moves(controls, from, to).cloned().collect();
        let action = match fitting.as_slice() {
            [] => MoveAction::Move,
            [mv] if !mv.action.is_bought() => mv.action,
            _ => return Step::open(Ask::which_move(fitting)),
        };
        self.is_sent = true;
        controls.send(TurnCommand::Move { from, to, action });
        Step::Stay
    }

    /// Where the chosen piece can go.
    pub(super) fn targets(&self, controls: &TurnControls) -> Vec<Square> {
        let Some(frame) = Self::frame(controls).filter(|_| self.past.is_none()) else {
            return Vec::new();
        };
        let of_chosen = frame.choices.iter().filter(|mv| Some(mv.from) == self.chosen);
        of_chosen.map(|mv| mv.to).collect()
    }

    pub(super) fn piece_on<'a>(&'a self, controls: &'a TurnControls, square: Square) -> Option<&'a Piece> {
        let scene = self.scene(controls)?;
        scene.pieces.iter().find(|piece| piece.square == square)
    }

    /// Whether a piece of the player stands there, or one could return there, and the player is to move.
    pub(super) fn is_choosable(&self, controls: &TurnControls, square: Square) -> bool {
        let view = controls.visit.view();
        let turn = view.and_then(|view| view.frame.scene.turn.map(SeatNumber::from));
        let own = turn.filter(|turn| view.is_some_and(|view| view.yours.contains(turn)));
        own.is_some_and(|own| self.has_piece(controls, square, own) || moves(controls, square, square).next().is_some())
    }

    /// Whether a piece of the player stands there while the other side is to move.
    pub(super) fn is_premovable(&self, controls: &TurnControls, square: Square) -> bool {
        let own = controls.visit.view().and_then(|view| view.yours.first());
        self.waits(controls) && own.is_some_and(|own| self.has_piece(controls, square, *own))
    }

    fn has_piece(&self, controls: &TurnControls, square: Square, seat: SeatNumber) -> bool {
        let seats = Self::frame(controls).map_or(&[][..], |frame| &frame.seats);
        let army = seats.get(usize::from(seat.0)).map(|seat| seat.seat.army);
        self.piece_on(controls, square)
            .is_some_and(|piece| Some(piece.army) == army)
    }

    /// Browses the record without changing the game.
    pub(super) fn look(&mut self, action: Action, controls: &mut TurnControls) {
        let Some(view) = controls.visit.view() else { return };
        let plies = view.record.len();
        let at = self.past.as_ref().map_or(plies, |past| past.scene.ply);
        let ply = match action {
            Action::Earlier => at.saturating_sub(1),
            Action::Later => at + 1,
            Action::First => 0,
            _ => plies,
        };
        self.look_at(ply, controls);
    }

    /// Shows the position after so many plies; the last is the present.
    pub(super) fn look_at(&mut self, ply: usize, controls: &mut TurnControls) {
        let plies = controls.visit.view().map_or(0, |view| view.record.len());
        self.chosen = None;
        if ply >= plies {
            controls.quieten();
            self.past = None;
        } else {
            controls.visit.send_own(TurnCommand::Look { ply });
        }
    }
}

/// The legal moves between two squares.
pub(super) fn moves(controls: &TurnControls, from: Square, to: Square) -> impl Iterator<Item = &LegalMove> {
    let choices = TurnMode::frame(controls).map_or(&[][..], |frame| &frame.choices);
    choices.iter().filter(move |mv| mv.from == from && mv.to == to)
}
