//! The boards of a match in the types that widgets draw.
//!
//! Matches are still played by the crate `contest`, which has board types of its own.

use contest::Picture;
use host::{LivePiece, Place};
use play::{Army, Board, Piece, PieceKind, Scene, Square};

/// A board of a match.
pub(super) enum Shown {
    Turn {
        board: Board,
        scene: Scene,
    },
    Live {
        board: Board,
        pieces: Vec<LivePiece>,
        rest: u32,
        ticks_per_second: u32,
        tick: u32,
    },
}

impl Shown {
    pub(super) fn of(picture: &Picture) -> Shown {
        match picture {
            Picture::Turns(scene) => Shown::Turn {
                board: Board::rectangle(8, 8),
                scene: Scene {
                    ply: scene.ply,
                    pieces: scene.pieces.iter().map(standing).collect(),
                    turn: None,
                    last: scene.last.map(|squares| squares.map(square)),
                    check: scene.check.map(square),
                    purses: scene.purses.clone(),
                    text: scene.text.clone(),
                },
            },
            Picture::Live(scene) => Shown::Live {
                board: Board {
                    width: scene.board.width,
                    height: scene.board.height,
                    holes: scene.board.holes.iter().copied().map(square).collect(),
                },
                pieces: scene.pieces.iter().map(live).collect(),
                rest: scene.rest,
                ticks_per_second: scene.ticks_a_second,
                tick: scene.tick,
            },
        }
    }

    pub(super) const fn board(&self) -> &Board {
        match self {
            Shown::Turn { board, .. } | Shown::Live { board, .. } => board,
        }
    }
}

const fn square(square: hall::Square) -> Square {
    Square {
        file: square.file,
        rank: square.rank,
    }
}

const fn standing(piece: &hall::Piece) -> Piece {
    Piece {
        id: piece.id,
        square: square(piece.square),
        army: army(piece.army),
        kind: kind(piece.shape),
    }
}

fn live(piece: &hall::LivePiece) -> LivePiece {
    LivePiece {
        id: piece.id,
        army: army(piece.army),
        kind: kind(piece.shape),
        place: match piece.place {
            hall::Place::Standing { square: at, rests } => Place::Standing {
                square: square(at),
                rests,
            },
            hall::Place::Moving {
                from,
                since,
                step,
                ticks,
                to,
            } => Place::Moving {
                from: square(from),
                since,
                step,
                ticks,
                to: to.map(square),
            },
            hall::Place::Flying { at } => Place::Flying { at },
        },
    }
}

const fn army(army: hall::Army) -> Army {
    match army {
        hall::Army::Ivory => Army::Ivory,
        hall::Army::Ink => Army::Ink,
        hall::Army::Vermilion => Army::Vermilion,
        hall::Army::Cobalt => Army::Cobalt,
    }
}

const fn kind(shape: hall::Shape) -> PieceKind {
    match shape {
        hall::Shape::Pawn => PieceKind::Pawn,
        hall::Shape::Knight => PieceKind::Knight,
        hall::Shape::Bishop => PieceKind::Bishop,
        hall::Shape::Rook => PieceKind::Rook,
        hall::Shape::Queen => PieceKind::Queen,
        hall::Shape::OpenQueen => PieceKind::OpenQueen,
        hall::Shape::King => PieceKind::King,
    }
}
