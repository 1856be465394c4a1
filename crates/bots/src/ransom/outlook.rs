//! The sums of an evaluation, and their values after a move that is not played.
//!
//! A move changes only the moves of its own piece and of sliding pieces that see one of its two squares. So the exact
//! value of the position after a move costs a fraction of an evaluation.

use play::{Rules, Side};
use ransom::{
    FEWEST_PIECES, Kind, MOST_QUIET_TURNS, Move, Position, Square, SquareSet, bishop_attacks, knight_attacks,
    pawn_mobility, queen_attacks, reach,
};

use super::evaluation::{Evaluation, POINT, far_rows, value};
use crate::minimax::UNKNOWN;

/// What a position is worth to both sides, and how many moves each piece has.
#[derive(Clone, Copy, Debug)]
pub struct Details {
    /// By side.
    pub(super) sums: [Sums; 2],
    /// The moves of the bishop or queen on each square.
    moves: [u8; 64],
    /// Whether a pawn has come so far that any move may open or close its way.
    far_pawns: bool,
}

/// The parts of a side's worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Pieces and purse.
    pub(super) holdings: i32,
    piece_moves: i32,
    /// Steps of pawns, and upgrades.
    pawn_moves: i32,
    ring_bonus: i32,
    pawn_bonus: i32,
}

impl Sums {
    pub(super) const fn moves(&self) -> i32 {
        self.piece_moves + self.pawn_moves
    }

    pub(super) const fn bonuses(&self) -> i32 {
        self.ring_bonus + self.pawn_bonus
    }

    /// Recounts the pawns and the purse.
    fn count_pawn_moves(&mut self, side: Side, pawns: SquareSet, purse: u8, occupied: SquareSet) {
        self.pawn_moves = pawn_mobility(side, pawns, purse, occupied) as i32;
    }
}

impl Details {
    pub(super) fn of(evaluation: &Evaluation, position: &Position) -> Self {
        let occupied = position.occupied();
        let mut details = Details {
            sums: [Sums::default(); 2],
            moves: [0; 64],
            far_pawns: false,
        };
        for side in Side::BOTH {
            let own = position.side(side);
            let sums = &mut details.sums[side.index()];
            for kind in [Kind::Knight, Kind::Bishop, Kind::Queen] {
                for square in position.pieces(side, kind) {
                    let moves = (reach(side, kind, square, occupied) & !own).count();
                    details.moves[square.index()] = moves as u8;
                    sums.piece_moves += moves as i32;
                    sums.ring_bonus += evaluation.ring_bonus(kind, square);
                    sums.holdings += value(kind);
                }
            }
            let (pawns, purse) = (position.pieces(side, Kind::Pawn), position.purse(side));
            sums.holdings += value(Kind::Pawn) * pawns.count() as i32 + POINT * i32::from(purse);
            sums.count_pawn_moves(side, pawns, purse, occupied);
            sums.pawn_bonus = evaluation.pawn_bonus(position.variant(), side, pawns, purse, occupied);
            details.far_pawns |= (pawns & far_rows(side)).any();
        }
        details
    }

    /// What the position after `mv` is worth to the player of `mv`, if the game goes on there.
    pub(super) fn outlook(&self, evaluation: &Evaluation, position: &Position, mv: Move) -> i32 {
        if mv.captured().is_none() && position.quiet_turns() + 1 >= MOST_QUIET_TURNS {
            return UNKNOWN;
        }
        let other = position.turn().other();
        if mv.captured().is_some() && position.side(other).count() <= FEWEST_PIECES {
            return UNKNOWN;
        }
        let sums = self.after(evaluation, position, mv, |_, _| {});
        if sums[other.index()].moves() == 0 {
            return UNKNOWN;
        }
        -evaluation.total(other, &sums)
    }

    /// The details of the position after `mv`.
    pub(super) fn details_after(&self, evaluation: &Evaluation, position: &Position, mv: Move) -> Self {
        let mut moves = self.moves;
        // First, so that the piece that comes there overwrites it.
        moves[mv.from().index()] = 0;
        let sums = self.after(evaluation, position, mv, |square, count| {
            moves[square.index()] = count as u8;
        });
        let (own, from, to) = (position.turn(), mv.from().set(), mv.to().set());
        let far_pawns = Side::BOTH.map(|side| {
            let stays = position.pieces(side, Kind::Pawn) & !from & !to;
            let arrives = side == own && mv.kind() == Kind::Pawn && !mv.is_upgrade() && !mv.is_promotion();
            let pawns = if arrives { stays | to } else { stays };
            (pawns & far_rows(side)).any()
        });
        Details {
            sums,
            moves,
            far_pawns: far_pawns[0] || far_pawns[1],
        }
    }

    /// The sums after `mv`. `note` receives the number of moves that a piece has then, if it changes.
    #[inline]
    fn after(
        &self,
        evaluation: &Evaluation,
        position: &Position,
        mv: Move,
        mut note: impl FnMut(Square, i32),
    ) -> [Sums; 2] {
        let (own, other) = (position.turn(), position.turn().other());
        let (from, to) = (mv.from(), mv.to());
        let becomes = if mv.is_upgrade() || mv.is_promotion() {
            Kind::Queen
        } else {
            mv.kind()
        };
        let board = Board {
            occupied: (position.occupied() & !from.set()) | to.set(),
            sides: {
                let mut sides = Side::BOTH.map(|side| position.side(side) & !to.set());
                sides[own.index()] = (sides[own.index()] & !from.set()) | to.set();
                sides
            },
        };
        let mut sums = self.sums;
        let mut purse = position.purse(own);

        let mine = &mut sums[own.index()];
        mine.holdings += value(becomes);
        mine.ring_bonus += evaluation.ring_bonus(becomes, to);
        if mv.is_buy_back() {
            purse -= ransom::BUY_BACK_PRICE;
            mine.holdings -= POINT * i32::from(ransom::BUY_BACK_PRICE);
        } else {
            mine.holdings -= value(mv.kind());
            mine.ring_bonus -= evaluation.ring_bonus(mv.kind(), from);
        }
        let moves = board.moves(own, becomes, to);
        note(to, moves);
        mine.piece_moves += moves - self.moves_before(position, own, mv.kind(), from, mv.is_buy_back());
        if mv.is_upgrade() {
            purse -= ransom::UPGRADE_PRICE;
            mine.holdings -= POINT * i32::from(ransom::UPGRADE_PRICE);
        }
        if let Some(taken) = mv.captured() {
            purse += 1;
            mine.holdings += POINT;
            let theirs = &mut sums[other.index()];
            theirs.holdings -= value(taken);
            theirs.ring_bonus -= evaluation.ring_bonus(taken, to);
            theirs.piece_moves -= self.moves_before(position, other, taken, to, false);
        }
        if !mv.is_upgrade() {
            self.add_neighbours(position, mv, &board, &mut sums, &mut note);
        }

        let pawns = Side::BOTH.map(|side| position.pieces(side, Kind::Pawn) & !from.set() & !to.set());
        let mut own_pawns = pawns[own.index()];
        if becomes == Kind::Pawn {
            own_pawns = own_pawns | to.set();
        }
        let their_pawns = pawns[other.index()];
        sums[own.index()].count_pawn_moves(own, own_pawns, purse, board.occupied);
        let their_purse = position.purse(other);
        sums[other.index()].count_pawn_moves(other, their_pawns, their_purse, board.occupied);
        if self.far_pawns || mv.kind() == Kind::Pawn || mv.captured().is_some() || mv.is_buy_back() {
            let variant = position.variant();
            sums[own.index()].pawn_bonus = evaluation.pawn_bonus(variant, own, own_pawns, purse, board.occupied);
            if self.far_pawns || mv.captured() == Some(Kind::Pawn) {
                sums[other.index()].pawn_bonus =
                    evaluation.pawn_bonus(variant, other, their_pawns, their_purse, board.occupied);
            }
        }
        sums
    }

    /// The moves that the piece on `square` has; none if it is not there yet.
    #[inline]
    fn moves_before(&self, position: &Position, side: Side, kind: Kind, square: Square, is_new: bool) -> i32 {
        match kind {
            _ if is_new => 0,
            Kind::Pawn => 0,
            Kind::Knight => (knight_attacks(square) & !position.side(side)).count() as i32,
            Kind::Bishop | Kind::Queen => i32::from(self.moves[square.index()]),
        }
    }

    /// Counts the moves of the pieces that see one of the two squares of `mv`.
    #[inline]
    fn add_neighbours(
        &self,
        position: &Position,
        mv: Move,
        board: &Board,
        sums: &mut [Sums; 2],
        note: &mut impl FnMut(Square, i32),
    ) {
        let (own, other) = (position.turn(), position.turn().other());
        let (from, to) = (mv.from(), mv.to());
        let occupied = position.occupied();
        let moved = from.set() | to.set();

        let knights = position.pieces(own, Kind::Knight) & !from.set();
        sums[own.index()].piece_moves -= (knight_attacks(to) & knights).count() as i32;
        if !mv.is_buy_back() {
            sums[own.index()].piece_moves += (knight_attacks(from) & knights).count() as i32;
        }
        if mv.captured().is_some() {
            let knights = position.pieces(other, Kind::Knight);
            sums[other.index()].piece_moves += (knight_attacks(to) & knights).count() as i32;
        }

        let diagonals = bishop_attacks(from, occupied) | bishop_attacks(to, occupied);
        for side in Side::BOTH {
            let mut change = 0;
            for bishop in diagonals & position.pieces(side, Kind::Bishop) & !moved {
                let moves = board.moves(side, Kind::Bishop, bishop);
                note(bishop, moves);
                change += moves - i32::from(self.moves[bishop.index()]);
            }
            let queens = position.pieces(side, Kind::Queen) & !moved;
            if queens.any() {
                // A queen sees a square straight ahead if one of the other side would see it from there.
                let behind = side.other();
                let lines = queen_attacks(behind, from, occupied) | queen_attacks(behind, to, occupied);
                for queen in lines & queens {
                    let moves = board.moves(side, Kind::Queen, queen);
                    note(queen, moves);
                    change += moves - i32::from(self.moves[queen.index()]);
                }
            }
            sums[side.index()].piece_moves += change;
        }
    }
}

/// Where pieces are after a move.
struct Board {
    occupied: SquareSet,
    sides: [SquareSet; 2],
}

impl Board {
    fn moves(&self, side: Side, kind: Kind, square: Square) -> i32 {
        (reach(side, kind, square, self.occupied) & !self.sides[side.index()]).count() as i32
    }
}
