//! Section 6.1: what a player sees.

use std::collections::BTreeSet;

use kungfu::{Board, Extent, Player, Sight, Speed, Square};

use crate::scene::Scene;

fn choices(sight: &Sight, piece: &str) -> BTreeSet<[u8; 2]> {
    let id = piece.parse().expect("a name");
    let slot = sight.field().find(id).expect("a piece of the scene");
    let mut squares = BTreeSet::new();
    sight.choices(slot, &mut |square: Square| {
        squares.insert(square.into());
    });
    squares
}

/// Two games that differ only in how far the pieces of player 2 go.
fn twins(near: &[(&str, i32, i32)], far: &[(&str, i32, i32)]) -> [Scene; 2] {
    [near, far].map(|sends| {
        let mut scene = Scene::of("R:1:7:0 Q:1:7:3 R:2:0:0 Q:2:0:3 P:2:1:5 N:2:0:1");
        for &(piece, row, col) in sends {
            scene.send(piece, row, col).expect("a possible move");
        }
        scene
    })
}

#[test]
fn rule_6_1_destinations_of_others_are_not_in_a_sight() {
    let [mut near, mut far] = twins(
        &[("R:2:0:0", 3, 0), ("Q:2:0:3", 2, 1), ("P:2:1:5", 2, 5)],
        &[("R:2:0:0", 5, 0), ("Q:2:0:3", 1, 2), ("P:2:1:5", 3, 5)],
    );
    for tick in 0..=30 {
        near.until(tick);
        far.until(tick);
        assert_eq!(
            Sight::of_player(&near.game, Player::ONE),
            Sight::of_player(&far.game, Player::ONE)
        );
        assert_eq!(
            Sight::of_bot(&near.game, Player::ONE),
            Sight::of_bot(&far.game, Player::ONE)
        );
        assert_eq!(Sight::of_spectator(&near.game), Sight::of_spectator(&far.game));
        assert_ne!(
            Sight::of_player(&near.game, Player::TWO),
            Sight::of_player(&far.game, Player::TWO)
        );
    }
}

#[test]
fn rule_6_1_a_knights_leap_is_hidden_but_for_where_it_is() {
    let [left, right] = twins(&[("N:2:0:1", 2, 0)], &[("N:2:0:1", 2, 2)]);
    assert_eq!(
        Sight::of_player(&left.game, Player::ONE),
        Sight::of_player(&right.game, Player::ONE)
    );
    let sights = [left, right].map(|mut scene| {
        scene.until(20);
        Sight::of_player(&scene.game, Player::ONE)
    });
    let slot = sights[0].field().find("N:2:0:1".parse().unwrap()).unwrap();
    assert_eq!(sights[0].field(), sights[1].field());
    assert_eq!(
        sights.map(|sight| (sight.spot(slot).row, sight.spot(slot).col)),
        [(38, 41), (38, 79)]
    );
}

#[test]
fn rule_6_1_own_moves_are_seen_whole_and_all_of_them_after_the_end() {
    let mut scene = Scene::of("R:1:7:0");
    scene.send("R:1:7:0", 2, 0).unwrap();
    let slot = scene.game.field().find("R:1:7:0".parse().unwrap()).unwrap();
    let extent = |sight: Sight| {
        let motion = *sight.field().get(slot).motion().unwrap();
        (motion.extent, motion.points)
    };
    scene.until(40);
    assert_eq!(extent(Sight::of_player(&scene.game, Player::ONE)), (Extent::Whole, 5));
    assert_eq!(extent(Sight::of_player(&scene.game, Player::TWO)), (Extent::Glimpse, 2));
    assert_eq!(extent(Sight::of_spectator(&scene.game)), (Extent::Glimpse, 2));
    scene.resign(Player::TWO).unwrap();
    assert_eq!(extent(Sight::of_spectator(&scene.game)), (Extent::Whole, 5));
}

#[test]
fn rule_6_1_squares_shown_follow_from_what_is_seen() {
    let [near, far] = twins(&[("R:2:0:0", 3, 0)], &[("R:2:0:0", 6, 0)]);
    let shown = |scene: &Scene| choices(&Sight::of_player(&scene.game, Player::ONE), "R:1:7:0");
    assert_eq!(shown(&near), shown(&far));
    // The next point of the enemy rook is known; squares beyond are shown, though the game may refuse them.
    assert!(shown(&far).contains(&[2, 0]) && !shown(&far).contains(&[1, 0]));
    let mut far = far;
    assert!(far.send("R:1:7:0", 2, 0).is_err());
}

#[test]
fn rule_6_1_no_squares_are_shown_for_what_is_not_ones_own() {
    let scene = Scene::usual(Board::Standard, Speed::Standard);
    let sight = Sight::of_player(&scene.game, Player::ONE);
    assert_eq!(choices(&sight, "N:1:7:1").len(), 2);
    assert!(choices(&sight, "N:2:0:1").is_empty());
    assert!(choices(&Sight::of_spectator(&scene.game), "N:1:7:1").is_empty());
}

#[test]
fn rule_8_1_bots_notice_moves_after_three_ticks() {
    let mut scene = Scene::of("R:2:0:0");
    scene.send("R:2:0:0", 5, 0).unwrap();
    let slot = scene.game.field().find("R:2:0:0".parse().unwrap()).unwrap();
    let noticed = |scene: &Scene| {
        Sight::of_bot(&scene.game, Player::ONE)
            .field()
            .get(slot)
            .motion()
            .is_some()
    };
    for tick in 0..=3 {
        assert!(!noticed(scene.until(tick)), "tick {tick}");
    }
    assert!(noticed(scene.until(4)));
}
