//! Two scores in one number: for the middlegame and for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middlegame and one for the endgame; sums and products act on both at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(i32);

/// A pair, written short because the table of weights is full of them.
pub(super) const fn s(middlegame: i32, endgame: i32) -> Pair {
    Pair((endgame << 16).wrapping_add(middlegame))
}

impl Pair {
    pub(super) const ZERO: Pair = Pair(0);

    #[inline]
    pub(super) fn middlegame(self) -> i32 {
        i32::from(self.0 as i16)
    }

    #[inline]
    pub(super) fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half; rounding gives it back.
        i32::from((self.0.wrapping_add(0x8000) >> 16) as i16)
    }
}

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;

    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, factor: i32) -> Pair {
        Pair(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_added_apart() {
        let values = [-3000, -129, -1, 0, 1, 77, 2999];
        for a in values {
            for b in values {
                let pair = s(a, b);
                assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
                let sum = pair + s(b, a) * 3 - s(1, -1);
                assert_eq!((sum.middlegame(), sum.endgame()), (a + 3 * b - 1, b + 3 * a + 1));
                assert_eq!(-(-pair), pair);
            }
        }
    }
}
