//! What the list says about a game of a file.

use play::{GameModule, IndexedGame, OpeningName, ReadTree};

/// What is known of a game that was read.
pub(super) enum Detail {
    /// It can be opened.
    Game {
        moves: usize,
        result: &'static str,
        opening: Option<OpeningName>,
        is_whole: bool,
    },
    /// Why it cannot be read.
    Broken(String),
}

impl Detail {
    pub(super) fn of(read: Result<ReadTree, String>, module: &dyn GameModule) -> Detail {
        match read {
            Ok(read) => Detail::Game {
                moves: read.tree.moves.len(),
                result: read.tree.result.text(),
                opening: module.opening(&read.tree),
                is_whole: read.notices.is_empty(),
            },
            Err(words) => Detail::Broken(words),
        }
    }
}

/// A game by its tags, and by what is known of it.
pub(super) fn note(game: &IndexedGame, detail: Option<&Detail>) -> String {
    let tag = |name: &str, unknown: &'static str| -> String {
        let value = game.tag(name);
        if value.is_empty() { unknown } else { value }.to_owned()
    };
    let (white, black) = (tag("White", "?"), tag("Black", "?"));
    let date = game.tag("Date");
    let date = if date.is_empty() {
        String::new()
    } else {
        format!(", {date}")
    };
    let named = |opening: Option<OpeningName>| opening.map(|opening| format!(", {opening}")).unwrap_or_default();
    match detail {
        Some(Detail::Broken(words)) => format!("cannot be read: {words}"),
        Some(Detail::Game {
            moves,
            result,
            opening,
            is_whole,
        }) => {
            let broken = if *is_whole { "" } else { ", with faults" };
            let opening = named(opening.clone());
            format!("{white} – {black} {result}{date}{opening}, {moves} moves{broken}")
        }
        None => format!(
            "{white} – {black} {}{date}{}",
            tag("Result", "*"),
            named(game.opening())
        ),
    }
}
