//! Fits the positional bonuses of Ransom to the results of games: `cargo run --release -p bots --example tune_ransom`.
//!
//! The method is Texel tuning. Equal players that search three plies play games from eight random turns to their end.
//! Of every game the quiet positions are used, those in which the search expects no capture, with the result of the
//! game. The value of a position is what 6.1 fixes (pieces, points, moves) plus its terms times their weights; the
//! probability of winning is a logistic curve of the value. First the slope of the curve is fitted, then the weights,
//! by gradient descent on the squared error of the probability. A small pull towards zero keeps the weights of rare
//! terms small. No bonus becomes negative, the outermost ring counts nothing, and only idle points count against their
//! owner.
//!
//! Then the new weights play the old ones, from four random turns each, sides swapped; they are worth taking over only
//! if they win.
//!
//! Arguments: games to learn from (default 2,000), pairs of games to compare by (default 200), seed (default 1).

#![expect(clippy::print_stdout, reason = "an example prints its figures")]

use bots::ransom::{BONUSES, Bonuses, Evaluation, Level, Plan, Rank, TERMS, Weights, counts};
use play::{Ask, Bot, Budget, Choice, Purpose, Record, Rules, Setup, Side, Stop, Stopwatch, Thought};
use ransom::{Move, Position};

/// A position with what became of it.
struct Sample {
    /// What 6.1 fixes.
    fixed: f64,
    terms: [f64; TERMS],
    /// 1 for the mover's win, 0 for a loss, a half for a draw.
    result: f64,
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().map_or(Ok(2_000), |text| text.parse())?;
    let pairs = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut samples = Vec::new();
    let mut level = player(BONUSES)?;
    for _ in 0..games {
        samples.extend(game(&mut level, &mut random)?);
    }
    println!("{games} games, {} positions", samples.len());

    let mut weights = BONUSES.map(f64::from);
    let slope = best_slope(&samples, &weights);
    println!("slope {slope:.5}, error before {:.6}", error(&samples, &weights, slope));
    fit(&samples, &mut weights, slope);
    println!("error after {:.6}", error(&samples, &weights, slope));
    let fitted = weights.map(|weight| weight.round() as i32);
    println!("{fitted:?}");
    compare(fitted, pairs, &mut random)
}

/// A level that looks three turns ahead with these bonuses.
fn player(bonuses: Bonuses) -> anyhow::Result<Level> {
    let plan = Plan {
        depth: 3,
        bonuses,
        ..Plan::of(Rank::Hard)
    };
    let setup = Setup {
        hash: 4,
        ..Setup::seeded(1)
    };
    Ok(Level::new(plan, setup)?)
}

/// Plays the new weights against the old ones and prints the score with its standard error, from the pairs.
fn compare(fitted: Bonuses, pairs: u32, random: &mut fastrand::Rng) -> anyhow::Result<()> {
    let mut players = [player(fitted)?, player(BONUSES)?];
    let mut scores = Vec::new();
    for _ in 0..pairs {
        let opening = opening(4, random)?;
        let mut score = 0.0;
        for new in Side::BOTH {
            for level in &mut players {
                level.begin(random.u64(..))?;
            }
            let mut record = opening.clone();
            while record.outcome().is_none() {
                let index = usize::from(record.turn() != new);
                let Some((mv, _)) = asked(&mut players[index], &record)? else {
                    break;
                };
                record.play(mv)?;
            }
            score += record.outcome().map_or(0.25, |outcome| match outcome.winner {
                None => 0.25,
                Some(winner) if winner == new => 0.5,
                Some(_) => 0.0,
            });
        }
        scores.push(score);
    }
    let mean = scores.iter().sum::<f64>() / f64::from(pairs);
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / f64::from(pairs.max(2) - 1);
    let error = (variance / f64::from(pairs)).sqrt();
    println!(
        "new against old: {:.1} % ± {:.1} in {} games",
        100.0 * mean,
        196.0 * error,
        2 * pairs
    );
    Ok(())
}

/// Random turns from the start.
fn opening(turns: usize, random: &mut fastrand::Rng) -> anyhow::Result<Record<Position>> {
    let mut record = Record::new(Position::new());
    while record.outcome().is_none() && record.moves().len() < turns {
        let mv = record.legal()[random.usize(..record.legal().len())];
        record.play(mv)?;
    }
    Ok(record)
}

/// The move of a level and its last thought.
fn asked(level: &mut Level, record: &Record<Position>) -> anyhow::Result<Option<(Move, Option<Thought<Move>>)>> {
    let mut last = None;
    let choice = level.choose(&mut Ask {
        record,
        budget: Budget::UNLIMITED,
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        report: &mut |thought| last = Some(thought),
    })?;
    Ok(match choice {
        Choice::Move(mv) => Some((mv, last)),
        Choice::ClaimDraw | Choice::Resign => None,
    })
}

/// The samples of one game.
fn game(level: &mut Level, random: &mut fastrand::Rng) -> anyhow::Result<Vec<Sample>> {
    let mut record = opening(8, random)?;
    level.begin(random.u64(..))?;
    let mut kept = Vec::new();
    while record.outcome().is_none() {
        let Some((mv, thought)) = asked(level, &record)? else {
            break;
        };
        let quiet = thought.is_some_and(|thought| thought.line.iter().all(|mv| mv.captured().is_none()));
        if quiet {
            kept.push(*record.position());
        }
        record.play(mv)?;
    }
    let winner = record.outcome().and_then(|outcome| outcome.winner);
    Ok(kept.iter().map(|position| sample(position, winner)).collect())
}

fn sample(position: &Position, winner: Option<Side>) -> Sample {
    let fixed = Evaluation {
        weights: Weights {
            position: 0,
            ..Weights::default()
        },
        ..Evaluation::default()
    };
    Sample {
        fixed: f64::from(fixed.worth(position)),
        terms: counts(position).map(f64::from),
        result: match winner {
            None => 0.5,
            Some(side) if side == position.turn() => 1.0,
            Some(_) => 0.0,
        },
    }
}

fn chance(sample: &Sample, weights: &[f64; TERMS], slope: f64) -> f64 {
    let bonus: f64 = sample
        .terms
        .iter()
        .zip(weights)
        .map(|(term, weight)| term * weight)
        .sum();
    1.0 / (1.0 + (-slope * (sample.fixed + bonus)).exp())
}

fn error(samples: &[Sample], weights: &[f64; TERMS], slope: f64) -> f64 {
    let squares = samples
        .iter()
        .map(|sample| (chance(sample, weights, slope) - sample.result).powi(2));
    squares.sum::<f64>() / samples.len() as f64
}

/// The slope with the least error, by ever smaller steps while they help.
fn best_slope(samples: &[Sample], weights: &[f64; TERMS]) -> f64 {
    let (mut best, mut step) = (0.003, 0.001);
    let mut least = error(samples, weights, best);
    while step > 0.000_01 {
        let mut moved = false;
        for slope in [best - step, best + step] {
            let found = error(samples, weights, slope);
            if slope > 0.0 && found < least {
                (best, least, moved) = (slope, found, true);
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    best
}

/// Gradient descent with a step of its own for each weight (Adam).
fn fit(samples: &[Sample], weights: &mut [f64; TERMS], slope: f64) {
    const ROUNDS: i32 = 400;
    const STEP: f64 = 1.0;
    const PULL: f64 = 1e-9;
    let (mut first, mut second) = ([0.0; TERMS], [0.0; TERMS]);
    for round in 1..=ROUNDS {
        let mut gradient = [0.0; TERMS];
        for sample in samples {
            let chance = chance(sample, weights, slope);
            let push = 2.0 * (chance - sample.result) * chance * (1.0 - chance) * slope;
            for (sum, term) in gradient.iter_mut().zip(&sample.terms) {
                *sum += push * term / samples.len() as f64;
            }
        }
        for term in 0..TERMS {
            let pulled = gradient[term] + 2.0 * PULL * weights[term];
            first[term] = 0.9 * first[term] + 0.1 * pulled;
            second[term] = 0.999 * second[term] + 0.001 * pulled * pulled;
            let mean = first[term] / (1.0 - 0.9_f64.powi(round));
            let spread = (second[term] / (1.0 - 0.999_f64.powi(round))).sqrt();
            weights[term] = allowed(term, weights[term] - STEP * mean / (spread + 1e-12));
        }
    }
}

/// The nearest weight that leaves a bonus a bonus.
fn allowed(term: usize, weight: f64) -> f64 {
    const OUTER_RINGS: [usize; 3] = [3, 7, 11];
    const IDLE_POINT: usize = 23;
    match term {
        _ if OUTER_RINGS.contains(&term) => 0.0,
        IDLE_POINT => weight.min(0.0),
        _ => weight.max(0.0),
    }
}
