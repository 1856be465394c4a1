//! The position that is shown: the present one with its sliding piece, or an earlier one.

use std::time::Instant;

use host::{PastSeat, SeatNumber, TurnFrame};
use play::{OpeningName, Scene};

use super::{TurnControls, TurnMode};
use crate::{context::SLIDE, widgets::board::Slide};

/// An earlier position and what the seats had then.
pub(super) struct Past {
    pub(super) scene: Scene,
    pub(super) seats: Vec<PastSeat>,
    pub(super) opening: Option<OpeningName>,
}

impl TurnMode {
    pub(super) fn frame(controls: &TurnControls) -> Option<&TurnFrame> {
        controls.visit.view().map(|view| &view.frame)
    }

    /// The position that is shown: the present or an earlier one.
    pub(super) fn scene<'a>(&'a self, controls: &'a TurnControls) -> Option<&'a Scene> {
        let present = || Self::frame(controls).map(|frame| &frame.scene);
        self.past.as_ref().map(|past| &past.scene).or_else(present)
    }

    /// Whether the player of one side waits for the other side to move, or for the table to accept the player's move.
    pub(super) fn waits(&self, controls: &TurnControls) -> bool {
        let Some(view) = controls.visit.view() else {
            return false;
        };
        let turn = view.frame.scene.turn.map(SeatNumber::from);
        let is_running = view.frame.end.is_none() && turn.is_some();
        let is_own = turn.is_some_and(|turn| view.yours.contains(&turn));
        is_running && view.yours.len() == 1 && (!is_own || self.is_sent)
    }

    pub(super) fn slide(&self, now: Instant) -> Option<Slide> {
        let (piece, from, began) = self.slide?;
        let gone = now.saturating_duration_since(began);
        (gone < SLIDE && self.past.is_none()).then(|| {
            let part = gone.as_secs_f64() / SLIDE.as_secs_f64();
            // Quick at first, slow at the end.
            let eased = 1.0 - (1.0 - part).powi(3);
            Slide {
                piece,
                from,
                done: (eased * 100.0) as u16,
            }
        })
    }
}
