//! The turn table: two sides move in turn, with clocks, offers and take-backs.

mod advice;
mod bots;
mod clocks;
mod decide;
mod export;
mod presence;
mod session;
mod state;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;

use fastrand::Rng;
use play::{MemorySource, Moment, MoveTree, Setup, Side};

use crate::{
    CloseReason, Command, CommonEvent, ConnectError, Digest, Envelope, ExportFormat, GameSetup, LogError,
    NewTableSetup, Occupant, PlayerId, Refusal, SeatNumber, Summary, TableId, TurnAnswer, TurnCommand, TurnEvent,
    TurnFact, TurnFrame, TurnGameSetup, TurnNote, TurnView, Visibility, VisitorId,
    bot_worker::{BotReply, BotWorker, QuestionId},
    decider::{Context, Decider, Decision, DeliveryPolicy, Outbox, Viewer, state_after},
    presence::Presence,
};
use advice::Advice;
use clocks::RunningClock;
use presence::COUNTED_AT_ONCE;
use session::{Connected, Held, Session};
use state::TurnState;

/// A turn table.
pub(crate) struct TurnTable {
    state: TurnState,
    session: Session,
    outbox: Outbox<TurnTable>,
}

impl Decider for TurnTable {
    const DELIVERY: DeliveryPolicy = DeliveryPolicy::AfterStore;

    type Fact = TurnFact;
    type Command = TurnCommand;
    type View = TurnView;
    type Frame = TurnFrame;
    type Event = TurnEvent;
    type Answer = TurnAnswer;
    type Note = TurnNote;
    type BotReply = BotReply;

    fn create(first: &Envelope<TurnFact>, context: &Context) -> Result<Self, LogError> {
        let state = TurnState::create(first, &context.registry)?;
        let setup = Setup {
            seed: state.setup.seed,
            hash: context.hash,
            memory: MemorySource::Lent,
        };
        let mut table = TurnTable {
            session: Session {
                viewers: BTreeMap::new(),
                presence: Presence::new(Side::BOTH.len()),
                bots: [None, None],
                bot_names: [None, None],
                advice: Advice::new(&state.module, setup),
                helped: false,
                clock: RunningClock::default(),
                held: None,
                announced: None,
                // A reply to an earlier session of the table must not be taken for a reply to this one.
                questions: QuestionId(fastrand::u64(..1 << 60)),
                random: Rng::with_seed(setup.seed ^ first.at.0),
                said: Vec::new(),
                setup,
            },
            state,
            outbox: Outbox::default(),
        };
        table.seat_bots();
        Ok(table)
    }

    fn apply(&mut self, event: &Envelope<TurnFact>, _context: &Context) -> Result<(), LogError> {
        let offered = self.state.offer;
        self.state.apply(event)?;
        match &event.event {
            TurnFact::Created(_) => {}
            TurnFact::Helped => self.session.helped = false,
            TurnFact::Moved { .. } => {
                self.session.clock.next_move(event.at);
                if !self.state.is_person(self.state.record.turn()) {
                    // Nobody's time is used until the bot has a thread.
                    self.session.clock = RunningClock::default();
                }
                self.interrupt();
                if let Some(entry) = self.entry(self.state.record.plies() - 1) {
                    self.outbox.broadcast(TurnEvent::Moved { entry });
                }
                if self.state.is_over() {
                    self.broadcast(CommonEvent::Ended);
                }
            }
            TurnFact::TakenBack { plies } => {
                self.session.clock = RunningClock::default();
                self.session.announced = None;
                self.interrupt();
                self.outbox.broadcast(TurnEvent::TakenBack { plies: *plies });
            }
            TurnFact::Offered { by, what } => self.broadcast(CommonEvent::Offered { by: *by, what: *what }),
            TurnFact::OfferEnded => {
                if let Some(offer) = offered {
                    self.broadcast(CommonEvent::Declined { what: offer.what });
                }
            }
            TurnFact::OfferExpired => {
                if let Some(offer) = offered {
                    self.broadcast(CommonEvent::Expired { what: offer.what });
                }
            }
            TurnFact::RematchAgreed => self.broadcast(CommonEvent::Accepted {
                what: crate::OfferKind::Rematch,
            }),
            TurnFact::Ended { .. } | TurnFact::CalledOff => {
                self.interrupt();
                self.broadcast(CommonEvent::Ended);
            }
            TurnFact::SeatTaken { seat, .. } => self.broadcast(CommonEvent::SeatChanged { seat: *seat }),
            TurnFact::SeatLeft { seat } => self.vacated(*seat, CloseReason::Left),
            TurnFact::TurnedOut { seat, .. } => self.vacated(*seat, CloseReason::TurnedOut),
            TurnFact::BotSeated { seat, .. } => {
                self.session.announced = None;
                self.interrupt();
                self.seat_bots();
                self.broadcast(CommonEvent::SeatChanged { seat: *seat });
            }
            TurnFact::BotFailed { seat, words } => {
                self.interrupt();
                self.seat_bots();
                self.broadcast(CommonEvent::BotFailed {
                    seat: *seat,
                    words: words.clone(),
                });
            }
            TurnFact::ClockStopped { .. } => self.session.clock = RunningClock::default(),
            TurnFact::Rematched { next } => self.broadcast(CommonEvent::Rematch { next: next.clone() }),
        }
        Ok(())
    }

    fn decide(
        &mut self,
        viewer: Viewer,
        command: Command<TurnCommand>,
        context: &Context,
        now: Moment,
    ) -> Result<Decision<Self>, Refusal> {
        let own = self.own(viewer).to_vec();
        match command {
            Command::Own(TurnCommand::Look { ply }) => self.look(ply).map(Decision::Answer),
            Command::Own(TurnCommand::Hint) => self.ask_hint(viewer, &own, context),
            Command::Own(TurnCommand::Analyse { analysis }) => self.switch_analysis(viewer, &own, analysis, context),
            Command::Own(TurnCommand::Review) => self.ask_review(viewer, &own, context),
            changing => self.changes(&own, changing, context, now).map(Decision::Commit),
        }
    }

    fn due(&self) -> Option<Moment> {
        let turn = self.state.record.turn();
        let flag = self
            .state
            .clocks
            .flag_falls(turn, &self.session.clock)
            .filter(|_| !self.state.is_over());
        let held = self.session.held.as_ref().map(|held| held.until);
        let offer = self.state.offer.map(|offer| offer.until);
        [flag, held, offer, self.session.presence.due()]
            .into_iter()
            .flatten()
            .min()
    }

    fn elapse(&mut self, _context: &Context, now: Moment) -> Vec<TurnFact> {
        self.outbox.changed |= self.session.presence.elapse(now);
        if let Some(fact) = self.fallen_flag(now).or_else(|| self.expired_offer(now)) {
            return vec![fact];
        }
        match self.session.held.take_if(|held| held.until <= now) {
            Some(held) => self.bot_does(self.state.record.turn(), held.choice, now),
            None => Vec::new(),
        }
    }

    fn hear(&mut self, reply: BotReply, _context: &Context, now: Moment) -> Vec<TurnFact> {
        self.hear_bot(reply, now)
    }

    fn settle(&mut self, _context: &Context, now: Moment) {
        self.settle_bots(now);
        self.note_presence(now);
    }

    fn suspend(&mut self, since: Moment) {
        self.session.clock.stand(since);
    }

    /// The clock runs again with the next [`Decider::settle`].
    fn resume(&mut self, now: Moment) {
        self.session.presence.restart(now);
    }

    fn connect(
        &mut self,
        viewer: Viewer,
        seats: &[SeatNumber],
        visitor: VisitorId,
        _context: &Context,
        _now: Moment,
    ) -> Result<(), ConnectError> {
        let mut sides = Vec::new();
        for &seat in seats {
            let side = side_of(seat).ok_or(ConnectError::NoSuchSeat(seat))?;
            if !self.state.is_person(side) {
                return Err(ConnectError::SeatOfBot(seat));
            }
            sides.push(side);
        }
        for &seat in seats {
            self.broadcast(CommonEvent::SeatChanged { seat });
        }
        self.session.viewers.insert(viewer, Connected { sides, visitor });
        self.outbox.changed |= seats.is_empty() && self.watchers() <= COUNTED_AT_ONCE;
        Ok(())
    }

    fn disconnect(&mut self, viewer: Viewer, _context: &Context, now: Moment) -> Vec<TurnFact> {
        let left = self.session.viewers.remove(&viewer);
        let watched = left.as_ref().is_some_and(|connected| connected.sides.is_empty());
        self.outbox.changed |= watched && self.watchers() < COUNTED_AT_ONCE;
        for side in left.map(|connected| connected.sides).unwrap_or_default() {
            self.broadcast(CommonEvent::SeatChanged { seat: side.into() });
        }
        self.session.advice.forget(viewer);
        if !self.session.viewers.is_empty() {
            return Vec::new();
        }
        self.dismiss_bots();
        let running = self.session.clock.is_running() && self.state.clocks.control().is_some() && !self.state.is_over();
        let used = self.state.clocks.used(&self.session.clock, now).as_millis() as u64;
        if running {
            vec![TurnFact::ClockStopped { used }]
        } else {
            Vec::new()
        }
    }

    fn take_seat(&self, player: PlayerId) -> Result<(SeatNumber, Vec<TurnFact>), ConnectError> {
        let has = |side: &Side| self.state.seat(*side).occupant == Occupant::Person(player);
        if let Some(side) = Side::BOTH.iter().copied().find(has) {
            return Ok((side.into(), Vec::new()));
        }
        if self.state.turned_out.contains(&player) {
            return Err(ConnectError::TurnedOut);
        }
        if self.state.is_over() {
            return Err(ConnectError::NoOpenSeat);
        }
        let open = Side::BOTH.into_iter().find(|side| self.is_free(*side));
        let seat: SeatNumber = open.ok_or(ConnectError::NoOpenSeat)?.into();
        Ok((seat, vec![TurnFact::SeatTaken { seat, player }]))
    }

    fn rematch(&self, next: &TableId) -> Result<Option<TurnFact>, Refusal> {
        if !self.state.is_over() {
            return Err(Refusal::NotOver);
        }
        // Otherwise anybody could take a seat of the next game that was empty in this one.
        if Side::BOTH.into_iter().any(|side| self.is_free(side)) {
            return Err(Refusal::WaitingForPlayer);
        }
        let next = next.clone();
        Ok(self.state.next.is_none().then_some(TurnFact::Rematched { next }))
    }

    fn next_table(&self) -> Option<&TableId> {
        self.state.next.as_ref()
    }

    fn rematch_setup(&self, seed: u64) -> NewTableSetup {
        let setup = &self.state.setup;
        let [white, black] = &self.state.seats;
        NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Turn(TurnGameSetup {
                game: setup.game,
                seats: [black.occupant.clone(), white.occupant.clone()],
                start: setup.start.clone(),
                control: setup.control,
                seed,
                behaviour: setup.behaviour,
            }),
        }
    }

    fn seats_player(&self, player: PlayerId) -> bool {
        self.state
            .seats
            .iter()
            .any(|seat| seat.occupant == Occupant::Person(player))
    }

    fn take_outbox(&mut self) -> Outbox<Self> {
        std::mem::take(&mut self.outbox)
    }

    fn view(&self, viewer: Viewer, context: &Context, now: Moment) -> TurnView {
        self.turn_view(viewer, context, now)
    }

    fn frame(&self, viewer: Viewer, context: &Context, now: Moment) -> TurnFrame {
        self.turn_frame(viewer, context, now)
    }

    fn summary(&self, unapplied: &[&Envelope<TurnFact>], context: &Context) -> Summary {
        state_after(&self.state, unapplied, TurnState::apply).summary(context.table.clone())
    }

    fn export(&self, format: ExportFormat, context: &Context) -> Result<String, Refusal> {
        Ok(self.exported(format, context))
    }

    fn tree(&self, asking: &[PlayerId], context: &Context) -> Result<MoveTree, Refusal> {
        self.studied(asking, context)
    }

    fn digest(&self, summary: Summary) -> Digest {
        self.digested(summary)
    }

    fn done() -> TurnAnswer {
        TurnAnswer::Done
    }

    fn dismiss_bots(&mut self) {
        self.session.held = None;
        self.session.announced = None;
        let closed: Vec<_> = self
            .session
            .bots
            .iter_mut()
            .flatten()
            .filter_map(BotWorker::dismiss)
            .collect();
        self.outbox.jobs.extend(closed);
        let closed = self.session.advice.dismiss();
        self.outbox.jobs.extend(closed);
    }
}

/// The side of a seat.
fn side_of(seat: SeatNumber) -> Option<Side> {
    Side::BOTH.get(usize::from(seat.0)).copied()
}
