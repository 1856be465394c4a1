//! The search through the face of the crate.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use shakmaty::{CastlingMode, Position as _, fen::Fen, uci::UciMove};

use crate::{Answer, Engine, Game, Limits, Report, Score, Settings, Signal};

fn game(fen: &str, moves: &str) -> Game {
    let fen: Fen = fen.parse().unwrap();
    let mut game = Game::new(fen.into_position(CastlingMode::Standard).unwrap());
    for mv in moves.split_whitespace() {
        let mv: UciMove = mv.parse().unwrap();
        game.play(mv.to_move(game.position()).unwrap()).unwrap();
    }
    game
}

fn search(game: &Game, limits: &Limits) -> Answer {
    let mut engine = Engine::new(Settings::default()).unwrap();
    engine.search(game, limits, &Signal::default(), &mut |_| {})
}

fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::default()
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn one_thread_counts_nodes_exactly() {
    for count in [1, 2, 37, 1_000, 1_024, 5_000, 33_333] {
        let answer = search(&game(MIDDLE, ""), &nodes(count));
        assert_eq!(answer.nodes, count);
        assert!(answer.best.is_some());
    }
}

#[test]
fn a_listener_that_panics_ends_its_search_and_no_other() {
    let settings = Settings {
        threads: 2,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings).unwrap();
    let game = game(MIDDLE, "");
    let endless = AssertUnwindSafe(|| {
        engine.search(&game, &Limits::default(), &Signal::default(), &mut |_| {
            resume_unwind(Box::new("the listener is gone"));
        })
    });
    assert!(catch_unwind(endless).is_err());
    let answer = engine.search(&game, &depth(6), &Signal::default(), &mut |_| {});
    assert!(answer.best.is_some());
    assert_eq!(answer.lines[0].depth, 6);
}

#[test]
fn a_soft_limit_of_nodes_ends_with_a_depth() {
    let soft = Limits {
        soft_nodes: Some(3_000),
        ..Limits::default()
    };
    let answer = search(&game(MIDDLE, ""), &soft);
    let reached = answer.lines[0].depth;
    let whole = search(&game(MIDDLE, ""), &depth(reached));
    let before = search(&game(MIDDLE, ""), &depth(reached - 1));
    assert_eq!((answer.nodes, answer.best), (whole.nodes, whole.best));
    assert!(before.nodes < 3_000 && whole.nodes >= 3_000);
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let limits = depth(9);
    let first = search(&game(MIDDLE, ""), &limits);
    let again = search(&game(MIDDLE, ""), &limits);
    assert_eq!((first.nodes, first.best), (again.nodes, again.best));
}

#[test]
fn a_new_game_remembers_nothing() {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let mut ask = |fen| {
        engine
            .search(&game(fen, ""), &depth(8), &Signal::default(), &mut |_| {})
            .nodes
    };
    let fresh = ask(MIDDLE);
    ask(START);
    engine.new_game();
    let after = engine.search(&game(MIDDLE, ""), &depth(8), &Signal::default(), &mut |_| {});
    assert_eq!(after.nodes, fresh);
}

#[test]
fn a_position_of_the_game_for_the_third_time_is_a_draw() {
    // Black is a queen down; knights went out and back twice, and with one move more the start is there again.
    let lost = "r1b1k2r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1";
    let shuffled = game(lost, "f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3");
    let answer = search(&shuffled, &depth(8));
    assert_eq!(answer.lines[0].score, Score::Centipawns(0), "{:?}", answer.lines[0]);
    let fresh = search(&game(lost, "f3g1 f6g8 g1f3"), &depth(8));
    assert!(matches!(fresh.lines[0].score, Score::Centipawns(points) if points < -300));
}

#[test]
fn a_win_that_comes_after_the_fifty_moves_is_none() {
    // A rook up; with the count nearly full there is no mate in time and no pawn to move.
    let won = "8/8/8/4k3/8/8/8/KR6 w - - 98 120";
    let answer = search(&game(won, ""), &depth(12));
    assert_eq!(answer.lines[0].score, Score::Centipawns(0), "{:?}", answer.lines[0]);
    let early = search(&game("8/8/8/4k3/8/8/8/KR6 w - - 0 1", ""), &depth(12));
    assert!(matches!(early.lines[0].score, Score::Centipawns(points) if points > 300));
}

#[test]
fn mate_on_the_hundredth_ply_is_mate() {
    let answer = search(&game("7k/8/6K1/8/8/8/8/R7 w - - 99 120", ""), &depth(4));
    assert_eq!(answer.lines[0].score, Score::Mate(1));
}

#[test]
fn stale_scores_do_not_cross_the_fifty_moves() {
    // The same placement, first far from the rule, then near it, in one engine: the mate takes three plies.
    let mut engine = Engine::new(Settings::default()).unwrap();
    let mut score = |halfmoves: u32| {
        let fen = format!("7k/8/5K2/8/8/8/8/R7 w - - {halfmoves} 90");
        let answer = engine.search(&game(&fen, ""), &depth(12), &Signal::default(), &mut |_| {});
        answer.lines[0].score
    };
    assert_eq!(score(0), Score::Mate(2));
    assert_eq!(score(98), Score::Centipawns(0));
    assert_eq!(score(97), Score::Mate(2));
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = game(START, "");
    let wanted: Vec<_> = game.position().legal_moves().into_iter().take(3).collect();
    let limits = Limits {
        moves: wanted.clone(),
        ..depth(6)
    };
    assert!(wanted.contains(&search(&game, &limits).best.unwrap()));
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = Engine::new(Settings {
        lines: 5,
        ..Settings::default()
    })
    .unwrap();
    let mut reported = 0;
    let answer = engine.search(&game(MIDDLE, ""), &depth(8), &Signal::default(), &mut |report| {
        reported += usize::from(matches!(report, Report::Line(_)));
    });
    assert_eq!((answer.lines.len(), reported), (5, 40));
    for pair in answer.lines.windows(2) {
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
        let [better, worse] = [&pair[0], &pair[1]].map(|line| match line.score {
            Score::Centipawns(points) => points,
            Score::Mate(_) => panic!("there is no mate here"),
        });
        assert!(better >= worse);
    }
}

#[test]
fn a_stopped_search_answers() {
    let signal = Signal::default();
    signal.stop();
    let mut engine = Engine::new(Settings::default()).unwrap();
    let answer = engine.search(&game(MIDDLE, ""), &Limits::default(), &signal, &mut |_| {});
    assert!(answer.best.is_some());
}

#[test]
fn threads_share_the_work() {
    let mut engine = Engine::new(Settings {
        threads: 4,
        ..Settings::default()
    })
    .unwrap();
    let answer = engine.search(&game(MIDDLE, ""), &nodes(200_000), &Signal::default(), &mut |_| {});
    // Each thread looks at the common count now and then.
    assert!((200_000..300_000).contains(&answer.nodes), "{}", answer.nodes);
    assert!(
        game(MIDDLE, "")
            .position()
            .legal_moves()
            .contains(&answer.best.unwrap())
    );
}

#[test]
fn a_search_without_a_move_answers_none() {
    for over in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        assert_eq!(search(&game(over, ""), &depth(5)).best, None);
    }
}

#[test]
fn a_rated_player_reports_the_line_it_plays_and_varies_with_its_seed() {
    let mut played = std::collections::HashSet::new();
    for seed in 0..20 {
        let mut engine = Engine::new(Settings {
            rating: Some(900),
            seed,
            ..Settings::default()
        })
        .unwrap();
        let mut reported = Vec::new();
        let answer = engine.search(
            &game(MIDDLE, ""),
            &Limits::default(),
            &Signal::default(),
            &mut |report| {
                if let Report::Line(line) = report {
                    assert_eq!(line.rank, 1);
                    reported = line.moves;
                }
            },
        );
        assert_eq!(reported.first().copied(), answer.best);
        assert_eq!(reported, answer.lines[0].moves);
        played.insert(answer.best.unwrap().to_uci(CastlingMode::Standard).to_string());
    }
    assert!(played.len() > 2, "{played:?}");
}

#[test]
fn a_rated_player_looks_two_plies_ahead_in_any_case() {
    let mut engine = Engine::new(Settings {
        rating: Some(800),
        ..Settings::default()
    })
    .unwrap();
    let answer = engine.search(&game(MIDDLE, ""), &Limits::default(), &Signal::default(), &mut |_| {});
    assert_eq!(answer.lines[0].depth, 2);
}
