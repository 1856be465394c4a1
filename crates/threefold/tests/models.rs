//! Models in the program as a process, and the exported network against the engine.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

use engine::network::Network;
use models::{Deadline, Model, Session, ValueEvaluator};
use play::{Rules as _, Stopwatch};

fn threefold(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn file(name: &str) -> String {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/tests/data");
    data.join(name).to_string_lossy().into_owned()
}

/// Positions of random games.
fn positions(count: usize) -> Vec<chess::Position> {
    let mut random = fastrand::Rng::with_seed(24);
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    while found.len() < count {
        let mut position = chess::Position::new();
        for _ in 0..120 {
            position.moves(&mut moves);
            if position.verdict(&moves).is_some() {
                break;
            }
            position.play(moves[random.usize(..moves.len())]);
            if random.u8(..4) == 0 {
                found.push(position.clone());
            }
        }
    }
    found.truncate(count);
    found
}

#[test]
fn the_exported_network_gives_the_evaluation_of_the_engine() {
    let network = Network::embedded();
    let model = Model::from_bytes("network", training::onnx(&network)).unwrap();
    let mut evaluator = ValueEvaluator::new(Session::start(&model).unwrap()).unwrap();
    let positions = positions(1_000);
    let watch = Stopwatch::start();
    let deadline = Deadline {
        watch: &watch,
        until: Duration::from_mins(5),
        stop: None,
    };
    let values = evaluator.centipawn_values(&positions, deadline).unwrap();
    assert_eq!(values.len(), 1_000);
    for (position, value) in positions.iter().zip(values) {
        // The engine cuts off fractions twice: of a unit of its output, and of a centipawn.
        let engine = network.evaluate(position.chess());
        assert!((value - engine as f32).abs() < 1.05, "{value} and {engine}");
    }
}

#[test]
fn a_file_is_described_or_refused() {
    let output = threefold(&["model", &file("lc0_excitation.onnx")]);
    assert!(output.status.success());
    let words = text(&output.stdout);
    for part in [
        "layout    lc0, classical 112 planes",
        "game      chess",
        "output    /output/wdl float [N,3]",
        "by Lc0",
    ] {
        assert!(words.contains(part), "{words}");
    }
    let refused = threefold(&["model", &file("refused_image.onnx")]);
    assert_eq!(refused.status.code(), Some(1));
    let words = text(&refused.stderr);
    assert!(
        words.contains("refused_image.onnx cannot play: it is of no known layout"),
        "{words}"
    );
}

#[test]
fn a_model_plays_on_plain_lines_and_analyses() {
    let model = format!("onnx:{}", file("lc0_planted.onnx"));
    let game = threefold(&[
        "play",
        "--white",
        &model,
        "--black",
        "easy",
        "--no-pause",
        "--seed",
        "3",
    ]);
    assert!(game.status.success(), "{}", text(&game.stderr));
    assert!(text(&game.stdout).contains("Na3"), "{}", text(&game.stdout));
    let study = threefold(&[
        "analyse",
        "startpos",
        "--bot",
        &format!("{model}?nodes=20"),
        "--json",
        "--multipv",
        "2",
    ]);
    assert!(study.status.success(), "{}", text(&study.stderr));
    let report: serde_json::Value = serde_json::from_slice(&study.stdout).unwrap();
    assert_eq!(report["about"]["kind"], "model");
    assert_eq!(report["lines"].as_array().unwrap().len(), 2);
    let wrong = threefold(&[
        "play",
        "--game",
        "ransom",
        "--white",
        &model,
        "--black",
        "easy",
        "--no-pause",
    ]);
    assert!(text(&wrong.stderr).contains("not of Ransom") || text(&wrong.stdout).contains("not of Ransom"));
}

#[test]
fn a_match_is_played_and_resumed_without_a_question() {
    let directory = std::env::temp_dir().join(format!("threefold-model-match-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let json = directory.join("match.json");
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let material = format!("onnx:{}?nodes=10", file("value_material.onnx"));
    let played = threefold(&[
        "arena",
        &material,
        "easy",
        "--games",
        "2",
        "--seed",
        "1",
        "--json",
        &path(&json),
    ]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    // A file of a model is data: nothing is started because another file names it.
    let resumed = threefold(&["arena", "--resume", &path(&json)]);
    let words = text(&resumed.stderr);
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(resumed.status.success() && !words.contains("programs"), "{words}");
}

#[test]
fn offered_models_are_checked_before_anything_opens() {
    let refused = threefold(&[
        "serve",
        "--check",
        "--model",
        &format!("bad={}", file("refused_loop.onnx")),
    ]);
    assert_eq!(refused.status.code(), Some(2));
    let words = text(&refused.stderr);
    assert!(
        words.contains("--model: ") && words.contains("the operator Loop"),
        "{words}"
    );
    let twice = format!("one={}", file("lc0_planted.onnx"));
    let refused = threefold(&["serve", "--check", "--model", &twice, "--model", &twice]);
    assert!(text(&refused.stderr).contains("the name one is given twice"));
}
