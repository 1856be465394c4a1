//! The program without a terminal: it takes events and returns pictures and effects.
//!
//! It has no terminal, thread or clock: every event has its time, so key scripts in tests see what people see.

mod frame;

use std::time::Instant;

use arena::MatchUpdate;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind},
    layout::{Position, Rect},
};

use crate::{
    canvas::Spot,
    context::{AppContext, AppEvent, Effect},
    form::Turn,
    keys::{self, Action, KeyContext},
    opening::Opening,
    screens::{Screen, Sight, Step, Touch, boxed, home::Home},
    visit::{TableMessage, TableView},
};

/// The program without a terminal.
pub struct App {
    context: AppContext,
    /// The lowest is home; there is always one.
    stack: Vec<Box<dyn Screen>>,
    /// What could be touched in the last picture.
    spots: Vec<(Rect, Spot)>,
}

impl App {
    /// The program at its start; the first screen reports what cannot be opened.
    pub fn new(mut context: AppContext, opening: Opening, now: Instant) -> App {
        context.now = now;
        let mut home = Home::new(&context);
        let opened = opening.screen(&mut context);
        let above = match opened {
            Ok(screen) => screen,
            Err(words) => {
                home.say(words);
                None
            }
        };
        let mut stack = vec![boxed(home)];
        stack.extend(above);
        App {
            context,
            stack,
            spots: Vec::new(),
        }
    }

    /// Handles an event; returns the effects.
    pub fn handle(&mut self, event: AppEvent, now: Instant) -> Vec<Effect> {
        self.context.now = now;
        match event {
            AppEvent::Key(key) => self.key(key),
            AppEvent::Mouse(mouse) => self.mouse(mouse),
            AppEvent::Paste(text) => {
                if self.top().key_contexts().contains(&KeyContext::Line) {
                    text.chars().for_each(|letter| self.act(Action::Type(letter)));
                }
            }
            AppEvent::Resize => {}
            AppEvent::Table(subscriber, message) => self.message(subscriber, message),
            AppEvent::Arena(subscriber, update) => self.match_update(subscriber, *update),
            AppEvent::Tried(subscriber, result) => {
                if let Some(place) = self.subscriber(subscriber) {
                    let step = self.stack[place].tried(result, &mut self.context);
                    self.step(place, step);
                }
            }
            AppEvent::File(subscriber, progress) => {
                if let Some(place) = self.subscriber(subscriber) {
                    let step = self.stack[place].file(progress, &mut self.context);
                    self.step(place, step);
                }
            }
            AppEvent::Terminate => self.context.effects.push(Effect::Quit),
        }
        self.tell_what_is_seen();
        std::mem::take(&mut self.context.effects)
    }

    /// The table that is played at, as it was last shown.
    pub fn table(&self) -> Option<TableView<'_>> {
        self.stack.iter().rev().find_map(|screen| screen.table())
    }

    /// When the picture changes without an event.
    pub fn next_change(&self, now: Instant) -> Option<Instant> {
        self.stack.iter().filter_map(|screen| screen.next_change(now)).min()
    }

    /// Draws everything; returns the position of the text cursor.
    pub fn draw(&mut self, cells: &mut Buffer, now: Instant) -> Option<Position> {
        self.context.now = now;
        self.context.window = cells.area;
        self.stack.iter_mut().for_each(|screen| screen.pass(now));
        let look = self.context.look();
        let (spots, cursor) = frame::draw(&self.stack, cells, &look, &self.context);
        self.spots = spots;
        cursor
    }

    /// Tells every screen whether another one hides it.
    fn tell_what_is_seen(&mut self) {
        let mut sight = Sight::Shown;
        for screen in self.stack.iter_mut().rev() {
            screen.show(sight);
            if !screen.is_window() {
                sight = Sight::Hidden;
            }
        }
    }

    fn top(&self) -> &dyn Screen {
        self.stack
            .last()
            .map(AsRef::as_ref)
            .expect("home is never taken from the stack")
    }

    fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if let Some(action) = keys::action(key, self.top().key_contexts()) {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Quit => self.context.effects.push(Effect::Quit),
            Action::Suspend => {
                self.stack.iter_mut().for_each(|screen| screen.suspend());
                self.context.effects.push(Effect::Suspend);
            }
            Action::Redraw => self.context.effects.push(Effect::Redraw),
            other => {
                let place = self.stack.len() - 1;
                let step = self.stack[place].act(other, &mut self.context);
                self.step(place, step);
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position {
            x: mouse.column,
            y: mouse.row,
        };
        let spot = self
            .spots
            .iter()
            .rev()
            .find(|(area, _)| area.contains(at))
            .map(|(_, spot)| *spot);
        let place = self.stack.len() - 1;
        let step = match (mouse.kind, spot) {
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Square(square))) => {
                self.stack[place].touch(Touch::Press(square))
            }
            (MouseEventKind::Up(MouseButton::Left), Some(Spot::Square(square))) => {
                self.stack[place].touch(Touch::Release(square))
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Entry(entry))) => {
                self.stack[place].touch_entry(entry, &mut self.context)
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Value(entry, turn))) => {
                self.stack[place].touch_value(entry, turn, &mut self.context)
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Ply(ply))) => self.stack[place].touch(Touch::Ply(ply)),
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Key(action))) => return self.act(action),
            (
                MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left),
                Some(Spot::Moment(tick)),
            ) => self.stack[place].touch(Touch::Moment(tick)),
            (MouseEventKind::ScrollUp, Some(Spot::Value(entry, _))) => {
                self.stack[place].touch_value(entry, Turn::Back, &mut self.context)
            }
            (MouseEventKind::ScrollDown, Some(Spot::Value(entry, _))) => {
                self.stack[place].touch_value(entry, Turn::On, &mut self.context)
            }
            (MouseEventKind::ScrollUp, _) if self.stack[place].menu().is_some() => return self.act(Action::Up),
            (MouseEventKind::ScrollDown, _) if self.stack[place].menu().is_some() => return self.act(Action::Down),
            (MouseEventKind::ScrollUp, _) => self.stack[place].touch(Touch::Earlier),
            (MouseEventKind::ScrollDown, _) => self.stack[place].touch(Touch::Later),
            _ => Step::Stay,
        };
        self.step(place, step);
    }

    fn message(&mut self, subscriber: u64, message: TableMessage) {
        // A screen that was closed may still get messages.
        if let Some(place) = self.subscriber(subscriber) {
            let step = self.stack[place].message(message, &mut self.context);
            self.step(place, step);
        }
    }

    fn match_update(&mut self, subscriber: u64, update: MatchUpdate) {
        if let Some(place) = self.subscriber(subscriber) {
            self.stack[place].match_update(update);
        }
    }

    fn subscriber(&self, number: u64) -> Option<usize> {
        self.stack.iter().position(|screen| screen.subscriber() == Some(number))
    }

    /// Goes where the screen at `place` leads to.
    fn step(&mut self, place: usize, step: Step) {
        match step {
            Step::Stay => {}
            Step::Back if place == 0 => {}
            Step::Back => {
                self.stack.truncate(place);
                self.stack[place - 1].refresh(&self.context);
            }
            Step::Open(screen) => {
                // A window about the previous screen is outdated.
                if self.stack[place + 1..].iter().all(|screen| screen.is_window()) {
                    self.stack.truncate(place + 1);
                }
                self.stack.push(screen);
            }
            Step::Replace(screen) => {
                self.stack.truncate(place);
                self.stack.push(screen);
            }
            Step::Reply(reply) => {
                self.stack.truncate(place);
                if let Some(below) = place.checked_sub(1) {
                    let step = self.stack[below].reply(reply, &mut self.context);
                    self.step(below, step);
                }
            }
            Step::Pass(action) => {
                self.stack.truncate(place);
                if let Some(below) = place.checked_sub(1) {
                    let step = self.stack[below].act(action, &mut self.context);
                    self.step(below, step);
                }
            }
            Step::Quit => self.context.effects.push(Effect::Quit),
        }
    }
}
