//! The effects of absence and of leaving at a live table.

use kungfu::{Player, Players};
use play::Moment;

use super::{LiveTable, convert::seat_of};
use crate::{
    Absence, Leaving, LiveAction, LiveFact, Offer, OfferKind, Refusal,
    decider::Decision,
    presence::{CLAIM_AFTER, OFFER_LASTS},
};

type Decided = Result<Decision<LiveTable>, Refusal>;

/// With more spectators than this, their number is sent only with the next frame.
pub(super) const COUNTED_AT_ONCE: usize = 20;

impl LiveTable {
    /// Records absent players while another player waits.
    pub(super) fn note_presence(&mut self, now: Moment) {
        let waits = !self.session.viewers.is_empty() && !self.state.is_over();
        let (connected, alive) = (self.session.connected(), self.state.game().alive());
        let players = self.state.game().field().board().players();
        let missing = |seat: usize| {
            let player = players.iter().nth(seat);
            let sits = |player: Player| self.state.seats[player.index()].person().is_some();
            let gone = |player: Player| sits(player) && alive.contains(player) && !connected.contains(player);
            waits && player.is_some_and(gone)
        };
        let changed = self.session.presence.note(missing, now);
        self.outbox.changed |= changed;
    }

    /// A player for whom the others wait.
    pub(super) fn absence(&self) -> Option<Absence> {
        let (seat, since) = self.session.presence.longest(|_| !self.state.is_over())?;
        let claim_at = Moment(since.0 + CLAIM_AFTER);
        Some(Absence { seat, since, claim_at })
    }

    /// The players who have been away long enough for the game to be claimed from them.
    fn claimable(&self, now: Moment) -> Players {
        let players = self.state.game().field().board().players().iter();
        let presence = &self.session.presence;
        players
            .filter(|player| presence.is_claimable(player.index(), now))
            .collect()
    }

    /// Whether other people have a seat, or may still take one.
    fn has_opponents(&self, player: Player) -> bool {
        self.state.people().without(player) != Players::NONE
    }

    pub(super) fn claim_win(&self, player: Player, now: Moment) -> Decided {
        self.check_not_over()?;
        let claimable = self.claimable(now).without(player);
        if claimable == Players::NONE {
            return Err(Refusal::NobodyAway);
        }
        if !self.state.has_begun() || !self.state.game().alive().contains(player) {
            return Err(Refusal::NotBegun);
        }
        let tick = self.state.tick_count().0;
        let facts = claimable.iter().map(|absent| LiveFact::Abandoned {
            tick,
            seat: seat_of(absent),
        });
        Ok(Decision::Commit(facts.collect()))
    }

    pub(super) fn call_off(&self, player: Player, now: Moment) -> Decided {
        self.check_not_over()?;
        if !self.has_opponents(player) {
            return Err(Refusal::NotHere);
        }
        if self.state.has_begun() && self.claimable(now).without(player) == Players::NONE {
            return Err(Refusal::TooLateToCallOff);
        }
        Ok(self.called_off())
    }

    fn called_off(&self) -> Decision<LiveTable> {
        let tick = self.state.tick_count().0;
        Decision::Commit(vec![LiveFact::CalledOff { tick }])
    }

    /// What leaving does to the game; a game against bots can be left and found again.
    pub(super) fn leaving(&self, player: Player) -> Option<Leaving> {
        if self.state.is_over() || !self.has_opponents(player) {
            return None;
        }
        if self.state.has_begun() {
            let alive = self.state.game().alive().contains(player);
            return alive.then_some(Leaving::Resigns);
        }
        if self.is_guest(player) {
            return Some(Leaving::OpensSeat);
        }
        let others = self.state.people().without(player);
        let seated = |other: Player| self.state.seats[other.index()].person().is_some();
        Some(if others.iter().any(seated) {
            Leaving::CallsOff
        } else {
            Leaving::ClosesTable
        })
    }

    /// Whether a player came after the table was opened.
    fn is_guest(&self, player: Player) -> bool {
        let person = self.state.seats[player.index()].person();
        person.is_some_and(|person| !self.state.openers.contains(&person))
    }

    pub(super) fn leave_table(&self, player: Player) -> Decided {
        self.check_not_over()?;
        match self.leaving(player).ok_or(Refusal::NotHere)? {
            Leaving::ClosesTable | Leaving::CallsOff => Ok(self.called_off()),
            Leaving::OpensSeat => {
                let seat = seat_of(player);
                Ok(Decision::Commit(vec![LiveFact::SeatLeft { seat }]))
            }
            Leaving::Resigns => Ok(self.act(player, LiveAction::Resign)),
        }
    }

    /// Whether a client may change seats without a person: the players who opened the table, while one of them has a
    /// seat.
    pub(super) fn may_seat_bots(&self, player: Player) -> bool {
        let players = self.state.game().field().board().players();
        let opener = |player: Player| {
            let person = self.state.seats[player.index()].person();
            person.is_some_and(|person| self.state.openers.contains(&person))
        };
        opener(player) || !players.iter().any(opener)
    }

    /// A rematch that not everybody has agreed to.
    pub(super) fn rematch_offer(&self) -> Option<Offer> {
        if self.all_want_rematch() {
            return None;
        }
        Some(Offer {
            by: seat_of(self.state.rematch.iter().next()?),
            what: OfferKind::Rematch,
            until: Moment(self.state.rematch_since?.0 + OFFER_LASTS),
        })
    }

    /// Whether a player is asked for a rematch.
    pub(super) fn is_asked_for_rematch(&self, player: Player) -> bool {
        self.rematch_offer().is_some() && !self.state.rematch.contains(player)
    }

    pub(super) fn decline_rematch(&self, player: Player) -> Decided {
        if !self.state.is_over() {
            return Err(Refusal::OfferLasts);
        }
        if !self.is_asked_for_rematch(player) {
            return Err(Refusal::NothingOffered);
        }
        Ok(Decision::Commit(vec![LiveFact::RematchDeclined]))
    }

    /// A rematch offer that expired.
    pub(super) fn expired_rematch(&self, now: Moment) -> Option<LiveFact> {
        let offer = self.rematch_offer()?;
        (offer.until <= now).then_some(LiveFact::RematchExpired)
    }

    pub(super) fn check_not_over(&self) -> Result<(), Refusal> {
        if self.state.is_over() {
            Err(Refusal::GameOver)
        } else {
            Ok(())
        }
    }
}
