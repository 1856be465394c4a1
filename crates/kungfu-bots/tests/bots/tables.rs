//! Games between bots.

use kungfu::{Board, Record, Replay, Speed, Start, Tick};
use kungfu_bots::{
    KungfuSpec,
    table::{Ended, Finish, Table},
};

fn played(board: Board, speed: Speed, chance: u64, specs: &[&str]) -> (Record, Ended) {
    let bots = specs.iter().zip(chance..).map(|(text, seed)| {
        let spec: KungfuSpec = text.parse().expect("a spec");
        spec.open(seed)
    });
    let mut table = Table::new(Start::usual(board, speed), chance, bots.collect());
    let result = table.play(Tick(1_500), &mut |asked| {
        assert!(asked.decision.wake > asked.sight.field().tick());
    });
    (table.bout().record().clone(), result)
}

#[test]
fn the_same_seeds_give_the_same_game_and_it_replays() {
    // Rollouts take long, so level 4 plays the shorter game.
    let four = ["level3", "level3", "level2", "level1"];
    for (board, specs) in [(Board::Standard, &["level4", "level3"][..]), (Board::Four, &four[..])] {
        for speed in Speed::ALL.into_iter().skip(usize::from(board == Board::Standard)) {
            let (record, result) = played(board, speed, 11, specs);
            assert_eq!((record.clone(), result), played(board, speed, 11, specs));
            assert_ne!(record.entries, played(board, speed, 12, specs).0.entries);
            assert!(Replay::new(record).is_ok());
        }
    }
}

#[test]
fn places_follow_who_went_when() {
    for seed in 0..6 {
        let (record, result) = played(Board::Four, Speed::Lightning, seed, &["level2"; 4]);
        let best = result.places.iter().filter(|&&place| place == 1).count();
        match (result.finish, record.outcome) {
            (Finish::Ended(_), Some(outcome)) => {
                let winner = outcome.winner.map(|winner| result.places[winner.index()]);
                assert!(winner.is_none_or(|place| place == 1));
                assert_eq!(best == 1, outcome.winner.is_some());
            }
            (Finish::Adjudicated, None) => assert!(best >= 1),
            other => panic!("{other:?}"),
        }
        if let Some(first) = result.first_out {
            assert_eq!(result.places[first.index()], 4);
        }
    }
}
