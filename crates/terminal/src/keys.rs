//! The key table. The dispatcher, the bar at the bottom of a screen and the help all use it, so they cannot differ.
//!
//! On screens with an input line, printable keys go to the line, and no letter is a shortcut. In menus, reviews and
//! replays some letters are shortcuts.

mod bindings;
#[cfg(test)]
mod tests;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub(crate) use bindings::KEYS;

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
    /// In texts that are scrolled.
    Page,
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
    /// At a puzzle or a lesson, which have an answer.
    Solving,
    /// At the board of the editor.
    Editor,
}

impl KeyContext {
    /// In the order of the help.
    pub(crate) const ALL: [KeyContext; 20] = [
        KeyContext::Board,
        KeyContext::Line,
        KeyContext::Review,
        KeyContext::Study,
        KeyContext::Live,
        KeyContext::Replay,
        KeyContext::Arena,
        KeyContext::Number,
        KeyContext::Exercise,
        KeyContext::Solving,
        KeyContext::Editor,
        KeyContext::Menu,
        KeyContext::Page,
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
            KeyContext::Page => "In help, rules and the profile",
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
            KeyContext::Solving => "At puzzles and lessons",
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

/// What the bar of a screen shows: the name of a key, what it does in a word, and the action. If a key has several
/// meanings, that of the innermost context counts.
pub(crate) fn bar(contexts: &[KeyContext]) -> Vec<(String, &'static str, Action)> {
    let places = contexts.iter().copied().chain([KeyContext::Everywhere]);
    let rows = places.flat_map(|context| KEYS.iter().filter(move |row| row.context == context));
    let mut shown: Vec<(String, &'static str, Action)> = Vec::new();
    // There is nothing behind the first screen.
    let is_shown = |row: &&Binding| row.action != Action::Back || !contexts.contains(&KeyContext::Home);
    for row in rows.filter(is_shown) {
        if let (Some(key), Some(short)) = (row.keys.first(), row.short)
            && action(KeyEvent::new(key.code, key.held), contexts) == Some(row.action)
            && shown.iter().all(|(name, ..)| *name != key.name())
        {
            shown.push((key.name(), short, row.action));
        }
    }
    shown
}
