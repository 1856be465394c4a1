//! Ways through the tree: along a line, between alternatives, from one mistake to the next.

use host::{Mistake, NodeId, StudyView};

use super::Study;
use crate::{keys::Action, screens::Touch, status::Status};

impl Study {
    pub(super) fn parent(&self) -> Option<NodeId> {
        self.node(self.at)?.parent
    }

    pub(super) fn first_child(&self) -> Option<NodeId> {
        self.node(self.at)?.children.first().copied()
    }

    /// The position to which the wheel or a press on the chart leads.
    pub(super) fn touched(&self, touch: Touch) -> Option<NodeId> {
        match touch {
            Touch::Earlier => self.parent(),
            Touch::Later => self.first_child(),
            Touch::Ply(ply) => self.view()?.main_line().get(ply).copied(),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) => None,
        }
    }

    /// Another move instead of the shown one; after the last comes the first.
    pub(super) fn alternative(&self, step: isize) -> Option<NodeId> {
        let siblings = &self.node(self.parent()?)?.children;
        let place = siblings.iter().position(|id| *id == self.at)? as isize;
        let count = siblings.len() as isize;
        siblings.get((place + step).rem_euclid(count) as usize).copied()
    }

    /// The mistakes of the main line.
    pub(super) fn mistakes(&self) -> Vec<NodeId> {
        let Some(view) = self.view() else { return Vec::new() };
        let is_mistake = |id: &NodeId| mistake(view, *id).is_some();
        view.main_line().into_iter().filter(is_mistake).collect()
    }

    /// The place of a position in the main line, or of the position where its line branches off.
    pub(super) fn ply(&self, id: NodeId) -> usize {
        let Some(view) = self.view() else { return 0 };
        let line = view.main_line();
        let up = |id: &NodeId| view.node(*id).and_then(|node| node.parent);
        let on_line = |id: NodeId| line.iter().position(|known| *known == id);
        std::iter::successors(Some(id), up).find_map(on_line).unwrap_or(0)
    }

    pub(super) fn go_to_mistake(&mut self, action: Action) {
        let at = self.ply(self.at);
        let mistakes = self.mistakes();
        let mut placed = mistakes.iter().map(|id| (self.ply(*id), *id));
        let next = match action {
            Action::MistakeBefore => placed.rfind(|(ply, _)| *ply < at),
            _ => placed.find(|(ply, _)| *ply > at),
        };
        match next {
            Some((_, id)) => {
                self.trying = None;
                self.go(id);
            }
            None if mistakes.is_empty() => self.status = Status::calm("No mistake is known; F5 reviews the game."),
            None => self.status = Status::calm("There is no other mistake that way."),
        }
    }

    /// Goes before a mistake and asks for a better move.
    pub(super) fn try_again(&mut self) {
        let mistake = self.view().and_then(|view| mistake(view, self.at)).and(self.parent());
        let Some(before) = mistake else {
            self.status = Status::refusal("Go to a mistake first: Ctrl-Right finds the next one.");
            return;
        };
        let tried = self.at;
        self.go(before);
        self.trying = Some(tried);
        self.status = Status::calm("Find a better move. Esc gives up.");
    }
}

/// How bad the move to a position was.
pub(super) fn mistake(view: &StudyView, id: NodeId) -> Option<Mistake> {
    view.node(id)?.judgement.as_ref()?.mistake
}
