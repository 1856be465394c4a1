//! The screen position of each worker.

/// Screen positions of workers: the first games are in the order of their numbers, and a worker stays at its position.
pub(super) struct Places {
    /// The place of every worker that has begun.
    of_worker: Vec<Option<usize>>,
}

impl Places {
    pub(super) fn new(workers: usize) -> Self {
        Places {
            of_worker: vec![None; workers],
        }
    }

    /// The place of a worker, which is now at the game of this number.
    pub(super) fn of(&mut self, worker: usize, number: u64) -> usize {
        if let Some(place) = self.of_worker.get(worker).copied().flatten() {
            return place;
        }
        let is_free = |place: &usize| !self.of_worker.contains(&Some(*place));
        let own = usize::try_from(number).ok().filter(|own| *own < self.of_worker.len());
        let free = own
            .filter(is_free)
            .or_else(|| (0..self.of_worker.len()).rev().find(is_free));
        // There are as many places as workers.
        let place = free.unwrap_or(worker);
        if let Some(of_worker) = self.of_worker.get_mut(worker) {
            *of_worker = Some(place);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_worker_has_a_place_of_its_own_and_keeps_it() {
        let mut places = Places::new(3);
        assert_eq!(places.of(2, 0), 0);
        assert_eq!(places.of(0, 1), 1);
        assert_eq!(places.of(2, 2), 0, "a quick worker stays where it is");
        assert_eq!(places.of(1, 3), 2, "a slow one gets what is left");
        assert_eq!(places.of(0, 7), 1);
    }
}
