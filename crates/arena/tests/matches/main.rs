//! Matches on a game small enough to see through.

mod heap;

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use arena::{
    Adjudication, Detail, Event, Format, GamePlan, Limits, Match, MatchEnd, MatchError, Openings, PairingError, Plan,
    PlanError, PlayedGame, ScoreRule, Standing, Tournament, TurnPlan, TurnPlayer,
};
use play::{BotError, GameRecord, OpeningLine, Side, SolvedEndings, TimeControl, TypedRecord};

use heap::{Behaviour, Gated, Heap, opened, taker};

/// A player by its name.
type Named = (String, TurnPlayer);

fn limited(name: &str, behaviour: Behaviour, limits: Limits) -> Named {
    (
        name.to_owned(),
        TurnPlayer::new(limits, move || Ok(opened(taker(behaviour)))),
    )
}

fn player(name: &str, behaviour: Behaviour) -> Named {
    limited(name, behaviour, Limits::default())
}

fn plan(players: Vec<Named>, games: u64) -> Plan {
    let heaps = (17..=40).map(|stones| OpeningLine {
        name: format!("{stones} stones"),
        record: Box::new(TypedRecord::new(Heap {
            stones,
            turn: Side::White,
        })),
    });
    let (names, players): (Vec<String>, Vec<TurnPlayer>) = players.into_iter().unzip();
    Plan {
        tournament: Tournament {
            format: if names.len() == 2 {
                Format::Match
            } else {
                Format::RoundRobin
            },
            players: names.len(),
            games,
            rounds: None,
            together: false,
        },
        players: names,
        seed: 1,
        concurrency: NonZeroUsize::MIN,
        sprt: None,
        detail: Detail::Games,
        game: GamePlan::Turn(TurnPlan {
            players,
            openings: Openings::List(heaps.collect()),
            adjudication: Adjudication::default(),
        }),
    }
}

fn turns(plan: &mut Plan) -> &mut TurnPlan {
    match &mut plan.game {
        GamePlan::Turn(turns) => turns,
        GamePlan::Live(_) => unreachable!("a heap has turns"),
    }
}

/// The number of the next game that is counted.
fn finished(running: &mut Match) -> Option<u64> {
    loop {
        if let Event::Finished(report) = running.next()? {
            return Some(report.result.task.number);
        }
    }
}

fn run(plan: Plan) -> Standing {
    let mut running = Match::start(plan, None).expect("the plan is right");
    while running.next().is_some() {}
    running.standing().clone()
}

/// Solved endings by a function of the stones and the side to move.
struct Solved<F>(F);

impl<F: Fn(u32, Side) -> Option<Option<Side>> + Send + Sync> SolvedEndings for Solved<F> {
    fn result(&self, record: &dyn GameRecord) -> Option<Option<Side>> {
        let text = record.position_text(record.plies())?;
        let stones = text.split(' ').next()?.parse().ok()?;
        (self.0)(stones, record.turn())
    }
}

#[test]
fn colours_are_swapped_and_results_are_the_first_players() {
    let standing = run(plan(
        vec![player("random", Behaviour::Random), player("clever", Behaviour::Clever)],
        48,
    ));
    let results = standing.table.results(0, 1);
    assert_eq!(results.games(), 48);
    assert!(results.losses > 40, "{results}");
    assert_eq!(results.pairs.pairs(), 24);
    assert_eq!(standing.table.results(1, 0), results.reversed());
    // Each of the 24 heaps was played twice.
    assert!(standing.openings.values().all(|white| white.iter().sum::<u64>() == 2));
    assert_eq!(standing.openings.len(), 24);
    assert_eq!(standing.reasons["last stone"], 48);
    assert_eq!(standing.costs[0].mean_depth(), Some(3.0));
}

#[test]
fn a_mirror_match_is_even_pair_by_pair() {
    let standing = run(plan(
        vec![player("one", Behaviour::Clever), player("two", Behaviour::Clever)],
        48,
    ));
    // The same game twice with colours swapped: every pair is split.
    assert_eq!(standing.table.results(0, 1).pairs.counts, [0, 0, 24, 0, 0]);
    assert_eq!(standing.distinct.count(), 24);
}

#[test]
fn the_same_plan_gives_the_same_games_whatever_the_concurrency() {
    let games = |concurrency: usize| {
        let mut plan = plan(
            vec![player("one", Behaviour::Random), player("two", Behaviour::Random)],
            200,
        );
        plan.concurrency = NonZeroUsize::new(concurrency).expect("above zero");
        let mut running = Match::start(plan, None).expect("the plan is right");
        let mut games = Vec::new();
        while let Some(event) = running.next() {
            if let Event::Finished(report) = event
                && let PlayedGame::Turn(game) = &report.game
            {
                let moves: Vec<String> = (0..game.record.plies())
                    .filter_map(|ply| Some(game.record.played(ply)?.mv.code))
                    .collect();
                games.push((report.result.task.number, report.result.opening.clone(), moves));
            }
        }
        games.sort();
        (games, running.standing().table.clone())
    };
    let (one, four) = (games(1), games(4));
    assert_eq!(one, four);
    assert_eq!(one.0.len(), 200);
}

#[test]
fn round_robins_and_gauntlets_pair_everybody() {
    let field = || {
        vec![
            player("a", Behaviour::Random),
            player("b", Behaviour::Clever),
            player("c", Behaviour::Random),
        ]
    };
    let standing = run(plan(field(), 10));
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(standing.table.results(one, other).games(), 10);
    }
    let mut gauntlet = plan(field(), 10);
    gauntlet.tournament.format = Format::Gauntlet;
    let standing = run(gauntlet);
    assert_eq!(standing.table.results(1, 2).games(), 0);
    assert_eq!(standing.table.total(0).games(), 20);
}

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
fn time_is_kept_with_its_grace() {
    let timed = |limits: Limits| {
        let slow = limited("slow", Behaviour::Slow, limits);
        run(plan(vec![slow, player("clever", Behaviour::Clever)], 2))
    };
    let millisecond = Duration::from_millis(1);
    let hurried = timed(Limits {
        move_time: Some(millisecond),
        ..Limits::default()
    });
    assert_eq!(hurried.reasons["time"], 2);
    let control = TimeControl {
        base: millisecond,
        increment: Duration::ZERO,
    };
    let flagged = timed(Limits {
        control: Some(control),
        ..Limits::default()
    });
    assert_eq!(flagged.reasons["time"], 2);
    // Five milliseconds a move use thirty up in the course of a game.
    let used_up = timed(Limits {
        control: Some(TimeControl {
            base: Duration::from_millis(30),
            increment: Duration::ZERO,
        }),
        ..Limits::default()
    });
    assert_eq!(used_up.reasons["time"], 2);
    assert!(used_up.troubles[0].contains("slow") && used_up.troubles[0].contains("answered after"));
    let forgiven = timed(Limits {
        control: Some(control),
        grace: Duration::from_mins(1),
        ..Limits::default()
    });
    assert_eq!(forgiven.reasons["last stone"], 2);
}

#[test]
fn games_are_adjudicated_as_asked() {
    let judged = |adjudication: Adjudication| {
        let mut plan = plan(
            vec![player("random", Behaviour::Random), player("clever", Behaviour::Clever)],
            48,
        );
        turns(&mut plan).adjudication = adjudication;
        run(plan).reasons
    };
    let rule = |centipawns, moves| Some(ScoreRule { centipawns, moves });
    let resigned = judged(Adjudication {
        resign: rule(400, 2),
        ..Adjudication::default()
    });
    assert!(resigned["adjudication, hopeless score"] > 40, "{resigned:?}");
    let drawn = judged(Adjudication {
        draw: rule(600, 2),
        ..Adjudication::default()
    });
    assert_eq!(drawn["adjudication, even scores"], 48);
    let capped = judged(Adjudication {
        move_cap: Some(1),
        ..Adjudication::default()
    });
    assert_eq!(capped["adjudication, move cap"], 48);
    let known = judged(Adjudication {
        endings: Some(Arc::new(Solved(|stones, turn: Side| {
            (stones == 4).then_some(Some(turn.other()))
        }))),
        ..Adjudication::default()
    });
    assert!(known["adjudication, tablebase"] > 40, "{known:?}");
}

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
fn games_are_counted_in_their_order_whichever_ends_first() {
    let field = vec![
        player("slow", Behaviour::Slow),
        player("one", Behaviour::Random),
        player("two", Behaviour::Random),
    ];
    let mut plan = plan(field, 20);
    plan.concurrency = NonZeroUsize::new(4).expect("above zero");
    let mut running = Match::start(plan, None).expect("the plan is right");
    let numbers: Vec<u64> = std::iter::from_fn(|| finished(&mut running)).collect();
    assert_eq!(numbers, (0..60).collect::<Vec<u64>>());
}

#[test]
fn an_interrupted_match_goes_on_to_the_same_result() {
    let field = || {
        vec![
            player("one", Behaviour::Random),
            player("two", Behaviour::Random),
            player("three", Behaviour::Clever),
        ]
    };
    let whole = run(plan(field(), 40));
    let mut first = Match::start(plan(field(), 40), None).expect("the plan is right");
    for _ in 0..31 {
        finished(&mut first);
    }
    let saved = serde_json::to_string(first.standing()).expect("a standing is data");
    drop(first);
    let standing: Standing = serde_json::from_str(&saved).expect("a standing is read again");
    assert_eq!(standing.games(), 31);
    let mut second = Match::start(plan(field(), 40), Some(standing)).expect("the plan is right");
    let played = std::iter::from_fn(|| finished(&mut second)).count();
    assert_eq!(played, 120 - 31);
    assert_eq!(second.standing().table, whole.table);
    assert_eq!(second.standing().openings, whole.openings);
    assert_eq!(second.standing().distinct, whole.distinct);
}

#[test]
fn an_sprt_stops_by_itself_at_the_same_game_whatever_the_concurrency() {
    let tested = |concurrency: usize, standing: Option<Standing>| {
        let mut plan = plan(
            vec![player("clever", Behaviour::Clever), player("random", Behaviour::Random)],
            10_000,
        );
        plan.sprt = Some("0,50".parse().expect("the bounds are readable"));
        plan.concurrency = NonZeroUsize::new(concurrency).expect("above zero");
        let mut running = Match::start(plan, standing).expect("the plan is right");
        while running.next().is_some() {}
        running.standing().clone()
    };
    let alone = tested(1, None);
    assert!((10..1_000).contains(&alone.games()), "{}", alone.games());
    assert!(alone.decision.is_some());
    let together = tested(8, None);
    assert_eq!((alone.games(), &alone.table), (together.games(), &together.table));
    // A decided match is not played on.
    assert_eq!(tested(1, Some(alone.clone())).games(), alone.games());
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
