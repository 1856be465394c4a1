//! Section 4: who takes whom.

use kungfu::{Board, Speed};

use crate::scene::Scene;

#[test]
fn rule_4_6_the_timing_table() {
    for (piece, target, row, col, standard, lightning) in [
        ("R:1:7:0", "P:2:4:0", 4, 0, [80, 91], [17, 19]),
        ("B:1:7:0", "P:2:4:3", 4, 3, [83, 91], [18, 19]),
        ("N:1:7:0", "P:2:5:1", 5, 1, [52, 61], [12, 13]),
    ] {
        for (speed, [captured, arrived]) in Speed::ALL.into_iter().zip([standard, lightning]) {
            let names = format!("K:1:7:7 K:2:0:7 {piece} {target}");
            let mut scene = Scene::new(Board::Standard, speed, &names);
            scene.send(piece, row, col).unwrap();
            scene.until(arrived);
            let expected = [
                format!("{captured} cap {piece} {target}"),
                format!("{arrived} done {piece} {row} {col}"),
            ];
            assert_eq!(scene.events, expected, "{speed}");
        }
    }
}

#[test]
fn rule_4_1_own_pieces_pass_through_each_other() {
    let mut scene = Scene::of("R:1:4:0 N:1:6:2");
    scene.send("R:1:4:0", 4, 7).unwrap();
    // The rook passes column 3 at e = 90, where the knight comes down meanwhile.
    scene.until(91);
    scene.send("N:1:6:2", 4, 3).unwrap();
    scene.until(300);
    assert_eq!(scene.events, ["152 done N:1:6:2 4 3", "211 done R:1:4:0 4 7"]);
}

#[test]
fn rule_4_2_a_knight_flies_over_what_is_below() {
    // A rook runs across the middle of the flight while the knight is in the air.
    let mut scene = Scene::of("N:1:6:3 R:2:5:0");
    scene.send("R:2:5:0", 5, 7).unwrap();
    scene.until(75);
    scene.send("N:1:6:3", 4, 4).unwrap();
    scene.until(300);
    assert_eq!(scene.events, ["136 done N:1:6:3 4 4", "211 done R:2:5:0 5 7"]);
}

#[test]
fn rule_4_3_a_pawn_moving_straight_dies_even_if_it_started_first() {
    let mut scene = Scene::of("P:1:6:0 R:2:5:1");
    scene.send("P:1:6:0", 4, 0).unwrap();
    scene.until(1);
    scene.send("R:2:5:1", 5, 0).unwrap();
    scene.until(100);
    assert_eq!(scene.events, ["24 cap R:2:5:1 P:1:6:0", "32 done R:2:5:1 5 0"]);
}

#[test]
fn rule_4_3_a_standing_pawn_survives_a_straight_one() {
    // The north's pawn arrives beside the lane's end, on the very square the west's pawn is heading for.
    let names = format!("{FOUR_KINGS} P:3:5:1 P:4:4:3");
    let mut scene = Scene::new(Board::Four, Speed::Standard, &names);
    scene.send("P:4:4:3", 5, 3).unwrap();
    scene.until(1);
    scene.send("P:3:5:1", 5, 3).unwrap();
    scene.until(100);
    assert_eq!(scene.events, ["31 done P:4:4:3 5 3", "51 cap P:4:4:3 P:3:5:1"]);
}

#[test]
fn rule_4_3_of_two_straight_pawns_the_earlier_survives() {
    let names = format!("{FOUR_KINGS} P:3:5:3 P:4:4:4");
    let mut scene = Scene::new(Board::Four, Speed::Standard, &names);
    scene.send("P:4:4:4", 5, 4).unwrap();
    scene.until(5);
    scene.send("P:3:5:3", 5, 4).unwrap();
    scene.until(60);
    assert!(scene.events[0].ends_with("cap P:4:4:4 P:3:5:3"), "{:?}", scene.events);
    let mut scene = Scene::new(Board::Four, Speed::Standard, &names);
    scene.send("P:4:4:4", 5, 4).unwrap();
    scene.send("P:3:5:3", 5, 4).unwrap();
    scene.until(60);
    assert_eq!(scene.events.len(), 2, "{:?}", scene.events);
    assert!(
        scene.events.iter().all(|words| words.contains("cap nobody")),
        "{:?}",
        scene.events
    );
}

#[test]
fn rule_4_4_of_two_moving_pieces_the_earlier_start_captures() {
    let mut scene = Scene::of("R:1:4:0 R:2:1:3");
    scene.send("R:2:1:3", 7, 3).unwrap();
    scene.until(1);
    scene.send("R:1:4:0", 4, 7).unwrap();
    scene.until(300);
    assert!(scene.events[0].ends_with("cap R:2:1:3 R:1:4:0"), "{:?}", scene.events);
    assert_eq!(scene.events[1], "181 done R:2:1:3 7 3");
}

#[test]
fn rule_4_4_a_moving_piece_captures_a_standing_one_on_its_way() {
    let mut scene = Scene::of("R:1:7:0 N:2:3:2");
    scene.send("R:1:7:0", 0, 0).unwrap();
    scene.until(1);
    scene.send("N:2:3:2", 4, 0).unwrap();
    scene.until(300);
    // The knight lands before the rook comes by, and is taken where it stands; the rook goes on.
    assert_eq!(
        scene.events,
        ["62 done N:2:3:2 4 0", "80 cap R:1:7:0 N:2:3:2", "211 done R:1:7:0 0 0"]
    );
}

const FOUR_KINGS: &str = "K:1:6:11 K:2:11:5 K:3:5:0 K:4:0:6";

#[test]
fn rule_4_5_one_victim_may_have_several_captors() {
    let names = format!("{FOUR_KINGS} R:2:7:4 R:3:4:1 P:4:4:4");
    let mut scene = Scene::new(Board::Four, Speed::Standard, &names);
    scene.send("R:2:7:4", 4, 4).unwrap();
    scene.send("R:3:4:1", 4, 4).unwrap();
    scene.until(100);
    assert_eq!(
        scene.events,
        [
            "80 cap R:2:7:4 P:4:4:4",
            "80 cap R:3:4:1 P:4:4:4",
            "83 cap nobody R:2:7:4",
            "83 cap nobody R:3:4:1"
        ]
    );
}

#[test]
fn rule_4_5_who_dies_in_a_tick_still_captures_and_the_survivor_goes_on() {
    // The bishop, which started first, reaches the rook in the very tick the rook reaches the pawn.
    let names = format!("{FOUR_KINGS} B:1:8:8 R:2:7:4 P:4:4:4");
    let mut scene = Scene::new(Board::Four, Speed::Standard, &names);
    scene.send("B:1:8:8", 4, 4).unwrap();
    scene.until(30);
    scene.send("R:2:7:4", 4, 4).unwrap();
    scene.until(200);
    assert_eq!(
        scene.events,
        [
            "110 cap B:1:8:8 R:2:7:4",
            "110 cap R:2:7:4 P:4:4:4",
            "121 done B:1:8:8 4 4"
        ]
    );
}
