//! The games of a hall as events in a database.

use std::{collections::HashMap, io, path::PathBuf};

use hall::{Damaged, Page, Store, StoreError, TableId};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

/// Keeps every change of a game's text.
pub(crate) struct DatabaseStore {
    connection: Connection,
    path: PathBuf,
    /// What was last written, so that a change can be told from it.
    texts: HashMap<TableId, Written>,
}

/// A text, the number of the event that made it, and how much that event kept of the text before.
#[derive(Clone)]
struct Written {
    number: i64,
    kept: usize,
    text: String,
}

/// So many texts are remembered; a forgotten one is read again.
const REMEMBERED: usize = 4_096;
/// An event of which fewer bytes are left in the text is written over.
const LEAST: usize = 256;

impl DatabaseStore {
    /// Keeps games over a connection to the database at `path`.
    pub(super) fn new(connection: Connection, path: PathBuf) -> Self {
        DatabaseStore {
            connection,
            path,
            texts: HashMap::new(),
        }
    }

    fn fault(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::Disk {
            path: self.path.clone(),
            source: io::Error::other(error.to_string()),
        }
    }

    /// Writes a group in one go, or nothing of it.
    fn append(&mut self, group: &[Page]) -> rusqlite::Result<()> {
        // One that begins by reading cannot write after somebody else has, however long it waits.
        let change = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        for page in group {
            let before = match self.texts.remove(&page.table) {
                Some(before) => Some(before),
                None => last(&change, &page.table)?,
            };
            let next = add(&change, page, before)?;
            self.texts.insert(page.table.clone(), next);
        }
        change.commit()
    }
}

impl Store for DatabaseStore {
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        let ids = || -> rusqlite::Result<Vec<String>> {
            let query = "SELECT DISTINCT game FROM events WHERE game NOT IN (SELECT game FROM aside)";
            let mut query = self.connection.prepare_cached(query)?;
            query.query_map([], |row| row.get(0))?.collect()
        };
        let ids = ids().map_err(|error| self.fault(&error))?;
        // A name that is none was not written by us.
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    fn read(&mut self, table: &TableId) -> Result<Option<String>, StoreError> {
        let read = || -> rusqlite::Result<Option<Written>> {
            let set_aside: Option<i64> = self
                .connection
                .query_row("SELECT 1 FROM aside WHERE game = ?1", [table.to_string()], |row| {
                    row.get(0)
                })
                .optional()?;
            match set_aside {
                Some(_) => Ok(None),
                None => last(&self.connection, table),
            }
        };
        let written = read().map_err(|error| self.fault(&error))?;
        Ok(written.map(|written| written.text))
    }

    fn write(&mut self, group: &[Page]) -> Vec<Result<(), StoreError>> {
        match self.append(group) {
            Ok(()) => {
                if self.texts.len() > REMEMBERED {
                    self.texts.clear();
                }
                group.iter().map(|_| Ok(())).collect()
            }
            Err(error) => {
                // What is remembered of the group was never written.
                self.texts.clear();
                group.iter().map(|_| Err(self.fault(&error))).collect()
            }
        }
    }

    fn set_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        self.texts.remove(table);
        self.connection
            .execute(
                "INSERT OR REPLACE INTO aside (game, fault) VALUES (?1, ?2)",
                params![table.to_string(), fault],
            )
            .map(drop)
            .map_err(|error| self.fault(&error))
    }

    fn damaged(&mut self) -> Vec<Damaged> {
        let rows = || -> rusqlite::Result<Vec<(String, String)>> {
            let mut query = self.connection.prepare_cached("SELECT game, fault FROM aside")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        // A list that cannot be read names nothing; whatever is asked for next tells why.
        let rows = rows().unwrap_or_default();
        rows.into_iter()
            .map(|(game, fault)| Damaged {
                path: self.path.join(game),
                fault,
            })
            .collect()
    }
}

/// The text of a game, through all its events.
fn last(connection: &Connection, table: &TableId) -> rusqlite::Result<Option<Written>> {
    let mut query =
        connection.prepare_cached("SELECT number, kept, tail FROM events WHERE game = ?1 ORDER BY number")?;
    let mut rows = query.query([table.to_string()])?;
    let mut written: Option<Written> = None;
    while let Some(row) = rows.next()? {
        let (number, kept, tail): (i64, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let mut text = written.take().map_or_else(String::new, |before| before.text);
        // A damaged number cuts where it can; whoever reads the text sees that it is no game.
        let kept = (0..=text.len().min(kept as usize))
            .rev()
            .find(|&kept| text.is_char_boundary(kept));
        let kept = kept.unwrap_or(0);
        text.truncate(kept);
        text.push_str(&tail);
        written = Some(Written { number, kept, text });
    }
    Ok(written)
}

/// Writes what changed. An event of which little is left in the new text gives its place to the new one: so a clock that
/// goes on takes no room, and a text has no more events than its length allows.
fn add(change: &Transaction<'_>, page: &Page, before: Option<Written>) -> rusqlite::Result<Written> {
    const INSERT: &str = "INSERT INTO events (game, number, kept, tail) VALUES (?1, ?2, ?3, ?4)";
    const REPLACE: &str = "UPDATE events SET kept = ?3, tail = ?4 WHERE game = ?1 AND number = ?2";
    let new = &page.text;
    let (statement, number, kept) = match &before {
        None => (INSERT, 0, 0),
        Some(before) => match shared(&before.text, new) {
            kept if kept < before.kept + LEAST => (REPLACE, before.number, kept.min(before.kept)),
            kept => (INSERT, before.number + 1, kept),
        },
    };
    let mut statement = change.prepare_cached(statement)?;
    statement.execute(params![page.table.to_string(), number, kept as u32, &new[kept..]])?;
    let mut text = before.map_or_else(String::new, |before| before.text);
    text.truncate(kept);
    text.push_str(&new[kept..]);
    Ok(Written { number, kept, text })
}

/// How many bytes two texts begin with alike, up to a letter.
fn shared(old: &str, new: &str) -> usize {
    let alike = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    (0..=alike)
        .rev()
        .find(|&kept| new.is_char_boundary(kept) && old.is_char_boundary(kept))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    fn page(table: u64, text: &str) -> Page {
        Page {
            table: TableId::numbered(table),
            text: text.to_owned(),
        }
    }

    #[test]
    fn texts_are_read_as_they_were_last_written() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::open(directory.path()).unwrap();
        let mut store = database.store().unwrap();
        let texts = ["{a: [1]}", "{a: [1, 2]}", "{a: [1, é]}", "{a: [1, è]}", "", "x"];
        for text in texts {
            assert!(
                store
                    .write(&[page(1, text), page(2, "other")])
                    .iter()
                    .all(Result::is_ok)
            );
            let mut fresh = database.store().unwrap();
            assert_eq!(fresh.read(&TableId::numbered(1)).unwrap().as_deref(), Some(text));
        }
        // Twice in one group, by a store that has to look up what was there.
        let mut fresh = database.store().unwrap();
        assert!(fresh.write(&[page(1, "xy"), page(1, "xyz")]).iter().all(Result::is_ok));
        assert_eq!(store.read(&TableId::numbered(1)).unwrap().as_deref(), Some("xyz"));
        assert_eq!(store.tables().unwrap().len(), 2);
        assert_eq!(store.read(&TableId::numbered(3)).unwrap(), None);
    }

    #[test]
    fn a_clock_that_goes_on_takes_no_room() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::open(directory.path()).unwrap();
        let mut store = database.store().unwrap();
        let events = |store: &DatabaseStore| -> i64 {
            let count = "SELECT count(*) FROM events";
            store.connection.query_row(count, [], |row| row.get(0)).unwrap()
        };
        let mut write = |text: &str| {
            assert!(store.write(&[page(1, text)])[0].is_ok());
            let read = database.store().unwrap().read(&TableId::numbered(1)).unwrap();
            assert_eq!(read.as_deref(), Some(text));
            events(&store)
        };
        let moves = "e2e4 ".repeat(LEAST);
        for (turns, rows) in [(0, 1), (LEAST, 2), (2 * LEAST, 3), (5 * LEAST, 4)] {
            let events = (95..105).map(|tick| write(&format!("{}; tick {tick}", &moves[..turns])));
            assert_eq!(events.last(), Some(rows));
        }
        // A store that has to look up what was there goes on in the same way.
        let mut fresh = database.store().unwrap();
        assert!(fresh.write(&[page(1, &format!("{moves}; tick 105"))])[0].is_ok());
        assert_eq!(events(&fresh), 4);
    }

    #[test]
    fn a_game_put_aside_is_named_and_not_deleted() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::open(directory.path()).unwrap();
        let mut store = database.store().unwrap();
        assert!(store.write(&[page(1, "nonsense")])[0].is_ok());
        store.set_aside(&TableId::numbered(1), "no game").unwrap();
        assert!(store.tables().unwrap().is_empty());
        assert_eq!(store.damaged()[0].fault, "no game");
        let events: i64 = store
            .connection
            .query_row("SELECT count(*) FROM events", [], |row| row.get(0))
            .unwrap();
        assert_eq!(events, 1);
    }
}
