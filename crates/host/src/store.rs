//! Where the logs of tables are stored: the interface, and the implementations without a database.
//!
//! A store appends events and holds one [`Summary`] per table, written together with the events. A table is claimed
//! before it is written; every append carries the epoch of its claim and the number of events it expects, so that a
//! writer that has lost its claim changes nothing.

mod files;
pub mod legacy;
mod memory;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

use std::path::PathBuf;

use play::{Control, GameId, Moment};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{FORMAT, Occupant, PlayerId, SeatNumber, StoredEvent, TableId};
pub use files::{FileStore, SyncPolicy};
pub use memory::MemoryStore;

/// A store of tables and players. The host calls it on one thread of its own.
pub trait Store: Send {
    /// Stores a new table with its first events, its seat tokens and its summary, all or nothing, and claims it.
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError>;

    /// Claims a table and reads its log. Earlier claims are void from now on.
    ///
    /// Where several nodes share a store, a table of another node that is not dead is refused as
    /// [`StoreError::Claimed`]; a node can always claim its own again.
    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError>;

    /// Appends to some tables, each whole or not at all. What is reported as done survives a crash.
    ///
    /// An entry whose events are stored already under the same epoch is reported as done. One that expects more events
    /// than are there is refused as [`StoreError::Behind`].
    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>>;

    /// Whether acknowledged events can be lost while the program runs, because a database server may crash or be
    /// replaced by a standby. A host then writes them again.
    fn may_lose(&self) -> bool;

    /// Releases a claim, so that appends with it are refused; releasing a void claim is not an error.
    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError>;

    /// Reads a log without claiming it.
    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError>;

    /// The summaries that a query wants, with the names of their people.
    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError>;

    /// The tokens that open seats of a table: at most one for each seat and player.
    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError>;

    /// Gives a player a name.
    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError>;

    /// The names of players, as far as they have one.
    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError>;

    /// Quarantines a table with a damaged log; nothing is deleted, and lists no longer show it.
    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError>;

    /// The quarantined tables.
    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError>;

    /// Whether what was stored can still be found where it was; a database may have been deleted or replaced.
    fn check(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Deletes some games without a move that nobody has touched since a moment, except some tables; returns how many.
    ///
    /// A store whose games belong to one person deletes none.
    fn expire(&mut self, _untouched_since: Moment, _except: &[TableId]) -> Result<usize, StoreError> {
        Ok(0)
    }
}

/// The number of a claim: each claim of a table has a higher one than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Epoch(pub u64);

/// A table about to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Its code.
    pub table: TableId,
    /// Its first events, numbered from 1.
    pub events: Vec<StoredEvent>,
    /// Its summary after them.
    pub summary: Summary,
    /// Who may speak for which seat.
    pub tokens: Vec<SeatToken>,
    /// Names of people who sit there, where they are new or changed.
    pub names: Vec<(PlayerId, String)>,
}

/// A claimed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The claim.
    pub epoch: Epoch,
    /// The whole log.
    pub events: Vec<StoredEvent>,
    /// The summary.
    pub summary: Summary,
    /// The names of its people.
    pub names: Vec<(PlayerId, String)>,
}

/// Events to be appended to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The claim of the writer.
    pub epoch: Epoch,
    /// How many events the log has before these.
    pub expected: u64,
    /// The events, numbered on from `expected`.
    pub events: Vec<StoredEvent>,
    /// The summary after them.
    pub summary: Summary,
    /// New seat tokens; each replaces the earlier token of the same player for the same seat.
    pub tokens: Vec<SeatToken>,
    /// Names of people who came, where they are new or changed.
    pub names: Vec<(PlayerId, String)>,
    /// Whether it may be lost if the database crashes.
    pub flush: Flush,
    /// Whether the claim ends with it.
    pub claim: AfterAppend,
}

/// Whether an append has reached the disk when it is reported as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flush {
    /// It has.
    #[default]
    Now,
    /// A store may report it as done and sync it within a second: nobody waits for it, and the host writes it again if
    /// it is lost. The time in its summary may reach lists some seconds later.
    Soon,
}

/// What happens to the claim after an append.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AfterAppend {
    /// It lasts.
    #[default]
    Keep,
    /// The append also releases it, as [`Store::release`] does.
    Release,
}

impl Append {
    /// Whether the events are numbered on from `expected`.
    pub fn is_numbered(&self) -> bool {
        (self.expected + 1..)
            .zip(&self.events)
            .all(|(seq, event)| event.seq == seq)
    }
}

/// Refuses a log that a later version of the program wrote.
pub fn check_format(table: &TableId, events: &[StoredEvent]) -> Result<(), StoreError> {
    match events.first().and_then(StoredEvent::format) {
        Some(format) if format > FORMAT => Err(StoreError::Newer(format!("table {table}"))),
        _ => Ok(()),
    }
}

/// Adds tokens; each replaces the earlier token of the same player for the same seat.
pub(crate) fn replace_tokens(tokens: &mut Vec<SeatToken>, new: &[SeatToken]) {
    for token in new {
        tokens.retain(|known| (known.seat, known.player) != (token.seat, token.player));
        tokens.push(token.clone());
    }
}

/// A token that lets its holder speak for a seat; only its hash is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatToken {
    /// The seat.
    pub seat: SeatNumber,
    /// Whose token it is.
    pub player: PlayerId,
    /// The hash of the token.
    pub hash: Vec<u8>,
}

/// A table in a list, without names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The table.
    pub table: TableId,
    /// Which game.
    pub game: GameId,
    /// Which kind of table.
    pub kind: TableKind,
    /// The seats.
    pub seats: Vec<Occupant>,
    /// How many moves have been played, or commands given.
    pub plies: u32,
    /// Where the game is.
    pub state: TableState,
    /// `1-0`, `0-1` or `1/2-1/2` once it is over; of four players the winner's army.
    pub result: Option<String>,
    /// When it was opened.
    pub begun: Moment,
    /// When something last happened.
    pub touched: Moment,
    /// The name of a save that somebody made.
    pub save: Option<String>,
    /// Board and speed of a live game.
    pub live: Option<(kungfu::Board, kungfu::Speed)>,
    /// The clock of a turn game that has one; not known of games that an earlier version stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Control>,
    /// Who may see it in lists.
    pub visibility: Visibility,
}

/// The kinds of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableKind {
    /// Players take turns.
    Turn,
    /// Everybody moves when they like.
    Live,
    /// Nobody plays: a tree of positions is worked on.
    Study,
}

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// It waits for players.
    Waiting,
    /// It can be played.
    Running,
    /// It is over.
    Over,
}

/// Who may see a table in lists, and who may watch it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Its players see it in lists; who knows its code may watch.
    #[default]
    Private,
    /// Everybody sees it and may watch.
    Public,
    /// Its players see it in lists; nobody else may watch once its seats are taken.
    Closed,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The table.
    pub summary: Summary,
    /// The names of its people seat by seat; `None` where nobody sits, a bot does, or no name is known.
    pub names: Vec<Option<String>>,
}

/// Which tables a list should show: unfinished ones first, then by when they were last touched, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// These games only; all if empty.
    pub games: Vec<GameId>,
    /// In these states only; all if empty.
    pub states: Vec<TableState>,
    /// Of this player only.
    pub player: Option<PlayerId>,
    /// With this visibility only.
    pub visibility: Option<Visibility>,
    /// This table only.
    pub table: Option<TableId>,
    /// At most so many; 0 is no limit.
    pub limit: usize,
    /// How many games to skip.
    pub offset: usize,
}

impl Query {
    /// Whether a summary is wanted.
    pub fn wants(&self, summary: &Summary) -> bool {
        (self.games.is_empty() || self.games.contains(&summary.game))
            && (self.states.is_empty() || self.states.contains(&summary.state))
            && self
                .player
                .is_none_or(|player| summary.seats.contains(&Occupant::Person(player)))
            && self
                .visibility
                .is_none_or(|visibility| summary.visibility == visibility)
            && self.table.as_ref().is_none_or(|table| summary.table == *table)
    }

    /// The summaries that are wanted, ordered and cut as a list shows them.
    pub fn select<'a>(&self, summaries: impl IntoIterator<Item = &'a Summary>) -> Vec<&'a Summary> {
        let mut wanted: Vec<&Summary> = summaries.into_iter().filter(|summary| self.wants(summary)).collect();
        wanted.sort_by_key(|summary| {
            let is_over = summary.state == TableState::Over;
            (is_over, std::cmp::Reverse(summary.touched), &summary.table)
        });
        let limit = if self.limit == 0 { usize::MAX } else { self.limit };
        wanted.into_iter().skip(self.offset).take(limit).collect()
    }
}

/// A quarantined table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where its log is.
    pub path: PathBuf,
    /// The error.
    pub fault: String,
}

/// Why a store refused a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// No table has this code.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// A table has this code already.
    #[error("table {0} exists already")]
    Exists(TableId),
    /// Somebody else has claimed the table, in this process or another.
    #[error("table {0} is open elsewhere")]
    Claimed(TableId),
    /// The claim is void, or the log is longer than was expected.
    #[error("table {0} was changed elsewhere")]
    Conflict(TableId),
    /// The claim is valid, but the log is shorter than expected: the database has lost events that it had reported as
    /// written.
    #[error("the log of table {table} ends with event {seq} and should be longer")]
    Behind {
        /// The table.
        table: TableId,
        /// The last event that is there.
        seq: u64,
    },
    /// The connection broke, and it is unknown whether the write was done.
    #[error("{place}: {fault}; whether it was written is not known")]
    Unknown {
        /// The database.
        place: String,
        /// What happened.
        fault: String,
    },
    /// The log is damaged.
    #[error("the log of table {table} is damaged: {fault}")]
    Damaged {
        /// The table.
        table: TableId,
        /// The error.
        fault: String,
    },
    /// A later version of the program wrote it.
    #[error("{0} was written by a newer version of the program")]
    Newer(String),
    /// Another process has the whole store open, and only one may.
    #[error("{0} is in use by another process")]
    InUse(String),
    /// The disk or the database failed.
    #[error("{place}: {fault}")]
    Failed {
        /// The file or database.
        place: String,
        /// What it says.
        fault: String,
    },
}
