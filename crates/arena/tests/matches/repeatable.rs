//! The same plan has the same result, whatever the concurrency and however often it is interrupted.

use std::num::NonZeroUsize;

use arena::{Event, Match, PlayedGame, Standing};

use crate::{finished, heap::Behaviour, plan, player, run};

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
