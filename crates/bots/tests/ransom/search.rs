//! The shared search on Ransom: exact where that is promised, and every way to prune it does prune.

use bots::{
    minimax::{Breadth, Finding, Limits, Minimax, MoveClass, Searchable, Selection, Settings, Trust, Windows},
    ransom::{Evaluation, Plan, Rank, middlegames},
};
use play::{Notation, Record, Rules, Score, Stop};
use ransom::{Move, Position};

use crate::asking::{Frozen, buy_back_positions, legal, position, random_positions, sparse_positions};

/// Exact on the tree asked about.
fn exact(windows: Windows) -> Settings {
    Settings {
        hash: 1,
        trust: Trust::Equal,
        windows,
        ..Settings::default()
    }
}

fn think(position: &Position, depth: u32, settings: Settings, breadth: Breadth) -> (Finding<Move>, u64) {
    let mut minimax = Minimax::new(Evaluation::default(), settings).expect("there is memory");
    let limits = Limits {
        depth,
        time: None,
        nodes: None,
        stop: &Stop::new(),
        watch: &Frozen,
    };
    let found = minimax.think(&Record::new(*position), &limits, breadth, &mut |_| {});
    (found.expect("nothing interrupts it"), minimax.nodes())
}

const WIN: i32 = 900_000;

/// Minimax without any window, table or order; `None` when the tree is too big.
fn plain(position: &Position, depth: u32, ply: i32, nodes: &mut u64) -> Option<i32> {
    const MOST: u64 = 200_000;
    *nodes += 1;
    if *nodes > MOST {
        return None;
    }
    let moves = legal(position);
    if let Some(verdict) = position.verdict(&moves) {
        return Some(match verdict.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN - ply,
            Some(_) => ply - WIN,
        });
    }
    let mut best = if depth > 0 {
        -WIN
    } else {
        Evaluation::default().worth(position)
    };
    for mv in moves {
        if depth > 0 || matches!(position.class(mv), MoveClass::Gain(_)) {
            let mut next = *position;
            next.play(mv);
            best = best.max(-plain(&next, depth.saturating_sub(1), ply + 1, nodes)?);
        }
    }
    Some(best)
}

#[test]
fn every_window_returns_the_score_of_minimax() {
    let (mut compared, mut pruned, mut all) = (0, 0, 0);
    let crowded = random_positions(60, 60, 1).into_iter().map(|position| (position, 1));
    let sparse = sparse_positions(150, 9, 2).into_iter().map(|position| (position, 2));
    let bought_back = buy_back_positions(40, 100, 3).into_iter().map(|position| (position, 1));
    for (position, depth) in crowded.chain(sparse).chain(bought_back) {
        let mut nodes = 0;
        let Some(points) = plain(&position, depth, 0, &mut nodes) else {
            continue;
        };
        let score = score(points);
        for windows in [Windows::Open, Windows::Null, Windows::Aspiration(30)] {
            let (found, looked) = think(&position, depth, exact(windows), Breadth::Lines(1));
            assert_eq!(found.lines[0].score, score, "{windows:?} {}", position.position_text());
            pruned += looked;
            all += nodes;
        }
        compared += 1;
    }
    assert!(compared > 150, "only {compared} trees were small enough");
    assert!(pruned * 5 < all, "{pruned} of {all}");
}

/// The score of a node by alpha-beta without table, prediction or order beyond the classes: the reference for depths
/// that [`plain`] cannot reach.
fn reference(position: &Position, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = legal(position);
    if let Some(verdict) = position.verdict(&moves) {
        return match verdict.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN - ply,
            Some(_) => ply - WIN,
        };
    }
    let mut best = -WIN;
    if depth == 0 {
        best = Evaluation::default().worth(position);
        moves.retain(|&mv| matches!(position.class(mv), MoveClass::Gain(_)));
    }
    alpha = alpha.max(best);
    moves.sort_by_key(|mv| mv.captured().is_none());
    for mv in moves {
        if alpha >= beta {
            break;
        }
        let mut next = *position;
        next.play(mv);
        best = best.max(-reference(&next, depth.saturating_sub(1), ply + 1, -beta, -alpha));
        alpha = alpha.max(best);
    }
    best
}

#[test]
fn deeper_scores_are_those_of_a_reference_search() {
    let crowded = random_positions(30, 80, 31).into_iter().map(|position| (position, 3));
    let sparse = sparse_positions(120, 10, 32).into_iter().map(|position| (position, 4));
    let bought_back = buy_back_positions(20, 120, 33)
        .into_iter()
        .map(|position| (position, 3));
    for (position, depth) in crowded.chain(sparse).chain(bought_back) {
        for depth in 1..=depth {
            let expected = score(reference(&position, depth, 0, -WIN, WIN));
            for windows in [Windows::Null, Windows::Aspiration(30)] {
                let (found, _) = think(&position, depth, exact(windows), Breadth::Lines(1));
                let found = found.lines[0].score;
                assert_eq!(
                    found,
                    expected,
                    "{windows:?}, depth {depth}: {}",
                    position.position_text()
                );
            }
            if matches!(expected, Score::Win(_) | Score::Loss(_)) {
                // A deeper search stops at a proven end.
                break;
            }
        }
    }
}

fn score(points: i32) -> Score {
    match points {
        _ if points > WIN - 1_000 => Score::Win((WIN - points) as u32),
        _ if points < 1_000 - WIN => Score::Loss((WIN + points) as u32),
        _ => Score::Centipawns(points),
    }
}

#[test]
fn easy_and_hard_look_at_everything_up_to_their_depth() {
    for rank in [Rank::Easy, Rank::Hard] {
        let settings = Plan::of(rank).settings(1);
        assert_eq!((settings.selection, settings.trust), (Selection::NONE, Trust::Equal));
    }
    let selection = Plan::of(Rank::Master).settings(1).selection;
    assert!(selection.reductions && selection.null_move && selection.static_margin.is_some());
}

#[test]
fn every_way_to_prune_saves_positions() {
    let base = Settings {
        windows: Windows::Null,
        ..Settings::default()
    };
    let with = |selection| Settings { selection, ..base };
    let none = Selection::NONE;
    let variants = [
        base,
        with(Selection {
            reductions: true,
            ..none
        }),
        with(Selection {
            null_move: true,
            ..none
        }),
        with(Selection {
            static_margin: Some(150),
            ..none
        }),
        Plan::of(Rank::Master).settings(16),
    ];
    let mut nodes = [0; 5];
    for position in middlegames().iter().step_by(4) {
        for (settings, nodes) in variants.iter().zip(&mut nodes) {
            *nodes += think(position, 5, *settings, Breadth::Lines(1)).1;
        }
    }
    let [all, reduced, passed, static_cut, master] = nodes;
    // The last ply of the full width costs little already: moves whose outlook is hopeless are not counted.
    assert!(reduced * 4 < all * 3, "{nodes:?}");
    assert!(passed * 10 < all * 9, "{nodes:?}");
    assert!(static_cut * 10 < all * 9, "{nodes:?}");
    assert!(master * 2 < all, "{nodes:?}");
}

/// Rule 6.2: captures by the dearest victim, then upgrades, then advances, then the rest.
#[test]
fn moves_are_tried_in_the_order_of_rule_6_2() {
    let position = position("nn6/8/8/8/8/P1N3N1/8/2B5 w 2/0 3 9");
    let class = |code: &str| position.class(position.read_move(code).expect("the move is legal"));
    let hope = |code: &str| match class(code) {
        MoveClass::Hope(hope) => hope,
        other => panic!("{code}: {other:?}"),
    };
    assert_eq!(class("c3b5"), MoveClass::Quiet);
    assert!(hope("a3a3q") > hope("a3a4") && hope("a3a4") > 0);
    let table = self::position("nn6/8/2q1b3/8/3N4/1p6/8/NNN5 w 0/0 3 9");
    let gains: Vec<i32> = ["d4c6", "d4e6", "d4b3"]
        .map(|code| table.class(table.read_move(code).expect("the move is legal")))
        .map(|class| match class {
            MoveClass::Gain(gain) => gain,
            other => panic!("{other:?}"),
        })
        .to_vec();
    assert!(gains.is_sorted_by(|dearer, cheaper| dearer > cheaper), "{gains:?}");
    // A promotion gains; a capture that loses the exchange does not.
    let promotion = self::position("1nn4n/P7/8/8/8/8/8/NNN5 w 0/0 3 9");
    assert!(matches!(
        promotion.class(promotion.read_move("a7a8").expect("legal")),
        MoveClass::Gain(_)
    ));
    let losing = self::position("nn6/8/8/2n5/4p3/8/8/NN2Q3 w 0/0 3 9");
    assert_eq!(
        losing.class(losing.read_move("e1e4").expect("legal")),
        MoveClass::Loss(-400)
    );
}

#[test]
fn exchanges_count_every_captor_once() {
    for (text, code, expected) in [
        // A free pawn, a pawn defended once, and one that is defended once and attacked twice.
        ("nn6/8/8/3p4/8/2N5/8/NN6 w 0/0 3 9", "c3d5", true),
        ("nn6/8/1n6/3p4/8/2N5/8/NN6 w 0/0 3 9", "c3d5", false),
        ("nn6/8/1n6/3p4/8/2N1N3/8/N7 w 0/0 3 9", "c3d5", true),
        // A queen behind the bishop on its diagonal takes back too; straight down only for Black.
        ("nn6/8/8/3p4/2N5/1N6/8/NN6 w 0/0 3 9", "c4d6", true),
        ("n2q4/8/8/3p4/8/2N5/8/NN5N w 0/0 3 9", "c3d5", false),
        ("nn1n4/8/8/3p4/8/2N5/8/NN1q4 w 0/0 3 9", "c3d5", true),
    ] {
        let position = position(text);
        let mv = position.read_move(code).expect("the move is legal");
        let gains = !matches!(position.class(mv), MoveClass::Loss(_));
        assert_eq!(gains, expected, "{code} in {text}");
    }
}
