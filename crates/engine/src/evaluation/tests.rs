//! The evaluation over random play: mirrored, kept up to date, and the same however it is counted.

use shakmaty::{CastlingMode, Chess, FromSetup as _, Position as _, fen::Fen};

use super::{explain::explain, *};

fn at_random(games: usize, mut look: impl FnMut(&Board, &mut Evaluator)) {
    let mut random = fastrand::Rng::with_seed(11);
    let mut evaluator = Evaluator::new();
    for _ in 0..games {
        let mut board = Board::new(Chess::default());
        evaluator.begin(&board);
        for _ in 0..200 {
            let Some(mv) = random.choice(board.moves()) else { break };
            evaluator.push(&board.play(mv));
            look(&board, &mut evaluator);
        }
    }
}

fn value(chess: Chess) -> i32 {
    let board = Board::new(chess);
    let mut evaluator = Evaluator::new();
    evaluator.begin(&board);
    evaluator.evaluate(&board)
}

fn value_of(fen: &str) -> i32 {
    let fen: Fen = fen.parse().unwrap();
    value(fen.into_position(CastlingMode::Standard).unwrap())
}

#[test]
fn a_mirrored_position_has_the_same_value() {
    at_random(300, |board, evaluator| {
        let mirrored = board.chess().to_setup(shakmaty::EnPassantMode::Legal).into_mirrored();
        let mirrored = Chess::from_setup(mirrored, CastlingMode::Standard).unwrap();
        assert_eq!(evaluator.evaluate(board), value(mirrored), "{:?}", board.chess());
    });
}

#[test]
fn the_evaluator_that_follows_moves_equals_a_fresh_one() {
    at_random(300, |board, evaluator| {
        assert_eq!(evaluator.balance(), Balance::of(board));
        assert_eq!(evaluator.evaluate(board), value(board.chess().clone()));
    });
}

#[test]
fn the_terms_add_up() {
    at_random(50, |board, evaluator| {
        let text = explain(board);
        let told = text.lines().last().unwrap().rsplit(' ').next().unwrap();
        assert_eq!(told.parse(), Ok(evaluator.evaluate(board)), "{text}");
    });
}

#[test]
fn the_linear_sum_of_a_position_is_its_evaluation() {
    let weights: Vec<[i32; 2]> = weight_fields().into_iter().flat_map(|field| field.values).collect();
    at_random(100, |board, evaluator| {
        let terms = terms(board.chess());
        let sum = |half: usize| {
            let summed = terms.counts.iter().map(|(place, times)| weights[*place][half] * times);
            summed.sum::<i32>()
        };
        let (middlegame, endgame) = (sum(0), sum(1));
        let slide = terms.slide((endgame, middlegame) > (0, 0));
        let white = slide.apply(pair::s(middlegame, endgame)) + terms.offset;
        let value = evaluator.evaluate(board);
        assert_eq!(value, if board.turn() == Color::White { white } else { -white });
        // The factors leave out what whole numbers round off.
        let [first, second] = slide.factors();
        let smooth = f64::from(middlegame) * first + f64::from(endgame) * second + f64::from(terms.offset);
        assert!((smooth - f64::from(white)).abs() < 3.0, "{smooth} {white}");
    });
}

#[test]
fn dead_draws_are_nearly_level() {
    let draws = [
        "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3B4/4K3/8 w - - 0 1",
        "7k/8/8/6KP/8/3B4/8/8 w - - 0 1",
        "8/8/4k3/3r4/8/3RN3/4K3/8 w - - 0 1",
    ];
    for fen in draws {
        assert!(value_of(fen).abs() < 80, "{fen}: {}", value_of(fen));
    }
}

#[test]
fn a_bare_king_is_better_off_in_the_centre() {
    let centre = value_of("8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    let wrong = value_of("k7/8/8/8/8/8/8/KBN5 w - - 0 1");
    let right = value_of("7k/8/8/8/8/8/8/KBN5 b - - 0 1");
    assert!(centre < wrong + 200 && -right > wrong - 400, "{centre} {wrong} {right}");
    assert!(value_of("7k/8/8/8/8/8/8/KR6 w - - 0 1") > value_of("8/8/8/4k3/8/8/8/KR6 w - - 0 1"));
}
