//! Rows of the list: stored games and games of a file.

use host::{Listing, TableKind};
use play::{ImportError, OpeningName, ReadTree};

use super::{
    about::{about_game, day},
    resume::described,
};
use crate::{context::AppContext, offered::OfferedGame};

/// A game of a file with its opening.
pub(super) struct FileGame {
    pub(super) read: Result<ReadTree, ImportError>,
    pub(super) opening: Option<OpeningName>,
}

/// A stored game with its row.
pub(super) struct StoredGame {
    pub(super) listing: Listing,
    pub(super) name: String,
    pub(super) note: String,
}

impl StoredGame {
    pub(super) fn new(listing: Listing, context: &AppContext) -> StoredGame {
        let (name, note) = stored_row(&listing, context);
        StoredGame { listing, name, note }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        format!("{} {}", self.name, self.note).to_lowercase().contains(word)
    }
}

pub(super) fn stored_row(listing: &Listing, context: &AppContext) -> (String, String) {
    let summary = &listing.summary;
    let game = OfferedGame::find(&context.host, summary.game);
    let game = game.map_or_else(|| summary.game.to_string(), |game| game.short_name().to_owned());
    let state = match summary.kind {
        TableKind::Study => "study",
        TableKind::Turn | TableKind::Live => summary.result.as_deref().unwrap_or("unfinished"),
    };
    let name = summary
        .save
        .as_ref()
        .map(|name| format!(" “{name}”"))
        .unwrap_or_default();
    let (date, about) = (day(listing), about_game(listing, context));
    (
        format!("{game} {state}"),
        format!("{date} {}{about}{name}", described(listing, context)),
    )
}

pub(super) fn file_row(at: usize, game: &FileGame) -> (String, String) {
    let note = match &game.read {
        Ok(read) => {
            let tags = &read.tree.tags;
            let tag = |name: &str| tags.get(name).map_or("?", String::as_str);
            let date = tags.get("Date").map(|date| format!(", {date}")).unwrap_or_default();
            let result = read.tree.result.text();
            let broken = if read.notices.is_empty() { "" } else { ", with faults" };
            let (white, black, moves) = (tag("White"), tag("Black"), read.tree.moves.len());
            let opening = game.opening.as_ref().map(|opening| format!(", {opening}"));
            let opening = opening.unwrap_or_default();
            format!("{white} – {black} {result}{date}{opening}, {moves} moves{broken}")
        }
        Err(error) => format!("cannot be read: {error}"),
    };
    (format!("{:>3}", at + 1), note)
}
