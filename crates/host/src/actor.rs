//! A table with its viewers. The actor passes inputs to the decider, events to the store, and updates to viewers.
//!
//! A turn table applies and shows events after the store has acknowledged them, and handles the next input after that:
//! viewers see only stored events. A live table applies and shows events at once; only the reply to a command waits for
//! the store. A failed write is reported as failed.

mod delivery;
mod ending;
mod input;
mod queries;
mod seats;
mod writing;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::mpsc::Sender,
    time::Duration,
};

use play::Moment;

use crate::{
    Append, Cause, Command, CommandId, ConnectError, Envelope, Epoch, LogError, NewTableSetup, Occupant, OpenError,
    PlayerId, Refusal, SeatNumber, SeatToken, StoredEvent, TableId, Visibility,
    answered::Answered,
    decider::{Context, Decider, Decision, DeliveryPolicy, Outbox, Viewer},
    job::Job,
};
pub use delivery::Delivery;
pub(crate) use delivery::MessageOf;
use delivery::{Recent, ViewerState, refused};
pub use input::Connect;
pub(crate) use input::{Input, SeatRequest, What};

/// Milliseconds until a failed write is retried.
const RETRY: u64 = 1_000;
/// Milliseconds until delivery to a full mailbox is retried.
const REDELIVER: u64 = 200;
/// Milliseconds that a new table stays open for its first viewer; it can be opened again from the store later.
const RESERVED: u64 = 60_000;
/// Stored events held in memory where a database may lose acknowledged events.
const REMEMBERED: usize = 64;
/// Maximum number of inputs that wait for the store; further commands are refused as busy.
const QUEUE: usize = 256;

/// A table and its viewers.
pub(crate) struct TableActor<D: Decider> {
    decider: D,
    context: Context,
    durability: Durability,
    label: Label,
    answered: Answered,
    /// Boxed, because most tables have one viewer, and a node of the map has room for eleven.
    viewers: BTreeMap<Viewer, Box<ViewerState<D>>>,
    recent: Recent<D>,
    /// Inputs that wait for a write.
    queue: VecDeque<Input<D>>,
    /// Decisions that the store has not acknowledged.
    unstored: VecDeque<Unstored<D>>,
    /// How many of the unstored decisions are in the current write.
    writing: Option<usize>,
    /// The events of the current write, preceded by the last written events.
    written: VecDeque<StoredEvent>,
    /// The store has lost what follows this event.
    behind: Option<u64>,
    /// The lease of the node has expired: inputs wait, and time is stopped.
    suspended: bool,
    drain: Drain,
    /// The number of the last event that was decided.
    decided: u64,
    /// The time of the latest input.
    now: Moment,
    /// Writes fail; the time of the next attempt.
    retry_at: Option<Moment>,
    /// Until when a table without a first viewer stays open.
    reserved_until: Option<Moment>,
    /// The entry of this table in its worker's timer queue.
    pub(crate) wakes: Option<Moment>,
    /// The number of viewers that the host knows of.
    pub(crate) known_viewers: usize,
    closed: bool,
    failing: bool,
    /// Jobs and late ticks that came up while events were applied.
    jobs: Vec<Job<D::BotReply>>,
    late: Vec<u64>,
}

/// Whether the table moves to another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drain {
    No,
    /// It handles no more inputs; the clocks run until the state has every decided event.
    Waiting,
    /// The clocks are stopped; the next write has what is left.
    Writing,
    /// The current write releases the claim; then the table closes.
    Releasing,
}

/// Whether events are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// Under this claim.
    Stored(Epoch),
    /// The table exists as long as it has a viewer.
    Transient,
}

/// What the store holds of a table beside its events.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    /// The name of a save.
    pub(crate) save: Option<String>,
    /// Who may see the table in lists.
    pub(crate) visibility: Visibility,
}

/// A decision that is not acknowledged yet.
struct Unstored<D: Decider> {
    events: Vec<Envelope<D::Fact>>,
    tokens: Vec<SeatToken>,
    names: Vec<(PlayerId, String)>,
    after: After,
}

impl<D: Decider> Unstored<D> {
    /// Whether there is nothing to write.
    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.tokens.is_empty() && self.names.is_empty()
    }
}

/// The action after a decision is stored or has failed.
enum After {
    Nothing,
    Reply {
        viewer: Viewer,
        id: CommandId,
    },
    Seat {
        seat: SeatNumber,
        /// The player sat there before and has another token now.
        again: bool,
        reply: Sender<Result<SeatNumber, ConnectError>>,
    },
    Granted {
        seat: SeatNumber,
        reply: Sender<Result<(), ConnectError>>,
    },
    Rematch {
        reply: Sender<Result<(TableId, NewTableSetup), OpenError>>,
    },
}

/// What an actor needs from its worker.
pub(crate) trait Surroundings<D: Decider> {
    /// Starts a job; its replies return as inputs.
    fn start(&self, job: Job<D::BotReply>);
    /// Appends events; the result arrives through [`TableActor::stored`].
    fn append(&self, append: Append);
    /// Records how late a tick was.
    fn late(&self, late: Duration);
    /// Whether the store can lose events that it has acknowledged.
    fn store_may_lose(&self) -> bool;
}

impl<D: Decider> TableActor<D> {
    /// Opens a table from its log.
    pub(crate) fn open(
        mut context: Context,
        durability: Durability,
        label: Label,
        log: &[StoredEvent],
        now: Moment,
    ) -> Result<Self, LogError> {
        let first = log.first().ok_or(LogError::Empty)?;
        let first: Envelope<D::Fact> = first.decode()?;
        if first.seq != 1 {
            return Err(LogError::Sequence { seq: first.seq });
        }
        let mut decider = D::create(&first, &context)?;
        let mut answered = Answered::default();
        let mut recent = Recent::default();
        for (stored, seq) in log.iter().zip(1..).skip(1) {
            let event: Envelope<D::Fact> = stored.decode()?;
            if event.seq != seq {
                return Err(LogError::Sequence { seq: event.seq });
            }
            decider.apply(&event, &context)?;
            recent.push(seq, &decider.take_outbox().events);
            if let Some(cause) = event.cause {
                answered.note(cause);
            }
        }
        context.seq = log.len() as u64;
        Ok(TableActor {
            decided: context.seq,
            decider,
            context,
            durability,
            label,
            answered,
            viewers: BTreeMap::new(),
            recent,
            queue: VecDeque::new(),
            unstored: VecDeque::new(),
            writing: None,
            written: VecDeque::new(),
            behind: None,
            suspended: false,
            drain: Drain::No,
            now,
            retry_at: None,
            reserved_until: Some(Moment(now.0 + RESERVED)),
            wakes: None,
            known_viewers: 0,
            closed: false,
            failing: false,
            jobs: Vec::new(),
            late: Vec::new(),
        })
    }

    /// Adds an input for the table.
    pub(crate) fn input(&mut self, input: Input<D>, around: &dyn Surroundings<D>) {
        if let What::Command { viewer, id, .. } = &input.what
            && self.queue.len() >= QUEUE
        {
            return self.send(*viewer, refused(*id, Refusal::Busy));
        }
        self.now = self.now.max(input.at);
        self.queue.push_back(input);
        self.work(around);
    }

    /// Handles inputs until one has to wait for the store, then writes and delivers.
    fn work(&mut self, around: &dyn Surroundings<D>) {
        self.retry_at.take_if(|retry| *retry <= self.now);
        while !self.closed
            && !self.is_draining()
            && !self.must_wait()
            && let Some(input) = self.queue.pop_front()
        {
            // A flag that fell, or a tick that was due, is handled before later inputs.
            let facts = self.decider.elapse(&self.context, input.at);
            if self.commit(facts, None, After::Nothing) && self.must_wait() {
                self.queue.push_front(input);
            } else {
                self.handle(input.what);
                self.settle();
            }
        }
        self.flush(around);
    }

    /// Whether inputs wait until a write is acknowledged, or the lease renewed.
    fn must_wait(&self) -> bool {
        self.suspended || D::DELIVERY == DeliveryPolicy::AfterStore && !self.unstored.is_empty()
    }

    fn is_draining(&self) -> bool {
        self.drain != Drain::No
    }

    fn settle(&mut self) {
        // While writes fail, a bot's move could not be stored either. Before a write is acknowledged the state does not
        // have the last move yet, so a bot would search the old position again.
        if self.retry_at.is_none() && !self.must_wait() && !self.is_draining() {
            self.decider.settle(&self.context, self.now);
        }
    }

    fn handle(&mut self, what: What<D>) {
        match what {
            What::Connect {
                viewer,
                connect,
                mailbox,
                reply,
            } => {
                let admitted = self
                    .check_holders(&connect)
                    .and_then(|()| self.check_watching(&connect));
                let connected = admitted.and_then(|()| {
                    self.decider
                        .connect(viewer, &connect.seats, connect.visitor, &self.context, self.now)
                });
                if connected.is_ok() {
                    // Clocks and countdowns that begin with a viewer are in the viewer's first message.
                    self.settle();
                    self.admit(viewer, connect, mailbox);
                }
                // A caller that has gone needs no reply; its mailbox reports this too.
                drop(reply.send(connected));
            }
            What::Disconnect { viewer } => self.disconnect(viewer),
            What::Command { viewer, id, command } => self.command(viewer, id, command),
            What::BotReply(reply) => {
                let facts = self.decider.hear(reply, &self.context, self.now);
                self.commit(facts, None, After::Nothing);
            }
            What::Seat(request) => self.seat(request),
            What::Wake => self.redeliver(),
        }
    }

    /// A seat may have changed hands since its token was checked.
    fn check_holders(&self, connect: &Connect) -> Result<(), ConnectError> {
        if connect.holders.is_empty() {
            return Ok(());
        }
        let sits = self.decider.summary(&[], &self.context).seats;
        let mut held = connect.seats.iter().zip(&connect.holders);
        let own = |(seat, player): (&SeatNumber, &PlayerId)| {
            sits.get(usize::from(seat.0)).and_then(Occupant::person) == Some(*player)
        };
        if held.all(own) {
            Ok(())
        } else {
            Err(ConnectError::NotYourSeat)
        }
    }

    /// A client without a seat may connect to a table that nobody may watch only while a seat is open.
    fn check_watching(&self, connect: &Connect) -> Result<(), ConnectError> {
        if connect.seats.is_empty() && !self.may_be_watched() {
            Err(ConnectError::NotWatched)
        } else {
            Ok(())
        }
    }

    fn may_be_watched(&self) -> bool {
        let seats = || self.decider.summary(&[], &self.context).seats;
        self.label.visibility != Visibility::Closed || seats().contains(&Occupant::Open)
    }

    fn disconnect(&mut self, viewer: Viewer) {
        if self.viewers.remove(&viewer).is_some() {
            let facts = self.decider.disconnect(viewer, &self.context, self.now);
            self.commit(facts, None, After::Nothing);
        }
    }

    fn command(&mut self, viewer: Viewer, id: CommandId, command: Command<D::Command>) {
        let Some(client) = self.viewers.get(&viewer).map(|state| state.client) else {
            return;
        };
        let cause = Cause { client, command: id };
        if self.answered.contains(cause) {
            return self.reply_when_stored(viewer, cause);
        }
        match self.decider.decide(viewer, command, &self.context, self.now) {
            // Its refusal was lost with the connection; it must not be executed after later commands.
            Ok(Decision::Commit(_)) if self.answered.is_past(cause) => {
                self.send(viewer, refused(id, Refusal::Outdated));
            }
            Ok(Decision::Commit(facts)) => {
                if !self.commit(facts, Some(cause), After::Reply { viewer, id }) {
                    self.reply_without_events(viewer, id);
                }
            }
            Ok(Decision::Answer(answer)) => self.send(viewer, MessageOf::<D>::Reply { id, answer }),
            Ok(Decision::Later) => {
                if let Some(state) = self.viewers.get_mut(&viewer) {
                    state.later.push_back(id);
                }
            }
            Err(refusal) => self.send(viewer, refused(id, refusal)),
        }
    }

    /// Replies to a command that changes nothing, once the events that made it superfluous are stored.
    fn reply_without_events(&mut self, viewer: Viewer, id: CommandId) {
        let after = After::Reply { viewer, id };
        if self.unstored.is_empty() {
            self.succeed(after);
        } else {
            self.unstored.push_back(Unstored {
                events: Vec::new(),
                tokens: Vec::new(),
                names: Vec::new(),
                after,
            });
        }
    }

    /// Replies again to a command that was already executed, once it is stored.
    fn reply_when_stored(&mut self, viewer: Viewer, cause: Cause) {
        let id = cause.command;
        let caused = |unstored: &&mut Unstored<D>| unstored.events.iter().any(|event| event.cause == Some(cause));
        match self.unstored.iter_mut().find(caused) {
            Some(unstored) => unstored.after = After::Reply { viewer, id },
            None => self.send(viewer, MessageOf::<D>::Reply { id, answer: D::done() }),
        }
    }

    /// A player has another name: all viewers of the player's tables get a new frame.
    pub(crate) fn renamed(&mut self, player: PlayerId) {
        if self.decider.seats_player(player) {
            self.post(Outbox {
                changed: true,
                ..Outbox::default()
            });
        }
    }
}
