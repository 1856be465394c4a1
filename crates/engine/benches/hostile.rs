//! How far the engine overruns its time in hostile positions: `cargo bench -p engine --bench hostile -- 10000`.
//!
//! Every position is given 50 milliseconds; it prints how much later than that the answer came.

use std::time::{Duration, Instant};

use engine::{Engine, Game, Limits, Settings, Signal};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const MOVE_TIME: Duration = Duration::from_millis(50);

fn main() {
    let wanted = std::env::args()
        .filter_map(|word| word.parse().ok())
        .next_back()
        .unwrap_or(1_000);
    let positions = positions(wanted);
    let settings = Settings {
        move_overhead: Duration::ZERO,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings).expect("16 MiB are there");
    let limits = Limits {
        movetime: Some(MOVE_TIME),
        ..Limits::default()
    };
    let mut overruns: Vec<Duration> = positions
        .iter()
        .map(|position| {
            engine.new_game();
            let started = Instant::now();
            let answer = engine.search(&Game::new(position.clone()), &limits, &Signal::default(), &mut |_| {});
            assert!(answer.best.is_some(), "a position with moves has an answer");
            started.elapsed().saturating_sub(MOVE_TIME)
        })
        .collect();
    overruns.sort();
    let share = |thousandths: usize| overruns[(overruns.len() * thousandths / 1000).min(overruns.len() - 1)];
    println!(
        "{} hostile positions at {MOVE_TIME:?}: overrun median {:.2?}, 99 % {:.2?}, 99.9 % {:.2?}, most {:.2?}",
        overruns.len(),
        share(500),
        share(990),
        share(999),
        share(1000)
    );
}

/// The suite, and positions that random play reaches from it.
fn positions(wanted: usize) -> Vec<Chess> {
    let suite: Vec<Chess> = include_str!("../tests/suites/hostile.epd")
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let fen: Fen = fields.join(" ").parse().ok()?;
            fen.into_position(CastlingMode::Chess960).ok()
        })
        .filter(|position: &Chess| !position.legal_moves().is_empty())
        .collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut positions = suite.clone();
    while positions.len() < wanted {
        let mut position = suite[random.usize(..suite.len())].clone();
        for _ in 0..random.usize(1..6) {
            let Some(mv) = random.choice(position.legal_moves()) else {
                break;
            };
            position.play_unchecked(mv);
        }
        if !position.legal_moves().is_empty() {
            positions.push(position);
        }
    }
    positions.truncate(wanted);
    positions
}
