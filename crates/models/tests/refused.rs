//! Files that cannot play end in words: never in a panic, never without an end.

mod common;

use common::{data, deadline, path};
use models::{Evaluator as _, Lc0Evaluator, Model, ModelError, Session, ValueEvaluator};
use play::{Record, Stopwatch};

fn words(name: &str) -> String {
    Model::read(&path(name))
        .map(|_| ())
        .expect_err("it is refused")
        .to_string()
}

#[test]
fn each_kind_of_bad_file_has_its_own_words() {
    for (name, wanted) in [
        ("refused_policy.onnx", "/output/policy float [N,1857]"),
        ("refused_planes.onnx", "/input/planes float [N,19,8,8]"),
        ("refused_batch.onnx", "/input/planes float [4,112,8,8]"),
        ("refused_image.onnx", "image float [1,3,8,8]"),
        ("refused_lie.onnx", "declared as [1, 1858] and comes out as [1, 77]"),
        ("refused_doubling.onnx", "MB of memory"),
        ("refused_huge.onnx", "MB of memory"),
        ("refused_work.onnx", "million multiplications"),
        ("refused_loop.onnx", "the operator Loop"),
        ("refused_cycle.onnx", "/second is not there yet"),
        ("refused_external.onnx", "in another file (/etc/passwd)"),
        ("expected.txt", "not a whole ONNX model"),
        ("no_such_file.onnx", "cannot be read"),
        (".", "not a file"),
    ] {
        let words = words(name);
        assert!(words.contains(wanted), "{name}: {words}");
    }
}

#[test]
fn a_model_of_another_layout_is_refused_with_the_supported_ones() {
    let words = words("refused_image.onnx");
    for part in [
        "the inputs image",
        "the outputs label float [1,4]",
        "/input/planes",
        "own and other",
    ] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn weights_that_are_no_numbers_show_at_the_first_look() {
    let model = Model::read(&path("refused_nan.onnx")).unwrap();
    let mut evaluator = Lc0Evaluator::new(Session::start(&model).unwrap()).unwrap();
    let record = Record::new(chess::Position::new());
    let watch = Stopwatch::start();
    let evaluated = evaluator.evaluate(&[chess::Position::new()], record.legal(), deadline(&watch));
    assert!(matches!(evaluated, Err(ModelError::NotANumber(_))), "{evaluated:?}");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let directory = std::env::temp_dir().join(format!("threefold-models-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let large = directory.join("large.onnx");
    // A file with a hole takes no room.
    std::fs::File::create(&large)
        .unwrap()
        .set_len(models::LARGEST_FILE + 1)
        .unwrap();
    let refused = Model::read(&large);
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(matches!(refused, Err(ModelError::FileSize { .. })), "{refused:?}");
}

#[test]
fn a_file_that_ends_too_soon_is_refused_wherever_it_ends() {
    for name in ["lc0_attention.onnx", "value_random.onnx"] {
        let whole = data(name);
        for length in (0..whole.len()).step_by(97) {
            assert!(
                Model::from_bytes(name, whole[..length].to_vec()).is_err(),
                "{length} bytes of {name}"
            );
        }
    }
}

/// Every mutation is refused or evaluated; a fault of the library would end in words too, and none may hang.
#[test]
fn damaged_files_are_refused_or_evaluated() {
    let mut random = fastrand::Rng::with_seed(24);
    let (mut refused, mut played) = (0, 0);
    for name in [
        "lc0_attention.onnx",
        "lc0_excitation.onnx",
        "value_random.onnx",
        "lc0_planted.onnx",
    ] {
        let whole = data(name);
        for _ in 0..250 {
            match try_to_play(mutated(&whole, &mut random)) {
                Ok(()) => played += 1,
                Err(error) => {
                    assert!(!error.to_string().contains("a fault in the library"), "{name}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

/// Some bytes are changed, removed or repeated; structure stands between long weights, so small places are preferred.
fn mutated(whole: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len());
        match random.u8(..5) {
            0 => bytes[at] = random.u8(..),
            1 => bytes[at] ^= 1 << random.u8(..8),
            2 => {
                bytes.remove(at);
            }
            3 => bytes.insert(at, random.u8(..)),
            _ => {
                let end = (at + random.usize(1..40)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    bytes
}

fn try_to_play(bytes: Vec<u8>) -> Result<(), ModelError> {
    let model = Model::from_bytes("mutated", bytes)?;
    let start = chess::Position::new();
    let record = Record::new(start.clone());
    let watch = Stopwatch::start();
    let session = Session::start(&model)?;
    match model.layout() {
        models::Layout::Lc0 { .. } => {
            let mut evaluator = Lc0Evaluator::new(session).expect("it is well formed");
            evaluator.evaluate(&[start], record.legal(), deadline(&watch))?;
        }
        models::Layout::Value { .. } => {
            if let Some(mut evaluator) = ValueEvaluator::new(session) {
                evaluator.evaluate(&[start], record.legal(), deadline(&watch))?;
            }
        }
    }
    Ok(())
}
