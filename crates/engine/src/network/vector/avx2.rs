//! AVX2: 16 values at once.
#![expect(unsafe_code, reason = "loads by pointer")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
};

use super::{HIDDEN, Row, rows_for};
use crate::network::HIDDEN_UNIT;

rows_for!("avx2");

/// Values in a vector.
const LANES: usize = 16;

#[target_feature(enable = "avx2")]
pub(super) fn output(own: &Row, other: &Row, weights: &[Row; 2]) -> i32 {
    let (lowest, highest) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_UNIT as i16));
    let mut total = _mm256_setzero_si256();
    for (sums, weights) in [own, other].into_iter().zip(weights) {
        for place in (0..HIDDEN).step_by(LANES) {
            // A product of a clamped sum and a weight fits into 16 bits, as every network is checked for it.
            let clamped = _mm256_min_epi16(_mm256_max_epi16(load(sums, place), lowest), highest);
            let product = _mm256_mullo_epi16(clamped, load(weights, place));
            total = _mm256_add_epi32(total, _mm256_madd_epi16(product, clamped));
        }
    }
    let halves = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b01_00_11_10>(halves));
    let both = _mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs));
    _mm_cvtsi128_si32(both)
}

/// The values of a row from a multiple of [`LANES`] on.
#[target_feature(enable = "avx2")]
fn load(row: &Row, place: usize) -> __m256i {
    let values = &row.0[place..place + LANES];
    // SAFETY: the slice is exactly as long as a vector.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}
