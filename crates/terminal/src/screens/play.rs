//! The play screen: a board, an input line, seats, offers and the end.
//!
//! This screen contains no rules: the view lists the legal moves, commands go to the table, and the table's refusals
//! are shown with its texts. A [`Mode`] has the differences between turn tables and live tables.

pub(crate) mod completion;
mod controls;
mod live;
mod mode;
mod orders;
mod picture;
mod turn;

use std::time::Instant;

use host::{BotSpec, CommonCommand, CommonEvent, Notice, OfferKind, SeatNumber, TableId};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::AppContext,
    keys::{Action, KeyContext},
    screens::{
        Reply, Screen, Sight, Step, Touch,
        ask::{Ask, Resigning},
        help::Help,
    },
    status::Status,
    training,
    visit::{Kind, Received, TableMessage, TableView, sentence},
    widgets::{board::Turned, line::Cycle},
};
use controls::Controls;
use live::LiveMode;
use mode::Mode;
pub(crate) use orders::export_game;
#[cfg(test)]
pub(crate) use picture::TASK_ROWS;
use turn::TurnMode;

/// A player or a watcher at a table.
pub(crate) struct Play<M: Mode> {
    controls: Controls<M::Kind>,
    mode: M,
    /// A bot that is tried before it gets the seat.
    candidate: Option<BotSpec>,
    /// What a lesson or a mission asks for.
    task: String,
}

/// A player or a watcher at a live table.
pub(crate) type LiveTable = Play<LiveMode>;

impl Play<TurnMode> {
    /// Connects to a turn table for `seats`; with none one watches.
    pub(crate) fn turn(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Self, String> {
        Play::open(context, table, seats)
    }
}

impl Play<LiveMode> {
    /// Connects to a live table for `seats`; with none one watches.
    pub(crate) fn live(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Self, String> {
        Play::open(context, table, seats)
    }
}

impl<M: Mode> Play<M> {
    fn open(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Self, String> {
        Ok(Play {
            controls: Controls::open(context, table, seats)?,
            mode: M::default(),
            candidate: None,
            task: String::new(),
        })
    }

    /// Shows beside the board, or above it, what a lesson or a mission asks for.
    pub(crate) fn ask_for(&mut self, task: String) {
        self.task = task;
    }

    fn turned(&self) -> Turned {
        let turned = self.controls.visit.view().map(M::turned).unwrap_or_default();
        if self.controls.flipped {
            turned.flipped()
        } else {
            turned
        }
    }

    fn complete(&mut self, cycle: Cycle) {
        self.mode.before_completion(&mut self.controls);
        let candidates = self.mode.candidates(self.controls.line.text(), &self.controls);
        self.controls.line.complete(cycle, |_| candidates);
    }

    fn back(&mut self, context: &AppContext) -> Step {
        if !self.controls.line.is_empty() {
            self.controls.line.clear();
            self.controls.status = Status::default();
        } else if !self.mode.step_back(&mut self.controls) {
            return self.leave(context);
        }
        Step::Stay
    }

    fn leave(&self, context: &AppContext) -> Step {
        let facts = self.controls.visit.facts().filter(|facts| !facts.yours.is_empty());
        match facts.filter(|_| self.controls.visit.view().is_some_and(M::is_running)) {
            Some(facts) if facts.may_resign => Step::open(Ask::leave_game(context.storage, Resigning::Possible)),
            Some(_) if self.controls.visit.view().is_some_and(M::is_out) => {
                Step::open(Ask::leave_game(context.storage, Resigning::Out))
            }
            Some(_) => Step::open(Ask::leave_game(context.storage, Resigning::NotBegun)),
            None => Step::Back,
        }
    }

    fn events(&mut self, events: Vec<<M::Kind as Kind>::Event>, context: &mut AppContext) -> Step {
        let mut has_ended = false;
        for event in events {
            match M::common(&event) {
                Some(CommonEvent::Ended) => has_ended = true,
                Some(common) => self.common_event(common),
                None => self.mode.event(event, &mut self.controls, context),
            }
        }
        self.mode.updated(&mut self.controls);
        if has_ended { self.ended(context) } else { Step::Stay }
    }

    fn common_event(&mut self, event: &CommonEvent) {
        let controls = &mut self.controls;
        match event {
            CommonEvent::Offered { by, what } => {
                let is_own = controls.visit.facts().is_some_and(|facts| facts.yours == [*by]);
                let words = if is_own {
                    own_offer(*what).to_owned()
                } else {
                    format!("{} {}", controls.name(*by), offered(*what))
                };
                controls.say(words);
            }
            CommonEvent::Declined { what } => controls.say(declined(*what)),
            CommonEvent::Said { seat, words } => controls.talk = format!("{}: {words}", controls.name(*seat)),
            CommonEvent::Expired { what } => controls.say(expired(*what)),
            CommonEvent::BotFailed { words, .. } => {
                controls.refuse(format!("/bot LEVEL gives the seat to another bot. {}", sentence(words)));
            }
            CommonEvent::Accepted { .. }
            | CommonEvent::SeatChanged { .. }
            | CommonEvent::Ended
            | CommonEvent::Rematch { .. } => {}
        }
    }

    fn ended(&mut self, context: &AppContext) -> Step {
        self.mode.unmark(&mut self.controls);
        self.controls.talk.clear();
        let level = training::level_after(&context.host, context.players.you.id, self.controls.visit.table());
        let window = self.controls.end_window(M::AFTERWARDS);
        window.map_or(Step::Stay, |window| Step::open(window.adding(level)))
    }
}

impl<M: Mode> Screen for Play<M> {
    fn title(&self) -> String {
        self.full_title()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        self.mode.key_contexts()
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if let Some(step) = self.mode.act(action, &mut self.controls, context) {
            return step;
        }
        if self.controls.line.edit(action) {
            self.controls.status = Status::default();
            let is_complete = self.mode.is_complete(self.controls.line.text(), &self.controls);
            if matches!(action, Action::Type(_)) && is_complete {
                let text = self.controls.line.take();
                return self.order(&text, context);
            }
            return Step::Stay;
        }
        match action {
            Action::Enter if self.controls.line.is_empty() => match self.controls.cursor {
                Some(square) => return self.mode.take(square, &mut self.controls),
                None => self.controls.steer(action, self.turned()),
            },
            Action::Enter => {
                let text = self.controls.line.take();
                return self.order(text.trim(), context);
            }
            Action::Back => return self.back(context),
            Action::Complete => self.complete(Cycle::On),
            Action::CompleteBack => self.complete(Cycle::Back),
            Action::Up | Action::Down | Action::Left | Action::Right => self.controls.steer(action, self.turned()),
            Action::Flip => self.controls.flipped = !self.controls.flipped,
            Action::Save => self.export(None, context),
            Action::Help => return Step::open(Help::default()),
            Action::Rules => return self.rules(),
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        if matches!(touch, Touch::Press(_)) {
            self.controls.cursor = None;
        }
        self.mode.touch(touch, &mut self.controls)
    }

    fn reply(&mut self, reply: Reply, context: &mut AppContext) -> Step {
        match reply {
            Reply::Move(mv) => self.mode.play_move(mv, &mut self.controls),
            Reply::Leave => return Step::Back,
            Reply::Resign => self.controls.send_common(CommonCommand::Resign),
            Reply::Rematch => return self.rematch(context),
            Reply::Level(spec) => return self.play_level(spec, context),
            Reply::Bot(spec) => self.change_bot(spec, context),
            Reply::Review => return self.mode.review(&mut self.controls, context),
            Reply::Save => self.export(None, context),
            // Only missions have a next one, and they take the reply before.
            Reply::Next => {}
        }
        Step::Stay
    }

    fn subscriber(&self) -> Option<u64> {
        Some(self.controls.visit.number())
    }

    fn tried(&mut self, result: Result<(), String>, _context: &mut AppContext) -> Step {
        match (self.candidate.take(), result) {
            (Some(spec), Ok(())) => self.seat_bot(spec),
            (_, Err(words)) => self.controls.refuse(words),
            (None, Ok(())) => {}
        }
        Step::Stay
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.controls.visit.view().map(M::Kind::borrow)
    }

    fn message(&mut self, message: TableMessage, context: &mut AppContext) -> Step {
        if let TableMessage::Chat(message) = message {
            self.controls.hear(message);
            return Step::Stay;
        }
        let Some(message) = M::Kind::unwrap(message) else {
            return Step::Stay;
        };
        match self.controls.visit.receive(message, context.now) {
            Received::Snapshot => return self.mode.opened(&mut self.controls),
            Received::Events(events) => {
                let agreed = events.iter().any(|event| {
                    let what = OfferKind::Rematch;
                    M::common(event) == Some(&CommonEvent::Accepted { what })
                });
                let step = self.events(events, context);
                return if agreed { self.follow_rematch(context) } else { step };
            }
            Received::Answer(answer) => self.mode.answer(answer, &mut self.controls),
            Received::Note(note) => self.mode.note(note, &mut self.controls),
            Received::Refused(id, words) => {
                let words = M::shown_words(words, self.controls.visit.view());
                self.mode.refused();
                self.controls.refused(id, words);
            }
            Received::Closed(words) => self.controls.refuse(words),
            Received::Notice(Notice::NotStored, words) => self.controls.warning = words,
            Received::Notice(Notice::StoredAgain, words) => {
                self.controls.warning.clear();
                self.controls.say(words);
            }
            Received::Nothing => {}
        }
        Step::Stay
    }

    fn show(&mut self, sight: Sight) {
        self.mode.show(sight, &mut self.controls);
    }

    fn suspend(&mut self) {
        self.mode.suspend(&mut self.controls);
    }

    fn pass(&mut self, now: Instant) {
        self.mode.pass(&mut self.controls, now);
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        let absence = self.controls.next_absence_change(now);
        [self.mode.next_change(&self.controls, now), absence]
            .into_iter()
            .flatten()
            .min()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        self.draw_whole(canvas, area, context);
    }
}

/// The message to a player who makes an offer.
const fn own_offer(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "You offer a draw and wait for the answer.",
        OfferKind::TakeBack => "You ask to take back and wait for the answer.",
        OfferKind::Rematch => "You offer another game and wait for the answer.",
    }
}

const fn offered(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "offers a draw: /accept or /decline.",
        OfferKind::TakeBack => "asks to take back: /accept or /decline.",
        OfferKind::Rematch => "offers another game: /rematch or /decline.",
    }
}

const fn declined(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "The draw is declined; play goes on.",
        OfferKind::TakeBack => "The take-back is declined; play goes on.",
        OfferKind::Rematch => "Another game is declined.",
    }
}

const fn expired(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "Nobody answered the draw offer; play goes on.",
        OfferKind::TakeBack => "Nobody answered; nothing is taken back.",
        OfferKind::Rematch => "Nobody answered; there is no rematch.",
    }
}
