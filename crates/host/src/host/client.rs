//! A client's end of a table.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{
    Command, CommandId, LiveCommand, StudyCommand, TableId, TurnCommand,
    actor::What,
    any_table::AnyInput,
    decider::Viewer,
    worker::{WorkerHandle, WorkerMessage},
};

/// A client's end of a table whose own commands are `C`; dropping it leaves the table.
pub struct TableClient<C> {
    table: TableId,
    viewer: Viewer,
    worker: WorkerHandle,
    next: AtomicU64,
    command: fn(Viewer, CommandId, Command<C>) -> AnyInput,
    disconnect: fn(Viewer) -> AnyInput,
}

/// A client of a turn table.
pub type TurnClient = TableClient<TurnCommand>;
/// A client of a live table.
pub type LiveClient = TableClient<LiveCommand>;

/// A client of a study.
pub type StudyClient = TableClient<StudyCommand>;

/// The table is busy; the command was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table is busy; try again")]
pub struct Busy;

impl TurnClient {
    pub(super) const fn turn(table: TableId, viewer: Viewer, worker: WorkerHandle) -> Self {
        TableClient {
            table,
            viewer,
            worker,
            next: AtomicU64::new(1),
            command: |viewer, id, command| AnyInput::Turn(What::Command { viewer, id, command }),
            disconnect: |viewer| AnyInput::Turn(What::Disconnect { viewer }),
        }
    }
}

impl LiveClient {
    pub(super) const fn live(table: TableId, viewer: Viewer, worker: WorkerHandle) -> Self {
        TableClient {
            table,
            viewer,
            worker,
            next: AtomicU64::new(1),
            command: |viewer, id, command| AnyInput::Live(What::Command { viewer, id, command }),
            disconnect: |viewer| AnyInput::Live(What::Disconnect { viewer }),
        }
    }
}

impl StudyClient {
    pub(super) const fn study(table: TableId, viewer: Viewer, worker: WorkerHandle) -> Self {
        TableClient {
            table,
            viewer,
            worker,
            next: AtomicU64::new(1),
            command: |viewer, id, command| AnyInput::Study(What::Command { viewer, id, command }),
            disconnect: |viewer| AnyInput::Study(What::Disconnect { viewer }),
        }
    }
}

impl<C> TableClient<C> {
    /// Sends a command under the next number of this client; the answer carries the number.
    ///
    /// A client that reconnects under the same [`ClientId`](crate::ClientId) numbers its commands itself, with
    /// [`TableClient::send_as`].
    pub fn send(&self, command: Command<C>) -> CommandId {
        let id = CommandId(self.next.fetch_add(1, Ordering::Relaxed));
        let input = (self.command)(self.viewer, id, command);
        let table = self.table.clone();
        self.worker.send(WorkerMessage::ToTable { table, input });
        id
    }

    /// Sends a command that belongs to every kind of table.
    pub fn send_common(&self, command: crate::CommonCommand) -> CommandId {
        self.send(Command::Common(command))
    }

    /// Sends a command of this kind of table.
    pub fn send_own(&self, command: C) -> CommandId {
        self.send(Command::Own(command))
    }

    /// Sends a command under a number of the caller's, which may be a repetition; never waits.
    pub fn send_as(&self, id: CommandId, command: Command<C>) -> Result<(), Busy> {
        let input = (self.command)(self.viewer, id, command);
        let table = self.table.clone();
        self.worker
            .try_send(WorkerMessage::ToTable { table, input })
            .map_err(|_| Busy)
    }

    /// The table.
    pub const fn table(&self) -> &TableId {
        &self.table
    }
}

impl<C> Drop for TableClient<C> {
    fn drop(&mut self) {
        let input = (self.disconnect)(self.viewer);
        let table = self.table.clone();
        self.worker.send(WorkerMessage::ToTable { table, input });
    }
}

impl<C> fmt::Debug for TableClient<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableClient")
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}
