//! Deletes old games from a database and shrinks it.

use host::{StoreError, TableId};
use play::Moment;
use rusqlite::{Transaction, params};

use super::{Fault, SqliteStore, rows};

/// What is deleted from a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacuumPolicy {
    /// Games without a move that nobody has touched since then.
    pub empty_before: Option<Moment>,
    /// Finished games that ended before then.
    pub finished_before: Option<Moment>,
    /// Games that were begun and that nobody has touched since then.
    pub abandoned_before: Option<Moment>,
}

/// What was deleted from a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vacuumed {
    /// Games without a move.
    pub empty: usize,
    /// Finished games.
    pub finished: usize,
    /// Games that were begun and left.
    pub abandoned: usize,
    /// Names of players who have no game any more.
    pub players: usize,
    /// Bytes of the file before and after.
    pub bytes: (u64, u64),
}

/// Games that are deleted in one transaction at the most; the server writes nothing meanwhile.
const GROUP: usize = 500;

/// Named saves and quarantined games are never deleted.
const DELETABLE: &str = "save IS NULL AND fault IS NULL";

impl SqliteStore {
    /// Deletes what a policy says and makes the file smaller.
    pub fn vacuum(&mut self, policy: VacuumPolicy) -> Result<Vacuumed, StoreError> {
        let before = self.size()?;
        let [empty, finished, abandoned] = [
            ("is_over = 0 AND plies = 0", policy.empty_before),
            ("is_over = 1", policy.finished_before),
            ("is_over = 0 AND plies > 0", policy.abandoned_before),
        ]
        .map(|(condition, before)| before.map_or(Ok(0), |before| self.delete_all(condition, before)));
        let (empty, finished, abandoned) = (empty?, finished?, abandoned?);
        let players = self.change(|change| {
            let unused = "DELETE FROM players WHERE id NOT IN (SELECT player FROM seats) \
                AND id NOT IN (SELECT player FROM accounts)";
            Ok(change.execute(unused, [])?)
        })?;
        self.read(|connection| Ok(connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?))?;
        Ok(Vacuumed {
            empty,
            finished,
            abandoned,
            players,
            bytes: (before, self.size()?),
        })
    }

    fn delete_all(&mut self, condition: &str, before: Moment) -> Result<usize, StoreError> {
        let mut all = 0;
        loop {
            let deleted = self.change(|change| {
                let found = find(change, condition, before, GROUP)?;
                delete(change, &found)
            })?;
            all += deleted;
            if deleted < GROUP {
                return Ok(all);
            }
        }
    }

    fn size(&self) -> Result<u64, StoreError> {
        self.read(|connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            Ok((pages * page) as u64)
        })
    }
}

/// Deletes some games without a move that nobody has touched since a moment.
pub(super) fn delete_empty(change: &Transaction<'_>, before: Moment, except: &[TableId]) -> Result<usize, Fault> {
    let mut found = find(change, "is_over = 0 AND plies = 0", before, GROUP)?;
    found.retain(|id| except.iter().all(|table| table.as_str() != id));
    delete(change, &found)
}

fn find(change: &Transaction<'_>, condition: &str, before: Moment, limit: usize) -> Result<Vec<String>, Fault> {
    let text =
        format!("SELECT id FROM games WHERE {condition} AND touched < ?1 AND {DELETABLE} ORDER BY touched LIMIT ?2");
    let mut statement = change.prepare_cached(&text)?;
    let rows = statement.query_map(params![before.0 as i64, limit as i64], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn delete(change: &Transaction<'_>, games: &[String]) -> Result<usize, Fault> {
    for game in games {
        rows::delete_game(change, game)?;
    }
    Ok(games.len())
}
