//! The lesson: what happens at the table ends its steps.

use host::{BotSpec, CommonEvent, LiveBoard, LiveEvent, LiveFrame, LiveGameSetup, LiveMessage, Message, Speed};
use play::{Army, PieceKind};
use practice::{Happening, LiveLessonRun};

/// The bot that a learner plays against.
const OPPONENT: &str = "level1";
/// The army of the learner, who sits at the first seat.
const OWN: Army = Army::Ivory;

/// The game of the lesson, without its seats, and who plays against the learner.
pub(super) fn setup(seed: u64) -> (LiveGameSetup, Vec<BotSpec>) {
    let game = LiveGameSetup {
        board: LiveBoard::Standard,
        speed: Speed::Standard,
        seats: Vec::new(),
        seed,
        scenario: None,
    };
    (game, vec![BotSpec::stored(OPPONENT)])
}

/// How far a learner is in the lesson.
#[derive(Default)]
pub(super) struct LessonGuide {
    run: LiveLessonRun,
    /// Every piece that was ever seen: an event may be about one that is gone.
    pieces: Vec<(u16, Army, PieceKind)>,
    /// The learner's piece that moved last.
    last: Option<u16>,
}

impl LessonGuide {
    pub(super) fn hear(&mut self, message: &LiveMessage) {
        match message {
            Message::Snapshot { view } => self.see(&view.frame),
            Message::Update { events, frame } => {
                self.see(frame);
                for event in events {
                    let happened = self.meaning(event);
                    self.run.hear(&happened);
                }
                if !frame.premoves.is_empty() {
                    self.run.hear(&[Happening::Premoved]);
                }
            }
            Message::Reply { .. }
            | Message::Refused { .. }
            | Message::Note { .. }
            | Message::Notice { .. }
            | Message::Closed { .. } => {}
        }
    }

    fn see(&mut self, frame: &LiveFrame) {
        for piece in &frame.pieces {
            if self.pieces.iter().all(|(id, ..)| *id != piece.id) {
                self.pieces.push((piece.id, piece.army, piece.kind));
            }
        }
    }

    /// What an event means for the learner.
    fn meaning(&mut self, event: &LiveEvent) -> Vec<Happening> {
        let own = |wanted: u16| self.pieces.iter().find(|(id, army, _)| *id == wanted && *army == OWN);
        match event {
            LiveEvent::Departed { piece } => {
                let Some((id, _, kind)) = own(*piece).copied() else {
                    return Vec::new();
                };
                let mut happened = vec![Happening::Moved];
                if self.last.replace(id).is_some_and(|last| last != id) {
                    happened.push(Happening::MovedAnother);
                }
                if kind == PieceKind::King {
                    happened.push(Happening::KingMoved);
                }
                happened
            }
            LiveEvent::Captured { by: Some(by), .. } if own(*by).is_some() => vec![Happening::Captured],
            LiveEvent::Common(CommonEvent::Ended) => vec![Happening::Ended],
            _ => Vec::new(),
        }
    }

    pub(super) fn words(&self) -> String {
        let [at, of] = self.run.place();
        match self.run.step() {
            Some(step) => format!("Lesson {at} of {of}. {}", step.words),
            None if self.run.is_cut_short() => {
                "The game ended before the last step. Begin the lesson again.".to_owned()
            }
            None => "That was the lesson.".to_owned(),
        }
    }
}
