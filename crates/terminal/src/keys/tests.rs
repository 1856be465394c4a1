use KeyCode::{Char, Tab};
use KeyContext::{Arena, Board, FileGames, Form, Games, Home, Line, Menu, Number, Page, Profile, Replay, Review};

use super::*;

fn pressed(code: KeyCode, held: KeyModifiers, contexts: &[KeyContext]) -> Option<Action> {
    action(KeyEvent::new(code, held), contexts)
}

#[test]
fn letters_are_keys_only_where_nothing_is_typed() {
    for row in KEYS {
        for key in row.keys {
            let printable = matches!(key.code, Char(_)) && key.held.is_empty();
            let is_free = matches!(
                row.context,
                Menu | Page | Games | FileGames | Profile | Form | Home | Review | Replay
            );
            assert!(!printable || is_free, "{} is a letter in {:?}", key.name(), row.context);
        }
    }
}

#[test]
fn no_key_means_two_things_in_one_place() {
    for context in KeyContext::ALL {
        let keys: Vec<Key> = KEYS
            .iter()
            .filter(|row| row.context == context)
            .flat_map(|row| row.keys)
            .copied()
            .collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{} twice in {context:?}", key.name());
        }
    }
}

#[test]
fn letters_belong_to_the_line() {
    let none = KeyModifiers::NONE;
    for letter in ['f', 'q', 'h', 'N', '/', ' ', '=', '+', '→', 'ü'] {
        assert_eq!(pressed(Char(letter), none, &[Board, Line]), Some(Action::Type(letter)));
        assert_eq!(pressed(Char(letter), none, &[Menu, Line]), Some(Action::Type(letter)));
    }
    assert_eq!(pressed(Char('x'), none, &[Menu]), None);
    assert_eq!(pressed(Char('j'), none, &[Menu]), Some(Action::Down));
    assert_eq!(pressed(Char(' '), none, &[Form, Menu]), Some(Action::Enter));
    assert_eq!(pressed(Char('q'), none, &[Home, Menu]), Some(Action::Quit));
    assert_eq!(pressed(Char('q'), none, &[Menu]), Some(Action::Back));
    assert_eq!(
        pressed(Char('N'), KeyModifiers::SHIFT, &[Board, Line]),
        Some(Action::Type('N'))
    );
    assert_eq!(pressed(Char('7'), none, &[Arena, Number]), Some(Action::Type('7')));
    assert_eq!(pressed(Char('x'), none, &[Arena, Number]), None);
}

#[test]
fn the_nearest_place_counts() {
    assert_eq!(
        pressed(Char('f'), KeyModifiers::CONTROL, &[Board, Line]),
        Some(Action::Flip)
    );
    assert_eq!(
        pressed(Char('F'), KeyModifiers::CONTROL, &[Board, Line]),
        Some(Action::Flip)
    );
    assert_eq!(pressed(Tab, KeyModifiers::NONE, &[Board, Line]), Some(Action::Complete));
    assert_eq!(pressed(Tab, KeyModifiers::NONE, &[Menu]), Some(Action::Down));
    assert_eq!(pressed(Char('f'), KeyModifiers::ALT, &[Board, Line]), None);
}
