//! Whole games by random choices: every legal move can be dragged and typed, pieces keep their ids, and what is kept is
//! the same table again.

use std::collections::HashMap;

use fastrand::Rng;

use super::*;
use crate::{Choice, Kind, kept::Kept};

/// Plays a game by random choices; each is tried as it is given, and all others on a copy.
fn whole_game(start: Plan, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut scene = Scene::at_one_desk(start);
    for turn in 0..200 {
        let frame = scene.frame(ANNA);
        if frame.end.is_some() {
            break;
        }
        if turn % 25 == 0 {
            every_choice_is_reachable(&scene, &frame.choices);
        }
        let chosen = random.choice(&frame.choices).expect("a game that goes on has moves");
        let before = ids(&frame);
        scene.send(ANNA, wish(chosen)).unwrap();
        let after = scene.frame(ANNA);
        assert_eq!(scene.labels().last(), Some(&chosen.label));
        check_ids(&before, &ids(&after), chosen);
    }
    let copy = again(&scene);
    assert_eq!(copy.view(ANNA), at_version(scene.view(ANNA), copy.frame(ANNA).version));
    while scene.frame(ANNA).may.undo {
        let turns = scene.labels().len() - 1;
        scene.send(ANNA, Input::Look { ply: turns }).unwrap();
        let Some((_, Told::Scene { scene: earlier })) = scene.letters.pop() else {
            panic!("a scene was asked for");
        };
        scene.send(ANNA, Input::Undo).unwrap();
        assert_eq!(scene.frame(ANNA).scene.pieces, earlier.pieces);
    }
}

fn at_version(mut view: crate::View, version: u64) -> crate::View {
    view.frame.version = version;
    view
}

fn again(scene: &Scene) -> Scene {
    let saved = Kept::read(&scene.table.saved(scene.now).text()).unwrap();
    let mut copy = Scene {
        table: Table::restore(&saved, 1, super::super::Keeping::Kept).unwrap(),
        now: scene.now,
        events: Vec::new(),
        letters: Vec::new(),
        jobs: Vec::new(),
        writes: 0,
    };
    copy.sit(ANNA, &[WHITE, BLACK]);
    copy
}

fn every_choice_is_reachable(scene: &Scene, choices: &[Choice]) {
    for choice in choices {
        for input in [wish(choice), typed(&choice.label), typed(&choice.code)] {
            let mut copy = again(scene);
            assert_eq!(copy.send(ANNA, input.clone()), Ok(()), "{input:?}");
            assert_eq!(copy.labels().last(), Some(&choice.label), "{input:?}");
        }
    }
}

fn wish(choice: &Choice) -> Input {
    Input::Move {
        from: choice.from,
        to: choice.to,
        kind: choice.kind,
    }
}

fn ids(frame: &Frame) -> HashMap<u16, crate::Square> {
    frame
        .scene
        .pieces
        .iter()
        .map(|piece| (piece.id, piece.square))
        .collect()
}

/// Only the pieces of the move are elsewhere, and only a captured one is gone.
fn check_ids(before: &HashMap<u16, crate::Square>, after: &HashMap<u16, crate::Square>, choice: &Choice) {
    assert_eq!(before.len() - after.len(), usize::from(choice.captures));
    let moved = after.iter().filter(|(id, square)| before[id] != **square).count();
    let castled = choice.label.starts_with("O-O");
    let expected = match choice.kind {
        Kind::Upgrade => 0,
        Kind::Move | Kind::Promote(_) => 1,
    };
    assert!(moved == expected || castled, "{choice:?}");
}

#[test]
fn random_games_of_chess() {
    for seed in 0..6 {
        whole_game(people(Game::Chess), seed);
    }
    let castles_and_promotes = "r3k2r/pP4p1/8/3pP3/8/8/P5pP/R3K2R w KQkq d6 0 1";
    for seed in 0..6 {
        whole_game(from(castles_and_promotes, people(Game::Chess)), seed);
    }
    for number in [0, 518, 692, 959] {
        let start = Plan {
            start: Start::Chess960(number),
            ..people(Game::Chess)
        };
        whole_game(start, u64::from(number));
    }
}

#[test]
fn random_games_of_ransom() {
    for seed in 0..6 {
        whole_game(people(Game::Ransom), seed);
    }
    let rich = "1p4nn/2P5/8/8/3p4/P7/2p5/NN4P1 w 4/4 0 1";
    for seed in 0..6 {
        whole_game(from(rich, people(Game::Ransom)), seed);
    }
}

#[test]
fn captured_pieces_and_the_lead_are_shown() {
    let mut scene = Scene::at_one_desk(people(Game::Chess));
    scene.typed(ANNA, "e4 d5 exd5 Qxd5");
    let seats = scene.frame(ANNA).seats;
    assert_eq!(seats.iter().map(|seat| seat.captured.len()).collect::<Vec<_>>(), [1, 1]);
    scene.typed(ANNA, "Nc3 a6 Nxd5");
    let seats = scene.frame(ANNA).seats;
    assert_eq!((seats[0].lead, seats[1].lead), (9, 0));
    let mut scene = Scene::at_one_desk(from("1nn5/8/8/3n4/8/2N5/P7/NN6 w 2/0 9 11", people(Game::Ransom)));
    scene.typed(ANNA, "a2a2q");
    let frame = scene.frame(ANNA);
    assert_eq!((frame.scene.purses, frame.seats[0].purse), (vec![0, 0], Some(0)));
}

#[test]
fn a_start_that_cannot_be_is_refused_with_words() {
    let refused = |plan| {
        Table::begin(TableId::numbered(1), plan, 1, Moment(0))
            .err()
            .unwrap()
            .to_string()
    };
    let faulty = from("8/8/8/8/8/8/8/8 w - - 0 1", people(Game::Chess));
    assert_eq!(
        refused(faulty),
        "not a chess position: the board is empty; a king is missing"
    );
    let other = plan(Game::Ransom, "human", "easy");
    assert_eq!(
        refused(Plan {
            game: Game::Chess,
            ..other
        }),
        "easy plays Ransom"
    );
    assert!(
        refused(Plan {
            game: Game::Kungfu,
            ..people(Game::Chess)
        })
        .contains("Kung Fu Chess")
    );
}
