//! Makes the balanced openings of Ransom: `cargo run --release -p bots --example make_ransom_openings`.
//!
//! Six random turns from the start, kept if Hard, looking four turns ahead, thinks neither side more than 40 points
//! better: random enough to differ, even enough that the better player decides the game. Printed to stdout.

#![expect(clippy::print_stdout, reason = "an example prints what it makes")]

use std::collections::HashSet;

use bots::{
    minimax::{Breadth, Limits, Minimax},
    ransom::{Evaluation, Plan, Rank},
};
use play::{Notation, Record, Rules, Score, Stop, Stopwatch};
use ransom::Position;

const OPENINGS: usize = 400;
const TURNS: usize = 6;
const DEPTH: u32 = 4;
const EVEN: i32 = 40;

fn main() -> anyhow::Result<()> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut minimax = Minimax::new(Evaluation::default(), Plan::of(Rank::Hard).settings(16))?;
    let mut seen = HashSet::new();
    println!("# Six random turns after which neither side is better: examples/make_ransom_openings.rs.");
    while seen.len() < OPENINGS {
        let mut record = Record::new(Position::new());
        while record.outcome().is_none() && record.moves().len() < TURNS {
            let mv = record.legal()[random.usize(..record.legal().len())];
            record.play(mv)?;
        }
        let watch = Stopwatch::start();
        let limits = Limits {
            depth: DEPTH,
            time: None,
            nodes: None,
            stop: &Stop::new(),
            watch: &watch,
        };
        let found = minimax.think(&record, &limits, Breadth::Lines(1), &mut |_| {});
        let even = found.is_some_and(|found| match found.lines[0].score {
            Score::Centipawns(points) => points.abs() <= EVEN,
            Score::Win(_) | Score::Loss(_) => false,
        });
        if even && seen.insert(record.position().key()) {
            println!("{}", record.position().position_text());
        }
    }
    Ok(())
}
