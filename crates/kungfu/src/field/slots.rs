//! Places of pieces, and sets of them.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Sub};

use crate::MOST_PIECES;

/// The place of a piece in its game, from 0; it stays the same while the game lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub(crate) u8);

impl Slot {
    /// Below [`MOST_PIECES`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots(u64);

impl Slots {
    /// The empty set.
    pub const NONE: Slots = Slots(0);

    /// The set with one slot.
    pub const fn of(slot: Slot) -> Self {
        Slots(1 << slot.0)
    }

    /// The first `count` places.
    pub(crate) const fn first(count: u8) -> Self {
        if count as usize >= MOST_PIECES {
            Slots(u64::MAX)
        } else {
            Slots((1 << count) - 1)
        }
    }

    /// Whether a place is among them.
    pub const fn contains(self, slot: Slot) -> bool {
        self.0 & (1 << slot.0) != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "to walk a copy of the set is what is meant everywhere"
)]
impl Iterator for Slots {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        let slot = (self.0 != 0).then(|| Slot(self.0.trailing_zeros() as u8))?;
        self.0 &= self.0 - 1;
        Some(slot)
    }
}

impl BitOr for Slots {
    type Output = Slots;

    fn bitor(self, other: Slots) -> Slots {
        Slots(self.0 | other.0)
    }
}

impl BitAnd for Slots {
    type Output = Slots;

    fn bitand(self, other: Slots) -> Slots {
        Slots(self.0 & other.0)
    }
}

/// Those of the first that are not in the second.
impl Sub for Slots {
    type Output = Slots;

    fn sub(self, other: Slots) -> Slots {
        Slots(self.0 & !other.0)
    }
}

impl BitOrAssign for Slots {
    fn bitor_assign(&mut self, other: Slots) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Slots {
    fn bitxor_assign(&mut self, other: Slots) {
        self.0 ^= other.0;
    }
}
