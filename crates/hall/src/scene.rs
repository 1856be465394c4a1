//! Boards as they stand at a moment, at a table or in a game that is played elsewhere.

use kungfu::{Game, Sight, TICKS_A_SECOND};
use play::{Record, Rules, Side};

use crate::{
    Army, Board, LivePiece, Piece, Scene, SeatNumber,
    game::{HallGame, Ids},
    table::{live_form, live_piece},
};

/// A turn game that can be drawn wherever it is played.
pub trait Pictured: Rules {
    /// The board after the last turn of a record.
    fn scene(record: &Record<Self>) -> Scene;
}

impl Pictured for chess::Position {
    fn scene(record: &Record<Self>) -> Scene {
        last_scene(record)
    }
}

impl Pictured for ransom::Position {
    fn scene(record: &Record<Self>) -> Scene {
        last_scene(record)
    }
}

/// A board without turns at one of its ticks, as spectators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveScene {
    /// Its form.
    pub board: Board,
    /// Which tick.
    pub tick: u32,
    /// Ticks of a second.
    pub ticks_a_second: u32,
    /// Ticks that a piece rests after a move.
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
            board: live_form(field.board()),
            tick: game.tick_count().0,
            ticks_a_second: TICKS_A_SECOND,
            rest: field.speed().rest(),
            pieces: field.living().map(|slot| live_piece(&sight, slot)).collect(),
        }
    }
}

fn last_scene<R: HallGame>(record: &Record<R>) -> Scene {
    let mut ids = Ids::at_start(record.start());
    for (position, mv) in record.turns() {
        position.carry(mv, &mut ids);
    }
    scene_after(record, &ids, record.moves().len()).expect("the present is a point of the record")
}

/// The board after so many turns, its pieces being called by `ids`.
pub(crate) fn scene_after<R: HallGame>(record: &Record<R>, ids: &Ids, ply: usize) -> Option<Scene> {
    let position = record.position_after(ply)?;
    let is_over = ply == record.moves().len() && record.outcome().is_some();
    let last = ply.checked_sub(1).and_then(|ply| {
        let choice = record.position_after(ply)?.choice(*record.moves().get(ply)?);
        Some([choice.from, choice.to])
    });
    Some(Scene {
        ply,
        pieces: position
            .pieces()
            .into_iter()
            .map(|(square, side, shape)| Piece {
                // Every piece has been on the board since the start.
                id: ids.at(square).unwrap_or(u16::MAX),
                square,
                army: army(side),
                shape,
            })
            .collect(),
        turn: (!is_over).then(|| SeatNumber(position.turn().index() as u8)),
        last,
        check: position.check(),
        purses: position.purses(),
        text: position.position_text(),
    })
}

pub(crate) const fn army(side: Side) -> Army {
    match side {
        Side::White => Army::Ivory,
        Side::Black => Army::Ink,
    }
}
