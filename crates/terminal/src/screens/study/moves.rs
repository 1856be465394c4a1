//! Moves that are typed or pointed at: added to the tree, or tried instead of a mistake.

use host::StudyCommand;
use play::{Action as MoveAction, LegalMove, Square};

use super::Study;
use crate::{
    screens::{Step, ask::Ask},
    status::Status,
};

impl Study {
    pub(super) fn choices(&self) -> &[LegalMove] {
        let position = self.position.as_ref().filter(|position| position.node == self.at);
        position.map_or(&[], |position| &position.choices)
    }

    /// Adds a move by its squares, or tries it.
    pub(super) fn play(&mut self, from: Square, to: Square, action: MoveAction) {
        self.chosen = None;
        let node = self.at;
        if self.trying.is_some() {
            self.status = Status::calm("The engine looks at it…");
            return self.visit.send_own(StudyCommand::Try { node, from, to, action });
        }
        self.follow = Some(node);
        self.visit.send_own(StudyCommand::Add { node, from, to, action });
    }

    pub(super) fn play_text(&mut self, text: &str) {
        if self.trying.is_some() {
            if self.position.as_ref().is_none_or(|position| position.node != self.at) {
                self.waiting = Some(text.to_owned());
                return;
            }
            let typed = self.choices().iter().find(|mv| mv.label == text || mv.code == text);
            match typed.cloned() {
                Some(mv) => self.play(mv.from, mv.to, mv.action),
                None => self.status = Status::refusal("That is not a legal move here; Tab completes one."),
            }
            return;
        }
        self.follow = Some(self.at);
        self.visit.send_own(StudyCommand::Type {
            node: self.at,
            text: text.to_owned(),
        });
    }

    pub(super) fn take_square(&mut self, square: Square) -> Step {
        let Some(from) = self.chosen.take() else {
            self.chosen = self.choices().iter().any(|mv| mv.from == square).then_some(square);
            return Step::Stay;
        };
        let fitting: Vec<LegalMove> = self
            .choices()
            .iter()
            .filter(|mv| (mv.from, mv.to) == (from, square))
            .cloned()
            .collect();
        match fitting.as_slice() {
            [] if from == square => {}
            [] => self.chosen = self.choices().iter().any(|mv| mv.from == square).then_some(square),
            [mv] if !mv.action.is_bought() => self.play(mv.from, mv.to, mv.action),
            _ => return Step::open(Ask::which_move(fitting)),
        }
        Step::Stay
    }
}
