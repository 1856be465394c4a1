//! Inputs to a table: connections, commands, replies of bots, requests about seats, time.

use std::sync::mpsc::Sender;

use play::Moment;

use super::delivery::Mailbox;
use crate::{
    ClientId, Command, CommandId, ConnectError, NewTableSetup, OpenError, PlayerId, SeatNumber, SeatToken, TableId,
    VisitorId,
    decider::{Decider, Viewer},
};

/// An input to a table, with the moment it arrived.
pub(crate) struct Input<D: Decider> {
    pub(crate) at: Moment,
    pub(crate) what: What<D>,
}

/// The kinds of inputs.
pub(crate) enum What<D: Decider> {
    Connect {
        viewer: Viewer,
        connect: Connect,
        mailbox: Mailbox<D>,
        reply: Sender<Result<(), ConnectError>>,
    },
    Disconnect {
        viewer: Viewer,
    },
    Command {
        viewer: Viewer,
        id: CommandId,
        command: Command<D::Command>,
    },
    BotReply(D::BotReply),
    Seat(SeatRequest),
    /// Time has passed.
    Wake,
}

/// Who connects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    /// The seats the client speaks for; none to watch.
    pub seats: Vec<SeatNumber>,
    /// The players to whom these seats must still belong, seat by seat; none where that is not asked.
    pub holders: Vec<PlayerId>,
    /// The client; the same as before when it comes back.
    pub client: ClientId,
    /// The last sequence number the client has seen.
    pub last_seq: Option<u64>,
    /// The visitor for whom searches run.
    pub visitor: VisitorId,
}

/// A request about the seats of a table, the same for every kind.
pub(crate) enum SeatRequest {
    /// Gives an open seat to a player.
    Take {
        player: PlayerId,
        name: Option<String>,
        token: Option<Vec<u8>>,
        reply: Sender<Result<SeatNumber, ConnectError>>,
    },
    /// Grants another token for a seat.
    Grant {
        token: SeatToken,
        reply: Sender<Result<(), ConnectError>>,
    },
    /// Moves the players to another table.
    Rematch {
        next: TableId,
        reply: Sender<Result<(TableId, NewTableSetup), OpenError>>,
    },
}
