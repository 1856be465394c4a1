//! The meaning of scores for people: texts, expected points, classes of mistakes and accuracy.

use play::{GameRecord, Score, Side};

use crate::Mistake;

/// Search nodes for each position of a review. A limit by nodes, not by time, makes every review of a game mark the
/// same mistakes.
pub(crate) const REVIEW_NODES: u64 = 100_000;

/// The score from White's side.
pub(crate) const fn white_score(score: Score, turn: Side) -> Score {
    match turn {
        Side::White => score,
        Side::Black => score.reversed(),
    }
}

/// In centipawns for White; a forced win lies beyond 29,000.
pub(crate) fn for_white(score: Score, turn: Side) -> i32 {
    match white_score(score, turn) {
        Score::Centipawns(points) => points.clamp(-29_000, 29_000),
        Score::Win(plies) => 30_000 - plies.min(900) as i32,
        Score::Loss(plies) => -30_000 + plies.min(900) as i32,
    }
}

/// A score of the side to move for people, as White's side counts: `+0.35`, `Black mates in 3`.
pub(crate) fn words(record: &dyn GameRecord, score: Score, turn: Side) -> String {
    let (winner, plies) = match score {
        Score::Centipawns(_) => return white_score(score, turn).to_string(),
        Score::Win(plies) => (turn, plies),
        Score::Loss(plies) => (turn.other(), plies),
    };
    match plies {
        0 => format!("{winner} has won"),
        plies => format!("{winner} {}", record.wins_in(plies.div_ceil(2))),
    }
}

/// The score of a game that is over, for the side that would be to move.
pub(crate) fn end_score(record: &dyn GameRecord) -> Option<Score> {
    Some(match record.outcome()?.winner {
        Some(winner) if winner == record.turn() => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Centipawns(0),
    })
}

/// The expected points of a score in games of people, from 0 to 1: four pawns ahead win four games of five.
pub(crate) fn expected(score: Score) -> f64 {
    match score {
        Score::Centipawns(points) => 1.0 / (1.0 + (-0.003_68 * f64::from(points)).exp()),
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
    }
}

/// White's expected share of the point, in thousandths.
pub(crate) fn white_share(score: Score, turn: Side) -> u16 {
    (expected(white_score(score, turn)) * 1_000.0).round() as u16
}

/// The expected points that a move lost: `before` is the value of the best move for the mover, `after` the value for
/// the other side.
pub(crate) fn loss(before: Score, after: Score) -> f64 {
    (expected(before) - (1.0 - expected(after))).max(0.0)
}

/// The class of a mistake by its loss.
///
/// The steps, 5, 10 and 15 hundredths of a point, are a convention.
pub(crate) fn mistake(loss: f64) -> Option<Mistake> {
    match loss {
        lost if lost >= 0.15 => Some(Mistake::Blunder),
        lost if lost >= 0.10 => Some(Mistake::Mistake),
        lost if lost >= 0.05 => Some(Mistake::Inaccuracy),
        _ => None,
    }
}

/// The accuracy of moves with these losses, in percent; `None` without moves.
///
/// A move without loss counts 100, a move that loses 5, 10 or 15 hundredths of a point 80, 64 or 51.
pub(crate) fn accuracy(losses: &[f64]) -> Option<f64> {
    let sum: f64 = losses.iter().map(|loss| 100.0 * (-4.45 * loss).exp()).sum();
    (!losses.is_empty()).then(|| sum / losses.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_measured_in_points_lost() {
        let cases = [
            (20, -20, None),
            (20, 40, Some(Mistake::Inaccuracy)),
            (20, 100, Some(Mistake::Mistake)),
            (20, 300, Some(Mistake::Blunder)),
            // Ten pawns ahead or nine: the game is won.
            (1_000, -900, None),
        ];
        for (before, after, expected) in cases {
            let [before, after] = [before, after].map(Score::Centipawns);
            assert_eq!(mistake(loss(before, after)), expected, "{before} {after}");
        }
        assert_eq!(mistake(loss(Score::Win(3), Score::Loss(4))), None);
        assert_eq!(
            mistake(loss(Score::Win(3), Score::Centipawns(0))),
            Some(Mistake::Blunder)
        );
    }

    #[test]
    fn scores_are_for_white() {
        assert_eq!(for_white(Score::Centipawns(35), Side::Black), -35);
        assert_eq!(for_white(Score::Loss(2), Side::Black), 29_998);
        assert_eq!(for_white(Score::Win(1), Side::Black), -29_999);
        assert_eq!(white_share(Score::Centipawns(0), Side::Black), 500);
        assert_eq!(white_share(Score::Win(3), Side::Black), 0);
    }

    #[test]
    fn accuracy_is_the_mean_over_moves() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[0.0, 0.0]), Some(100.0));
        let of = |loss| accuracy(&[loss]).unwrap().round();
        assert_eq!(
            [of(0.05), of(0.10), of(0.15), of(1.0)].map(|accuracy| accuracy as u8),
            [80, 64, 51, 1]
        );
    }
}
