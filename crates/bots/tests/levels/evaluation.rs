//! The terms of the evaluation.

use bots::evaluation::{Evaluation, Phase, Stage, Weights};
use chess::{Position, shakmaty::Position as _};
use play::Notation;

use crate::asking::{position, random_positions};

fn hard(fen: &str) -> i32 {
    Evaluation::new(Stage::Hard).worth(&position(fen))
}

fn medium(fen: &str) -> i32 {
    Evaluation::new(Stage::Medium).worth(&position(fen))
}

fn phase(fen: &str) -> f64 {
    Phase::of(position(fen).chess().board()).fraction()
}

/// Only this term, so that positions can differ in others.
fn with(weights: Weights, fen: &str) -> i32 {
    let evaluation = Evaluation {
        stage: Stage::Hard,
        weights,
    };
    evaluation.worth(&position(fen))
}

const NOTHING: Weights = Weights {
    material: 0,
    position: 0,
    mobility: 0,
    king: 0,
};

#[test]
fn a_mirrored_position_is_worth_the_same() {
    let lopsided = Weights {
        material: 93,
        position: 133,
        mobility: 57,
        king: 211,
    };
    for position in random_positions(4_000, 11) {
        for stage in [Stage::Medium, Stage::Hard] {
            for weights in [Weights::default(), lopsided] {
                let evaluation = Evaluation { stage, weights };
                assert_eq!(
                    evaluation.worth(&position),
                    evaluation.worth(&position.mirrored()),
                    "{}",
                    position.position_text()
                );
            }
        }
    }
}

#[test]
fn a_window_gives_the_worth_or_a_bound_on_the_right_side() {
    use bots::minimax::{Evaluate, Window};
    use play::Rules;
    let mut bounded = 0;
    for position in random_positions(2_000, 12) {
        for stage in [Stage::Medium, Stage::Hard] {
            let evaluation = Evaluation::new(stage);
            let exact = evaluation.worth(&position);
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for alpha in [-900, -300, -20, 0, 250, 800] {
                let window = Window {
                    alpha,
                    beta: alpha + 30,
                };
                let found = evaluation.evaluate(&position, &moves, window);
                if found <= window.alpha {
                    assert!(exact <= found);
                } else if found >= window.beta {
                    assert!(exact >= found);
                } else {
                    assert_eq!(found, exact);
                }
                bounded += usize::from(found != exact);
            }
        }
    }
    assert!(bounded > 1_000, "the first stage never sufficed: {bounded}");
}

#[test]
fn the_start_is_even() {
    assert_eq!(Evaluation::new(Stage::Hard).worth(&Position::new()), 0);
    assert_eq!(Evaluation::new(Stage::Medium).worth(&Position::new()), 0);
}

#[test]
fn phase_runs_from_one_to_zero() {
    let near = |left: f64, right: f64| (left - right).abs() < 1e-9;
    assert!(near(
        phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        1.0
    ));
    assert!(near(phase("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0.0));
    // Sixteen pawns' worth and a little less are both zero; two queens and a rook are 2300.
    assert!(near(phase("r3k3/8/8/8/8/8/8/R3K1NN w - - 0 1"), 0.0));
    assert!(near(phase("3qk3/8/8/8/8/8/8/R2QK3 w - - 0 1"), 700.0 / 4_700.0));
    // Pawns do not count; promoted pieces do, but no further than 1.0.
    assert!(near(phase("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 0.0));
    assert!(near(
        phase("rnbqkbnr/1ppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w KQkq - 0 1"),
        1.0
    ));
}

#[test]
fn material_counts_as_it_should() {
    let only = Weights {
        material: 100,
        ..NOTHING
    };
    // With a rook or more the mop-up speaks too, so every piece here is balanced by another.
    for (fen, worth) in [
        ("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", 100),
        ("4k3/p7/8/8/8/8/8/N3K3 w - - 0 1", 200),
        ("n3k3/8/8/8/8/8/8/B3K3 w - - 0 1", 25),
        ("b3k3/8/8/8/8/8/8/R3K3 w - - 0 1", 175),
        ("rb2k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 75),
    ] {
        assert_eq!(with(only, fen), worth, "{fen}");
    }
}

#[test]
fn passed_pawns_grow_and_blocked_ones_do_not_count() {
    let rising: Vec<i32> = (2..=7)
        .map(|rank| medium(&format!("{} w - - 0 1", with_pawn(rank))))
        .collect();
    assert!(rising.is_sorted(), "{rising:?}");
    // The same pawns: White's is free once Black's has gone over to the other wing.
    let free = medium("4k3/7p/8/2P5/8/8/8/4K3 w - - 0 1");
    for stopped in ["4k3/1p6/8/2P5/8/8/8/4K3 w - - 0 1", "4k3/2p5/8/2P5/8/8/8/4K3 w - - 0 1"] {
        assert!(free > medium(stopped) + 80, "{stopped}");
    }
}

/// A white pawn on the a file on `rank`, kings far away on the h file.
fn with_pawn(rank: usize) -> String {
    let mut ranks = ["8"; 8];
    ranks[0] = "7k";
    ranks[7] = "7K";
    ranks[8 - rank] = "P7";
    ranks.join("/")
}

#[test]
fn passed_pawns_count_double_in_an_ending() {
    let only = Weights {
        position: 100,
        ..NOTHING
    };
    let gain = |with_pieces: &str| {
        let advanced = with(only, &format!("{with_pieces}/8/P7/8/8/8/7p/RNBQKBNR w - - 0 1"));
        let less = with(only, &format!("{with_pieces}/8/8/P7/8/8/7p/RNBQKBNR w - - 0 1"));
        advanced - less
    };
    // From the fifth to the sixth: 40 for the runner and the table's 10 in the middlegame.
    assert_eq!(gain("rnbqkbnr"), 50);
    let bare = |row: &str| with(only, &format!("7k/{row}/7p/7K w - - 0 1"));
    let ending = bare("8/P7/8/8/8") - bare("8/8/P7/8/8");
    assert_eq!(ending, 90);
}

#[test]
fn mop_up_is_silent_when_even_or_in_the_middlegame() {
    let silent = |fen: &str| with(NOTHING, fen);
    assert_eq!(silent("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"), 0);
    assert_eq!(silent("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 0);
    assert_eq!(silent("rnbqkb1r/8/8/8/8/8/8/RNBQKBNR w - - 0 1"), 0);
    // King in the corner, own king near: loud.
    let near = silent("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
    let far = silent("k7/8/8/8/8/8/8/1K4Q1 w - - 0 1");
    let centre = silent("8/8/1K6/3k4/8/8/8/6Q1 w - - 0 1");
    assert!(near > far && far > 0 && near > centre, "{near} {far} {centre}");
    // Medium does not know it.
    let evaluation = Evaluation {
        stage: Stage::Medium,
        weights: NOTHING,
    };
    assert_eq!(evaluation.worth(&position("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1")), 0);
}

#[test]
fn a_central_king_is_better_in_endings_only() {
    let only = Weights {
        position: 100,
        ..NOTHING
    };
    let ending = |king: &str| with(only, &format!("7k/p7/8/8/{king}/8/P7/8 w - - 0 1"));
    assert!(ending("3K4") > ending("7K"));
    let middlegame = |home: &str, centre: &str| {
        with(
            only,
            &format!("rnbqkbnr/pppppppp/8/8/{centre}/8/PPPPPPPP/RNBQ{home}BNR w - - 0 1"),
        )
    };
    assert!(middlegame("K", "8") > middlegame("1", "3K4"));
}

#[test]
fn hard_protects_its_king() {
    // The same pieces; the shield in place or gone, and attackers near or far.
    let sheltered = hard("r1bq1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1");
    let bare = hard("r1bq1rk1/ppp2ppp/2n2n2/8/5PPP/2N2N2/PPP5/R1BQ1RK1 w - - 0 1");
    assert!(sheltered > bare, "{sheltered} {bare}");
    let king = Weights { king: 100, ..NOTHING };
    let attacked = with(king, "r4rk1/ppp2ppp/8/8/8/5q2/PPP2P1P/R4RK1 w - - 0 1");
    let quiet = with(king, "r4rk1/ppp2ppp/8/q7/8/8/PPP2P1P/R4RK1 w - - 0 1");
    assert!(attacked <= quiet, "{attacked} {quiet}");
    let crowd = with(king, "5rk1/ppp2ppp/8/4n3/6b1/5q2/PPP2P1P/R4RK1 w - - 0 1");
    assert!(crowd < attacked, "{crowd} {attacked}");
}

#[test]
fn mobility_counts_both_sides() {
    let only = Weights {
        mobility: 100,
        ..NOTHING
    };
    let free = with(only, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1");
    let shut = with(only, "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1");
    assert!(free > shut, "{free} {shut}");
    // The mirrored side to move loses what the other wins.
    assert_eq!(
        with(only, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1"),
        -with(only, "4k3/8/8/8/3B4/8/8/4K3 b - - 0 1")
    );
}

#[test]
fn weights_scale_their_terms() {
    let fen = "r1bq1rk1/ppp2ppp/2n2n2/8/5PPP/2N2N2/PPP5/R1BQ1RK1 w - - 0 1";
    let term = |weights| with(weights, fen);
    for (once, twice) in [
        (
            Weights {
                material: 100,
                ..NOTHING
            },
            Weights {
                material: 200,
                ..NOTHING
            },
        ),
        (
            Weights {
                position: 100,
                ..NOTHING
            },
            Weights {
                position: 200,
                ..NOTHING
            },
        ),
        (
            Weights {
                mobility: 100,
                ..NOTHING
            },
            Weights {
                mobility: 200,
                ..NOTHING
            },
        ),
        (Weights { king: 100, ..NOTHING }, Weights { king: 200, ..NOTHING }),
    ] {
        assert_eq!(2 * term(once), term(twice));
    }
}
