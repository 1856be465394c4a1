//! The table: a board, a line to type on, the record; for every turn game the same.
//!
//! Nothing here knows a rule. What can be played stands in the view; what is wished for is sent, and the table grants
//! or refuses it with words.

pub(crate) mod completion;
mod orders;
mod picture;
mod squares;

pub(crate) use orders::{keep_game, write_game};

use std::time::Instant;

use bots::Game;
use hall::{Asked, Choice, Event, Frame, Input, Piece, Scene, SeatNumber, Square, TableId, Thought, Told, View};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    config::Motion,
    house::{House, SLIDE},
    keys::{Action, Place},
    screens::{
        Reply, Screen, Step, Touch,
        ended::{After, Ended},
        help::Help,
        leave::Leave,
    },
    visit::Visit,
    widgets::{
        board::Slide,
        line::{Cycle, Line},
    },
};

/// A seat at a table, with everything that is not the table's affair.
pub(crate) struct Play {
    visit: Visit,
    line: Line,
    cursor: Option<Square>,
    chosen: Option<Square>,
    flipped: bool,
    message: Message,
    /// An earlier position that is looked at.
    past: Option<Scene>,
    hint: Option<Choice>,
    /// What the engine thinks, while it is asked.
    thought: Listening,
    slide: Option<(u16, Square, Instant)>,
}

/// Words for the player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) words: String,
    pub(crate) tone: Tone,
}

impl From<Result<String, String>> for Message {
    /// What was done, or why it cannot be.
    fn from(told: Result<String, String>) -> Message {
        match told {
            Ok(words) => Message {
                words,
                tone: Tone::Calm,
            },
            Err(words) => Message {
                words,
                tone: Tone::Refusal,
            },
        }
    }
}

/// How words are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// So it is.
    #[default]
    Calm,
    /// Somebody talks.
    Talk,
    /// It cannot be so.
    Refusal,
}

/// Whether the engine is asked what it thinks.
#[derive(Clone, Debug, Default)]
enum Listening {
    #[default]
    Off,
    On(Option<Thought>),
}

impl Play {
    /// Sits down at a table for `seats`.
    pub(crate) fn sit(house: &mut House, table: &TableId, seats: &[SeatNumber]) -> Result<Play, String> {
        Ok(Play {
            visit: Visit::begin(house, table, seats)?,
            line: Line::default(),
            cursor: None,
            chosen: None,
            flipped: false,
            message: Message::default(),
            past: None,
            hint: None,
            thought: Listening::default(),
            slide: None,
        })
    }
}

impl Screen for Play {
    fn title(&self) -> String {
        let Some(view) = self.visit.view() else {
            return "Threefold".to_owned();
        };
        let game = match view.game {
            Game::Chess => "Chess",
            Game::Ransom => "Ransom",
            Game::Kungfu => "Kung Fu Chess",
        };
        let names: Vec<String> = (0..view.frame.seats.len())
            .map(|seat| self.name(SeatNumber(seat as u8)))
            .collect();
        format!("{game}: {}", names.join(" – "))
    }

    fn places(&self) -> &'static [Place] {
        &[Place::Board, Place::Line]
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if self.line.edit(action) {
            self.message = Message::default();
            return Step::Stay;
        }
        match action {
            Action::Enter if self.line.is_empty() => match self.cursor {
                Some(square) => return self.take(square),
                None => self.cursor = self.home_square(),
            },
            Action::Enter => {
                let text = self.line.take();
                return self.order(text.trim(), house);
            }
            Action::Back => return self.back(),
            Action::Complete => self.complete(Cycle::On),
            Action::CompleteBack => self.complete(Cycle::Back),
            Action::Up | Action::Down | Action::Left | Action::Right => self.steer(action),
            Action::Earlier | Action::Later | Action::First | Action::Last => self.look(action),
            Action::Flip => self.flipped = !self.flipped,
            Action::TakeBack => self.wish(Input::Undo),
            Action::Hint => self.ask_hint(),
            Action::Evaluate => self.toggle_thoughts(),
            Action::Save => self.export(None, house),
            Action::Copy => self.copy(house),
            Action::Help => return Step::open(Help::default()),
            Action::Type(_)
            | Action::Erase
            | Action::EraseWord
            | Action::EraseLine
            | Action::QuickStart
            | Action::Pause
            | Action::Step
            | Action::Faster
            | Action::Slower
            | Action::View
            | Action::Abort
            | Action::Redraw
            | Action::Suspend
            | Action::Quit => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Press(square) => {
                self.cursor = None;
                if self.is_choosable(square) && self.chosen != Some(square) && !self.is_target(square) {
                    self.choose(square);
                    return Step::Stay;
                }
                self.take(square)
            }
            Touch::Release(square) => match self.chosen {
                Some(from) if from != square => self.go(from, square),
                _ => Step::Stay,
            },
            Touch::Earlier => {
                self.look(Action::Earlier);
                Step::Stay
            }
            Touch::Later => {
                self.look(Action::Later);
                Step::Stay
            }
            Touch::Moment(_) => Step::Stay,
        }
    }

    fn reply(&mut self, reply: Reply, house: &mut House) -> Step {
        match reply {
            Reply::Chosen(choice) => {
                self.wish(Input::Move {
                    from: choice.from,
                    to: choice.to,
                    kind: choice.kind,
                });
                Step::Stay
            }
            Reply::Leave => Step::Back,
            Reply::Resign => {
                self.wish(Input::Resign);
                Step::Stay
            }
            Reply::Rematch => self.rematch(house),
            Reply::Review => self.review(house),
            Reply::Save => {
                self.export(None, house);
                Step::Stay
            }
        }
    }

    fn visitor(&self) -> Option<u64> {
        Some(self.visit.number())
    }

    fn table(&self) -> Option<&View> {
        self.visit.view()
    }

    fn told(&mut self, told: Told, house: &mut House) -> Step {
        self.visit.hear(&told, house.now);
        match told {
            Told::View { .. } => {
                if self.frame().is_some_and(|frame| frame.end.is_some()) {
                    return self.ended();
                }
            }
            Told::News { events, .. } => return self.news(events, house),
            Told::Refused { words, .. } | Told::Closed { words } => self.say(words, Tone::Refusal),
            Told::Scene { scene } => self.past = Some(*scene),
            Told::Hint { choice, score } => {
                let words = format!("Hint: {} ({score})", choice.label);
                self.hint = Some(choice);
                self.say(words, Tone::Calm);
            }
            Told::Thought { thought } => {
                if let Listening::On(heard) = &mut self.thought {
                    *heard = Some(thought);
                }
            }
            Told::Done { .. }
            | Told::Judged { .. }
            | Told::LiveView { .. }
            | Told::LiveNews { .. }
            | Told::Squares { .. }
            | Told::Dropped { .. }
            | Told::Replayed { .. } => {}
        }
        Step::Stay
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        let clocks = (0..2).filter_map(|seat| {
            let (left, runs) = self.visit.clock(seat, now)?;
            Some(now + crate::widgets::clock::until_change(left).filter(|_| runs)?)
        });
        // A slide goes by steps of a thirtieth of a second; its last step is its end.
        let slide = self.slide.and_then(|(_, _, began)| {
            let end = began + SLIDE;
            (now < end).then(|| end.min(now + SLIDE / 6))
        });
        clocks.chain(slide).min()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        self.draw_whole(canvas, area, house);
    }
}

impl Play {
    fn news(&mut self, events: Vec<Event>, house: &House) -> Step {
        let mut has_ended = false;
        for event in events {
            match event {
                Event::Played { entry } => {
                    self.unmark();
                    if house.wardrobe.config.motion == Motion::Sliding {
                        let moved = self.piece_on(entry.squares[1]).map(|piece| piece.id);
                        self.slide = moved.map(|id| (id, entry.squares[0], house.now));
                    }
                }
                Event::TakenBack { .. } => {
                    self.unmark();
                    self.say("Taken back.".to_owned(), Tone::Calm);
                }
                Event::Offered { by, what } => {
                    let words = format!("{} {}", self.name(by), asked(what));
                    self.say(words, Tone::Calm);
                }
                Event::Declined { what } => self.say(declined(what).to_owned(), Tone::Calm),
                Event::Said { seat, words } => {
                    let words = format!("{}: {words}", self.name(seat));
                    self.say(words, Tone::Talk);
                }
                Event::BotFailed { words, .. } => {
                    self.say(format!("{words} /bot LEVEL gives its seat to another."), Tone::Refusal);
                }
                Event::NotSaved { words } => self.say(words, Tone::Refusal),
                Event::Agreed { .. } | Event::Seated { .. } | Event::Renamed { .. } => {}
                Event::Ended => has_ended = true,
            }
        }
        if has_ended { self.ended() } else { Step::Stay }
    }

    fn slide(&self, now: Instant) -> Option<Slide> {
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

    fn frame(&self) -> Option<&Frame> {
        self.visit.view().map(|view| &view.frame)
    }

    /// The board that is shown: the present one, or one that is looked at.
    fn scene(&self) -> Option<&Scene> {
        self.past.as_ref().or_else(|| self.frame().map(|frame| &frame.scene))
    }

    fn piece_on(&self, square: Square) -> Option<&Piece> {
        self.scene()?.pieces.iter().find(|piece| piece.square == square)
    }

    /// Who sits there; the player, unless named, is told apart from others.
    fn name(&self, seat: SeatNumber) -> String {
        let view = self.visit.view();
        let Some(at) = view.and_then(|view| view.frame.seats.get(usize::from(seat.0))) else {
            return String::new();
        };
        let is_own = view.is_some_and(|view| view.yours == [seat]);
        if is_own && at.name == at.side {
            "You".to_owned()
        } else {
            at.name.clone()
        }
    }

    fn below(&self) -> SeatNumber {
        match (self.visit.below(), self.flipped) {
            (seat, false) => seat,
            (SeatNumber(0), true) => SeatNumber(1),
            (_, true) => SeatNumber(0),
        }
    }

    fn say(&mut self, words: String, tone: Tone) {
        self.message = Message { words, tone };
    }

    fn unmark(&mut self) {
        self.chosen = None;
        self.hint = None;
        self.past = None;
        self.slide = None;
        if self.message.tone != Tone::Talk {
            self.message = Message::default();
        }
        if let Listening::On(heard) = &mut self.thought {
            *heard = None;
        }
    }

    fn back(&mut self) -> Step {
        if !self.line.is_empty() {
            self.line.clear();
            self.message = Message::default();
        } else if self.chosen.take().is_some() {
            self.message = Message::default();
        } else if self.past.take().is_none() {
            let runs = self.frame().is_some_and(|frame| frame.end.is_none());
            return if runs { Step::open(Leave::default()) } else { Step::Back };
        }
        Step::Stay
    }

    fn ended(&mut self) -> Step {
        self.unmark();
        let end = self.visit.view().and_then(|view| {
            let end = view.frame.end.as_ref()?;
            Some(Ended::of(end, &view.yours, After::Turns))
        });
        end.map_or(Step::Stay, Step::open)
    }
}

const fn asked(what: Asked) -> &'static str {
    match what {
        Asked::Draw => "offers a draw: /accept or /decline.",
        Asked::Undo => "asks to take back: /accept or /decline.",
        Asked::Rematch => "asks for another game: /accept or /decline.",
    }
}

const fn declined(what: Asked) -> &'static str {
    match what {
        Asked::Draw => "The draw is declined; play goes on.",
        Asked::Undo => "The take-back is declined; play goes on.",
        Asked::Rematch => "Another game is declined.",
    }
}
