//! Time and stopping, with clocks that tests move.

use std::{cell::Cell, time::Duration};

use bots::{
    evaluation::{Evaluation, Stage},
    minimax::{Breadth, Limits, Minimax, Settings},
};
use chess::{Position, shakmaty::Move};
use play::{Ask, Bot, Budget, Choice, Clock, Purpose, Record, Side, Stop, Thought, TimeControl};

use crate::asking::{Frozen, Ticking, open, record};

const MIDDLEGAME: &str = include_str!("../suites/middlegame.fen");

/// What a bot answers when the clock moves on by `step` at every look, what it thought and how often it looked.
fn timed(
    bot: &mut dyn Bot<Position>,
    record: &Record<Position>,
    budget: Budget,
    step: Duration,
    purpose: Purpose,
) -> (Move, Vec<Thought<Move>>, u32) {
    let mut thoughts = Vec::new();
    let watch = Ticking {
        step,
        looks: Cell::new(0),
    };
    let choice = bot.choose(&mut Ask {
        record,
        budget,
        stop: &Stop::new(),
        watch: &watch,
        purpose,
        report: &mut |thought| thoughts.push(thought),
    });
    match choice {
        Ok(Choice::Move(mv)) => (mv, thoughts, watch.looks.get()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn when_time_is_up_the_last_completed_iteration_decides() {
    let budget = Budget::move_time(Duration::from_millis(100));
    let mut cut_short = 0;
    for fen in MIDDLEGAME.lines() {
        let record = record(fen);
        let mut hard = open("hard", 1);
        let step = Duration::from_millis(4);
        let (mv, thoughts, _) = timed(&mut *hard, &record, budget, step, Purpose::Study { lines: 1 });
        let last = thoughts.last().expect("the first iteration is short");
        assert_eq!(mv, last.line[0], "{fen}");
        cut_short += usize::from(last.depth < 6);
        // The same depth without any clock comes to the same move.
        let mut unhurried = Minimax::new(
            Evaluation::new(Stage::Hard),
            Settings {
                hash: 4,
                ..Settings::default()
            },
        )
        .expect("there is memory");
        let limits = Limits {
            depth: last.depth,
            time: None,
            nodes: None,
            stop: &Stop::new(),
            watch: &Frozen,
        };
        let found = unhurried
            .think(&record, &limits, Breadth::Lines(1), &mut |_| {})
            .expect("nothing interrupts it");
        assert_eq!(
            (mv, last.score),
            (found.lines[0].moves[0], found.lines[0].score),
            "{fen}"
        );
    }
    assert!(cut_short > 20, "the clock cut only {cut_short} searches short");
}

#[test]
fn levels_keep_their_own_limits() {
    let record = record(MIDDLEGAME.lines().next().expect("there are positions"));
    for (spec, depth) in [("medium", 4), ("hard", 6), ("hard?depth=3", 3), ("medium?depth=5", 5)] {
        let mut bot = open(spec, 1);
        let (_, thoughts, _) = timed(&mut *bot, &record, Budget::UNLIMITED, Duration::ZERO, Purpose::Game);
        assert_eq!(thoughts.last().map(|thought| thought.depth), Some(depth), "{spec}");
    }
    // With a second a look, the looks until the answer are the seconds it took; one more may fall to the last report.
    for (spec, seconds) in [
        ("medium?depth=20", 4),
        ("hard?depth=20", 8),
        ("hard?depth=20&movetime=3000", 3),
    ] {
        let mut bot = open(spec, 1);
        let second = Duration::from_secs(1);
        let (_, _, looks) = timed(&mut *bot, &record, Budget::UNLIMITED, second, Purpose::Game);
        assert!((seconds..=seconds + 1).contains(&looks), "{spec} took {looks} s");
    }
}

#[test]
fn a_study_goes_as_far_as_asked() {
    let record = record(MIDDLEGAME.lines().next().expect("there are positions"));
    let study = Purpose::Study { lines: 1 };
    let deeper = Budget {
        depth: Some(5),
        ..Budget::UNLIMITED
    };
    // Neither the level's depth nor its time stands in the way.
    let (_, thoughts, _) = timed(&mut *open("medium", 1), &record, deeper, Duration::from_secs(1), study);
    assert_eq!(thoughts.last().map(|thought| thought.depth), Some(5));
    // In a game they do.
    let (_, thoughts, _) = timed(&mut *open("medium", 1), &record, deeper, Duration::ZERO, Purpose::Game);
    assert_eq!(thoughts.last().map(|thought| thought.depth), Some(4));
}

#[test]
fn a_clock_is_managed() {
    let record = record(MIDDLEGAME.lines().nth(1).expect("there are positions"));
    let control = TimeControl::read_minutes("0.05+0").expect("the clock is readable");
    let mut clock = Clock::new(control);
    let mut hard = open("hard?depth=20", 1);
    let budget = Budget {
        clock: Some(clock),
        ..Budget::UNLIMITED
    };
    let watch = Ticking {
        step: Duration::from_millis(1),
        looks: Cell::new(0),
    };
    let answer = hard.choose(&mut Ask {
        record: &record,
        budget,
        stop: &Stop::new(),
        watch: &watch,
        purpose: Purpose::Game,
        report: &mut |_| {},
    });
    assert!(matches!(answer, Ok(Choice::Move(_))));
    clock.spend(Side::White, watch.step * watch.looks.get());
    assert_eq!(clock.fallen(), None);
    assert!(clock.remaining(Side::White) > Duration::from_secs(2));
}

#[test]
fn a_raised_flag_is_answered_with_a_legal_move() {
    let stop = Stop::new();
    stop.raise();
    for fen in MIDDLEGAME.lines().take(10) {
        let record = record(fen);
        for level in ["easy", "medium?depth=20", "hard?depth=20"] {
            let answer = open(level, 1).choose(&mut Ask {
                record: &record,
                budget: Budget::UNLIMITED,
                stop: &stop,
                watch: &Frozen,
                purpose: Purpose::Game,
                report: &mut |_| {},
            });
            let Ok(Choice::Move(mv)) = answer else {
                panic!("{answer:?}")
            };
            assert!(record.legal().contains(&mv));
        }
    }
}

#[test]
fn a_flag_raised_in_the_middle_is_seen() {
    let record = record(MIDDLEGAME.lines().next().expect("there are positions"));
    let stop = Stop::new();
    let mut depths = Vec::new();
    let answer = open("hard?depth=20", 1).choose(&mut Ask {
        record: &record,
        budget: Budget::UNLIMITED,
        stop: &stop,
        watch: &Frozen,
        purpose: Purpose::Game,
        report: &mut |thought| {
            depths.push(thought.depth);
            if thought.depth == 3 {
                stop.raise();
            }
        },
    });
    assert!(matches!(answer, Ok(Choice::Move(_))));
    assert_eq!(depths, [1, 2, 3]);
}

#[test]
fn with_no_time_at_all_there_is_still_a_legal_move() {
    for fen in MIDDLEGAME.lines().take(10) {
        let record = record(fen);
        let budget = Budget {
            nodes: Some(1),
            ..Budget::UNLIMITED
        };
        let (mv, thoughts, _) = timed(&mut *open("hard", 1), &record, budget, Duration::ZERO, Purpose::Game);
        assert!(record.legal().contains(&mv) && thoughts.is_empty());
    }
}
