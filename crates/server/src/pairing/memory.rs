//! Seekers of a single server.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use host::{PlayerId, TableId};
use play::Moment;

use super::{Found, GONE, MOST, Search, Seeker};

/// Seekers in memory.
#[derive(Default)]
pub(crate) struct MemoryPool(Mutex<HashMap<PlayerId, Entry>>);

struct Entry {
    seeker: Seeker,
    since: Moment,
    seen: Moment,
    table: Option<TableId>,
    /// The opponent of the last pairing.
    last: Option<PlayerId>,
}

/// How long somebody's last opponent is remembered.
const REMEMBERED: u64 = 3_600_000;

impl Entry {
    fn waits(&self, now: Moment) -> bool {
        self.table.is_none() && u128::from(now.0.saturating_sub(self.seen.0)) < GONE.as_millis()
    }
}

impl MemoryPool {
    pub(super) fn seek(&self, seeker: Seeker, now: Moment) -> Search {
        let mut entries = self.entries();
        let (player, pool) = (seeker.player, seeker.terms.pool());
        if !entries.contains_key(&player) && entries.len() >= MOST {
            entries.retain(|_, entry| now.0.saturating_sub(entry.seen.0) < REMEMBERED);
            if entries.len() >= MOST {
                return Search::Full;
            }
        }
        let entry = entries.entry(player).or_insert_with(|| Entry {
            seeker: seeker.clone(),
            since: now,
            seen: now,
            table: None,
            last: None,
        });
        if entry.seeker.ticket != seeker.ticket {
            entry.since = now;
            entry.table = None;
        }
        // A rating may have changed since the last question.
        entry.seeker = seeker;
        entry.seen = now;
        if let Some(table) = &entry.table {
            return Search::Paired(table.clone());
        }
        let waited = Duration::from_millis(now.0.saturating_sub(entry.since.0));
        let alike = |entry: &&Entry| entry.waits(now) && entry.seeker.terms.pool() == pool;
        let people = entries.values().filter(alike).count();
        Search::Waiting { waited, people }
    }

    pub(super) fn stop(&self, player: PlayerId) {
        if let Some(entry) = self.entries().get_mut(&player) {
            entry.seen = Moment(0);
            // A pair that was made in this moment still has its table.
            entry.seeker.ticket = -1;
        }
    }

    pub(super) fn forget(&self, player: PlayerId) {
        let mut entries = self.entries();
        entries.remove(&player);
        for entry in entries.values_mut().filter(|entry| entry.last == Some(player)) {
            entry.last = None;
        }
    }

    pub(super) fn waiting(&self, now: Moment) -> usize {
        self.entries().values().filter(|entry| entry.waits(now)).count()
    }

    pub(super) fn all(&self, now: Moment) -> Vec<Found> {
        let entries = self.entries();
        let waiting = entries.values().filter(|entry| entry.waits(now));
        waiting
            .map(|entry| Found {
                seeker: entry.seeker.clone(),
                waited: Duration::from_millis(now.0.saturating_sub(entry.since.0)),
                last: entry.last,
            })
            .collect()
    }

    pub(super) fn mark(&self, one: &Seeker, other: &Seeker, table: &TableId) -> bool {
        let mut entries = self.entries();
        let pair = [(one, other), (other, one)];
        let free = |seeker: &Seeker| {
            let entry = entries.get(&seeker.player);
            entry.is_some_and(|entry| entry.table.is_none() && entry.seeker.ticket == seeker.ticket)
        };
        if !pair.iter().all(|(seeker, _)| free(seeker)) {
            return false;
        }
        for (seeker, opponent) in pair {
            if let Some(entry) = entries.get_mut(&seeker.player) {
                entry.table = Some(table.clone());
                entry.last = Some(opponent.player);
            }
        }
        true
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<PlayerId, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::SeekTerms;

    fn seeker(number: u64, ticket: i64) -> Seeker {
        Seeker {
            player: PlayerId::numbered(number),
            name: format!("P{number}"),
            ticket,
            terms: SeekTerms {
                game: play::GameId::new("chess"),
                clock: None,
                speed: None,
                watched: true,
            },
            rating: None,
        }
    }

    #[test]
    fn a_pair_holds_once_and_another_search_begins_anew() {
        let (pool, now, table) = (MemoryPool::default(), Moment(1_000), TableId::numbered(1));
        let [one, other, third] = [1, 2, 3].map(|number| seeker(number, 7));
        for seeker in [&one, &other, &third] {
            pool.seek(seeker.clone(), now);
        }
        assert!(pool.mark(&one, &other, &table));
        assert!(
            !pool.mark(&third, &other, &TableId::numbered(2)),
            "nobody is paired twice"
        );
        assert_eq!(pool.seek(one.clone(), now), Search::Paired(table));
        assert!(matches!(pool.seek(third, now), Search::Waiting { people: 1, .. }));
        let again = Seeker { ticket: 8, ..one };
        assert!(matches!(pool.seek(again, now), Search::Waiting { people: 2, .. }));
        let last = pool.all(now).into_iter().find(|found| found.seeker.ticket == 8);
        assert_eq!(last.unwrap().last, Some(other.player));
    }

    #[test]
    fn who_stops_or_does_not_ask_any_more_has_gone() {
        let pool = MemoryPool::default();
        let [one, other] = [1, 2].map(|number| seeker(number, 7));
        pool.seek(one.clone(), Moment(0));
        pool.seek(other.clone(), Moment(1_000));
        assert_eq!(pool.waiting(Moment(7_999)), 2);
        assert_eq!(pool.waiting(Moment(8_000)), 1);
        pool.stop(other.player);
        assert_eq!(pool.waiting(Moment(8_500)), 0);
        assert!(!pool.mark(&one, &other, &TableId::numbered(1)), "one has stopped");
    }
}
