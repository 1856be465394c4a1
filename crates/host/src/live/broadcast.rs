//! Messages to viewers for an event of the log and for a tick.
//!
//! Only the owner of a premove receives messages about it, its cancellation and its failure.

use kungfu::{Answer, Event, Field, Kind, Player, Slot};

use super::{
    LiveTable,
    clock::LiveClock,
    convert::{seat_of, square_of},
    state::Done,
    words,
};
use crate::{
    CloseReason, CommonEvent, LiveAction, LiveEvent, LiveFact, LiveNote, OfferKind, SeatNumber, decider::Context,
};

/// How often the position of a moving knight is sent per square, because clients cannot compute it.
const KNIGHT_FRAMES: u32 = 3;

impl LiveTable {
    /// Advances the game by a tick and sends what it did.
    pub(super) fn tick(&mut self, context: &Context) {
        let before = *self.state.game().field();
        let was_over = self.state.is_over();
        let events = self.state.tick();
        self.broadcast_events(&events, &before, context);
        self.broadcast_verdict(was_over);
        let field = self.state.game().field();
        let often = (field.speed().ticks_per_square() / KNIGHT_FRAMES).max(1);
        let flies = |slot: Slot| field.get(slot).kind == Kind::Knight;
        if field.tick().0.is_multiple_of(often) && field.moving().any(flies) {
            self.outbox.changed = true;
        }
    }

    /// Sends the effects of an event of the log; `before` is the field without it.
    pub(super) fn broadcast_fact(&mut self, fact: &LiveFact, done: &Done, before: &Field, context: &Context) {
        match fact {
            LiveFact::Created(_) | LiveFact::Ticked { .. } => {}
            LiveFact::Acted { seat, action, .. } => self.broadcast_action(*seat, *action, done, before, context),
            LiveFact::SeatTaken { seat, .. }
            | LiveFact::SeatSet { seat, .. }
            | LiveFact::Ready { seat }
            | LiveFact::NotReady { seat } => {
                self.broadcast_common(CommonEvent::SeatChanged { seat: *seat });
            }
            LiveFact::TurnedOut { seat, .. } => self.vacated(*seat, CloseReason::TurnedOut),
            LiveFact::SeatLeft { seat } => self.vacated(*seat, CloseReason::Left),
            LiveFact::Abandoned { .. } => self.broadcast_events(&done.events, before, context),
            LiveFact::CalledOff { .. } => self.broadcast_common(CommonEvent::Ended),
            LiveFact::RematchDeclined => self.broadcast_common(CommonEvent::Declined {
                what: OfferKind::Rematch,
            }),
            LiveFact::RematchExpired => self.broadcast_common(CommonEvent::Expired {
                what: OfferKind::Rematch,
            }),
            LiveFact::Started { .. } => self.outbox.broadcast(LiveEvent::Started),
            LiveFact::Stopped { .. } => self.outbox.changed = true,
            LiveFact::RematchWanted { seat } => {
                let what = OfferKind::Rematch;
                self.broadcast_common(CommonEvent::Offered { by: *seat, what });
                if self.all_want_rematch() {
                    self.broadcast_common(CommonEvent::Accepted { what });
                }
            }
            LiveFact::Rematched { next } => self.broadcast_common(CommonEvent::Rematch { next: next.clone() }),
        }
    }

    /// Closes the clients of a seat that has become open.
    fn vacated(&mut self, seat: SeatNumber, reason: CloseReason) {
        if let Some(player) = self.player(seat) {
            let out: Vec<_> = self.session.viewers_of(player).collect();
            let closed = out.into_iter().map(|viewer| (viewer, reason));
            self.outbox.closed.extend(closed);
        }
        self.broadcast_common(CommonEvent::SeatChanged { seat });
    }

    /// Sends an event that tables of every kind have.
    pub(super) fn broadcast_common(&mut self, event: CommonEvent) {
        self.outbox.broadcast(LiveEvent::Common(event));
    }

    fn broadcast_action(&mut self, by: SeatNumber, action: LiveAction, done: &Done, before: &Field, context: &Context) {
        let Some(player) = self.player(by) else {
            return;
        };
        match (action, done.answer) {
            (LiveAction::Go { .. }, Some(Answer::Starts { slot, rook })) => {
                for slot in [Some(slot), rook].into_iter().flatten() {
                    self.outbox.broadcast(LiveEvent::Departed { piece: number(slot) });
                }
                self.notice_start(player);
            }
            (LiveAction::Go { .. } | LiveAction::Cancel { .. }, _) => self.change_for(player),
            (LiveAction::OfferDraw, _) => {
                let what = OfferKind::Draw;
                self.broadcast_common(CommonEvent::Offered { by, what });
            }
            (LiveAction::Resign, _) => {}
        }
        self.broadcast_events(&done.events, before, context);
        self.broadcast_verdict(false);
    }

    /// Sends the end of a game that its task has ended before the rules did.
    fn broadcast_verdict(&mut self, was_over: bool) {
        let ended_by_rules = self.state.game().outcome().is_some();
        if self.state.verdict().is_some() && !was_over && !ended_by_rules {
            self.session.clock = LiveClock::Stopped;
            self.broadcast_common(CommonEvent::Ended);
        }
    }

    /// Sends the events of the rules; `before` still has the captured pieces.
    fn broadcast_events(&mut self, events: &[Event], before: &Field, context: &Context) {
        for event in events {
            self.notice(event);
            self.broadcast_event(event, before, context);
        }
        if self.state.is_over() {
            self.session.clock = LiveClock::Stopped;
        }
    }

    fn broadcast_event(&mut self, event: &Event, before: &Field, context: &Context) {
        let arrived = |slot, square| LiveEvent::Arrived {
            piece: number(slot),
            square: square_of(before.board(), square),
        };
        let sent = match *event {
            Event::Dropped { slot, refusal } => return self.broadcast_dropped(slot, refusal),
            Event::Started(slot) => LiveEvent::Departed { piece: number(slot) },
            Event::Captured { captor, captured } => LiveEvent::Captured {
                piece: number(captured),
                by: captor.map(number),
                words: words::captured(captor, captured, before),
            },
            Event::Lost(rook) => LiveEvent::Captured {
                piece: number(rook),
                by: None,
                words: words::rook_lost(before, rook),
            },
            Event::Returned(slot) => arrived(slot, before.get(slot).square),
            Event::Arrived { slot, square } => arrived(slot, square),
            Event::Promoted(slot) => LiveEvent::Promoted { piece: number(slot) },
            Event::Woke(slot) => LiveEvent::Rested { piece: number(slot) },
            Event::Out(player) => LiveEvent::Out {
                seat: seat_of(player),
                words: words::out(&self.name_in_sentence(player, context)),
            },
            Event::Ended(_) => LiveEvent::Common(CommonEvent::Ended),
        };
        self.outbox.broadcast(sent);
    }

    fn broadcast_dropped(&mut self, slot: Slot, refusal: kungfu::Refusal) {
        let owner = self.state.game().field().get(slot).player();
        for viewer in self.session.viewers_of(owner) {
            let note = LiveNote::PremoveDropped {
                piece: number(slot),
                words: refusal.to_string(),
            };
            self.outbox.notes.push((viewer, note));
        }
        self.change_for(owner);
    }

    /// Something changed that only one player can see.
    fn change_for(&mut self, player: Player) {
        for viewer in self.session.viewers_of(player) {
            if !self.outbox.changed_for.contains(&viewer) {
                self.outbox.changed_for.push(viewer);
            }
        }
    }
}

/// The number of a piece.
const fn number(slot: Slot) -> u16 {
    slot.index() as u16
}
