//! What the table sends: changes of the tree and answers to commands.

use host::{NodeId, StudyAnswer, StudyEvent};

use super::Study;
use crate::status::Status;

impl Study {
    pub(super) fn events(&mut self, events: Vec<StudyEvent>) {
        for event in events {
            if let StudyEvent::Added { node, by } = event {
                let own = self.view().is_some_and(|view| view.yours.contains(&by));
                if own && node.parent == self.follow {
                    self.follow = None;
                    self.go(node.id);
                }
            }
        }
        // Somebody may have removed the position that is looked at; the nearest one before it was shown last.
        if self.node(self.at).is_none() {
            let before = self.position.as_ref().map(|position| position.node);
            let known = before.filter(|id| self.node(*id).is_some());
            self.trying = None;
            self.go(known.unwrap_or(NodeId::ROOT));
        }
    }

    pub(super) fn answer(&mut self, answer: StudyAnswer) {
        match answer {
            StudyAnswer::Done => {}
            StudyAnswer::Known { node } => {
                self.follow = None;
                self.go(node);
            }
            StudyAnswer::Position(position) => {
                if position.node == self.at {
                    self.position = Some(*position);
                    if let Some(text) = self.waiting.take() {
                        self.play_text(&text);
                    }
                }
            }
            StudyAnswer::Tried { judgement, words, .. } => {
                let found = judgement.mistake.is_none();
                let more = if found { "" } else { " Try another, or Esc." };
                let words = format!("{words}{more}");
                if found {
                    self.trying = None;
                }
                self.status = if found {
                    Status::calm(words)
                } else {
                    Status::refusal(words)
                };
            }
        }
    }
}
