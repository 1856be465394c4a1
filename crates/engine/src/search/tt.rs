//! The transposition table, shared by all threads without a lock.
//!
//! An entry is two words: its contents, and its key combined with them by XOR. Words of a torn write do not match and
//! are not found. Four entries share a cache line; when it is full, the shallowest and oldest entry is replaced.

mod memory;

use std::sync::atomic::{AtomicU8, Ordering};

use self::memory::{Bucket, Memory};
use crate::{EngineError, mv::Move, report::Bound};

/// The transposition table.
pub(crate) struct TranspositionTable {
    memory: Memory,
    age: AtomicU8,
}

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    /// As [`crate::score::to_tt`] writes it.
    pub(crate) value: i32,
    /// The evaluation before corrections; none in check.
    pub(crate) eval: Option<i32>,
    /// Plies searched below the position.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was on a principal variation.
    pub(crate) was_pv: bool,
}

impl Entry {
    /// Whether the value, counted from the node, decides a window.
    pub(super) fn fits(&self, value: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// Whether the value says more than an evaluation.
    pub(super) fn improves_on(&self, eval: i32, value: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        }
    }
}

/// Ages are counted in five bits and begin again.
const AGES: u8 = 32;
/// How many plies of depth a search of the past costs an entry.
const AGE_COST: i32 = 4;
/// The lowest depth that is stored, so that quiescence fits in.
const LOWEST_DEPTH: i32 = -8;

impl TranspositionTable {
    /// A table of this many MiB.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, EngineError> {
        let count = mebibytes
            .checked_mul(1 << 20)
            .map_or(usize::MAX, |bytes| bytes / size_of::<Bucket>());
        Ok(TranspositionTable {
            memory: Memory::new(count).ok_or(EngineError::Memory(mebibytes))?,
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for word in self.memory.buckets().iter().flatten().flatten() {
            word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins another search: entries of earlier searches are replaced first.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The entry of a position.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[lock, contents]| {
            let contents = contents.load(Ordering::Relaxed);
            let fits = lock.load(Ordering::Relaxed) ^ contents == key && contents != 0;
            fits.then(|| unpack(contents))
        })
    }

    /// Stores what a search found; a deeper entry of the same position stays unless the new one is exact.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, 0);
        let slots = self.bucket(key);
        for (index, [lock, contents]) in slots.iter().enumerate() {
            let contents = contents.load(Ordering::Relaxed);
            if contents == 0 {
                worst = (i32::MIN, index);
                break;
            }
            let (old_age, old_depth) = (age_of(contents), depth_of(contents));
            if lock.load(Ordering::Relaxed) ^ contents == key {
                let old = unpack(contents);
                if entry.bound != Bound::Exact && old_age == age && entry.depth + 4 < old_depth {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                worst = (i32::MIN, index);
                break;
            }
            let passed = i32::from((age + AGES - old_age) % AGES);
            let value = old_depth - AGE_COST * passed;
            if value < worst.0 {
                worst = (value, index);
            }
        }
        let packed = pack(&entry, age);
        let [lock, contents] = &slots[worst.1];
        lock.store(key ^ packed, Ordering::Relaxed);
        contents.store(packed, Ordering::Relaxed);
    }

    /// Prefetches the cache line of a position.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        super::prefetch::line(self.bucket(key));
    }

    /// Thousandths of the table used by the running search, from a sample.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let buckets = self.memory.buckets();
        let sample = &buckets[..buckets.len().min(250)];
        let used = sample.iter().flatten().filter(|[_, contents]| {
            let contents = contents.load(Ordering::Relaxed);
            contents != 0 && age_of(contents) == age
        });
        (used.count() * 1000 / (sample.len() * 4).max(1)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The upper half of a product spreads the key evenly over any number of buckets.
        let buckets = self.memory.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }
}

/// Means that there is no evaluation.
const NO_EVAL: i16 = i16::MIN;

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let depth = (entry.depth.max(LOWEST_DEPTH) - LOWEST_DEPTH) as u8;
    u64::from(Move::to_bits(entry.mv))
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(depth) << 48
        | (bound | u64::from(entry.was_pv) << 2 | u64::from(age) << 3) << 56
}

fn unpack(contents: u64) -> Entry {
    let eval = (contents >> 32) as u16 as i16;
    Entry {
        mv: Move::from_bits(contents as u16),
        value: i32::from((contents >> 16) as u16 as i16),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: depth_of(contents),
        bound: match contents >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        was_pv: contents >> 58 & 1 == 1,
    }
}

fn depth_of(contents: u64) -> i32 {
    i32::from((contents >> 48) as u8) + LOWEST_DEPTH
}

fn age_of(contents: u64) -> u8 {
    (contents >> 59) as u8
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::mv::Kind;

    fn entry(depth: i32, value: i32) -> Entry {
        Entry {
            mv: Some(Move::new(Square::E2, Square::E4, Kind::Quiet)),
            value,
            eval: Some(-value),
            depth,
            bound: Bound::Exact,
            was_pv: depth % 2 == 0,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        for number in 0..10_000 {
            let key = random.u64(1..);
            let mut stored = entry(random.i32(-5..200), random.i32(-32_000..=32_000));
            stored.bound = [Bound::Exact, Bound::Lower, Bound::Upper][number % 3];
            stored.eval = (number % 5 > 0).then_some(stored.value / 2);
            stored.mv = stored.mv.filter(|_| number % 7 > 0);
            tt.store(key, stored);
            assert_eq!(tt.probe(key), Some(stored));
        }
    }

    #[test]
    fn hash_means_what_it_says() {
        for mebibytes in [1, 16, 33] {
            let tt = TranspositionTable::new(mebibytes).unwrap();
            assert_eq!(size_of_val(tt.memory.buckets()), mebibytes << 20);
        }
        assert_eq!(
            TranspositionTable::new(usize::MAX >> 24).err(),
            Some(EngineError::Memory(usize::MAX >> 24))
        );
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let tt = TranspositionTable::new(1).unwrap();
        tt.store(77, entry(3, 50));
        let [_, contents] = &tt.bucket(77)[0];
        contents.store(pack(&entry(9, -50), 0), Ordering::Relaxed);
        assert_eq!(tt.probe(77), None);
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let tt = TranspositionTable::new(1).unwrap();
        // Keys this close share a bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            tt.store(key, entry(depth, 0));
        }
        tt.store(5, entry(2, 0));
        assert_eq!((tt.probe(2), tt.probe(5).is_some()), (None, true));
        (0..2).for_each(|_| tt.grow_older());
        tt.store(1, entry(9, 0));
        tt.store(6, entry(1, 0));
        assert!(tt.probe(5).is_none() && tt.probe(6).is_some() && tt.probe(1).is_some());
    }

    #[test]
    fn fullness_counts_this_search_only() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut random = fastrand::Rng::with_seed(2);
        (0..200_000).for_each(|_| tt.store(random.u64(1..), entry(4, 1)));
        assert!(tt.fullness() > 900, "{}", tt.fullness());
        tt.grow_older();
        assert_eq!(tt.fullness(), 0);
    }
}
