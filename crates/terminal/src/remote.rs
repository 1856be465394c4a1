//! The interface of remote tables; the sockets are in another crate.

use std::{fmt, sync::Arc};

use host::{ClientId, Command, CommandId, LiveCommand, SeatNumber, StudyCommand, TableId, TableKind, TurnCommand};

use crate::visit::TableMessage;

/// A table of a server, with the seats of the player.
pub trait RemoteTable: Send + Sync {
    /// Its code.
    fn table(&self) -> &TableId;

    /// Which kind of table it is.
    fn kind(&self) -> TableKind;

    /// The player's seats; none to watch.
    fn seats(&self) -> &[SeatNumber];

    /// Connects as a client, with the last sequence number it has seen; messages go to `deliver` from another thread.
    fn connect(&self, client: ClientId, seq: Option<u64>, deliver: Deliver) -> Result<Box<dyn RemoteLine>, String>;

    /// The table where the players of a finished game go on.
    fn rematch(&self) -> Result<RemoteHandle, String>;
}

/// Receives messages of a table; `false` when nobody listens any more.
pub type Deliver = Box<dyn FnMut(TableMessage) -> bool + Send>;

/// A connection to a table of a server; dropping it leaves the table.
pub trait RemoteLine: Send {
    /// Sends a command under a number; `false` if the connection is lost, which a message says too.
    fn send(&self, id: CommandId, command: RemoteCommand) -> bool;

    /// Takes part in the chat; `false` if the connection is lost. A refusal comes as a message.
    fn chat(&self, command: &ChatCommand) -> bool;
}

/// What somebody does in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatCommand {
    /// Says a line.
    Say(String),
    /// Ends the chat of the players at this table.
    Off,
}

/// A command to a table of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteCommand {
    /// To a turn table.
    Turn(Command<TurnCommand>),
    /// To a live table.
    Live(Command<LiveCommand>),
    /// To a study.
    Study(Command<StudyCommand>),
}

/// A table of a server that screens share.
#[derive(Clone)]
pub struct RemoteHandle(pub Arc<dyn RemoteTable>);

impl fmt::Debug for RemoteHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteHandle").field(self.0.table()).finish()
    }
}

impl PartialEq for RemoteHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for RemoteHandle {}
