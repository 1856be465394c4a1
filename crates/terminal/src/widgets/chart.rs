//! The course of a game as a chart: White's expected share, a column for every few turns.

use host::Judged;
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Spot};

/// A position takes this many columns at the most.
const WIDEST: u16 = 4;

/// Judgements of the positions of a game, in any order.
pub(crate) struct Chart<'a> {
    pub(crate) judged: &'a [Judged],
    /// Positions in all.
    pub(crate) of: usize,
    /// The position that is shown on the board.
    pub(crate) at: usize,
    /// The positions after turning points.
    pub(crate) turning: &'a [usize],
}

impl Chart<'_> {
    /// Draws columns from below: full is White's win. The last row marks the shown position and the turning points.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if area.height < 2 || area.width == 0 || self.of == 0 {
            return;
        }
        let signs = canvas.look.signs();
        let rows = area.height - 1;
        let steps = u32::from(rows) * signs.heights.len() as u32;
        let columns = usize::from(area.width).min(self.of);
        // A short game has wide columns.
        let wide = (area.width / columns as u16).clamp(1, WIDEST);
        for (column, x) in
            (0..columns).flat_map(|column| (0..wide).map(move |part| (column, column as u16 * wide + part)))
        {
            let x = area.x + x;
            let plies = self.plies(column, columns);
            let column = Rect { x, width: 1, ..area };
            canvas.spots.push((column, Spot::Ply(plies.start)));
            let marked = plies.contains(&self.at);
            let is_turning = self.turning.iter().any(|ply| plies.contains(ply));
            if let Some(share) = self.share(plies) {
                let height = ((share * f64::from(steps)).round() as u32).clamp(1, steps);
                for row in 0..rows {
                    let below = u32::from(row) * signs.heights.len() as u32;
                    let sign = match height.saturating_sub(below) as usize {
                        0 => " ",
                        part => signs.heights[part.min(signs.heights.len()) - 1],
                    };
                    let style = if marked {
                        canvas.look.accent()
                    } else {
                        canvas.look.chart()
                    };
                    canvas.cell(x, area.y + rows - 1 - row, sign, style);
                }
            }
            let (sign, style) = if marked {
                ("^", canvas.look.accent())
            } else if is_turning {
                ("!", canvas.look.danger())
            } else {
                (signs.rule, canvas.look.muted())
            };
            canvas.cell(x, area.bottom() - 1, sign, style);
        }
    }

    /// The positions that a column shows.
    fn plies(&self, column: usize, columns: usize) -> std::ops::Range<usize> {
        column * self.of / columns..(column + 1) * self.of / columns
    }

    /// White's expected share on average over positions that are judged.
    fn share(&self, plies: std::ops::Range<usize>) -> Option<f64> {
        let shares = self.judged.iter().filter(|judged| plies.contains(&judged.ply));
        let (sum, count) = shares.fold((0.0, 0), |(sum, count), judged| {
            (sum + expected(judged.score), count + 1)
        });
        (count > 0).then(|| sum / f64::from(count))
    }
}

/// The share of the point White can expect, by the usual logistic curve: four pawns are about ten to one.
fn expected(centipawns: i32) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(centipawns) / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_position_is_half() {
        assert!((expected(0) - 0.5).abs() < 1e-9);
        assert!(expected(29_500) > 0.999 && expected(-29_500) < 0.001);
    }

    #[test]
    fn columns_share_out_every_position_once() {
        for of in 1..200 {
            for columns in 1..=of.min(60) {
                let chart = Chart {
                    judged: &[],
                    of,
                    at: 0,
                    turning: &[],
                };
                let mut next = 0;
                for column in 0..columns {
                    let plies = chart.plies(column, columns);
                    assert_eq!(plies.start, next);
                    assert!(!plies.is_empty());
                    next = plies.end;
                }
                assert_eq!(next, of);
            }
        }
    }
}
