//! Solved endings from Syzygy tables.

use std::{path::Path, sync::Arc};

use anyhow::{Context, bail};
use arena::Oracle;
use chess::{Position, shakmaty::Chess};
use play::Rules;
use shakmaty_syzygy::{Tablebase, Wdl};

/// The tables in a directory.
pub(super) fn open(directory: &Path) -> anyhow::Result<Oracle<Position>> {
    let mut tables: Tablebase<Chess> = Tablebase::new();
    let count = tables
        .add_directory(directory)
        .with_context(|| format!("the tables in {} cannot be read", directory.display()))?;
    if count == 0 {
        bail!("there are no Syzygy tables in {}", directory.display());
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
