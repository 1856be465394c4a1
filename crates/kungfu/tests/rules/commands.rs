//! Section 2: what a command does and why it is refused.

use kungfu::{Board, Command, Condition, Game, Kind, Player, Refusal, Speed, Spot, Start, Tick};

use crate::scene::Scene;

#[test]
fn rule_1_3_diagonal_steps_and_leaps_take_their_time() {
    for (piece, row, col, arrival) in [("B:1:7:0", 4, 3, 91), ("R:1:7:0", 4, 0, 91), ("N:1:7:0", 5, 1, 61)] {
        let mut scene = Scene::of(piece);
        scene.send(piece, row, col).unwrap();
        scene.until(arrival);
        assert_eq!(scene.events, [format!("{arrival} done {piece} {row} {col}")]);
    }
}

#[test]
fn rule_2_1_a_piece_leaves_at_once_moves_from_the_next_tick_and_rests() {
    let mut scene = Scene::of("R:1:7:0");
    scene.send("R:1:7:0", 4, 0).unwrap();
    assert!(!scene.piece("R:1:7:0").stands());
    let spot = |scene: &Scene| {
        let slot = scene.game.field().find("R:1:7:0".parse().unwrap()).unwrap();
        scene.game.field().spot(slot)
    };
    scene.until(1);
    assert_eq!(spot(&scene), Spot { row: 420, col: 0 });
    scene.until(16);
    assert_eq!(spot(&scene), Spot { row: 390, col: 0 });
    scene.until(91);
    let rook = scene.piece("R:1:7:0");
    assert!(rook.moved);
    assert_eq!(rook.condition, Condition::Resting { until: Tick(391) });
    scene.until(390);
    let kind = Kind::Rook;
    assert_eq!(scene.send("R:1:7:0", 5, 0), Err(Refusal::Resting { kind, ticks: 1 }));
    scene.until(391);
    assert_eq!(scene.events, ["91 done R:1:7:0 4 0", "391 woke R:1:7:0"]);
    assert_eq!(scene.send("R:1:7:0", 5, 0), Ok(()));
}

#[test]
fn rule_2_1_who_has_left_does_not_stand_there_for_later_commands_of_the_same_counter() {
    let mut scene = Scene::of("R:1:7:0 N:1:7:1 P:2:3:1 B:1:4:2");
    assert_eq!(scene.send("R:1:7:0", 7, 5), Err(Refusal::Blocked));
    scene.send("N:1:7:1", 5, 0).unwrap();
    assert_eq!(scene.send("R:1:7:0", 7, 5), Ok(()));
    // An enemy pawn may not take diagonally what has just left.
    scene.send("B:1:4:2", 5, 3).unwrap();
    assert_eq!(scene.send("P:2:3:1", 4, 2), Err(Refusal::NotHow { kind: Kind::Pawn }));
}

#[test]
fn rule_2_2_a_move_cannot_be_changed() {
    let mut scene = Scene::of("R:1:7:0");
    scene.send("R:1:7:0", 0, 0).unwrap();
    scene.until(40);
    let moving = Err(Refusal::Moving { kind: Kind::Rook });
    assert_eq!(scene.send("R:1:7:0", 7, 0), moving);
    assert_eq!(scene.send("R:1:7:0", 3, 0), moving);
}

#[test]
fn rule_2_3_who_is_captured_on_its_arrival_tick_does_not_arrive() {
    // Both come to row 4, column 4 with equal starts from three squares away and two knights in between.
    let mut scene = Scene::of("R:1:7:4 R:2:1:4");
    scene.send("R:1:7:4", 4, 4).unwrap();
    scene.until(1);
    assert_eq!(scene.send("R:2:1:4", 4, 4), Err(Refusal::Blocked), "3.4");
    let mut scene = Scene::of("R:1:4:1 B:2:1:1");
    scene.send("R:1:4:1", 4, 4).unwrap();
    scene.send("B:2:1:1", 4, 4).unwrap();
    scene.until(200);
    // 0.4 square apart at tick 83 only: both die before their arrival at 91.
    assert!(
        scene.events.iter().all(|words| words.contains("cap nobody")),
        "{:?}",
        scene.events
    );
    // On the arrival tick itself a knight, solid for the last 15 %, meets the rook that ends there too.
    let mut scene = Scene::new(Board::Standard, Speed::Lightning, "K:1:7:7 K:2:0:7 R:1:4:2 N:2:2:3");
    scene.send("N:2:2:3", 4, 4).unwrap();
    scene.send("R:1:4:2", 4, 4).unwrap();
    scene.until(13);
    assert_eq!(scene.events.len(), 2, "{:?}", scene.events);
    assert!(!scene.piece("R:1:4:2").moved);
}

#[test]
fn rule_2_4_the_first_reason_that_applies_is_given() {
    let mut game = Game::new(&Start::usual(Board::Standard, Speed::Standard));
    let mut submit = |player, piece: &str, row, col| {
        let command = Command::new(piece.parse().unwrap(), row, col);
        game.submit(player, command).map(|_| ())
    };
    let (pawn, rook) = (Kind::Pawn, Kind::Rook);
    assert_eq!(submit(Player::THREE, "P:1:6:4", 5, 4), Err(Refusal::Eliminated));
    assert_eq!(submit(Player::ONE, "Q:1:4:4", 9, 9), Err(Refusal::NoSuchPiece));
    assert_eq!(
        submit(Player::TWO, "P:1:6:4", 6, 4),
        Err(Refusal::NotYours { kind: pawn })
    );
    assert_eq!(
        submit(Player::ONE, "P:1:6:4", 6, 4),
        Err(Refusal::SameSquare { kind: pawn })
    );
    assert_eq!(submit(Player::ONE, "P:1:6:4", -1, 4), Err(Refusal::OffBoard));
    assert_eq!(
        submit(Player::ONE, "P:1:6:4", 4, 5),
        Err(Refusal::NotHow { kind: pawn })
    );
    assert_eq!(
        submit(Player::ONE, "R:1:7:0", 5, 1),
        Err(Refusal::NotHow { kind: rook })
    );
    assert_eq!(submit(Player::ONE, "R:1:7:0", 5, 0), Err(Refusal::Blocked));
    assert_eq!(submit(Player::ONE, "P:1:6:4", 4, 4), Ok(()));
    assert_eq!(
        submit(Player::ONE, "P:1:6:4", 9, 9),
        Err(Refusal::Moving { kind: pawn })
    );
    game.resign(Player::TWO, &mut |_| {}).unwrap();
    let command = Command::new("Q:1:4:4".parse().unwrap(), 0, 0);
    assert_eq!(game.submit(Player::THREE, command), Err(Refusal::NotRunning));
}

#[test]
fn rule_2_4_captured_pieces_and_words_for_people() {
    let mut scene = Scene::of("R:1:7:0 P:2:6:0 R:2:0:0");
    scene.send("R:1:7:0", 6, 0).unwrap();
    scene.until(31);
    let captured = scene.send("P:2:6:0", 6, 0);
    assert_eq!(captured, Err(Refusal::Captured { kind: Kind::Pawn }));
    scene.until(250);
    let resting = scene.send("R:1:7:0", 5, 0).unwrap_err();
    assert_eq!(resting.to_string(), "That rook is still resting (3 s).");
}
