//! The names of openings.
//!
//! A table of positions with their names and codes, `data/openings.tsv`, is compiled in: code, name and the moves that
//! lead there, tab by tab, ordered by code. A game is looked up by its positions, not its moves, so transpositions get
//! the same name. Variations that are not in the table have the name of their opening.

use std::{collections::HashMap, sync::LazyLock};

use play::{Notation, OpeningName, Record, Rules};

use crate::Position;

/// An opening by its code in the Encyclopaedia of Chess Openings and its usual name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A letter from A to E and two digits.
    pub eco: &'static str,
    /// The name, with the variation after a colon.
    pub name: &'static str,
}

impl Opening {
    /// The opening that was played: the last position of the game that has a name.
    ///
    /// Only a game from the normal start has one.
    pub fn of(record: &Record<Position>) -> Option<Opening> {
        Opening::after(record, record.moves().len())
    }

    /// The opening that had been played after so many plies.
    pub fn after(record: &Record<Position>, plies: usize) -> Option<Opening> {
        if record.start().key() != Position::new().key() {
            return None;
        }
        (0..=plies.min(LAST_NAMED))
            .rev()
            .filter_map(|plies| record.position_after(plies))
            .find_map(|position| BY_KEY.get(&position.key()).copied())
    }
}

impl From<Opening> for OpeningName {
    fn from(Opening { eco, name }: Opening) -> Self {
        OpeningName {
            code: eco.to_owned(),
            name: name.to_owned(),
        }
    }
}

/// After more plies than this no position is looked up, so that a long game costs no more than a short one. The longest
/// line of the table has half as many; the rest is for lines that lose time on the way.
const LAST_NAMED: usize = 40;

const TABLE: &str = include_str!("../data/openings.tsv");

/// Every named position by its key.
static BY_KEY: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    TABLE
        .lines()
        .map(|line| {
            let (opening, record) = read_line(line).expect("a test plays every line of the table");
            (record.position().key(), opening)
        })
        .collect()
});

/// Every line of the table, played.
pub(crate) fn lines() -> Vec<Record<Position>> {
    let read = TABLE.lines().filter_map(read_line);
    read.map(|(_, record)| record).collect()
}

/// A line of the table with its moves.
fn read_line(line: &'static str) -> Option<(Opening, Record<Position>)> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut record = Record::new(Position::new());
    for san in moves.split(' ') {
        let mv = record.position().read_move(san).ok()?;
        record.play(mv).ok()?;
    }
    fields.next().is_none().then_some((Opening { eco, name }, record))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn played(start: Position, moves: &str) -> Record<Position> {
        let mut record = Record::new(start);
        for san in moves.split_whitespace() {
            let mv = record.position().read_move(san).unwrap();
            record.play(mv).unwrap();
        }
        record
    }

    fn name_of(moves: &str) -> Option<&'static str> {
        Opening::of(&played(Position::new(), moves)).map(|opening| opening.name)
    }

    #[test]
    fn every_line_is_exact_san_and_leads_to_a_position_of_its_own() {
        let mut keys = HashSet::new();
        for line in TABLE.lines() {
            let (_, read) = read_line(line).unwrap_or_else(|| panic!("{line}"));
            assert!(
                keys.insert(read.position().key()),
                "a second name for one position: {line}"
            );

            let moves = line.split('\t').next_back().unwrap();
            let record = played(Position::new(), moves);
            let written: Vec<String> = record.turns().map(|(position, mv)| position.label(mv)).collect();
            assert_eq!(written.join(" "), moves);
        }
        assert!((250..=350).contains(&keys.len()), "{} lines", keys.len());
    }

    #[test]
    fn codes_are_well_formed_and_in_order() {
        let codes: Vec<&str> = TABLE.lines().filter_map(|line| line.split('\t').next()).collect();
        for code in &codes {
            assert!(
                matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']),
                "{code}"
            );
        }
        assert!(codes.is_sorted());
        assert_eq!((codes[0], codes[codes.len() - 1]), ("A00", "E99"));
    }

    #[test]
    fn every_first_move_has_its_own_name() {
        let start = Record::new(Position::new());
        let names: HashSet<&str> = start
            .legal()
            .iter()
            .map(|&mv| name_of(&start.position().label(mv)).unwrap())
            .collect();
        assert_eq!(names.len(), 20);
    }

    #[test]
    fn known_openings() {
        for (moves, eco, name) in [
            ("g4", "A00", "Grob Opening"),
            ("f4", "A02", "Bird Opening"),
            ("c4", "A10", "English Opening"),
            ("d4 Nf6 c4 e6 Nc3 Bb4", "E20", "Nimzo-Indian Defence"),
            (
                "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
                "B90",
                "Sicilian Defence: Najdorf Variation",
            ),
            (
                "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7",
                "C57",
                "Italian Game: Fried Liver Attack",
            ),
        ] {
            let opening = Opening::of(&played(Position::new(), moves)).unwrap();
            assert_eq!(opening, Opening { eco, name });
        }
    }

    #[test]
    fn a_transposition_has_the_name_of_the_position_it_reaches() {
        assert_eq!(name_of("c4 e6 Nc3 d5 d4 Nf6"), name_of("d4 d5 c4 e6 Nc3 Nf6"));
        assert_eq!(name_of("Nf3 Nc6 e4 e5 Bb5"), Some("Ruy Lopez"));
    }

    #[test]
    fn the_name_stays_when_the_table_ends() {
        assert_eq!(
            name_of("e4 e6 d4 d5 Nc3 Bb4 Bd2 dxe4"),
            Some("French Defence: Winawer Variation")
        );
    }

    #[test]
    fn only_a_game_from_the_normal_start_has_a_name() {
        assert_eq!(name_of(""), None);
        let start = Position::chess960(534).unwrap();
        assert_eq!(Opening::of(&played(start, "e4 e5")), None);
        let later = played(Position::new(), "e4").position().clone();
        assert_eq!(Opening::of(&played(later, "e5")), None);
    }
}
