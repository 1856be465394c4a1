//! Generation from outside: a plan that is stopped and gone on with makes the games of one that is not.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use engine::network::Network;
use training::{GameReader, Origin, Plan, TrainingGame, generate};

fn plan(games: u32, threads: usize) -> Plan {
    let origin = Origin { seed: 21, nodes: 40 };
    Plan {
        games,
        origin,
        network: Network::embedded(),
        threads,
    }
}

fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("training-{name}"));
    drop(fs::remove_file(&path));
    path
}

/// The games of a file in the order of their numbers.
fn games(path: &Path) -> Vec<TrainingGame> {
    let mut games: Vec<_> = GameReader::open(path).unwrap().map(Result::unwrap).collect();
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn a_stopped_plan_goes_on_to_the_same_games_with_any_threads() {
    let (whole, parts) = (place("whole"), place("parts"));
    let progress = generate(&plan(8, 1), &whole, &Arc::default(), &mut |_| {}).unwrap();
    assert_eq!((progress.games, progress.games_before), (8, 0));
    assert_eq!(
        progress.samples,
        games(&whole)
            .iter()
            .map(|game| game.samples().count() as u64)
            .sum::<u64>()
    );

    // Games may end before the stop is heard of, so that more are planned than are asked for in the end.
    let stop = Arc::new(AtomicBool::new(false));
    let first = generate(&plan(64, 2), &parts, &stop, &mut |progress| {
        stop.store(progress.games >= 3, Ordering::Release);
    });
    let before = first.unwrap().games;
    assert!(before >= 3);
    let rest = generate(&plan(8, 2), &parts, &Arc::default(), &mut |_| {}).unwrap();
    assert_eq!(rest.games_before, before);
    let mut played = games(&parts);
    played.retain(|game| game.number < 8);
    assert_eq!(played, games(&whole));
}

#[test]
fn a_damaged_game_is_played_again() {
    let path = place("damaged");
    generate(&plan(4, 1), &path, &Arc::default(), &mut |_| {}).unwrap();
    let sound = games(&path);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(games(&path).len(), 3);
    let progress = generate(&plan(4, 1), &path, &Arc::default(), &mut |_| {}).unwrap();
    assert_eq!((progress.games, progress.games_before), (4, 3));
    assert!(progress.lost > 0);
    assert_eq!(games(&path), sound);
}
