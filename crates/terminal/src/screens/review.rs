//! Going through a game: every position, what the engine thinks of it, and where it was lost.

mod picture;

use hall::{Format, Input, Judged, Scene, SeatNumber, TableId, Told};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::{Effect, House},
    keys::{Action, Place},
    screens::{Screen, Step, Touch, help::Help, play::Message, play::Tone, play::write_game},
    visit::Visit,
};

/// A game that is gone through.
pub(crate) struct Review {
    visit: Visit,
    below: SeatNumber,
    /// The position that is wished for, and the one that is shown.
    at: usize,
    scene: Option<Scene>,
    judged: Vec<Judged>,
    message: Message,
}

impl Review {
    /// Opens a table to go through its game.
    pub(crate) fn open(house: &mut House, table: &TableId, below: SeatNumber) -> Result<Review, String> {
        Ok(Review {
            visit: Visit::begin(house, table, &[])?,
            below,
            at: 0,
            scene: None,
            judged: Vec::new(),
            message: Message::default(),
        })
    }
}

impl Screen for Review {
    fn title(&self) -> String {
        let Some(view) = self.visit.view() else {
            return "Review".to_owned();
        };
        let names: Vec<&str> = view.frame.seats.iter().map(|seat| seat.name.as_str()).collect();
        let result = view.frame.end.as_ref().map_or("", |end| end.result.as_str());
        format!("Review: {} {result}", names.join(" – "))
    }

    fn places(&self) -> &'static [Place] {
        &[Place::Review]
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        let turns = self.turns();
        match action {
            Action::Earlier => self.go(self.at.saturating_sub(1)),
            Action::Later => self.go(self.at + 1),
            Action::First => self.go(0),
            Action::Last => self.go(turns),
            Action::Up => {
                let before = self.mistakes().filter(|judged| judged.ply < self.at).last();
                if let Some(ply) = before.map(|judged| judged.ply) {
                    self.go(ply);
                }
            }
            Action::Down => {
                let after = self.mistakes().find(|judged| judged.ply > self.at);
                if let Some(ply) = after.map(|judged| judged.ply) {
                    self.go(ply);
                }
            }
            Action::Flip => self.below = SeatNumber(1 - self.below.0.min(1)),
            Action::Copy => {
                if let Some(text) = self.scene.as_ref().map(|scene| scene.text.clone()) {
                    house.effects.push(Effect::Copy(text.clone()));
                    self.say(format!("Copied: {text}"), Tone::Calm);
                }
            }
            Action::Save => self.message = write_game(house, self.visit.table(), None, Format::Pgn).into(),
            Action::Help => return Step::open(Help::default()),
            Action::Back => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Earlier => self.go(self.at.saturating_sub(1)),
            Touch::Later => self.go(self.at + 1),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) => {}
        }
        Step::Stay
    }

    fn visitor(&self) -> Option<u64> {
        Some(self.visit.number())
    }

    fn told(&mut self, told: Told, house: &mut House) -> Step {
        let was_unknown = self.visit.view().is_none();
        self.visit.hear(&told, house.now);
        match told {
            Told::View { .. } if was_unknown => {
                self.go(self.turns());
                self.visit.wish(Input::Review);
            }
            Told::Scene { scene } => {
                if scene.ply == self.at {
                    self.scene = Some(*scene);
                }
            }
            Told::Judged { judged } => {
                self.judged.retain(|known| known.ply != judged.ply);
                self.judged.push(judged);
                self.judged.sort_by_key(|judged| judged.ply);
            }
            Told::Refused { words, .. } | Told::Closed { words } => self.say(words, Tone::Refusal),
            Told::View { .. }
            | Told::News { .. }
            | Told::Done { .. }
            | Told::Hint { .. }
            | Told::Thought { .. }
            | Told::LiveView { .. }
            | Told::LiveNews { .. }
            | Told::Squares { .. }
            | Told::Dropped { .. }
            | Told::Replayed { .. } => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _house: &House) {
        self.draw_whole(canvas, area);
    }
}

impl Review {
    /// Shows the position after so many turns.
    fn go(&mut self, ply: usize) {
        self.at = ply.min(self.turns());
        self.message = Message::default();
        self.visit.wish(Input::Look { ply: self.at });
    }

    fn turns(&self) -> usize {
        self.visit.view().map_or(0, |view| view.record.len())
    }

    fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| judged.mistake.is_some())
    }

    fn say(&mut self, words: String, tone: Tone) {
        self.message = Message { words, tone };
    }
}
