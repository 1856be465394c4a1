//! Which of several scored moves a rating-limited player chooses.
//!
//! A mate in one is always played, and never a move that loses more than the handicap allows, as far as the search
//! sees. Other moves may be overlooked, quiet and long moves more often than captures nearby. Among the noticed moves,
//! a worse move is chosen the less often the more it loses; a loss by a distant or quiet reply counts less.

use fastrand::Rng;
use shakmaty::{Chess, Move, Position as _};

use super::Handicap;
use crate::report::{Bound, Line, Score};

/// The line to play, by its place among `lines`, which are those of a search of `position`, best first.
pub(crate) fn choose(lines: &[Line], position: &Chess, handicap: &Handicap, random: &mut Rng) -> usize {
    let Some(best) = lines.first() else { return 0 };
    if best.score == Score::Mate(1) {
        return 0;
    }
    let candidates = lines.iter().enumerate().filter(|(_, line)| line.bound == Bound::Exact);
    let seen: Vec<(usize, f64)> = candidates
        .filter_map(|(place, line)| {
            let loss = points(best.score) - points(line.score);
            let mv = line.moves.first()?;
            let overlooked = random.f64() < handicap.blindness * obscurity(position, *mv);
            (loss <= handicap.most && !overlooked)
                .then(|| (place, (-felt(loss, line, position) / handicap.softness).exp()))
        })
        .collect();
    let mut chance = random.f64() * seen.iter().map(|(_, weight)| weight).sum::<f64>();
    for (place, weight) in &seen {
        chance -= weight;
        if chance < 0.0 {
            return *place;
        }
    }
    0
}

/// The perceived loss of a move: a reply that captures nearby counts fully, other replies less.
fn felt(loss: f64, line: &Line, position: &Chess) -> f64 {
    let [mv, answer, ..] = line.moves.as_slice() else {
        return loss;
    };
    match position.clone().play(*mv) {
        Ok(after) => loss * (1.0 - 0.4 * obscurity(&after, *answer)),
        Err(_) => loss,
    }
}

/// How easily a move is overlooked, from 0 to 1: captures, checks and promotions hardly, quiet moves more with their
/// length.
fn obscurity(position: &Chess, mv: Move) -> f64 {
    let far = mv.from().map_or(0, |from| from.distance(mv.to()));
    let noisy = mv.is_capture() || mv.is_promotion();
    let checks = position.clone().play(mv).is_ok_and(|after| after.is_check());
    let share = f64::from(far.min(6)) / 6.0;
    if noisy || checks {
        0.4 * share
    } else {
        0.5 + 0.5 * share
    }
}

/// A score in centipawns; a mate is worth more than all material, and more the nearer it is.
fn points(score: Score) -> f64 {
    const MATE: f64 = 5_000.0;
    match score {
        Score::Centipawns(points) => f64::from(points.clamp(-4_000, 4_000)),
        Score::Mate(moves) if moves > 0 => MATE - f64::from(moves),
        Score::Mate(moves) => -MATE - f64::from(moves),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;
    use crate::chances::ResultModel;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap()
    }

    /// Lines of one move each with these scores.
    fn lines(position: &Chess, scored: &[(&str, Score)]) -> Vec<Line> {
        let line = |(rank, (text, score)): (usize, &(&str, Score))| Line {
            rank: rank + 1,
            depth: 2,
            seldepth: 2,
            score: *score,
            bound: Bound::Exact,
            chances: ResultModel::FITTED.chances(0, 78),
            nodes: 0,
            tablebase_hits: 0,
            hashfull: 0,
            time: Duration::ZERO,
            moves: vec![text.parse::<UciMove>().unwrap().to_move(position).unwrap()],
        };
        scored.iter().enumerate().map(line).collect()
    }

    /// How often each line is chosen in a thousand tries.
    fn choices(lines: &[Line], position: &Chess, rating: u32) -> Vec<usize> {
        let mut counts = vec![0; lines.len()];
        let mut random = Rng::with_seed(7);
        for _ in 0..1_000 {
            counts[choose(lines, position, &Handicap::of(rating), &mut random)] += 1;
        }
        counts
    }

    #[test]
    fn a_mate_in_one_is_never_missed() {
        let position = position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
        let lines = lines(&position, &[("d1d8", Score::Mate(1)), ("d1d7", Score::Centipawns(600))]);
        assert_eq!(choices(&lines, &position, 800), [1_000, 0]);
    }

    #[test]
    fn worse_moves_are_chosen_less_often_and_the_less_the_higher_the_rating() {
        let position = Chess::default();
        let scores = [("e2e4", 40), ("d2d4", 20), ("g1f3", -40)];
        let lines = lines(&position, &scores.map(|(mv, points)| (mv, Score::Centipawns(points))));
        let [weak, strong] = [800, 2_200].map(|rating| choices(&lines, &position, rating));
        assert!(weak[0] > weak[2] && weak[2] > 100, "{weak:?}");
        assert!(strong[0] > weak[0] && strong[2] < 30, "{strong:?}");
    }

    #[test]
    fn a_move_that_loses_too_much_is_not_chosen_even_when_all_others_are_overlooked() {
        let position = Chess::default();
        let lines = lines(
            &position,
            &[("e2e4", Score::Centipawns(0)), ("d2d4", Score::Centipawns(-700))],
        );
        assert_eq!(choices(&lines, &position, 1_001), [1_000, 0]);
    }

    #[test]
    fn quiet_and_far_moves_are_overlooked_more_easily() {
        let position = position("4k3/8/8/3p4/4P3/8/8/R3K3 w Q - 0 1");
        let of = |text: &str| obscurity(&position, text.parse::<UciMove>().unwrap().to_move(&position).unwrap());
        assert!(of("e4d5") < of("e1d1") && of("e1d1") < of("a1a7"));
        assert!(of("a1a8") < of("a1a7"), "a check is seen");
    }
}
