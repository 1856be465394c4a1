//! When a move is the only good one.

use play::Score;

use super::judge::Judged;
use crate::Goal;

/// From here on an advantage wins, in hundredths of a pawn.
const WINNING: i32 = 300;
/// Up to here a game is open for the side that is better.
const OPEN: i32 = 60;
/// From here to [`BALANCED`] a game is saved.
const SAVED: i32 = -80;
const BALANCED: i32 = 120;
/// Up to here a game is lost.
const LOSING: i32 = -300;
/// The longest forced end that is asked for, in moves of the solver.
const LONGEST_FINISH: i32 = 5;
/// The difference between the best two moves that a brief search must find.
const GAP: i32 = 130;

/// Whether a score wins, by force or by far.
pub(super) fn is_winning(score: Score) -> bool {
    match score {
        Score::Win(_) => true,
        Score::Centipawns(points) => points >= WINNING,
        Score::Loss(_) => false,
    }
}

/// Whether a brief search finds one move that is much better than the next.
pub(super) fn is_promising(lines: &[Judged]) -> bool {
    match lines {
        [best, second, ..] => points(best.score) >= SAVED - GAP && points(best.score) - points(second.score) >= GAP,
        [_] | [] => false,
    }
}

/// The goals that the best move reaches and no other, the most exact first.
pub(super) fn goals(lines: &[Judged]) -> Vec<Goal> {
    let finish = match lines {
        [best, ..] => best.score.moves_to_end(),
        [] => None,
    };
    let finish = finish.filter(|moves| (1..=LONGEST_FINISH).contains(moves));
    let all = finish.map(|moves| Goal::Finish(moves as u32)).into_iter();
    all.chain([Goal::Win, Goal::Save])
        .filter(|goal| is_only(*goal, lines))
        .collect()
}

/// Whether the best move reaches a goal and no other move does; an only legal move reaches what it can.
pub(super) fn is_only(goal: Goal, lines: &[Judged]) -> bool {
    let Some(best) = lines.first() else { return false };
    let second = lines.get(1).map(|line| line.score);
    match goal {
        Goal::Finish(_) => {
            matches!(best.score, Score::Win(_)) && !second.is_some_and(|second| matches!(second, Score::Win(_)))
        }
        Goal::Win => is_winning(best.score) && second.is_none_or(|second| points(second) <= OPEN),
        Goal::Save => {
            (SAVED..=BALANCED).contains(&points(best.score)) && second.is_none_or(|second| points(second) <= LOSING)
        }
    }
}

/// A score in points, with forced ends beyond every evaluation.
pub(super) fn points(score: Score) -> i32 {
    const FORCED: i32 = 30_000;
    match score {
        Score::Centipawns(points) => points.clamp(1 - FORCED, FORCED - 1),
        Score::Win(_) => FORCED,
        Score::Loss(_) => -FORCED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Centipawns, Loss, Win};

    fn lines(scores: &[Score]) -> Vec<Judged> {
        let judged = |score: &Score| Judged {
            code: String::new(),
            score: *score,
        };
        scores.iter().map(judged).collect()
    }

    #[test]
    fn a_goal_needs_a_gap() {
        let goals = |scores: &[Score]| goals(&lines(scores));
        assert_eq!(goals(&[Centipawns(400), Centipawns(20)]), [Goal::Win]);
        assert_eq!(goals(&[Centipawns(400), Centipawns(200)]), []);
        assert_eq!(goals(&[Centipawns(10), Centipawns(-500)]), [Goal::Save]);
        assert_eq!(goals(&[Centipawns(0), Loss(8)]), [Goal::Save]);
        assert_eq!(goals(&[Win(5), Centipawns(900)]), [Goal::Finish(3)]);
        assert_eq!(goals(&[Win(5), Centipawns(0)]), [Goal::Finish(3), Goal::Win]);
        assert_eq!(goals(&[Win(5), Win(7)]), []);
        assert_eq!(goals(&[Win(15), Centipawns(-30)]), [Goal::Win]);
        assert_eq!(goals(&[]), []);
    }

    #[test]
    fn a_brief_look_wants_a_gap_and_some_hope() {
        let promising = |scores: &[Score]| is_promising(&lines(scores));
        assert!(promising(&[Centipawns(250), Centipawns(90)]));
        assert!(promising(&[Centipawns(-100), Centipawns(-300)]));
        assert!(!promising(&[Centipawns(250), Centipawns(200)]));
        assert!(!promising(&[Centipawns(-400), Loss(4)]));
        assert!(!promising(&[Centipawns(400)]));
    }
}
