//! The fit from outside: it learns, and the same seed gives the same weights whatever the threads.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use engine::Evaluation;
use training::{DataError, Dataset, Epoch, Fit, Origin, Plan, TuningPlan, generate, tune};

/// Quick games of the engine.
fn games(name: &str, games: u32) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("training-{name}"));
    drop(fs::remove_file(&path));
    let origin = Origin { seed: 4, nodes: 60 };
    let threads = 2;
    let plan = Plan {
        games,
        origin,
        evaluation: Evaluation::default(),
        threads,
    };
    generate(&plan, &path, &Arc::default(), &mut |_| {}).unwrap();
    path
}

fn fit(data: &Dataset, threads: usize, seed: u64) -> (Fit, Vec<Epoch>) {
    let mut epochs = Vec::new();
    let plan = TuningPlan {
        epochs: 6,
        threads,
        seed,
    };
    let fit = tune(data, &plan, &mut |epoch| epochs.push(*epoch));
    (fit, epochs)
}

#[test]
fn a_fit_lowers_the_loss_and_follows_from_its_seed() {
    let file = games("tuning", 120);
    let data = Dataset::read(&[file], 1).unwrap();
    let [training, held_out] = data.positions();
    assert!(training > 6 * held_out && held_out > 0);
    let (first, epochs) = fit(&data, 1, 1);
    assert_eq!(epochs.len(), 7);
    assert!(epochs[6].training < epochs[0].training, "{epochs:?}");
    // Twelve games are too few to tell a gain, not to tell a fit that went wrong.
    assert!(first.held_out < epochs[0].held_out + 0.01, "{epochs:?}");
    assert!((0.001..0.02).contains(&first.steepness), "{}", first.steepness);
    assert_eq!(fit(&data, 3, 1), (first.clone(), epochs));
    assert_ne!(fit(&data, 1, 2).1, fit(&data, 1, 1).1);
}

#[test]
fn a_handful_of_games_is_too_little() {
    let file = games("handful", 3);
    assert!(matches!(Dataset::read(&[file], 1), Err(DataError::TooFew(3))));
}
