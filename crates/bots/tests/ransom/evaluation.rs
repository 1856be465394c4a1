//! Rule 6.1: what a position is worth.

use bots::{
    minimax::{Evaluate, UNKNOWN},
    ransom::{BONUSES, Evaluation, Weights, counts},
};
use play::{Rules, laws::Mirror};

use crate::asking::{buy_back_positions, legal, position, random_positions, sparse_positions};

/// Pieces, points and moves alone.
const FIXED: Evaluation = Evaluation {
    weights: Weights {
        position: 0,
        mobility: 100,
    },
    bonuses: BONUSES,
};

const PIECES_AND_POINTS: Evaluation = Evaluation {
    weights: Weights {
        position: 0,
        mobility: 0,
    },
    bonuses: BONUSES,
};

#[test]
fn pieces_and_points_count_what_rule_6_1_says() {
    for (text, worth) in [
        ("ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1", 0),
        ("nnn5/8/8/8/8/8/P7/NNN5 w 0/0 0 1", 100),
        ("nnn5/8/8/8/8/8/8/NNNN4 w 0/0 0 1", 300),
        ("nnn5/8/8/8/8/8/8/NNNB4 w 0/0 0 1", 300),
        ("nnn5/8/8/8/8/8/8/NNNQ4 w 0/0 0 1", 500),
        ("nnn5/8/8/8/8/8/8/NNN5 w 3/1 0 1", 200),
        // From the mover's side.
        ("nnn5/8/8/8/8/8/8/NNNQ4 b 0/2 0 2", -300),
    ] {
        assert_eq!(PIECES_AND_POINTS.worth(&position(text)), worth, "{text}");
    }
}

#[test]
fn a_legal_move_counts_two_tenths_of_a_pawn() {
    for position in random_positions(300, 120, 1) {
        let moves = position.mobility(position.turn()) as i32 - position.mobility(position.turn().other()) as i32;
        assert_eq!(FIXED.worth(&position) - PIECES_AND_POINTS.worth(&position), 20 * moves);
    }
}

#[test]
fn the_rest_is_the_terms_times_their_weights() {
    let mut seen = BONUSES.map(|_| 0);
    for position in random_positions(2_000, 180, 2) {
        let counts = counts(&position);
        let bonuses: i32 = counts.iter().zip(BONUSES).map(|(count, weight)| count * weight).sum();
        assert_eq!(Evaluation::default().worth(&position) - FIXED.worth(&position), bonuses);
        for (seen, count) in seen.iter_mut().zip(counts) {
            *seen += usize::from(count != 0);
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0), "no term is idle: {seen:?}");
}

#[test]
fn the_mirrored_position_is_worth_the_same() {
    for position in random_positions(2_000, 180, 3) {
        let evaluation = Evaluation::default();
        assert_eq!(evaluation.worth(&position), evaluation.worth(&position.mirrored()));
    }
}

#[test]
fn the_bonuses_mean_what_they_say() {
    let worth = |text: &str| Evaluation::default().worth(&position(text)) - FIXED.worth(&position(text));
    for (better, worse, why) in [
        (
            "nnn5/8/8/8/3N4/8/8/NN6 w 0/0 0 1",
            "nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 1",
            "a knight in the centre",
        ),
        (
            "nnn5/8/P7/8/8/8/8/1NNN4 w 0/0 0 1",
            "nnn5/8/8/8/8/8/8/PNNN4 w 0/0 0 1",
            "a pawn that has advanced",
        ),
        (
            "1nnn4/P7/8/8/8/8/8/1NNN4 w 0/0 0 1",
            "nnn5/P7/8/8/8/8/8/1NNN4 w 0/0 0 1",
            "a pawn with a free way",
        ),
        (
            "1nnn4/8/8/8/8/P7/8/1NNN4 w 2/0 0 1",
            "1nnn4/8/8/8/8/P7/8/1NNN4 w 0/0 0 1",
            "an upgrade in reach",
        ),
        (
            "1nnn4/8/8/8/8/P7/8/1NNN4 w 1/0 0 1",
            "1nnn4/8/8/8/8/8/8/PNNN4 w 1/0 0 1",
            "an upgrade nearly in reach",
        ),
        (
            "1nnn4/8/8/8/8/8/8/PNNN4 w 3/0 0 1",
            "1nnn4/8/8/8/8/8/8/1NNN4 w 3/0 0 1",
            "points with a pawn to spend them on",
        ),
    ] {
        assert!(
            worth(better) > worth(worse),
            "{why}: {} {}",
            worth(better),
            worth(worse)
        );
    }
}

/// The search drops moves by their outlook, so that a wrong one would change scores.
#[test]
fn the_outlook_of_a_move_is_the_worth_of_the_position_after_it() {
    let evaluation = Evaluation::default();
    let (mut foreseen, mut unknown) = (0, 0);
    let positions = random_positions(1_500, 180, 4)
        .into_iter()
        .chain(sparse_positions(300, 8, 5))
        .chain(buy_back_positions(500, 180, 6));
    for position in positions {
        let details = evaluation.details(&position);
        for mv in legal(&position) {
            let mut next = position;
            next.play(mv);
            let ended = next.verdict(&legal(&next)).is_some();
            let outlook = evaluation.outlook(&position, &details, mv);
            if ended {
                assert_eq!(outlook, UNKNOWN, "{mv} in {position:?}");
                unknown += 1;
            } else {
                assert_eq!(outlook, -evaluation.worth(&next), "{mv} in {position:?}");
                foreseen += 1;
            }
        }
    }
    assert!(foreseen > 20_000 && unknown > 50, "{foreseen} {unknown}");
}

/// The search carries the details along a line instead of counting them anew.
#[test]
fn details_after_a_move_predict_as_those_of_the_position() {
    let evaluation = Evaluation::default();
    let mut compared = 0;
    let positions = random_positions(400, 180, 14)
        .into_iter()
        .chain(sparse_positions(300, 9, 15))
        .chain(buy_back_positions(200, 180, 16));
    for position in positions {
        let details = evaluation.details(&position);
        for mv in legal(&position).into_iter().step_by(3) {
            let mut next = position;
            next.play(mv);
            if next.verdict(&legal(&next)).is_some() {
                continue;
            }
            let carried = evaluation.details_after(&position, &details, mv, &next);
            assert_eq!(evaluation.worth_of(&next, &carried), evaluation.worth(&next));
            let fresh = evaluation.details(&next);
            for reply in legal(&next) {
                let expected = evaluation.outlook(&next, &fresh, reply);
                let outlook = evaluation.outlook(&next, &carried, reply);
                assert_eq!(outlook, expected, "{mv}, {reply} in {position:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

/// A ceiling below an outlook would drop moves that raise the score.
#[test]
fn no_outlook_is_above_its_ceiling() {
    let (mut known, mut close) = (0, 0);
    let positions = random_positions(1_500, 180, 24)
        .into_iter()
        .chain(sparse_positions(500, 9, 25))
        .chain(buy_back_positions(500, 180, 26))
        .flat_map(|position| [position, position.mirrored()]);
    let stranger = Evaluation {
        weights: Weights {
            position: 333,
            mobility: 57,
        },
        bonuses: BONUSES.map(|bonus| 7 - bonus),
    };
    for position in positions {
        for evaluation in [Evaluation::default(), stranger] {
            let (details, worth) = (evaluation.details(&position), evaluation.worth(&position));
            for mv in legal(&position) {
                let ceiling = evaluation.ceiling(&position, worth, mv);
                let outlook = evaluation.outlook(&position, &details, mv);
                assert!(outlook <= ceiling, "{mv} in {position:?}: {outlook} {ceiling}");
                known += usize::from(ceiling != UNKNOWN);
                close += usize::from(ceiling != UNKNOWN && ceiling - outlook < 300);
            }
        }
    }
    assert!(known > 40_000 && close > 1_000, "{known} {close}");
}
