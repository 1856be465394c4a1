//! A player for tests: presses keys as a person does, on the real program with a real host, and reads the screen.

mod keys;

use std::{
    path::Path,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use host::{BotBehaviour, Clock, FileStore, Host, HostSettings, LiveView, MemoryStore, PlayerId, TurnView};
use play::GameId;
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::{Buffer, Cell},
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};
use terminal::{
    App, AppContext, AppEvent, Depth, Effect, Folders, GlyphSet, Motion, NewGame, Opening, Preferences, Remembered,
    Storage, TableView,
};

use keys::named;

/// Long enough for the slowest machine; nothing is measured.
const DEADLINE: Duration = Duration::from_mins(2);

pub(crate) struct Player {
    app: App,
    inbox: Receiver<AppEvent>,
    terminal: Terminal<TestBackend>,
    /// The time that the program is given.
    pub(crate) now: Instant,
    pub(crate) effects: Vec<Effect>,
    host: Host,
}

/// What a player sits down with.
pub(crate) struct Start {
    pub(crate) size: (u16, u16),
    pub(crate) depth: Depth,
    pub(crate) theme: &'static str,
    pub(crate) glyphs: GlyphSet,
    pub(crate) opening: Opening,
    pub(crate) behaviour: BotBehaviour,
}

impl Default for Start {
    fn default() -> Self {
        Start {
            size: (80, 24),
            depth: Depth::True,
            theme: "ink",
            glyphs: GlyphSet::Blocks,
            opening: Opening::Home,
            behaviour: BotBehaviour::Brisk,
        }
    }
}

impl Player {
    pub(crate) fn new(start: Start) -> Player {
        Player::at(host(), start)
    }

    pub(crate) fn sized(width: u16, height: u16) -> Player {
        Player::new(Start {
            size: (width, height),
            ..Start::default()
        })
    }

    /// A player with a host whose clock is moved by [`Player::pass`] alone.
    pub(crate) fn by_hand(start: Start) -> Player {
        let host = Host::open(HostSettings {
            clock: Clock::manual(),
            ..HostSettings::new(games::registry(), MemoryStore::new())
        });
        Player::at(host, start)
    }

    /// A player whose games are stored in a folder.
    pub(crate) fn in_folder(folder: &Path, opening: Opening) -> Player {
        let store = FileStore::open(folder, PlayerId::numbered(1)).expect("the folder of a test");
        Player::at(
            Host::open(HostSettings::new(games::registry(), store)),
            Start {
                opening,
                ..Start::default()
            },
        )
    }

    /// A player in a game of chess against a bot.
    pub(crate) fn against(level: &str) -> Player {
        Player::new(Start {
            opening: Opening::Game(NewGame {
                level: Some(level.to_owned()),
                ..NewGame::of(GameId::new("chess"))
            }),
            ..Start::default()
        })
    }

    /// A player against Easy, which talks, and whose moves come when [`Player::pass`] lets time pass.
    pub(crate) fn against_patient(game: &'static str) -> Player {
        Player::by_hand(Start {
            opening: Opening::Game(NewGame {
                level: Some("easy".to_owned()),
                ..NewGame::of(GameId::new(game))
            }),
            behaviour: BotBehaviour::Human,
            ..Start::default()
        })
    }

    /// A player with a host that others may use.
    pub(crate) fn at(host: Host, start: Start) -> Player {
        Player::within(host, start, None)
    }

    /// A player of whom is remembered what was chosen last, in a folder.
    pub(crate) fn remembering(folder: &std::path::Path) -> Player {
        let (remembered, fault) = Remembered::open(folder);
        assert_eq!(fault, None);
        Player::made(host(), Start::default(), |context| context.with_remembered(remembered))
    }

    /// A player whose games are lost at the end.
    pub(crate) fn unstored() -> Player {
        Player::made(host(), Start::default(), |context| {
            context.with_storage(Storage::Memory)
        })
    }

    /// A player who can write files.
    pub(crate) fn in_folders(host: Host, start: Start, folders: Folders) -> Player {
        Player::within(host, start, Some(folders))
    }

    fn within(host: Host, start: Start, folders: Option<Folders>) -> Player {
        Player::made(host, start, |context| match folders {
            Some(folders) => context.with_folders(folders),
            None => context,
        })
    }

    fn made(host: Host, start: Start, change: impl FnOnce(AppContext) -> AppContext) -> Player {
        let (sender, inbox) = channel();
        let mut preferences = Preferences::unsaved();
        start.theme.clone_into(&mut preferences.config.theme);
        preferences.config.glyphs = Some(start.glyphs);
        preferences.config.motion = Motion::Still;
        preferences.config.behaviour = start.behaviour;
        let context = change(AppContext::new(host.clone(), preferences, start.depth, sender, 7));
        let now = Instant::now();
        let (width, height) = start.size;
        let mut player = Player {
            app: App::new(context, start.opening, now),
            inbox,
            terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
            now,
            effects: Vec::new(),
            host,
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
            self.happen(AppEvent::Key(key));
            rest = &rest[length..];
        }
        self
    }

    pub(crate) fn paste(&mut self, text: &str) -> &mut Player {
        self.happen(AppEvent::Paste(text.to_owned()));
        self
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.happen(AppEvent::Mouse(MouseEvent {
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
        self.happen(AppEvent::Resize);
    }

    fn happen(&mut self, event: AppEvent) {
        let effects = self.app.handle(event, self.now);
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

    /// Lets time pass at the tables and on the screen, a little at a time.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while self.now < until {
            let step = Duration::from_millis(20).min(until - self.now);
            self.host.pass(step);
            self.now += step;
            self.catch_up();
            self.draw();
        }
    }

    /// Takes the events that are there.
    pub(crate) fn catch_up(&mut self) {
        while let Ok(event) = self.inbox.try_recv() {
            self.happen(event);
        }
    }

    /// The live table.
    pub(crate) fn live(&self) -> &LiveView {
        let live = match self.app.table() {
            Some(TableView::Live(view)) => Some(view),
            Some(TableView::Turn(_) | TableView::Study(_)) | None => None,
        };
        live.expect("the player is at a live table")
    }

    /// The table that is on the screen.
    pub(crate) fn table(&self) -> Option<TableView<'_>> {
        self.app.table()
    }

    pub(crate) fn next_change(&self) -> Option<Duration> {
        self.app.next_change(self.now).map(|change| change - self.now)
    }

    /// Takes events until the screen says `words`.
    pub(crate) fn until(&mut self, words: &str) -> &mut Player {
        self.until_so(&format!("'{words}'"), |player| player.screen().contains(words));
        self
    }

    /// Takes events until something is so.
    pub(crate) fn until_so(&mut self, what: &str, is_so: impl Fn(&Player) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        while !is_so(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            let event = self.inbox.recv_timeout(left).ok();
            assert!(event.is_some(), "waited in vain for {what}:\n{}", self.screen());
            self.happen(event.unwrap_or(AppEvent::Resize));
        }
    }

    pub(crate) fn view(&self) -> &TurnView {
        self.view_if_any().expect("the player is at a turn table")
    }

    /// The same before the first snapshot.
    pub(crate) fn view_if_any(&self) -> Option<&TurnView> {
        match self.app.table() {
            Some(TableView::Turn(view)) => Some(view),
            Some(TableView::Live(_) | TableView::Study(_)) | None => None,
        }
    }

    /// Takes events until the record has so many turns.
    pub(crate) fn until_turns(&mut self, turns: usize) {
        self.until_so(&format!("{turns} turns"), |player| {
            player.view_if_any().is_some_and(|view| view.record.len() == turns)
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

    /// Goes to the entry of a menu that begins with `entry` and opens it.
    pub(crate) fn choose(&mut self, entry: &str) -> &mut Player {
        self.press("<Home>");
        while !self.is_chosen(entry) {
            let before = self.screen();
            self.press("<Down>");
            assert_ne!(before, self.screen(), "there is no entry '{entry}'");
        }
        self.press("<Enter>")
    }

    fn is_chosen(&self, entry: &str) -> bool {
        let screen = self.screen();
        let chosen = screen.lines().find_map(|line| line.trim_start().strip_prefix('▸'));
        chosen.is_some_and(|chosen| chosen.trim_start().starts_with(entry))
    }

    /// Gives up, and says so again when asked.
    pub(crate) fn resign(&mut self) -> &mut Player {
        self.press("/resign<Enter>").until("Resign?");
        self.press("<Down><Enter>")
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

/// A host with the games people play, in memory.
pub(crate) fn host() -> Host {
    Host::open(HostSettings::new(games::registry(), MemoryStore::new()))
}
