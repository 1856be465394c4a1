//! A group of appends as one statement, and the results of those that it did not write.

use std::collections::{HashMap, HashSet};

use host::{AfterAppend, Append, StoreError, StoredEvent, TableId, TableState};

use super::{
    link::{Fault, Link},
    rows,
};
use crate::store::columns::word;

/// Every parameter is a column of the group: of games, then of events, tokens and names.
const APPEND: &str = "
    WITH entry AS (
        SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::int[],
            $9::text[], $10::bool[], $11::text[], $12::bigint[], $13::text[], $14::text[], $15::bool[])
        AS e (game, epoch, expected, last, seats, players, plies, state, is_over, result, touched, save, visibility,
            release)
    ), written AS (
        UPDATE games g SET seq = e.last, seats = e.seats, players = string_to_array(e.players, ','), plies = e.plies,
            state = e.state, is_over = e.is_over, result = e.result, touched = e.touched, save = e.save,
            visibility = e.visibility, owner = CASE WHEN e.release THEN NULL ELSE g.owner END
        FROM entry e
        WHERE g.id = e.game AND g.owner = $1 AND g.epoch = e.epoch AND g.seq = e.expected AND g.fault IS NULL
        RETURNING g.id, g.seq
    ), logged AS (
        INSERT INTO events (game, seq, epoch, writer, text)
        SELECT v.game, v.seq, v.epoch, $1, v.text
        FROM unnest($16::text[], $17::bigint[], $18::bigint[], $19::bigint[], $20::text[])
            AS v (game, last, seq, epoch, text)
        JOIN written w ON w.id = v.game AND w.seq = v.last
    ), revoked AS (
        DELETE FROM seat_tokens o
        USING unnest($21::text[], $22::bigint[], $23::smallint[], $24::text[]) AS t (game, last, seat, player),
            written w
        WHERE w.id = t.game AND w.seq = t.last AND o.game = t.game AND o.seat = t.seat AND o.player = t.player
    ), granted AS (
        INSERT INTO seat_tokens (game, seat, player, hash)
        SELECT latest.game, latest.seat, latest.player, latest.hash FROM (
            SELECT DISTINCT ON (t.game, t.seat, t.player) t.game, t.seat, t.player, t.hash, t.place
            FROM unnest($21::text[], $22::bigint[], $23::smallint[], $24::text[], $25::bytea[])
                WITH ORDINALITY AS t (game, last, seat, player, hash, place)
            JOIN written w ON w.id = t.game AND w.seq = t.last
            ORDER BY t.game, t.seat, t.player, t.place DESC
        ) latest ORDER BY latest.place
    ), named AS (
        INSERT INTO players (id, name)
        SELECT DISTINCT ON (n.player) n.player, n.name
        FROM unnest($26::text[], $27::bigint[], $28::text[], $29::text[]) WITH ORDINALITY
            AS n (game, last, player, name, place)
        JOIN written w ON w.id = n.game AND w.seq = n.last
        ORDER BY n.player, n.place DESC
        ON CONFLICT (id) DO UPDATE SET name = excluded.name
    )
    SELECT id, seq FROM written";

/// The group in rounds in which each table appears once, as numbers of entries.
pub(super) fn rounds(group: &[Append]) -> Vec<Vec<usize>> {
    let mut rounds = Vec::new();
    let mut round: Vec<usize> = Vec::new();
    let mut tables: HashSet<&TableId> = HashSet::new();
    for (number, entry) in group.iter().enumerate() {
        if !tables.insert(&entry.table) {
            rounds.push(std::mem::take(&mut round));
            tables = HashSet::from([&entry.table]);
        }
        round.push(number);
    }
    rounds.push(round);
    rounds
}

/// Appends to different tables.
pub(super) async fn append(
    link: &mut Link,
    node: i32,
    entries: &[&Append],
    place: &str,
) -> Vec<Result<(), StoreError>> {
    if entries.is_empty() {
        return Vec::new();
    }
    match write(link, node, entries).await {
        Ok(results) => results,
        Err(fault) => {
            let error = fault.at(place);
            entries.iter().map(|_| Err(error.clone())).collect()
        }
    }
}

async fn write(link: &mut Link, node: i32, entries: &[&Append]) -> Result<Vec<Result<(), StoreError>>, Fault> {
    let columns = Columns::of(entries)?;
    let rows = columns.write(link, node).await?;
    // By table and number: a result for another write of the same table does not count for this one.
    let written: HashSet<(String, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let is_written = |entry: &Append| written.contains(&(entry.table.to_string(), last(entry)));
    let left: Vec<&Append> = entries.iter().copied().filter(|entry| !is_written(entry)).collect();
    let mut found = look_up(link, node, &left).await?;
    // It contains only entries that were not written.
    let result = |entry: &&Append| found.remove(&entry.table).unwrap_or(Ok(()));
    Ok(entries.iter().map(result).collect())
}

fn last(entry: &Append) -> i64 {
    (entry.expected + entry.events.len() as u64) as i64
}

/// Finds out whether unwritten entries were written before, or why they cannot be written.
async fn look_up(
    link: &mut Link,
    node: i32,
    left: &[&Append],
) -> Result<HashMap<TableId, Result<(), StoreError>>, Fault> {
    let mut results = HashMap::new();
    if left.is_empty() {
        return Ok(results);
    }
    let tables: Vec<&str> = left.iter().map(|entry| entry.table.as_str()).collect();
    let games = link.ask(rows::OWNERS, &[&tables]).await?;
    let games: HashMap<String, (Option<i32>, i64, i64)> = games
        .iter()
        .map(|row| (row.get(0), (row.get(1), row.get(2), row.get(3))))
        .collect();
    for entry in left {
        let table = entry.table.clone();
        let Some(&(owner, epoch, seq)) = games.get(entry.table.as_str()) else {
            results.insert(table.clone(), Err(StoreError::NoTable(table)));
            continue;
        };
        let is_mine = epoch as u64 == entry.epoch.0;
        let result = if was_written(link, entry, is_mine.then_some(seq)).await? {
            Ok(())
        } else if is_mine && owner == Some(node) && seq < entry.expected as i64 && entry.is_numbered() {
            let seq = seq as u64;
            Err(StoreError::Behind {
                table: table.clone(),
                seq,
            })
        } else {
            Err(StoreError::Conflict(table.clone()))
        };
        results.insert(table, result);
    }
    Ok(results)
}

/// Whether an earlier attempt has written the events under the same claim; `seq` is the last event if the claim is
/// still the last one.
async fn was_written(link: &mut Link, entry: &Append, seq: Option<i64>) -> Result<bool, Fault> {
    if entry.events.is_empty() || !entry.is_numbered() || seq.is_some_and(|seq| seq != last(entry)) {
        return Ok(false);
    }
    let [from, to] = [entry.expected as i64, last(entry)];
    let rows = link
        .ask(
            rows::EVENTS_OF_CLAIM,
            &[&entry.table.as_str(), &from, &to, &(entry.epoch.0 as i64)],
        )
        .await?;
    let found: Vec<StoredEvent> = rows.iter().map(rows::read_event).collect();
    Ok(found == entry.events)
}

/// A group as the columns of the statement.
#[derive(Default)]
struct Columns<'a> {
    games: Vec<&'a str>,
    epochs: Vec<i64>,
    expected: Vec<i64>,
    lasts: Vec<i64>,
    seats: Vec<String>,
    players: Vec<String>,
    plies: Vec<i32>,
    states: Vec<String>,
    over: Vec<bool>,
    results: Vec<Option<&'a str>>,
    touched: Vec<i64>,
    saves: Vec<Option<&'a str>>,
    visibilities: Vec<String>,
    releases: Vec<bool>,
    event_games: Vec<&'a str>,
    event_lasts: Vec<i64>,
    event_seqs: Vec<i64>,
    event_epochs: Vec<i64>,
    event_texts: Vec<&'a str>,
    token_games: Vec<&'a str>,
    token_lasts: Vec<i64>,
    token_seats: Vec<i16>,
    token_players: Vec<String>,
    token_hashes: Vec<&'a [u8]>,
    name_games: Vec<&'a str>,
    name_lasts: Vec<i64>,
    name_players: Vec<String>,
    names: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn of(entries: &[&'a Append]) -> Result<Self, Fault> {
        let mut columns = Columns::default();
        for entry in entries.iter().copied().filter(|entry| entry.is_numbered()) {
            columns.add(entry)?;
        }
        Ok(columns)
    }

    fn add(&mut self, entry: &'a Append) -> Result<(), Fault> {
        let (game, last, epoch) = (entry.table.as_str(), last(entry), entry.epoch.0 as i64);
        let summary = &entry.summary;
        self.games.push(game);
        self.epochs.push(epoch);
        self.expected.push(entry.expected as i64);
        self.lasts.push(last);
        self.seats.push(serde_json::to_string(&summary.seats)?);
        self.players.push(rows::players(summary).join(","));
        self.plies.push(i32::try_from(summary.plies).unwrap_or(i32::MAX));
        self.states.push(word(&summary.state)?);
        self.over.push(summary.state == TableState::Over);
        self.results.push(summary.result.as_deref());
        self.touched.push(summary.touched.0 as i64);
        self.saves.push(summary.save.as_deref());
        self.visibilities.push(word(&summary.visibility)?);
        self.releases.push(entry.claim == AfterAppend::Release);
        for event in &entry.events {
            self.event_games.push(game);
            self.event_lasts.push(last);
            self.event_seqs.push(event.seq as i64);
            self.event_epochs.push(epoch);
            self.event_texts.push(&event.text);
        }
        for token in &entry.tokens {
            self.token_games.push(game);
            self.token_lasts.push(last);
            self.token_seats.push(i16::from(token.seat.0));
            self.token_players.push(token.player.to_string());
            self.token_hashes.push(&token.hash);
        }
        for (player, name) in &entry.names {
            self.name_games.push(game);
            self.name_lasts.push(last);
            self.name_players.push(player.to_string());
            self.names.push(name);
        }
        Ok(())
    }

    async fn write(&self, link: &mut Link, node: i32) -> Result<Vec<tokio_postgres::Row>, Fault> {
        let all: [&(dyn tokio_postgres::types::ToSql + Sync); 29] = [
            &node,
            &self.games,
            &self.epochs,
            &self.expected,
            &self.lasts,
            &self.seats,
            &self.players,
            &self.plies,
            &self.states,
            &self.over,
            &self.results,
            &self.touched,
            &self.saves,
            &self.visibilities,
            &self.releases,
            &self.event_games,
            &self.event_lasts,
            &self.event_seqs,
            &self.event_epochs,
            &self.event_texts,
            &self.token_games,
            &self.token_lasts,
            &self.token_seats,
            &self.token_players,
            &self.token_hashes,
            &self.name_games,
            &self.name_lasts,
            &self.name_players,
            &self.names,
        ];
        link.ask(APPEND, &all).await
    }
}
