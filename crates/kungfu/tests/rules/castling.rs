//! Rules 2.2 and 3.7: castling.

use kungfu::{Board, Condition, Kind, Refusal, Speed};

use crate::scene::Scene;

const NOT_HOW: Result<(), Refusal> = Err(Refusal::NotHow { kind: Kind::King });
const BLOCKED: Result<(), Refusal> = Err(Refusal::Blocked);

/// Player 1 may castle either way; the enemy king is far from it.
fn scene(more: &str) -> Scene {
    Scene::new(
        Board::Standard,
        Speed::Standard,
        &format!("K:1:7:4 R:1:7:0 R:1:7:7 K:2:0:0 {more}"),
    )
}

#[test]
fn rule_3_7_king_and_rook_start_together_and_rest_each_on_its_own() {
    let mut scene = scene("");
    scene.send("K:1:7:4", 7, 2).unwrap();
    scene.until(91);
    assert_eq!(scene.events, ["61 done K:1:7:4 7 2", "91 done R:1:7:0 7 3"]);
    scene.until(391);
    assert_eq!(scene.events[2..], ["361 woke K:1:7:4", "391 woke R:1:7:0"]);
}

#[test]
fn rule_3_7_on_the_cross_the_line_may_be_a_column() {
    for (king, [row, col], rook, [to_row, to_col]) in [
        ("K:1:6:11", [8, 11], "R:1:9:11", [7, 11]),
        ("K:3:5:0", [3, 0], "R:3:2:0", [4, 0]),
        ("K:2:11:5", [11, 7], "R:2:11:9", [11, 6]),
        ("K:4:0:6", [0, 4], "R:4:0:2", [0, 5]),
    ] {
        let names = "K:1:6:11 R:1:9:11 K:3:5:0 R:3:2:0 K:2:11:5 R:2:11:9 K:4:0:6 R:4:0:2";
        let mut scene = Scene::new(Board::Four, Speed::Standard, names);
        scene.send(king, row, col).unwrap();
        scene.until(100);
        let at = scene.piece(rook).square;
        assert_eq!([at.row(), at.col()].map(i32::from), [to_row, to_col], "{king}");
    }
}

#[test]
fn rule_3_7_king_and_rook_must_be_unmoved_and_idle() {
    let mut moved_rook = scene("");
    moved_rook.send("R:1:7:7", 6, 7).unwrap();
    assert_eq!(moved_rook.send("K:1:7:4", 7, 6), NOT_HOW);
    moved_rook.until(400);
    moved_rook.send("R:1:7:7", 7, 7).unwrap();
    moved_rook.until(800);
    assert_eq!(moved_rook.send("K:1:7:4", 7, 6), NOT_HOW);
    let mut moved_king = scene("");
    moved_king.send("K:1:7:4", 6, 4).unwrap();
    moved_king.until(400);
    moved_king.send("K:1:7:4", 7, 4).unwrap();
    moved_king.until(800);
    assert_eq!(moved_king.send("K:1:7:4", 7, 6), NOT_HOW);
}

#[test]
fn rule_3_7_nothing_between_and_nothing_on_its_way_there() {
    assert_eq!(scene("N:1:7:1").send("K:1:7:4", 7, 2), BLOCKED, "a standing piece");
    let mut own = scene("B:1:5:3");
    own.send("B:1:5:3", 7, 1).unwrap();
    assert_eq!(own.send("K:1:7:4", 7, 2), BLOCKED, "an own move ends there");
    let mut enemy = scene("N:2:5:2");
    enemy.send("N:2:5:2", 7, 1).unwrap();
    assert_eq!(enemy.send("K:1:7:4", 7, 2), BLOCKED, "an enemy's too");
    let mut running = scene("Q:2:7:1");
    running.send("Q:2:7:1", 7, 3).unwrap();
    assert_eq!(running.send("K:1:7:4", 7, 2), BLOCKED, "an enemy runs along the line");
    // A queen that runs from beside the king to take the rook has these squares ahead but ends elsewhere.
    let mut taking = scene("Q:2:7:3");
    taking.send("Q:2:7:3", 7, 0).unwrap();
    assert_eq!(taking.send("K:1:7:4", 7, 2), BLOCKED, "also beyond");
}

#[test]
fn rule_3_7_check_does_not_exist() {
    assert_eq!(scene("R:2:0:4 R:2:0:3").send("K:1:7:4", 7, 2), Ok(()));
}

#[test]
fn rule_2_2_a_castling_king_captured_on_the_way_brings_its_rook_back() {
    // The enemy rook is almost there when the king leaves, and reaches it beside its square.
    let mut scene = scene("R:2:0:4");
    scene.send("R:2:0:4", 7, 4).unwrap();
    scene.until(196);
    scene.send("K:1:7:4", 7, 2).unwrap();
    scene.until(205);
    let events = scene.events.join(", ");
    assert!(
        events.contains("cap R:2:0:4 K:1:7:4") && events.contains("back R:1:7:0"),
        "{events}"
    );
    let rook = scene.piece("R:1:7:0");
    assert_eq!(
        (rook.condition, rook.moved, rook.square.col()),
        (Condition::Ready, false, 0)
    );
}

/// Four players, so that the game goes on without the king; the north castles to the west.
const NORTH: &str = "K:1:6:11 K:2:11:5 K:3:5:0 K:4:0:6 R:4:0:2";

#[test]
fn rule_2_2_a_rook_whose_square_is_taken_is_lost() {
    let mut scene = Scene::new(Board::Four, Speed::Standard, &format!("{NORTH} Q:4:1:2 N:1:2:5"));
    scene.send("K:4:0:6", 0, 4).unwrap();
    scene.send("Q:4:1:2", 0, 2).unwrap();
    // Given after the castling at the same counter: equal starts, both die.
    scene.send("N:1:2:5", 0, 4).unwrap();
    scene.until(100);
    let events = scene.events.join(", ");
    assert!(events.starts_with("31 done Q:4:1:2 0 2"), "{events}");
    assert!(
        events.contains("cap nobody K:4:0:6") && events.contains("lost R:4:0:2"),
        "{events}"
    );
    assert!(!scene.piece("R:4:0:2").lives() && scene.piece("Q:4:1:2").stands());
}

#[test]
fn rule_2_2_a_rook_that_came_back_gives_way_to_a_piece_that_was_on_its_way() {
    let mut scene = Scene::new(Board::Four, Speed::Standard, &format!("{NORTH} Q:4:3:2 N:1:2:5"));
    scene.send("K:4:0:6", 0, 4).unwrap();
    scene.send("Q:4:3:2", 0, 2).unwrap();
    scene.send("N:1:2:5", 0, 4).unwrap();
    scene.until(100);
    let events = scene.events.join(", ");
    assert!(events.contains("back R:4:0:2"), "{events}");
    assert!(events.contains("91 lost R:4:0:2, 91 done Q:4:3:2 0 2"), "{events}");
}

#[test]
fn rule_2_2_once_the_king_has_arrived_its_rook_goes_on() {
    let mut scene = Scene::new(Board::Four, Speed::Standard, &format!("{NORTH} R:1:3:4"));
    scene.send("K:4:0:6", 0, 4).unwrap();
    scene.until(1);
    scene.send("R:1:3:4", 0, 4).unwrap();
    scene.until(95);
    let events = scene.events.join(", ");
    assert!(
        events.starts_with("61 done K:4:0:6 0 4, 81 cap R:1:3:4 K:4:0:6"),
        "{events}"
    );
    assert!(events.contains("91 done R:4:0:2 0 5"), "{events}");
}
