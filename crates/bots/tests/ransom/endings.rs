//! Endings: what is proven is what a search of everything finds, and Master plays it.

use bots::ransom::{Effort, Ending, Endings};
use play::{Budget, Purpose, Record, Rules, Score, Stop};
use ransom::{MOST_QUIET_TURNS, Position};

use crate::asking::{Frozen, asked, legal, open, position, sparse_buy_back_positions, sparse_positions};

fn solve(position: &Position, turns: u32, nodes: u64) -> Ending {
    let stop = Stop::new();
    let effort = Effort {
        turns,
        nodes,
        time: None,
        stop: &stop,
        watch: &Frozen,
    };
    Endings::new().solve(position, &effort)
}

/// The turns to the end with best play, positive if the mover wins; nothing within `turns`.
fn plain(position: &Position, turns: i32) -> Option<i32> {
    let moves = legal(position);
    if let Some(verdict) = position.verdict(&moves) {
        return verdict.winner.map(|winner| {
            assert_ne!(
                winner,
                position.turn(),
                "only its own move loses a game for nobody here"
            );
            0
        });
    }
    if turns == 0 {
        return None;
    }
    let scores: Vec<Option<i32>> = moves
        .iter()
        .map(|&mv| {
            let mut next = *position;
            next.play(mv);
            plain(&next, turns - 1)
        })
        .collect();
    // After a move the opponent has lost in an even number of turns, or wins in an odd one.
    let wins = scores.iter().flatten().filter(|&&left| left % 2 == 0).min();
    if let Some(left) = wins {
        return Some(left + 1);
    }
    let lost = scores.iter().all(Option::is_some);
    lost.then(|| scores.iter().flatten().max().map_or(0, |left| left + 1))
}

#[test]
fn what_is_proven_is_what_a_search_of_everything_finds() {
    let (mut won, mut lost, mut open) = (0, 0, 0);
    let samples = [(100, 6, 3), (20, 6, 4), (40, 8, 3)].into_iter().zip(1..);
    let positions = samples.flat_map(|((count, pieces, turns), seed)| {
        let sparse = sparse_positions(count, pieces, seed).into_iter();
        sparse.map(move |position| (position, turns))
    });
    let bought_back = sparse_buy_back_positions(30, 8, 5).into_iter();
    let positions = positions.chain(bought_back.map(|position| (position, 3)));
    for (position, turns) in positions {
        let found = solve(&position, turns, u64::MAX);
        let expected = plain(&position, turns as i32);
        match &found {
            Ending::Won(line) => won += usize::from(line.len() > 1),
            Ending::Lost(_) => lost += 1,
            Ending::Open(_) => open += 1,
        }
        let turns = match &found {
            Ending::Won(line) | Ending::Lost(line) => Some(line.len() as i32),
            Ending::Open(_) => None,
        };
        assert_eq!(turns, expected, "{found:?} {position:?}");
        if let Ending::Won(line) | Ending::Lost(line) = found {
            let mut record = Record::new(position);
            for mv in line {
                record.play(mv).expect("the line can be played");
            }
            assert!(record.outcome().expect("the line ends the game").winner.is_some());
        }
    }
    assert!(won > 3 && lost > 5 && open > 10, "{won} {lost} {open}");
}

#[test]
fn no_win_is_promised_that_fifty_turns_without_a_capture_forestall() {
    // White wins in three turns: the knight attacks two pawns at once, and a pawn never takes back.
    let fork = |quiet: u8| {
        let text = format!("8/8/1p1p3p/8/8/8/P2N3P/8 w 0/0 {quiet} 101");
        solve(&position(&text), 9, u64::MAX)
    };
    let Ending::Won(line) = fork(0) else {
        panic!("{:?}", fork(0))
    };
    assert_eq!((line.len(), line[0].to_string().as_str()), (3, "Knight D2→C4"));
    assert!(matches!(fork(MOST_QUIET_TURNS - 3), Ending::Won(_)));
    assert_eq!(fork(MOST_QUIET_TURNS - 2), Ending::Open(9));
}

#[test]
fn effort_is_bounded() {
    let position = sparse_positions(1, 9, 3)[0];
    let (free, raised) = (Stop::new(), Stop::new());
    raised.raise();
    let mut endings = Endings::new();
    let effort = |nodes, stop| Effort {
        turns: 40,
        nodes,
        time: None,
        stop,
        watch: &Frozen,
    };
    endings.solve(&position, &effort(500, &free));
    assert!(endings.nodes() <= 501, "{}", endings.nodes());
    endings.solve(&position, &effort(u64::MAX, &raised));
    assert!(endings.nodes() <= 1_024, "{}", endings.nodes());
}

#[test]
fn master_says_in_how_many_turns_a_small_ending_is_won_and_plays_it_out() {
    let start = position("8/8/1p1p3p/8/8/8/P2N3P/8 w 0/0 0 101");
    for purpose in [Purpose::Game, Purpose::Study { lines: 1 }] {
        let mut record = Record::new(start);
        let mut bot = open("master", 1);
        let (mv, thoughts) = asked(&mut *bot, &record, Budget::UNLIMITED, purpose, &Frozen);
        let last = thoughts.last().expect("it reports what it has proven");
        assert_eq!((last.score, last.line.len(), last.line[0]), (Score::Win(3), 3, mv));
        record.play(mv).expect("a legal move plays");
        // The other side knows that it is lost, and plays on.
        let (mv, thoughts) = asked(&mut *bot, &record, Budget::UNLIMITED, purpose, &Frozen);
        assert_eq!(thoughts.last().map(|thought| thought.score), Some(Score::Loss(2)));
        record.play(mv).expect("a legal move plays");
        let (mv, _) = asked(&mut *bot, &record, Budget::UNLIMITED, purpose, &Frozen);
        record.play(mv).expect("a legal move plays");
        assert!(record.outcome().is_some());
    }
}
