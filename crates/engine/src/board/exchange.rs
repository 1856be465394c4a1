//! Static exchange evaluation: the gain of a capture when both sides keep capturing on its square.

use shakmaty::{Bitboard, Color, Role, attacks};

use super::Board;
use crate::mv::{Kind, Move};

/// The value of a role in exchanges and in the ordering of captures, in centipawns.
#[inline]
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

impl Board {
    /// Whether the exchange a move begins brings at least `threshold`.
    ///
    /// Each side captures with its least valuable piece and may stop. X-ray attackers are included; pins and discovered
    /// checks are not.
    pub(crate) fn exchange_reaches(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == Kind::Castle {
            return threshold <= 0;
        }
        let promotion = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
        let mut balance = self.victim(mv).map_or(0, worth) + promotion - threshold;
        if balance < 0 {
            return false;
        }
        balance -= worth(mv.promotion().unwrap_or(self.mover(mv)));
        if balance >= 0 {
            return true;
        }
        let pieces = self.pieces();
        let diagonal = pieces.bishops_and_queens();
        let straight = pieces.rooks_and_queens();
        let mut occupied = pieces.occupied().without(from).with(to);
        if mv.kind() == Kind::EnPassant {
            occupied = occupied.without(shakmaty::Square::from_coords(to.file(), from.rank()));
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.turn();
        loop {
            let own = attackers & pieces.by_color(side);
            let Some((role, taker)) = self.cheapest(own, side) else {
                break;
            };
            occupied ^= taker;
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= attacks::rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - worth(role);
            if balance >= 0 {
                // A king cannot capture a defended piece: the side that would do so has lost the exchange.
                if role == Role::King && (attackers & pieces.by_color(side)).any() {
                    side = !side;
                }
                break;
            }
        }
        side != self.turn()
    }

    fn cheapest(&self, attackers: Bitboard, side: Color) -> Option<(Role, Bitboard)> {
        Role::ALL.into_iter().find_map(|role| {
            let square = (self.of(side, role) & attackers).first()?;
            Some((role, Bitboard::from_square(square)))
        })
    }
}
