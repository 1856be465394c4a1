//! Positions and moves as chess programs write them.
//!
//! A [`Placement`] becomes a whole [`Game`] or an error; nothing in between. Castling is read both ways, king to its
//! new square and king takes rook, and FENs of Chess960 are recognised by their castling field, with or without the
//! option.

use shakmaty::{
    CastlingMode, Chess, Move, PositionError, PositionErrorKinds,
    fen::{Fen, ParseFenError},
    uci::UciMove,
};
use thiserror::Error;

use super::command::Placement;
use crate::Game;

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PlacementError {
    /// The text is no FEN.
    #[error("the FEN cannot be read: {0}")]
    Fen(#[from] ParseFenError),
    /// It is one, of a position that cannot arise.
    #[error("not a chess position: {0}")]
    Position(String),
    /// A move that cannot be played.
    #[error("move {number}, '{text}', is not legal there")]
    Move {
        /// Which of the moves, from one.
        number: usize,
        /// As it was written.
        text: String,
    },
}

/// A game read, and what was passed over in its FEN.
pub(super) struct Placed {
    /// The game.
    pub(super) game: Game,
    /// Words for people, if something was dropped.
    pub(super) notice: Option<&'static str>,
}

/// Reads a game; `mode` is how the program says it castles, and Chess960 is found out without its help.
pub(super) fn place(placement: &Placement, mode: CastlingMode) -> Result<Placed, PlacementError> {
    let (start, notice) = match &placement.fen {
        None => (Chess::default(), None),
        Some(fen) => read_fen(fen, mode)?,
    };
    let mut game = Game::new(start);
    for (index, text) in placement.moves.iter().enumerate() {
        let illegal = || PlacementError::Move {
            number: index + 1,
            text: shortened(text),
        };
        let mv = read_move(game.position(), text).ok_or_else(illegal)?;
        game.play(mv).map_err(|_| illegal())?;
    }
    Ok(Placed { game, notice })
}

/// The legal move that is meant; letters of any case.
pub(super) fn read_move(position: &Chess, text: &str) -> Option<Move> {
    text.to_ascii_lowercase()
        .parse::<UciMove>()
        .ok()?
        .to_move(position)
        .ok()
}

/// A text to be repeated in an answer, cut where it gets long, without what could break a line.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// Castling rights and en passant squares that cannot be are dropped, as programs often leave them standing.
fn read_fen(text: &str, mode: CastlingMode) -> Result<(Chess, Option<&'static str>), PlacementError> {
    let setup = Fen::from_ascii(text.as_bytes())?.into_setup();
    let mode = match mode {
        CastlingMode::Chess960 => CastlingMode::Chess960,
        CastlingMode::Standard => CastlingMode::detect(&setup),
    };
    match setup.position::<Chess>(mode) {
        Ok(position) => Ok((position, None)),
        Err(error) => {
            let castling = error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS);
            let en_passant = error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE);
            let notice = match (castling, en_passant) {
                (true, true) => "impossible castling rights and en passant square dropped",
                (true, false) => "impossible castling rights dropped",
                (false, _) => "impossible en passant square dropped",
            };
            let position = error
                .ignore_invalid_castling_rights()
                .or_else(PositionError::ignore_invalid_ep_square)
                .map_err(|error| faults(&error))?;
            Ok((position, Some(notice)))
        }
    }
}

fn faults(error: &PositionError<Chess>) -> PlacementError {
    let words = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn is on the first or last rank",
        ),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check"),
        (
            PositionErrorKinds::IMPOSSIBLE_CHECK,
            "no move could have given this check",
        ),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has too much material"),
    ];
    let found: Vec<&str> = words
        .into_iter()
        .filter(|(kind, _)| error.kinds().contains(*kind))
        .map(|(_, words)| words)
        .collect();
    PlacementError::Position(found.join("; "))
}

#[cfg(test)]
mod tests {
    use shakmaty::{EnPassantMode, Position as _};

    use super::*;

    fn read(fen: &str, moves: &[&str]) -> Result<Placed, PlacementError> {
        let placement = Placement {
            fen: (fen != "startpos").then(|| fen.to_owned()),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        place(&placement, CastlingMode::Standard)
    }

    fn reached(fen: &str, moves: &[&str]) -> String {
        let placed = read(fen, moves).unwrap();
        Fen::from_position(placed.game.position(), EnPassantMode::Legal).to_string()
    }

    #[test]
    fn games_that_are_played() {
        assert_eq!(
            reached("startpos", &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]),
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"
        );
        let promoted = reached("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8Q"]);
        assert_eq!(promoted, "Q7/7k/8/8/8/8/8/K7 b - - 0 1");
        assert_eq!(read("startpos", &["e2e4", "e7e5"]).unwrap().game.moves().len(), 2);
    }

    #[test]
    fn castling_is_read_both_ways() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ] {
            for text in ["e1g1", "e1h1"] {
                assert!(
                    reached(fen, &[text]).starts_with("r3k2r/8/8/8/8/8/8/R4RK1 b kq"),
                    "{fen} {text}"
                );
            }
        }
        let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let placed = read(chess960, &[]).unwrap();
        assert_eq!(placed.game.position().castles().mode(), CastlingMode::Chess960);
        let x_fen = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1";
        assert!(reached(x_fen, &["c1g1"]).starts_with("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq"));
    }

    #[test]
    fn what_cannot_be_is_dropped_with_a_notice() {
        let placed = read("4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1", &[]).unwrap();
        assert_eq!(
            placed.notice,
            Some("impossible castling rights and en passant square dropped")
        );
        assert!(!placed.game.position().castles().any());
    }

    #[test]
    fn positions_that_cannot_be_are_refused_with_every_fault() {
        let refused = [
            ("", "the FEN cannot be read"),
            ("nonsense", "the FEN cannot be read"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty; a king is missing"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
            (
                "4k2P/8/8/8/8/8/8/3KK3 w - - 0 1",
                "a side has more than one king; a pawn is on",
            ),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side not to move is in check"),
            (
                "qqqqqqqq/qqqqqqqq/8/8/8/8/1k6/3K4 w - - 0 1",
                "a side has too much material",
            ),
        ];
        for (fen, words) in refused {
            let error = read(fen, &[]).err().unwrap().to_string();
            assert!(error.contains(words), "{fen}: {error}");
        }
    }

    #[test]
    fn the_move_that_cannot_be_played_is_named() {
        for (moves, number) in [
            (&["e2e5"][..], 1),
            (&["e2e4", "e2e4"], 2),
            (&["0000"], 1),
            (&["e2e4", "e7e5", "nonsense", "g1f3"], 3),
            (&["e2e4q"], 1),
            (&["P@e5"], 1),
        ] {
            let text = moves[number - 1].to_owned();
            assert_eq!(
                read("startpos", moves).err().unwrap(),
                PlacementError::Move { number, text }
            );
        }
    }
}
