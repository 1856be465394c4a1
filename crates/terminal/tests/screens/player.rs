//! A player for tests: presses keys as a person does, on the real program at a real hall, and reads the screen.

use std::{
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use hall::{Clock, Hall, LiveView, Manners, MemoryStore, Settings, View};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::{Buffer, Cell},
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};
use terminal::{App, Depth, Effect, Folders, GlyphSet, Happening, House, Motion, Opening, Wardrobe};

/// Long enough for the slowest machine; nothing is measured.
const DEADLINE: Duration = Duration::from_mins(2);

pub(crate) struct Player {
    app: App,
    inbox: Receiver<Happening>,
    terminal: Terminal<TestBackend>,
    /// Time as the program is told it.
    pub(crate) now: Instant,
    pub(crate) effects: Vec<Effect>,
    hall: Hall,
}

/// What a player sits down with.
pub(crate) struct Start {
    pub(crate) size: (u16, u16),
    pub(crate) depth: Depth,
    pub(crate) theme: &'static str,
    pub(crate) glyphs: GlyphSet,
    pub(crate) opening: Opening,
}

impl Default for Start {
    fn default() -> Self {
        Start {
            size: (80, 24),
            depth: Depth::True,
            theme: "ink",
            glyphs: GlyphSet::Blocks,
            opening: Opening::Home,
        }
    }
}

impl Player {
    pub(crate) fn new(start: Start) -> Player {
        Player::at(Hall::open(Settings::with_store(MemoryStore::new())), start)
    }

    pub(crate) fn sized(width: u16, height: u16) -> Player {
        Player::new(Start {
            size: (width, height),
            ..Start::default()
        })
    }

    /// A player at a hall whose clock is moved by [`Player::pass`] alone.
    pub(crate) fn by_hand(start: Start) -> Player {
        let hall = Hall::open(Settings {
            clock: Clock::by_hand(),
            ..Settings::with_store(MemoryStore::new())
        });
        Player::at(hall, start)
    }

    /// A player at a hall that others may know.
    pub(crate) fn at(hall: Hall, start: Start) -> Player {
        Player::within(hall, start, None)
    }

    /// A player who can write files.
    pub(crate) fn in_folders(hall: Hall, start: Start, folders: Folders) -> Player {
        Player::within(hall, start, Some(folders))
    }

    fn within(hall: Hall, start: Start, folders: Option<Folders>) -> Player {
        let (post, inbox) = channel();
        let mut wardrobe = Wardrobe::unkept();
        start.theme.clone_into(&mut wardrobe.config.theme);
        wardrobe.config.glyphs = start.glyphs;
        wardrobe.config.motion = Motion::Still;
        wardrobe.config.manners = Manners::Brisk;
        let mut house = House::new(hall.clone(), wardrobe, start.depth, post, 7);
        if let Some(folders) = folders {
            house = house.with_folders(folders);
        }
        let now = Instant::now();
        let (width, height) = start.size;
        let mut player = Player {
            app: App::new(house, start.opening, now),
            inbox,
            terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
            now,
            effects: Vec::new(),
            hall,
        };
        player.draw();
        player
    }

    /// Presses keys: letters as they are, others by name between angle brackets, `<C-f>` with Ctrl.
    pub(crate) fn press(&mut self, script: &str) -> &mut Player {
        let mut rest = script;
        while let Some(letter) = rest.chars().next() {
            let (key, length) = match rest.find('>') {
                Some(end) if letter == '<' => (named(&rest[1..end]), end + 1),
                _ => (
                    KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE),
                    letter.len_utf8(),
                ),
            };
            self.happen(Happening::Key(key));
            rest = &rest[length..];
        }
        self
    }

    pub(crate) fn paste(&mut self, text: &str) -> &mut Player {
        self.happen(Happening::Paste(text.to_owned()));
        self
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.happen(Happening::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    pub(crate) fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    pub(crate) fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.happen(Happening::Resize);
    }

    fn happen(&mut self, happening: Happening) {
        let effects = self.app.handle(happening, self.now);
        self.effects.extend(effects);
        self.draw();
    }

    fn draw(&mut self) {
        let (app, now) = (&mut self.app, self.now);
        self.terminal
            .draw(|frame| {
                if let Some(cursor) = app.draw(frame.buffer_mut(), now) {
                    frame.set_cursor_position(cursor);
                }
            })
            .unwrap();
    }

    /// Lets time pass for the screen.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        self.draw();
    }

    /// Lets time pass in the hall and on the screen, a little at a time.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while self.now < until {
            let step = Duration::from_millis(20).min(until - self.now);
            self.hall.pass(step);
            self.now += step;
            self.catch_up();
            self.draw();
        }
    }

    /// Takes the post that is there.
    pub(crate) fn catch_up(&mut self) {
        while let Ok(happening) = self.inbox.try_recv() {
            self.happen(happening);
        }
    }

    /// The table without turns.
    pub(crate) fn live(&self) -> &LiveView {
        self.app.live_table().expect("the player is at a table without turns")
    }

    pub(crate) fn next_change(&self) -> Option<Duration> {
        self.app.next_change(self.now).map(|change| change - self.now)
    }

    /// Takes post until the screen says `words`.
    pub(crate) fn until(&mut self, words: &str) -> &mut Player {
        self.until_so(&format!("'{words}'"), |player| player.screen().contains(words));
        self
    }

    /// Takes post until something is so.
    pub(crate) fn until_so(&mut self, what: &str, is_so: impl Fn(&Player) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        while !is_so(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            let told = self.inbox.recv_timeout(left).ok();
            assert!(told.is_some(), "waited in vain for {what}:\n{}", self.screen());
            self.happen(told.unwrap_or(Happening::Resize));
        }
    }

    pub(crate) fn view(&self) -> &View {
        self.app.table().expect("the player is at a table")
    }

    /// The same before the player has heard of the table.
    pub(crate) fn view_if_any(&self) -> Option<&View> {
        self.app.table()
    }

    /// Takes post until the record has so many turns.
    pub(crate) fn until_turns(&mut self, turns: usize) {
        self.until_so(&format!("{turns} turns"), |player| {
            player.app.table().is_some_and(|view| view.record.len() == turns)
        });
    }

    pub(crate) fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen as text, without blanks at the ends of rows.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.buffer();
        let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
        let rows = rows.map(|cells| cells.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The first cell that shows `words`, for looking at its style.
    pub(crate) fn cell_of(&self, words: &str) -> &Cell {
        let screen = self.screen();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(words))
            .expect(words);
        let column = line[..line.find(words).unwrap_or(0)]
            .chars()
            .filter(|letter| *letter != '\u{FE0E}')
            .count();
        &self.buffer()[(column as u16, row as u16)]
    }

    /// A game of two people at this keyboard, ready to be played.
    pub(crate) fn two_people(&mut self, game: &str) -> &mut Player {
        let down = match game {
            "Ransom" => "<Down>",
            _ => "",
        };
        self.press(down)
            .press("<Enter><Down><Right><Home>")
            .until("a person, here");
        self.press("<Enter>").until("White to move")
    }
}

fn named(name: &str) -> KeyEvent {
    let (held, name) = match name.strip_prefix("C-") {
        Some(name) => (KeyModifiers::CONTROL, name),
        None => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Back" => KeyCode::Backspace,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "F1" => KeyCode::F(1),
        "F2" => KeyCode::F(2),
        "F3" => KeyCode::F(3),
        "F4" => KeyCode::F(4),
        "F5" => KeyCode::F(5),
        other => {
            let mut letters = other.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            KeyCode::Char(letter.expect("a key with a name, or a letter"))
        }
    };
    KeyEvent::new(code, held)
}
