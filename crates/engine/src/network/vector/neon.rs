//! NEON: 8 values at once.
#![expect(unsafe_code, reason = "loads by pointer")]

use std::arch::aarch64::{
    int16x8_t, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16,
    vmlal_s16, vmulq_s16,
};

use super::{HIDDEN, Row, rows_for};
use crate::network::HIDDEN_UNIT;

rows_for!("neon");

/// Values in a vector.
const LANES: usize = 8;

#[target_feature(enable = "neon")]
pub(super) fn output(own: &Row, other: &Row, weights: &[Row; 2]) -> i32 {
    let (lowest, highest) = (vdupq_n_s16(0), vdupq_n_s16(HIDDEN_UNIT as i16));
    let mut total = vdupq_n_s32(0);
    for (sums, weights) in [own, other].into_iter().zip(weights) {
        for place in (0..HIDDEN).step_by(LANES) {
            // A product of a clamped sum and a weight fits into 16 bits, as every network is checked for it.
            let clamped = vminq_s16(vmaxq_s16(load(sums, place), lowest), highest);
            let product = vmulq_s16(clamped, load(weights, place));
            total = vmlal_s16(total, vget_low_s16(product), vget_low_s16(clamped));
            total = vmlal_high_s16(total, product, clamped);
        }
    }
    vaddvq_s32(total)
}

/// The values of a row from a multiple of [`LANES`] on.
#[target_feature(enable = "neon")]
fn load(row: &Row, place: usize) -> int16x8_t {
    let values = &row.0[place..place + LANES];
    // SAFETY: the slice is exactly as long as a vector.
    unsafe { vld1q_s16(values.as_ptr()) }
}
