//! Makes the built-in openings: short lines whose moves and end our own search finds balanced.
//!
//! `cargo run --release -p bots --example make_openings -- 400 > crates/chess/data/balanced.txt`

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use anyhow::Context;
use bots::{
    evaluation::{Evaluation, Stage},
    minimax::{Breadth, Limits, Minimax, Settings},
};
use chess::{Position, shakmaty::Move};
use play::{Notation, Record, Rules, Score, Stop, Watch};

/// Plies of a line.
const PLIES: usize = 8;

/// How far behind the best a move may be, and how far from even the end, in centipawns.
const MARGIN: i32 = 35;

fn main() -> anyhow::Result<()> {
    let wanted: usize = std::env::args().nth(1).context("make_openings COUNT")?.parse()?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut search = Search::new();
    let mut ends = HashSet::new();
    let mut lines = HashSet::new();
    while lines.len() < wanted {
        let mut record = Record::new(Position::new());
        let mut labels = Vec::new();
        while labels.len() < PLIES {
            let good = search.good_moves(&record);
            let mv = *random.choice(&good).context("an opening has moves")?;
            labels.push(record.position().label(mv));
            record.play(mv)?;
        }
        if search.is_even(&record) && ends.insert(record.position().key()) {
            lines.insert(labels.join(" "));
        }
    }
    let mut lines: Vec<String> = lines.into_iter().collect();
    lines.sort_unstable();
    for line in lines {
        println!("{line}");
    }
    Ok(())
}

struct Search {
    minimax: Minimax<Position, Evaluation>,
    /// Found before: the first moves come again and again.
    known: HashMap<u64, Vec<Move>>,
}

impl Search {
    fn new() -> Self {
        Search {
            minimax: Minimax::new(Evaluation::new(Stage::Hard), Settings::default()).expect("there is memory"),
            known: HashMap::new(),
        }
    }

    /// Moves that five plies find nearly as good as the best.
    fn good_moves(&mut self, record: &Record<Position>) -> Vec<Move> {
        if let Some(known) = self.known.get(&record.position().key()) {
            return known.clone();
        }
        let found = self
            .minimax
            .think(record, &limits(5), Breadth::Within(MARGIN), &mut |_| {});
        let moves: Vec<Move> = found
            .into_iter()
            .flat_map(|found| found.lines)
            .filter_map(|line| line.moves.first().copied())
            .collect();
        self.known.insert(record.position().key(), moves.clone());
        moves
    }

    /// Whether six plies find the position balanced.
    fn is_even(&mut self, record: &Record<Position>) -> bool {
        let found = self.minimax.think(record, &limits(6), Breadth::Lines(1), &mut |_| {});
        let score = found.and_then(|found| found.lines.first().map(|line| line.score));
        matches!(score, Some(Score::Centipawns(points)) if points.abs() <= MARGIN)
    }
}

/// Only depth limits: the same lines on every machine.
fn limits(depth: u32) -> Limits<'static> {
    static STOP: std::sync::LazyLock<Stop> = std::sync::LazyLock::new(Stop::new);
    Limits {
        depth,
        time: None,
        nodes: None,
        stop: &STOP,
        watch: &NoTime,
    }
}

struct NoTime;

impl Watch for NoTime {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
