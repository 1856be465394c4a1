//! A table without turns: pieces glide, rest and are sent at any time; afterwards the game can be gone through.
//!
//! Nothing here knows a rule. Where a piece can go is asked of the table, what is wished for is sent, and the table
//! grants or refuses it with words. Between two frames pieces glide by the time that has passed.

mod orders;
mod picture;
mod replay;
mod squares;

use std::time::{Duration, Instant};

use hall::{Asked, Input, LiveEvent, LiveFrame, LivePiece, LiveView, Phase, SeatNumber, Square, TableId, Told};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::{Action, Place},
    screens::{
        Reply, Screen, Step, Touch,
        ended::{After, Ended},
        help::Help,
        leave::Leave,
        play::{Message, Tone, completion},
    },
    visit::{LiveVisit, Time, next_motion},
    widgets::{
        board::Turned,
        line::{Cycle, Line},
    },
};
use replay::{Beneath, Replaying};

/// So many happenings are remembered; no window shows more.
const REMEMBERED: usize = 64;

/// A seat at a table without turns.
pub(crate) struct Live {
    visit: LiveVisit,
    line: Line,
    cursor: Option<Square>,
    /// The piece to be sent.
    chosen: Option<u16>,
    /// Where it can go, as the table told.
    targets: Vec<Square>,
    flipped: bool,
    message: Message,
    /// What happened and when, the newest last.
    log: Vec<(u32, String)>,
    /// The game is gone through.
    replay: Option<Replaying>,
}

impl Live {
    /// Sits down at a table; with no seats one watches.
    pub(crate) fn sit(house: &mut House, table: &TableId, seats: &[SeatNumber]) -> Result<Live, String> {
        Ok(Live {
            visit: LiveVisit::begin(house, table, seats)?,
            line: Line::default(),
            cursor: None,
            chosen: None,
            targets: Vec::new(),
            flipped: false,
            message: Message::default(),
            log: Vec::new(),
            replay: None,
        })
    }

    /// Sits down at a kept game where a person can, or watches.
    pub(crate) fn resume(house: &mut House, table: &TableId) -> Result<Live, String> {
        for seat in (0..4).map(SeatNumber) {
            if let Ok(live) = Live::sit(house, table, &[seat]) {
                return Ok(live);
            }
        }
        Live::sit(house, table, &[])
    }
}

impl Screen for Live {
    fn title(&self) -> String {
        let Some(frame) = self.frame() else {
            return "Kung Fu Chess".to_owned();
        };
        let names: Vec<String> = (0..frame.seats.len()).map(|seat| self.name(seat)).collect();
        format!("Kung Fu Chess: {}", names.join(" – "))
    }

    fn places(&self) -> &'static [Place] {
        if self.replay.is_some() {
            &[Place::Replay]
        } else {
            &[Place::Live, Place::Line]
        }
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if self.replay.is_some() {
            return self.act_in_replay(action, house);
        }
        if self.line.edit(action) {
            self.message = Message::default();
            return Step::Stay;
        }
        match action {
            Action::Enter if self.line.is_empty() => match self.cursor {
                Some(square) => self.take(square),
                None => self.cursor = self.home_square(),
            },
            Action::Enter => {
                let text = self.line.take();
                return self.order(text.trim(), house);
            }
            Action::Back => return self.back(),
            Action::Complete => self
                .line
                .complete(Cycle::On, |typed| completion::candidates(typed, &[])),
            Action::CompleteBack => self
                .line
                .complete(Cycle::Back, |typed| completion::candidates(typed, &[])),
            Action::Up | Action::Down | Action::Left | Action::Right => self.steer(action),
            Action::Flip => self.flipped = !self.flipped,
            Action::Pause => self.toggle_pause(),
            Action::Save => self.export(None, house),
            Action::Help => return Step::open(Help::default()),
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            touch if self.replay.is_some() => self.touch_in_replay(touch),
            Touch::Press(square) => {
                self.cursor = None;
                let other = self.own_on(square).filter(|piece| self.chosen != Some(piece.id));
                match other {
                    Some(piece) if !self.targets.contains(&square) => self.choose(piece),
                    _ => self.take(square),
                }
            }
            Touch::Release(square) => {
                if let Some(piece) = self.chosen.filter(|_| self.chosen_square() != Some(square)) {
                    self.send(piece, square);
                }
            }
            Touch::Earlier | Touch::Later | Touch::Moment(_) => {}
        }
        Step::Stay
    }

    fn reply(&mut self, reply: Reply, house: &mut House) -> Step {
        match reply {
            Reply::Leave => return Step::Back,
            Reply::Resign => self.wish(Input::Resign),
            Reply::Rematch => return self.rematch(house),
            Reply::Review => self.begin_replay(Beneath::Table),
            Reply::Save => self.export(None, house),
            Reply::Chosen(_) => {}
        }
        Step::Stay
    }

    fn visitor(&self) -> Option<u64> {
        Some(self.visit.number())
    }

    fn live_table(&self) -> Option<&LiveView> {
        self.visit.view()
    }

    fn told(&mut self, told: Told, house: &mut House) -> Step {
        self.visit.hear(&told, house.now);
        match told {
            Told::LiveView { .. } => {
                if self.frame().is_some_and(|frame| frame.phase == Phase::Over) {
                    self.begin_replay(Beneath::List);
                }
            }
            Told::LiveNews { events, .. } => return self.news(events),
            Told::Squares { piece, squares } if self.chosen == Some(piece) => self.targets = squares,
            Told::Dropped { piece, words } => {
                let stays = self
                    .square_of(piece)
                    .map(|square| format!("What waits on {square} is dropped. "));
                self.say(stays.unwrap_or_default() + &words, Tone::Refusal);
            }
            Told::Replayed { replayed } => self.take_replayed(*replayed),
            Told::Refused { words, .. } | Told::Closed { words } => self.say(words, Tone::Refusal),
            Told::Squares { .. }
            | Told::Done { .. }
            | Told::View { .. }
            | Told::News { .. }
            | Told::Scene { .. }
            | Told::Hint { .. }
            | Told::Thought { .. }
            | Told::Judged { .. } => {}
        }
        Step::Stay
    }

    fn suspend(&self) {
        if self
            .frame()
            .is_some_and(|frame| frame.may.pause && frame.phase == Phase::Running)
        {
            self.visit.wish(Input::Pause { on: true });
        }
    }

    fn pass(&mut self, now: Instant) {
        self.play_on(now);
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        let step = match &self.replay {
            Some(replay) => replay.next_motion(),
            None => next_motion(self.frame()?),
        };
        step.map(|milliseconds| now + Duration::from_millis(milliseconds))
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        self.draw_whole(canvas, area, house);
    }
}

impl Live {
    fn news(&mut self, events: Vec<LiveEvent>) -> Step {
        let mut has_ended = false;
        for event in events {
            match event {
                LiveEvent::Out { seat, .. } if self.view().is_some_and(|view| view.yours == Some(seat)) => {
                    let is_over = self.frame().is_some_and(|frame| frame.phase == Phase::Over);
                    let words = if is_over {
                        "You are out."
                    } else {
                        "You are out; the others play on."
                    };
                    self.log(words.to_owned());
                }
                LiveEvent::Captured { words, .. } | LiveEvent::Out { words, .. } => self.log(words),
                LiveEvent::Offered { by, what } => {
                    let what = match what {
                        Asked::Draw => "offers a draw: /draw agrees",
                        Asked::Rematch => "wants to play again: /rematch",
                        Asked::Undo => "asks to take back",
                    };
                    let words = format!("{} {what}.", self.name(usize::from(by.0)));
                    self.log(words);
                }
                LiveEvent::NotSaved { words } => self.say(words, Tone::Refusal),
                LiveEvent::Ended => has_ended = true,
                LiveEvent::Begun
                | LiveEvent::Started { .. }
                | LiveEvent::Arrived { .. }
                | LiveEvent::Promoted { .. }
                | LiveEvent::Woke { .. }
                | LiveEvent::Seated { .. }
                | LiveEvent::Renamed { .. }
                | LiveEvent::Agreed { .. } => {}
            }
        }
        self.refresh_chosen();
        if has_ended { self.ended() } else { Step::Stay }
    }

    fn view(&self) -> Option<&LiveView> {
        self.visit.view()
    }

    fn frame(&self) -> Option<&LiveFrame> {
        self.view().map(|view| &view.frame)
    }

    /// Who sits there; the player, unless named, is told apart from others.
    fn name(&self, seat: usize) -> String {
        let Some((view, at)) = self.view().and_then(|view| Some((view, view.frame.seats.get(seat)?))) else {
            return String::new();
        };
        let is_own = view.yours.is_some_and(|own| usize::from(own.0) == seat);
        if is_own && at.name == at.side {
            "You".to_owned()
        } else {
            at.name.clone()
        }
    }

    fn turned(&self) -> Turned {
        let turned = Turned::quarters(self.view().map_or(0, |view| view.turned));
        if self.flipped { turned.flipped() } else { turned }
    }

    fn piece(&self, id: u16) -> Option<&LivePiece> {
        self.frame()?.pieces.iter().find(|piece| piece.id == id)
    }

    fn say(&mut self, words: String, tone: Tone) {
        self.message = Message { words, tone };
    }

    fn log(&mut self, words: String) {
        let tick = self.frame().map_or(0, |frame| frame.tick);
        if self.log.len() == REMEMBERED {
            self.log.remove(0);
        }
        self.log.push((tick, words));
    }

    fn wish(&mut self, input: Input) {
        self.message = Message::default();
        self.visit.wish(input);
    }

    fn toggle_pause(&mut self) {
        let on = self.frame().is_some_and(|frame| frame.phase != Phase::Paused);
        self.wish(Input::Pause { on });
    }

    fn back(&mut self) -> Step {
        if !self.line.is_empty() {
            self.line.clear();
            self.message = Message::default();
        } else if self.chosen.is_some() {
            self.unchoose();
        } else {
            return self.leave();
        }
        Step::Stay
    }

    fn leave(&self) -> Step {
        let plays = self.view().is_some_and(|view| view.yours.is_some());
        if plays && self.frame().is_some_and(|frame| frame.phase != Phase::Over) {
            Step::open(Leave::default())
        } else {
            Step::Back
        }
    }

    fn ended(&mut self) -> Step {
        self.unchoose();
        let Some(view) = self.view() else { return Step::Stay };
        let yours: Vec<SeatNumber> = view.yours.into_iter().collect();
        match &view.frame.end {
            Some(end) => Step::open(Ended::of(end, &yours, After::Live)),
            None => Step::Stay,
        }
    }

    /// What time it is in the game.
    fn time(&self, now: Instant) -> Time {
        self.visit.time(now)
    }
}
