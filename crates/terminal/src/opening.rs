//! What the program opens with, as the command line says.

use bots::Game;

use crate::{
    house::House,
    screens::{
        Screen,
        games::{self, Games},
        setup::Wishes,
    },
};

/// The first thing to see above the first screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Nothing.
    #[default]
    Home,
    /// A new game.
    Game {
        /// Which.
        game: Game,
        /// The level of the bot; the usual one where nothing is said.
        level: Option<String>,
        /// Where it begins; the usual place where nothing is said.
        position: Option<String>,
    },
    /// The newest game that is not over.
    Continue,
    /// The games of a PGN file.
    Pgn(String),
}

impl Opening {
    pub(crate) fn screen(self, house: &mut House) -> Result<Option<Box<dyn Screen>>, String> {
        Ok(match self {
            Opening::Home => None,
            Opening::Game {
                game: Game::Kungfu,
                level,
                position,
            } => {
                if position.is_some() {
                    return Err("Kung Fu Chess begins where it always does.".to_owned());
                }
                if let Some(level) = level {
                    house.last_live = house.last_live.against(&level)?;
                }
                house.last_game = Some(Game::Kungfu);
                Some(house.last_live.begin(house)?)
            }
            Opening::Game { game, level, position } => {
                let mut wishes = Wishes::usual(game);
                if let Some(level) = level {
                    wishes = wishes.against(&level)?;
                }
                if let Some(position) = position {
                    wishes = wishes.beginning_at(position);
                }
                let screen = wishes.begin(house)?;
                house.last.push(wishes);
                house.last_game = Some(game);
                Some(screen)
            }
            Opening::Continue => {
                let listings = house.hall.listings();
                let waiting = listings
                    .iter()
                    .find(|listing| listing.result.is_none() && listing.save.is_none());
                match waiting {
                    Some(listing) => Some(games::resume(house, listing)?),
                    None => return Err("No game waits to be continued.".to_owned()),
                }
            }
            Opening::Pgn(path) => Some(Games::open_file(&path, house)?),
        })
    }
}
