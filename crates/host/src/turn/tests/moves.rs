//! Whole games by random choices: every legal move can be pointed out and typed, pieces keep their ids, and taking
//! back shows the earlier board.

use std::collections::HashMap;

use fastrand::Rng;
use play::{Action, LegalMove, Square};

use super::*;

/// Plays a game by random choices; now and then every other choice is tried on a copy.
fn whole_game(start: TurnSetup, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut scene = Scene::at_one_screen(start);
    for ply in 0..120 {
        let frame = scene.frame(ANNA);
        if frame.end.is_some() {
            break;
        }
        if ply % 40 == 0 {
            every_choice_is_reachable(&scene, &frame.choices);
        }
        let chosen = random.choice(&frame.choices).expect("a game that goes on has moves");
        let before = ids(&frame);
        scene.own(ANNA, pointed(chosen)).unwrap();
        let after = scene.frame(ANNA);
        assert_eq!(scene.labels().last(), Some(&chosen.label));
        check_ids(&before, &ids(&after), chosen);
    }
    for _ in 0..3 {
        if !scene.frame(ANNA).may.take_back {
            break;
        }
        let ply = scene.labels().len() - 1;
        let shown = scene.send(ANNA, Command::Own(TurnCommand::Look { ply }));
        let Ok(Some(TurnAnswer::Scene { scene: earlier, .. })) = shown else {
            panic!("a scene was asked for");
        };
        scene.own(ANNA, TurnCommand::TakeBack).unwrap();
        assert_eq!(scene.frame(ANNA).scene.pieces, earlier.pieces);
    }
}

fn every_choice_is_reachable(scene: &Scene, choices: &[LegalMove]) {
    for choice in choices {
        for command in [pointed(choice), typed(&choice.label), typed(&choice.code)] {
            let mut copy = scene.replayed();
            copy.connect(ANNA, &[WHITE, BLACK], VisitorId(1), &scene.context, scene.now)
                .unwrap();
            let decided = copy.decide(ANNA, Command::Own(command.clone()), &scene.context, scene.now);
            let Ok(Decision::Commit(facts)) = decided else {
                panic!("{command:?} is legal");
            };
            let [TurnFact::Moved { code, .. }] = facts.as_slice() else {
                panic!("{command:?} is a move");
            };
            assert_eq!(*code, choice.code, "{command:?}");
        }
    }
}

fn pointed(choice: &LegalMove) -> TurnCommand {
    TurnCommand::Move {
        from: choice.from,
        to: choice.to,
        action: choice.action,
    }
}

fn ids(frame: &TurnFrame) -> HashMap<u16, Square> {
    let pieces = frame.scene.pieces.iter();
    pieces.map(|piece| (piece.id, piece.square)).collect()
}

/// Only the pieces of the move are elsewhere, and only a captured one is gone.
fn check_ids(before: &HashMap<u16, Square>, after: &HashMap<u16, Square>, choice: &LegalMove) {
    let returned = usize::from(matches!(choice.action, Action::Return(_)));
    assert_eq!(before.len() + returned - after.len(), usize::from(choice.captures));
    let moved = after
        .iter()
        .filter(|(id, square)| before.get(id).is_some_and(|before| before != *square))
        .count();
    let castled = choice.label.starts_with("O-O");
    let expected = match choice.action {
        Action::Upgrade | Action::Return(_) => 0,
        Action::Move | Action::Promote(_) => 1,
    };
    assert!(moved == expected || castled, "{choice:?}");
}

#[test]
fn random_games_of_chess() {
    for seed in 0..3 {
        whole_game(people(CHESS), seed);
    }
    let castles_and_promotes = "r3k2r/pP4p1/8/3pP3/8/8/P5pP/R3K2R w KQkq d6 0 1";
    for seed in 0..4 {
        whole_game(from(castles_and_promotes, people(CHESS)), seed);
    }
    for number in [0, 518, 692, 959] {
        let start = TurnSetup {
            start: Start::Numbered(number),
            ..people(CHESS)
        };
        whole_game(start, u64::from(number));
    }
}

#[test]
fn random_games_of_ransom() {
    for seed in 0..3 {
        whole_game(people(RANSOM), seed);
    }
    let rich = "1p4nn/2P5/8/8/3p4/P7/2p5/NN4P1 w 4/4 0 1";
    for seed in 0..4 {
        whole_game(from(rich, people(RANSOM)), seed);
    }
}

#[test]
fn captured_pieces_and_the_lead_are_shown() {
    let mut scene = Scene::at_one_screen(people(CHESS));
    scene.typed(ANNA, "e4 d5 exd5 Qxd5");
    let seats = scene.frame(ANNA).seats;
    assert_eq!(seats.iter().map(|seat| seat.captured.len()).collect::<Vec<_>>(), [1, 1]);
    scene.typed(ANNA, "Nc3 a6 Nxd5");
    let seats = scene.frame(ANNA).seats;
    assert_eq!((seats[0].lead, seats[1].lead), (9, 0));
    let mut scene = Scene::at_one_screen(from("1nn5/8/8/3n4/8/2N5/P7/NN6 w 2/0 9 11", people(RANSOM)));
    scene.typed(ANNA, "a2a2q");
    let frame = scene.frame(ANNA);
    assert_eq!((frame.scene.purses, frame.seats[0].purse), (vec![0, 0], Some(0)));
}
