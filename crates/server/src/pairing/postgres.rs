//! Seekers of several nodes, in their database.

use std::{sync::Arc, time::Duration};

use host::{PlayerId, StoreError, TableId};
use tokio_postgres::Row;

use super::{Found, MOST, Search, Seeker};
use crate::{cluster::Cluster, store::postgres::Fault};

/// A search with another ticket starts again; the last opponent stays.
const SEEK: &str = "
    INSERT INTO seekers AS s (player, ticket, name, pool, wish, rating) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (player) DO UPDATE SET
        seen = now(),
        since = CASE WHEN s.ticket = excluded.ticket THEN s.since ELSE now() END,
        game = CASE WHEN s.ticket = excluded.ticket THEN s.game END,
        ticket = excluded.ticket, name = excluded.name, pool = excluded.pool, wish = excluded.wish,
        rating = excluded.rating
    RETURNING game, (extract(epoch FROM now() - since) * 1000)::bigint";
const ALIKE: &str =
    "SELECT count(*) FROM seekers WHERE pool = $1 AND game IS NULL AND seen > now() - interval '8 seconds'";
const STOP: &str = "UPDATE seekers SET ticket = -1, seen = '-infinity' WHERE player = $1";
const FORGET_PLAYER: &str = "DELETE FROM seekers WHERE player = $1";
const FORGET_OPPONENT: &str = "UPDATE seekers SET opponent = NULL WHERE opponent = $1";
const WAITING: &str = "SELECT count(*) FROM seekers WHERE game IS NULL AND seen > now() - interval '8 seconds'";
/// Only one of the nodes succeeds.
const WIN: &str = "UPDATE waves SET next = now() + interval '2 seconds' WHERE next <= now() RETURNING extract(epoch FROM next)::bigint";
const ALL: &str = "
    SELECT player, ticket, name, wish, rating, (extract(epoch FROM now() - since) * 1000)::bigint, opponent
    FROM seekers WHERE game IS NULL AND seen > now() - interval '8 seconds' ORDER BY since LIMIT $1";
/// Both or neither: a row that another wave has marked meanwhile is no longer free.
const MARK: &str = "
    WITH pair AS (
        SELECT player FROM seekers
        WHERE game IS NULL AND ((player = $1 AND ticket = $2) OR (player = $3 AND ticket = $4))
        ORDER BY player FOR UPDATE
    )
    UPDATE seekers s SET game = $5, opponent = CASE WHEN s.player = $1 THEN $3 ELSE $1 END
    FROM pair WHERE s.player = pair.player AND (SELECT count(*) FROM pair) = 2
    RETURNING s.player";
const FORGET: &str = "DELETE FROM seekers WHERE seen < now() - interval '1 hour' AND seen > '-infinity'
    OR since < now() - interval '1 day'";

/// Seekers in the database.
pub(crate) struct PostgresPool {
    cluster: Arc<Cluster>,
}

impl PostgresPool {
    pub(super) const fn new(cluster: Arc<Cluster>) -> Self {
        PostgresPool { cluster }
    }

    pub(super) async fn seek(&self, seeker: &Seeker) -> Result<Search, StoreError> {
        let (player, pool) = (seeker.player.to_string(), seeker.terms.pool());
        let terms = serde_json::to_string(&seeker.terms).map_err(|error| place(error.into()))?;
        let rating = seeker.rating.map(|rating| i32::try_from(rating).unwrap_or(i32::MAX));
        let values: crate::store::postgres::Parameters<'_> =
            &[&player, &seeker.ticket, &seeker.name, &pool, &terms, &rating];
        let rows = self.cluster.read(SEEK, values).await.map_err(place)?;
        let row = rows.first().ok_or_else(|| place(Fault::Unknown("no row".to_owned())))?;
        if let Some(table) = row.get::<_, Option<String>>(0) {
            let table = table.parse().map_err(|_| place(Fault::Unknown(table)))?;
            return Ok(Search::Paired(table));
        }
        let people = count(&self.cluster.read(ALIKE, &[&pool]).await.map_err(place)?);
        if people > MOST {
            return Ok(Search::Full);
        }
        let waited = milliseconds(row.get(1));
        Ok(Search::Waiting { waited, people })
    }

    pub(super) async fn stop(&self, player: PlayerId) -> Result<(), StoreError> {
        let stopped = self.cluster.read(STOP, &[&player.to_string()]).await;
        stopped.map(drop).map_err(place)
    }

    pub(super) async fn forget(&self, player: PlayerId) -> Result<(), StoreError> {
        for statement in [FORGET_PLAYER, FORGET_OPPONENT] {
            let forgotten = self.cluster.read(statement, &[&player.to_string()]).await;
            forgotten.map_err(place)?;
        }
        Ok(())
    }

    pub(super) async fn waiting(&self) -> Result<usize, StoreError> {
        let rows = self.cluster.read(WAITING, &[]).await.map_err(place)?;
        Ok(count(&rows))
    }

    pub(super) async fn begin_wave(&self) -> Result<Vec<Found>, StoreError> {
        if self.cluster.read(WIN, &[]).await.map_err(place)?.is_empty() {
            return Ok(Vec::new());
        }
        self.cluster.read(FORGET, &[]).await.map_err(place)?;
        let most = MOST as i64;
        let rows = self.cluster.read(ALL, &[&most]).await.map_err(place)?;
        // A seeker from a newer node may want a game that this node does not know.
        Ok(rows.iter().filter_map(|row| read(row).ok()).collect())
    }

    pub(super) async fn mark(&self, one: &Seeker, other: &Seeker, table: &TableId) -> Result<bool, StoreError> {
        let [first, second] = [one, other].map(|seeker| seeker.player.to_string());
        let values: crate::store::postgres::Parameters<'_> =
            &[&first, &one.ticket, &second, &other.ticket, &table.as_str()];
        let rows = self.cluster.read(MARK, values).await.map_err(place)?;
        Ok(rows.len() == 2)
    }
}

fn read(row: &Row) -> Result<Found, serde_json::Error> {
    let player = |text: String| serde_json::from_value::<PlayerId>(serde_json::Value::String(text));
    let last: Option<String> = row.get(6);
    Ok(Found {
        seeker: Seeker {
            player: player(row.get(0))?,
            ticket: row.get(1),
            name: row.get(2),
            terms: serde_json::from_str(row.get(3))?,
            rating: row.get::<_, Option<i32>>(4).map(i32::unsigned_abs),
        },
        waited: milliseconds(row.get(5)),
        last: last.map(player).transpose()?,
    })
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs())
}

fn count(rows: &[Row]) -> usize {
    rows.first()
        .map_or(0, |row| usize::try_from(row.get::<_, i64>(0)).unwrap_or(0))
}

fn place(fault: Fault) -> StoreError {
    fault.at("the database")
}
