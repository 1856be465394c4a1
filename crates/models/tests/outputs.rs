//! Models against what Python's onnxruntime makes of them.

mod common;

use chess::{Position, shakmaty::Move};
use common::{data, deadline};
use models::{Layout, Lc0Evaluator, Lc0Value, Model, Session, ValueEvaluator};
use play::{Notation as _, Rules as _, Stopwatch};

/// What onnxruntime says of a position.
struct Expected {
    positions: Vec<Position>,
    values: Vec<f32>,
}

fn expected(model: &str) -> Vec<Expected> {
    let text = std::str::from_utf8(&data("expected.txt"))
        .expect("it is well formed")
        .to_owned();
    let part = text
        .split("model ")
        .find(|part| part.starts_with(model))
        .expect("it is well formed");
    let mut found = Vec::new();
    let mut positions: Vec<Position> = Vec::new();
    for line in part.lines().skip(1) {
        if let Some(start) = line.strip_prefix("position ") {
            positions = vec![Position::read_position(start).expect("it is well formed").position];
        } else if let Some(moves) = line.strip_prefix("moves") {
            for text in moves.split_whitespace() {
                let mut next = positions.last().expect("it is well formed").clone();
                next.play(next.read_move(text).expect("it is well formed"));
                positions.push(next);
            }
        } else {
            found.push(Expected {
                positions: std::mem::take(&mut positions),
                values: line
                    .split(' ')
                    .map(|word| word.parse().expect("it is well formed"))
                    .collect(),
            });
        }
    }
    found
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.sort_by_key(|mv| position.code(*mv));
    moves
}

fn near(found: f32, wanted: f32, words: &str) {
    assert!((found - wanted).abs() <= 1e-4, "{words}: {found} and {wanted}");
}

#[test]
fn policies_and_values_of_the_lc0_layout_equal_those_of_onnxruntime() {
    for name in [
        "lc0_excitation.onnx",
        "lc0_dense.onnx",
        "lc0_attention.onnx",
        "lc0_planted.onnx",
    ] {
        let model = Model::from_bytes(name, data(name)).unwrap();
        let mut evaluator = Lc0Evaluator::new(Session::start(&model).unwrap()).unwrap();
        let expected = expected(name);
        assert!(expected.len() >= 12);
        for Expected { positions, values } in expected {
            let last = positions.last().unwrap();
            let moves = legal(last);
            let watch = Stopwatch::start();
            let (logits, value) = evaluator.logits(&positions, &moves, deadline(&watch)).unwrap();
            let words = format!("{name}, {}", last.position_text());
            let (wanted, policy) = match model.layout() {
                Layout::Lc0 {
                    value: Lc0Value::WinDrawLoss,
                } => (values[0] - values[2], &values[3..]),
                _ => (values[0], &values[1..]),
            };
            near(value, wanted, &words);
            assert_eq!(logits.len(), policy.len());
            for ((logit, wanted), mv) in logits.iter().zip(policy).zip(&moves) {
                near(*logit, *wanted, &format!("{words}, {}", last.code(*mv)));
            }
        }
    }
}

#[test]
fn values_of_the_threefold_layout_equal_those_of_onnxruntime() {
    for name in ["value_random.onnx", "value_material.onnx"] {
        let model = Model::from_bytes(name, data(name)).unwrap();
        let mut evaluator = ValueEvaluator::new(Session::start(&model).unwrap()).unwrap();
        let expected = expected(name);
        let positions: Vec<Position> = expected
            .iter()
            .map(|expected| expected.positions.last().unwrap().clone())
            .collect();
        let watch = Stopwatch::start();
        // All at once, and each alone.
        let together = evaluator.centipawn_values(&positions, deadline(&watch)).unwrap();
        for ((position, expected), value) in positions.iter().zip(&expected).zip(together) {
            let alone = evaluator
                .centipawn_values(std::slice::from_ref(position), deadline(&watch))
                .unwrap();
            for found in [value, alone[0]] {
                // Six decimals of hundreds of centipawns are seven digits.
                let wanted = expected.values[0];
                assert!((found - wanted).abs() <= 1e-3, "{name}: {found} and {wanted}");
            }
        }
    }
}
