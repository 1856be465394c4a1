//! The bots that front ends offer for a game, so that none of them keeps a list of its own.

use bots::Game;
use play::OfferedBot;

/// The offered bots of a game: those with a name, weakest first, then those with a rating. There is at least one.
pub const fn offered_bots(game: Game) -> &'static [OfferedBot] {
    match game {
        Game::Chess => bots::CHESS_OFFERS,
        Game::Ransom => bots::RANSOM_OFFERS,
        Game::Kungfu => kungfu_bots::OFFERS,
    }
}
