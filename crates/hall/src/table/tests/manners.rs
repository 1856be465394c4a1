//! Offers, resignations, take-backs, and who may wish for what.

use super::*;
use crate::{Asked, Kind, Offer};

const DRAW: Input = Input::Offer { what: Asked::Draw };

#[test]
fn a_person_is_asked_for_a_draw_and_answers() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    assert_eq!(scene.send(ANNA, DRAW), Ok(()));
    let offer = Some(Offer {
        by: WHITE,
        what: Asked::Draw,
    });
    assert_eq!(scene.frame(BERT).offer, offer);
    assert!(scene.frame(BERT).may.answer && !scene.frame(ANNA).may.answer);
    assert_eq!(scene.send(ANNA, DRAW).unwrap_err(), "you have asked already");
    let yes = Input::Answer { yes: true };
    assert_eq!(
        scene.send(ANNA, yes.clone()).unwrap_err(),
        "nobody asks you for anything"
    );
    assert_eq!(scene.send(BERT, Input::Answer { yes: false }), Ok(()));
    assert_eq!(scene.events.last(), Some(&Event::Declined { what: Asked::Draw }));
    assert_eq!(scene.send(ANNA, DRAW), Ok(()));
    assert_eq!(scene.send(BERT, yes), Ok(()));
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn an_offer_stands_while_its_maker_moves_and_lapses_when_the_other_does() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    scene.send(ANNA, DRAW).unwrap();
    scene.typed(ANNA, "e4");
    assert!(scene.frame(BERT).offer.is_some());
    scene.typed(BERT, "e5");
    assert_eq!(scene.frame(BERT).offer, None);
    // Offering what the other offers is agreeing.
    scene.send(ANNA, DRAW).unwrap();
    scene.send(BERT, DRAW).unwrap();
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn a_draw_that_can_be_claimed_is_claimed() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    for (viewer, text) in [(ANNA, "Nf3"), (BERT, "Nf6"), (ANNA, "Ng1"), (BERT, "Ng8")].repeat(2) {
        scene.typed(viewer, text);
    }
    assert_eq!(scene.frame(ANNA).may.claim.as_deref(), Some("threefold repetition"));
    scene.send(BERT, DRAW).unwrap();
    assert_eq!(scene.end().as_deref(), Some("Draw: threefold repetition"));
    for input in [DRAW, Input::Resign] {
        assert_eq!(scene.send(ANNA, input).unwrap_err(), "the game is over");
    }
}

#[test]
fn whoever_speaks_resigns_even_out_of_turn() {
    let mut scene = Scene::at_two_desks(people(Game::Ransom));
    assert_eq!(scene.send(BERT, Input::Resign), Ok(()));
    assert_eq!(scene.end().as_deref(), Some("White wins: resignation"));
    assert_eq!(scene.send(ANNA, typed("c1d3")).unwrap_err(), "Invalid: game over");
}

#[test]
fn at_one_desk_undo_is_at_once_and_elsewhere_the_other_must_agree() {
    let mut scene = Scene::at_one_desk(people(Game::Chess));
    scene.typed(ANNA, "e4 e5 Nf3");
    scene.send(ANNA, Input::Undo).unwrap();
    assert_eq!(scene.labels(), ["e4", "e5"]);

    let mut scene = Scene::at_two_desks(people(Game::Chess));
    assert_eq!(
        scene.send(ANNA, Input::Undo).unwrap_err(),
        "there is no move to take back"
    );
    scene.typed(ANNA, "e4");
    scene.typed(BERT, "e5");
    scene.send(ANNA, Input::Undo).unwrap();
    assert_eq!(scene.labels(), ["e4", "e5"]);
    scene.send(BERT, Input::Answer { yes: true }).unwrap();
    assert_eq!(scene.labels(), Vec::<String>::new());
    assert_eq!(scene.events.last(), Some(&Event::TakenBack { turns: 0 }));
}

#[test]
fn ransom_allows_three_undos_in_a_row() {
    let mut scene = Scene::at_one_desk(people(Game::Ransom));
    scene.typed(ANNA, "c1d3 c8d6 d1e3 d8e6");
    for _ in 0..3 {
        assert!(scene.frame(ANNA).may.undo);
        scene.send(ANNA, Input::Undo).unwrap();
    }
    assert!(!scene.frame(ANNA).may.undo);
    let refused = "only 3 undos in a row are allowed; play a move first";
    assert_eq!(scene.send(ANNA, Input::Undo).unwrap_err(), refused);
    assert_eq!(scene.labels(), ["Knight C1→D3"]);
    scene.typed(ANNA, "f8g6");
    scene.send(ANNA, Input::Undo).unwrap();
}

#[test]
fn refusals_name_whose_turn_it_is_and_spectators_only_look() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    scene.sit(CARL, &[]);
    let out_of_turn = "It is not your turn: White is to move";
    assert_eq!(scene.send(BERT, typed("e5")).unwrap_err(), out_of_turn);
    for input in [typed("e4"), DRAW, Input::Resign, Input::Undo] {
        assert_eq!(scene.send(CARL, input).unwrap_err(), "you are watching this game");
    }
    assert_eq!(
        scene.send(ANNA, Input::Review).unwrap_err(),
        "there is no help while people play each other"
    );
    let mut scene = Scene::at_two_desks(people(Game::Ransom));
    assert_eq!(scene.send(BERT, typed("c8d6")).unwrap_err(), "Invalid: not your turn");
}

#[test]
fn refusals_of_ransom_are_exact_dragged_and_typed() {
    let start = "nnp4n/8/8/p2n4/P2Q4/1B6/P5N1/N6P w 1/0 4 9";
    let mut scene = Scene::at_one_desk(from(start, people(Game::Ransom)));
    for (code, words) in [
        ("a2z9", "Invalid: out of bounds"),
        ("a2a4", "Invalid: illegal move for piece type"),
        ("a4a5", "Invalid: blocked"),
        ("b3f7", "Invalid: obstructed"),
        ("h1h1q", "Invalid: pawn cannot be upgraded on row 1 or 8"),
        ("a2a2q", "Invalid: not enough points"),
        ("d4d4q", "Invalid: only pawns can be upgraded"),
        ("a5a4", "Invalid: not your turn"),
        ("c3c4", "Invalid: no piece there"),
    ] {
        assert_eq!(scene.send(ANNA, typed(code)).unwrap_err(), words, "{code}");
        let dragged = Input::Move {
            from: code[..2].parse().unwrap(),
            to: code[2..4].parse().unwrap(),
            kind: if code.ends_with('q') { Kind::Upgrade } else { Kind::Move },
        };
        assert_eq!(scene.send(ANNA, dragged).unwrap_err(), words, "{code}");
    }
}

#[test]
fn a_view_is_cut_for_its_viewer() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    scene.sit(CARL, &[]);
    let choices = |scene: &Scene| [ANNA, BERT, CARL].map(|viewer| scene.frame(viewer).choices.len());
    assert_eq!(choices(&scene), [20, 0, 0]);
    scene.typed(ANNA, "e4");
    assert_eq!(choices(&scene), [0, 20, 0]);
    let carl = scene.frame(CARL).may;
    assert!(!carl.resign && !carl.undo && !carl.offer_draw && !carl.hint);
    assert_eq!(scene.view(BERT).yours, [BLACK]);
    scene.send(BERT, Input::Resign).unwrap();
    assert_eq!(choices(&scene), [0, 0, 0]);
}

#[test]
fn earlier_positions_are_shown_and_nothing_changes() {
    let mut scene = Scene::at_one_desk(people(Game::Chess));
    scene.typed(ANNA, "e4 e5");
    scene.send(ANNA, Input::Look { ply: 1 }).unwrap();
    let Some((ANNA, Told::Scene { scene: shown })) = scene.letters.last() else {
        panic!("a scene was asked for");
    };
    assert_eq!((shown.ply, shown.turn), (1, Some(BLACK)));
    assert_eq!(
        shown.last.map(|squares| squares.map(|square| square.to_string())),
        Some(["e2", "e4"].map(str::to_owned))
    );
    assert_eq!(
        scene.send(ANNA, Input::Look { ply: 3 }).unwrap_err(),
        "Only 2 turns have been played"
    );
    assert_eq!(scene.frame(ANNA).scene.ply, 2);
}

#[test]
fn a_new_name_is_told_kept_and_only_for_ones_own_seat() {
    let mut scene = Scene::at_two_desks(people(Game::Chess));
    scene.sit(CARL, &[]);
    let rename = |seat, name: &str| Input::Rename {
        seat,
        name: name.to_owned(),
    };
    assert_eq!(
        scene.send(CARL, rename(WHITE, "Carl")),
        Err("you are watching this game".to_owned())
    );
    assert_eq!(
        scene.send(ANNA, rename(BLACK, "Carl")),
        Err("somebody else sits there".to_owned())
    );
    let before = scene.writes;
    scene.events.clear();
    // The second time it is no news.
    for _ in 0..2 {
        scene.send(ANNA, rename(WHITE, "Annabel")).unwrap();
        assert_eq!(scene.events, [Event::Renamed { seat: WHITE }]);
        assert_eq!(scene.writes, before + 1);
    }
    for viewer in [ANNA, BERT, CARL] {
        assert_eq!(scene.frame(viewer).seats[0].name, "Annabel");
    }
    let kept = scene.table.saved(scene.now);
    assert_eq!(kept.listing().names[0], "Annabel");
    assert!(
        scene
            .table
            .export(crate::Format::Pgn, scene.now)
            .contains("[White \"Annabel\"]")
    );
}
