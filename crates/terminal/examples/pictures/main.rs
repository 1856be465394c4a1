//! Draws the pictures of the README: the real program with pressed keys, its cells written as SVG.
//!
//! `cargo xtask pictures` runs it; the folder to write to is its argument.

mod svg;

use std::{
    env, fs,
    path::PathBuf,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use host::{BotBehaviour, Host, HostSettings, MemoryStore};
use ratatui::{
    buffer::{Buffer, Cell},
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use terminal::{App, AppContext, AppEvent, Depth, Motion, Opening, Preferences, TableView};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "docs/pictures".to_owned()));
    fs::create_dir_all(&folder)?;
    let opening = [
        "e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Bg5", "e6", "f4", "Be7",
    ];
    let mut chess = Keyboard::new("ink", 80, 24);
    chess.two_people(0);
    chess.play(&opening);
    chess.press(&[KeyCode::Up, KeyCode::Left, KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    fs::write(folder.join("chess.svg"), chess.picture())?;
    let mut ransom = Keyboard::new("paper", 80, 24);
    ransom.two_people(1);
    ransom.play(&["c2g6", "f7g6", "a1a3", "h8h6"]);
    fs::write(folder.join("ransom.svg"), ransom.picture())?;
    let mut large = Keyboard::new("ink", 120, 40);
    large.two_people(0);
    large.play(&opening);
    fs::write(folder.join("blocks.svg"), large.picture())?;
    let mut arena = Keyboard::new("ink", 120, 40);
    arena.match_of_bots();
    fs::write(folder.join("arena.svg"), arena.picture())
}

/// Presses keys on the real program.
struct Keyboard {
    app: App,
    inbox: Receiver<AppEvent>,
    cells: Buffer,
    now: Instant,
}

impl Keyboard {
    fn new(theme: &str, width: u16, height: u16) -> Keyboard {
        let mut preferences = Preferences::unsaved();
        theme.clone_into(&mut preferences.config.theme);
        preferences.config.motion = Motion::Still;
        preferences.config.behaviour = BotBehaviour::Brisk;
        let host = Host::open(HostSettings::new(games::registry(), MemoryStore::new()));
        let (sender, inbox) = channel();
        let now = Instant::now();
        Keyboard {
            app: App::new(
                AppContext::new(host, preferences, Depth::True, sender, 1),
                Opening::Home,
                now,
            ),
            inbox,
            cells: Buffer::empty(Rect::new(0, 0, width, height)),
            now,
        }
    }

    fn press(&mut self, keys: &[KeyCode]) {
        for key in keys {
            let key = KeyEvent::new(*key, KeyModifiers::NONE);
            self.app.handle(AppEvent::Key(key), self.now);
        }
    }

    /// Opens a game of two people; `entry` counts the games of the first screen.
    fn two_people(&mut self, entry: usize) {
        self.press(&vec![KeyCode::Down; entry]);
        self.press(&[
            KeyCode::Enter,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Home,
            KeyCode::Enter,
        ]);
        self.until(|app| app.table().is_some());
    }

    fn play(&mut self, moves: &[&str]) {
        for (turn, mv) in moves.iter().enumerate() {
            let letters: Vec<KeyCode> = mv.chars().map(KeyCode::Char).collect();
            self.press(&letters);
            self.press(&[KeyCode::Enter]);
            self.until(|app| matches!(app.table(), Some(TableView::Turn(view)) if view.record.len() > turn));
        }
    }

    /// Opens a match of Kung Fu Chess on sixteen boards, at full speed, and stops it in the middle.
    fn match_of_bots(&mut self) {
        use KeyCode::{Down, End, Enter, Home, Left, Right};
        self.press(&[Down, Down, Down, Enter, Down, Left]);
        // The two best levels, a hundred games, the most boards, the fastest pace.
        self.press(&[Down, Down, Down, Right, Right, Down, Right, Right]);
        self.press(&[Down, Right, Down, Right, Right, Right, Right]);
        self.press(&[End, Right, Right]);
        self.press(&[Home, Enter]);
        // The score comes in steps of some games.
        let is_well_on = |screen: &str| (40..70).any(|games| screen.contains(&format!(" {games} of 100")));
        self.until_seen(is_well_on);
        self.press(&[KeyCode::F(2)]);
        self.until_seen(|screen| screen.contains("paused"));
    }

    /// Waits for something on the screen.
    fn until_seen(&mut self, is_so: impl Fn(&str) -> bool) {
        loop {
            self.app.draw(&mut self.cells, self.now);
            let screen: String = self.cells.content.iter().map(Cell::symbol).collect();
            if is_so(&screen) {
                return;
            }
            self.receive();
        }
    }

    fn until(&mut self, is_so: impl Fn(&App) -> bool) {
        while !is_so(&self.app) {
            self.receive();
        }
    }

    fn receive(&mut self) {
        let event = self
            .inbox
            .recv_timeout(Duration::from_mins(1))
            .expect("a table answers within a minute");
        self.app.handle(event, self.now);
    }

    fn picture(&mut self) -> String {
        self.app.draw(&mut self.cells, self.now);
        svg::written(&self.cells)
    }
}
