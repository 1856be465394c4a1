//! Offers, resignations, take-backs, and who may do what.

use play::{Action, Side};

use super::*;
use crate::{CommonEvent, Offer, OfferAnswer};

const ACCEPT: CommonCommand = CommonCommand::Answer {
    answer: OfferAnswer::Accept,
};
const DECLINE: CommonCommand = CommonCommand::Answer {
    answer: OfferAnswer::Decline,
};

fn common(event: CommonEvent) -> TurnEvent {
    TurnEvent::Common(event)
}

#[test]
fn a_person_is_offered_a_draw_and_answers() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    assert_eq!(scene.common(ANNA, DRAW), Ok(()));
    let offer = Some(Offer {
        by: WHITE,
        what: OfferKind::Draw,
        until: Moment(scene.now.0 + crate::OFFER_LASTS),
    });
    assert_eq!(scene.frame(BERT).offer, offer);
    assert!(scene.frame(BERT).may.answer && !scene.frame(ANNA).may.answer);
    assert_eq!(
        scene.send(ANNA, Command::Common(DRAW)).unwrap_err(),
        Refusal::AlreadyOffered
    );
    assert_eq!(
        scene.send(ANNA, Command::Common(ACCEPT)).unwrap_err(),
        Refusal::NothingOffered
    );
    assert_eq!(scene.common(BERT, DECLINE), Ok(()));
    let declined = CommonEvent::Declined { what: OfferKind::Draw };
    assert_eq!(scene.events.last(), Some(&common(declined)));
    assert_eq!(scene.common(ANNA, DRAW), Ok(()));
    assert_eq!(scene.common(BERT, ACCEPT), Ok(()));
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn an_offer_lasts_while_its_maker_moves_and_ends_when_the_other_does() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.common(ANNA, DRAW).unwrap();
    scene.typed(ANNA, "e4");
    assert!(scene.frame(BERT).offer.is_some());
    scene.typed(BERT, "e5");
    assert_eq!(scene.frame(BERT).offer, None);
    // Offering what the other offers is agreeing.
    scene.common(ANNA, DRAW).unwrap();
    scene.common(BERT, DRAW).unwrap();
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn a_draw_that_can_be_claimed_is_claimed() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    for (viewer, text) in [(ANNA, "Nf3"), (BERT, "Nf6"), (ANNA, "Ng1"), (BERT, "Ng8")].repeat(2) {
        scene.typed(viewer, text);
    }
    assert_eq!(scene.frame(ANNA).may.claim.as_deref(), Some("threefold repetition"));
    scene.common(BERT, DRAW).unwrap();
    assert_eq!(scene.end().as_deref(), Some("Draw: threefold repetition"));
    for command in [DRAW, CommonCommand::Resign] {
        assert_eq!(
            scene.send(ANNA, Command::Common(command)).unwrap_err(),
            Refusal::GameOver
        );
    }
}

#[test]
fn a_player_resigns_even_out_of_turn() {
    let mut scene = Scene::at_two_screens(people(RANSOM));
    assert_eq!(scene.common(BERT, CommonCommand::Resign), Ok(()));
    assert_eq!(scene.end().as_deref(), Some("White wins: resignation"));
    assert_eq!(scene.own(ANNA, typed("c1d3")).unwrap_err(), "Invalid: game over");
}

#[test]
fn at_one_screen_taking_back_is_at_once_and_elsewhere_the_other_must_agree() {
    let mut scene = Scene::at_one_screen(people(CHESS));
    scene.typed(ANNA, "e4 e5 Nf3");
    scene.own(ANNA, TurnCommand::TakeBack).unwrap();
    assert_eq!(scene.labels(), ["e4", "e5"]);

    let mut scene = Scene::at_two_screens(people(CHESS));
    let refused = scene.send(ANNA, Command::Own(TurnCommand::TakeBack)).unwrap_err();
    assert_eq!(refused, Refusal::NothingToTakeBack);
    scene.typed(ANNA, "e4");
    scene.typed(BERT, "e5");
    scene.own(ANNA, TurnCommand::TakeBack).unwrap();
    assert_eq!(scene.labels(), ["e4", "e5"]);
    scene.common(BERT, ACCEPT).unwrap();
    assert_eq!(scene.labels(), Vec::<String>::new());
    assert_eq!(scene.events.last(), Some(&TurnEvent::TakenBack { plies: 0 }));
}

#[test]
fn ransom_allows_three_take_backs_in_a_row() {
    let mut scene = Scene::at_one_screen(people(RANSOM));
    scene.typed(ANNA, "c1d3 c8d6 d1e3 d8e6");
    for _ in 0..3 {
        assert!(scene.frame(ANNA).may.take_back);
        scene.own(ANNA, TurnCommand::TakeBack).unwrap();
    }
    assert!(!scene.frame(ANNA).may.take_back);
    let refused = scene.send(ANNA, Command::Own(TurnCommand::TakeBack)).unwrap_err();
    assert_eq!(refused, Refusal::NoTakeBackLeft { allowed: 3 });
    assert_eq!(scene.labels(), ["Knight C1→D3"]);
    scene.typed(ANNA, "f8g6");
    scene.own(ANNA, TurnCommand::TakeBack).unwrap();
}

/// A result may be counted and rated already. A request to take back that was open at the end is dropped with the game.
#[test]
fn a_finished_game_is_not_taken_back() {
    let mated = || {
        let mut scene = Scene::at_one_screen(people(CHESS));
        scene.typed(ANNA, "f3 e5 g4 Qh4");
        scene
    };
    let resigned = || {
        let mut scene = Scene::at_one_screen(people(RANSOM));
        scene.typed(ANNA, "c1d3");
        scene.common(ANNA, CommonCommand::Resign).unwrap();
        scene
    };
    let asked = || {
        let mut scene = Scene::at_two_screens(people(CHESS));
        scene.typed(ANNA, "e4");
        scene.typed(BERT, "e5");
        scene.own(ANNA, TurnCommand::TakeBack).unwrap();
        scene.common(BERT, CommonCommand::Resign).unwrap();
        assert_eq!(
            scene.send(BERT, Command::Common(ACCEPT)).unwrap_err(),
            Refusal::NothingOffered
        );
        scene
    };
    for mut scene in [mated(), resigned(), asked()] {
        let (end, labels) = (scene.end(), scene.labels());
        assert!(end.is_some() && !scene.frame(ANNA).may.take_back);
        let commands = [
            Command::Own(TurnCommand::TakeBack),
            Command::Common(CommonCommand::Offer {
                what: OfferKind::TakeBack,
            }),
        ];
        for command in commands {
            assert_eq!(scene.send(ANNA, command).unwrap_err(), Refusal::GameOver);
        }
        assert_eq!((scene.end(), scene.labels()), (end, labels));
    }
}

#[test]
fn spectators_only_look_and_players_wait_for_their_turn() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.connect(CARL, &[]);
    let out_of_turn = "It is not your turn: White is to move";
    assert_eq!(scene.own(BERT, typed("e5")).unwrap_err(), out_of_turn);
    let commands = [
        Command::Own(typed("e4")),
        Command::Common(DRAW),
        Command::Common(CommonCommand::Resign),
        Command::Own(TurnCommand::TakeBack),
    ];
    for command in commands {
        assert_eq!(scene.send(CARL, command).unwrap_err(), Refusal::Watching);
    }
    assert_eq!(
        scene.send(ANNA, Command::Own(TurnCommand::Review)).unwrap_err(),
        Refusal::NoHelp
    );
    let mut scene = Scene::at_two_screens(people(RANSOM));
    assert_eq!(scene.own(BERT, typed("c8d6")).unwrap_err(), "Invalid: not your turn");
}

#[test]
fn refusals_of_ransom_are_exact_pointed_out_and_typed() {
    let start = "nnp4n/8/8/p2n4/P2Q4/1B6/P5N1/N6P w 1/0 4 9";
    let mut scene = Scene::at_one_screen(from(start, people(RANSOM)));
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
        assert_eq!(scene.own(ANNA, typed(code)).unwrap_err(), words, "{code}");
        let pointed = TurnCommand::Move {
            from: code[..2].parse().unwrap(),
            to: code[2..4].parse().unwrap(),
            action: if code.ends_with('q') {
                Action::Upgrade
            } else {
                Action::Move
            },
        };
        assert_eq!(scene.own(ANNA, pointed).unwrap_err(), words, "{code}");
    }
}

#[test]
fn a_view_is_cut_for_its_viewer() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.connect(CARL, &[]);
    let choices = |scene: &Scene| [ANNA, BERT, CARL].map(|viewer| scene.frame(viewer).choices.len());
    assert_eq!(choices(&scene), [20, 0, 0]);
    scene.typed(ANNA, "e4");
    assert_eq!(choices(&scene), [0, 20, 0]);
    let carl = scene.frame(CARL).may;
    assert!(!carl.resign && !carl.take_back && !carl.offer_draw && !carl.hint);
    assert_eq!(scene.view(BERT).yours, [BLACK]);
    scene.common(BERT, CommonCommand::Resign).unwrap();
    assert_eq!(choices(&scene), [0, 0, 0]);
}

#[test]
fn earlier_positions_are_shown_and_nothing_changes() {
    let mut scene = Scene::at_one_screen(people(CHESS));
    scene.typed(ANNA, "e4 e5");
    let events = scene.log.len();
    let shown = scene.send(ANNA, Command::Own(TurnCommand::Look { ply: 1 }));
    let Ok(Some(TurnAnswer::Scene { scene: shown, key, .. })) = shown else {
        panic!("a scene was asked for: {shown:?}");
    };
    assert_eq!((shown.ply, shown.turn), (1, Some(Side::Black)));
    assert_eq!(scene.table.state.record.key(1).map(play::key_text), Some(key));
    let squares = shown.last.map(|squares| squares.map(|square| square.to_string()));
    assert_eq!(squares, Some(["e2", "e4"].map(str::to_owned)));
    let refused = scene
        .send(ANNA, Command::Own(TurnCommand::Look { ply: 3 }))
        .unwrap_err();
    assert_eq!(refused, Refusal::NoSuchPly { plies: 2 });
    assert_eq!((scene.frame(ANNA).scene.ply, scene.log.len()), (2, events));
}

#[test]
fn names_are_looked_up_in_views_and_exports() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    assert_eq!(scene.frame(ANNA).seats[0].seat.name, "White");
    scene
        .context
        .names
        .learn([(PlayerId::numbered(1), "Annabel".to_owned())]);
    scene.connect(CARL, &[]);
    for viewer in [ANNA, BERT, CARL] {
        assert_eq!(scene.frame(viewer).seats[0].seat.name, "Annabel");
    }
    let pgn = scene.table.export(crate::ExportFormat::Pgn, &scene.context).unwrap();
    assert!(pgn.contains("[White \"Annabel\"]"), "{pgn}");
    // A study of the game has the name too, and none for a person without one.
    scene.send(ANNA, Command::Common(CommonCommand::Resign)).unwrap();
    let tags = scene.table.studied(&[], &scene.context).unwrap().tags;
    assert_eq!(
        [
            tags.get("White").map(String::as_str),
            tags.get("Black").map(String::as_str)
        ],
        [Some("Annabel"), None]
    );
}

#[test]
fn an_open_seat_is_taken_once_and_the_game_waits_for_it() {
    let mut scene = Scene::new(setup(CHESS, "person", "open"));
    scene.connect(ANNA, &[WHITE]);
    assert_eq!(
        scene.send(ANNA, Command::Own(typed("e4"))).unwrap_err(),
        Refusal::WaitingForPlayer
    );
    let [bert, carl] = [7, 8].map(PlayerId::numbered);
    let (seat, facts) = scene.table.take_seat(bert).unwrap();
    assert_eq!(seat, BLACK);
    scene.commit(facts);
    assert_eq!(scene.table.take_seat(carl).unwrap_err(), ConnectError::NoOpenSeat);
    assert_eq!(scene.table.take_seat(bert).unwrap(), (BLACK, Vec::new()));
    scene.typed(ANNA, "e4");
}

#[test]
fn a_rematch_is_for_the_players_of_a_finished_game() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    let rematch = CommonCommand::Offer {
        what: OfferKind::Rematch,
    };
    assert_eq!(
        scene.send(ANNA, Command::Common(rematch.clone())).unwrap_err(),
        Refusal::NotOver
    );
    assert_eq!(
        scene.table.rematch(&TableId::numbered(5)).unwrap_err(),
        Refusal::NotOver
    );
    scene.common(BERT, CommonCommand::Resign).unwrap();
    scene.common(ANNA, rematch.clone()).unwrap();
    scene.common(BERT, rematch).unwrap();
    let accepted = CommonEvent::Accepted {
        what: OfferKind::Rematch,
    };
    assert_eq!(scene.events.last(), Some(&common(accepted)));
    let next = TableId::numbered(5);
    let fact = scene.table.rematch(&next).unwrap().unwrap();
    scene.commit(vec![fact]);
    assert_eq!(scene.table.rematch(&TableId::numbered(6)), Ok(None));
    assert_eq!(scene.table.next_table(), Some(&next));
    let seats = scene.table.rematch_setup(1).game.seats().to_vec();
    assert_eq!(seats, [2, 1].map(|number| Occupant::Person(PlayerId::numbered(number))));
}
