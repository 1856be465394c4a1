//! The sum of an evaluation, and who may watch it grow.

use shakmaty::Color;

use super::{
    pair::Pair,
    weights::{FIELDS, WEIGHTS},
};

/// A sum of weights for White.
pub(super) struct Sheet<T> {
    total: Pair,
    trace: T,
}

/// Is told how often each weight counts; the search watches nothing, a fit and the `eval` command watch everything.
pub(super) trait Trace {
    /// A weight counts `times` for a colour; which one it is, its place in memory tells.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the reference is the identity of the weight"
    )]
    fn counted(&mut self, weight: &'static Pair, color: Color, times: i32);
}

/// Watches nothing and costs nothing.
pub(super) struct Silent;

impl Trace for Silent {
    #[inline]
    fn counted(&mut self, _weight: &'static Pair, _color: Color, _times: i32) {}
}

/// How often each weight of the table counts for either side.
pub(super) struct Counts {
    counts: Vec<[i32; 2]>,
}

impl<T: Trace> Sheet<T> {
    pub(super) fn new(total: Pair, trace: T) -> Self {
        Sheet { total, trace }
    }

    /// Counts a weight for a colour.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the reference is the identity of the weight"
    )]
    #[inline]
    pub(super) fn add(&mut self, color: Color, weight: &'static Pair, times: i32) {
        let value = *weight * times;
        self.total += if color == Color::White { value } else { -value };
        self.trace.counted(weight, color, times);
    }

    /// Adds a sum made elsewhere.
    #[inline]
    pub(super) fn include(&mut self, sum: Pair) {
        self.total += sum;
    }

    pub(super) fn total(&self) -> Pair {
        self.total
    }

    pub(super) fn into_trace(self) -> T {
        self.trace
    }
}

impl Counts {
    pub(super) fn new() -> Self {
        let weights = FIELDS.iter().map(|(_, count)| count).sum();
        Counts {
            counts: vec![[0; 2]; weights],
        }
    }

    /// The weights that count more often for one side, by place, with White's times less Black's.
    pub(super) fn differences(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        let differences = self.counts.iter().map(|[white, black]| white - black);
        differences.enumerate().filter(|(_, difference)| *difference != 0)
    }

    /// The fields of the table with the sums they bring White and Black.
    pub(super) fn by_field(&self) -> Vec<(&'static str, [Pair; 2])> {
        let weights = WEIGHTS.flat();
        let mut place = 0;
        let mut sums = Vec::new();
        for (name, count) in FIELDS {
            let mut sides = [Pair::ZERO; 2];
            for counts in &self.counts[place..place + count] {
                for (side, times) in sides.iter_mut().zip(counts) {
                    *side += weights[place] * *times;
                }
                place += 1;
            }
            sums.push((*name, sides));
        }
        sums
    }
}

impl Trace for Counts {
    fn counted(&mut self, weight: &'static Pair, color: Color, times: i32) {
        self.counts[WEIGHTS.place(weight)][usize::from(color == Color::Black)] += times;
    }
}
