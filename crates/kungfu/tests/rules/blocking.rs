//! Section 3: what blocks a command.

use kungfu::{Board, Kind, Refusal, Speed};

use crate::scene::Scene;

const BLOCKED: Result<(), Refusal> = Err(Refusal::Blocked);

#[test]
fn rule_3_1_a_square_that_was_left_is_free() {
    let mut scene = Scene::of("R:1:7:0 P:1:6:0");
    assert_eq!(scene.send("R:1:7:0", 6, 0), BLOCKED);
    scene.send("P:1:6:0", 5, 0).unwrap();
    assert_eq!(scene.send("R:1:7:0", 6, 0), Ok(()));
}

#[test]
fn rule_3_2_standing_pieces_block_and_enemies_can_be_taken() {
    let mut scene = Scene::of("R:1:7:0 P:2:4:0 B:1:7:2");
    assert_eq!(scene.send("R:1:7:0", 3, 0), BLOCKED);
    assert_eq!(scene.send("R:1:7:0", 7, 2), BLOCKED);
    assert_eq!(scene.send("R:1:7:0", 4, 0), Ok(()));
}

#[test]
fn rule_3_2_no_path_crosses_a_missing_square() {
    let kings = "K:1:6:11 K:2:11:5 K:3:5:0 K:4:0:6";
    let mut scene = Scene::new(Board::Four, Speed::Standard, &format!("{kings} B:1:2:0 R:1:1:2"));
    assert_eq!(scene.send("B:1:2:0", 0, 2), BLOCKED);
    assert_eq!(scene.send("B:1:2:0", 1, 1), Err(Refusal::OffBoard));
    assert_eq!(scene.send("R:1:1:2", 1, 9), Ok(()));
}

#[test]
fn rule_3_3_squares_ahead_of_an_own_piece_block_those_behind_do_not() {
    let mut scene = Scene::of("R:1:4:0 B:1:7:3 Q:1:7:2 N:1:6:4");
    scene.send("R:1:4:0", 4, 7).unwrap();
    // At e = 90 the rook is exactly on column 3, which is no longer ahead.
    scene.until(90);
    assert_eq!(scene.send("Q:1:7:2", 2, 2), Ok(()), "column 2 is behind");
    assert_eq!(scene.send("B:1:7:3", 4, 6), BLOCKED, "destination ahead");
    assert_eq!(scene.send("B:1:7:3", 3, 7), BLOCKED, "crosses a square ahead");
    assert_eq!(scene.send("N:1:6:4", 4, 3), BLOCKED, "column 3 is the next point");
    scene.until(91);
    assert_eq!(scene.send("N:1:6:4", 4, 3), Ok(()), "exactly on a point it is passed");
}

#[test]
fn rule_3_3_a_knight_in_the_air_has_only_its_destination_ahead() {
    let mut scene = Scene::of("N:1:7:1 R:1:6:0 R:1:5:7");
    scene.send("N:1:7:1", 5, 2).unwrap();
    assert_eq!(scene.send("R:1:6:0", 6, 6), Ok(()));
    assert_eq!(scene.send("R:1:5:7", 5, 2), BLOCKED);
    assert_eq!(scene.send("R:1:5:7", 5, 1), BLOCKED);
}

#[test]
fn rule_3_4_enemies_on_the_same_line_block_sliders() {
    let mut scene = Scene::of("R:1:7:0 R:2:0:0 Q:1:7:2 B:2:4:5");
    scene.send("R:2:0:0", 4, 0).unwrap();
    assert_eq!(scene.send("R:1:7:0", 4, 0), BLOCKED);
    assert_eq!(scene.send("R:1:7:0", 2, 0), BLOCKED);
    assert_eq!(scene.send("R:1:7:0", 5, 0), Ok(()), "short of the squares ahead");
    // A bishop that crosses the queen's line does not run along it.
    scene.send("B:2:4:5", 7, 2).unwrap();
    assert_eq!(scene.send("Q:1:7:2", 0, 2), Ok(()));
}

#[test]
fn rule_3_4_the_same_line_counts_either_way_and_for_any_kind_but_a_knight() {
    // The enemy king runs away along the rook's line.
    let mut scene = Scene::new(Board::Standard, Speed::Standard, "K:1:7:7 K:2:3:0 R:1:7:0");
    scene.send("K:2:3:0", 2, 0).unwrap();
    assert_eq!(scene.send("R:1:7:0", 2, 0), BLOCKED);
    assert_eq!(scene.send("R:1:7:0", 3, 0), Ok(()));
}

#[test]
fn rule_3_4_a_contested_lane_refuses_a_pawn_at_any_distance() {
    let mut scene = Scene::of("P:1:6:0 R:2:0:0 P:1:6:3 B:2:0:3 P:1:6:5 N:2:1:5");
    scene.send("R:2:0:0", 1, 0).unwrap();
    assert_eq!(scene.send("P:1:6:0", 5, 0), BLOCKED);
    scene.send("B:2:0:3", 1, 4).unwrap();
    assert_eq!(scene.send("P:1:6:3", 4, 3), Ok(()), "a diagonal is not against it");
    scene.send("N:2:1:5", 3, 4).unwrap();
    assert_eq!(scene.send("P:1:6:5", 4, 5), Ok(()), "nor is a knight");
}

#[test]
fn rule_3_5_a_knight_needs_only_its_destination() {
    let mut scene = Scene::usual(Board::Standard, Speed::Standard);
    assert_eq!(scene.send("N:1:7:1", 6, 3), BLOCKED);
    assert_eq!(scene.send("N:1:7:1", 5, 2), Ok(()));
}

#[test]
fn rule_3_6_pawns() {
    let mut scene = Scene::of("P:1:6:0 P:1:5:2 P:2:4:3 P:1:6:5 P:2:5:5 P:1:6:6 P:2:4:6");
    let not_how = Err(Refusal::NotHow { kind: Kind::Pawn });
    assert_eq!(
        scene.send("P:1:5:2", 3, 2),
        not_how,
        "two squares only from the start line"
    );
    assert_eq!(scene.send("P:1:6:5", 5, 5), BLOCKED, "an enemy straight ahead");
    assert_eq!(scene.send("P:1:6:5", 4, 5), BLOCKED);
    assert_eq!(scene.send("P:1:6:6", 4, 6), BLOCKED);
    assert_eq!(scene.send("P:1:6:0", 5, 1), not_how, "nobody to take");
    assert_eq!(scene.send("P:1:6:0", 7, 0), not_how, "never backwards");
    // The diagonal completes although the enemy leaves.
    assert_eq!(scene.send("P:1:5:2", 4, 3), Ok(()));
    scene.send("P:2:4:3", 5, 3).unwrap();
    scene.until(31);
    assert!(
        scene.events.contains(&"31 done P:1:5:2 4 3".to_owned()),
        "{:?}",
        scene.events
    );
}

#[test]
fn rule_3_8_promotion_at_the_end_of_the_lane() {
    let mut scene = Scene::of("P:1:1:0");
    scene.send("P:1:1:0", 0, 0).unwrap();
    scene.until(31);
    assert_eq!(scene.events, ["31 done P:1:1:0 0 0", "31 promo P:1:1:0"]);
    let queen = scene.piece("P:1:1:0");
    assert_eq!(
        (queen.kind, queen.rest_left(scene.game.tick_count())),
        (Kind::Queen, 300)
    );
    // On the cross a lane may end at a cut corner.
    let kings = "K:1:6:11 K:2:11:5 K:3:5:0 K:4:0:6";
    let mut scene = Scene::new(Board::Four, Speed::Lightning, &format!("{kings} P:2:3:1 P:2:3:4"));
    scene.send("P:2:3:1", 2, 1).unwrap();
    scene.send("P:2:3:4", 2, 4).unwrap();
    scene.until(7);
    assert_eq!(scene.piece("P:2:3:1").kind, Kind::Queen);
    assert_eq!(scene.piece("P:2:3:4").kind, Kind::Pawn);
}
