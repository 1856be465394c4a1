//! Queries about tables and players: lists, summaries, names, exports.

use std::sync::{PoisonError, mpsc::channel};

use super::Host;
use crate::{
    ConnectError, Damaged, ExportFormat, Listing, PlayerId, Query, SeatToken, StoreError, Summary, TableId, TableKind,
    store_worker::StoreRequest, worker::WorkerMessage,
};

impl Host {
    /// The kind of a table.
    pub fn kind(&self, table: &TableId) -> Result<TableKind, ConnectError> {
        self.summary(table).map(|summary| summary.kind)
    }

    /// A table as lists show it.
    pub fn summary(&self, table: &TableId) -> Result<Summary, ConnectError> {
        let (reply, answer) = channel();
        let id = table.clone();
        self.try_send(table, WorkerMessage::Summary { table: id, reply })?;
        if let Some(summary) = answer.recv().map_err(|_| ConnectError::Closing)? {
            return Ok(summary);
        }
        let query = Query {
            table: Some(table.clone()),
            ..Query::default()
        };
        let listing = self.list(&query)?.pop();
        listing
            .map(|listing| listing.summary)
            .ok_or_else(|| ConnectError::NoTable(table.clone()))
    }

    /// Stored tables. This queries only the store, not the tables.
    pub fn list(&self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        let query = query.clone();
        self.ask(|reply| StoreRequest::List { query, reply })
            .unwrap_or_else(|| Ok(Vec::new()))
    }

    /// The number of viewers of a table; `None` if it is not open.
    pub fn viewers(&self, table: &TableId) -> Option<usize> {
        self.shared()
            .open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(table)
            .copied()
    }

    /// How many tables are open.
    pub fn open_tables(&self) -> usize {
        self.shared().open.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The current load of the search threads.
    pub fn searches(&self) -> SearchCounts {
        self.shared().pool.counts()
    }

    /// The tokens that open seats of a table.
    pub fn tokens(&self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        let table = table.clone();
        self.ask(|reply| StoreRequest::Tokens { table, reply })
            .unwrap_or_else(|| Ok(Vec::new()))
    }

    /// Gives a player a name; it is stored when this returns, and everybody at the player's tables sees it.
    pub fn rename(&self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        let owned = name.to_owned();
        self.ask(|reply| StoreRequest::Rename {
            player,
            name: owned,
            reply,
        })
        .unwrap_or(Ok(()))?;
        self.shared().names.learn([(player, name.to_owned())]);
        for worker in &self.0.workers {
            worker.send(WorkerMessage::Renamed(player));
        }
        Ok(())
    }

    /// The name of a player, if there is one.
    pub fn name(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let players = vec![player];
        let names = self
            .ask(|reply| StoreRequest::Names { players, reply })
            .unwrap_or_else(|| Ok(Vec::new()))?;
        Ok(names.into_iter().next().map(|(_, name)| name))
    }

    /// A game in some format.
    pub fn export(&self, table: &TableId, format: ExportFormat) -> Result<String, ExportError> {
        let (reply, answer) = channel();
        let id = table.clone();
        let message = WorkerMessage::Export {
            table: id,
            format,
            reply,
        };
        self.try_send(table, message)?;
        if let Some(text) = answer.recv().map_err(|_| ConnectError::Closing)? {
            return text.map_err(ExportError::Refused);
        }
        self.sleeping(table)?.export(format).map_err(ExportError::Refused)
    }

    /// The digest of a stored game for lists, ratings and statistics. The game is read from the store, also while it is
    /// open elsewhere.
    pub fn digest(&self, table: &TableId) -> Result<crate::Digest, ConnectError> {
        Ok(self.sleeping(table)?.digest())
    }

    /// The damaged tables that the store has quarantined.
    pub fn damaged(&self) -> Vec<Damaged> {
        let damaged = self.ask(|reply| StoreRequest::Damaged { reply });
        damaged.and_then(Result::ok).unwrap_or_default()
    }
}

/// Searches of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchCounts {
    /// On a thread.
    pub running: usize,
    /// Waiting for one.
    pub waiting: usize,
    /// That ever had a thread; a search that is preempted and resumed counts again.
    pub begun: u64,
}

/// Why a game cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] ConnectError),
    /// The game cannot be exported now.
    #[error("{}", crate::words::refusal(.0))]
    Refused(crate::Refusal),
}
