//! The effects of absence and of leaving at a turn table.

use play::{Moment, Side};

use super::{TurnTable, decide::ended};
use crate::{Absence, Ending, Leaving, Refusal, SeatNumber, TurnFact, presence::CLAIM_AFTER};

/// Moves after which both sides have moved: from then on a game has a result.
const BOTH_MOVED: usize = 2;
/// Beyond so many watchers their number is sent with the next frame only.
pub(super) const COUNTED_AT_ONCE: usize = 20;

impl TurnTable {
    /// Notes who is missing while somebody else waits.
    pub(super) fn note_presence(&mut self, now: Moment) {
        let waits = !self.session.viewers.is_empty() && !self.state.is_over();
        let missing = Side::BOTH.map(|side| waits && self.is_seated(side) && !self.is_connected(side));
        let changed = self.session.presence.note(|seat| missing[seat], now);
        self.outbox.changed |= changed;
    }

    /// Whether a person has the seat, connected or not.
    fn is_seated(&self, side: Side) -> bool {
        self.state.seat(side).occupant.person().is_some()
    }

    /// Whether both sides have moved, so that the game has a result.
    fn both_moved(&self) -> bool {
        self.state.record.plies() >= BOTH_MOVED
    }

    /// A player for whom the others wait.
    pub(super) fn absence(&self) -> Option<Absence> {
        let (seat, since) = self.session.presence.longest(|_| !self.state.is_over())?;
        let claim_at = Moment(since.0 + CLAIM_AFTER);
        Some(Absence { seat, since, claim_at })
    }

    /// The other player, who has been away long enough for the game to be claimed.
    fn claimable(&self, own: &[Side], now: Moment) -> Option<Side> {
        let mut others = Side::BOTH.into_iter().filter(|side| !own.contains(side));
        others.find(|side| self.session.presence.is_claimable(side.index(), now))
    }

    pub(super) fn claim_win(&self, own: &[Side], now: Moment) -> Result<Vec<TurnFact>, Refusal> {
        self.speaker(own)?;
        self.check_running()?;
        let absent = self.claimable(own, now).ok_or(Refusal::NobodyAway)?;
        if !self.both_moved() {
            return Err(Refusal::NotBegun);
        }
        Ok(vec![ended(Ending::Abandoned(absent))])
    }

    pub(super) fn call_off(&self, own: &[Side], now: Moment) -> Result<Vec<TurnFact>, Refusal> {
        self.speaker(own)?;
        self.check_running()?;
        let others = || Side::BOTH.into_iter().filter(|side| !own.contains(side));
        if !others().any(|side| self.state.is_person(side)) {
            return Err(Refusal::NotHere);
        }
        if self.both_moved() && self.claimable(own, now).is_none() && !others().any(|side| self.is_free(side)) {
            return Err(Refusal::TooLateToCallOff);
        }
        Ok(vec![TurnFact::CalledOff])
    }

    /// What leaving does to the game; a game against bots, or at one screen, can be left and found again.
    pub(super) fn leaving(&self, own: &[Side]) -> Option<Leaving> {
        let side = *own.first()?;
        if self.state.is_over() || own.len() > 1 {
            return None;
        }
        if self.is_free(side.other()) {
            return Some(Leaving::ClosesTable);
        }
        if !self.state.is_person(side.other()) {
            return None;
        }
        Some(if self.state.record.plies() == 0 && self.state.guest(side).is_some() {
            Leaving::OpensSeat
        } else if self.both_moved() {
            Leaving::Resigns
        } else {
            Leaving::CallsOff
        })
    }

    pub(super) fn leave(&self, own: &[Side]) -> Result<Vec<TurnFact>, Refusal> {
        let side = self.speaker(own)?;
        self.check_running()?;
        Ok(match self.leaving(own).ok_or(Refusal::NotHere)? {
            Leaving::ClosesTable | Leaving::CallsOff => vec![TurnFact::CalledOff],
            Leaving::OpensSeat => vec![TurnFact::SeatLeft {
                seat: SeatNumber::from(side),
            }],
            Leaving::Resigns => vec![ended(Ending::Resigned(side))],
        })
    }

    /// An offer that nobody has answered in time.
    pub(super) fn expired_offer(&self, now: Moment) -> Option<TurnFact> {
        let offer = self.state.offer?;
        (offer.until <= now).then_some(TurnFact::OfferExpired)
    }
}
