//! Which players are away from a table, and since when; the same for every kind of table, and not stored.
//!
//! A player is away while no connected client has the seat. The time of absence counts only while somebody else is
//! connected, and starts again after a restart.

use play::Moment;

use crate::SeatNumber;

/// Milliseconds without a player after which another player may claim the game or call it off.
pub const CLAIM_AFTER: u64 = 60_000;
/// Milliseconds after which an offer that nobody has answered expires.
pub const OFFER_LASTS: u64 = 60_000;

/// Who is away, seat by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Presence {
    away: Vec<Option<Away>>,
}

/// A player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Away {
    since: Moment,
    /// Whether viewers were notified that the game can be claimed.
    notified: bool,
}

impl Presence {
    /// Everybody is there.
    pub(crate) fn new(seats: usize) -> Self {
        Presence {
            away: vec![None; seats],
        }
    }

    /// Records the absent players; returns whether anything changed.
    pub(crate) fn note(&mut self, is_missing: impl Fn(usize) -> bool, now: Moment) -> bool {
        let mut changed = false;
        for (seat, away) in self.away.iter_mut().enumerate() {
            let new = Away {
                since: now,
                notified: false,
            };
            let noted = is_missing(seat).then(|| away.unwrap_or(new));
            changed |= noted != *away;
            *away = noted;
        }
        changed
    }

    /// Since when no connected client speaks for a seat.
    pub(crate) fn away_since(&self, seat: usize) -> Option<Moment> {
        self.away.get(seat).copied().flatten().map(|away| away.since)
    }

    /// From when on a game can be claimed from the player of a seat.
    pub(crate) fn claim_at(&self, seat: usize) -> Option<Moment> {
        self.away_since(seat).map(|since| Moment(since.0 + CLAIM_AFTER))
    }

    /// Whether the player of a seat has been away for so long that the game can be claimed.
    pub(crate) fn is_claimable(&self, seat: usize, now: Moment) -> bool {
        self.claim_at(seat).is_some_and(|at| at <= now)
    }

    /// The seat, among some, whose player has been away longest.
    pub(crate) fn longest(&self, among: impl Fn(usize) -> bool) -> Option<(SeatNumber, Moment)> {
        let away = (0..self.away.len()).filter(|seat| among(*seat));
        let away = away.filter_map(|seat| Some((SeatNumber(seat as u8), self.away_since(seat)?)));
        away.min_by_key(|(_, since)| *since)
    }

    /// When viewers have to be notified that a game can be claimed.
    pub(crate) fn due(&self) -> Option<Moment> {
        let pending = self.away.iter().flatten().filter(|away| !away.notified);
        pending.map(|away| Moment(away.since.0 + CLAIM_AFTER)).min()
    }

    /// Whether a game can be claimed by now that could not before.
    pub(crate) fn elapse(&mut self, now: Moment) -> bool {
        let mut due = false;
        for away in self.away.iter_mut().flatten() {
            if !away.notified && away.since.0 + CLAIM_AFTER <= now.0 {
                away.notified = true;
                due = true;
            }
        }
        due
    }

    /// Restarts the count for everybody who is away, after the table was suspended.
    pub(crate) fn restart(&mut self, now: Moment) {
        for away in self.away.iter_mut().flatten() {
            *away = Away {
                since: now,
                notified: false,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_counted_from_when_somebody_is_missing_and_notified_once() {
        let mut presence = Presence::new(2);
        assert!(presence.note(|seat| seat == 1, Moment(5_000)));
        assert!(!presence.note(|seat| seat == 1, Moment(20_000)), "it counts already");
        assert_eq!(presence.away_since(1), Some(Moment(5_000)));
        assert_eq!(presence.due(), Some(Moment(65_000)));
        assert!(!presence.elapse(Moment(64_999)) && !presence.is_claimable(1, Moment(64_999)));
        assert!(presence.elapse(Moment(65_000)) && presence.is_claimable(1, Moment(65_000)));
        assert_eq!((presence.due(), presence.elapse(Moment(99_000))), (None, false));
        assert!(presence.note(|_| false, Moment(99_000)));
        assert_eq!(presence.longest(|_| true), None);
    }

    #[test]
    fn who_has_been_away_longest_is_named_and_a_stop_counts_for_nobody() {
        let mut presence = Presence::new(3);
        presence.note(|seat| seat == 2, Moment(1));
        presence.note(|seat| seat > 0, Moment(2));
        assert_eq!(presence.longest(|_| true), Some((SeatNumber(2), Moment(1))));
        assert_eq!(presence.longest(|seat| seat < 2), Some((SeatNumber(1), Moment(2))));
        presence.restart(Moment(100_000));
        assert!(!presence.is_claimable(2, Moment(100_001)));
    }
}
