//! The trait of all kinds of tables: how commands become events, and how the state follows from the log.
//!
//! A decider has a stored state and a session. The stored state is the fold of the log: only [`Decider::apply`] changes
//! it, live and on replay. The session holds what a restart may lose: connections, running bots, analysis. A decider
//! has no clock, thread, socket or file: time is an argument, and jobs and messages go into an [`Outbox`].

#[cfg(test)]
pub(crate) mod rehearsal;

use std::{borrow::Cow, fmt, sync::Arc};

use play::{Moment, MoveTree, Registry};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    CloseReason, Command, ConnectError, Digest, Directory, Envelope, ExportFormat, LogError, NewTableSetup, PlayerId,
    Refusal, SeatNumber, Summary, TableId, VisitorId, help::HelpLimits, job::Job,
};

/// A kind of table.
pub(crate) trait Decider: Send + Sized + 'static {
    /// When viewers receive events.
    const DELIVERY: DeliveryPolicy;

    /// What is stored.
    type Fact: Serialize + DeserializeOwned + Clone + fmt::Debug + PartialEq + Send;
    /// The commands of this kind.
    type Command: Send;
    /// The whole table as a viewer sees it.
    type View: Send;
    /// Its changing part.
    type Frame: Clone + Send;
    /// What happened, for viewers.
    type Event: Clone + Send;
    /// What commands are answered with.
    type Answer: Send;
    /// Something for one viewer.
    type Note: Send;
    /// What a bot says.
    type BotReply: Send;

    /// The table after its first event.
    fn create(first: &Envelope<Self::Fact>, context: &Context) -> Result<Self, LogError>;

    /// Applies an event to the stored state, and puts the viewers' part of it into the outbox.
    ///
    /// An event that was decided here is always possible; a damaged log may hold one that is not.
    fn apply(&mut self, event: &Envelope<Self::Fact>, context: &Context) -> Result<(), LogError>;

    /// Decides a command of a viewer. The stored state stays as it is; the session may change.
    fn decide(
        &mut self,
        viewer: Viewer,
        command: Command<Self::Command>,
        context: &Context,
        now: Moment,
    ) -> Result<Decision<Self>, Refusal>;

    /// When [`Decider::elapse`] has something to do, if nothing else happens before.
    fn due(&self) -> Option<Moment>;

    /// The events that time alone causes: flags, ticks, moves that bots held back.
    fn elapse(&mut self, context: &Context, now: Moment) -> Vec<Self::Fact>;

    /// The events that a bot's answer causes.
    fn hear(&mut self, reply: Self::BotReply, context: &Context, now: Moment) -> Vec<Self::Fact>;

    /// Starts bots and clocks for the current state; called after all other changes.
    fn settle(&mut self, context: &Context, now: Moment);

    /// Somebody connects and speaks for some seats; none to watch.
    fn connect(
        &mut self,
        viewer: Viewer,
        seats: &[SeatNumber],
        visitor: VisitorId,
        context: &Context,
        now: Moment,
    ) -> Result<(), ConnectError>;

    /// Somebody disconnects.
    fn disconnect(&mut self, viewer: Viewer, context: &Context, now: Moment) -> Vec<Self::Fact>;

    /// Gives an open seat to a player, or finds the seat that the player already has.
    fn take_seat(&self, player: PlayerId) -> Result<(SeatNumber, Vec<Self::Fact>), ConnectError>;

    /// Moves the players to another table; `None` if they already have one, [`Decider::next_table`].
    fn rematch(&self, next: &TableId) -> Result<Option<Self::Fact>, Refusal>;

    /// The table where the players go on.
    fn next_table(&self) -> Option<&TableId>;

    /// The setup of a rematch: the same players, each moved by one seat.
    fn rematch_setup(&self, seed: u64) -> NewTableSetup;

    /// Whether a player sits here.
    fn seats_player(&self, player: PlayerId) -> bool;

    /// What happened since the last call.
    fn take_outbox(&mut self) -> Outbox<Self>;

    /// The whole view of a viewer.
    fn view(&self, viewer: Viewer, context: &Context, now: Moment) -> Self::View;

    /// The changing part of the view.
    fn frame(&self, viewer: Viewer, context: &Context, now: Moment) -> Self::Frame;

    /// The summary of the table after some events that are not applied yet; the actor adds fields that do not depend on
    /// the game.
    fn summary(&self, unapplied: &[&Envelope<Self::Fact>], context: &Context) -> Summary;

    /// The game with its variations, for a study that some players ask for.
    fn tree(&self, asking: &[PlayerId], context: &Context) -> Result<MoveTree, Refusal>;

    /// The game in some format.
    fn export(&self, format: ExportFormat, context: &Context) -> Result<String, Refusal>;

    /// The digest of the game for lists, ratings and statistics.
    fn digest(&self, summary: Summary) -> Digest;

    /// The reply to a stored command without data.
    fn done() -> Self::Answer;

    /// Stops time from a moment on, perhaps a past one, until [`Decider::resume`].
    fn suspend(&mut self, since: Moment);

    /// Lets time run again from where it was stopped.
    fn resume(&mut self, now: Moment);

    /// Stops all searches.
    fn dismiss_bots(&mut self);
}

/// A viewer of a table by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Viewer(pub(crate) u64);

/// What a decider needs from the host.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) table: TableId,
    pub(crate) registry: Arc<Registry>,
    pub(crate) names: Directory,
    /// Memory of a bot's search in MiB.
    pub(crate) hash: usize,
    pub(crate) help: HelpLimits,
    /// The number of the last event that was applied; set by the actor.
    pub(crate) seq: u64,
}

/// The result of a command that is not refused.
pub(crate) enum Decision<D: Decider> {
    /// Events to store; the command is answered when they are. Without events nothing changes and nothing is written.
    Commit(Vec<D::Fact>),
    /// An answer with data; nothing changes.
    Answer(D::Answer),
    /// The answer follows in [`Outbox::answers`].
    Later,
}

/// When viewers receive events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeliveryPolicy {
    /// When it is stored: events are applied after the store has acknowledged them.
    AfterStore,
    /// At once, because a game in real time cannot wait for a disk. Only the reply to a command waits for the store.
    AtOnce,
}

/// What an input, an event or time produced.
pub(crate) struct Outbox<D: Decider> {
    /// Whether all viewers should get a new frame.
    pub(crate) changed: bool,
    /// Viewers who should get a new frame even if the others need none.
    pub(crate) changed_for: Vec<Viewer>,
    /// What happened, in order.
    pub(crate) events: Vec<D::Event>,
    /// Something for one viewer.
    pub(crate) notes: Vec<(Viewer, D::Note)>,
    /// Answers to commands that were [`Decision::Later`], in the order in which a viewer sent them.
    pub(crate) answers: Vec<(Viewer, Result<D::Answer, Refusal>)>,
    /// Viewers who may not stay.
    pub(crate) closed: Vec<(Viewer, CloseReason)>,
    /// Jobs for bots.
    pub(crate) jobs: Vec<Job<D::BotReply>>,
    /// For every tick that was played, the milliseconds since it was due.
    pub(crate) late: Vec<u64>,
}

impl<D: Decider> Default for Outbox<D> {
    fn default() -> Self {
        Outbox {
            changed: false,
            changed_for: Vec::new(),
            events: Vec::new(),
            notes: Vec::new(),
            answers: Vec::new(),
            closed: Vec::new(),
            jobs: Vec::new(),
            late: Vec::new(),
        }
    }
}

impl<D: Decider> Outbox<D> {
    /// Sends an event to every viewer.
    pub(crate) fn broadcast(&mut self, event: D::Event) {
        self.events.push(event);
        self.changed = true;
    }
}

/// A stored state as it will be after events that are not applied yet.
pub(crate) fn state_after<'a, S: Clone, F>(
    state: &'a S,
    unapplied: &[&Envelope<F>],
    apply: impl Fn(&mut S, &Envelope<F>) -> Result<(), LogError>,
) -> Cow<'a, S> {
    let mut after = Cow::Borrowed(state);
    for event in unapplied {
        // What was decided here is possible; an impossible event is found when it is applied.
        if apply(after.to_mut(), event).is_err() {
            break;
        }
    }
    after
}
