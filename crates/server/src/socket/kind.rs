//! The kinds of tables that a socket can be at.

use host::{
    CommandId, Connect, ConnectError, Delivery, Host, LiveCommand, LiveMessage, Message, Refusal, StudyCommand,
    StudyMessage, TableClient, TableId, TurnCommand, TurnMessage, words,
};
use serde::{Serialize, de::DeserializeOwned};

/// A kind of table.
pub(super) trait Kind: Send + 'static {
    /// Its own commands.
    type Command: DeserializeOwned + Send + 'static;
    /// Its messages.
    type Message: TableMessage + Serialize + Send + 'static;

    /// Connects to a table; this may wait for the store.
    fn connect(
        host: &Host,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(Self::Message) -> Delivery<Self::Message> + Send + 'static,
    ) -> Result<TableClient<Self::Command>, ConnectError>;
}

/// The class of a message for the socket.
pub(super) enum Role {
    /// The answer to a command.
    Reply(CommandId),
    /// The refusal of a command.
    Refusal(CommandId),
    /// The last message of the table.
    Closed(host::CloseReason),
    /// Anything else.
    Other,
}

/// Turn tables.
pub(super) enum Turn {}

/// Live tables.
pub(super) enum Live {}

/// Study tables.
pub(super) enum Study {}

impl Kind for Turn {
    type Command = TurnCommand;
    type Message = TurnMessage;

    fn connect(
        host: &Host,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(TurnMessage) -> Delivery<TurnMessage> + Send + 'static,
    ) -> Result<TableClient<TurnCommand>, ConnectError> {
        host.connect_turn(table, connect, mailbox)
    }
}

impl Kind for Live {
    type Command = LiveCommand;
    type Message = LiveMessage;

    fn connect(
        host: &Host,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(LiveMessage) -> Delivery<LiveMessage> + Send + 'static,
    ) -> Result<TableClient<LiveCommand>, ConnectError> {
        host.connect_live(table, connect, mailbox)
    }
}

impl Kind for Study {
    type Command = StudyCommand;
    type Message = StudyMessage;

    fn connect(
        host: &Host,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(StudyMessage) -> Delivery<StudyMessage> + Send + 'static,
    ) -> Result<TableClient<StudyCommand>, ConnectError> {
        host.connect_study(table, connect, mailbox)
    }
}

/// Classifies a message of a table.
pub(super) trait TableMessage {
    fn role(&self) -> Role;

    /// A refusal as a message.
    fn refused(id: CommandId, refusal: Refusal) -> Self;
}

impl<V, F, E, A, N> TableMessage for Message<V, F, E, A, N> {
    fn role(&self) -> Role {
        match self {
            Message::Reply { id, .. } => Role::Reply(*id),
            Message::Refused { id, .. } => Role::Refusal(*id),
            Message::Closed { reason, .. } => Role::Closed(*reason),
            Message::Snapshot { .. } | Message::Update { .. } | Message::Note { .. } | Message::Notice { .. } => {
                Role::Other
            }
        }
    }

    fn refused(id: CommandId, refusal: Refusal) -> Self {
        let words = words::refusal(&refusal);
        Message::Refused { id, refusal, words }
    }
}
