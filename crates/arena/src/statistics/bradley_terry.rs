//! The model of Bradley and Terry, fitted to a field in which everybody is connected by games.
//!
//! A player of strength θ is expected to score 1 / (1 + e^−(θ − θ′)) against one of strength θ′; a draw is half a win.
//! As a prior, every player has half a drawn game more, spread over the opponents: negligible in a long match, and
//! enough to make a perfect score finite. Half a game with each of many opponents would compress a wide field.
//!
//! Newton's method finds the maximum-likelihood strengths; it converges because the log-likelihood is concave (Hunter,
//! "MM algorithms for generalized Bradley–Terry models", 2004). Strengths sum to zero.
//!
//! The errors come from the inverse of the observed information. That matrix assumes independent games that are won or
//! lost; draws and colour-swapped pairs have a smaller variance. So the variance observed in each pairing is used if it
//! is smaller (the "sandwich" of Huber 1967 and White 1982).

use crate::statistics::CrossTable;

/// Drawn games of the prior for each player.
const PRIOR_GAMES: f64 = 0.5;

/// Where a step of a strength ends the search: a millionth of an Elo point.
const CLOSE: f64 = 1e-8;

/// Some players of a cross table, by their place in the list they were given in, and how they met.
#[derive(Clone, Debug)]
pub(super) struct Field {
    players: usize,
    meetings: Vec<Meeting>,
}

impl Field {
    /// The field of `members`, who are all connected by games among themselves.
    pub(super) fn new(table: &CrossTable, members: &[usize]) -> Self {
        let opponents: Vec<usize> = members
            .iter()
            .map(|&member| {
                members
                    .iter()
                    .filter(|&&other| table.results(member, other).games() > 0)
                    .count()
            })
            .collect();
        let mut meetings = Vec::new();
        for (player, &member) in members.iter().enumerate() {
            for (opponent, &other) in members[..player].iter().enumerate() {
                let results = table.results(member, other);
                let drawn = PRIOR_GAMES * 2.0 / (opponents[player] + opponents[opponent]) as f64;
                meetings.extend(results.mean().map(|mean| Meeting {
                    player,
                    opponent,
                    games: results.games() as f64 + drawn,
                    points: results.points() + drawn / 2.0,
                    noise: (results.games() as f64 * mean.error).powi(2),
                }));
            }
        }
        Field {
            players: members.len(),
            meetings,
        }
    }

    /// The maximum-likelihood strengths.
    pub(super) fn likeliest(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.players];
        loop {
            let mut surplus = vec![0.0; self.players];
            for meeting in &self.meetings {
                let points = meeting.points - meeting.games * meeting.expected(&strengths);
                surplus[meeting.player] += points;
                surplus[meeting.opponent] -= points;
            }
            let mut step: Vec<f64> = self
                .inverse_information(&strengths)
                .iter()
                .map(|row| row.iter().zip(&surplus).map(|(entry, points)| entry * points).sum())
                .collect();
            // Far from the maximum a full step may overshoot.
            let likelihood = self.log_likelihood(&strengths);
            while length(&step) > CLOSE && self.log_likelihood(&sum(&strengths, &step)) < likelihood {
                for change in &mut step {
                    *change /= 2.0;
                }
            }
            strengths = sum(&strengths, &step);
            if length(&step) <= CLOSE {
                return strengths;
            }
        }
    }

    /// The standard errors of the likeliest `strengths`.
    pub(super) fn errors(&self, strengths: &[f64]) -> Vec<f64> {
        let influence = self.inverse_information(strengths);
        influence
            .iter()
            .map(|row| {
                let by_meeting = self.meetings.iter().map(|meeting| {
                    let noise = meeting.noise.min(meeting.information(strengths));
                    noise * (row[meeting.player] - row[meeting.opponent]).powi(2)
                });
                by_meeting.sum::<f64>().sqrt()
            })
            .collect()
    }

    /// The inverse of the information of the results at `strengths`.
    ///
    /// Adding the same to all strengths changes nothing, so the matrix proper has no inverse; with a constant added to
    /// every entry it has one, which is the same on all changes that sum to zero.
    fn inverse_information(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![1.0 / self.players as f64; self.players]; self.players];
        for meeting in &self.meetings {
            let information = meeting.information(strengths);
            matrix[meeting.player][meeting.player] += information;
            matrix[meeting.opponent][meeting.opponent] += information;
            matrix[meeting.player][meeting.opponent] -= information;
            matrix[meeting.opponent][meeting.player] -= information;
        }
        invert(&mut matrix);
        matrix
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        self.meetings
            .iter()
            .map(|meeting| {
                let expected = meeting.expected(strengths);
                meeting.points * expected.ln() + (meeting.games - meeting.points) * (1.0 - expected).ln()
            })
            .sum()
    }
}

/// All games of two players, with those of the prior.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    player: usize,
    opponent: usize,
    games: f64,
    points: f64,
    /// Observed variance of the points.
    noise: f64,
}

impl Meeting {
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.opponent] - strengths[self.player]).exp())
    }

    /// The information of the games about the difference of the strengths; also the variance of the points if there
    /// were no draws and no pairs.
    fn information(&self, strengths: &[f64]) -> f64 {
        let expected = self.expected(strengths);
        self.games * expected * (1.0 - expected)
    }
}

fn sum(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().zip(right).map(|(left, right)| left + right).collect()
}

fn length(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest: f64, change| longest.max(change.abs()))
}

/// Inverts a symmetric positive definite matrix in place, by Gauss and Jordan; such a matrix needs no pivoting.
fn invert(matrix: &mut [Vec<f64>]) {
    for pivot in 0..matrix.len() {
        let mut row = std::mem::take(&mut matrix[pivot]);
        let scale = std::mem::replace(&mut row[pivot], 1.0);
        for entry in &mut row {
            *entry /= scale;
        }
        for other in matrix.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[pivot]);
            for (entry, pivotal) in other.iter_mut().zip(&row) {
                *entry -= factor * pivotal;
            }
        }
        matrix[pivot] = row;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![vec![4.0, -1.0, 0.5], vec![-1.0, 3.0, 0.2], vec![0.5, 0.2, 1.0]];
        let mut inverse = matrix.clone();
        invert(&mut inverse);
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let product: f64 = row.iter().zip(&inverse).map(|(entry, line)| entry * line[j]).sum();
                let identity = if i == j { 1.0 } else { 0.0 };
                assert!((product - identity).abs() < 1e-12, "{i} {j}: {product}");
            }
        }
    }
}
