//! What the levels cost and reach: `cargo xtask bench` or `cargo bench -p bots`.
//!
//! Times are of this machine at this moment; compare them within one run only.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bots::{
    Level, Plan, Setup,
    evaluation::Evaluation,
    minimax::{Breadth, Limits, Minimax, Settings},
};
use chess::Position;
use play::{Ask, Bot, Budget, Notation, Purpose, Record, Stop, Stopwatch};

fn main() {
    let positions: Vec<Record<Position>> = include_str!("../tests/suites/middlegame.fen")
        .lines()
        .map(|fen| Record::new(Position::read_position(fen).expect("the file holds positions").position))
        .collect();
    println!("{} middlegame positions", positions.len());
    evaluation(&positions);
    for (name, plan) in [("medium", Plan::medium()), ("hard", Plan::hard())] {
        for depth in [4, 6] {
            to_depth(name, plan, depth, &positions);
        }
        as_played(name, plan, &positions);
    }
}

fn evaluation(positions: &[Record<Position>]) {
    const ROUNDS: u32 = 5_000;
    for (name, plan) in [("medium", Plan::medium()), ("hard", Plan::hard())] {
        let evaluation = Evaluation::new(plan.stage);
        let start = Instant::now();
        for _ in 0..ROUNDS {
            for record in positions {
                black_box(evaluation.worth(black_box(record.position())));
            }
        }
        let each = start.elapsed() / (ROUNDS * positions.len() as u32);
        println!("evaluation {name}: {each:?} with both move lists");
    }
}

fn to_depth(name: &str, plan: Plan, depth: u32, positions: &[Record<Position>]) {
    let mut times = Vec::new();
    let mut nodes = 0;
    for record in positions {
        let mut minimax = Minimax::new(Evaluation::new(plan.stage), Settings::default()).expect("there is memory");
        let watch = Stopwatch::start();
        let limits = Limits {
            depth,
            time: None,
            nodes: None,
            stop: &Stop::new(),
            watch: &watch,
        };
        let start = Instant::now();
        black_box(minimax.think(record, &limits, Breadth::Lines(1), &mut |_| {}));
        times.push(start.elapsed());
        nodes += minimax.nodes();
    }
    let total: Duration = times.iter().sum();
    println!(
        "{name} to depth {depth}: {}, {nodes} nodes, {:.0} nodes a second",
        spread(&mut times),
        nodes as f64 / total.as_secs_f64()
    );
}

/// As at the table: variety on, the level's own limits.
fn as_played(name: &str, plan: Plan, positions: &[Record<Position>]) {
    let mut depths = Vec::new();
    let mut times = Vec::new();
    for (seed, record) in positions.iter().enumerate() {
        let mut level = Level::new(plan, Setup::seeded(seed as u64)).expect("there is memory");
        let mut depth = 0;
        let watch = Stopwatch::start();
        let choice = level.choose(&mut Ask {
            record,
            budget: Budget::UNLIMITED,
            stop: &Stop::new(),
            watch: &watch,
            purpose: Purpose::Game,
            report: &mut |thought| depth = thought.depth,
        });
        choice.expect("a middlegame has moves");
        times.push(play::Watch::elapsed(&watch));
        depths.push(depth);
    }
    let full = depths.iter().filter(|&&depth| depth == plan.depth).count();
    println!(
        "{name} as played: mean depth {:.2}, full depth in {full} of {}, {}",
        f64::from(depths.iter().sum::<u32>()) / depths.len() as f64,
        depths.len(),
        spread(&mut times)
    );
}

fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    format!(
        "median {:.1?}, slowest {:.1?}",
        times[times.len() / 2],
        times[times.len() - 1]
    )
}
