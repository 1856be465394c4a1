//! A table of any kind and its inputs: the only place that lists the kinds.

use play::{Moment, MoveTree};

use crate::{
    Claimed, ConnectError, ExportFormat, LogError, OpenError, PlayerId, Refusal, Summary, TableKind,
    actor::{Durability, Label, SeatRequest, TableActor, What},
    decider::{Context, Decider},
    live::LiveTable,
    study::StudyTable,
    turn::TurnTable,
};

/// A table of some kind.
pub(crate) enum AnyTable {
    Turn(Box<TableActor<TurnTable>>),
    Live(Box<TableActor<LiveTable>>),
    Study(Box<TableActor<StudyTable>>),
}

/// An input to a table of some kind.
pub(crate) enum AnyInput {
    Turn(What<TurnTable>),
    Live(What<LiveTable>),
    Study(What<StudyTable>),
    Seat(SeatRequest),
}

/// What a bot of some kind of table says.
pub(crate) enum AnyBotReply {
    Turn(<TurnTable as Decider>::BotReply),
    Live(<LiveTable as Decider>::BotReply),
    Study(<StudyTable as Decider>::BotReply),
}

/// A kind of table that workers can host.
pub(crate) trait Hosted: Decider {
    fn any_reply(reply: Self::BotReply) -> AnyBotReply;
}

impl Hosted for TurnTable {
    fn any_reply(reply: Self::BotReply) -> AnyBotReply {
        AnyBotReply::Turn(reply)
    }
}

impl Hosted for LiveTable {
    fn any_reply(reply: Self::BotReply) -> AnyBotReply {
        AnyBotReply::Live(reply)
    }
}

impl Hosted for StudyTable {
    fn any_reply(reply: Self::BotReply) -> AnyBotReply {
        AnyBotReply::Study(reply)
    }
}

/// Runs the same code for a table of any kind.
macro_rules! at {
    ($table:expr, $actor:ident => $done:expr) => {
        match $table {
            AnyTable::Turn($actor) => $done,
            AnyTable::Live($actor) => $done,
            AnyTable::Study($actor) => $done,
        }
    };
}

impl AnyTable {
    pub(crate) fn open(
        context: Context,
        durability: Durability,
        claimed: &Claimed,
        now: Moment,
    ) -> Result<Self, LogError> {
        Ok(match claimed.summary.kind {
            TableKind::Turn => AnyTable::Turn(actor_of(context, durability, claimed, now)?),
            TableKind::Live => AnyTable::Live(actor_of(context, durability, claimed, now)?),
            TableKind::Study => AnyTable::Study(actor_of(context, durability, claimed, now)?),
        })
    }

    pub(crate) fn summary(&self) -> Summary {
        at!(self, actor => actor.summary())
    }

    pub(crate) fn digest(&self) -> crate::Digest {
        at!(self, actor => actor.digest())
    }

    pub(crate) fn export(&self, format: ExportFormat) -> Result<String, Refusal> {
        at!(self, actor => actor.export(format))
    }

    pub(crate) fn tree(&self, asking: &[PlayerId]) -> Result<MoveTree, Refusal> {
        at!(self, actor => actor.tree(asking))
    }

    /// Whether a write is not acknowledged yet.
    pub(crate) fn is_writing(&self) -> bool {
        at!(self, actor => actor.is_writing())
    }

    pub(crate) const fn kind(&self) -> TableKind {
        match self {
            AnyTable::Turn(_) => TableKind::Turn,
            AnyTable::Live(_) => TableKind::Live,
            AnyTable::Study(_) => TableKind::Study,
        }
    }
}

impl AnyInput {
    /// Refuses an input that cannot be delivered. A caller that has gone needs no reply.
    pub(crate) fn refuse(self, error: &ConnectError) {
        match self {
            AnyInput::Turn(What::Connect { reply, .. })
            | AnyInput::Live(What::Connect { reply, .. })
            | AnyInput::Study(What::Connect { reply, .. }) => {
                drop(reply.send(Err(error.clone())));
            }
            AnyInput::Seat(SeatRequest::Take { reply, .. }) => drop(reply.send(Err(error.clone()))),
            AnyInput::Seat(SeatRequest::Grant { reply, .. }) => drop(reply.send(Err(error.clone()))),
            AnyInput::Seat(SeatRequest::Rematch { reply, .. }) => {
                drop(reply.send(Err(OpenError::Earlier(error.clone()))));
            }
            // The viewer of a table that was closed was notified when it closed.
            AnyInput::Turn(_) | AnyInput::Live(_) | AnyInput::Study(_) => {}
        }
    }
}

/// The actor of a table of one kind.
fn actor_of<D: Decider>(
    context: Context,
    durability: Durability,
    claimed: &Claimed,
    now: Moment,
) -> Result<Box<TableActor<D>>, LogError> {
    let label = Label {
        save: claimed.summary.save.clone(),
        visibility: claimed.summary.visibility,
    };
    TableActor::open(context, durability, label, &claimed.events, now).map(Box::new)
}

pub(crate) use at;
