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

use hall::{Hall, Manners, MemoryStore, Settings};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use terminal::{App, Depth, Happening, House, Motion, Opening, Wardrobe};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "docs/pictures".to_owned()));
    fs::create_dir_all(&folder)?;
    let opening = [
        "e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Bg5", "e6", "f4", "Be7",
    ];
    let mut chess = Sitter::new("ink", 80, 24);
    chess.two_people(0);
    chess.play(&opening);
    chess.press(&[KeyCode::Up, KeyCode::Left, KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    fs::write(folder.join("chess.svg"), chess.picture())?;
    let mut ransom = Sitter::new("paper", 80, 24);
    ransom.two_people(1);
    ransom.play(&["c2g6", "f7g6", "a1a3", "h8h6"]);
    fs::write(folder.join("ransom.svg"), ransom.picture())?;
    let mut large = Sitter::new("ink", 120, 40);
    large.two_people(0);
    large.play(&opening);
    fs::write(folder.join("blocks.svg"), large.picture())
}

/// Somebody at the keyboard.
struct Sitter {
    app: App,
    post: Receiver<Happening>,
    cells: Buffer,
    now: Instant,
}

impl Sitter {
    fn new(theme: &str, width: u16, height: u16) -> Sitter {
        let mut wardrobe = Wardrobe::unkept();
        theme.clone_into(&mut wardrobe.config.theme);
        wardrobe.config.motion = Motion::Still;
        wardrobe.config.manners = Manners::Brisk;
        let hall = Hall::open(Settings::with_store(MemoryStore::new()));
        let (sender, post) = channel();
        let now = Instant::now();
        Sitter {
            app: App::new(House::new(hall, wardrobe, Depth::True, sender, 1), Opening::Home, now),
            post,
            cells: Buffer::empty(Rect::new(0, 0, width, height)),
            now,
        }
    }

    fn press(&mut self, keys: &[KeyCode]) {
        for key in keys {
            let key = KeyEvent::new(*key, KeyModifiers::NONE);
            self.app.handle(Happening::Key(key), self.now);
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
            self.until(|app| app.table().is_some_and(|view| view.record.len() > turn));
        }
    }

    fn until(&mut self, is_so: impl Fn(&App) -> bool) {
        while !is_so(&self.app) {
            let told = self
                .post
                .recv_timeout(Duration::from_mins(1))
                .expect("a table answers within a minute");
            self.app.handle(told, self.now);
        }
    }

    fn picture(&mut self) -> String {
        self.app.draw(&mut self.cells, self.now);
        svg::written(&self.cells)
    }
}
