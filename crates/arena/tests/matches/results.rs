//! Who played whom, who won, and by what.

use std::{sync::Arc, time::Duration};

use arena::{Adjudication, Format, Limits, ScoreRule};
use play::{Side, TimeControl};

use crate::{Solved, heap::Behaviour, limited, plan, player, run, turns};

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
