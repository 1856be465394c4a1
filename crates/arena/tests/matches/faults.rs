//! Players and workers that fail, and plans that are refused.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use arena::{
    Event, Limits, Match, MatchEnd, MatchError, Openings, PairingError, Plan, PlanError, Standing, TurnPlayer,
};
use play::BotError;

use crate::{
    Solved,
    heap::{Behaviour, opened, taker},
    plan, player, run, turns,
};

#[test]
fn who_breaks_the_game_loses_it_and_is_opened_again() {
    for (behaviour, reason) in [
        (Behaviour::Broken, "the program ended"),
        (Behaviour::Panicking, "the program ended"),
        (Behaviour::Cheat, "illegal move"),
    ] {
        let times = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&times);
        let bad = TurnPlayer::new(Limits::default(), move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(opened(taker(behaviour)))
        });
        let bad = ("bad".to_owned(), bad);
        let standing = run(plan(vec![bad, player("good", Behaviour::Clever)], 10));
        assert_eq!(standing.table.results(0, 1).losses, 10);
        assert_eq!(standing.reasons[reason], 10);
        assert_eq!(standing.troubles.len(), 10);
        // Once to try, once for each game.
        assert_eq!(times.load(Ordering::Relaxed), 11);
    }
}

#[test]
fn a_player_that_cannot_come_back_loses_and_the_match_goes_on() {
    let times = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&times);
    let bad = TurnPlayer::new(Limits::default(), move || {
        // There for the trial and for the first game only.
        if count.fetch_add(1, Ordering::Relaxed) < 2 {
            Ok(opened(taker(Behaviour::Broken)))
        } else {
            Err(BotError::Start {
                name: "bad".to_owned(),
                reason: "gone".to_owned(),
            })
        }
    });
    let bad = ("bad".to_owned(), bad);
    let standing = run(plan(vec![bad, player("good", Behaviour::Clever)], 10));
    assert_eq!(standing.table.results(0, 1).losses, 10);
    assert!(standing.troubles[9].contains("gone"), "{:?}", standing.troubles);
}

#[test]
fn a_worker_that_breaks_down_ends_the_match() {
    let mut plan = plan(
        vec![player("one", Behaviour::Random), player("two", Behaviour::Random)],
        10_000,
    );
    plan.concurrency = NonZeroUsize::new(2).expect("above zero");
    // Tables that panic once represent every fault that is not a bot's.
    let asked = AtomicUsize::new(0);
    turns(&mut plan).adjudication.endings = Some(Arc::new(Solved(move |_, _| {
        assert_ne!(asked.fetch_add(1, Ordering::Relaxed), 50, "on purpose");
        None
    })));
    let mut running = Match::start(plan, None).expect("the plan is right");
    let end = loop {
        match running.next() {
            Some(Event::Ended(end)) => break end,
            Some(_) => {}
            None => panic!("a match says how it ended"),
        }
    };
    assert!(
        matches!(end, MatchEnd::Failed(MatchError::Worker { total: 10_000, .. })),
        "{end:?}"
    );
    assert!(
        running.standing().games() < 10_000,
        "the other worker did not wait for ever"
    );
}

#[test]
fn a_standing_of_another_match_is_refused() {
    let field = || vec![player("one", Behaviour::Clever), player("two", Behaviour::Clever)];
    let standing = run(plan(field(), 4));
    let refused = |standing: Standing| {
        let started = Match::start(plan(field(), 10), Some(standing));
        matches!(started.err(), Some(MatchError::Standing))
    };
    assert!(!refused(standing.clone()));
    let mut foreign = standing.clone();
    foreign.players[0] = "three".to_owned();
    assert!(refused(foreign));
    let mut damaged = standing;
    damaged.white[0] += 1;
    assert!(refused(damaged));
}

#[test]
fn wrong_plans_are_refused() {
    let refusal = |plan: Plan| match Match::start(plan, None).err() {
        Some(MatchError::Plan(error)) => error,
        other => panic!("{other:?}"),
    };
    let pair = || vec![player("one", Behaviour::Clever), player("two", Behaviour::Clever)];
    assert_eq!(
        refusal(plan(vec![player("one", Behaviour::Clever)], 2)),
        PlanError::Pairing(PairingError::Players(1))
    );
    assert_eq!(refusal(plan(pair(), 3)), PlanError::Pairing(PairingError::Games(3)));
    assert_eq!(refusal(plan(pair(), 0)), PlanError::Pairing(PairingError::Games(0)));
    let twins = vec![player("one", Behaviour::Clever), player("one", Behaviour::Clever)];
    assert_eq!(refusal(plan(twins, 2)), PlanError::SameName("one".to_owned()));
    let mut empty = plan(pair(), 2);
    turns(&mut empty).openings = Openings::List(Vec::new());
    assert_eq!(refusal(empty), PlanError::NoOpenings);
    let absent = TurnPlayer::new(Limits::default(), || {
        Err(BotError::Start {
            name: "absent".to_owned(),
            reason: "not here".to_owned(),
        })
    });
    let absent = ("absent".to_owned(), absent);
    let started = Match::start(plan(vec![absent, player("two", Behaviour::Clever)], 2), None);
    assert!(matches!(started.err(), Some(MatchError::Player { name, .. }) if name == "absent"));
}
