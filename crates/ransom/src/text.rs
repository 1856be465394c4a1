//! Positions as text (4.1): every field that cannot be read, then every fault of the position.

use std::fmt::Write;

use play::{Rules, Side};
use thiserror::Error;

use crate::{Piece, Position, PositionFault, Setup, Square, Variant};

/// Why a text is not a position of Ransom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// There are not five fields.
    #[error(
        "a position has five fields, <placement> <w|b> <white purse>/<black purse> <turns since the last capture> \
         <number of this turn>, and a sixth, buyback, where pieces can be bought back; this text has {0}"
    )]
    Fields(usize),
    /// Some fields cannot be read; all of them are listed.
    #[error("{}", list(.0))]
    Unreadable(Vec<FieldFault>),
    /// The fields can be read, but the position cannot be; all faults are listed.
    #[error("not a position of Ransom: {}", list(.0))]
    Position(Vec<PositionFault>),
}

/// A field that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {field}, '{text}', is wrong: {expected}")]
pub struct FieldFault {
    /// Which field.
    pub field: &'static str,
    /// What stands there, shortened.
    pub text: String,
    /// What should stand there.
    pub expected: &'static str,
}

pub(crate) fn read(text: &str) -> Result<Position, PositionError> {
    read_setup(text)?.position().map_err(PositionError::Position)
}

/// The fields of a text, before anything is known of the position.
pub(crate) fn read_setup(text: &str) -> Result<Setup, PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (position, name) = match fields.as_slice() {
        [position @ .., name] if position.len() == FIELDS => (position, Some(*name)),
        position => (position, None),
    };
    let &[placement, turn, purses, quiet_turns, number] = position else {
        return Err(PositionError::Fields(fields.len()));
    };
    let mut faults = Vec::new();
    let mut wrong = |field, text, expected| {
        faults.push(FieldFault {
            field,
            text: shortened(text),
            expected,
        });
    };
    let board = read_board(placement);
    if board.is_none() {
        wrong(
            "placement",
            placement,
            "it takes eight rows of eight squares from row 8 to row 1, with PNBQ for White and pnbq for Black",
        );
    }
    let side = read_side(turn);
    if side.is_none() {
        wrong("side to move", turn, "it is w or b");
    }
    let points = purses
        .split_once('/')
        .and_then(|(white, black)| Some([read_number(white)?, read_number(black)?]));
    if points.is_none() {
        wrong("purses", purses, "they are two numbers such as 0/2, White's first");
    }
    let counters = [
        ("count of turns since the last capture", quiet_turns),
        ("number of this turn", number),
    ]
    .map(|(field, text)| {
        let number = read_number(text);
        if number.is_none() {
            wrong(field, text, "it is a number");
        }
        number
    });
    let variant = name.map_or(Some(Variant::Plain), Variant::read);
    if variant.is_none() {
        wrong("variant", name.unwrap_or_default(), "it is buyback, or left out");
    }
    let (Some(board), Some(turn), Some(purses), [Some(quiet_turns), Some(number)], Some(variant)) =
        (board, side, points, counters, variant)
    else {
        return Err(PositionError::Unreadable(faults));
    };
    Ok(Setup {
        board,
        turn,
        purses,
        quiet_turns,
        number,
        variant,
    })
}

/// How many fields a position of the plain game has.
const FIELDS: usize = 5;

pub(crate) fn write(position: &Position) -> String {
    let side = match position.turn() {
        Side::White => 'w',
        Side::Black => 'b',
    };
    let [white, black] = Side::BOTH.map(|side| position.purse(side));
    let variant = position.variant().word();
    format!(
        "{} {side} {white}/{black} {} {}{}{}",
        placement(position),
        position.quiet_turns(),
        position.number(),
        variant.map_or("", |_| " "),
        variant.unwrap_or_default()
    )
}

fn placement(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..8).rev() {
        let mut empty = 0;
        for square in Square::all().filter(|square| square.row() == row) {
            match position.piece_at(square) {
                None => empty += 1,
                Some(piece) => {
                    push_gap(&mut text, empty);
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        push_gap(&mut text, empty);
        if row > 0 {
            text.push('/');
        }
    }
    text
}

fn push_gap(text: &mut String, empty: u32) {
    if empty > 0 {
        write!(text, "{empty}").expect("writing to a string cannot fail");
    }
}

fn read_board(text: &str) -> Option<[Option<Piece>; 64]> {
    let rows: Vec<&str> = text.split('/').collect();
    let rows: [&str; 8] = rows.try_into().ok()?;
    let mut board = [None; 64];
    for (row, text) in (0..8).rev().zip(rows) {
        let mut column = 0;
        for letter in text.chars() {
            // Whatever follows needs a square to stand on.
            let square = Square::new(column, row)?;
            if let '1'..='8' = letter {
                column += letter as u8 - b'0';
            } else {
                board[square.index()] = Some(Piece::from_letter(letter)?);
                column += 1;
            }
        }
        if column != 8 {
            return None;
        }
    }
    Some(board)
}

fn read_side(text: &str) -> Option<Side> {
    match text {
        "w" => Some(Side::White),
        "b" => Some(Side::Black),
        _ => None,
    }
}

/// A number of digits and nothing else.
fn read_number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// A text for a message: on one line, and cut with `…` when it is long.
pub(crate) fn shortened(text: &str) -> String {
    const LETTERS: usize = 80;
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let mut short: String = letters.by_ref().take(LETTERS).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

fn list(faults: &[impl ToString]) -> String {
    let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
    words.join("; ")
}
