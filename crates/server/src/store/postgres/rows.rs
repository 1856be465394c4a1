//! Summaries, events, tokens and names as rows.

use host::{
    Claimed, Epoch, Listing, NewTable, Occupant, PlayerId, Query, SeatNumber, SeatToken, StoreError, StoredEvent,
    Summary, TableId, TableState,
};
use play::Moment;
use tokio_postgres::Row;

use super::link::{Fault, Link};
use crate::store::columns::{from_word, word};

/// The columns of a summary, in the order in which [`read_summary`] reads them.
macro_rules! summary {
    () => {
        "g.id, g.game, g.kind, g.seats, g.plies, g.state, g.result, g.begun, g.touched, g.save, g.live, g.visibility, g.clock"
    };
}

pub(super) const OWNERS: &str = "SELECT id, owner, epoch, seq FROM games WHERE id = ANY($1::text[]) AND fault IS NULL";
pub(super) const EVENTS_OF_CLAIM: &str =
    "SELECT seq, text FROM events WHERE game = $1 AND seq > $2 AND seq <= $3 AND epoch = $4 ORDER BY seq";
pub(super) const DAMAGED: &str = "SELECT id, fault FROM games WHERE fault IS NOT NULL ORDER BY id";

const CREATE: &str = "
    WITH created AS (
        INSERT INTO games (id, owner, epoch, seq, game, kind, seats, players, plies, state, is_over, result, begun,
            touched, save, live, visibility, clock)
        VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $24)
        ON CONFLICT (id) DO NOTHING
        RETURNING id
    ), logged AS (
        INSERT INTO events (game, seq, epoch, writer, text)
        SELECT c.id, v.seq, 1, $2, v.text FROM unnest($17::bigint[], $18::text[]) AS v (seq, text), created c
    ), granted AS (
        INSERT INTO seat_tokens (game, seat, player, hash)
        SELECT c.id, t.seat, t.player, t.hash
        FROM unnest($19::smallint[], $20::text[], $21::bytea[]) WITH ORDINALITY AS t (seat, player, hash, place),
            created c
        ORDER BY t.place
    ), named AS (
        INSERT INTO players (id, name)
        SELECT DISTINCT ON (n.player) n.player, n.name
        FROM unnest($22::text[], $23::text[]) WITH ORDINALITY AS n (player, name, place), created c
        ORDER BY n.player, n.place DESC
        ON CONFLICT (id) DO UPDATE SET name = excluded.name
    )
    SELECT id FROM created";

/// Stores a new table; one that an earlier attempt has stored is there.
pub(super) async fn create(link: &mut Link, node: i32, new: &NewTable) -> Result<Epoch, Fault> {
    let summary = &new.summary;
    let (seqs, texts): (Vec<i64>, Vec<&str>) = new
        .events
        .iter()
        .map(|event| (event.seq as i64, event.text.as_str()))
        .unzip();
    let seats: Vec<i16> = new.tokens.iter().map(|token| i16::from(token.seat.0)).collect();
    let holders: Vec<String> = new.tokens.iter().map(|token| token.player.to_string()).collect();
    let hashes: Vec<&[u8]> = new.tokens.iter().map(|token| token.hash.as_slice()).collect();
    let people: Vec<String> = new.names.iter().map(|(player, _)| player.to_string()).collect();
    let names: Vec<&str> = new.names.iter().map(|(_, name)| name.as_str()).collect();
    let live = summary.live.as_ref().map(serde_json::to_string).transpose()?;
    let clock = summary.clock.as_ref().map(serde_json::to_string).transpose()?;
    let created = link
        .ask(
            CREATE,
            &[
                &new.table.as_str(),
                &node,
                &(new.events.len() as i64),
                &summary.game.as_str(),
                &word(&summary.kind)?,
                &serde_json::to_string(&summary.seats)?,
                &players(summary),
                &i32::try_from(summary.plies).unwrap_or(i32::MAX),
                &word(&summary.state)?,
                &(summary.state == TableState::Over),
                &summary.result,
                &(summary.begun.0 as i64),
                &(summary.touched.0 as i64),
                &summary.save,
                &live,
                &word(&summary.visibility)?,
                &seqs,
                &texts,
                &seats,
                &holders,
                &hashes,
                &people,
                &names,
                &clock,
            ],
        )
        .await?;
    let exists = || StoreError::Exists(new.table.clone());
    if created.is_empty() {
        // An attempt whose answer was lost has written the same table with the same tokens.
        let owner = link.ask(OWNERS, &[&vec![new.table.as_str()]]).await?;
        let is_own = owner.iter().any(|row| (row.get(1), row.get(2)) == (Some(node), 1i64));
        let same = is_own && !new.tokens.is_empty() && tokens(link, &new.table).await? == new.tokens;
        if !same || events(link, &new.table, 0).await? != new.events {
            return Err(exists().into());
        }
    }
    Ok(Epoch(1))
}

const CLAIM: &str = concat!(
    "UPDATE games g SET owner = $2, epoch = epoch + 1
     WHERE id = $1 AND fault IS NULL
         AND (owner IS NULL OR owner = $2 OR owner IN (SELECT id FROM nodes WHERE dead))
     RETURNING ",
    summary!(),
    ", g.epoch"
);

/// Claims a table that nobody has, or a dead node, or this one.
pub(super) async fn claim(link: &mut Link, node: i32, table: &TableId) -> Result<Claimed, Fault> {
    let rows = link.ask(CLAIM, &[&table.as_str(), &node]).await?;
    let Some(row) = rows.first() else {
        let known = link.ask(OWNERS, &[&vec![table.as_str()]]).await?;
        return Err(if known.is_empty() {
            StoreError::NoTable(table.clone()).into()
        } else {
            StoreError::Claimed(table.clone()).into()
        });
    };
    let summary = read_summary(row)?;
    let people: Vec<PlayerId> = summary.seats.iter().filter_map(Occupant::person).collect();
    Ok(Claimed {
        epoch: Epoch(row.get::<_, i64>(13) as u64),
        events: log(link, table).await?,
        names: names(link, &people).await?,
        summary,
    })
}

/// Gives up a claim of this node.
pub(super) async fn release(link: &mut Link, node: i32, table: &TableId, epoch: Epoch) -> Result<(), Fault> {
    let statement = "UPDATE games SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3";
    let epoch = epoch.0 as i64;
    link.ask(statement, &[&table.as_str(), &node, &epoch]).await.map(drop)
}

/// The whole log of a table, which must have as many events as its game says.
pub(super) async fn log(link: &mut Link, table: &TableId) -> Result<Vec<StoredEvent>, Fault> {
    // One statement, so that both are of the same moment.
    let statement = "SELECT e.seq, e.text, g.seq FROM games g LEFT JOIN events e ON e.game = g.id
        WHERE g.id = $1 AND g.fault IS NULL ORDER BY e.seq";
    let rows = link.ask(statement, &[&table.as_str()]).await?;
    let first = rows.first().ok_or_else(|| StoreError::NoTable(table.clone()))?;
    let seq: i64 = first.get(2);
    let events: Vec<StoredEvent> = rows
        .iter()
        .filter(|row| row.get::<_, Option<i64>>(0).is_some())
        .map(read_event)
        .collect();
    let is_whole = events.iter().zip(1..).all(|(event, number)| event.seq == number);
    if is_whole && events.len() as i64 == seq {
        Ok(events)
    } else {
        let (table, fault) = (table.clone(), "events are missing".to_owned());
        Err(StoreError::Damaged { table, fault }.into())
    }
}

/// The events behind so many.
pub(super) async fn events(link: &mut Link, table: &TableId, behind: u64) -> Result<Vec<StoredEvent>, Fault> {
    let statement = "SELECT seq, text FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
    let rows = link.ask(statement, &[&table.as_str(), &(behind as i64)]).await?;
    Ok(rows.iter().map(read_event).collect())
}

pub(super) fn read_event(row: &Row) -> StoredEvent {
    StoredEvent {
        seq: row.get::<_, i64>(0) as u64,
        text: row.get(1),
    }
}

/// Which tables a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Every game that the query names.
    All,
    /// Those that a living node has open.
    Open,
}

const LIST: &str = concat!(
    "SELECT ",
    summary!(),
    "
     FROM games g
     WHERE g.fault IS NULL
         AND ($1::text[] IS NULL OR g.game = ANY($1))
         AND ($2::text[] IS NULL OR g.state = ANY($2))
         AND ($3::text IS NULL OR g.players @> ARRAY[$3])
         AND ($4::text IS NULL OR g.visibility = $4)
         AND ($5::text IS NULL OR g.id = $5)
         AND (NOT $6::bool OR g.owner IN (SELECT id FROM nodes WHERE NOT dead))
     ORDER BY g.is_over, g.touched DESC, g.id LIMIT $7 OFFSET $8"
);

/// The summaries that a query wants, with the names of their people.
pub(crate) async fn list(link: &mut Link, query: &Query, wanted: Wanted) -> Result<Vec<Listing>, Fault> {
    let games: Vec<&str> = query.games.iter().map(play::GameId::as_str).collect();
    let states = query.states.iter().map(word).collect::<Result<Vec<String>, _>>()?;
    let limit = match query.limit {
        0 => None,
        limit => Some(i64::try_from(limit).unwrap_or(i64::MAX)),
    };
    let rows = link
        .read(
            LIST,
            &[
                &Some(games).filter(|games| !games.is_empty()),
                &Some(states).filter(|states| !states.is_empty()),
                &query.player.map(|player| player.to_string()),
                &query.visibility.as_ref().map(word).transpose()?,
                &query.table.as_ref().map(TableId::as_str),
                &(wanted == Wanted::Open),
                &limit,
                &i64::try_from(query.offset).unwrap_or(i64::MAX),
            ],
        )
        .await?;
    let mut listings = Vec::new();
    for row in &rows {
        let summary = read_summary(row)?;
        let people: Vec<PlayerId> = summary.seats.iter().filter_map(Occupant::person).collect();
        let names = names(link, &people).await?;
        let name = |occupant: &Occupant| {
            let person = occupant.person()?;
            let known = names.iter().find(|(player, _)| *player == person);
            known.map(|(_, name)| name.clone())
        };
        listings.push(Listing {
            names: summary.seats.iter().map(name).collect(),
            summary,
        });
    }
    Ok(listings)
}

pub(super) async fn tokens(link: &mut Link, table: &TableId) -> Result<Vec<SeatToken>, Fault> {
    let statement = "SELECT t.seat, t.player, t.hash FROM games g LEFT JOIN seat_tokens t ON t.game = g.id
        WHERE g.id = $1 AND g.fault IS NULL ORDER BY t.number";
    let rows = link.ask(statement, &[&table.as_str()]).await?;
    if rows.is_empty() {
        return Err(StoreError::NoTable(table.clone()).into());
    }
    let mut tokens = Vec::new();
    for row in rows {
        if let Some(seat) = row.get::<_, Option<i16>>(0) {
            tokens.push(SeatToken {
                seat: SeatNumber(seat as u8),
                player: from_word(row.get(1))?,
                hash: row.get(2),
            });
        }
    }
    Ok(tokens)
}

pub(super) async fn rename(link: &mut Link, player: PlayerId, name: &str) -> Result<(), Fault> {
    let statement =
        "INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
    link.ask(statement, &[&player.to_string(), &name]).await.map(drop)
}

/// The names of players, as far as they have one, in the order asked for.
pub(super) async fn names(link: &mut Link, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, Fault> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = players.iter().map(PlayerId::to_string).collect();
    let statement = "SELECT p.id, p.name FROM unnest($1::text[]) WITH ORDINALITY AS w (id, place)
        JOIN players p ON p.id = w.id ORDER BY w.place";
    let rows = link.ask(statement, &[&ids]).await?;
    let mut names = Vec::new();
    for row in rows {
        names.push((from_word(row.get(0))?, row.get(1)));
    }
    Ok(names)
}

pub(super) async fn put_aside(link: &mut Link, table: &TableId, fault: &str) -> Result<(), Fault> {
    let statement = "UPDATE games SET fault = $2, owner = NULL, epoch = epoch + 1
        WHERE id = $1 AND fault IS NULL RETURNING id";
    let rows = link.ask(statement, &[&table.as_str(), &fault]).await?;
    rows.first()
        .map(drop)
        .ok_or_else(|| StoreError::NoTable(table.clone()).into())
}

/// Deletes some games without a move that nobody has touched since a moment and no node has open.
pub(super) async fn expire(link: &mut Link, before: Moment, except: &[TableId]) -> Result<usize, Fault> {
    let statement = "
        WITH gone AS (
            DELETE FROM games WHERE id IN (
                SELECT id FROM games
                WHERE NOT is_over AND plies = 0 AND touched < $1 AND owner IS NULL AND fault IS NULL AND save IS NULL
                    AND NOT id = ANY($2)
                ORDER BY touched LIMIT 500 FOR UPDATE SKIP LOCKED
            ) RETURNING id
        ), logs AS (
            DELETE FROM events USING gone WHERE events.game = gone.id
        ), tokens AS (
            DELETE FROM seat_tokens USING gone WHERE seat_tokens.game = gone.id
        )
        SELECT id FROM gone";
    let except: Vec<&str> = except.iter().map(TableId::as_str).collect();
    let gone = link.ask(statement, &[&(before.0 as i64), &except]).await?;
    Ok(gone.len())
}

/// The people of a table, for looking up their games.
pub(super) fn players(summary: &Summary) -> Vec<String> {
    let people = summary.seats.iter().filter_map(Occupant::person);
    people.map(|player| player.to_string()).collect()
}

fn read_summary(row: &Row) -> Result<Summary, Fault> {
    let live: Option<String> = row.get(10);
    let clock: Option<String> = row.get(12);
    Ok(Summary {
        table: from_word(row.get(0))?,
        game: from_word(row.get(1))?,
        kind: from_word(row.get(2))?,
        seats: serde_json::from_str(&row.get::<_, String>(3))?,
        plies: row.get::<_, i32>(4) as u32,
        state: from_word(row.get(5))?,
        result: row.get(6),
        begun: play::Moment(row.get::<_, i64>(7) as u64),
        touched: play::Moment(row.get::<_, i64>(8) as u64),
        save: row.get(9),
        live: live.map(|live| serde_json::from_str(&live)).transpose()?,
        visibility: from_word(row.get(11))?,
        clock: clock.map(|clock| serde_json::from_str(&clock)).transpose()?,
    })
}
