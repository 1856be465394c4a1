//! The 960 start positions of Chess960 by their usual numbers.

use shakmaty::{Board, CastlingMode, Chess, Color, File, Piece, Role, Setup, Square};
use thiserror::Error;

use crate::Position;

/// The number of a Chess960 start position is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no Chess960 position {0}; they are numbered 0 to 959, and 518 is the normal one")]
pub struct Chess960Error(pub u32);

impl Position {
    /// Start position `number` of Chess960; 518 is the normal one and castles like it.
    pub fn chess960(number: u32) -> Result<Self, Chess960Error> {
        if number == 518 {
            return Ok(Position::new());
        }
        let mut setup = Setup::empty();
        setup.board = Board::new();
        for (file, role) in File::ALL.into_iter().zip(back_rank(number)?) {
            for color in Color::ALL {
                let square = Square::from_coords(file, color.backrank());
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        setup.castling_rights = setup.board.rooks();
        let chess: Chess = setup
            .position(CastlingMode::Chess960)
            .expect("every arrangement of the back rank is a legal position");
        Ok(Position::from(chess))
    }
}

/// The pieces from a to h, by the numbering of Scharnagl: two digits place the bishops, one the queen, the rest the
/// knights; king and rooks take what is left.
fn back_rank(number: u32) -> Result<[Role; 8], Chess960Error> {
    // The two squares of the knights among the five still free.
    const KNIGHTS: [[usize; 2]; 10] = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
    ];
    if number >= 960 {
        return Err(Chess960Error(number));
    }
    let number = number as usize;
    let mut rank = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    place(&mut rank, number / 16 % 6, Role::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The later square first, so that the earlier one keeps its count.
    place(&mut rank, second, Role::Knight);
    place(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    Ok(rank.map(|role| role.expect("eight pieces fill eight squares")))
}

/// Puts `role` on the free square with this count.
fn place(rank: &mut [Option<Role>; 8], count: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(count) {
        *free = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn letters(number: u32) -> String {
        back_rank(number).unwrap().map(Role::upper_char).iter().collect()
    }

    #[test]
    fn known_numbers() {
        assert_eq!(letters(0), "BBQNNRKR");
        assert_eq!(letters(518), "RNBQKBNR");
        assert_eq!(letters(959), "RKRNNQBB");
        assert_eq!(letters(534), "RNBKQBNR");
    }

    #[test]
    fn all_are_distinct_with_the_king_between_rooks_and_bishops_of_both_colours() {
        let all: HashSet<String> = (0..960).map(letters).collect();
        assert_eq!(all.len(), 960);
        for rank in all {
            let at = |letter| rank.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
            let (rooks, king, bishops) = (at("R"), at("K"), at("B"));
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{rank}");
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!(Position::chess960(960).unwrap_err(), Chess960Error(960));
    }
}
