//! The ratings of players, for pairing and for the lobby.

use host::PlayerId;
use play::GameId;

use crate::context::AppContext;

/// What a player without a rating counts as.
pub(crate) const START: u32 = 1_500;

/// The rating of a player in a game, if the player has one. Anonymous players have none.
pub(crate) const fn rating_of(_context: &AppContext, _player: PlayerId, _game: GameId) -> Option<u32> {
    None
}
