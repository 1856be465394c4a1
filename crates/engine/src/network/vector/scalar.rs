//! The plain code, which the vector code must equal; inlined where it is compiled for an instruction set.
#![expect(
    clippy::inline_always,
    reason = "compiled once for each instruction set by being inlined there"
)]

use super::{HIDDEN, Row};
use crate::network::HIDDEN_UNIT;

#[inline(always)]
pub(super) fn change<const LESS: usize, const MORE: usize>(
    target: &mut Row,
    source: &Row,
    less: [&Row; LESS],
    more: [&Row; MORE],
) {
    for place in 0..HIDDEN {
        let mut sum = source.0[place];
        for row in less {
            sum = sum.wrapping_sub(row.0[place]);
        }
        for row in more {
            sum = sum.wrapping_add(row.0[place]);
        }
        target.0[place] = sum;
    }
}

#[inline(always)]
pub(super) fn add(sums: &mut Row, row: &Row) {
    for (sum, value) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(*value);
    }
}

#[inline(always)]
pub(super) fn subtract(sums: &mut Row, row: &Row) {
    for (sum, value) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_sub(*value);
    }
}

pub(super) fn output(own: &Row, other: &Row, weights: &[Row; 2]) -> i32 {
    let mut total = 0_i32;
    for (sums, weights) in [own, other].into_iter().zip(weights) {
        for (sum, weight) in sums.0.iter().zip(&weights.0) {
            let clamped = i32::from(*sum).clamp(0, HIDDEN_UNIT);
            total += clamped * clamped * i32::from(*weight);
        }
    }
    total
}
