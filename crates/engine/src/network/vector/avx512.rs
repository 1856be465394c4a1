//! AVX-512: 32 values at once.
#![expect(unsafe_code, reason = "loads by pointer")]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512,
};

use super::{HIDDEN, Row, rows_for};
use crate::network::HIDDEN_UNIT;

rows_for!("avx512f", "avx512bw");

/// Values in a vector.
const LANES: usize = 32;

#[target_feature(enable = "avx512f")]
#[target_feature(enable = "avx512bw")]
pub(super) fn output(own: &Row, other: &Row, weights: &[Row; 2]) -> i32 {
    let (lowest, highest) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_UNIT as i16));
    let mut total = _mm512_setzero_si512();
    for (sums, weights) in [own, other].into_iter().zip(weights) {
        for place in (0..HIDDEN).step_by(LANES) {
            // A product of a clamped sum and a weight fits into 16 bits, as every network is checked for it.
            let clamped = _mm512_min_epi16(_mm512_max_epi16(load(sums, place), lowest), highest);
            let product = _mm512_mullo_epi16(clamped, load(weights, place));
            total = _mm512_add_epi32(total, _mm512_madd_epi16(product, clamped));
        }
    }
    _mm512_reduce_add_epi32(total)
}

/// The values of a row from a multiple of [`LANES`] on.
#[target_feature(enable = "avx512f")]
#[target_feature(enable = "avx512bw")]
fn load(row: &Row, place: usize) -> __m512i {
    let values = &row.0[place..place + LANES];
    // SAFETY: the slice is exactly as long as a vector.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}
