//! Section 5: how games end.

use kungfu::{Board, End, Player, Players, Refusal, Speed, Start, Tick};

use crate::scene::Scene;

#[test]
fn rule_5_1_one_king_left_wins() {
    let mut scene = Scene::new(Board::Standard, Speed::Standard, "K:1:7:7 K:2:4:0 R:1:7:0");
    scene.send("R:1:7:0", 4, 0).unwrap();
    scene.until(100);
    let outcome = scene.game.outcome().unwrap();
    assert_eq!(
        (outcome.tick, outcome.winner, outcome.end),
        (Tick(80), Some(Player::ONE), End::KingCaptured)
    );
    assert_eq!(scene.send("K:1:7:7", 6, 7), Err(Refusal::NotRunning));
}

#[test]
fn rule_5_1_no_king_left_is_a_draw() {
    let mut scene = Scene::new(Board::Standard, Speed::Standard, "K:1:4:3 K:2:4:5");
    scene.send("K:1:4:3", 4, 4).unwrap();
    scene.send("K:2:4:5", 4, 4).unwrap();
    scene.until(60);
    let outcome = scene.game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.end), (None, End::NoKing));
}

#[test]
fn rule_5_1_who_is_out_cannot_command_but_moves_in_flight_complete() {
    let names = "K:1:6:11 K:2:11:5 K:3:5:0 K:4:0:6 R:1:5:4 P:3:5:10 R:3:9:2 R:2:3:0";
    let mut scene = Scene::new(Board::Four, Speed::Standard, names);
    scene.send("R:2:3:0", 5, 0).unwrap();
    scene.until(30);
    scene.send("P:3:5:10", 5, 11).unwrap();
    scene.send("R:3:9:2", 2, 2).unwrap();
    scene.until(300);
    let events = scene.events.join(", ");
    assert!(events.contains("out 3"), "{events}");
    assert!(events.contains("61 promo P:3:5:10"), "{events}");
    assert!(events.contains("241 done R:3:9:2 2 2"), "{events}");
    assert_eq!(scene.send("P:3:5:10", 5, 9), Err(Refusal::Eliminated));
    // The pieces stay and can be captured.
    scene.until(400);
    scene.send("K:1:6:11", 5, 11).unwrap();
    scene.until(450);
    assert!(
        scene
            .events
            .iter()
            .any(|words| words.ends_with("cap K:1:6:11 P:3:5:10")),
        "{:?}",
        scene.events
    );
}

#[test]
fn rule_5_2_draws_by_time() {
    for speed in Speed::ALL {
        let mut idle = Scene::new(Board::Standard, speed, "K:1:7:7 K:2:0:0");
        idle.until(100_000);
        let outcome = idle.game.outcome().unwrap();
        assert_eq!((outcome.tick, outcome.end), (speed.earliest_draw(), End::Idle));
        // A king that walks to and fro keeps the game from idling but not from peace.
        let mut peace = Scene::new(Board::Standard, speed, "K:1:7:7 K:2:0:0");
        let mut col = 6;
        while peace.game.outcome().is_none() {
            if peace.send("K:1:7:7", 7, col).is_ok() {
                col = 13 - col;
            }
            let next = peace.game.tick_count() + 1;
            peace.until(next.0);
        }
        let outcome = peace.game.outcome().unwrap();
        assert_eq!((outcome.tick, outcome.end), (speed.earliest_draw(), End::Peace));
    }
}

#[test]
fn rule_5_2_limits_count_from_the_last_command_and_capture() {
    let speed = Speed::Lightning;
    let mut scene = Scene::new(Board::Standard, speed, "K:1:7:7 K:2:0:7 R:1:7:0 P:2:4:0");
    scene.until(2_000);
    scene.send("R:1:7:0", 4, 0).unwrap();
    scene.until(10_000);
    // Commanded at 2000, captured at 2017: idle at 2900, before the 1350 ticks of peace are over.
    let outcome = scene.game.outcome().unwrap();
    assert_eq!((outcome.tick, outcome.end), (Tick(2_900), End::Idle));
}

#[test]
fn rule_5_3_resigning_takes_the_king_off() {
    let mut scene = Scene::usual(Board::Four, Speed::Standard);
    for player in [Player::TWO, Player::THREE] {
        scene.resign(player).unwrap();
        assert_eq!(scene.resign(player), Err(Refusal::Eliminated));
        assert!(scene.game.outcome().is_none());
    }
    assert!(!scene.piece("K:3:5:0").lives() && scene.piece("Q:3:6:0").lives());
    scene.resign(Player::ONE).unwrap();
    let outcome = scene.game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.end), (Some(Player::FOUR), End::Resignation));
}

#[test]
fn rule_5_3_a_draw_offer_stands_until_all_living_people_have_offered() {
    let mut scene = Scene::usual(Board::Four, Speed::Standard);
    for player in [Player::ONE, Player::TWO, Player::FOUR] {
        scene.game.offer_draw(player, &mut |_| {}).unwrap();
        assert!(scene.game.outcome().is_none());
    }
    // The last who has not offered leaves: the others have.
    scene.resign(Player::THREE).unwrap();
    assert_eq!(scene.game.outcome().unwrap().end, End::Agreement);

    let people = Players::NONE.with(Player::ONE);
    let start = Start::usual(Board::Standard, Speed::Standard).with_people(people);
    let mut game = kungfu::Game::new(&start);
    assert_eq!(game.offer_draw(Player::TWO, &mut |_| {}), Err(Refusal::NoSay), "a bot");
    game.offer_draw(Player::ONE, &mut |_| {}).unwrap();
    assert_eq!(game.outcome().unwrap().end, End::Agreement);
}

#[test]
fn rule_5_4_three_seconds_before_the_first_tick_and_bots_wait() {
    assert_eq!(kungfu::COUNTDOWN, 90);
    assert_eq!(kungfu::BOTS_STAY_STILL, Tick(15));
}
