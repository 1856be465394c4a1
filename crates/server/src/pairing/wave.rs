//! Who plays whom in a wave of pairings.
//!
//! The seeker who has waited longest is paired first, with the nearest rating within the difference that both allow.
//! This difference grows while they wait. Nobody is paired twice in a row with the same opponent.

use std::time::Duration;

use host::PlayerId;

/// The difference of ratings that is allowed at once.
const FIRST: u32 = 100;
/// How much it grows in a second.
const GROWTH: u32 = 40;

/// Somebody who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) player: PlayerId,
    pub(crate) rating: u32,
    pub(crate) waited: Duration,
    /// The opponent of the last pairing.
    pub(crate) last: Option<PlayerId>,
}

impl Waiting {
    /// The difference of ratings that is allowed by now.
    fn allows(&self) -> u32 {
        let seconds = u32::try_from(self.waited.as_secs()).unwrap_or(u32::MAX);
        FIRST.saturating_add(GROWTH.saturating_mul(seconds))
    }

    fn suits(&self, other: &Waiting) -> bool {
        let difference = self.rating.abs_diff(other.rating);
        let again = self.last == Some(other.player) || other.last == Some(self.player);
        difference <= self.allows().min(other.allows()) && !again
    }
}

/// The pairs among people who want the same, as indexes; everybody is in one pair at the most.
pub(crate) fn pairs(waiting: &[Waiting]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(waiting[index].waited));
    let mut free = vec![true; waiting.len()];
    let mut pairs = Vec::new();
    for (place, &one) in order.iter().enumerate() {
        if !free[one] {
            continue;
        }
        let others = order[place + 1..].iter().copied();
        let suitable = others.filter(|&other| free[other] && waiting[one].suits(&waiting[other]));
        let nearest = suitable.min_by_key(|&other| waiting[one].rating.abs_diff(waiting[other].rating));
        if let Some(other) = nearest {
            (free[one], free[other]) = (false, false);
            pairs.push((one, other));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(number: u64, rating: u32, seconds: u64) -> Waiting {
        Waiting {
            player: PlayerId::numbered(number),
            rating,
            waited: Duration::from_secs(seconds),
            last: None,
        }
    }

    #[test]
    fn the_nearest_are_paired_and_who_waits_longest_chooses_first() {
        let people = [
            waiting(1, 1_500, 2),
            waiting(2, 1_590, 4),
            waiting(3, 1_600, 2),
            waiting(4, 1_420, 1),
        ];
        assert_eq!(pairs(&people), [(1, 2), (0, 3)]);
    }

    #[test]
    fn the_allowed_difference_grows_while_both_wait() {
        let far = |seconds| [waiting(1, 1_000, seconds), waiting(2, 1_400, seconds)];
        assert!(pairs(&far(0)).is_empty() && pairs(&far(7)).is_empty());
        assert_eq!(pairs(&far(8)), [(0, 1)]);
        let newcomer = [waiting(1, 1_000, 60), waiting(2, 1_400, 0)];
        assert!(pairs(&newcomer).is_empty(), "who has just come has not agreed to that");
    }

    #[test]
    fn nobody_meets_the_same_opponent_twice_in_a_row() {
        let mut people = [waiting(1, 1_500, 9), waiting(2, 1_500, 9)];
        people[0].last = Some(people[1].player);
        assert!(pairs(&people).is_empty());
        let third = [people[0], people[1], waiting(3, 1_550, 1)];
        assert_eq!(pairs(&third), [(0, 2)]);
    }

    #[test]
    fn everybody_is_in_one_pair_at_the_most() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let count = random.usize(0..40);
            let people: Vec<Waiting> = (0..count)
                .map(|number| waiting(number as u64, random.u32(800..2_400), random.u64(0..40)))
                .collect();
            let mut seen = vec![0; count];
            for (one, other) in pairs(&people) {
                assert!(people[one].suits(&people[other]));
                seen[one] += 1;
                seen[other] += 1;
            }
            assert!(seen.into_iter().all(|times| times <= 1));
            // The two remaining players do not suit each other.
        }
    }
}
