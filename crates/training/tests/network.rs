//! Networks trained on a few games: the same for the same seed, resumed as if never stopped, better than chance.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use engine::network::Network;
use training::{NetworkEnd, NetworkPlan, NetworkProgress, Origin, Plan, TrainError, generate, train};

/// A directory of this test, gone when it is dropped.
struct Room(PathBuf);

impl Room {
    /// A room with games in it.
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("threefold-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory can be made");
        let room = Room(path);
        let plan = Plan {
            games: 80,
            origin: Origin { seed: 1, nodes: 30 },
            network: Network::embedded(),
            threads: 2,
        };
        generate(&plan, &room.0.join("games"), &Arc::default(), &mut |_| {}).expect("games can be played");
        room
    }

    fn plan(&self, out: &str, threads: usize) -> NetworkPlan {
        NetworkPlan {
            data: vec![self.0.join("games")],
            start: None,
            out: self.0.join(out),
            epochs: 3,
            batch: 256,
            rate: 0.001,
            result_share: 0.3,
            threads,
            seed: 9,
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the directory is there");
    }
}

#[test]
fn the_same_seed_gives_the_same_network_stopped_or_not_with_any_number_of_threads() {
    let room = Room::new("train");
    let go = AtomicBool::new(false);
    let mut losses = Vec::new();
    let mut listen = |progress: &NetworkProgress| {
        if let NetworkProgress::Epoch { loss, .. } = progress {
            losses.push(*loss);
        }
    };
    assert_eq!(train(&room.plan("one", 1), &go, &mut listen).unwrap(), NetworkEnd::Done);
    assert!(losses.len() == 3 && losses[2] < losses[0], "{losses:?}");
    assert_eq!(train(&room.plan("two", 3), &go, &mut |_| {}).unwrap(), NetworkEnd::Done);
    let one = fs::read(room.0.join("one")).unwrap();
    assert_eq!(one, fs::read(room.0.join("two")).unwrap());
    Network::from_bytes(&one).unwrap();

    let stop = AtomicBool::new(false);
    let mut after_an_epoch = |progress: &NetworkProgress| {
        stop.store(matches!(progress, NetworkProgress::Epoch { .. }), Ordering::Release);
    };
    let plan = room.plan("three", 2);
    assert_eq!(train(&plan, &stop, &mut after_an_epoch).unwrap(), NetworkEnd::Stopped);
    Network::open(&plan.out).unwrap();
    let other = NetworkPlan {
        seed: 10,
        ..plan.clone()
    };
    assert!(matches!(
        train(&other, &go, &mut |_| {}),
        Err(TrainError::OtherCheckpoint(_))
    ));
    let mut resumed = 0;
    let mut listen = |progress: &NetworkProgress| {
        if let NetworkProgress::Read { resumed: steps, .. } = progress {
            resumed = *steps;
        }
    };
    assert_eq!(train(&plan, &go, &mut listen).unwrap(), NetworkEnd::Done);
    assert!(resumed > 0);
    assert_eq!(one, fs::read(&plan.out).unwrap());
    let mut left: Vec<_> = fs::read_dir(&room.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["games", "one", "three", "two"]);
}

#[test]
fn a_network_starts_from_another() {
    let room = Room::new("start");
    let go = AtomicBool::new(false);
    let losses_of = |plan: &NetworkPlan| {
        let mut losses = Vec::new();
        let mut listen = |progress: &NetworkProgress| {
            if let NetworkProgress::Epoch { loss, .. } = progress {
                losses.push(*loss);
            }
        };
        train(plan, &go, &mut listen).unwrap();
        losses
    };
    let first = room.plan("first", 2);
    let learning = losses_of(&first);
    let second = NetworkPlan {
        start: Some(first.out.clone()),
        rate: 0.000_1,
        ..room.plan("second", 2)
    };
    let started = losses_of(&second);
    assert!(started[0] < learning[0], "{started:?} {learning:?}");
}

#[test]
fn too_few_positions_are_refused() {
    let room = Room::new("few");
    let plan = NetworkPlan {
        batch: 1_000_000,
        ..room.plan("out", 1)
    };
    assert!(matches!(
        train(&plan, &AtomicBool::new(false), &mut |_| {}),
        Err(TrainError::TooFew(_))
    ));
}
