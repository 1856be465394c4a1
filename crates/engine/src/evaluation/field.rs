//! Who attacks what, counted once for all terms.

use shakmaty::{Bitboard, ByColor, ByRole, Color, File, Rank, Role, Square, attacks};

use crate::board::{Board, pawn_sides};

/// The attacks of both sides; pawns and kings from the start, officers as `pieces.rs` walks over them.
pub(super) struct Field {
    /// Attacks by colour and role.
    pub(super) by_role: ByColor<ByRole<Bitboard>>,
    /// Attacks of any piece.
    pub(super) all: ByColor<Bitboard>,
    /// Squares attacked by two pieces or more.
    pub(super) twice: ByColor<Bitboard>,
    /// Squares around each king.
    pub(super) ring: ByColor<Bitboard>,
}

impl Field {
    pub(super) fn new(board: &Board) -> Self {
        let mut field = Field {
            by_role: ByColor::new_with(|_| ByRole::new_with(|_| Bitboard::EMPTY)),
            all: ByColor::new_with(|_| Bitboard::EMPTY),
            twice: ByColor::new_with(|_| Bitboard::EMPTY),
            ring: ByColor::new_with(|color| ring(board, color)),
        };
        for color in Color::ALL {
            let pawns = board.of(color, Role::Pawn);
            let (west, east) = pawn_sides(pawns, color);
            field.enter(color, Role::Pawn, west);
            field.enter(color, Role::Pawn, east);
            field.enter(color, Role::King, attacks::king_attacks(board.king(color)));
        }
        field
    }

    /// Attacks of a role.
    #[inline]
    pub(super) fn of(&self, color: Color, role: Role) -> Bitboard {
        *self.by_role.get(color).get(role)
    }

    /// Enters what one piece attacks.
    #[inline]
    pub(super) fn enter(&mut self, color: Color, role: Role, attacked: Bitboard) {
        *self.twice.get_mut(color) |= *self.all.get(color) & attacked;
        *self.all.get_mut(color) |= attacked;
        *self.by_role.get_mut(color).get_mut(role) |= attacked;
    }
}

/// The squares around a king; one at the edge is taken for one a step further in.
fn ring(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let inner = Square::from_coords(
        king.file().clamp(File::B, File::G),
        king.rank().clamp(Rank::Second, Rank::Seventh),
    );
    attacks::king_attacks(inner).with(inner)
}
