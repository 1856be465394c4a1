//! Every legal move of a position, listed or only counted.

use play::Side;

use crate::{
    Kind, Move, Position, Square, SquareSet, UPGRADE_PRICE,
    attacks::{bishop_attacks, knight_attacks, queen_attacks},
};

impl Position {
    /// How many moves `side` has, or would have if it were its turn.
    pub fn mobility(&self, side: Side) -> u32 {
        let occupied = self.occupied();
        let pieces: u32 = [Kind::Knight, Kind::Bishop, Kind::Queen]
            .into_iter()
            .flat_map(|kind| self.pieces(side, kind).into_iter().map(move |square| (kind, square)))
            .map(|(kind, square)| (reach(side, kind, square, occupied) & !self.side(side)).count())
            .sum();
        let (single, double) = pawn_steps(side, self.pieces(side, Kind::Pawn), occupied);
        pieces + single.count() + double.count() + self.upgradable(side).count()
    }

    /// The pawns that `side` may turn into queens now (2.6).
    pub fn upgradable(&self, side: Side) -> SquareSet {
        if self.purse(side) < UPGRADE_PRICE {
            return SquareSet::EMPTY;
        }
        self.pieces(side, Kind::Pawn) & !SquareSet::EDGE_ROWS
    }

    /// Adds every move of the side to move: pieces, then pawns, then upgrades.
    pub(crate) fn list_moves(&self, list: &mut Vec<Move>) {
        let side = self.turn;
        let occupied = self.occupied();
        let others = self.side(side.other());
        for kind in [Kind::Queen, Kind::Bishop, Kind::Knight] {
            for from in self.pieces(side, kind) {
                let targets = reach(side, kind, from, occupied);
                let captures = (targets & others).into_iter();
                list.extend(captures.map(|to| Move::new(kind, from, to, self.kind_at(to))));
                let quiet = (targets & !occupied).into_iter();
                list.extend(quiet.map(|to| Move::new(kind, from, to, None)));
            }
        }
        let (single, double) = pawn_steps(side, self.pieces(side, Kind::Pawn), occupied);
        for (steps, targets) in [(1, single), (2, double)] {
            let moves = targets
                .into_iter()
                .map(|to| Move::new(Kind::Pawn, behind(side, to, steps), to, None));
            list.extend(moves);
        }
        list.extend(self.upgradable(side).into_iter().map(Move::upgrade));
    }
}

/// Where a piece other than a pawn could land, own pieces not yet left out.
#[inline]
fn reach(side: Side, kind: Kind, from: Square, occupied: SquareSet) -> SquareSet {
    match kind {
        Kind::Pawn => SquareSet::EMPTY,
        Kind::Knight => knight_attacks(from),
        Kind::Bishop => bishop_attacks(from, occupied),
        Kind::Queen => queen_attacks(side, from, occupied),
    }
}

/// Where pawns arrive by one step and, from their home row, by two (2.1).
fn pawn_steps(side: Side, pawns: SquareSet, occupied: SquareSet) -> (SquareSet, SquareSet) {
    let forward = |squares: SquareSet| match side {
        Side::White => SquareSet(squares.0 << 8),
        Side::Black => SquareSet(squares.0 >> 8),
    };
    let single = forward(pawns) & !occupied;
    let double = forward(single & SquareSet::row(second_row(side))) & !occupied;
    (single, double)
}

/// The row before the home row, where only the first step leads from there; a pawn that stood on it goes on by one.
const fn second_row(side: Side) -> u8 {
    match side {
        Side::White => 1,
        Side::Black => 6,
    }
}

/// The square `steps` rows behind a pawn's target, which is on the board because the pawn came from there.
fn behind(side: Side, to: Square, steps: u8) -> Square {
    let row = match side {
        Side::White => to.row() - steps,
        Side::Black => to.row() + steps,
    };
    Square::new(to.column(), row).expect("a pawn comes from a square of the board")
}
