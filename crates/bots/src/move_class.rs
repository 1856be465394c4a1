//! The classes of chess moves, for the order of the search.

use chess::{
    Position,
    shakmaty::{Bitboard, Board, Color, Move, Position as _, Role, Square},
};

use crate::{
    evaluation::value,
    minimax::{MoveClass, Searchable},
};

impl Searchable for Position {
    const SLOTS: usize = 2 * 64 * 64;

    fn slot(&self, mv: Move) -> usize {
        let from = mv.from().map_or(0, usize::from);
        self.chess().turn() as usize * 64 * 64 + from * 64 + usize::from(mv.to())
    }

    /// Captures and queen promotions by most valuable victim and least valuable attacker, unless the exchange loses.
    fn class(&self, mv: Move) -> MoveClass {
        let queens = mv.promotion() == Some(Role::Queen);
        if !mv.is_capture() && !queens {
            return MoveClass::Quiet;
        }
        let taken = mv.capture().map_or(0, value) + if queens { value(Role::Queen) } else { 0 };
        // Capturing a more valuable piece gains material whatever recaptures.
        let exchanged = if !queens && taken >= price(mv.role()) {
            taken - price(mv.role())
        } else {
            exchange(self.chess().board(), self.chess().turn(), mv)
        };
        if exchanged < 0 {
            MoveClass::Loss(exchanged)
        } else {
            MoveClass::Gain(16 * taken - value(mv.role()) / 16)
        }
    }

    fn is_pressed(&self) -> bool {
        self.chess().is_check()
    }
}

/// The material that `mv` wins on its target square if both sides capture there with their least valuable pieces as
/// long as they gain.
///
/// Pins are not seen.
fn exchange(board: &Board, mover: Color, mv: Move) -> i32 {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = mv
    else {
        // En passant takes a pawn by a pawn; castling takes nothing.
        return 0;
    };
    let standing = promotion.unwrap_or(role);
    let taken = capture.map_or(0, value) + promotion.map_or(0, |promoted| value(promoted) - value(Role::Pawn));
    taken - best_reply(board, to, !mover, standing, board.occupied().without(from))
}

/// The most `side` wins by taking the piece on `target` or leaving it.
fn best_reply(board: &Board, target: Square, side: Color, standing: Role, occupied: Bitboard) -> i32 {
    let attackers = board.attacks_to(target, side, occupied) & occupied;
    let cheapest = Role::ALL
        .into_iter()
        .find_map(|role| (attackers & board.by_role(role)).first().map(|from| (role, from)));
    let Some((role, from)) = cheapest else { return 0 };
    let reply = best_reply(board, target, !side, role, occupied.without(from));
    (price(standing) - reply).max(0)
}

/// What losing a piece costs in an exchange; a king cannot be given.
const fn price(role: Role) -> i32 {
    match role {
        Role::King => 100_000,
        role => value(role),
    }
}

#[cfg(test)]
mod tests {
    use play::Notation;

    use super::*;

    fn exchanged(fen: &str, mv: &str) -> i32 {
        let position = Position::read_position(fen).unwrap().position;
        let mv = position.read_move(mv).unwrap();
        exchange(position.chess().board(), position.chess().turn(), mv)
    }

    #[test]
    fn exchanges_count_every_captor_once() {
        for (fen, mv, worth) in [
            // A free pawn; a defended one.
            ("4k3/8/8/3p4/8/8/8/3QK3 w - -", "Qxd5", 100),
            ("4k3/8/2p5/3p4/8/8/8/3QK3 w - -", "Qxd5", -800),
            // Rook takes, rook behind it takes back.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "Rxd5", 100),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "Rxd5", -400),
            // The king may not take what is defended.
            ("8/8/8/3pk3/2P5/8/8/3RK3 w - -", "Rxd5+", 100),
            // A promotion that is taken, and one that is not.
            ("2r1k3/1P6/8/8/8/8/8/4K3 w - -", "bxc8=Q+", 1300),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - -", "c8=Q", -100),
        ] {
            assert_eq!(exchanged(fen, mv), worth, "{mv} in {fen}");
        }
    }

    #[test]
    fn quiet_gain_and_loss_are_distinguished() {
        let position = Position::read_position("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - -")
            .unwrap()
            .position;
        let class = |mv| position.class(position.read_move(mv).unwrap());
        assert!(matches!(class("exd5"), MoveClass::Gain(_)));
        assert_eq!(class("Qxd5"), MoveClass::Loss(-700));
        assert_eq!(class("Qd4"), MoveClass::Quiet);
    }
}
