//! The evaluation of a position of Ransom for its mover (6.1).
//!
//! Pieces, points and legal moves have ten times the values of the rules, so that a pawn is 100. The positional terms
//! (centre, advanced pawns, promotion and upgrade in reach) either apply or do not. `examples/tune_ransom.rs` fitted
//! their weights to the results of games and describes how. The value is that of one side minus that of the other, so a
//! position and its mirror image have the same value.

use play::{Rules, Side};
use ransom::{Kind, Move, Position, Square, SquareSet, Variant};

use super::ceiling::ceiling;
use super::outlook::{Details, Sums};
use crate::minimax::{Evaluate, Window};

/// The evaluation, with factors on its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How much the parts count.
    pub weights: Weights,
    /// What the terms of the positional bonuses count.
    pub bonuses: Bonuses,
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation {
            weights: Weights::default(),
            bonuses: BONUSES,
        }
    }
}

/// Factors on the parts, in hundredths; 100 leaves a part as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The positional bonuses.
    pub position: u32,
    /// Two for each legal move.
    pub mobility: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            position: 100,
            mobility: 100,
        }
    }
}

impl Evaluation {
    /// The worth of a position to its mover, whatever the window.
    pub fn worth(&self, position: &Position) -> i32 {
        self.total(position.turn(), &Details::of(self, position).sums)
    }

    /// What the sums of the two sides are worth to `mover`.
    pub(super) fn total(&self, mover: Side, sums: &[Sums; 2]) -> i32 {
        let (own, other) = (sums[mover.index()], sums[mover.other().index()]);
        own.holdings - other.holdings
            + scaled(MOVE * (own.moves() - other.moves()), self.weights.mobility)
            + scaled(
                own.bonuses() - other.bonuses() + self.bonuses[TEMPO],
                self.weights.position,
            )
    }

    /// The bonus of a knight, bishop or queen for its square; nothing for a pawn.
    #[inline]
    pub(super) const fn ring_bonus(&self, kind: Kind, square: Square) -> i32 {
        match kind {
            Kind::Pawn => 0,
            Kind::Knight | Kind::Bishop | Kind::Queen => {
                self.bonuses[RINGS[kind.index()] + RING[square.index()] as usize]
            }
        }
    }

    /// An upper bound of the value that a move adds, if there are `moves` more legal moves and `bonus` more of the
    /// bonuses after it, with the other side to move.
    pub(super) fn change(&self, moves: i32, bonus: i32) -> i32 {
        // Each part is rounded before the move and after it.
        const ROUNDED: i32 = 4;
        scaled(MOVE * moves, self.weights.mobility)
            + scaled(bonus - 2 * self.bonuses[TEMPO], self.weights.position)
            + ROUNDED
    }

    /// The bonus of a purse for a side with these pawns.
    pub(super) fn purse_bonus(&self, variant: Variant, pawns: SquareSet, purse: u8) -> i32 {
        purse_term(variant, pawns, purse).map_or(0, |(term, times)| self.bonuses[term] * times)
    }

    /// The most that a free way gained or lost can change.
    pub(super) fn most_of_a_free_way(&self) -> i32 {
        let ways = &self.bonuses[FREE_WAY..UPGRADE_NOW];
        ways.iter().map(|bonus| bonus.abs()).max().unwrap_or(0)
    }

    /// The bonuses of the pawns of a side and of its purse.
    pub(super) fn pawn_bonus(
        &self,
        variant: Variant,
        side: Side,
        pawns: SquareSet,
        purse: u8,
        occupied: SquareSet,
    ) -> i32 {
        let mut sum = 0;
        each_pawn_term(variant, side, pawns, purse, occupied, |term, times| {
            sum += self.bonuses[term] * times;
        });
        sum
    }
}

impl Evaluate<Position> for Evaluation {
    type Details = Details;

    const HAS_OUTLOOKS: bool = true;

    fn evaluate(&self, position: &Position, _moves: &[Move], _window: Window) -> i32 {
        self.worth(position)
    }

    fn details(&self, position: &Position) -> Details {
        Details::of(self, position)
    }

    fn details_after(&self, before: &Position, details: &Details, mv: Move, _after: &Position) -> Details {
        details.details_after(self, before, mv)
    }

    fn ceiling(&self, position: &Position, worth: i32, mv: Move) -> i32 {
        ceiling(self, position, worth, mv)
    }

    fn worth_of(&self, position: &Position, details: &Details) -> i32 {
        self.total(position.turn(), &details.sums)
    }

    fn outlook(&self, position: &Position, details: &Details, mv: Move) -> i32 {
        details.outlook(self, position, mv)
    }
}

/// What a piece counts (6.1).
pub(crate) const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop => 300,
        Kind::Queen => 500,
    }
}

/// What a point in the purse counts (6.1).
pub(crate) const POINT: i32 = 100;

/// What a legal move counts (6.1).
const MOVE: i32 = 20;

/// How many terms the positional bonuses have.
pub const TERMS: usize = 25;

/// A number for each term.
pub type Bonuses = [i32; TERMS];

/// Knights, bishops and queens by their distance from the centre, four rings each.
const RINGS: [usize; 4] = [usize::MAX, 0, 4, 8];
/// A pawn by the rows it has advanced, from one to six.
const ADVANCED: usize = 12;
/// A pawn with a free way and so many rows to go, from one to three.
const FREE_WAY: usize = 18;
/// A pawn can be upgraded now.
const UPGRADE_NOW: usize = 21;
/// A pawn can be upgraded after the next capture.
const UPGRADE_NEXT: usize = 22;
/// A point that no pawn is left to spend on.
const IDLE_POINT: usize = 23;
/// To have the move.
const TEMPO: usize = 24;

/// The weights of the terms.
///
/// `examples/tune_ransom.rs` fitted them to 28,000 positions of 1,500 games (seed 7). Where the fit found no effect, a
/// weight is small instead of zero: pieces in the centre have more moves, which already count, and far pawns were too
/// rare.
#[rustfmt::skip]
pub const BONUSES: Bonuses = [
    9, 6, 3, 0, // knights
    9, 6, 3, 0, // bishops
    9, 6, 3, 0, // queens
    110, 50, 50, 60, 60, 70, // pawns that have advanced
    110, 40, 20, // a free way
    125, 20, -70, // upgrades
    25, // to have the move
];

/// How often each term applies, the mover's less the other's: what the weights are fitted to.
pub fn counts(position: &Position) -> Bonuses {
    let mut counts = [0; TERMS];
    let mover = position.turn();
    each_term(position, mover, |term, times| counts[term] += times);
    each_term(position, mover.other(), |term, times| counts[term] -= times);
    counts[TEMPO] = 1;
    counts
}

/// Every term that applies to a side, and how often.
fn each_term(position: &Position, side: Side, mut add: impl FnMut(usize, i32)) {
    for kind in [Kind::Knight, Kind::Bishop, Kind::Queen] {
        for square in position.pieces(side, kind) {
            add(RINGS[kind.index()] + usize::from(RING[square.index()]), 1);
        }
    }
    let pawns = position.pieces(side, Kind::Pawn);
    let purse = position.purse(side);
    each_pawn_term(position.variant(), side, pawns, purse, position.occupied(), add);
}

/// Every term that applies to the pawns of a side and to its purse.
#[inline]
fn each_pawn_term(
    variant: Variant,
    side: Side,
    pawns: SquareSet,
    purse: u8,
    occupied: SquareSet,
    mut add: impl FnMut(usize, i32),
) {
    for pawn in pawns {
        let advanced = rows_advanced(side, pawn);
        if let Some(index) = advanced.checked_sub(1) {
            add(ADVANCED + usize::from(index), 1);
        }
        if advanced >= FREE_FROM && has_free_way(side, pawn, occupied) {
            add(FREE_WAY + usize::from(6 - advanced), 1);
        }
    }
    if let Some((term, times)) = purse_term(variant, pawns, purse) {
        add(term, times);
    }
}

/// The term of a purse and how often it applies, if there is one.
#[inline]
fn purse_term(variant: Variant, pawns: SquareSet, purse: u8) -> Option<(usize, i32)> {
    let upgradable = (pawns & !SquareSet::EDGE_ROWS).any();
    match purse {
        2.. if upgradable => Some((UPGRADE_NOW, 1)),
        1 if upgradable => Some((UPGRADE_NEXT, 1)),
        _ if pawns.any() => None,
        _ => match variant {
            Variant::Plain => Some((IDLE_POINT, i32::from(purse))),
            // They can still buy a piece back.
            Variant::BuyBack => None,
        },
    }
}

/// From so many rows on a free way counts.
const FREE_FROM: u8 = 4;

/// The squares on which a pawn of `side` has come so far that a free way counts.
pub(super) const fn far_rows(side: Side) -> SquareSet {
    match side {
        Side::White => SquareSet(0xFFFF_FFFF_0000_0000),
        Side::Black => SquareSet(0x0000_0000_FFFF_FFFF),
    }
}

const fn rows_advanced(side: Side, pawn: Square) -> u8 {
    match side {
        Side::White => pawn.row(),
        Side::Black => 7 - pawn.row(),
    }
}

fn has_free_way(side: Side, pawn: Square, occupied: SquareSet) -> bool {
    // A pawn sees ahead what a queen sees there, diagonals left out.
    let column = SquareSet(0x0101_0101_0101_0101 << pawn.column());
    let ahead = ransom::queen_attacks(side, pawn, SquareSet::EMPTY) & column;
    (ahead & occupied).is_empty()
}

/// The distance from the four squares of the centre, 0 to 3.
const RING: [u8; 64] = {
    let mut rings = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (column, row) = (index % 8, index / 8);
        let across = if column < 4 { 3 - column } else { column - 4 };
        let along = if row < 4 { 3 - row } else { row - 4 };
        rings[index] = if across > along { across } else { along } as u8;
        index += 1;
    }
    rings
};

/// `part` times a weight in hundredths.
const fn scaled(part: i32, weight: u32) -> i32 {
    (part as i64 * weight as i64 / 100) as i32
}
