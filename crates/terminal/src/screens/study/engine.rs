//! What the engine is asked: the shown position, a threat, or the whole game.

use host::{AnalysedSide, Analysis, StudyCommand};

use super::Study;

/// Whether the engine looks on.
pub(super) struct Engine {
    pub(super) on: bool,
    pub(super) side: AnalysedSide,
    pub(super) lines: u8,
    pub(super) found: Option<Analysis>,
}

impl Study {
    pub(super) fn analyse(&mut self) {
        self.engine.found = None;
        self.visit.send_own(StudyCommand::Analyse {
            node: self.at,
            lines: self.engine.lines,
            side: self.engine.side,
        });
    }

    pub(super) fn switch_engine(&mut self) {
        self.engine.on = !self.engine.on;
        if self.engine.on {
            self.analyse();
        } else {
            self.engine.found = None;
            self.visit.send_own(StudyCommand::Stop);
        }
    }

    pub(super) fn switch_threat(&mut self) {
        self.engine.side = match self.engine.side {
            AnalysedSide::Mover => AnalysedSide::Threat,
            AnalysedSide::Threat => AnalysedSide::Mover,
        };
        self.engine.on = true;
        self.analyse();
    }

    pub(super) fn switch_review(&mut self) {
        let review = self.view().and_then(|view| view.frame.review.as_ref());
        let command = if review.is_some_and(|review| review.running) {
            StudyCommand::StopReview
        } else {
            StudyCommand::Review
        };
        self.visit.send_own(command);
    }
}
