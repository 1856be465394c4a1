//! The entries beside the board: what else a position has, and what can be done with it.

use host::StudySource;
use play::{FieldValues, MoveTree, OFF, ON, SketchField, SketchSource, Start};

use super::{Editor, Hands};
use crate::{
    context::AppContext,
    form::Turn,
    keys::Action,
    offered::OfferedGame,
    screens::{Step, boxed, form::FormScreen, study::Study},
    setups::{POSITION, START, START_POSITION},
    status::Status,
    widgets::line::Line,
};

/// An entry beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Game,
    Turn,
    /// A field of the game, by its place.
    Field(usize),
    Play,
    Study,
    Usual,
    Empty,
    Text,
}

impl Editor {
    pub(super) fn entries(&self) -> Vec<Entry> {
        let game = (self.games.len() > 1).then_some(Entry::Game);
        let fields = (0..self.card.fields.len()).map(Entry::Field);
        let doors = [Entry::Play, Entry::Study, Entry::Usual, Entry::Empty, Entry::Text];
        game.into_iter()
            .chain([Entry::Turn])
            .chain(fields)
            .chain(doors)
            .collect()
    }

    /// Another value for an entry that has one.
    pub(super) fn turn_value(&mut self, entry: Entry, turn: Turn) {
        let mut sketch = self.card.sketch.clone();
        match entry {
            Entry::Game => {
                let count = self.games.len();
                let step = if turn == Turn::On { 1 } else { count - 1 };
                self.game = (self.game + step) % count;
                return self.take(SketchSource::Usual);
            }
            Entry::Turn => sketch.turn = sketch.turn.other(),
            Entry::Field(place) => {
                let Some(field) = self.card.fields.get(place) else {
                    return;
                };
                sketch.fields[place] = turned(field, turn);
            }
            Entry::Play | Entry::Study | Entry::Usual | Entry::Empty | Entry::Text => return,
        }
        self.take(SketchSource::Sketch(sketch));
    }

    pub(super) fn enter(&mut self, entry: Entry, context: &mut AppContext) -> Step {
        match entry {
            Entry::Game | Entry::Turn | Entry::Field(_) => self.turn_value(entry, Turn::On),
            Entry::Usual => self.take(SketchSource::Usual),
            Entry::Empty => self.take(SketchSource::Empty),
            Entry::Text => {
                let mut line = Line::default();
                line.set(&self.card.text);
                self.hands = Hands::Text(line);
            }
            Entry::Play | Entry::Study if !self.card.faults.is_empty() => {
                self.status = Status::refusal(self.card.faults.join(" "));
            }
            Entry::Play => return self.play(context),
            Entry::Study => {
                let tree = MoveTree {
                    start: Start::Text(self.card.text.clone()),
                    ..MoveTree::default()
                };
                let source = StudySource::Tree(self.module().id(), Box::new(tree));
                match Study::of(context, source) {
                    Ok(study) => return Step::open(study),
                    Err(words) => self.status = Status::refusal(words),
                }
            }
        }
        Step::Stay
    }

    /// The form of a new game, with this position.
    pub(super) fn play(&mut self, context: &AppContext) -> Step {
        let Some(game) = OfferedGame::find(&context.host, self.module().id()) else {
            return Step::Stay;
        };
        let setup = game.setup();
        let mut answers = context.remembered.answers(&setup.name());
        answers.set(START, START_POSITION);
        answers.set(POSITION, &self.card.text);
        Step::Open(boxed(FormScreen::answered(setup, answers)))
    }

    pub(super) fn act_on_panel(&mut self, action: Action, context: &mut AppContext) -> Step {
        let entries = self.entries();
        if self.menu.steer(action, entries.len()) {
            return Step::Stay;
        }
        let Some(entry) = entries.get(self.menu.at).copied() else {
            return Step::Stay;
        };
        match action {
            Action::Enter => return self.enter(entry, context),
            Action::Left => self.turn_value(entry, Turn::Back),
            Action::Right => self.turn_value(entry, Turn::On),
            Action::Back => self.hands = Hands::Board,
            _ => {}
        }
        Step::Stay
    }
}

/// The value after or before that of a field.
fn turned(field: &SketchField, turn: Turn) -> String {
    match &field.values {
        FieldValues::Switch => if field.value == ON { OFF } else { ON }.to_owned(),
        FieldValues::Choice(values) => {
            let at = values.iter().position(|value| *value == field.value).unwrap_or(0);
            let step = if turn == Turn::On {
                1
            } else {
                values.len().saturating_sub(1)
            };
            let next = values.get((at + step) % values.len().max(1));
            next.cloned().unwrap_or_else(|| field.value.clone())
        }
        FieldValues::Number(most) => {
            let at: u32 = field.value.parse().unwrap_or(0);
            let next = match turn {
                Turn::On => {
                    if at >= *most {
                        0
                    } else {
                        at + 1
                    }
                }
                Turn::Back => at.checked_sub(1).unwrap_or(*most),
            };
            next.to_string()
        }
    }
}
