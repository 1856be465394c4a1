//! Quick pairing: people who want the same game wait in a pool, and every two seconds a wave pairs them.
//!
//! A seeker polls every second or two, which shows that it is still there. The pool of a single server is in memory,
//! that of several nodes in their database, where one node runs each wave. Nobody is in two pairs: a pair is valid once
//! one step has marked both seekers. A table whose pair is not valid stays empty and expires.

mod memory;
mod postgres;
pub(crate) mod wave;

use std::{collections::HashMap, sync::Arc, time::Duration};

use host::{
    BotBehaviour, GameSetup, LiveGameSetup, NewPlayer, NewTableSetup, Occupant, PlayerId, Speed, StoreError, TableId,
    TurnGameSetup, Visibility,
};
use play::{Control, GameId, Start};
use ratings::{List, Rating};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use tracing::{debug, warn};

use crate::{cluster::Cluster, context::AppContext, listen::closed, players::list_of};
use memory::MemoryPool;
use postgres::PostgresPool;
use wave::Waiting;

/// How often people are paired.
pub(crate) const WAVE: Duration = Duration::from_secs(2);
/// How often a node checks whether a wave is due.
const CHECK: Duration = Duration::from_millis(500);
/// A seeker who has not polled for this long is removed.
const GONE: Duration = Duration::from_secs(8);
/// The most seekers.
const MOST: usize = 5_000;

/// What a seeker wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeekTerms {
    pub(crate) game: GameId,
    /// Of a turn game; without one there is no clock.
    pub(crate) clock: Option<Control>,
    /// Of a live game.
    pub(crate) speed: Option<Speed>,
    /// Whether others may watch.
    pub(crate) watched: bool,
}

impl SeekTerms {
    /// The terms that both seekers of a pair must share.
    fn pool(&self) -> String {
        let alike = (self.game, self.clock, self.speed);
        serde_json::to_string(&alike).unwrap_or_default()
    }

    /// The list in which a game of two accounts is rated.
    pub(crate) fn list(&self) -> Option<List> {
        let live = self.speed.map(|speed| (host::LiveBoard::Standard, speed));
        list_of(self.game, self.clock, live)
    }

    /// The table of a pair, in the order of its seats.
    fn setup(&self, seats: [PlayerId; 2], visibility: Visibility) -> NewTableSetup {
        let seed = fastrand::u64(..);
        let seats = seats.map(Occupant::Person);
        let game = match self.speed {
            Some(speed) => GameSetup::Live(LiveGameSetup {
                board: host::LiveBoard::Standard,
                speed,
                seats: seats.to_vec(),
                seed,
                scenario: None,
            }),
            None => GameSetup::Turn(TurnGameSetup {
                game: self.game,
                seats,
                start: Start::default(),
                control: self.clock,
                seed,
                behaviour: BotBehaviour::Human,
            }),
        };
        NewTableSetup { visibility, game }
    }
}

/// Somebody who wants to be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seeker {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    /// Chosen by the client for each search; another number starts a new search.
    pub(crate) ticket: i64,
    pub(crate) terms: SeekTerms,
    /// The rating of an account in the list of its terms; players without an account have none and are not rated.
    pub(crate) rating: Option<u32>,
}

impl Seeker {
    /// The rating of a player who has none yet.
    pub(crate) const START: u32 = Rating::NEW.value as u32;
}

/// A seeker in a wave.
struct Found {
    seeker: Seeker,
    waited: Duration,
    last: Option<PlayerId>,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// No suitable opponent yet.
    Waiting {
        waited: Duration,
        /// People who want the same, this one included.
        people: usize,
    },
    /// Both sit at this table.
    Paired(TableId),
    /// Too many people wait.
    Full,
}

/// Where seekers wait.
pub(crate) enum Pool {
    Memory(MemoryPool),
    Postgres(PostgresPool),
}

impl Pool {
    pub(crate) fn new(cluster: Option<&Arc<Cluster>>) -> Self {
        match cluster {
            Some(cluster) => Pool::Postgres(PostgresPool::new(Arc::clone(cluster))),
            None => Pool::Memory(MemoryPool::default()),
        }
    }

    /// Starts or continues a search.
    pub(crate) async fn seek(&self, context: &AppContext, seeker: Seeker) -> Result<Search, StoreError> {
        match self {
            Pool::Memory(pool) => Ok(pool.seek(seeker, context.host.now())),
            Pool::Postgres(pool) => pool.seek(&seeker).await,
        }
    }

    /// Ends a search.
    pub(crate) async fn stop(&self, player: PlayerId) -> Result<(), StoreError> {
        match self {
            Pool::Memory(pool) => {
                pool.stop(player);
                Ok(())
            }
            Pool::Postgres(pool) => pool.stop(player).await,
        }
    }

    /// Forgets a player.
    pub(crate) async fn forget(&self, player: PlayerId) -> Result<(), StoreError> {
        match self {
            Pool::Memory(pool) => {
                pool.forget(player);
                Ok(())
            }
            Pool::Postgres(pool) => pool.forget(player).await,
        }
    }

    /// How many people wait, in all pools.
    pub(crate) async fn waiting(&self, context: &AppContext) -> Result<usize, StoreError> {
        match self {
            Pool::Memory(pool) => Ok(pool.waiting(context.host.now())),
            Pool::Postgres(pool) => pool.waiting().await,
        }
    }

    /// All seekers, if this node runs the wave.
    async fn begin_wave(&self, context: &AppContext) -> Result<Vec<Found>, StoreError> {
        match self {
            Pool::Memory(pool) => Ok(pool.all(context.host.now())),
            Pool::Postgres(pool) => pool.begin_wave().await,
        }
    }

    /// Marks both as paired, unless one of them has changed; returns whether it was done.
    async fn mark(&self, one: &Seeker, other: &Seeker, table: &TableId) -> Result<bool, StoreError> {
        match self {
            Pool::Memory(pool) => Ok(pool.mark(one, other, table)),
            Pool::Postgres(pool) => pool.mark(one, other, table).await,
        }
    }
}

/// Pairs people every two seconds until the server closes.
pub(crate) async fn waves(context: Arc<AppContext>) {
    let pause = match &context.pool {
        Pool::Memory(_) => WAVE,
        Pool::Postgres(_) => CHECK,
    };
    loop {
        tokio::select! {
            () = sleep(pause) => {}
            () = closed(context.closing.clone()) => return,
        }
        if let Some(cluster) = &context.cluster
            && let Err(error) = cluster.count_online(context.online.people()).await
        {
            debug!("the other nodes do not learn who is here: {error}");
        }
        if let Err(error) = make_wave(&context).await {
            warn!("nobody is paired at the moment: {error}");
        }
    }
}

async fn make_wave(context: &Arc<AppContext>) -> Result<(), StoreError> {
    // A node that drains opens no tables.
    if context.cluster.as_ref().is_some_and(|cluster| cluster.is_draining()) {
        return Ok(());
    }
    let mut pools: HashMap<String, Vec<Found>> = HashMap::new();
    for found in context.pool.begin_wave(context).await? {
        pools.entry(found.seeker.terms.pool()).or_default().push(found);
    }
    for people in pools.values() {
        let waiting: Vec<Waiting> = people
            .iter()
            .map(|found| Waiting {
                player: found.seeker.player,
                rating: found.seeker.rating.unwrap_or(Seeker::START),
                waited: found.waited,
                last: found.last,
            })
            .collect();
        for (one, other) in wave::pairs(&waiting) {
            pair(context, &people[one].seeker, &people[other].seeker).await?;
        }
    }
    Ok(())
}

/// Opens a table for two people.
async fn pair(context: &Arc<AppContext>, one: &Seeker, other: &Seeker) -> Result<(), StoreError> {
    if context.host.open_tables() >= context.tables {
        return Ok(());
    }
    let seats = if fastrand::bool() { [one, other] } else { [other, one] };
    let visibility = if one.terms.watched && other.terms.watched {
        Visibility::Public
    } else {
        Visibility::Closed
    };
    let setup = one.terms.setup(seats.map(|seeker| seeker.player), visibility);
    let players = seats.map(|seeker| NewPlayer {
        player: seeker.player,
        name: Some(seeker.name.clone()),
    });
    let rated = one.rating.is_some() && other.rating.is_some();
    let opened = context
        .blocking(move |context| {
            let table = context.host.create(&setup, &players, Vec::new());
            let table = table.inspect_err(|error| warn!("a pair gets no table: {error}")).ok()?;
            if rated && let Err(error) = context.players.set_rated(&table) {
                warn!("a pair gets no rated table: {error}");
                return None;
            }
            Some(table)
        })
        .await;
    let Ok(Some(table)) = opened else { return Ok(()) };
    if context.pool.mark(one, other, &table).await? {
        context.metrics.tables.inc();
    }
    Ok(())
}
