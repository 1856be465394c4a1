//! Solved endings of chess from Syzygy tables.

use std::path::Path;

use chess::{
    Position,
    shakmaty::{Chess, Position as _},
};
use play::{GameRecord, OpeningError, Rules, Side, SolvedEndings, TypedRecord};
use shakmaty_syzygy::{Tablebase, Wdl};

struct Syzygy {
    tables: Tablebase<Chess>,
    most_pieces: usize,
}

/// The tables in a directory.
pub(super) fn open(directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
    let mut tables = Tablebase::new();
    let count = tables.add_directory(directory).map_err(|source| OpeningError::File {
        path: directory.to_owned(),
        source,
    })?;
    if count == 0 {
        return Err(OpeningError::Content {
            path: directory.to_owned(),
            words: "there are no Syzygy tables here".to_owned(),
        });
    }
    let most_pieces = tables.max_pieces();
    Ok(Box::new(Syzygy { tables, most_pieces }))
}

impl SolvedEndings for Syzygy {
    fn result(&self, record: &dyn GameRecord) -> Option<Option<Side>> {
        let typed: &TypedRecord<Position> = record.as_any().downcast_ref()?;
        let position = typed.record().position();
        let chess = position.chess();
        if chess.board().occupied().count() > self.most_pieces || chess.castles().any() {
            return None;
        }
        // A result that the fifty-move rule could still change is played out.
        let settled = self.tables.probe_wdl(chess).ok()?.unambiguous()?;
        Some(match settled {
            Wdl::Win => Some(position.turn()),
            Wdl::Loss => Some(position.turn().other()),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use play::Notation;

    use super::*;

    #[test]
    fn endings_in_the_tables_are_known_and_others_are_not() {
        let tables = open(Path::new(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../engine/tests/tables"
        )))
        .unwrap();
        for (fen, result) in [
            ("8/8/8/4k3/8/8/Q7/1K6 w - - 0 1", Some(Some(Side::White))),
            ("8/8/8/4k3/8/8/Q7/1K6 b - - 0 1", Some(Some(Side::White))),
            ("8/8/8/4k3/8/8/8/NK6 w - - 0 1", Some(None)),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ] {
            let record = TypedRecord::new(Position::read_position(fen).unwrap().position);
            assert_eq!(tables.result(&record), result, "{fen}");
        }
    }

    #[test]
    fn a_directory_without_tables_is_an_error() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(matches!(open(directory), Err(OpeningError::Content { .. })));
    }
}
