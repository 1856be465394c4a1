//! Where a game begins.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Board, Condition, Field, Kind, MOST_PIECES, Piece, PieceId, Player, Players, Speed, board::Line};

/// Board, speed and pieces, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Start {
    board: Board,
    speed: Speed,
    pieces: Vec<PieceId>,
    people: Players,
}

impl Start {
    /// The usual armies (1.5, 1.6).
    pub fn usual(board: Board, speed: Speed) -> Self {
        let mut pieces = Vec::with_capacity(MOST_PIECES);
        for player in board.players().iter() {
            let [first, _] = board.corners();
            for (index, kind) in (first..).zip(board.army(player)) {
                let piece = |kind, line| PieceId {
                    kind,
                    player,
                    home: board.home(player, line, index),
                };
                pieces.push(piece(kind, Line::Back));
                pieces.push(piece(Kind::Pawn, Line::Pawns));
            }
        }
        let people = board.players();
        Start {
            board,
            speed,
            pieces,
            people,
        }
    }

    /// Other pieces, unmoved on the squares of their names.
    pub fn new(board: Board, speed: Speed, pieces: Vec<PieceId>) -> Result<Self, StartError> {
        if pieces.len() > MOST_PIECES {
            return Err(StartError::TooMany(pieces.len()));
        }
        for (index, piece) in pieces.iter().enumerate() {
            if !board.has(piece.home) {
                return Err(StartError::OffBoard(*piece));
            }
            if !board.players().contains(piece.player) {
                return Err(StartError::Player(piece.player));
            }
            if let Some(other) = pieces[..index].iter().find(|other| other.home == piece.home) {
                return Err(StartError::SameSquare(*other, *piece));
            }
        }
        let people = board.players();
        Ok(Start {
            board,
            speed,
            pieces,
            people,
        })
    }

    /// The same with only some of the players being people, whose word a draw needs (5.3).
    #[must_use]
    pub fn with_people(self, people: Players) -> Self {
        Start { people, ..self }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Who of the players is a person; everybody unless said otherwise.
    pub const fn people(&self) -> Players {
        self.people
    }

    /// The pieces in the order of their slots.
    pub fn pieces(&self) -> &[PieceId] {
        &self.pieces
    }

    pub(crate) fn field(&self) -> Field {
        let pieces: Vec<Piece> = self
            .pieces
            .iter()
            .map(|&id| Piece {
                id,
                kind: id.kind,
                square: id.home,
                moved: false,
                condition: Condition::Ready,
            })
            .collect();
        Field::new(self.board, self.speed, &pieces)
    }
}

/// A start as it is stored.
#[derive(Deserialize)]
struct Unchecked {
    board: Board,
    speed: Speed,
    pieces: Vec<PieceId>,
    people: Players,
}

impl TryFrom<Unchecked> for Start {
    type Error = StartError;

    fn try_from(stored: Unchecked) -> Result<Self, StartError> {
        let start = Start::new(stored.board, stored.speed, stored.pieces)?;
        Ok(start.with_people(stored.people))
    }
}

/// Why a game cannot begin so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// More pieces than a game holds.
    #[error("{0} pieces are too many; a game has at most {MOST_PIECES}")]
    TooMany(usize),
    /// A square the board does not have.
    #[error("the board has no square for {0}")]
    OffBoard(PieceId),
    /// A player the board has no room for.
    #[error("player {0} does not play on this board")]
    Player(Player),
    /// Two pieces on one square.
    #[error("{0} and {1} are on one square")]
    SameSquare(PieceId, PieceId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_5_two_armies_face_each_other() {
        let start = Start::usual(Board::Standard, Speed::Standard);
        let names: Vec<String> = start.pieces().iter().map(PieceId::to_string).collect();
        assert_eq!(names.len(), 32);
        for name in [
            "K:1:7:4", "Q:1:7:3", "K:2:0:4", "Q:2:0:3", "R:1:7:7", "P:2:1:0", "P:1:6:7",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn rule_1_6_four_armies_on_the_cross() {
        let start = Start::usual(Board::Four, Speed::Standard);
        let names: Vec<String> = start.pieces().iter().map(PieceId::to_string).collect();
        assert_eq!(names.len(), 64);
        for name in [
            "K:1:6:11", "Q:1:5:11", "K:2:11:5", "Q:2:11:6", "K:3:5:0", "Q:3:6:0", "K:4:0:6", "P:1:2:10",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn impossible_starts_are_refused() {
        let start = |board, names: &[&str]| {
            let pieces = names.iter().map(|name| name.parse().unwrap()).collect();
            Start::new(board, Speed::Standard, pieces)
        };
        assert!(matches!(
            start(Board::Standard, &["K:1:8:2"]),
            Err(StartError::OffBoard(_))
        ));
        assert!(matches!(start(Board::Four, &["K:1:0:0"]), Err(StartError::OffBoard(_))));
        assert!(matches!(
            start(Board::Standard, &["K:3:4:4"]),
            Err(StartError::Player(_))
        ));
        let twice = start(Board::Standard, &["K:1:4:4", "Q:1:4:4"]);
        assert!(matches!(twice, Err(StartError::SameSquare(..))));
    }
}
