//! The classes of moves of Ransom: captures first, those of the most valuable piece before others, then upgrades, then
//! pawn moves, then the rest (6.2). A capture that loses the exchange on its square is a `Loss`.

use play::{Rules, Side, Verdict};
use ransom::{End, Kind, Move, Position, Square, SquareSet, bishop_attacks, knight_attacks, queen_attacks};

use super::evaluation::{POINT, value};
use crate::minimax::{MoveClass, Searchable};

impl Searchable for Position {
    const SLOTS: usize = 2 * 64 * 64;

    fn slot(&self, mv: Move) -> usize {
        self.turn().index() * 64 * 64 + mv.from().index() * 64 + mv.to().index()
    }

    fn class(&self, mv: Move) -> MoveClass {
        if let Some(taken) = mv.captured() {
            // The point that the capture pays comes on top.
            let won = value(taken) + POINT;
            // A piece that takes one as dear gains whatever takes it back.
            let lost = if taken_is_dearer(taken, mv.kind()) {
                0
            } else {
                reply(self, mv)
            };
            if won < lost {
                return MoveClass::Loss(won - lost);
            }
            return MoveClass::Gain(16 * value(taken) - value(mv.kind()) / 16);
        }
        if mv.is_promotion() {
            MoveClass::Gain(16 * (value(Kind::Queen) - value(Kind::Pawn)))
        } else if mv.is_upgrade() || mv.is_buy_back() {
            MoveClass::Hope(UPGRADE)
        } else if mv.kind() == Kind::Pawn {
            MoveClass::Hope(ADVANCE)
        } else {
            MoveClass::Quiet
        }
    }

    fn ended(&self, _list: &mut Vec<Move>) -> Option<Verdict<End>> {
        self.verdict_unlisted()
    }

    fn gains(&self, list: &mut Vec<Move>) {
        list.clear();
        self.captures_and_promotions(list);
    }

    fn leaves_gain(&self, mv: Move) -> bool {
        self.leaves_capture_or_promotion(mv)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    fn is_pressed(&self) -> bool {
        false
    }

    /// With few pieces left, having to move may be what loses (3.2).
    fn passed(&self) -> Option<Self> {
        const ENOUGH: u32 = 5;
        (self.side(self.turn()).count() >= ENOUGH).then(|| Position::passed(self))
    }
}

/// Trust in an upgrade, or in a piece bought back, before anything is learned.
const UPGRADE: i32 = 2_000;

/// Trust in the advance of a pawn before anything is learned.
const ADVANCE: i32 = 20;

/// Whether a piece takes one that counts at least as much.
const fn taken_is_dearer(taken: Kind, captor: Kind) -> bool {
    value(taken) >= value(captor)
}

/// The most the other side wins by taking back on the square a capture ends on, or leaving it.
fn reply(position: &Position, mv: Move) -> i32 {
    let occupied = position.occupied() & !mv.from().set();
    taking(position, mv.to(), position.turn().other(), mv.kind(), occupied)
}

/// The most `side` wins by taking the piece on `target` with its cheapest pieces as long as it pays.
fn taking(position: &Position, target: Square, side: Side, standing: Kind, occupied: SquareSet) -> i32 {
    let attackers = attackers(position, target, side, occupied);
    let cheapest = [Kind::Knight, Kind::Bishop, Kind::Queen].into_iter().find_map(|kind| {
        let first = (attackers & position.pieces(side, kind)).into_iter().next();
        first.map(|from| (kind, from))
    });
    let Some((kind, from)) = cheapest else { return 0 };
    let reply = taking(position, target, side.other(), kind, occupied & !from.set());
    (value(standing) + POINT - reply).max(0)
}

/// The pieces of `side` that could take on `target`.
fn attackers(position: &Position, target: Square, side: Side, occupied: SquareSet) -> SquareSet {
    let diagonals = bishop_attacks(target, occupied);
    // A queen reaches the target straight ahead if one of the other side would reach it from there.
    let lines = queen_attacks(side.other(), target, occupied);
    let found = (knight_attacks(target) & position.pieces(side, Kind::Knight))
        | (diagonals & position.pieces(side, Kind::Bishop))
        | (lines & position.pieces(side, Kind::Queen));
    found & occupied
}
