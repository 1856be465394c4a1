//! A position in 32 bytes, seen by its side to move.

use engine::network::{bucket, feature};
use shakmaty::{Bitboard, Chess, Color, Piece, Position as _, Role, Square};

use crate::Sample;

/// A position turned so that White is to move, with score and result of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    occupied: u64,
    /// A nibble for each piece in the order of its square: colour above role.
    pieces: [u8; 16],
    /// The search's score in centipawns.
    pub(super) score: i16,
    /// Half points in the game.
    result: u8,
}

/// The inputs of a position for the side to move and for the other.
pub(super) struct Inputs {
    pub(super) own: [u16; 32],
    pub(super) other: [u16; 32],
    pub(super) count: usize,
    pub(super) bucket: usize,
}

impl Packed {
    pub(super) const SIZE: usize = 32;

    /// A sample.
    pub(super) fn of(sample: &Sample) -> Self {
        let half_points = (2.0 * sample.result.points()) as u8;
        let (own, result) = match sample.position.turn() {
            Color::White => (sample.score, half_points),
            Color::Black => (-sample.score, 2 - half_points),
        };
        Packed::new(&sample.position, own, result)
    }

    /// A position with score and half points of its side to move.
    pub(super) fn new(position: &Chess, score: i16, result: u8) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let turned = |square: Square| match turn {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        let mut occupied = Bitboard::EMPTY;
        for square in board.occupied() {
            occupied.add(turned(square));
        }
        let mut pieces = [0; 16];
        for (place, square) in occupied.into_iter().enumerate().take(32) {
            if let Some(piece) = board.piece_at(turned(square)) {
                let enemy = u8::from(piece.color != turn);
                pieces[place / 2] |= (enemy << 3 | piece.role as u8) << (4 * (place % 2));
            }
        }
        Packed {
            occupied: occupied.0,
            pieces,
            score,
            result,
        }
    }

    pub(super) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let (mut occupied, mut pieces) = ([0; 8], [0; 16]);
        occupied.copy_from_slice(&bytes[..8]);
        pieces.copy_from_slice(&bytes[8..24]);
        Packed {
            occupied: u64::from_le_bytes(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
        }
    }

    /// The points of the side to move: nothing, a half or one.
    pub(super) fn points(self) -> f32 {
        f32::from(self.result) / 2.0
    }

    pub(super) fn inputs(self) -> Inputs {
        let mut inputs = Inputs {
            own: [0; 32],
            other: [0; 32],
            count: 0,
            bucket: bucket(self.occupied.count_ones() as usize),
        };
        let pieces = Bitboard(self.occupied).into_iter().enumerate().take(32);
        let piece = |place: usize| self.pieces[place / 2] >> (4 * (place % 2)) & 15;
        let king = |wanted: u8| {
            let found = pieces.clone().find(|(place, _)| piece(*place) == wanted);
            found.map_or(Square::A1, |(_, square)| square)
        };
        let kings = [king(Role::King as u8), king(8 | Role::King as u8)];
        for (place, square) in pieces.clone() {
            let bits = piece(place);
            let piece = Piece {
                color: Color::from_white(bits < 8),
                role: Role::ALL[usize::from(bits & 7).clamp(1, 6) - 1],
            };
            inputs.own[place] = feature(Color::White, kings[0], piece, square) as u16;
            inputs.other[place] = feature(Color::Black, kings[1], piece, square) as u16;
            inputs.count = place + 1;
        }
        inputs
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::GameResult;

    fn sample(fen: &str) -> Sample {
        let fen: Fen = fen.parse().unwrap();
        Sample {
            position: fen.into_position(CastlingMode::Standard).unwrap(),
            score: 77,
            result: GameResult::WhiteWins,
        }
    }

    #[test]
    fn bytes_hold_everything() {
        let packed = Packed::of(&sample("r3k2r/pp3ppp/8/3q4/8/8/PP1Q1PPP/R3K2R w KQkq - 0 1"));
        assert_eq!(Packed::from_bytes(&packed.to_bytes()), packed);
        assert_eq!((packed.score, packed.points()), (77, 1.0));
    }

    #[test]
    fn a_position_and_its_mirror_image_are_one() {
        let white = Packed::of(&sample("4k3/pp6/8/3q4/8/2N5/PP1Q4/4K3 w - - 0 1"));
        let black = Packed::of(&sample("4k3/pp1q4/2n5/8/3Q4/8/PP6/4K3 b - - 0 1"));
        assert_eq!((black.score, black.points()), (-77, 0.0));
        let inputs = |packed: Packed| {
            let inputs = packed.inputs();
            (inputs.own, inputs.other, inputs.count, inputs.bucket)
        };
        assert_eq!(inputs(white), inputs(black));
    }

    #[test]
    fn inputs_are_those_the_engine_counts() {
        let sample = sample("r1b2rk1/pp3ppp/2n1pn2/3q4/8/P1PB1N2/5PPP/R1BQ1RK1 b - - 0 1");
        let inputs = Packed::of(&sample).inputs();
        let board = sample.position.board();
        for (side, found) in [(Color::Black, inputs.own), (Color::White, inputs.other)] {
            let king = board.king_of(side).unwrap();
            let pieces = board
                .iter()
                .map(|(square, piece)| feature(side, king, piece, square) as u16);
            let mut wanted: Vec<u16> = pieces.collect();
            let mut found = found[..inputs.count].to_vec();
            wanted.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, wanted);
        }
    }
}
