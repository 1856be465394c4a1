//! Messages to a worker, and its handle.

use std::sync::mpsc::{Sender, SyncSender, TrySendError};

use play::MoveTree;

use crate::{
    Claimed, ExportFormat, PlayerId, Refusal, StoreError, Summary, TableId,
    any_table::{AnyBotReply, AnyInput, AnyTable},
};

/// A message to a worker.
pub(crate) enum WorkerMessage {
    /// A table that was just created or imported.
    Opened(Box<AnyTable>),
    /// A table that was asked of the store.
    Claimed {
        table: TableId,
        claimed: Result<Box<Claimed>, StoreError>,
    },
    /// Something for a table that is open or has to be opened first.
    ToTable {
        table: TableId,
        input: AnyInput,
    },
    /// A reply of a bot.
    BotReply {
        table: TableId,
        reply: AnyBotReply,
    },
    /// The results of writes.
    Stored(Vec<(TableId, Result<(), StoreError>)>),
    /// A player has another name.
    Renamed(PlayerId),
    /// The game of a table in some format, if it is open here.
    Export {
        table: TableId,
        format: ExportFormat,
        reply: Sender<Option<Result<String, Refusal>>>,
    },
    /// The game of a table with its variations, if it is open here.
    Tree {
        table: TableId,
        asking: Vec<PlayerId>,
        reply: Sender<Option<Result<MoveTree, Refusal>>>,
    },
    /// The summary of a table, if it is open here.
    Summary {
        table: TableId,
        reply: Sender<Option<Summary>>,
    },
    /// The lease of the node was renewed after it had expired.
    Renewed,
    /// The node was declared dead: its tables are no longer its own.
    Abandon,
    /// Every table is written and given up; dropped when the last is.
    Drain {
        done: Sender<()>,
    },
    /// Time has been moved by hand; dropped when everything that was due is done.
    Passed {
        done: Sender<()>,
    },
    Stop,
}

/// A handle to a worker; clones share it.
#[derive(Clone)]
pub(crate) struct WorkerHandle(pub(super) SyncSender<WorkerMessage>);

impl WorkerHandle {
    /// Sends a message and waits while the inbox is full. A worker that is gone has closed its tables.
    pub(crate) fn send(&self, message: WorkerMessage) {
        drop(self.0.send(message));
    }

    /// Sends a message unless the inbox is full.
    pub(crate) fn try_send(&self, message: WorkerMessage) -> Result<(), Full> {
        match self.0.try_send(message) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Full),
        }
    }
}

/// The inbox of a worker is full.
pub(crate) struct Full;
