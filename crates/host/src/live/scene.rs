//! A live game at one of its ticks, as spectators see it, for games at tables and in matches.

use kungfu::{Game, Sight, TICKS_A_SECOND};
use play::Board;

use super::{convert::board_of, frame::piece};
use crate::LivePiece;

/// The board of a live game at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveScene {
    /// The squares.
    pub board: Board,
    /// The tick.
    pub tick: u32,
    /// Ticks in a second.
    pub ticks_per_second: u32,
    /// Ticks a piece rests after a move.
    pub rest: u32,
    /// The living pieces.
    pub pieces: Vec<LivePiece>,
}

impl LiveScene {
    /// A game as it is now.
    pub fn of(game: &Game) -> LiveScene {
        let sight = Sight::of_spectator(game);
        let field = sight.field();
        LiveScene {
            board: board_of(field.board()),
            tick: game.tick_count().0,
            ticks_per_second: TICKS_A_SECOND,
            rest: field.speed().rest(),
            pieces: field.living().map(|slot| piece(&sight, slot)).collect(),
        }
    }
}
