//! The memory of the transposition table, in huge pages where the system has them.
//!
//! Every node reads the table at a random place. With pages of 4 KiB the processor also has to look up the address of
//! the page each time, which costs more than the read. Pages of 2 MiB make that rare.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// An entry: its key mixed with its contents, and its contents.
pub(super) type Slot = [AtomicU64; 2];

/// The entries of a cache line.
pub(super) type Bucket = [Slot; 4];

type Buckets<'a> = &'a [Bucket];

self_cell!(
    struct Mapping {
        owner: MutBorrow<MmapMut>,

        #[covariant]
        dependent: Buckets,
    }
);

/// Zeroed memory for buckets; pages that were never written take no space.
pub(super) struct Memory(Mapping);

impl Memory {
    /// Memory for so many buckets, at least one; none if the system refuses it.
    pub(super) fn new(buckets: usize) -> Option<Self> {
        let map = MmapMut::map_anon(buckets.checked_mul(size_of::<Bucket>())?).ok()?;
        // A system without huge pages refuses the advice; the table then is slower, nothing else.
        #[cfg(target_os = "linux")]
        let _refused = map.advise(memmap2::Advice::HugePage);
        let mapping = Mapping::try_new(MutBorrow::new(map), |map| {
            let buckets = <[Bucket]>::mut_from_bytes(map.borrow_mut());
            buckets.map(|buckets| &*buckets).map_err(|_| ())
        });
        mapping.ok().map(Memory)
    }

    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        self.0.borrow_dependent()
    }
}
