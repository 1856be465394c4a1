//! Planted examples: a line with the theme, and one like it without.

use super::*;

fn found(position: &str, moves: &str, goal: Goal) -> Vec<Theme> {
    let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
    themes(position, &moves, goal).expect("the line is legal")
}

fn check(position: &str, moves: &str, goal: Goal, there: &[Theme], not: &[Theme]) {
    let found = found(position, moves, goal);
    for theme in there {
        assert!(
            found.contains(theme),
            "{theme:?} is missing in {found:?}: {position} {moves}"
        );
    }
    for theme in not {
        assert!(!found.contains(theme), "{theme:?} is in {found:?}: {position} {moves}");
    }
}

#[test]
fn a_knight_forks_king_and_queen() {
    check(
        "4k3/8/8/8/q7/8/2P5/1N5K b - - 0 1",
        "a4a5 b1c3 a5a6 c3d5",
        Goal::Win,
        &[Theme::QuietMove],
        &[Theme::Fork],
    );
    check(
        "2q1k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
        "c8d8 d5f6 e8f7 f6e4",
        Goal::Win,
        &[],
        &[Theme::Fork, Theme::HangingPiece],
    );
    check(
        "q3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
        "e8d8 d5b6 a8b7 b6c4",
        Goal::Win,
        &[],
        &[Theme::Fork],
    );
    check(
        "q7/4k3/8/3N4/8/8/8/4K3 b - - 0 1",
        "e7e8 d5c7 e8d7 c7a8",
        Goal::Win,
        &[Theme::Fork, Theme::Endgame],
        &[Theme::Skewer, Theme::Pin, Theme::Sacrifice],
    );
}

#[test]
fn a_pin_lets_a_piece_be_captured() {
    // The knight on c6 is pinned by the bishop and attacked by the pawn.
    check(
        "4k3/p7/2n5/8/3P4/8/8/4KB2 b - - 0 1",
        "a7a6 f1b5 a6a5 b5c6",
        Goal::Win,
        &[Theme::Pin],
        &[Theme::Fork],
    );
    check(
        "5k2/p7/2n5/8/3P4/8/8/4KB2 b - - 0 1",
        "a7a6 f1b5 a6a5 b5c6",
        Goal::Win,
        &[],
        &[Theme::Pin],
    );
    // The pawn on g7 is pinned and cannot take on h6.
    check(
        "7k/p5pp/8/8/8/8/1B6/4K2Q b - - 0 1",
        "a7a6 h1h6",
        Goal::Win,
        &[Theme::Pin],
        &[],
    );
    // The knight on f7 is pinned and cannot take on h6.
    check(
        "6k1/p4npp/8/8/8/1Q6/8/4K2R b - - 0 1",
        "a7a6 h1h6",
        Goal::Win,
        &[Theme::Pin],
        &[],
    );
}

#[test]
fn a_skewer_captures_what_stands_behind() {
    check(
        "8/8/8/k2q4/8/8/8/4K2R b - - 0 1",
        "a5b5 h1h5 d5h5 e1f1",
        Goal::Win,
        &[],
        &[Theme::Skewer],
    );
    check(
        "8/8/8/1q1k4/8/8/8/4K2R b - - 0 1",
        "d5e5 h1h5 e5e4 h5b5",
        Goal::Win,
        &[Theme::Skewer],
        &[Theme::DiscoveredAttack],
    );
}

#[test]
fn a_move_that_opens_a_line_discovers() {
    // The bishop leaves the file with check, and the rook takes the queen.
    check(
        "3q3k/8/8/8/3B4/8/8/3R2K1 b - - 0 1",
        "h8h7 d4e5 h7g6 d1d8",
        Goal::Win,
        &[Theme::DiscoveredAttack],
        &[Theme::DiscoveredCheck, Theme::Skewer],
    );
    check(
        "3k4/8/8/7q/3N4/8/8/3R2K1 b - - 0 1",
        "h5h4 d4f5 d8c7 f5h4",
        Goal::Win,
        &[Theme::DiscoveredCheck],
        &[Theme::DoubleCheck, Theme::DiscoveredAttack],
    );
    check(
        "3k4/8/8/3N4/8/8/7B/3R2K1 b - - 0 1",
        "d8d7 d5f6 d7e7 f6d5",
        Goal::Win,
        &[Theme::DiscoveredCheck, Theme::DoubleCheck],
        &[],
    );
}

#[test]
fn mates_by_their_shape() {
    check(
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
        "a2a6 d1d8",
        Goal::Finish(1),
        &[Theme::BackRank, Theme::Endgame, Theme::RookEndgame],
        &[Theme::SmotheredMate, Theme::QuietMove],
    );
    check(
        "6rk/p5pp/8/6N1/8/8/8/6K1 b - - 0 1",
        "a7a6 g5f7",
        Goal::Finish(1),
        &[Theme::SmotheredMate],
        &[Theme::BackRank],
    );
    // A mate on the edge that its own pieces do not help is neither.
    check(
        "7k/8/6K1/8/8/8/8/R7 b - - 0 1",
        "h8g8 a1a8",
        Goal::Finish(1),
        &[Theme::RookEndgame],
        &[Theme::BackRank, Theme::SmotheredMate],
    );
}

#[test]
fn pawns_have_themes_of_their_own() {
    check(
        "8/4P3/8/8/k7/8/8/4K3 b - - 0 1",
        "a4a3 e7e8q",
        Goal::Win,
        &[Theme::Promotion, Theme::PawnEndgame, Theme::Endgame],
        &[Theme::Underpromotion, Theme::QuietMove],
    );
    check(
        "8/2q1P1k1/8/8/8/8/8/4K3 b - - 0 1",
        "g7g6 e7e8n",
        Goal::Win,
        &[Theme::Underpromotion],
        &[Theme::Promotion],
    );
    check(
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 e5d6",
        Goal::Win,
        &[Theme::EnPassant],
        &[Theme::HangingPiece],
    );
    check(
        "3k4/p7/8/8/8/8/8/R3K3 b Q - 0 1",
        "a7a6 e1c1",
        Goal::Win,
        &[Theme::Castling],
        &[Theme::QuietMove],
    );
}

#[test]
fn a_piece_nobody_guards_hangs() {
    let loose = "4k3/8/8/3r4/8/8/6B1/4K3 b - - 0 1";
    check(loose, "e8e7 g2d5", Goal::Win, &[Theme::HangingPiece], &[]);
    let guarded = "4k3/8/4p3/3r4/8/8/6B1/4K3 b - - 0 1";
    check(guarded, "e8e7 g2d5", Goal::Win, &[], &[Theme::HangingPiece]);
    // Taking back is not finding a loose piece.
    let recapture = "4k3/8/8/3r4/8/8/3N4/4K3 b - - 0 1";
    check(recapture, "d5d2 e1d2", Goal::Win, &[], &[Theme::HangingPiece]);
}

#[test]
fn guards_are_deflected_and_kings_attracted() {
    // The rook gives itself to the queen, which goes on guarding the last row.
    check(
        "3q2k1/5ppp/8/8/8/8/5PPP/R2RQ1K1 b - - 0 1",
        "h7h6 a1a8 d8a8 e1e8",
        Goal::Win,
        &[Theme::Sacrifice],
        &[],
    );
    check(
        "3r2k1/5ppp/8/1Q6/8/8/4RPPP/6K1 b - - 0 1",
        "h7h6 b5e8 d8e8 e2e8",
        Goal::Win,
        &[Theme::Sacrifice, Theme::Attraction],
        &[Theme::BackRank],
    );
    check(
        "6k1/3q1ppp/8/8/8/6Q1/5PPP/1R2R1K1 b - - 0 1",
        "h7h6 b1b8 g8h7 b8h8",
        Goal::Win,
        &[],
        &[Theme::Deflection],
    );
    // The queen takes the rook and still guards e8.
    check(
        "q5k1/5ppp/8/8/8/8/R4PPP/4R1K1 b - - 0 1",
        "a8c8 a2a8 c8a8 e1e8",
        Goal::Win,
        &[Theme::Sacrifice],
        &[Theme::Deflection],
    );
    check(
        "4r3/p4k2/8/8/8/8/2B5/4R1K1 b - - 0 1",
        "a7a6 c2b3 f7g7 e1e8",
        Goal::Win,
        &[Theme::Deflection],
        &[Theme::Sacrifice, Theme::Attraction, Theme::Skewer],
    );
    check(
        "7k/6pp/8/8/8/8/8/K5QR b - - 0 1",
        "h8g8 h1h7 g8h7 g1h1",
        Goal::Win,
        &[Theme::Attraction, Theme::Sacrifice],
        &[],
    );
}

#[test]
fn a_pass_is_asked_about_only_in_endings_after_a_quiet_move() {
    let puzzle = |position: &str, moves: &str| {
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let found = crate::themes_of(play::GameId::new("chess"), position, &moves, Goal::Win);
        Puzzle::new(play::GameId::new("chess"), position.to_owned(), moves, Goal::Win, found)
    };
    let ending = puzzle("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "e8d8 e6f7");
    assert_eq!(passed(&ending).as_deref(), Some("3k4/5K2/8/4P3/8/8/8/8 w - - 2 2"));
    let check = puzzle("4k3/8/4K3/8/8/8/8/R7 b - - 0 1", "e8d8 a1a8");
    assert_eq!(passed(&check), None);
}

#[test]
fn lines_that_are_not_legal_have_no_themes() {
    assert_eq!(
        themes("8/8/8/8/8/8/8/8 w - - 0 1", &["e2e4".to_owned()], Goal::Win),
        None
    );
    let illegal = ["e8e7".to_owned(), "e1e5".to_owned()];
    assert_eq!(themes("4k3/8/8/8/8/8/8/4K3 b - - 0 1", &illegal, Goal::Win), None);
}
