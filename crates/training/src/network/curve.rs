//! The curve from scores to results.

use super::packed::Packed;

/// How often each score came, and the points it brought.
pub(super) struct Curve {
    /// By score, from [`MOST`] lost to [`MOST`] won: positions, points.
    scores: Vec<(u64, f64)>,
}

/// Beyond this the result is certain, and the curve flat.
const MOST: i16 = 3_000;

impl Curve {
    pub(super) fn new() -> Self {
        Curve {
            scores: vec![(0, 0.0); 2 * MOST as usize + 1],
        }
    }

    pub(super) fn add(&mut self, packed: &Packed) {
        let entry = &mut self.scores[(packed.score.clamp(-MOST, MOST) + MOST) as usize];
        entry.0 += 1;
        entry.1 += f64::from(packed.points());
    }

    /// The scale in centipawns of the logistic curve that predicts results from scores best. The network is trained
    /// with the same curve, so its values have the same meaning as the scores, and the margins of the search stay
    /// valid.
    pub(super) fn scale(&self) -> u16 {
        // The likelihood has one highest point: golden sections.
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (40.0, 1_000.0);
        while high - low > 0.5 {
            let (left, right) = (high - golden * (high - low), low + golden * (high - low));
            if self.loss(left) < self.loss(right) {
                high = right;
            } else {
                low = left;
            }
        }
        f64::midpoint(low, high).round() as u16
    }

    /// The cross-entropy of results and what a scale makes of the scores.
    fn loss(&self, scale: f64) -> f64 {
        let terms = self.scores.iter().enumerate().map(|(place, (count, points))| {
            let score = place as f64 - f64::from(MOST);
            let expected = (1.0 / (1.0 + (-score / scale).exp())).clamp(1e-9, 1.0 - 1e-9);
            -points * expected.ln() - (*count as f64 - points) * (1.0 - expected).ln()
        });
        terms.sum()
    }
}
