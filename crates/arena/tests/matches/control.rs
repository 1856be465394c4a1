//! A match that is paused, slowed down, finished early or stopped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use arena::{Detail, Event, Limits, Match, MatchEnd, TurnPlayer};

use crate::{
    finished,
    heap::{Behaviour, Gated, opened, taker},
    plan, player,
};

#[test]
fn a_paused_match_moves_one_step_at_a_time() {
    let (open, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let gated = |name: &str| {
        let (open, moves) = (Arc::clone(&open), Arc::clone(&moves));
        let player = TurnPlayer::new(Limits::default(), move || {
            Ok(opened(Gated {
                bot: taker(Behaviour::Clever),
                open: Arc::clone(&open),
                moves: Arc::clone(&moves),
            }))
        });
        (name.to_owned(), player)
    };
    let mut plan = plan(vec![gated("one"), gated("two")], 10);
    plan.detail = Detail::Moves;
    let mut running = Match::start(plan, None).expect("the plan is right");
    // The first move is under way, or is held back by the pause.
    let control = running.control().clone();
    control.pause();
    open.store(true, Ordering::Relaxed);
    let mut next_move = || loop {
        match running.next() {
            Some(Event::Moved { .. }) => return,
            Some(Event::Ended(_)) | None => panic!("the match is over"),
            Some(_) => {}
        }
    };
    for steps in 1..=20 {
        control.step();
        next_move();
        let made = moves.load(Ordering::Relaxed);
        assert!((steps..=steps + 1).contains(&made), "{made} moves for {steps} steps");
    }
    control.resume();
    while running.next().is_some() {}
    assert_eq!(running.standing().games(), 10);
}

#[test]
fn a_gap_before_moves_can_be_lifted_and_broken_off() {
    let two = || vec![player("one", Behaviour::Clever), player("two", Behaviour::Clever)];
    let mut slow = plan(two(), 40);
    slow.detail = Detail::Moves;
    let mut running = Match::start(slow, None).expect("the plan is right");
    running.control().set_gap(Duration::from_hours(1));
    // Unheard, the match has not come far; what was under way is made, and then nothing more happens.
    while running.next_within(Duration::from_millis(100)).is_ok() {}
    assert!(running.standing().games() < 40);
    running.control().set_gap(Duration::ZERO);
    while running.next().is_some() {}
    assert_eq!(running.standing().games(), 40);

    let mut running = Match::start(plan(two(), 1_000), None).expect("the plan is right");
    running.control().set_gap(Duration::from_hours(1));
    running.control().stop();
    while running.next().is_some() {}
    assert!(running.control().is_stopped());
}

#[test]
fn finishing_ends_running_games() {
    let slow = || vec![player("one", Behaviour::Slow), player("two", Behaviour::Slow)];
    let mut running = Match::start(plan(slow(), 1_000_000), None).expect("the plan is right");
    assert_eq!(finished(&mut running), Some(0));
    running.control().finish();
    let mut more = 0;
    while finished(&mut running).is_some() {
        more += 1;
    }
    assert!(more <= 2, "{more} further games");
    assert_eq!(running.standing().games(), more + 1);
}

#[test]
fn stopping_breaks_games_off_in_the_middle_of_a_thought() {
    let waiting = vec![player("one", Behaviour::Waiting), player("two", Behaviour::Waiting)];
    let mut plan = plan(waiting, 10);
    plan.detail = Detail::Moves;
    let mut running = Match::start(plan, None).expect("the plan is right");
    assert!(matches!(running.next(), Some(Event::Progress { games: 0, .. })));
    assert!(matches!(running.next(), Some(Event::Started { .. })));
    running.control().stop();
    assert!(matches!(running.next(), Some(Event::Ended(MatchEnd::Stopped))));
    assert!(running.next().is_none());
    assert_eq!(running.standing().games(), 0);
}
