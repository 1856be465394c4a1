//! Solved endings from Syzygy tables.

use std::{path::Path, sync::Arc};

use arena::Oracle;
use chess::{Position, shakmaty::Chess};
use play::Rules;
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::ContestError;

/// The tables in a directory.
pub(crate) fn open(directory: &Path) -> Result<Oracle<Position>, ContestError> {
    let mut tables: Tablebase<Chess> = Tablebase::new();
    let count = tables.add_directory(directory).map_err(|source| ContestError::Tables {
        path: directory.to_owned(),
        source,
    })?;
    if count == 0 {
        return Err(ContestError::NoTables(directory.to_owned()));
    }
    let most = tables.max_pieces();
    Ok(Arc::new(move |position| {
        let chess = position.chess();
        let board = chess::shakmaty::Position::board(chess);
        if board.occupied().count() > most || chess::shakmaty::Position::castles(chess).any() {
            return None;
        }
        // A result that the fifty-move rule could still change is played out.
        let settled = tables.probe_wdl(chess).ok()?.unambiguous()?;
        Some(match settled {
            Wdl::Win => Some(position.turn()),
            Wdl::Loss => Some(position.turn().other()),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => None,
        })
    }))
}
