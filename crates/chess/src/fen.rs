//! Reading and writing FEN: the first fault of the text, every fault of the position.

use std::fmt;

use play::Reading;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, EnPassantMode, File, Position as _, PositionError,
    PositionErrorKinds, Setup, Square,
    fen::{Fen, ParseFenError},
};
use thiserror::Error;

use crate::{Position, shortened::shortened};

/// Why a text is not a chess position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text has no fields at all.
    #[error("the FEN is empty")]
    Empty,
    /// A field cannot be read; it is the first such field.
    #[error("the {field} of the FEN, '{text}', is wrong: {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// The text found there, shortened.
        text: String,
        /// What was expected there.
        expected: &'static str,
    },
    /// The FEN describes pieces in hand or counted checks.
    #[error("the FEN is of another game: {0} do not exist in chess")]
    OtherGame(&'static str),
    /// The fields can be read, but the position cannot arise; all faults are listed.
    #[error("not a chess position: {}", list(.0))]
    Position(Vec<PositionFault>),
}

/// An error in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// No pieces at all.
    EmptyBoard,
    /// A side has no king.
    MissingKing,
    /// A side has several kings.
    TooManyKings,
    /// A pawn stands on the first or last rank.
    PawnsOnLastRank,
    /// The side that just moved left its king in check.
    OppositeCheck,
    /// No last move could have given this check.
    ImpossibleCheck,
    /// More promoted pieces than pawns are missing.
    TooMuchMaterial,
}

impl PositionFault {
    const ALL: [(PositionErrorKinds, PositionFault); 7] = [
        (PositionErrorKinds::EMPTY_BOARD, PositionFault::EmptyBoard),
        (PositionErrorKinds::MISSING_KING, PositionFault::MissingKing),
        (PositionErrorKinds::TOO_MANY_KINGS, PositionFault::TooManyKings),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, PositionFault::PawnsOnLastRank),
        (PositionErrorKinds::OPPOSITE_CHECK, PositionFault::OppositeCheck),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, PositionFault::ImpossibleCheck),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, PositionFault::TooMuchMaterial),
    ];
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PositionFault::EmptyBoard => "the board is empty",
            PositionFault::MissingKing => "a king is missing",
            PositionFault::TooManyKings => "a side has more than one king",
            PositionFault::PawnsOnLastRank => "a pawn stands on the first or last rank",
            PositionFault::OppositeCheck => "the side not to move is in check",
            PositionFault::ImpossibleCheck => "no move could have given this check",
            PositionFault::TooMuchMaterial => "a side has too much material",
        })
    }
}

/// Reads a FEN. Castling rights and en passant squares that cannot be are dropped with a notice.
pub(crate) fn read(text: &str) -> Result<Reading<Position>, FenError> {
    let setup = Fen::from_ascii(text.trim().as_bytes())
        .map_err(|error| field_error(text, &error))?
        .into_setup();
    if setup.pockets.is_some() {
        return Err(FenError::OtherGame("pieces in hand"));
    }
    if setup.remaining_checks.is_some() {
        return Err(FenError::OtherGame("counted checks"));
    }
    if setup.promoted.any() {
        return Err(FenError::OtherGame("marked promoted pieces"));
    }
    let mode = castling_mode(text, &setup);
    let mut notices = Vec::new();
    let chess = match setup.position::<Chess>(mode) {
        Ok(chess) => chess,
        Err(error) => {
            if error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
                notices.push(format!(
                    "Castling rights that kings and rooks do not allow were dropped from '{}' (Chess960 names the rooks' \
                     files, as in HAha).",
                    field(text, 2)
                ));
            }
            if error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE) {
                notices.push(format!(
                    "The impossible en passant square {} was dropped.",
                    field(text, 3)
                ));
            }
            error
                .ignore_invalid_castling_rights()
                .or_else(PositionError::ignore_invalid_ep_square)
                .map_err(|error| faults(&error))?
        }
    };
    Ok(Reading {
        position: Position::from(chess),
        notices,
    })
}

/// Writes a FEN; castling rights of Chess960 by the files of the rooks, so that they are read as what they are.
pub(crate) fn write(position: &Position) -> String {
    let setup = position.chess().to_setup(EnPassantMode::Legal);
    let rights = setup.castling_rights;
    let text = Fen::try_from_setup(setup)
        .unwrap_or_else(shakmaty::fen::LossyFenError::ignore)
        .to_string();
    if !position.is_chess960() || rights.is_empty() {
        return text;
    }
    let mut fields: Vec<&str> = text.split(' ').collect();
    let files = rook_files(rights);
    fields[2] = &files;
    fields.join(" ")
}

/// White's files in capitals, then Black's, each from the h side: `HAha`.
fn rook_files(rights: Bitboard) -> String {
    let of = |color: Color| {
        let rooks = rights & color.backrank();
        rooks.into_iter().rev().map(move |rook| match color {
            Color::White => rook.file().upper_char(),
            Color::Black => rook.file().char(),
        })
    };
    of(Color::White).chain(of(Color::Black)).collect()
}

/// Normal castling, unless the text names rook files or both sides agree on another start.
fn castling_mode(text: &str, setup: &Setup) -> CastlingMode {
    let names_files = field(text, 2)
        .bytes()
        .any(|byte| matches!(byte.to_ascii_lowercase(), b'a'..=b'h'));
    if names_files {
        return CastlingMode::Chess960;
    }
    let king_file = |color| setup.board.king_of(color).map(Square::file);
    let rook_files = |color: Color| {
        let rooks = setup.castling_rights & color.backrank();
        rooks.into_iter().map(Square::file).collect::<Vec<File>>()
    };
    let (white, black) = (rook_files(Color::White), rook_files(Color::Black));
    let (fewer, more) = if white.len() < black.len() {
        (white, black)
    } else {
        (black, white)
    };
    let agreed = !fewer.is_empty()
        && fewer.iter().all(|file| more.contains(file))
        && king_file(Color::White) == king_file(Color::Black)
        && Castles::from_setup(setup, CastlingMode::Chess960).is_ok();
    if agreed {
        CastlingMode::detect(setup)
    } else {
        CastlingMode::Standard
    }
}

fn faults(error: &PositionError<Chess>) -> FenError {
    let found = PositionFault::ALL
        .into_iter()
        .filter(|(kind, _)| error.kinds().contains(*kind))
        .map(|(_, fault)| fault)
        .collect();
    FenError::Position(found)
}

pub(crate) fn field_error(text: &str, error: &ParseFenError) -> FenError {
    let (name, index, expected) = match error {
        ParseFenError::InvalidFen if text.trim().is_empty() => return FenError::Empty,
        ParseFenError::InvalidPocket | ParseFenError::InvalidBoard => (
            "board",
            0,
            "it takes eight ranks of eight squares from a8 to h1, with PNBRQK for White and pnbrqk for Black",
        ),
        ParseFenError::InvalidTurn => ("side to move", 1, "it is w or b"),
        ParseFenError::InvalidCastling => ("castling field", 2, "it is - or letters of KQkq, or rook files"),
        ParseFenError::InvalidEpSquare => ("en passant field", 3, "it is - or a square such as e3"),
        ParseFenError::InvalidRemainingChecks | ParseFenError::InvalidHalfmoveClock => {
            ("move clock", 4, "it is a number of half-moves")
        }
        ParseFenError::InvalidFullmoves => ("move number", 5, "it is a number"),
        ParseFenError::InvalidFen => ("end", 6, "a FEN has six fields"),
    };
    let found = match field(text, index) {
        "" => text.trim(),
        found => found,
    };
    FenError::Field {
        field: name,
        text: shortened(found),
        expected,
    }
}

/// A field of the text, divided as shakmaty does.
fn field(text: &str, index: usize) -> &str {
    text.trim()
        .split([' ', '_'])
        .filter(|field| !field.is_empty())
        .nth(index)
        .unwrap_or_default()
}

fn list(faults: &[PositionFault]) -> String {
    let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
    words.join("; ")
}
