//! A move in sixteen bits, as tables and histories store it.

use std::{fmt, num::NonZeroU16};

use shakmaty::{Role, Square};

/// A move of the search: where from, where to and of which kind. Castling goes from the king to its rook.
///
/// It is a move of one position only; in another it may be illegal: see [`crate::board::Board::is_legal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(NonZeroU16);

/// What kind of move it is; promotions carry the new role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Quiet,
    Castle,
    Capture,
    EnPassant,
    Promotion(Role),
    CapturePromotion(Role),
}

const CASTLE: u16 = 1;
const CAPTURE: u16 = 4;
const EN_PASSANT: u16 = 5;
const PROMOTION: u16 = 8;
const PROMOTION_ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Move {
    pub(crate) fn new(from: Square, to: Square, kind: Kind) -> Self {
        let kind = match kind {
            Kind::Quiet => 0,
            Kind::Castle => CASTLE,
            Kind::Capture => CAPTURE,
            Kind::EnPassant => EN_PASSANT,
            Kind::Promotion(role) => PROMOTION | promotion_index(role),
            Kind::CapturePromotion(role) => PROMOTION | CAPTURE | promotion_index(role),
        };
        let bits = u16::from(from) | u16::from(to) << 6 | kind << 12;
        Move(NonZeroU16::new(bits).expect("a move leaves its square"))
    }

    /// The move of these bits; none when they are zero.
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        NonZeroU16::new(bits).map(Move)
    }

    /// The bits of a move, zero for none.
    pub(crate) fn to_bits(mv: Option<Self>) -> u16 {
        mv.map_or(0, |mv| mv.0.get())
    }

    #[inline]
    pub(crate) fn from(self) -> Square {
        Square::new(u32::from(self.0.get() & 63))
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::new(u32::from(self.0.get() >> 6 & 63))
    }

    /// Where from and where to in twelve bits.
    #[inline]
    pub(crate) fn squares(self) -> usize {
        usize::from(self.0.get() & 0xfff)
    }

    pub(crate) fn kind(self) -> Kind {
        let kind = self.0.get() >> 12;
        let role = PROMOTION_ROLES[usize::from(kind & 3)];
        match kind {
            CASTLE => Kind::Castle,
            CAPTURE => Kind::Capture,
            EN_PASSANT => Kind::EnPassant,
            kind if kind & (PROMOTION | CAPTURE) == PROMOTION | CAPTURE => Kind::CapturePromotion(role),
            kind if kind & PROMOTION != 0 => Kind::Promotion(role),
            _ => Kind::Quiet,
        }
    }

    /// Whether it takes something.
    #[inline]
    pub(crate) fn is_capture(self) -> bool {
        self.0.get() >> 12 & CAPTURE != 0
    }

    /// Whether it takes something or makes a queen: what changes the material at once.
    #[inline]
    pub(crate) fn is_noisy(self) -> bool {
        self.is_capture() || self.promotion() == Some(Role::Queen)
    }

    #[inline]
    pub(crate) fn promotion(self) -> Option<Role> {
        let kind = self.0.get() >> 12;
        (kind & PROMOTION != 0).then(|| PROMOTION_ROLES[usize::from(kind & 3)])
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())
    }
}

fn promotion_index(role: Role) -> u16 {
    match role {
        Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 3,
        Role::Pawn | Role::Knight | Role::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_comes_back_from_its_bits() {
        let promotions = PROMOTION_ROLES.into_iter().flat_map(|role| {
            let noisy = role == Role::Queen;
            [
                (Kind::Promotion(role), false, noisy),
                (Kind::CapturePromotion(role), true, true),
            ]
        });
        let plain = [
            (Kind::Quiet, false, false),
            (Kind::Castle, false, false),
            (Kind::Capture, true, true),
            (Kind::EnPassant, true, true),
        ];
        for (kind, capture, noisy) in plain.into_iter().chain(promotions) {
            let mv = Move::new(Square::H7, Square::G8, kind);
            assert_eq!((mv.from(), mv.to(), mv.kind()), (Square::H7, Square::G8, kind));
            assert_eq!((mv.is_capture(), mv.is_noisy()), (capture, noisy), "{mv:?}");
            assert_eq!(Move::from_bits(Move::to_bits(Some(mv))), Some(mv));
        }
        assert_eq!(Move::from_bits(Move::to_bits(None)), None);
    }
}
