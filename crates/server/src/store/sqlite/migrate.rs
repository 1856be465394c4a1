//! A database of version 0.1: copied first, then converted in one transaction.
//!
//! In that version a game was a text, stored as rows of `events`. Each row has the number of bytes of the text so far
//! that stay, and the text that follows them. The hashes in `seats` become seat tokens, `rematches` become events.

use std::{
    collections::HashMap,
    fs::{self, File},
    path::{Path, PathBuf},
};

use host::{
    Epoch, NewTable, SeatNumber, SeatToken, StoreError, TableId,
    legacy::{self, LegacyError},
};
use rusqlite::{Connection, Transaction, params};

use super::{Fault, rows, schema, unusable};

/// Copies the database beside itself, to a name that is free.
pub(super) fn back_up(connection: &Connection, path: &Path) -> Result<(), Fault> {
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let endings =
        std::iter::once(".before-0.2".to_owned()).chain((2_u32..).map(|number| format!(".before-0.2-{number}")));
    let mut free = endings.map(|ending| beside(&ending)).filter(|path| !path.exists());
    let target = free.next().unwrap_or_else(|| beside(".before-0.2"));
    let unfinished = beside(".before-0.2.unfinished");
    let failed = |error: &std::io::Error| Fault::Store(unusable(&target, error));
    if unfinished.exists() {
        fs::remove_file(&unfinished).map_err(|error| failed(&error))?;
    }
    connection.execute("VACUUM INTO ?1", [unfinished.to_string_lossy()])?;
    let finished = File::open(&unfinished)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&unfinished, &target));
    finished.map_err(|error| failed(&error))
}

/// Converts every game.
pub(super) fn convert(change: &Transaction<'_>, path: &Path) -> Result<(), Fault> {
    change.execute_batch(
        "DROP INDEX seats_of_game;
         ALTER TABLE events RENAME TO old_events;
         ALTER TABLE seats RENAME TO old_seats;",
    )?;
    change.execute_batch(schema::TABLES)?;
    let tokens = old_tokens(change)?;
    let rematches: HashMap<String, String> = pairs(change, "SELECT game, next FROM rematches")?;
    let faults: HashMap<String, String> = pairs(change, "SELECT game, fault FROM aside")?;
    for_each_text(change, |game, text| {
        let tokens = tokens.get(game).map_or(&[][..], Vec::as_slice);
        let next = rematches.get(game).and_then(|next| next.parse().ok());
        let converted = match faults.get(game) {
            Some(fault) => Err(LegacyError::Fault(fault.clone())),
            None => converted(game, text, tokens, next),
        };
        match converted {
            Ok(table) => insert(change, &table),
            Err(LegacyError::Fault(fault)) => {
                let statement = "INSERT INTO unreadable (game, fault, text) VALUES (?1, ?2, ?3)";
                change.prepare_cached(statement)?.execute(params![game, fault, text])?;
                Ok(())
            }
            // Nothing that this version writes could stand beside it.
            Err(LegacyError::Newer(_)) => Err(StoreError::Newer(format!("game {game} in {}", path.display())).into()),
        }
    })?;
    change.execute_batch("DROP TABLE old_events; DROP TABLE old_seats; DROP TABLE rematches; DROP TABLE aside;")?;
    Ok(())
}

fn converted(game: &str, text: &str, tokens: &[OldToken], next: Option<TableId>) -> Result<NewTable, LegacyError> {
    // The old files do not record which seats of different tables belong to one person, so every seat becomes a
    // separate player.
    let player = |seat: u8| legacy::player_of(&format!("{game}/{seat}"));
    let person = |SeatNumber(seat): SeatNumber, name: Option<&str>| {
        let is_taken = name.is_some() || tokens.iter().any(|(known, _)| *known == seat);
        is_taken.then(|| player(seat))
    };
    let mut table = legacy::convert(text, next, person)?;
    if table.table.as_str() != game {
        return Err(LegacyError::Fault(format!("it is the game of table {}", table.table)));
    }
    table.tokens = tokens
        .iter()
        .map(|(seat, hash)| SeatToken {
            seat: SeatNumber(*seat),
            player: player(*seat),
            hash: hash.clone(),
        })
        .collect();
    Ok(table)
}

fn insert(change: &Transaction<'_>, table: &NewTable) -> Result<(), Fault> {
    rows::insert_game(change, &table.summary, Epoch(1), table.events.len() as u64)?;
    rows::insert_seats(change, &table.summary)?;
    rows::insert_events(change, &table.table, &table.events)?;
    rows::insert_tokens(change, &table.table, &table.tokens)?;
    rows::set_names(change, &table.names)
}

/// A seat and the hash of a token that opens it.
type OldToken = (u8, Vec<u8>);

/// The tokens by game.
fn old_tokens(change: &Transaction<'_>) -> Result<HashMap<String, Vec<OldToken>>, Fault> {
    let mut statement = change.prepare("SELECT game, seat, trace FROM old_seats ORDER BY rowid")?;
    let mut rows = statement.query([])?;
    let mut tokens: HashMap<String, Vec<OldToken>> = HashMap::new();
    while let Some(row) = rows.next()? {
        tokens.entry(row.get(0)?).or_default().push((row.get(1)?, row.get(2)?));
    }
    Ok(tokens)
}

fn pairs(change: &Transaction<'_>, statement: &str) -> Result<HashMap<String, String>, Fault> {
    let mut statement = change.prepare(statement)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Rebuilds the last text of every game.
fn for_each_text(change: &Transaction<'_>, mut each: impl FnMut(&str, &str) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut statement = change.prepare("SELECT game, kept, tail FROM old_events ORDER BY game, number")?;
    let mut rows = statement.query([])?;
    let mut present: Option<(String, String)> = None;
    while let Some(row) = rows.next()? {
        let (game, kept, tail): (String, u32, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (_, text) = match &mut present {
            Some(present) if present.0 == game => present,
            other => {
                if let Some((game, text)) = other.take() {
                    each(&game, &text)?;
                }
                other.insert((game, String::new()))
            }
        };
        // A damaged number cuts where it can; the text is then no game.
        let kept = text.floor_char_boundary(kept as usize);
        text.truncate(kept);
        text.push_str(&tail);
    }
    present.map_or(Ok(()), |(game, text)| each(&game, &text))
}
