//! A live table: a game of Kung Fu Chess, decided over its log.
//!
//! [`LiveState`] is the fold of the log and all that a restart needs; [`Session`] is what a restart may lose. A command
//! is decided at the tick that is due: the table plays ticks first, then checks the command and makes an event with the
//! tick. Replaying the log plays the same ticks between the same events, so a premove, which is also an event, starts
//! at the same tick.
//!
//! Viewers receive updates at once; only the answer to a command waits for the store.

mod bots;
mod broadcast;
mod clock;
mod commands;
mod convert;
mod export;
mod frame;
mod moves;
mod presence;
mod scene;
mod seats;
mod session;
mod state;
#[cfg(test)]
mod tests;
mod time;
mod words;

use play::{GameId, Moment, MoveTree};

use crate::{
    Command, ConnectError, Digest, Envelope, ExportFormat, LiveAnswer, LiveCommand, LiveEvent, LiveFact, LiveFrame,
    LiveNote, LiveView, LogError, NewTableSetup, Occupant, PlayerId, Refusal, SeatNumber, Summary, TableId, VisitorId,
    decider::{Context, Decider, Decision, DeliveryPolicy, Outbox, Viewer},
};
pub(crate) use bots::LiveReply;
use clock::LiveClock;
pub use scene::LiveScene;
use session::Session;
use state::LiveState;

/// The game that is played at live tables.
pub(crate) const GAME: GameId = GameId::new("kungfu");

/// A live table.
pub(crate) struct LiveTable {
    state: LiveState,
    session: Session,
    outbox: Outbox<LiveTable>,
}

impl Decider for LiveTable {
    const DELIVERY: DeliveryPolicy = DeliveryPolicy::AtOnce;

    type Fact = LiveFact;
    type Command = LiveCommand;
    type View = LiveView;
    type Frame = LiveFrame;
    type Event = LiveEvent;
    type Answer = LiveAnswer;
    type Note = LiveNote;
    type BotReply = LiveReply;

    fn create(first: &Envelope<LiveFact>, _context: &Context) -> Result<Self, LogError> {
        let state = LiveState::new(first)?;
        let session = Session::new(&state.seats, state.bout.record().seed).map_err(|error| LogError::Impossible {
            seq: first.seq,
            fault: error.to_string(),
        })?;
        Ok(LiveTable {
            state,
            session,
            outbox: Outbox::default(),
        })
    }

    fn apply(&mut self, event: &Envelope<LiveFact>, context: &Context) -> Result<(), LogError> {
        let before = *self.state.game().field();
        let done = self.state.apply(event)?;
        if let LiveFact::Stopped { .. } | LiveFact::CalledOff { .. } = event.event {
            self.session.clock = LiveClock::Stopped;
        }
        self.follow_seat(event)?;
        self.broadcast_fact(&event.event, &done, &before, context);
        Ok(())
    }

    /// A countdown that is over ends in [`Decider::elapse`], not here.
    fn decide(
        &mut self,
        viewer: Viewer,
        command: Command<LiveCommand>,
        context: &Context,
        now: Moment,
    ) -> Result<Decision<Self>, Refusal> {
        self.pass_ticks(context, now);
        self.decide_command(viewer, command, context, now)
    }

    fn due(&self) -> Option<Moment> {
        self.next_due()
    }

    fn elapse(&mut self, context: &Context, now: Moment) -> Vec<LiveFact> {
        self.outbox.changed |= self.session.presence.elapse(now);
        let fact = self.let_time_pass(context, now);
        fact.or_else(|| self.expired_rematch(now)).into_iter().collect()
    }

    fn hear(&mut self, reply: LiveReply, context: &Context, now: Moment) -> Vec<LiveFact> {
        self.pass_ticks(context, now);
        self.hear_bot(reply).into_iter().collect()
    }

    fn settle(&mut self, _context: &Context, now: Moment) {
        self.settle_clock(now);
        self.note_presence(now);
        self.ask_bots();
    }

    fn connect(
        &mut self,
        viewer: Viewer,
        seats: &[SeatNumber],
        _visitor: VisitorId,
        context: &Context,
        now: Moment,
    ) -> Result<(), ConnectError> {
        self.pass_ticks(context, now);
        self.come(viewer, seats)
    }

    fn disconnect(&mut self, viewer: Viewer, context: &Context, now: Moment) -> Vec<LiveFact> {
        self.pass_ticks(context, now);
        self.leave(viewer).into_iter().collect()
    }

    fn take_seat(&self, player: PlayerId) -> Result<(SeatNumber, Vec<LiveFact>), ConnectError> {
        let (seat, fact) = self.seat_for(player)?;
        Ok((seat, fact.into_iter().collect()))
    }

    fn rematch(&self, next: &TableId) -> Result<Option<LiveFact>, Refusal> {
        if !self.state.is_over() {
            return Err(Refusal::NotOver);
        }
        // The rematch of a task is the same task, without swapped sides.
        if self.state.scenario.is_some() {
            return Err(Refusal::NotHere);
        }
        // Otherwise anybody could take a seat of the next game that was empty in this one.
        if self
            .seat_with(&Occupant::Open)
            .and_then(|seat| self.player(seat))
            .is_some_and(|player| self.is_open(player))
        {
            return Err(Refusal::WaitingForPlayer);
        }
        let new = self.state.next.is_none();
        Ok(new.then(|| LiveFact::Rematched { next: next.clone() }))
    }

    fn next_table(&self) -> Option<&TableId> {
        self.state.next.as_ref()
    }

    fn rematch_setup(&self, seed: u64) -> NewTableSetup {
        self.setup_again(seed)
    }

    fn seats_player(&self, player: PlayerId) -> bool {
        self.seat_with(&Occupant::Person(player)).is_some()
    }

    fn take_outbox(&mut self) -> Outbox<Self> {
        std::mem::take(&mut self.outbox)
    }

    fn view(&self, viewer: Viewer, context: &Context, now: Moment) -> LiveView {
        self.view_for(viewer, context, now)
    }

    fn frame(&self, viewer: Viewer, context: &Context, now: Moment) -> LiveFrame {
        self.frame_for(viewer, context, now)
    }

    /// Events are applied before they are stored, so none is missing.
    fn summary(&self, _unapplied: &[&Envelope<LiveFact>], context: &Context) -> Summary {
        self.list_entry(context)
    }

    fn export(&self, format: ExportFormat, context: &Context) -> Result<String, Refusal> {
        self.export_as(format, context)
    }

    fn tree(&self, _asking: &[PlayerId], _context: &Context) -> Result<MoveTree, Refusal> {
        Err(Refusal::NotHere)
    }

    fn digest(&self, summary: Summary) -> Digest {
        self.digested(summary)
    }

    fn done() -> LiveAnswer {
        LiveAnswer::Done
    }

    fn suspend(&mut self, since: Moment) {
        self.session.suspended = Some(since);
    }

    fn resume(&mut self, now: Moment) {
        if let Some(since) = self.session.suspended.take() {
            self.session.clock = self.session.clock.moved_on(now.0.saturating_sub(since.0));
            self.session.presence.restart(now);
            self.outbox.changed = true;
        }
    }

    fn dismiss_bots(&mut self) {
        self.session.dismiss_bots();
    }
}

impl LiveTable {
    /// The player of a seat.
    fn player(&self, seat: SeatNumber) -> Option<kungfu::Player> {
        convert::player_of(self.state.game().field().board(), seat)
    }

    /// The name of a seat's occupant.
    fn name(&self, player: kungfu::Player, context: &Context) -> String {
        let board = self.state.game().field().board();
        words::name(&self.state.seats[player.index()], board, player, &context.names)
    }

    /// The name in a sentence. On the board for four, bots of one level have the same name, so the side is added.
    fn name_in_sentence(&self, player: kungfu::Player, context: &Context) -> String {
        let board = self.state.game().field().board();
        let name = self.name(player, context);
        let is_bot = matches!(self.state.seats[player.index()], Occupant::Bot(_));
        if is_bot && board == kungfu::Board::Four {
            format!("{name} ({})", words::side(board, player))
        } else {
            name
        }
    }
}
