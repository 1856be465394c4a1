//! Rule 6.2 and the behaviour of the levels: depth, time, stopping, draws.

use std::{cell::Cell, time::Duration};

use bots::ransom::{Plan, Rank, middlegames};
use play::{Ask, Budget, Choice, DrawAnswer, Purpose, Record, Side, Stop};
use ransom::{Position, Variant};

use crate::asking::{Frozen, Ticking, asked, open, position};

const STUDY: Purpose = Purpose::Study { lines: 1 };

#[test]
fn easy_looks_four_turns_ahead_and_hard_six() {
    let record = Record::new(middlegames()[3]);
    for (spec, depth) in [("easy", 4), ("hard", 6), ("hard?depth=3", 3), ("master?depth=5", 5)] {
        let (_, thoughts) = asked(&mut *open(spec, 1), &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
        assert_eq!(thoughts.last().map(|thought| thought.depth), Some(depth), "{spec}");
    }
}

#[test]
fn no_level_thinks_longer_than_five_seconds() {
    assert_eq!(Plan::of(Rank::Master).time, Duration::from_secs(1));
    let record = Record::new(middlegames()[0]);
    let asking = |milliseconds| Budget::move_time(Duration::from_millis(milliseconds));
    let deep = Budget {
        depth: Some(100),
        ..Budget::UNLIMITED
    };
    // With a hundred milliseconds a look, the looks are the tenths of a second until the answer; one more may fall to
    // the last report.
    for (spec, budget, purpose, tenths) in [
        ("master", Budget::UNLIMITED, Purpose::Game, 10),
        ("master", asking(300), Purpose::Game, 3),
        ("master", asking(60_000), Purpose::Game, 50),
        ("master?movetime=200", asking(60_000), Purpose::Game, 2),
        ("hard?depth=20", Budget::UNLIMITED, Purpose::Game, 50),
        ("easy?depth=20", Budget::UNLIMITED, Purpose::Game, 50),
        ("master", deep, STUDY, 50),
        ("master", asking(60_000), STUDY, 50),
        ("master", Budget::UNLIMITED, STUDY, 10),
    ] {
        let watch = Ticking {
            step: Duration::from_millis(100),
            looks: Cell::new(0),
        };
        asked(&mut *open(spec, 1), &record, budget, purpose, &watch);
        let looks = watch.looks.get();
        assert!(
            (tenths..=tenths + 1).contains(&looks),
            "{spec} took {looks} tenths, not {tenths}"
        );
    }
}

#[test]
fn when_time_is_up_the_best_move_so_far_is_played() {
    for position in middlegames().iter().take(12) {
        let record = Record::new(*position);
        let watch = Ticking {
            step: Duration::from_millis(5),
            looks: Cell::new(0),
        };
        let budget = Budget::move_time(Duration::from_millis(100));
        let (mv, thoughts) = asked(&mut *open("master", 1), &record, budget, STUDY, &watch);
        let last = thoughts.last().expect("the first turns are looked at in no time");
        assert_eq!(mv, last.line[0]);
        assert!(last.depth < 60);
    }
}

#[test]
fn a_raised_flag_is_answered_with_a_legal_move() {
    let stop = Stop::new();
    stop.raise();
    for position in middlegames().iter().take(10) {
        let record = Record::new(*position);
        for spec in ["easy", "hard", "master"] {
            let choice = open(spec, 1).choose(&mut Ask {
                record: &record,
                budget: Budget::UNLIMITED,
                stop: &stop,
                watch: &Frozen,
                purpose: Purpose::Game,
                report: &mut |_| {},
            });
            let Ok(Choice::Move(mv)) = choice else {
                panic!("{choice:?}")
            };
            assert!(record.legal().contains(&mv));
        }
    }
}

#[test]
fn without_time_the_dearest_capture_is_played() {
    let record = Record::new(position("nn6/8/2q1b3/8/3N4/1p6/8/NNN5 w 0/0 3 9"));
    let budget = Budget {
        nodes: Some(1),
        ..Budget::UNLIMITED
    };
    let (mv, thoughts) = asked(&mut *open("hard", 1), &record, budget, Purpose::Game, &Frozen);
    assert_eq!((mv.to_string().as_str(), thoughts.len()), ("Knight D4→C6 (capture)", 0));
}

#[test]
fn a_forced_move_needs_no_thought() {
    let record = Record::new(position("1n4nn/8/8/p5pp/P5PP/7P/8/8 w 0/0 0 1"));
    assert_eq!(record.legal().len(), 0);
    let record = Record::new(position("1n4nn/8/8/6pp/P5PP/8/8/8 w 0/0 0 1"));
    let (mv, thoughts) = asked(
        &mut *open("hard", 1),
        &record,
        Budget::UNLIMITED,
        Purpose::Game,
        &Frozen,
    );
    assert_eq!((mv.to_string().as_str(), thoughts.len()), ("Pawn A4→A5", 0));
}

#[test]
fn the_same_seed_plays_the_same_game_and_others_vary() {
    let played = |seed| {
        let mut bot = open("easy", seed);
        let mut record = Record::new(Position::new());
        for _ in 0..10 {
            let (mv, _) = asked(&mut *bot, &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
            record.play(mv).expect("a legal move plays");
        }
        record.moves().to_vec()
    };
    assert_eq!(played(7), played(7));
    let mut games: Vec<_> = (0..8).map(played).collect();
    games.dedup();
    assert!(games.len() > 4, "{}", games.len());
}

#[test]
fn draws_are_agreed_to_when_worse_or_when_nothing_happens() {
    let answer = |text: &str, side| {
        let record = Record::new(position(text));
        open("easy", 1).answer_draw(
            &mut Ask {
                record: &record,
                budget: Budget::UNLIMITED,
                stop: &Stop::new(),
                watch: &Frozen,
                purpose: Purpose::Game,
                report: &mut |_| {},
            },
            side,
        )
    };
    let ahead = "nnn5/8/8/8/8/8/1BBBB3/NNNN4 w 2/0 3 9";
    assert_eq!(answer(ahead, Side::White), Ok(DrawAnswer::Decline));
    assert_eq!(answer(ahead, Side::Black), Ok(DrawAnswer::Accept));
    let start = "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1";
    assert_eq!(answer(start, Side::White), Ok(DrawAnswer::Decline));
}

#[test]
fn learners_overlook_moves_that_easy_plays_and_never_play_an_illegal_one() {
    // A queen can be taken for nothing.
    let hanging = Record::new(position("ppnnnn2/2bbbb2/8/3q4/8/2N5/2BBBB2/PPN1NNPP w 0/0 0 21"));
    let taken = |spec: &str| {
        let choices = (0..60).filter(|&seed| {
            let (mv, _) = asked(
                &mut *open(spec, seed),
                &hanging,
                Budget::UNLIMITED,
                Purpose::Game,
                &Frozen,
            );
            assert!(hanging.legal().contains(&mv));
            mv.to_string().contains("(capture)")
        });
        choices.count()
    };
    let [beginner, novice, easy] = ["beginner", "novice", "easy"].map(taken);
    assert!(beginner < novice && novice <= easy, "{beginner} {novice} {easy}");
    assert_eq!(easy, 60);
    assert!(beginner >= 20, "it sees most of what it can take: {beginner}");
}

/// Rule 8.1: a piece for two points is worth a turn where nothing can be captured.
#[test]
fn levels_buy_pieces_back() {
    let record = Record::new(position("p1nnnn1p/1pb2bp1/8/8/8/8/1PB2BP1/P1NN3P w 2/2 0 41 buyback"));
    for spec in ["easy", "hard", "master?depth=6"] {
        let (mv, _) = asked(&mut *open(spec, 1), &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
        assert!(mv.is_buy_back() || mv.is_upgrade(), "{spec}: {mv}");
    }
    let mut bought = 0;
    for seed in 0..4 {
        let mut bot = open("easy", seed);
        let mut record = Record::new(Position::of(Variant::BuyBack));
        while record.outcome().is_none() {
            let (mv, _) = asked(&mut *bot, &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
            bought += usize::from(mv.is_buy_back());
            record.play(mv).expect("a legal move plays");
        }
    }
    assert!(bought >= 4, "{bought}");
}

/// At an even depth a knight's move looks like a step of a pawn, which keeps a turn in hand.
#[test]
fn hard_opens_with_moves_that_also_look_best_one_turn_less_deep() {
    let record = Record::new(Position::new());
    let mut played: Vec<String> = (0..12)
        .map(|seed| {
            let (mv, _) = asked(
                &mut *open("hard", seed),
                &record,
                Budget::UNLIMITED,
                Purpose::Game,
                &Frozen,
            );
            mv.to_string()
        })
        .collect();
    played.sort_unstable();
    played.dedup();
    assert_eq!(played, ["Pawn B1→B2", "Pawn G1→G2"]);
}
