//! The search: what it finds, and when it ends.

mod common;

use std::{cell::Cell, collections::HashMap, time::Duration};

use common::data;
use models::{Deadline, Evaluation, Evaluator, Found, Lc0Evaluator, Limits, Model, ModelError, Proof, Search, Session};
use play::{Notation as _, Rules, Stop, Stopwatch, Watch};

/// Evaluates every position by a function.
struct Planted<F>(F);

impl<R: Rules, F: FnMut(&R, &[R::Move]) -> (Vec<f32>, f32)> Evaluator<R> for Planted<F> {
    fn evaluate(&mut self, positions: &[R], moves: &[R::Move], _: Deadline<'_>) -> Result<Evaluation, ModelError> {
        let (priors, value) = self.0(positions.last().expect("a position"), moves);
        Ok(Evaluation {
            priors,
            value,
            evaluations: 1,
        })
    }

    fn centipawns(&self, value: f32) -> i32 {
        (100.0 * value) as i32
    }
}

fn uniform<M>(moves: &[M]) -> Vec<f32> {
    vec![1.0 / moves.len() as f32; moves.len()]
}

/// Chances of which half go to one move.
fn favouring<M>(moves: &[M], favoured: usize) -> Vec<f32> {
    let rest = 0.5 / moves.len() as f32;
    (0..moves.len())
        .map(|index| if index == favoured { 0.5 + rest } else { rest })
        .collect()
}

fn search<R: Rules>(evaluator: &mut dyn Evaluator<R>, position: R, nodes: u32) -> Found<R::Move> {
    let watch = Stopwatch::start();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let limits = Limits {
        nodes,
        depth: None,
        time: None,
        until: Duration::from_mins(5),
        stop: &Stop::new(),
        watch: &watch,
    };
    Search::new(evaluator, vec![position])
        .run(&moves, &limits, &mut |_, _| {})
        .expect("the search answers")
}

/// What a position is worth to the side to move by plain enumeration of all games: 1, 0 or -1.
fn enumerated(position: hexapawn::Position, known: &mut HashMap<u64, i8>) -> i8 {
    if let Some(value) = known.get(&position.key()) {
        return *value;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let value = match position.verdict(&moves) {
        Some(verdict) => match verdict.winner {
            None => 0,
            Some(winner) if winner == position.turn() => 1,
            Some(_) => -1,
        },
        None => moves
            .iter()
            .map(|mv| -enumerated(after(position, *mv), known))
            .max()
            .expect("a game that goes on has moves"),
    };
    known.insert(position.key(), value);
    value
}

fn after(mut position: hexapawn::Position, mv: hexapawn::Move) -> hexapawn::Position {
    position.play(mv);
    position
}

#[test]
fn the_move_that_enumeration_finds_is_found_whatever_the_priors_and_values_are() {
    let mut known = HashMap::new();
    let mut random = fastrand::Rng::with_seed(7);
    let mut decisions = 0;
    for game in 0..100 {
        let (mut position, mut plies) = (hexapawn::Position::default(), 0);
        loop {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if position.verdict(&moves).is_some() {
                break;
            }
            let values: Vec<i8> = moves
                .iter()
                .map(|mv| -enumerated(after(position, *mv), &mut known))
                .collect();
            let best = *values.iter().max().unwrap();
            // Before, the tree has more positions than are searched.
            plies += 1;
            if plies > 5 && values.iter().any(|value| *value != best) {
                // The first move is always thought likeliest, and values are noise.
                let mut noise = fastrand::Rng::with_seed(game);
                let mut evaluator = Planted(|_: &hexapawn::Position, moves: &[hexapawn::Move]| {
                    (favouring(moves, 0), noise.f32() * 1.6 - 0.8)
                });
                let found = search(&mut evaluator, position, 20_000);
                let chosen = moves.iter().position(|mv| *mv == found.moves[0].mv).unwrap();
                assert_eq!(values[chosen], best, "game {game}: {position:?}");
                decisions += 1;
            }
            position = after(position, moves[random.usize(..moves.len())]);
        }
    }
    assert!(decisions > 50, "{decisions} positions where it matters");
}

fn chess(fen: &str) -> chess::Position {
    chess::Position::read_position(fen)
        .expect("the position is possible")
        .position
}

#[test]
fn a_forced_mate_is_proved_against_the_values() {
    for (fen, best, plies) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
        ("6k1/3r4/8/8/8/8/5PPP/6K1 b - - 0 1", "d7d1", 1),
        // Two rooks: mate in two.
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "a2a7", 3),
    ] {
        let position = chess(fen);
        // The values are bad for the side to move, so that every move seems good.
        let mut evaluator = Planted(|_: &chess::Position, moves: &[_]| (uniform(moves), -0.2));
        let found = search(&mut evaluator, position.clone(), 20_000);
        assert_eq!(found.moves[0].proof, Some(Proof::Win(plies)), "{fen}");
        if plies == 1 {
            assert_eq!(position.code(found.moves[0].mv), best);
        }
        // The search ends when everything is proved.
        assert!(found.rounds < 20_000, "{fen}: {}", found.rounds);
    }
}

#[test]
fn a_value_that_is_planted_two_plies_down_is_found() {
    // A black knight on e5 is good for Black; only d2d4 and f2f4 prevent it.
    let start = chess("4k3/8/2n5/8/8/8/3P1P2/4K3 w - - 0 1");
    let mut evaluator = Planted(|position: &chess::Position, moves: &[_]| {
        use chess::shakmaty::{Position as _, Role, Square};
        let board = position.chess().board();
        let knight = (board.knights() & board.black()).contains(Square::E5);
        let guarded = board.by_role(Role::Pawn).contains(Square::D4) || board.by_role(Role::Pawn).contains(Square::F4);
        let for_black = if knight && !guarded { 0.9 } else { -0.5 };
        let value = if position.chess().turn().is_black() {
            for_black
        } else {
            -for_black
        };
        (uniform(moves), value)
    });
    let found = search(&mut evaluator, start.clone(), 2_000);
    let best = start.code(found.moves[0].mv);
    assert!(best == "d2d4" || best == "f2f4", "{best}");
}

#[test]
fn the_first_look_alone_goes_by_the_chances() {
    let start = chess::Position::new();
    let mut evaluator = Planted(|_: &chess::Position, moves: &[_]| (favouring(moves, 3), 0.25));
    let found = search(&mut evaluator, start.clone(), 0);
    let mut moves = Vec::new();
    start.moves(&mut moves);
    assert_eq!((found.moves[0].mv, found.rounds, found.evaluations), (moves[3], 1, 1));
    assert_eq!(found.moves.len(), 20);
}

#[test]
fn a_search_evaluates_as_many_positions_as_asked() {
    for nodes in [0, 1, 2, 50, 400] {
        let mut evaluator = Planted(|_: &chess::Position, moves: &[_]| (uniform(moves), 0.0));
        let found = search(&mut evaluator, chess::Position::new(), nodes);
        assert_eq!(found.evaluations, u64::from(nodes.max(1)));
    }
}

#[test]
fn a_position_that_comes_again_is_a_draw() {
    // White is lost but can repeat: the knight goes back.
    let mut positions = vec![chess("k7/8/8/8/8/8/qq6/6NK w - - 0 1")];
    for text in ["g1f3", "a8b8", "f3g1", "b8a8"] {
        let mut next: chess::Position = positions.last().unwrap().clone();
        let mv = next.read_move(text).unwrap();
        next.play(mv);
        positions.push(next);
    }
    let last = positions.last().unwrap().clone();
    let mut moves = Vec::new();
    last.moves(&mut moves);
    let mut evaluator = Planted(|position: &chess::Position, moves: &[_]| {
        let white = position.turn() == play::Side::White;
        (uniform(moves), if white { -0.9 } else { 0.9 })
    });
    let watch = Stopwatch::start();
    let limits = Limits {
        nodes: 400,
        depth: None,
        time: None,
        until: Duration::from_mins(5),
        stop: &Stop::new(),
        watch: &watch,
    };
    let found = Search::new(&mut evaluator, positions)
        .run(&moves, &limits, &mut |_, _| {})
        .unwrap();
    assert_eq!(last.code(found.moves[0].mv), "g1f3");
    assert_eq!(found.moves[0].proof, Some(Proof::Draw));
}

/// Time that passes by a step whenever the watch is read.
struct Steps {
    now: Cell<Duration>,
    step: Duration,
}

impl Watch for Steps {
    fn elapsed(&self) -> Duration {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }
}

#[test]
fn a_search_ends_with_its_time_its_flag_and_its_depth() {
    let start = chess::Position::new();
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let run = |depth, time, stop: &Stop| {
        let mut evaluator = Planted(|_: &chess::Position, moves: &[_]| (uniform(moves), 0.0));
        let watch = Steps {
            now: Cell::new(Duration::ZERO),
            step: Duration::from_millis(1),
        };
        let limits = Limits {
            nodes: 50_000,
            depth,
            time,
            until: Duration::from_mins(5),
            stop,
            watch: &watch,
        };
        let mut reports = 0;
        let mut search = Search::new(&mut evaluator, vec![start.clone()]);
        let found = search.run(&moves, &limits, &mut |_, _| reports += 1).unwrap();
        assert!(reports > 0);
        found.rounds
    };
    let rounds = run(None, Some(Duration::from_millis(300)), &Stop::new());
    assert!((50..=301).contains(&rounds), "{rounds}");
    let raised = Stop::new();
    raised.raise();
    assert_eq!(run(None, None, &raised), 1);
    assert!(run(Some(2), None, &Stop::new()) < 50);
}

#[test]
fn an_evaluation_that_takes_too_long_is_left() {
    let model = Model::from_bytes("slow", data("slow.onnx")).unwrap();
    let start = chess::Position::new();
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let evaluator = || Lc0Evaluator::new(Session::start(&model).unwrap()).unwrap();
    // The time is over at the second look at the watch, when the evaluation has begun.
    let watch = Steps {
        now: Cell::new(Duration::ZERO),
        step: Duration::from_millis(60),
    };
    let deadline = Deadline {
        watch: &watch,
        until: Duration::from_millis(100),
        stop: None,
    };
    let evaluated = evaluator().evaluate(std::slice::from_ref(&start), &moves, deadline);
    assert!(matches!(evaluated, Err(ModelError::Late(_))), "{evaluated:?}");
    let raised = Stop::new();
    raised.raise();
    let deadline = Deadline {
        watch: &Stopwatch::start(),
        until: Duration::from_mins(5),
        stop: Some(&raised),
    };
    let evaluated = evaluator().evaluate(&[start], &moves, deadline);
    assert!(matches!(evaluated, Err(ModelError::Stopped)), "{evaluated:?}");
}
