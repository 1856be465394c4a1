//! Every legal move of a position, listed or only counted.

use play::Side;

use crate::{
    BUY_BACK_PRICE, Kind, Move, Position, Square, SquareSet, UPGRADE_PRICE, Variant,
    attacks::{bishop_attacks, knight_attacks, queen_attacks},
    setup::MOST_OF_A_GROUP,
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
        let bought_back = self.missing(side).count() as u32 * self.room_to_return(side).count();
        pieces + pawn_mobility(side, self.pieces(side, Kind::Pawn), self.purse(side), occupied) + bought_back
    }

    /// Whether the side to move has this move, which may come from another position.
    pub fn allows(&self, mv: Move) -> bool {
        let side = self.turn;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_buy_back() {
            return self.is_missing(side, mv.kind()) && self.room_to_return(side).contains(to);
        }
        if !self.pieces(side, mv.kind()).contains(from) {
            return false;
        }
        if mv.is_upgrade() {
            return self.upgradable(side).contains(from);
        }
        if mv.kind() == Kind::Pawn {
            let (single, double) = pawn_steps(side, from.set(), self.occupied());
            return (single | double).contains(to);
        }
        let others = self.side(side.other());
        let fits = match mv.captured() {
            Some(taken) => (others & self.kinds[taken.index()]).contains(to),
            None => !self.occupied().contains(to),
        };
        fits && reach(side, mv.kind(), from, self.occupied()).contains(to)
    }

    /// Whether the side to move has any move (3.2), found without listing them.
    pub fn can_move(&self) -> bool {
        let side = self.turn;
        let occupied = self.occupied();
        let (single, _) = pawn_steps(side, self.pieces(side, Kind::Pawn), occupied);
        let pieces = [Kind::Knight, Kind::Bishop, Kind::Queen]
            .into_iter()
            .flat_map(|kind| self.pieces(side, kind).into_iter().map(move |square| (kind, square)));
        single.any()
            || self.upgradable(side).any()
            || self.can_buy_back(side)
            || pieces
                .into_iter()
                .any(|(kind, square)| (reach(side, kind, square, occupied) & !self.side(side)).any())
    }

    /// Adds the captures and promotions of the side to move, in the order of [`Rules::moves`](play::Rules::moves).
    pub fn captures_and_promotions(&self, list: &mut Vec<Move>) {
        let side = self.turn;
        let occupied = self.occupied();
        let others = self.side(side.other());
        for kind in [Kind::Queen, Kind::Bishop, Kind::Knight] {
            for from in self.pieces(side, kind) {
                for to in reach(side, kind, from, occupied) & others {
                    list.push(Move::new(kind, from, to, self.kind_at(to)));
                }
            }
        }
        let (single, _) = pawn_steps(side, self.pieces(side, Kind::Pawn), occupied);
        let promotions = (single & SquareSet::EDGE_ROWS).into_iter();
        list.extend(promotions.map(|to| Move::new(Kind::Pawn, behind(side, to, 1), to, None)));
    }

    /// Whether the opponent of the mover has a capture or a promotion after `mv`.
    pub fn leaves_capture_or_promotion(&self, mv: Move) -> bool {
        let (own, other) = (self.turn, self.turn.other());
        let (from, to) = (mv.from().set(), mv.to().set());
        let occupied = (self.occupied() & !from) | to;
        let targets = (self.side(own) & !from) | to;
        let captors = self.side(other) & !to;
        let reaches = |kind: Kind| {
            (self.kinds[kind.index()] & captors)
                .into_iter()
                .any(|square| (reach(other, kind, square, occupied) & targets).any())
        };
        let (single, _) = pawn_steps(other, self.kinds[Kind::Pawn.index()] & captors, occupied);
        (single & SquareSet::EDGE_ROWS).any() || [Kind::Bishop, Kind::Knight, Kind::Queen].into_iter().any(reaches)
    }

    /// The pawns that `side` may turn into queens now (2.6).
    pub fn upgradable(&self, side: Side) -> SquareSet {
        if self.purse(side) < UPGRADE_PRICE {
            return SquareSet::EMPTY;
        }
        self.pieces(side, Kind::Pawn) & !SquareSet::EDGE_ROWS
    }

    /// Whether `side` may buy a piece back now (8.1).
    pub fn can_buy_back(&self, side: Side) -> bool {
        self.room_to_return(side).any() && self.missing(side).next().is_some()
    }

    /// Where `side` may put a piece that it buys back: empty squares of its home row, if it can pay (8.1).
    pub fn room_to_return(&self, side: Side) -> SquareSet {
        match self.variant {
            Variant::BuyBack if self.purse(side) >= BUY_BACK_PRICE => SquareSet::row(home_row(side)) & !self.occupied(),
            Variant::Plain | Variant::BuyBack => SquareSet::EMPTY,
        }
    }

    /// Whether a piece of the kind is missing that could return.
    pub fn is_missing(&self, side: Side, kind: Kind) -> bool {
        self.pieces(side, kind).count() < MOST_OF_A_GROUP
    }

    /// The kinds that `side` could buy back.
    fn missing(&self, side: Side) -> impl Iterator<Item = Kind> {
        let kinds = [Kind::Knight, Kind::Bishop].into_iter();
        kinds.filter(move |&kind| self.is_missing(side, kind))
    }

    /// Adds every move of the side to move: pieces, then pawns, then upgrades, then pieces bought back.
    pub(crate) fn list_moves(&self, list: &mut Vec<Move>) {
        let side = self.turn;
        let occupied = self.occupied();
        let others = self.side(side.other());
        for kind in [Kind::Queen, Kind::Bishop, Kind::Knight] {
            for from in self.pieces(side, kind) {
                let targets = reach(side, kind, from, occupied);
                for to in targets & others {
                    list.push(Move::new(kind, from, to, self.kind_at(to)));
                }
                for to in targets & !occupied {
                    list.push(Move::new(kind, from, to, None));
                }
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
        let room = self.room_to_return(side);
        if room.any() {
            for kind in self.missing(side) {
                list.extend(room.into_iter().map(|at| Move::buy_back(kind, at)));
            }
        }
    }
}

/// Where a piece other than a pawn could land on a board so occupied, own pieces not yet left out; nothing for a pawn.
#[inline]
pub fn reach(side: Side, kind: Kind, from: Square, occupied: SquareSet) -> SquareSet {
    match kind {
        Kind::Pawn => SquareSet::EMPTY,
        Kind::Knight => knight_attacks(from),
        Kind::Bishop => bishop_attacks(from, occupied),
        Kind::Queen => queen_attacks(side, from, occupied),
    }
}

/// How many steps of one square and two pawns of `side` have (2.1), and how many of them its purse can upgrade (2.6).
#[inline]
pub fn pawn_mobility(side: Side, pawns: SquareSet, purse: u8, occupied: SquareSet) -> u32 {
    let (single, double) = pawn_steps(side, pawns, occupied);
    // Moved to the home row, where no step ends and no pawn is upgraded, so that one count is enough.
    let double = match side {
        Side::White => SquareSet(double.0 >> 16),
        Side::Black => SquareSet(double.0 << 16),
    };
    let upgradable = if purse >= UPGRADE_PRICE {
        pawns & !SquareSet::EDGE_ROWS
    } else {
        SquareSet::EMPTY
    };
    (single | double | upgradable).count()
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

/// The row on which a side's pawns start, and to which its pieces return.
pub(crate) const fn home_row(side: Side) -> u8 {
    match side {
        Side::White => 0,
        Side::Black => 7,
    }
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
