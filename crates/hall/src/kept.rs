//! A game of either kind as it is kept.

use bots::Game;
use serde::Deserialize;

use crate::{
    Listing, TableId,
    saved::{LARGEST, SaveError, Saved, SavedLive},
};

/// A game with turns or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Turns(Saved),
    Live(SavedLive),
}

impl Kept {
    /// Reads what [`Kept::text`] wrote.
    pub(crate) fn read(text: &str) -> Result<Self, SaveError> {
        /// What tells the kinds apart.
        #[derive(Deserialize)]
        struct Which {
            game: Game,
        }
        if text.len() > LARGEST {
            return Err(SaveError::TooLarge);
        }
        let which: Which = serde_json::from_str(text).map_err(|error| SaveError::Unreadable(error.to_string()))?;
        match which.game {
            Game::Chess | Game::Ransom => Saved::read(text).map(Kept::Turns),
            Game::Kungfu => SavedLive::read(text).map(Kept::Live),
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Kept::Turns(saved) => saved.text(),
            Kept::Live(saved) => saved.text(),
        }
    }

    pub(crate) fn listing(&self) -> Listing {
        match self {
            Kept::Turns(saved) => saved.listing(),
            Kept::Live(saved) => saved.listing(),
        }
    }

    pub(crate) const fn table(&self) -> &TableId {
        match self {
            Kept::Turns(saved) => &saved.table,
            Kept::Live(saved) => &saved.table,
        }
    }

    /// How many seats its table has.
    pub(crate) const fn seats(&self) -> usize {
        match self {
            Kept::Turns(saved) => saved.sitters.len(),
            Kept::Live(saved) => saved.sitters.len(),
        }
    }

    /// The game under another table's name.
    pub(crate) fn set_table(&mut self, table: TableId) {
        match self {
            Kept::Turns(saved) => saved.table = table,
            Kept::Live(saved) => saved.table = table,
        }
    }

    /// The name of a save that somebody made.
    pub(crate) const fn name_mut(&mut self) -> &mut Option<String> {
        match self {
            Kept::Turns(saved) => &mut saved.name,
            Kept::Live(saved) => &mut saved.name,
        }
    }
}
