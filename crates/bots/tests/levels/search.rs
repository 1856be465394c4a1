//! The search against plain minimax on the same tree.

use bots::{
    evaluation::{Evaluation, Stage},
    minimax::{
        Breadth, Evaluate, Finding, Limits, Minimax, MoveClass, Searchable, Selection, Settings, Trust, Window, Windows,
    },
};
use chess::{Position, shakmaty::Move};
use play::{Notation, Record, Rules, Score, Stop};

use crate::asking::{Frozen, legal, position, random_positions, sparse_positions};

/// Exact on the tree asked about: what equality with minimax is promised for.
const EXACT: Settings = Settings {
    hash: 1,
    trust: Trust::Equal,
    killers: true,
    history: true,
    repetition: false,
    windows: Windows::Open,
    selection: Selection::NONE,
};

fn think(
    position: &Position,
    depth: u32,
    settings: Settings,
    breadth: Breadth,
    evaluation: Evaluation,
) -> (Finding<Move>, u64) {
    let mut minimax = Minimax::new(evaluation, settings).expect("there is memory");
    let limits = Limits {
        depth,
        time: None,
        nodes: None,
        stop: &Stop::new(),
        watch: &Frozen,
    };
    let record = Record::new(position.clone());
    let found = minimax.think(&record, &limits, breadth, &mut |_| {});
    (found.expect("nothing interrupts it"), minimax.nodes())
}

/// Minimax without any window, table or order.
struct Plain {
    evaluation: Evaluation,
    nodes: u64,
}

const WIN: i32 = 900_000;

/// Trades in a wild position fill trees that nobody can wait for; such a position is passed over.
const MOST: u64 = 50_000;

impl Plain {
    /// `None` when the tree is too big.
    fn node(&mut self, position: &Position, depth: u32, ply: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > MOST {
            return None;
        }
        let moves = legal(position);
        if let Some(verdict) = position.verdict(&moves) {
            return Some(if verdict.winner.is_some() { ply - WIN } else { 0 });
        }
        if position.claim().is_some() {
            return Some(0);
        }
        let pressed = position.is_pressed();
        let mut best = if depth > 0 || pressed {
            -WIN
        } else {
            self.evaluation.evaluate(position, &moves, Window::OPEN)
        };
        for mv in moves {
            if depth > 0 || pressed || matches!(position.class(mv), MoveClass::Gain(_)) {
                let mut next = position.clone();
                next.play(mv);
                best = best.max(-self.node(&next, depth.saturating_sub(1), ply + 1)?);
            }
        }
        Some(best)
    }

    fn score(evaluation: Evaluation, position: &Position, depth: u32) -> Option<(Score, u64)> {
        let mut plain = Plain { evaluation, nodes: 0 };
        let points = plain.node(position, depth, 0)?;
        let score = match points {
            _ if points > WIN - 1_000 => Score::Win((WIN - points) as u32),
            _ if points < 1_000 - WIN => Score::Loss((WIN + points) as u32),
            _ => Score::Centipawns(points),
        };
        Some((score, plain.nodes))
    }
}

#[test]
fn alpha_beta_returns_the_score_of_minimax() {
    for (stage, seed) in [(Stage::Medium, 1), (Stage::Hard, 2)] {
        let evaluation = Evaluation::new(stage);
        let (mut pruned, mut plain, mut compared) = (0, 0, 0);
        let crowded = random_positions(150, seed).into_iter().map(|position| (position, 1));
        let sparse = sparse_positions(250, seed).into_iter().map(|position| (position, 2));
        for (position, depth) in crowded.chain(sparse) {
            let Some((score, all)) = Plain::score(evaluation, &position, depth) else {
                continue;
            };
            let (found, nodes) = think(&position, depth, EXACT, Breadth::Lines(1), evaluation);
            assert_eq!(found.lines[0].score, score, "{}", position.position_text());
            compared += 1;
            pruned += nodes;
            plain += all;
        }
        assert!(compared > 300, "only {compared} trees were small enough");
        assert!(pruned * 5 < plain, "{pruned} of {plain}");
    }
}

#[test]
fn three_plies_deep_too() {
    let evaluation = Evaluation::new(Stage::Hard);
    let (mut pruned, mut plain) = (0, 0);
    for fen in [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5k2/8/2pP4/1p6/1P2K3/8/8 w - c6 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
        "4k3/P7/8/8/8/8/p7/4K3 b - - 0 1",
        "8/8/1k6/8/2QK4/8/8/8 w - - 0 1",
        "6k1/5ppp/8/8/3N4/8/5PPP/6K1 b - - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        "k7/2Q5/8/8/8/8/8/1K6 w - - 0 1",
    ] {
        let position = position(fen);
        for position in [position.mirrored(), position] {
            let (score, all) = Plain::score(evaluation, &position, 3).expect("the tree is small");
            let (found, nodes) = think(&position, 3, EXACT, Breadth::Lines(1), evaluation);
            assert_eq!(found.lines[0].score, score, "{fen}");
            pruned += nodes;
            plain += all;
        }
    }
    assert!(pruned * 5 < plain, "{pruned} of {plain}");
}

#[test]
fn memory_and_order_change_nodes_but_never_scores() {
    let evaluation = Evaluation::new(Stage::Hard);
    let variants = [
        EXACT,
        Settings { hash: 0, ..EXACT },
        Settings {
            killers: false,
            ..EXACT
        },
        Settings {
            history: false,
            ..EXACT
        },
        Settings {
            hash: 0,
            killers: false,
            history: false,
            ..EXACT
        },
    ];
    let mut nodes = [0; 5];
    for position in random_positions(120, 3) {
        let runs = variants.map(|settings| think(&position, 4, settings, Breadth::Lines(1), evaluation));
        for (run, nodes) in runs.iter().zip(&mut nodes) {
            assert_eq!(
                run.0.lines[0].score,
                runs[0].0.lines[0].score,
                "{}",
                position.position_text()
            );
            *nodes += run.1;
        }
    }
    let [all, no_hash, no_killers, no_history, none] = nodes;
    assert!(all < no_hash && all < no_killers && all < no_history, "{nodes:?}");
    assert!(all * 5 < none * 4, "{nodes:?}");
}

#[test]
fn windows_change_nodes_but_never_scores() {
    let evaluation = Evaluation::new(Stage::Hard);
    let variants = [Windows::Open, Windows::Null, Windows::Aspiration(40)].map(|windows| Settings { windows, ..EXACT });
    for breadth in [Breadth::Lines(1), Breadth::Lines(3), Breadth::Within(5)] {
        let mut nodes = [0; 3];
        for position in random_positions(60, 8) {
            let runs = variants.map(|settings| think(&position, 4, settings, breadth, evaluation));
            for (run, nodes) in runs.iter().zip(&mut nodes) {
                let scores = |finding: &Finding<Move>| finding.lines.iter().map(|line| line.score).collect::<Vec<_>>();
                assert_eq!(scores(&run.0), scores(&runs[0].0), "{}", position.position_text());
                *nodes += run.1;
            }
        }
        let [open, null, aspiration] = nodes;
        assert!(null < open, "{breadth:?} {nodes:?}");
        assert!(
            breadth == Breadth::Lines(3) || aspiration < open,
            "{breadth:?} {nodes:?}"
        );
    }
}

#[test]
fn lines_are_exact_and_in_order() {
    let evaluation = Evaluation::new(Stage::Hard);
    for position in random_positions(40, 4) {
        let moves = legal(&position);
        let (found, _) = think(&position, 3, EXACT, Breadth::Lines(4), evaluation);
        assert_eq!(found.lines.len(), moves.len().min(4));
        assert!(found.lines.is_sorted_by(|better, worse| better.score >= worse.score));
        for line in &found.lines {
            assert_eq!(
                line.score,
                score_of(&position, line.moves[0], 3, evaluation),
                "{}",
                position.position_text()
            );
        }
    }
}

#[test]
fn moves_that_look_equal_were_searched_with_an_open_window() {
    let evaluation = Evaluation::new(Stage::Medium);
    let mut alternatives = 0;
    let openings = include_str!("../suites/openings.fen").lines().take(40).map(position);
    for position in openings.chain(random_positions(30, 5)) {
        let (found, _) = think(&position, 3, EXACT, Breadth::Within(5), evaluation);
        let best = found.lines[0].score;
        for line in &found.lines {
            assert_eq!(
                line.score,
                score_of(&position, line.moves[0], 3, evaluation),
                "{}",
                position.position_text()
            );
            match (best, line.score) {
                (Score::Centipawns(best), Score::Centipawns(points)) => assert!(best - points <= 5),
                (best, score) => assert_eq!(best, score, "a slower win is not equal"),
            }
        }
        alternatives += found.lines.len() - 1;
    }
    assert!(alternatives > 10, "{alternatives}");
}

/// The score of one root move, from its own search of the position after it.
fn score_of(position: &Position, mv: Move, depth: u32, evaluation: Evaluation) -> Score {
    let mut next = position.clone();
    next.play(mv);
    let moves = legal(&next);
    match next.verdict(&moves) {
        Some(verdict) if verdict.winner.is_some() => Score::Win(1),
        Some(_) => Score::Centipawns(0),
        None if next.claim().is_some() => Score::Centipawns(0),
        None => match think(&next, depth - 1, EXACT, Breadth::Lines(1), evaluation).0.lines[0].score {
            Score::Centipawns(points) => Score::Centipawns(-points),
            Score::Win(plies) => Score::Loss(plies + 1),
            Score::Loss(plies) => Score::Win(plies + 1),
        },
    }
}

#[test]
fn the_expected_line_is_playable() {
    for position in random_positions(60, 6) {
        let (found, _) = think(
            &position,
            4,
            Settings::default(),
            Breadth::Lines(1),
            Evaluation::new(Stage::Hard),
        );
        let mut record = Record::new(position);
        for &mv in &found.lines[0].moves {
            record.play(mv).expect("the line is legal");
        }
    }
}

#[test]
fn nodes_are_limited_exactly() {
    let record = Record::new(Position::new());
    for most in [1, 7, 1_000, 1_024, 5_000] {
        let mut minimax = Minimax::new(Evaluation::new(Stage::Hard), Settings::default()).expect("there is memory");
        let limits = Limits {
            depth: 20,
            time: None,
            nodes: Some(most),
            stop: &Stop::new(),
            watch: &Frozen,
        };
        minimax.think(&record, &limits, Breadth::Lines(1), &mut |_| {});
        assert_eq!(minimax.nodes(), most);
    }
}

#[test]
fn repetition_of_the_game_is_seen() {
    // White is lost but can repeat for the third time.
    let mut record = Record::new(position("6k1/5ppp/8/8/8/q7/8/4Q2K w - - 0 1"));
    for text in ["Qe8+", "Qf8", "Qe1", "Qa3", "Qe8+", "Qf8", "Qe1", "Qa3"] {
        let mv = record.position().read_move(text).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
    record.undo().expect("moves were played");
    let mut minimax = Minimax::new(Evaluation::new(Stage::Hard), Settings::default()).expect("there is memory");
    let limits = Limits {
        depth: 1,
        time: None,
        nodes: None,
        stop: &Stop::new(),
        watch: &Frozen,
    };
    let mut search = |repetition_seen: &Record<Position>, breadth| {
        minimax
            .think(repetition_seen, &limits, breadth, &mut |_| {})
            .expect("nothing interrupts it")
    };
    // Black to move: Qa3 would be the third occurrence, a draw; every line says so by its score.
    let lines = search(&record, Breadth::Lines(record.legal().len())).lines;
    let repeating = lines
        .iter()
        .find(|line| record.position().label(line.moves[0]) == "Qa3")
        .expect("all moves are listed");
    assert_eq!(repeating.score, Score::Centipawns(0));
}
