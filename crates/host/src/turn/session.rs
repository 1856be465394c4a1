//! The part of a turn table that a restart may lose: connections, bots at work, the running clock.

use std::collections::BTreeMap;

use fastrand::Rng;
use play::{Choice, Moment, MoveIndex, Setup, Side};

use super::{TurnTable, advice::Advice, clocks::RunningClock};
use crate::{
    CloseReason, CommonEvent, Occupant, Refusal, SeatNumber, TurnEvent, TurnNote, VisitorId,
    bot_worker::{BotWorker, QuestionId},
    decider::Viewer,
    presence::Presence,
};

/// What a restart of a turn table may lose.
pub(super) struct Session {
    /// Who is connected, and for which sides they speak.
    pub(super) viewers: BTreeMap<Viewer, Connected>,
    pub(super) presence: Presence,
    pub(super) bots: [Option<BotWorker>; 2],
    /// The names bots give themselves.
    pub(super) bot_names: [Option<String>; 2],
    pub(super) advice: Advice,
    /// The engine has helped since the last move; the next one says so.
    pub(super) helped: bool,
    /// The clock of the side to move.
    pub(super) clock: RunningClock,
    /// A bot's choice that is shown later.
    pub(super) held: Option<Held>,
    /// The ply for which a bot was last asked, and when its answer may be shown.
    pub(super) announced: Option<(usize, Moment)>,
    pub(super) questions: QuestionId,
    pub(super) random: Rng,
    /// The small talk that was used.
    pub(super) said: Vec<&'static str>,
    pub(super) setup: Setup,
}

/// A viewer who is connected.
pub(super) struct Connected {
    /// The sides for which the viewer speaks.
    pub(super) sides: Vec<Side>,
    pub(super) visitor: VisitorId,
}

/// A bot's choice that is shown later, so that the bot does not seem to reply instantly.
pub(super) struct Held {
    pub(super) choice: Choice<MoveIndex>,
    pub(super) until: Moment,
}

impl TurnTable {
    pub(super) fn own(&self, viewer: Viewer) -> &[Side] {
        self.session
            .viewers
            .get(&viewer)
            .map_or(&[], |connected| connected.sides.as_slice())
    }

    pub(super) fn is_connected(&self, side: Side) -> bool {
        self.session
            .viewers
            .values()
            .any(|connected| connected.sides.contains(&side))
    }

    /// Whether a seat waits for somebody: nobody has it, and nobody who is connected speaks for it.
    pub(super) fn is_free(&self, side: Side) -> bool {
        self.state.is_open(side) && !self.is_connected(side)
    }

    pub(super) fn broadcast(&mut self, event: CommonEvent) {
        self.outbox.broadcast(TurnEvent::Common(event));
    }

    /// The position changed: stops bots and drops their answers.
    pub(super) fn interrupt(&mut self) {
        self.session.held = None;
        for bot in self.session.bots.iter_mut().flatten() {
            bot.stop();
        }
        let refused = self.session.advice.interrupt();
        for viewer in refused.hints {
            self.outbox.answers.push((viewer, Err(Refusal::Outdated)));
        }
        for viewer in refused.reviews {
            self.outbox.notes.push((viewer, TurnNote::ReviewStopped));
        }
    }

    /// Closes the clients of a seat that nobody has any more.
    pub(super) fn vacated(&mut self, seat: SeatNumber, reason: CloseReason) {
        let had_seat = |viewer: &Connected| viewer.sides.iter().any(|side| SeatNumber::from(*side) == seat);
        let out = self.session.viewers.iter().filter(|(_, viewer)| had_seat(viewer));
        let closed = out.map(|(viewer, _)| (*viewer, reason));
        self.outbox.closed.extend(closed);
        self.broadcast(CommonEvent::SeatChanged { seat });
    }

    pub(super) fn watchers(&self) -> usize {
        let watching = self.session.viewers.values().filter(|viewer| viewer.sides.is_empty());
        watching.count()
    }

    /// Makes the bots of the session those of the seats.
    pub(super) fn seat_bots(&mut self) {
        for side in Side::BOTH {
            let wanted = match &self.state.seat(side).occupant {
                Occupant::Bot(spec) => Some(spec),
                Occupant::Open | Occupant::Person(_) => None,
            };
            let place = &mut self.session.bots[side.index()];
            if place.as_ref().map(|bot| &bot.spec) == wanted && !self.state.seat(side).failed {
                continue;
            }
            let closed = place.as_mut().and_then(BotWorker::dismiss);
            self.outbox.jobs.extend(closed);
            *place = wanted.map(|spec| {
                let setup = setup_of(self.session.setup, side);
                BotWorker::new(std::sync::Arc::clone(&self.state.module), spec.clone(), setup)
            });
            self.session.bot_names[side.index()] = None;
        }
    }
}

/// What the bot of a side is opened with.
const fn setup_of(setup: Setup, side: Side) -> Setup {
    Setup {
        seed: setup.seed.wrapping_add(side.index() as u64),
        ..setup
    }
}
