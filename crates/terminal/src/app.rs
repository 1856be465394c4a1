//! The program between the outside and its screens: what happens goes in, pictures and effects come out.
//!
//! There is no terminal, no thread and no clock here: time is told with every happening, so that key scripts see what
//! people see.

mod frame;

use std::time::Instant;

use contest::News;
use hall::{LiveView, Told, View};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind},
    layout::{Position, Rect},
};

use crate::{
    canvas::Spot,
    house::{Effect, Happening, House},
    keys::{self, Action, Place},
    opening::Opening,
    screens::{Screen, Step, Touch, boxed, home::Home},
};

/// The program without a terminal.
pub struct App {
    house: House,
    /// The lowest is home; there is always one.
    stack: Vec<Box<dyn Screen>>,
    /// What could be touched in the last picture.
    spots: Vec<(Rect, Spot)>,
}

impl App {
    /// The program at its opening; what cannot be opened is said on the first screen.
    pub fn new(mut house: House, opening: Opening, now: Instant) -> App {
        house.now = now;
        let mut home = Home::new(&house);
        let opened = opening.screen(&mut house);
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
            house,
            stack,
            spots: Vec::new(),
        }
    }

    /// Lets something happen; gives what is to be done outside.
    pub fn handle(&mut self, happening: Happening, now: Instant) -> Vec<Effect> {
        self.house.now = now;
        match happening {
            Happening::Key(key) => self.key(key),
            Happening::Mouse(mouse) => self.mouse(mouse),
            Happening::Paste(text) => {
                if self.top().places().contains(&Place::Line) {
                    text.chars().for_each(|letter| self.act(Action::Type(letter)));
                }
            }
            Happening::Resize => {}
            Happening::Told(visitor, told) => self.told(visitor, told),
            Happening::Arena(visitor, news) => self.news(visitor, *news),
            Happening::Terminate => self.house.effects.push(Effect::Quit),
        }
        std::mem::take(&mut self.house.effects)
    }

    /// The table that is played at, as it was last told.
    pub fn table(&self) -> Option<&View> {
        self.stack.iter().rev().find_map(|screen| screen.table())
    }

    /// The table without turns that is played at, as it was last told.
    pub fn live_table(&self) -> Option<&LiveView> {
        self.stack.iter().rev().find_map(|screen| screen.live_table())
    }

    /// When the picture changes by itself.
    pub fn next_change(&self, now: Instant) -> Option<Instant> {
        self.stack.iter().filter_map(|screen| screen.next_change(now)).min()
    }

    /// Draws everything; gives the place of the text cursor.
    pub fn draw(&mut self, cells: &mut Buffer, now: Instant) -> Option<Position> {
        self.house.now = now;
        self.house.window = cells.area;
        self.stack.iter_mut().for_each(|screen| screen.pass(now));
        let look = self.house.look();
        let (spots, cursor) = frame::draw(&self.stack, cells, &look, &self.house);
        self.spots = spots;
        cursor
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
        if let Some(action) = keys::action(key, self.top().places()) {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Quit => self.house.effects.push(Effect::Quit),
            Action::Suspend => {
                self.stack.iter().for_each(|screen| screen.suspend());
                self.house.effects.push(Effect::Suspend);
            }
            Action::Redraw => self.house.effects.push(Effect::Redraw),
            other => {
                let place = self.stack.len() - 1;
                let step = self.stack[place].act(other, &mut self.house);
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
                self.stack[place].touch_entry(entry, &mut self.house)
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Spot::Key(action))) => return self.act(action),
            (
                MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left),
                Some(Spot::Moment(tick)),
            ) => self.stack[place].touch(Touch::Moment(tick)),
            (MouseEventKind::ScrollUp, _) => self.stack[place].touch(Touch::Earlier),
            (MouseEventKind::ScrollDown, _) => self.stack[place].touch(Touch::Later),
            _ => Step::Stay,
        };
        self.step(place, step);
    }

    fn told(&mut self, visitor: u64, told: Told) {
        let place = self.stack.iter().position(|screen| screen.visitor() == Some(visitor));
        // A screen that was closed may still get post.
        if let Some(place) = place {
            let step = self.stack[place].told(told, &mut self.house);
            self.step(place, step);
        }
    }

    fn news(&mut self, visitor: u64, news: News) {
        let place = self.stack.iter().position(|screen| screen.visitor() == Some(visitor));
        if let Some(place) = place {
            self.stack[place].match_told(news);
        }
    }

    /// Goes where the screen at `place` leads to.
    fn step(&mut self, place: usize, step: Step) {
        match step {
            Step::Stay => {}
            Step::Back if place == 0 => {}
            Step::Back => {
                self.stack.truncate(place);
                self.stack[place - 1].refresh(&self.house);
            }
            Step::Open(screen) => {
                // A window that asked about what was before is out of date.
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
                    let step = self.stack[below].reply(reply, &mut self.house);
                    self.step(below, step);
                }
            }
            Step::Quit => self.house.effects.push(Effect::Quit),
        }
    }
}
