//! The hash table.

use super::{NoMemory, Trust, WIN_BOUND, Window};

/// A fixed number of entries, each in the one place its key points to.
pub(super) struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
    /// Counts the searches that have written here.
    search: u16,
    /// Entries before this search are invalid.
    oldest: u16,
}

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    best: Option<M>,
    score: i32,
    depth: u8,
    bound: Bound,
    /// The search that wrote it.
    search: u16,
}

/// Whether a stored score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// The bound that the best score of a search in `window` gives, depending on whether a best move was found.
    pub(super) const fn of(window: Window, best: i32, found: bool) -> Self {
        if best >= window.beta {
            Bound::AtLeast
        } else if found {
            Bound::Exact
        } else {
            Bound::AtMost
        }
    }
}

/// The data of the table for a position.
pub(super) struct Hit<M> {
    /// The move that was best.
    pub(super) best: Option<M>,
    /// A score that settles the position within the window asked about.
    pub(super) score: Option<i32>,
}

impl<M: Copy> Table<M> {
    /// As many entries as fit into `mebibytes`; possibly none.
    pub(super) fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let kibibytes = mebibytes.checked_mul(1024).ok_or(NoMemory(mebibytes))?;
        Table::of_kibibytes(kibibytes).ok_or(NoMemory(mebibytes))
    }

    /// As many entries as fit into `kibibytes`, if there is so much memory.
    pub(super) fn of_kibibytes(kibibytes: usize) -> Option<Self> {
        let count = kibibytes.checked_mul(1024)? / size_of::<Option<Entry<M>>>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).ok()?;
        entries.resize(count, None);
        Some(Table {
            entries,
            search: 0,
            oldest: 0,
        })
    }

    /// A table without entries.
    pub(super) const fn none() -> Self {
        Table {
            entries: Vec::new(),
            search: 0,
            oldest: 0,
        }
    }

    /// Forgets everything, without touching the entries: a match of short games begins many.
    pub(super) const fn forget(&mut self) {
        self.oldest = self.search.saturating_add(1);
    }

    /// Begins a search: scores of earlier searches are no longer used, because their repetitions and counters differ;
    /// their moves still are.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            self.entries.fill(None);
            (self.search, self.oldest) = (0, 0);
        }
        self.search += 1;
    }

    pub(super) fn probe(&self, key: u64, depth: u32, ply: usize, window: Window, trust: Trust) -> Option<Hit<M>> {
        let entry = self
            .entries
            .get(self.place(key)?)?
            .filter(|entry| entry.key == key && entry.search >= self.oldest)?;
        let deep_enough = match trust {
            Trust::Equal => u32::from(entry.depth) == depth,
            Trust::Deeper => u32::from(entry.depth) >= depth,
        };
        let value = from_table(entry.score, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        Some(Hit {
            best: entry.best,
            score: (deep_enough && settles && entry.search == self.search).then_some(value),
        })
    }

    pub(super) fn store(&mut self, key: u64, depth: u32, ply: usize, best: Option<M>, value: i32, bound: Bound) {
        let Some(place) = self.place(key) else { return };
        let (search, oldest) = (self.search, self.oldest);
        let slot = &mut self.entries[place];
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        // A deeper result of this search for another position is not replaced.
        let keep = slot
            .as_ref()
            .is_some_and(|old| old.search == search && old.key != key && old.depth > depth);
        if !keep {
            let best = best.or_else(|| {
                slot.as_ref()
                    .filter(|old| old.key == key && old.search >= oldest)
                    .and_then(|old| old.best)
            });
            *slot = Some(Entry {
                key,
                best,
                score: to_table(value, ply),
                depth,
                bound,
                search,
            });
        }
    }

    /// Spreads keys over the table by their upper bits.
    fn place(&self, key: u64) -> Option<usize> {
        let count = self.entries.len() as u128;
        (count > 0).then(|| ((u128::from(key) * count) >> 64) as usize)
    }
}

/// Wins are stored as distances from the position, not from the root.
const fn to_table(value: i32, ply: usize) -> i32 {
    if value > WIN_BOUND {
        value + ply as i32
    } else if value < -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

const fn from_table(value: i32, ply: usize) -> i32 {
    if value > WIN_BOUND {
        value - ply as i32
    } else if value < -WIN_BOUND {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{super::WIN, *};

    const WINDOW: Window = Window { alpha: 0, beta: 10 };

    fn table() -> Table<u8> {
        let mut table = Table::new(1).unwrap();
        table.begin();
        table
    }

    #[test]
    fn a_win_keeps_its_distance_from_the_position() {
        let mut table = table();
        table.store(7, 3, 4, Some(1), WIN - 6, Bound::Exact);
        let hit = table.probe(7, 3, 2, WINDOW, Trust::Equal).unwrap();
        assert_eq!(hit.score, Some(WIN - 4));
    }

    #[test]
    fn bounds_settle_only_their_side_of_the_window() {
        let mut table = table();
        let mut settled = |value, bound| {
            table.store(7, 3, 0, None, value, bound);
            table.probe(7, 3, 0, WINDOW, Trust::Equal).unwrap().score
        };
        assert_eq!(settled(5, Bound::AtLeast), None);
        assert_eq!(settled(10, Bound::AtLeast), Some(10));
        assert_eq!(settled(5, Bound::AtMost), None);
        assert_eq!(settled(0, Bound::AtMost), Some(0));
        assert_eq!(settled(5, Bound::Exact), Some(5));
    }

    #[test]
    fn depth_is_trusted_as_asked() {
        let mut table = table();
        table.store(7, 3, 0, None, 5, Bound::Exact);
        let score = |depth, trust| table.probe(7, depth, 0, WINDOW, trust).unwrap().score;
        assert_eq!(score(3, Trust::Equal), Some(5));
        assert_eq!(score(2, Trust::Equal), None);
        assert_eq!(score(2, Trust::Deeper), Some(5));
        assert_eq!(score(4, Trust::Deeper), None);
    }

    #[test]
    fn another_search_trusts_the_move_but_not_the_score() {
        let mut table = table();
        table.store(7, 3, 0, Some(9), 5, Bound::Exact);
        table.begin();
        let hit = table.probe(7, 3, 0, WINDOW, Trust::Equal).unwrap();
        assert_eq!((hit.best, hit.score), (Some(9), None));
    }

    #[test]
    fn what_is_forgotten_is_not_known_even_after_many_searches() {
        let mut table = table();
        table.store(7, 3, 0, Some(9), 5, Bound::Exact);
        table.forget();
        assert!(table.probe(7, 3, 0, WINDOW, Trust::Equal).is_none());
        for _ in 0..=u16::MAX {
            table.begin();
            assert!(table.probe(7, 3, 0, WINDOW, Trust::Equal).is_none());
        }
        table.store(7, 3, 0, Some(9), 5, Bound::Exact);
        assert!(table.probe(7, 3, 0, WINDOW, Trust::Equal).is_some());
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert_eq!(Table::<u8>::new(usize::MAX).err(), Some(NoMemory(usize::MAX)));
        assert!(Table::<u8>::new(usize::MAX >> 21).is_err());
    }

    #[test]
    fn no_memory_knows_nothing() {
        let mut table: Table<u8> = Table::new(0).unwrap();
        table.store(7, 3, 0, Some(9), 5, Bound::Exact);
        assert!(table.probe(7, 3, 0, WINDOW, Trust::Equal).is_none());
    }
}
