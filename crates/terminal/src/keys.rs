//! The key table. The dispatcher, the bar at the bottom of a screen and the help all use it, so they cannot differ.
//!
//! On screens with an input line, printable keys go to the line, and no letter is a shortcut. In menus, reviews and
//! replays some letters are shortcuts.

#[cfg(test)]
mod tests;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// An action of the player, by key or mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    /// Confirms the entry or square under the cursor, or the text of the line.
    Enter,
    /// One level back.
    Back,
    /// A letter for the line.
    Type(char),
    Erase,
    EraseWord,
    EraseLine,
    Complete,
    CompleteBack,
    /// One turn back in the record, without changing the game.
    Earlier,
    /// One turn forward.
    Later,
    Flip,
    TakeBack,
    Hint,
    Evaluate,
    /// Pauses or resumes.
    Pause,
    /// One move while paused.
    Step,
    Faster,
    Slower,
    /// The same in another view.
    View,
    /// Stops a match.
    Abort,
    Save,
    Copy,
    QuickStart,
    /// The other players at this keyboard.
    Players,
    /// Searches the entries for a word.
    Search,
    Help,
    Rules,
    /// A study of what is shown.
    Study,
    /// Writes a comment.
    Comment,
    /// Asks for a better move than a mistake.
    TryAgain,
    /// What the other side threatens.
    Threat,
    /// What was played in other games.
    Explore,
    /// Every move is judged.
    ReviewAll,
    /// A line becomes the main one.
    Promote,
    Delete,
    MistakeBefore,
    MistakeAfter,
    Redraw,
    Suspend,
    Quit,
}

/// Where a key counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyContext {
    /// On every screen.
    Everywhere,
    /// On the first screen.
    Home,
    /// In menus and forms.
    Menu,
    /// In lists of games, and at the player's profile.
    Games,
    /// In the list of a file's games.
    FileGames,
    /// At the player's profile.
    Profile,
    /// In the list of players.
    Players,
    /// In forms that begin something.
    Form,
    /// Where text is typed.
    Line,
    /// At a board.
    Board,
    /// In a review.
    Review,
    /// In a study.
    Study,
    /// At a board without turns.
    Live,
    /// In a replay.
    Replay,
    /// At the boards of a match.
    Arena,
    /// Where a number is typed.
    Number,
    /// At a puzzle, a lesson or a drill.
    Exercise,
    /// At the board of the editor.
    Editor,
}

impl KeyContext {
    /// In the order of the help.
    pub(crate) const ALL: [KeyContext; 18] = [
        KeyContext::Board,
        KeyContext::Line,
        KeyContext::Review,
        KeyContext::Study,
        KeyContext::Live,
        KeyContext::Replay,
        KeyContext::Arena,
        KeyContext::Number,
        KeyContext::Exercise,
        KeyContext::Editor,
        KeyContext::Menu,
        KeyContext::Games,
        KeyContext::FileGames,
        KeyContext::Profile,
        KeyContext::Players,
        KeyContext::Form,
        KeyContext::Home,
        KeyContext::Everywhere,
    ];

    /// Its heading in the help.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            KeyContext::Everywhere => "Everywhere",
            KeyContext::Home => "On the first screen",
            KeyContext::Menu => "In menus",
            KeyContext::Games => "In lists of games",
            KeyContext::FileGames => "In the list of a file's games",
            KeyContext::Profile => "At the player's profile",
            KeyContext::Players => "In the list of players",
            KeyContext::Form => "Setting up a game",
            KeyContext::Line => "Typing",
            KeyContext::Board => "At the board",
            KeyContext::Review => "In a review",
            KeyContext::Study => "In a study",
            KeyContext::Live => "In Kung Fu Chess",
            KeyContext::Replay => "In a replay",
            KeyContext::Arena => "In the arena",
            KeyContext::Exercise => "At puzzles, lessons and drills",
            KeyContext::Editor => "In the board editor",
            KeyContext::Number => "Jumping to a game of the arena",
        }
    }
}

/// A row of the table.
pub(crate) struct Binding {
    pub(crate) context: KeyContext,
    pub(crate) keys: &'static [Key],
    pub(crate) action: Action,
    /// For the help.
    pub(crate) words: &'static str,
    /// For the bar; nothing where it is not worth the room.
    pub(crate) short: Option<&'static str>,
}

/// A key with what is held beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    code: KeyCode,
    held: KeyModifiers,
}

impl Key {
    /// As it is printed on keyboards.
    pub(crate) fn name(self) -> String {
        let held = match self.held {
            KeyModifiers::CONTROL => "Ctrl-",
            KeyModifiers::SHIFT => "Shift-",
            _ => "",
        };
        let key = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) if self.held.is_empty() => letter.to_string(),
            KeyCode::Char(letter) => letter.to_ascii_uppercase().to_string(),
            KeyCode::F(number) => format!("F{number}"),
            KeyCode::Up => "Up".to_owned(),
            KeyCode::Down => "Down".to_owned(),
            KeyCode::Left => "Left".to_owned(),
            KeyCode::Right => "Right".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            other => format!("{other}"),
        };
        format!("{held}{key}")
    }
}

/// What a key does at one of `contexts`; the first context that knows it counts.
pub(crate) fn action(event: KeyEvent, contexts: &[KeyContext]) -> Option<Action> {
    let held = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    if let KeyCode::Char(letter) = event.code
        && held.is_empty()
    {
        let is_number = letter.is_ascii_digit() && contexts.contains(&KeyContext::Number);
        if is_number || contexts.contains(&KeyContext::Line) {
            return Some(Action::Type(letter));
        }
    }
    let is_pressed = |key: &Key| {
        let code = match event.code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        key.code == code && key.held & (KeyModifiers::CONTROL | KeyModifiers::ALT) == held
    };
    let here = |context: KeyContext| {
        let row = KEYS
            .iter()
            .find(|row| row.context == context && row.keys.iter().any(is_pressed));
        row.map(|row| row.action)
    };
    contexts.iter().copied().chain([KeyContext::Everywhere]).find_map(here)
}

/// What the bar of a screen shows: the name of a key, what it does in a word, and the action. The nearest meaning of a
/// key counts.
pub(crate) fn bar(contexts: &[KeyContext]) -> Vec<(String, &'static str, Action)> {
    let places = contexts.iter().copied().chain([KeyContext::Everywhere]);
    let rows = places.flat_map(|context| KEYS.iter().filter(move |row| row.context == context));
    let mut shown: Vec<(String, &'static str, Action)> = Vec::new();
    for row in rows {
        if let (Some(key), Some(short)) = (row.keys.first(), row.short)
            && action(KeyEvent::new(key.code, key.held), contexts) == Some(row.action)
            && shown.iter().all(|(name, ..)| *name != key.name())
        {
            shown.push((key.name(), short, row.action));
        }
    }
    shown
}

const fn key(code: KeyCode) -> Key {
    Key {
        code,
        held: KeyModifiers::NONE,
    }
}

const fn ctrl(code: KeyCode) -> Key {
    Key {
        code,
        held: KeyModifiers::CONTROL,
    }
}

const fn row(
    context: KeyContext,
    keys: &'static [Key],
    action: Action,
    words: &'static str,
    short: Option<&'static str>,
) -> Binding {
    Binding {
        context,
        keys,
        action,
        words,
        short,
    }
}

use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home as HomeKey, Left, PageDown, PageUp, Right, Tab, Up,
};
use KeyContext::{
    Arena, Board, Editor, Everywhere, Exercise, FileGames, Form, Games, Home, Line, Live, Menu, Number, Players,
    Profile, Replay, Review, Study,
};

/// The table, a row a line.
#[rustfmt::skip]
pub(crate) const KEYS: &[Binding] = &[
    row(Board, &[key(Enter)], Action::Enter, "play what is typed, or take the square under the cursor", Some("play")),
    row(Board, &[key(Up)], Action::Up, "cursor up", None),
    row(Board, &[key(Down)], Action::Down, "cursor down", None),
    row(Board, &[key(Left)], Action::Left, "cursor left", None),
    row(Board, &[key(Right)], Action::Right, "cursor right", None),
    row(Board, &[key(F(2)), ctrl(Char('t'))], Action::TakeBack, "take a move back", Some("undo")),
    row(Board, &[key(F(3))], Action::Hint, "a hint", Some("hint")),
    row(Board, &[ctrl(Char('f'))], Action::Flip, "turn the board", Some("flip")),
    row(Board, &[key(F(4)), ctrl(Char('e'))], Action::Evaluate, "what the engine thinks, on and off", None),
    row(Board, &[key(PageUp), ctrl(Left)], Action::Earlier, "look at the turn before", None),
    row(Board, &[key(PageDown), ctrl(Right)], Action::Later, "look at the turn after", None),
    row(Board, &[key(HomeKey)], Action::First, "look at the start", None),
    row(Board, &[key(End)], Action::Last, "back to the game", None),
    row(Board, &[ctrl(Char('s'))], Action::Save, "write the game to a PGN file", None),
    row(Board, &[ctrl(Char('y'))], Action::Copy, "copy the position", None),
    row(Board, &[key(F(6))], Action::Study, "a study of the game, from here", None),
    row(Line, &[key(Tab)], Action::Complete, "complete a move, a command or a file name", Some("complete")),
    row(Line, &[key(BackTab)], Action::CompleteBack, "the completion before", None),
    row(Line, &[key(Backspace), key(Delete), ctrl(Char('h'))], Action::Erase, "erase a letter", None),
    row(Line, &[ctrl(Char('w'))], Action::EraseWord, "erase a word", None),
    row(Line, &[ctrl(Char('u'))], Action::EraseLine, "erase the line", None),
    row(Review, &[key(Left), key(PageUp), key(Char('h'))], Action::Earlier, "the turn before", Some("back")),
    row(Review, &[key(Right), key(PageDown), key(Char('l')), key(Char(' '))], Action::Later, "the turn after", Some("on")),
    row(Review, &[key(Up), key(Char('k'))], Action::Up, "the mistake before", Some("mistake")),
    row(Review, &[key(Down), key(Char('j'))], Action::Down, "the next mistake", None),
    row(Review, &[key(Char('q'))], Action::Back, "one level back", None),
    row(Review, &[key(Char('?'))], Action::Help, "this help", None),
    row(Review, &[key(HomeKey)], Action::First, "the start", None),
    row(Review, &[key(End)], Action::Last, "the end", None),
    row(Review, &[ctrl(Char('f'))], Action::Flip, "turn the board", None),
    row(Review, &[ctrl(Char('s'))], Action::Save, "write the game to a PGN file", None),
    row(Review, &[ctrl(Char('y'))], Action::Copy, "copy the position", None),
    row(Review, &[key(F(6))], Action::Study, "a study of the game, from here", Some("study")),
    row(Review, &[ctrl(Char('x'))], Action::Explore, "what was played here: in my games, in the table of openings, off", Some("explorer")),
    row(Study, &[key(Enter)], Action::Enter, "add the move that is typed, or go on", Some("add")),
    row(Study, &[key(Left), key(PageUp)], Action::Earlier, "the move before", None),
    row(Study, &[key(Right), key(PageDown)], Action::Later, "the main move after", None),
    row(Study, &[key(Up)], Action::Up, "the alternative before", None),
    row(Study, &[key(Down)], Action::Down, "the next alternative", None),
    row(Study, &[key(HomeKey)], Action::First, "the start", None),
    row(Study, &[key(End)], Action::Last, "the end of the main line", None),
    row(Study, &[key(F(2))], Action::Comment, "write a comment", Some("comment")),
    row(Study, &[key(F(4)), ctrl(Char('e'))], Action::Evaluate, "what the engine thinks, on and off", Some("engine")),
    row(Study, &[key(F(5))], Action::ReviewAll, "have every move judged, or stop that", Some("review")),
    row(Study, &[key(F(3))], Action::TryAgain, "look for a better move than this mistake", None),
    row(Study, &[ctrl(Left)], Action::MistakeBefore, "the mistake before", None),
    row(Study, &[ctrl(Right)], Action::MistakeAfter, "the next mistake", None),
    row(Study, &[key(F(7))], Action::Threat, "what the other side threatens, on and off", None),
    row(Study, &[ctrl(Char('x'))], Action::Explore, "what was played here: in my games, in the table of openings, off", Some("explorer")),
    row(Study, &[ctrl(Char('p'))], Action::Promote, "make this line the main one", None),
    row(Study, &[ctrl(Char('d')), key(F(8))], Action::Delete, "remove this move and all that follows it", None),
    row(Study, &[ctrl(Char('f'))], Action::Flip, "turn the board", None),
    row(Study, &[ctrl(Char('s'))], Action::Save, "write the study to a PGN file", None),
    row(Study, &[ctrl(Char('y'))], Action::Copy, "copy the position", None),
    row(Live, &[key(Enter)], Action::Enter, "play what is typed, or take the square under the cursor", Some("play")),
    row(Live, &[key(Up)], Action::Up, "cursor up", None),
    row(Live, &[key(Down)], Action::Down, "cursor down", None),
    row(Live, &[key(Left)], Action::Left, "cursor left", None),
    row(Live, &[key(Right)], Action::Right, "cursor right", None),
    row(Live, &[key(F(2)), ctrl(Char('p'))], Action::Pause, "stop time, or let it run", Some("pause")),
    row(Live, &[ctrl(Char('f'))], Action::Flip, "turn the board", Some("flip")),
    row(Live, &[ctrl(Char('s'))], Action::Save, "write the game to a file", None),
    row(Replay, &[key(Enter), key(Char(' '))], Action::Enter, "go on, or stand", Some("play")),
    row(Replay, &[key(Left), key(Char('h'))], Action::Left, "a second back", Some("back")),
    row(Replay, &[key(Right), key(Char('l'))], Action::Right, "a second on", Some("on")),
    row(Replay, &[key(PageUp)], Action::Earlier, "the capture before", Some("capture")),
    row(Replay, &[key(PageDown)], Action::Later, "the next capture", None),
    row(Replay, &[key(Up), key(Char('k'))], Action::Up, "faster", Some("faster")),
    row(Replay, &[key(Down), key(Char('j'))], Action::Down, "slower", None),
    row(Replay, &[key(Char('q'))], Action::Back, "one level back", None),
    row(Replay, &[key(Char('?'))], Action::Help, "this help", None),
    row(Replay, &[key(HomeKey)], Action::First, "the start", None),
    row(Replay, &[key(End)], Action::Last, "the end", None),
    row(Replay, &[ctrl(Char('f'))], Action::Flip, "turn the board", None),
    row(Replay, &[ctrl(Char('s'))], Action::Save, "write the game to a file", None),
    row(Arena, &[key(Enter)], Action::Enter, "the chosen board alone, or all of them", Some("board")),
    row(Arena, &[key(Tab)], Action::View, "the next view: boards, one board, figures", Some("view")),
    row(Arena, &[key(F(2)), ctrl(Char('p'))], Action::Pause, "stand, or go on", Some("pause")),
    row(Arena, &[key(F(3))], Action::Slower, "slower", None),
    row(Arena, &[key(F(4))], Action::Faster, "faster", Some("faster")),
    row(Arena, &[key(F(5))], Action::Step, "one move while it stands", None),
    row(Arena, &[ctrl(Char('x')), key(F(8))], Action::Abort, "break the match off", Some("abort")),
    row(Arena, &[ctrl(Char('s'))], Action::Save, "write results and games to files", Some("export")),
    row(Arena, &[key(Up)], Action::Up, "the board above", None),
    row(Arena, &[key(Down)], Action::Down, "the board below", None),
    row(Arena, &[key(Left)], Action::Left, "the board before", None),
    row(Arena, &[key(Right)], Action::Right, "the next board", None),
    row(Arena, &[key(PageUp)], Action::Earlier, "the game before, of those that are over", None),
    row(Arena, &[key(PageDown)], Action::Later, "the game after", None),
    row(Arena, &[key(HomeKey)], Action::First, "the first board", None),
    row(Arena, &[key(End)], Action::Last, "the last board", None),
    row(Number, &[key(Backspace), key(Delete), ctrl(Char('h'))], Action::Erase, "erase a figure; figures and Enter go to the game of that number", None),
    row(Exercise, &[key(Enter)], Action::Enter, "play what is typed, take the square under the cursor, or go on", Some("play")),
    row(Exercise, &[key(Up)], Action::Up, "cursor up", None),
    row(Exercise, &[key(Down)], Action::Down, "cursor down", None),
    row(Exercise, &[key(Left)], Action::Left, "cursor left", None),
    row(Exercise, &[key(Right)], Action::Right, "cursor right", None),
    row(Exercise, &[key(F(2))], Action::TakeBack, "begin the exercise again", Some("again")),
    row(Exercise, &[key(F(3))], Action::Hint, "which piece moves", Some("hint")),
    row(Exercise, &[key(F(4))], Action::Evaluate, "show the move", Some("solution")),
    row(Exercise, &[ctrl(Char('n')), key(F(5))], Action::QuickStart, "the next exercise", Some("next")),
    row(Exercise, &[ctrl(Char('f'))], Action::Flip, "turn the board", None),
    row(Editor, &[key(Enter)], Action::Enter, "take a piece up, put it down", Some("move")),
    row(Editor, &[key(Up)], Action::Up, "cursor up", None),
    row(Editor, &[key(Down)], Action::Down, "cursor down", None),
    row(Editor, &[key(Left)], Action::Left, "cursor left", None),
    row(Editor, &[key(Right)], Action::Right, "cursor right", None),
    row(Editor, &[key(Backspace), key(Delete)], Action::Erase, "empty the square; letters put pieces on it, capitals White's", Some("empty")),
    row(Editor, &[key(Tab)], Action::View, "to the side to move, the fields, play and study", Some("fields")),
    row(Editor, &[ctrl(Char('f'))], Action::Flip, "turn the board", None),
    row(Editor, &[ctrl(Char('y'))], Action::Copy, "copy the position", None),
    row(Games, &[key(Char('/'))], Action::Search, "show the games with a word: a name, a game, a result, a date", Some("search")),
    row(Games, &[ctrl(Char('s'))], Action::Save, "write the game, or all games of the profile, to a file", Some("export")),
    row(Games, &[key(Delete), ctrl(Char('d'))], Action::Delete, "delete the game from the list; it stays stored", Some("delete")),
    row(FileGames, &[key(Char('/'))], Action::Search, "show the games with all these words: players, event, opening, result, date", Some("search")),
    row(FileGames, &[key(PageUp)], Action::Earlier, "a page up", None),
    row(FileGames, &[key(PageDown)], Action::Later, "a page down", None),
    row(Profile, &[key(Char('p')), key(Tab)], Action::Players, "the other players at this keyboard", Some("players")),
    row(Players, &[key(Delete), ctrl(Char('d'))], Action::Delete, "delete a player without games", Some("delete")),
    row(Form, &[key(Enter), key(Char(' '))], Action::Enter, "begin", Some("begin")),
    row(Menu, &[key(Enter), key(Char(' '))], Action::Enter, "choose the entry", Some("choose")),
    row(Menu, &[key(Up), key(BackTab), key(Char('k'))], Action::Up, "the entry above", None),
    row(Menu, &[key(Down), key(Tab), key(Char('j'))], Action::Down, "the entry below", None),
    row(Menu, &[key(Left), key(Char('h'))], Action::Left, "the value before", None),
    row(Menu, &[key(Right), key(Char('l'))], Action::Right, "the next value", None),
    row(Menu, &[key(Char('q'))], Action::Back, "one level back", None),
    row(Menu, &[key(Char('?'))], Action::Help, "this help", None),
    row(Menu, &[key(HomeKey), key(PageUp)], Action::First, "the first entry", None),
    row(Menu, &[key(End), key(PageDown)], Action::Last, "the last entry", None),
    row(Home, &[ctrl(Char('n'))], Action::QuickStart, "play at once, as last time", Some("play at once")),
    row(Home, &[key(Char('q'))], Action::Quit, "quit", None),
    row(Everywhere, &[key(Esc)], Action::Back, "one level back", Some("back")),
    row(Everywhere, &[key(F(1))], Action::Help, "this help", Some("help")),
    row(Everywhere, &[key(F(9))], Action::Rules, "the rules of the game", None),
    row(Everywhere, &[ctrl(Char('l'))], Action::Redraw, "draw everything again", None),
    row(Everywhere, &[ctrl(Char('z'))], Action::Suspend, "back to the shell for a while; fg comes back", None),
    row(Everywhere, &[ctrl(Char('c')), ctrl(Char('q'))], Action::Quit, "quit; games are stored", Some("quit")),
];
