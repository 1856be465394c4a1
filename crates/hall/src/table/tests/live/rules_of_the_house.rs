//! Countdown, premoves, pauses, refusals, offers, and who may do what.

use super::*;
use crate::{Asked, Phase, Premove, Sitting};

#[test]
fn time_begins_three_seconds_after_everybody_is_ready() {
    let mut stage = Stage::new(plan(
        Speed::Standard,
        vec![LiveSitter::Person("Ada".to_owned()), LiveSitter::Free],
    ));
    stage.sit(ANNA, &[FIRST]).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Waiting);
    assert_eq!(stage.frame(ANNA).seats[1].sitter, Sitting::Nobody);
    stage.send(ANNA, Input::Ready).unwrap();
    assert_eq!(stage.typed(ANNA, "e2e4"), Err("The game has not begun yet.".to_owned()));
    stage.sit(BERT, &[SECOND]).unwrap();
    assert_eq!(stage.table.wake(), None);
    stage.send(BERT, Input::Ready).unwrap();
    let frame = stage.frame(BERT);
    assert_eq!(
        (frame.phase, frame.since),
        (Phase::Countdown, Some(Moment(stage.now.0 + COUNTDOWN)))
    );
    assert_eq!(
        (frame.seats[0].name.as_str(), frame.seats[1].name.as_str()),
        ("Ada", "Black")
    );
    stage.run(COUNTDOWN - 1);
    assert_eq!(stage.typed(ANNA, "e2e4"), Err("The game has not begun yet.".to_owned()));
    stage.run(1);
    assert_eq!((stage.frame(ANNA).phase, stage.frame(ANNA).tick), (Phase::Running, 0));
    assert!(stage.events.contains(&LiveEvent::Begun));
    stage.typed(ANNA, "e2e4").unwrap();
    stage.run(34);
    assert_eq!(stage.frame(ANNA).tick, 1);
}

#[test]
fn a_countdown_stops_when_somebody_leaves_and_the_game_when_nobody_plays() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.leave(BERT);
    stage.run(1_000);
    assert_eq!(stage.frame(ANNA).phase, Phase::Running, "one goes on alone");
    stage.sit(CARL, &[]).unwrap();
    stage.leave(ANNA);
    let tick = stage.frame(CARL).tick;
    stage.run(1_000);
    assert_eq!(
        (stage.frame(CARL).phase, stage.frame(CARL).tick),
        (Phase::Waiting, tick)
    );
    for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
        stage.sit(viewer, &[seat]).unwrap();
        stage.send(viewer, Input::Ready).unwrap();
    }
    stage.run(100);
    assert_eq!(stage.frame(ANNA).phase, Phase::Countdown);
    stage.leave(BERT);
    assert_eq!(stage.frame(ANNA).phase, Phase::Waiting);
}

#[test]
fn a_command_for_a_resting_piece_waits_until_it_wakes() {
    let mut stage = Stage::of_two(Speed::Lightning);
    stage.typed(ANNA, "e2e4").unwrap();
    let pawn = stage.on(ANNA, "e2");
    let to: Square = "e4".parse().unwrap();
    assert!(matches!(pawn.place, Place::Moving { to: Some(at), step: [0, 1], .. } if at == to));
    let moving = || Err("That pawn is still moving.".to_owned());
    assert_eq!(stage.typed(ANNA, "e2e3"), moving(), "it has just left");
    assert_eq!(stage.typed(ANNA, "e4e5"), moving(), "it will be there");
    stage.run_to(11);
    let nothing = Err("Nothing stands on e2.".to_owned());
    assert_eq!(stage.typed(ANNA, "e2e3"), nothing, "it is far away");
    stage.typed(BERT, "d7d5").unwrap();
    let nothing = Err("Nothing stands on d5.".to_owned());
    assert_eq!(
        stage.typed(ANNA, "d5d4"),
        nothing,
        "where another's piece goes is not told"
    );
    stage.run_to(13);
    assert_eq!(
        stage.on(ANNA, "e4").place,
        Place::Standing {
            square: to,
            rests: Some(73)
        }
    );
    stage.typed(ANNA, "e4e6").unwrap();
    stage.typed(ANNA, "e4e5").unwrap();
    let five: Square = "e5".parse().unwrap();
    let waiting = Premove {
        piece: pawn.id,
        to: five,
    };
    assert_eq!(stage.frame(ANNA).premoves, [waiting]);
    stage.run_to(73);
    assert!(matches!(stage.on(ANNA, "e4").place, Place::Moving { to: Some(at), .. } if at == five));
    assert_eq!(stage.frame(ANNA).premoves, []);
    stage.run_to(90);
    stage.typed(ANNA, "e5e6").unwrap();
    stage.send(ANNA, Input::Cancel { piece: pawn.id }).unwrap();
    assert_eq!(stage.frame(ANNA).premoves, []);
    stage.typed(ANNA, "e5d5").unwrap();
    stage.run_to(150);
    let dropped = |(viewer, told): &(Viewer, Told)| *viewer == ANNA && matches!(told, Told::Dropped { .. });
    assert!(stage.letters.iter().any(dropped));
    assert!(!stage.letters.iter().any(|(viewer, _)| *viewer == BERT));
}

#[test]
fn a_game_against_bots_can_be_paused_and_no_other() {
    let mut stage = Stage::new(plan(Speed::Standard, vec![bot("level1"), LiveSitter::Free]));
    stage.sit(ANNA, &[SECOND]).unwrap();
    stage.sit(CARL, &[]).unwrap();
    assert_eq!(stage.view(ANNA).turned, 2);
    let early = stage.send(ANNA, Input::Pause { on: true });
    assert_eq!(early, Err("The game has not begun yet.".to_owned()));
    stage.run(COUNTDOWN + 1_000);
    let refused = stage.send(CARL, Input::Pause { on: true });
    assert_eq!(refused, Err("Only a game against bots can be paused".to_owned()));
    stage.send(ANNA, Input::Pause { on: true }).unwrap();
    stage.run(60_000);
    let frame = stage.frame(ANNA);
    assert_eq!((frame.phase, frame.tick, frame.since), (Phase::Paused, 30, None));
    assert_eq!(stage.typed(ANNA, "e7e5"), Err("The game is paused.".to_owned()));
    stage.send(ANNA, Input::Pause { on: false }).unwrap();
    stage.run(1_000);
    assert_eq!(stage.frame(ANNA).tick, 60);

    let mut stage = Stage::of_two(Speed::Standard);
    assert!(stage.send(ANNA, Input::Pause { on: true }).is_err());
    assert!(!stage.frame(ANNA).may.pause);
}

#[test]
fn a_refusal_says_why() {
    let mut stage = Stage::of_two(Speed::Lightning);
    let [own, other] = ["a1", "a8"].map(|square| stage.on(ANNA, square).id);
    let to: Square = "a5".parse().unwrap();
    let off: Square = "z9".parse().unwrap();
    let words = |stage: &mut Stage, piece, to| stage.send(ANNA, Input::Command { piece, to }).unwrap_err();
    assert_eq!(words(&mut stage, own, to), "Something is in the way.");
    assert_eq!(words(&mut stage, other, to), "That rook is not yours.");
    assert_eq!(words(&mut stage, own, off), "That is not a square of the board.");
    assert_eq!(words(&mut stage, 99, to), "There is no such piece.");
    for (text, refusal) in [
        ("a1", "'a1' is not two squares, such as e2e4"),
        ("e7e5", "That pawn is not yours."),
        ("e4e5", "Nothing stands on e4."),
        ("b1b3", "A knight does not move like that."),
        ("a2a2", "That pawn is already there."),
    ] {
        assert_eq!(stage.typed(ANNA, text), Err(refusal.to_owned()));
    }
    assert_eq!(
        stage.send(ANNA, Input::Undo),
        Err("That is for games with turns".to_owned())
    );
    stage.sit(CARL, &[]).unwrap();
    assert_eq!(stage.typed(CARL, "e2e4"), Err("you are watching this game".to_owned()));
    let seek = stage.send(CARL, Input::Seek { tick: 0 });
    assert_eq!(seek, Err("The replay opens when the game is over".to_owned()));
}

#[test]
fn everybody_plays_one_seat_and_no_bots() {
    let mut stage = Stage::new(plan(Speed::Standard, vec![LiveSitter::Free, bot("level1")]));
    assert_eq!(stage.sit(ANNA, &[FIRST, SECOND]), Err(SitError::OneSeat));
    assert_eq!(stage.sit(ANNA, &[SECOND]), Err(SitError::BotsSeat(SECOND)));
    assert_eq!(stage.sit(ANNA, &[SeatNumber(2)]), Err(SitError::NoSeat(SeatNumber(2))));
    let short = Table::begin_live(
        TableId::numbered(1),
        LivePlan {
            board: LiveBoard::Four,
            ..plan(Speed::Standard, vec![LiveSitter::Free, LiveSitter::Free])
        },
        stage.now,
    );
    assert_eq!(short.err().unwrap().to_string(), "this board has 4 seats, not 2");
}

#[test]
fn draws_are_agreed_and_kings_resigned() {
    let mut stage = Stage::of_two(Speed::Standard);
    let draw = Input::Offer { what: Asked::Draw };
    stage.send(ANNA, draw.clone()).unwrap();
    assert_eq!(stage.frame(BERT).offers, [FIRST]);
    assert!(!stage.frame(ANNA).may.offer_draw && stage.frame(BERT).may.offer_draw);
    stage.send(BERT, draw).unwrap();
    assert_eq!(stage.frame(ANNA).end.unwrap().words, "Draw — agreed");
    assert_eq!(stage.typed(ANNA, "e2e4"), Err("The game is over.".to_owned()));
    let rematch = Input::Offer { what: Asked::Rematch };
    for viewer in [ANNA, BERT] {
        stage.send(viewer, rematch.clone()).unwrap();
    }
    let agreed = LiveEvent::Agreed { what: Asked::Rematch };
    assert_eq!(stage.events.last(), Some(&agreed));

    let mut stage = Stage::of_two(Speed::Standard);
    stage.send(BERT, Input::Resign).unwrap();
    let end = stage.frame(ANNA).end.unwrap();
    assert_eq!((end.winner, end.result.as_str()), (Some(FIRST), "1-0"));
    assert_eq!(end.words, "White wins — the other side resigned");
    assert_eq!(stage.table.wake(), None);
    assert_eq!(stage.again().frame(ANNA).end, Some(end));
}

#[test]
fn what_people_do_is_written_and_a_heartbeat_twice_a_second() {
    let mut stage = Stage::of_two(Speed::Standard);
    let (writes, beats) = (stage.writes, stage.beats);
    stage.typed(ANNA, "e2e4").unwrap();
    assert_eq!(stage.writes, writes + 1);
    stage.run(10_000);
    assert!((18..=20).contains(&(stage.beats - beats)));
    assert_eq!(stage.writes, writes + 1);
}
