//! The sums of the hidden layer along one line of the search.
//!
//! A move only records its changes. Sums are updated when a value is needed: forward from the last ply that has them
//! or, after the own king has crossed the middle and all inputs have changed, from a cache of the last sums for that
//! half of the board.

use std::sync::Arc;

use shakmaty::{Bitboard, ByColor, ByRole, Color, Piece, Role, Square};

use super::{
    Network, Path, Row,
    feature::{feature, is_mirrored},
};
use crate::{
    board::{Board, Changes, Placed},
    score::MAX_PLY,
};

/// The sums of both sides, ply by ply.
pub(crate) struct Accumulators {
    network: Arc<Network>,
    path: Path,
    plies: Vec<Ply>,
    /// The current ply.
    top: usize,
    /// By side, and whether files are mirrored.
    cache: [[Cached; 2]; 2],
}

/// What one move changed, and the sums after it for White and for Black, where they are known.
#[derive(Clone)]
struct Ply {
    changes: Changes,
    known: [bool; 2],
    sums: [Row; 2],
}

/// Sums with the pieces they were made of.
#[derive(Clone)]
struct Cached {
    sums: Row,
    pieces: ByColor<ByRole<Bitboard>>,
}

impl Accumulators {
    pub(crate) fn new(network: Arc<Network>, path: Path) -> Self {
        let empty = Ply {
            changes: Changes::default(),
            known: [false; 2],
            sums: [Row::ZERO; 2],
        };
        let cached = || Cached {
            sums: network.bias.clone(),
            pieces: ByColor::default(),
        };
        Accumulators {
            plies: vec![empty; MAX_PLY + 8],
            top: 0,
            cache: [[cached(), cached()], [cached(), cached()]],
            network,
            path,
        }
    }

    /// Begins a line here.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.top = 0;
        for side in Color::ALL {
            self.refresh(side, board);
        }
    }

    /// Follows a move.
    #[inline]
    pub(crate) fn push(&mut self, changes: &Changes) {
        self.top += 1;
        let ply = &mut self.plies[self.top];
        ply.changes = *changes;
        ply.known = [false; 2];
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top -= 1;
    }

    /// The value of the board the pushed moves led to, in centipawns for the side to move.
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        for side in Color::ALL {
            self.update(side, board);
        }
        let sums = &self.plies[self.top].sums;
        let (own, other) = (index(board.turn()), index(!board.turn()));
        let pieces = board.pieces().occupied().count();
        self.network.value(&sums[own], &sums[other], pieces, self.path)
    }

    /// Makes the sums of a side known at the top.
    fn update(&mut self, side: Color, board: &Board) {
        let mut first = self.top;
        while !self.plies[first].known[index(side)] {
            // Ply 0 is known since the line began.
            if crosses(&self.plies[first].changes, side) {
                self.refresh(side, board);
                return;
            }
            first -= 1;
        }
        let king = board.king(side);
        for ply in first + 1..=self.top {
            let (before, after) = self.plies.split_at_mut(ply);
            let (source, target) = (&before[ply - 1], &mut after[0]);
            target.known[index(side)] = true;
            let row = |placed: Placed| self.network.row(feature(side, king, placed.piece, placed.square));
            let (from, to) = (&source.sums[index(side)], &mut target.sums[index(side)]);
            match (target.changes.removed, target.changes.added) {
                ([Some(left), None], [Some(came), None]) => self.path.change(to, from, [row(left)], [row(came)]),
                ([Some(left), Some(taken)], [Some(came), None]) => {
                    self.path.change(to, from, [row(left), row(taken)], [row(came)]);
                }
                ([Some(king), Some(rook)], [Some(king_to), Some(rook_to)]) => {
                    self.path
                        .change(to, from, [row(king), row(rook)], [row(king_to), row(rook_to)]);
                }
                // A null move.
                _ => *to = from.clone(),
            }
        }
    }

    /// Makes the sums of a side at the top from those last made for the half of the board its king is on.
    fn refresh(&mut self, side: Color, board: &Board) {
        let king = board.king(side);
        let cached = &mut self.cache[index(side)][usize::from(is_mirrored(king))];
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let row = |square: Square| self.network.row(feature(side, king, piece, square));
                let old = cached.pieces.get_mut(color).get_mut(role);
                let new = board.of(color, role);
                (*old & !new)
                    .into_iter()
                    .for_each(|square| self.path.subtract(&mut cached.sums, row(square)));
                (new & !*old)
                    .into_iter()
                    .for_each(|square| self.path.add(&mut cached.sums, row(square)));
                *old = new;
            }
        }
        let ply = &mut self.plies[self.top];
        ply.sums[index(side)] = cached.sums.clone();
        ply.known[index(side)] = true;
    }
}

/// Whether a move takes the king of a side to the other half of the board.
fn crosses(changes: &Changes, side: Color) -> bool {
    let king = |placed: &Option<Placed>| {
        placed
            .filter(|placed| placed.piece == side.king())
            .map(|placed| is_mirrored(placed.square))
    };
    // A king is the first to leave and the first to arrive.
    king(&changes.removed[0]) != king(&changes.added[0])
}

#[inline]
fn index(side: Color) -> usize {
    side as usize
}
