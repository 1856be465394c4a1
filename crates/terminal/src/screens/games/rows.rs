//! Rows of the list.

use host::{Listing, TableKind};

use super::{
    about::{about_game, day},
    resume::described,
};
use crate::{context::AppContext, offered::OfferedGame};

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
