//! The effects of time at a live table, and when time starts and stops.

use kungfu::Players;
use play::Moment;

use super::{LiveTable, clock::LiveClock, state::Time};
use crate::{LiveFact, decider::Context};

/// Milliseconds after which the tick of a running game is logged again; a crash loses at most this much.
const BEAT: u64 = 500;

impl LiveTable {
    /// Plays all ticks that are due; none while the table is suspended.
    pub(super) fn pass_ticks(&mut self, context: &Context, now: Moment) {
        while self.session.suspended.is_none()
            && !self.state.is_over()
            && let Some(late) = self.session.clock.late(self.state.tick_count() + 1, now)
        {
            self.outbox.late.push(late);
            self.tick(context);
        }
    }

    /// Ends a countdown, or plays the ticks that are due and logs the tick of the game.
    pub(super) fn let_time_pass(&mut self, context: &Context, now: Moment) -> Option<LiveFact> {
        let tick = self.state.tick_count();
        if let Some(since) = self.session.clock.counted_down(now) {
            self.session.clock = LiveClock::Running { since, tick };
            return Some(LiveFact::Started { tick: tick.0 });
        }
        self.pass_ticks(context, now);
        let tick = self.state.tick_count();
        let waited = now.0.saturating_sub(self.state.touched.0) >= BEAT;
        let beat = self.state.logged < tick && (waited || self.state.is_over());
        beat.then_some(LiveFact::Ticked { tick: tick.0 })
    }

    /// When [`LiveTable::let_time_pass`] has something to do.
    pub(super) fn next_due(&self) -> Option<Moment> {
        let tick = self.state.tick_count();
        if self.state.is_over() {
            // The log must record that the end was reached.
            let unlogged = (self.state.logged < tick).then_some(self.state.touched);
            let expires = self.rematch_offer().map(|offer| offer.until);
            return [unlogged, expires].into_iter().flatten().min();
        }
        let next = self.session.clock.next(tick);
        [next, self.session.presence.due()].into_iter().flatten().min()
    }

    /// Starts a countdown when everybody is connected and ready, and cancels it when somebody no longer is.
    pub(super) fn settle_clock(&mut self, now: Moment) {
        if self.state.is_over() {
            self.session.dismiss_bots();
            return;
        }
        let clock = match self.session.clock {
            LiveClock::Stopped if self.state.time != Time::Paused && self.may_begin() => LiveClock::countdown(now),
            LiveClock::Countdown { .. } if !self.may_begin() => LiveClock::Stopped,
            same => same,
        };
        if clock != self.session.clock {
            self.session.clock = clock;
            self.outbox.changed = true;
        }
    }

    /// Whether a running game should stop because no player is connected.
    pub(super) fn is_deserted(&self) -> bool {
        let played = self.state.people() == Players::NONE || self.session.connected() != Players::NONE;
        self.session.viewers.is_empty() || !played
    }

    /// Whether time runs here and now.
    pub(super) const fn time_runs(&self) -> bool {
        self.session.clock.is_running() && !self.state.is_over()
    }

    /// The players who are ready, bots included.
    pub(super) fn ready(&self) -> Players {
        let board = self.state.game().field().board();
        let bots = board.players().minus(self.state.people()).iter();
        let ready = self.state.ready.iter().chain(self.session.came_alone);
        bots.chain(ready).collect()
    }

    /// Whether everybody is ready and connected; bots play for those who watch.
    fn may_begin(&self) -> bool {
        let people = self.state.people();
        let missing = people.minus(self.session.connected()) != Players::NONE;
        let unready = people.minus(self.ready()) != Players::NONE;
        !self.session.viewers.is_empty() && !missing && !unready
    }
}
