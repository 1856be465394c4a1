//! The lesson of Kung Fu Chess: a live table with the words of the lesson above it.

use std::time::Instant;

use arena::MatchUpdate;
use host::{
    BotSpec, CommonEvent, GameSetup, LiveBoard, LiveEvent, LiveFrame, LiveGameSetup, LiveMessage, Message,
    NewTableSetup, Occupant, SeatNumber, Speed, Visibility,
};
use play::{Army, PieceKind};
use practice::{Happening, LiveLessonRun};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    form::Turn,
    keys::{Action, KeyContext},
    screens::{Reply, Screen, Step, Touch, boxed, play::Play},
    visit::{TableMessage, TableView, sentence},
    widgets::menu::Menu,
};

/// The bot that a learner plays against.
const OPPONENT: &str = "level1";
/// Rows for the words of the lesson at the most.
const MOST_ROWS: u16 = 6;

/// A live table with a lesson; everything but the words is the table's own.
pub(crate) struct CoachScreen {
    table: Box<dyn Screen>,
    run: LiveLessonRun,
    /// Every piece that was ever seen: an event may be about one that is gone.
    pieces: Vec<(u16, Army, PieceKind)>,
    /// The learner's piece that moved last.
    last: Option<u16>,
}

/// The army of the learner, who sits at the first seat.
const OWN: Army = Army::Ivory;

impl CoachScreen {
    /// Opens a table for the lesson.
    pub(crate) fn open(context: &mut AppContext) -> Result<Self, String> {
        let you = &context.players.you;
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Live(LiveGameSetup {
                board: LiveBoard::Standard,
                speed: Speed::Standard,
                seats: vec![Occupant::Person(you.id), Occupant::Bot(BotSpec::stored(OPPONENT))],
                seed: context.random.u64(..),
            }),
        };
        let players = [context.players.you.new_player()];
        let table = context.host.create(&setup, &players, Vec::new());
        let table = table.map_err(|error| sentence(&error.to_string()))?;
        Ok(CoachScreen {
            table: Play::live(context, &table, &[SeatNumber(0)]).map(boxed)?,
            run: LiveLessonRun::default(),
            pieces: Vec::new(),
            last: None,
        })
    }

    fn hear(&mut self, message: &LiveMessage) {
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

    fn words(&self) -> String {
        let [at, of] = self.run.place();
        match self.run.step() {
            Some(step) => format!("Lesson {at} of {of}. {}", step.words),
            None => "That was the lesson.".to_owned(),
        }
    }
}

impl Screen for CoachScreen {
    fn title(&self) -> String {
        self.table.title()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        self.table.key_contexts()
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        self.table.menu()
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        self.table.act(action, context)
    }

    fn touch_entry(&mut self, place: usize, context: &mut AppContext) -> Step {
        self.table.touch_entry(place, context)
    }

    fn touch_value(&mut self, place: usize, turn: Turn, context: &mut AppContext) -> Step {
        self.table.touch_value(place, turn, context)
    }

    fn touch(&mut self, touch: Touch) -> Step {
        self.table.touch(touch)
    }

    fn reply(&mut self, reply: Reply, context: &mut AppContext) -> Step {
        self.table.reply(reply, context)
    }

    fn subscriber(&self) -> Option<u64> {
        self.table.subscriber()
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.table.table()
    }

    fn message(&mut self, message: TableMessage, context: &mut AppContext) -> Step {
        if let TableMessage::Live(message) = &message {
            self.hear(message);
        }
        self.table.message(message, context)
    }

    fn match_update(&mut self, update: MatchUpdate) {
        self.table.match_update(update);
    }

    fn tried(&mut self, result: Result<(), String>, context: &mut AppContext) -> Step {
        self.table.tried(result, context)
    }

    fn refresh(&mut self, context: &AppContext) {
        self.table.refresh(context);
    }

    fn suspend(&mut self) {
        self.table.suspend();
    }

    fn pass(&mut self, now: Instant) {
        self.table.pass(now);
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        self.table.next_change(now)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        let lines = rows(&self.words(), area.width.saturating_sub(2));
        let taken = (lines.len() as u16).min(MOST_ROWS).min(area.height / 2);
        let style = canvas.look.accent();
        for (y, line) in (area.y..area.y + taken).zip(&lines) {
            canvas.words(area.x + 1, y, area.width.saturating_sub(2), line, style);
        }
        let rest = Rect {
            y: area.y + taken,
            height: area.height - taken,
            ..area
        };
        self.table.draw(canvas, rest, context);
    }
}
