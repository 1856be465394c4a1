//! The names of keys in scripts.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The key of a name between angle brackets: `Enter`, `C-x`, a letter.
pub(super) fn named(name: &str) -> KeyEvent {
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
        "Delete" => KeyCode::Delete,
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
        "F6" => KeyCode::F(6),
        "F7" => KeyCode::F(7),
        "F9" => KeyCode::F(9),
        other => {
            let mut letters = other.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            KeyCode::Char(letter.expect("a key with a name, or a letter"))
        }
    };
    KeyEvent::new(code, held)
}
