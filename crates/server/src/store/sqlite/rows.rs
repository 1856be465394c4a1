//! Summaries, events, tokens and names as rows.

use std::fmt::Write as _;

use super::Fault;
use crate::store::columns::{from_word, word};
use host::{
    Epoch, Occupant, PlayerId, Query, SeatNumber, SeatToken, StoreError, StoredEvent, Summary, TableId, TableState,
    check_format,
};
use play::Moment;
use rusqlite::{Connection, OptionalExtension, Row, params, types::Value};

/// The columns of a summary, in the order in which [`read_summary`] reads them.
const SUMMARY: &str = "g.id, g.game, g.kind, g.seats, g.plies, g.state, g.result, g.begun, g.touched, g.save, g.live, g.visibility, \
     g.clock";

/// Milliseconds that the time in a list may be behind while nobody waits for a reply. Each change of that time costs a
/// change of two indexes.
const TOUCHED_PRECISION: u64 = 10_000;

/// Whether a table has this code, put aside or not.
pub(super) fn is_used(connection: &Connection, table: &TableId) -> Result<bool, Fault> {
    let mut statement = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1 UNION ALL SELECT 1 FROM unreadable WHERE game = ?1)",
    )?;
    Ok(statement.query_row([table.as_str()], |row| row.get(0))?)
}

/// Refuses a table that is not there or was put aside.
pub(super) fn check_exists(connection: &Connection, table: &TableId) -> Result<(), Fault> {
    let found: Option<i64> = connection
        .prepare_cached("SELECT 1 FROM games WHERE id = ?1 AND fault IS NULL")?
        .query_row([table.as_str()], |row| row.get(0))
        .optional()?;
    found.map(drop).ok_or_else(|| StoreError::NoTable(table.clone()).into())
}

pub(super) fn insert_game(connection: &Connection, summary: &Summary, epoch: Epoch, seq: u64) -> Result<(), Fault> {
    connection
        .prepare_cached(
            "INSERT INTO games (id, epoch, seq, game, kind, seats, plies, state, is_over, result, begun, touched, save, \
             live, visibility, clock) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?
        .execute(params![
            summary.table.as_str(),
            epoch.0 as i64,
            seq as i64,
            summary.game.as_str(),
            word(&summary.kind)?,
            seats_text(summary)?,
            summary.plies,
            word(&summary.state)?,
            summary.state == TableState::Over,
            summary.result,
            summary.begun.0 as i64,
            summary.touched.0 as i64,
            summary.save,
            live_text(summary)?,
            word(&summary.visibility)?,
            summary.clock.as_ref().map(serde_json::to_string).transpose()?,
        ])?;
    Ok(())
}

/// Writes what can change in a summary, and how many events there are.
pub(super) fn update_game(connection: &Connection, summary: &Summary, seq: u64) -> Result<(), Fault> {
    connection
        .prepare_cached(
            "UPDATE games SET seq = ?2, seats = ?3, plies = ?4, state = ?5, is_over = ?6, result = ?7, touched = ?8, \
             save = ?9, visibility = ?10 WHERE id = ?1",
        )?
        .execute(params![
            summary.table.as_str(),
            seq as i64,
            seats_text(summary)?,
            summary.plies,
            word(&summary.state)?,
            summary.state == TableState::Over,
            summary.result,
            summary.touched.0 as i64,
            summary.save,
            word(&summary.visibility)?,
        ])?;
    Ok(())
}

/// Writes what changes most in a summary, and how many events there are. No index has these columns.
pub(super) fn update_counts(connection: &Connection, summary: &Summary, seq: u64) -> Result<(), Fault> {
    connection
        .prepare_cached("UPDATE games SET seq = ?2, plies = ?3, save = ?4 WHERE id = ?1")?
        .execute(params![summary.table.as_str(), seq as i64, summary.plies, summary.save])?;
    Ok(())
}

/// What an append compares itself with.
pub(super) struct Stored {
    pub(super) epoch: u64,
    pub(super) seq: u64,
    seats: String,
    state: String,
    visibility: String,
    touched: Moment,
}

impl Stored {
    pub(super) fn of(connection: &Connection, table: &TableId) -> Result<Option<Self>, Fault> {
        let mut statement = connection.prepare_cached(
            "SELECT epoch, seq, seats, state, visibility, touched FROM games WHERE id = ?1 AND fault IS NULL",
        )?;
        let stored = statement.query_row([table.as_str()], |row| {
            Ok(Stored {
                epoch: row.get::<_, i64>(0)? as u64,
                seq: row.get::<_, i64>(1)? as u64,
                seats: row.get(2)?,
                state: row.get(3)?,
                visibility: row.get(4)?,
                touched: Moment(row.get::<_, i64>(5)? as u64),
            })
        });
        Ok(stored.optional()?)
    }

    pub(super) fn has_seats_of(&self, summary: &Summary) -> Result<bool, Fault> {
        Ok(self.seats == seats_text(summary)?)
    }

    /// Whether lists show the same of a summary, but for a time that is a little older.
    pub(super) fn lists_like(&self, summary: &Summary) -> Result<bool, Fault> {
        Ok(summary.touched.0.saturating_sub(self.touched.0) < TOUCHED_PRECISION
            && self.state == word(&summary.state)?
            && self.visibility == word(&summary.visibility)?
            && self.has_seats_of(summary)?)
    }
}

/// Notes who sits at a table, in place of what was noted before.
pub(super) fn insert_seats(connection: &Connection, summary: &Summary) -> Result<(), Fault> {
    connection
        .prepare_cached("DELETE FROM seats WHERE game = ?1")?
        .execute([summary.table.as_str()])?;
    let mut statement = connection.prepare_cached("INSERT INTO seats (game, seat, player) VALUES (?1, ?2, ?3)")?;
    for (seat, occupant) in summary.seats.iter().enumerate() {
        if let Some(player) = occupant.person() {
            statement.execute(params![summary.table.as_str(), seat as i64, player.to_string()])?;
        }
    }
    Ok(())
}

pub(super) fn insert_events(connection: &Connection, table: &TableId, events: &[StoredEvent]) -> Result<(), Fault> {
    let mut statement = connection.prepare_cached("INSERT INTO events (game, seq, text) VALUES (?1, ?2, ?3)")?;
    for event in events {
        statement.execute(params![table.as_str(), event.seq as i64, event.text])?;
    }
    Ok(())
}

/// The whole log of a table, which must have as many events as its game says.
pub(super) fn log(connection: &Connection, table: &TableId) -> Result<Vec<StoredEvent>, Fault> {
    let seq: Option<i64> = connection
        .prepare_cached("SELECT seq FROM games WHERE id = ?1 AND fault IS NULL")?
        .query_row([table.as_str()], |row| row.get(0))
        .optional()?;
    let seq = seq.ok_or_else(|| StoreError::NoTable(table.clone()))?;
    let events = events(connection, table, 0)?;
    check_format(table, &events)?;
    let is_whole = events.iter().zip(1..).all(|(event, number)| event.seq == number);
    if is_whole && events.len() as i64 == seq {
        Ok(events)
    } else {
        let (table, fault) = (table.clone(), "events are missing".to_owned());
        Err(StoreError::Damaged { table, fault }.into())
    }
}

/// The events behind so many.
pub(super) fn events(connection: &Connection, table: &TableId, behind: u64) -> Result<Vec<StoredEvent>, Fault> {
    let mut statement =
        connection.prepare_cached("SELECT seq, text FROM events WHERE game = ?1 AND seq > ?2 ORDER BY seq")?;
    let behind = i64::try_from(behind).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![table.as_str(), behind], |row| {
        Ok(StoredEvent {
            seq: row.get::<_, i64>(0)? as u64,
            text: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn insert_tokens(connection: &Connection, table: &TableId, tokens: &[SeatToken]) -> Result<(), Fault> {
    let mut statement =
        connection.prepare_cached("INSERT INTO seat_tokens (game, seat, player, hash) VALUES (?1, ?2, ?3, ?4)")?;
    for token in tokens {
        statement.execute(params![
            table.as_str(),
            token.seat.0,
            token.player.to_string(),
            token.hash
        ])?;
    }
    Ok(())
}

/// Adds tokens; each replaces those of the same player for the same seat.
pub(super) fn replace_tokens(connection: &Connection, table: &TableId, tokens: &[SeatToken]) -> Result<(), Fault> {
    let mut earlier =
        connection.prepare_cached("DELETE FROM seat_tokens WHERE game = ?1 AND seat = ?2 AND player = ?3")?;
    for token in tokens {
        earlier.execute(params![table.as_str(), token.seat.0, token.player.to_string()])?;
        insert_tokens(connection, table, std::slice::from_ref(token))?;
    }
    Ok(())
}

/// Deletes a game with all that belongs to it.
pub(super) fn delete_game(connection: &Connection, game: &str) -> Result<(), Fault> {
    for statement in [
        "DELETE FROM events WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM seat_tokens WHERE game = ?1",
        "DELETE FROM player_games WHERE game = ?1",
        "DELETE FROM hidden_games WHERE game = ?1",
        "DELETE FROM rated_games WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ] {
        connection.prepare_cached(statement)?.execute([game])?;
    }
    Ok(())
}

pub(super) fn tokens(connection: &Connection, table: &TableId) -> Result<Vec<SeatToken>, Fault> {
    let mut statement =
        connection.prepare_cached("SELECT seat, player, hash FROM seat_tokens WHERE game = ?1 ORDER BY number")?;
    let rows = statement.query_map([table.as_str()], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?))
    })?;
    let mut tokens = Vec::new();
    for row in rows {
        let (seat, player, hash) = row?;
        tokens.push(SeatToken {
            seat: SeatNumber(seat),
            player: from_word(player)?,
            hash,
        });
    }
    Ok(tokens)
}

pub(super) fn set_names(connection: &Connection, names: &[(PlayerId, String)]) -> Result<(), Fault> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO players (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    )?;
    for (player, name) in names {
        statement.execute(params![player.to_string(), name])?;
    }
    Ok(())
}

pub(super) fn name(connection: &Connection, player: PlayerId) -> Result<Option<String>, Fault> {
    let name = connection
        .prepare_cached("SELECT name FROM players WHERE id = ?1")?
        .query_row([player.to_string()], |row| row.get(0))
        .optional()?;
    Ok(name)
}

/// The names of players, as far as they have one.
pub(super) fn names(connection: &Connection, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, Fault> {
    let mut names = Vec::new();
    for &player in players {
        names.extend(name(connection, player)?.map(|name| (player, name)));
    }
    Ok(names)
}

/// Everybody who has a name.
pub(super) fn players(connection: &Connection) -> Result<Vec<(PlayerId, String)>, Fault> {
    let mut statement = connection.prepare_cached("SELECT id, name FROM players ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut players = Vec::new();
    for row in rows {
        let (id, name): (String, String) = row?;
        players.push((from_word(id)?, name));
    }
    Ok(players)
}

pub(super) fn summary(connection: &Connection, table: &TableId) -> Result<Option<Summary>, Fault> {
    let text = format!("SELECT {SUMMARY} FROM games g WHERE g.id = ?1 AND g.fault IS NULL");
    let summary = connection
        .prepare_cached(&text)?
        .query_row([table.as_str()], |row| Ok(read_summary(row)))
        .optional()?;
    summary.transpose()
}

pub(super) fn read_summary(row: &Row<'_>) -> Result<Summary, Fault> {
    let live: Option<String> = row.get(10)?;
    let clock: Option<String> = row.get(12)?;
    Ok(Summary {
        table: from_word(row.get(0)?)?,
        game: from_word(row.get(1)?)?,
        kind: from_word(row.get(2)?)?,
        seats: serde_json::from_str::<Vec<Occupant>>(&row.get::<_, String>(3)?)?,
        plies: row.get(4)?,
        state: from_word(row.get(5)?)?,
        result: row.get(6)?,
        begun: Moment(row.get::<_, i64>(7)? as u64),
        touched: Moment(row.get::<_, i64>(8)? as u64),
        save: row.get(9)?,
        live: live.map(|live| serde_json::from_str(&live)).transpose()?,
        visibility: from_word(row.get(11)?)?,
        clock: clock.map(|clock| serde_json::from_str(&clock)).transpose()?,
    })
}

/// The statement of a list and its values.
pub(super) fn list_query(query: &Query) -> Result<(String, Vec<Value>), Fault> {
    let mut values: Vec<Value> = Vec::new();
    let mut text = format!("SELECT {SUMMARY} FROM games g WHERE g.fault IS NULL");
    let mut filter = |condition: &str, value: String| {
        values.push(Value::Text(value));
        // Writing to a text cannot fail.
        let _written = write!(text, " AND {condition}");
    };
    if !query.games.is_empty() {
        filter(
            "g.game IN (SELECT value FROM json_each(?))",
            serde_json::to_string(&query.games)?,
        );
    }
    if !query.states.is_empty() {
        filter(
            "g.state IN (SELECT value FROM json_each(?))",
            serde_json::to_string(&query.states)?,
        );
    }
    if let Some(player) = query.player {
        filter("g.id IN (SELECT game FROM seats WHERE player = ?)", player.to_string());
    }
    if let Some(visibility) = query.visibility {
        filter("g.visibility = ?", word(&visibility)?);
    }
    if let Some(table) = &query.table {
        filter("g.id = ?", table.to_string());
    }
    // Says the same as the states; the indexes begin with it.
    let over = query.states.iter().filter(|state| **state == TableState::Over).count();
    match (query.states.len(), over) {
        (0, _) => {}
        (_, 0) => text.push_str(" AND g.is_over = 0"),
        (states, over) if states == over => text.push_str(" AND g.is_over = 1"),
        _ => {}
    }
    text.push_str(" ORDER BY g.is_over, g.touched DESC, g.id LIMIT ? OFFSET ?");
    let limit = match query.limit {
        0 => -1,
        limit => i64::try_from(limit).unwrap_or(-1),
    };
    values.push(Value::Integer(limit));
    values.push(Value::Integer(i64::try_from(query.offset).unwrap_or(i64::MAX)));
    Ok((text, values))
}

pub(super) fn seats_text(summary: &Summary) -> Result<String, Fault> {
    Ok(serde_json::to_string(&summary.seats)?)
}

fn live_text(summary: &Summary) -> Result<Option<String>, Fault> {
    Ok(summary.live.as_ref().map(serde_json::to_string).transpose()?)
}
