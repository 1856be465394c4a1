//! Solved endings: Syzygy tables.
//!
//! Tables give the result of a position under the fifty-move rule and how far the next capture or pawn move is (DTZ).
//! Inside a search only results are probed, and only where they are certain: directly after such a move and without
//! castling rights. At the root the distance counts too, so that a won ending makes progress. The search computes the
//! scores.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase, Wdl};
use thiserror::Error;

use crate::Game;

/// Tables found in some directories; their files are opened when they are first asked.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tablebase<Chess>,
    count: usize,
}

/// Why there are no tables.
#[derive(Debug, Error)]
pub enum SyzygyError {
    /// A directory cannot be read.
    #[error("the tables in {} cannot be read: {error}", .path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file has a table's name, but not its size.
    #[error("{} is no table or only a part of one: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The directories hold no tables.
    #[error("there are no Syzygy tables in {0}")]
    None(String),
}

/// A move at the root with what the tables say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The result for the side that plays it.
    pub result: AmbiguousWdl,
    /// Plies to the next capture or pawn move when both sides hurry: 0 for a mate, 1 for such a move itself. None for
    /// draws and without distance tables.
    pub distance: Option<u32>,
}

impl Syzygy {
    /// The tables in a list of directories, separated as the system separates paths: `:`, or `;` on Windows.
    pub fn open(list: &str) -> Result<Self, SyzygyError> {
        let mut tables = Tablebase::new();
        let mut count = 0;
        for directory in env::split_paths(list).filter(|path| !path.as_os_str().is_empty()) {
            count += add(&mut tables, &directory)?;
        }
        if count == 0 {
            return Err(SyzygyError::None(list.to_owned()));
        }
        Ok(Syzygy { tables, count })
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The largest number of pieces in any of them.
    pub fn most_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// The result for the side to move, where it is certain: at most `limit` pieces, no castling rights, directly after
    /// a capture or pawn move. `None` also when a table is missing or damaged.
    pub fn wdl(&self, position: &Chess, limit: usize) -> Option<Wdl> {
        if position.halfmoves() != 0 || !self.covers(position, limit) {
            return None;
        }
        self.tables.probe_wdl_after_zeroing(position).ok()
    }

    /// Every legal move with its result and distance, the best first; `None` where the tables do not reach.
    ///
    /// The count of fifty moves and repetitions are those of the game: a move into a position for the third time is a
    /// draw. Without distance tables the results hold only as far as the fifty moves do not matter.
    pub fn rank_root(&self, game: &Game, limit: usize) -> Option<Vec<RootMove>> {
        let position = game.position();
        if !self.covers(position, limit) {
            return None;
        }
        let before = Occurrences::of(game);
        let ranked: Option<Vec<RootMove>> = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                if before.count(&after) >= 2 {
                    return Some(RootMove {
                        mv,
                        result: AmbiguousWdl::Draw,
                        distance: None,
                    });
                }
                self.look(mv, &after)
            })
            .collect();
        let mut ranked = ranked?;
        ranked.sort_by_key(|ranked| (std::cmp::Reverse(ranked.result), ranked.order_key()));
        Some(ranked)
    }

    /// The moves at the root that are worth a search: those with the best result, and of winning ones only those that
    /// are nearest to the next capture, pawn move or mate, so that every move makes progress.
    pub fn best_moves(&self, game: &Game, limit: usize) -> Option<(AmbiguousWdl, Vec<Move>)> {
        let ranked = self.rank_root(game, limit)?;
        let first = *ranked.first()?;
        let moves = ranked
            .iter()
            .take_while(|ranked| {
                let same_distance = first.result.signum() <= 0 || ranked.distance == first.distance;
                ranked.result == first.result && same_distance
            })
            .map(|ranked| ranked.mv)
            .collect();
        Some((first.result, moves))
    }

    fn covers(&self, position: &Chess, limit: usize) -> bool {
        position.board().occupied().count() <= limit.min(self.most_pieces()) && !position.castles().any()
    }

    /// What a move is worth by the position behind it; `None` if a table is missing or damaged.
    fn look(&self, mv: Move, after: &Chess) -> Option<RootMove> {
        if after.is_checkmate() {
            return Some(RootMove {
                mv,
                result: AmbiguousWdl::Win,
                distance: Some(0),
            });
        }
        if after.is_stalemate() {
            return Some(RootMove {
                mv,
                result: AmbiguousWdl::Draw,
                distance: None,
            });
        }
        let Ok(dtz) = self.tables.probe_dtz(after) else {
            let result = -self.tables.probe_wdl_after_zeroing(after).ok()?;
            return Some(RootMove {
                mv,
                result: result.into(),
                distance: None,
            });
        };
        let result = -AmbiguousWdl::from_dtz_and_halfmoves(dtz, after.halfmoves());
        let plies = dtz.ignore_rounding().0.unsigned_abs();
        Some(RootMove {
            mv,
            result,
            distance: match (result.signum(), mv.is_zeroing()) {
                (0, _) => None,
                (_, true) => Some(1),
                (_, false) => Some(plies + 1),
            },
        })
    }
}

impl RootMove {
    /// Small for what should be played first among moves of one result: a win soon, a loss late.
    fn order_key(&self) -> i64 {
        let distance = i64::from(self.distance.unwrap_or(0));
        if self.result.signum() > 0 { distance } else { -distance }
    }
}

/// The positions that can still come again, by key.
struct Occurrences(Vec<Zobrist64>);

impl Occurrences {
    /// Those since the last capture or pawn move.
    fn of(game: &Game) -> Self {
        let mut position = game.start().clone();
        let mut keys = vec![key(&position)];
        for &mv in game.moves() {
            if mv.is_zeroing() {
                keys.clear();
            }
            position.play_unchecked(mv);
            keys.push(key(&position));
        }
        Occurrences(keys)
    }

    fn count(&self, position: &Chess) -> usize {
        let wanted = key(position);
        self.0.iter().filter(|known| **known == wanted).count()
    }
}

fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// Adds the tables of a directory, file by file, so that a damaged one can be named.
fn add(tables: &mut Tablebase<Chess>, directory: &Path) -> Result<usize, SyzygyError> {
    let unreadable = |error| SyzygyError::Directory {
        path: directory.to_owned(),
        error,
    };
    let mut count = 0;
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        match tables.add_file(&path) {
            Ok(()) => count += 1,
            // Its name is not that of a table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            Err(error) => return Err(SyzygyError::File { path, error }),
        }
    }
    Ok(count)
}
