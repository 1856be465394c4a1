//! A position that is set up by hand, piece by piece, before it is one that can be played.
//!
//! A [`Sketch`] holds the pieces that a person put on the board. The [`PositionEditor`] of its game lists the other
//! fields of such a position, writes it as text and lists every error. Front ends only move pieces and call the editor
//! again; they need no rules.

use std::{collections::BTreeMap, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Army, Board, PieceKind, Side, Square};

/// What a game's board editor does; a game whose positions cannot be set up by hand has none.
pub trait PositionEditor: Sync {
    /// The pieces that can be put on the board, of either side.
    fn palette(&self) -> &'static [PieceKind];

    /// A position text as a sketch, with whatever faults the position has; only a text that cannot be read is an error.
    fn read(&self, text: &str) -> Result<Sketch, String>;

    /// What the position has besides pieces and the side to move, with values that fit: those of the sketch as far as
    /// they can be.
    fn fields(&self, sketch: &Sketch) -> Vec<SketchField>;

    /// The position text.
    fn text(&self, sketch: &Sketch) -> String;

    /// Everything that is wrong, in words. Without a fault the text is read as a position, with nothing dropped.
    fn faults(&self, sketch: &Sketch) -> Vec<String>;
}

/// A position in the making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Sketch {
    /// At most one piece a square: a later one replaces an earlier one.
    pub pieces: Vec<SketchPiece>,
    /// Whose move it is.
    #[cfg_attr(feature = "wire", ts(type = "\"white\" | \"black\""))]
    pub turn: Side,
    /// The values of the game's fields, in their order.
    pub fields: Vec<String>,
}

/// A piece that was put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SketchPiece {
    /// The square.
    pub square: Square,
    /// The army.
    pub army: Army,
    /// The kind of piece.
    pub kind: PieceKind,
}

/// Something that a position has besides pieces and the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SketchField {
    /// Its name for people: `White castles short`.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Which values there are.
    pub values: FieldValues,
}

/// The values that a field can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "are", content = "of")]
pub enum FieldValues {
    /// [`ON`] and [`OFF`].
    Switch,
    /// One of these.
    Choice(Vec<String>),
    /// A whole number from zero up to this.
    Number(u32),
}

/// The value of a switch that is on.
pub const ON: &str = "on";
/// The value of a switch that is off.
pub const OFF: &str = "off";

impl SketchField {
    /// A field with the value that a sketch has for it, if that fits; else with the usual one.
    pub fn new(name: impl Into<String>, values: FieldValues, usual: &str, given: Option<&String>) -> Self {
        let fits = |value: &&String| match &values {
            FieldValues::Switch => [ON, OFF].contains(&value.as_str()),
            FieldValues::Choice(all) => all.contains(value),
            FieldValues::Number(most) => value.parse::<u32>().is_ok_and(|number| number <= *most),
        };
        SketchField {
            name: name.into(),
            value: given.filter(fits).map_or_else(|| usual.to_owned(), String::clone),
            values,
        }
    }
}

impl Sketch {
    /// A sketch without pieces.
    pub const fn empty() -> Self {
        Sketch {
            pieces: Vec::new(),
            turn: Side::White,
            fields: Vec::new(),
        }
    }

    /// A sketch of these pieces.
    pub fn of(pieces: impl IntoIterator<Item = (Square, Side, PieceKind)>, turn: Side) -> Self {
        let pieces = pieces.into_iter().map(|(square, side, kind)| SketchPiece {
            square,
            army: side.into(),
            kind,
        });
        Sketch {
            pieces: pieces.collect(),
            turn,
            fields: Vec::new(),
        }
    }

    /// What is on which square.
    pub fn squares(&self) -> BTreeMap<Square, SketchPiece> {
        self.pieces.iter().map(|piece| (piece.square, *piece)).collect()
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<SketchPiece> {
        self.pieces.iter().rev().find(|piece| piece.square == square).copied()
    }

    /// Puts a piece on a square, or takes away what is there.
    pub fn put(&mut self, square: Square, piece: Option<(Army, PieceKind)>) {
        self.pieces.retain(|known| known.square != square);
        let put = piece.map(|(army, kind)| SketchPiece { square, army, kind });
        self.pieces.extend(put);
    }

    /// The value of a field, read.
    pub fn field<T: FromStr>(&self, place: usize) -> Option<T> {
        self.fields.get(place)?.parse().ok()
    }

    /// Whether the switch at this place is on.
    pub fn is_on(&self, place: usize) -> bool {
        self.fields.get(place).is_some_and(|value| value == ON)
    }

    /// The placement as position texts have it: rows from the highest down, gaps as numbers. `letter` writes a piece.
    pub fn placement(&self, board: &Board, letter: impl Fn(SketchPiece) -> char) -> String {
        let squares = self.squares();
        let rows = (0..board.height).rev().map(|rank| {
            let mut row = String::new();
            let mut gap = 0_u32;
            for file in 0..board.width {
                match squares.get(&Square { file, rank }) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            row.push_str(&gap.to_string());
                        }
                        gap = 0;
                        row.push(letter(*piece));
                    }
                }
            }
            if gap > 0 {
                row.push_str(&gap.to_string());
            }
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }
}

/// Where a sketch comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "of")]
pub enum SketchSource {
    /// The usual start of the game.
    Usual,
    /// An empty board.
    Empty,
    /// A position text; the position may have faults.
    Text(String),
    /// A sketch that was changed.
    Sketch(Sketch),
}

/// A sketch with all that an editor shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct EditorCard {
    /// The squares.
    pub board: Board,
    /// The pieces that can be put on them.
    pub palette: Vec<PieceKind>,
    /// The sketch, with a fitting value for every field.
    pub sketch: Sketch,
    /// The fields with their values.
    pub fields: Vec<SketchField>,
    /// The position text; it is read as a position if there is no fault.
    pub text: String,
    /// Everything that is wrong, a sentence each.
    pub faults: Vec<String>,
}

/// Why there is no sketch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SketchError {
    /// The game has no editor.
    #[error("positions of {0} cannot be set up by hand")]
    NoEditor(&'static str),
    /// The position text cannot be read.
    #[error("{0}")]
    Text(String),
}

/// The card of a sketch; pieces beside the board and pieces that the game does not have are left out.
pub(crate) fn card(
    editor: &dyn PositionEditor,
    board: Board,
    usual: &str,
    source: SketchSource,
) -> Result<EditorCard, SketchError> {
    let mut sketch = match source {
        SketchSource::Usual => editor.read(usual).map_err(SketchError::Text)?,
        SketchSource::Empty => Sketch::empty(),
        SketchSource::Text(text) => editor.read(&text).map_err(SketchError::Text)?,
        SketchSource::Sketch(sketch) => sketch,
    };
    let palette = editor.palette().to_vec();
    let mut pieces = sketch.squares();
    pieces.retain(|square, piece| {
        let is_on_board = square.file < board.width && square.rank < board.height && !board.holes.contains(square);
        is_on_board && Side::BOTH.map(Army::from).contains(&piece.army) && palette.contains(&piece.kind)
    });
    sketch.pieces = pieces.into_values().collect();
    let fields = editor.fields(&sketch);
    sketch.fields = fields.iter().map(|field| field.value.clone()).collect();
    Ok(EditorCard {
        text: editor.text(&sketch),
        faults: editor.faults(&sketch).iter().map(|fault| sentence(fault)).collect(),
        board,
        palette,
        fields,
        sketch,
    })
}

/// Words as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect());
    let words: String = first.unwrap_or_default();
    if words.ends_with('.') {
        words
    } else {
        format!("{words}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn a_square_holds_one_piece() {
        let mut sketch = Sketch::empty();
        sketch.put(square("e4"), Some((Army::Ivory, PieceKind::Pawn)));
        sketch.put(square("e4"), Some((Army::Ink, PieceKind::Queen)));
        sketch.put(square("a1"), Some((Army::Ink, PieceKind::Pawn)));
        sketch.put(square("a1"), None);
        assert_eq!(sketch.pieces.len(), 1);
        assert_eq!(sketch.at(square("e4")).unwrap().kind, PieceKind::Queen);
    }

    #[test]
    fn a_placement_has_gaps_and_rows() {
        let mut sketch = Sketch::empty();
        for (at, kind) in [
            ("a1", PieceKind::King),
            ("c1", PieceKind::Pawn),
            ("d3", PieceKind::Queen),
        ] {
            sketch.put(square(at), Some((Army::Ivory, kind)));
        }
        let letter = |piece: SketchPiece| match piece.kind {
            PieceKind::King => 'K',
            PieceKind::Pawn => 'P',
            _ => 'Q',
        };
        assert_eq!(sketch.placement(&Board::rectangle(4, 3), letter), "3Q/4/K1P1");
    }

    #[test]
    fn a_value_that_does_not_fit_is_the_usual_one() {
        let given = |text: &str| Some(text.to_owned());
        let value =
            |values: FieldValues, given: Option<String>| SketchField::new("x", values, "0", given.as_ref()).value;
        assert_eq!(value(FieldValues::Number(3), given("3")), "3");
        assert_eq!(value(FieldValues::Number(3), given("4")), "0");
        assert_eq!(value(FieldValues::Number(3), given("many")), "0");
        assert_eq!(value(FieldValues::Choice(vec!["e3".to_owned()]), given("e3")), "e3");
        assert_eq!(value(FieldValues::Choice(Vec::new()), given("e3")), "0");
        assert_eq!(value(FieldValues::Switch, None), "0");
    }
}
