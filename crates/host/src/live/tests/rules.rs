//! Countdown, premoves, pauses, refusals, offers, and who may do what.

use super::*;
use crate::{OccupantView, OfferAnswer, OpenError, Premove};

#[test]
fn time_begins_three_seconds_after_everybody_is_ready() {
    let ada = PlayerId::numbered(1);
    let mut stage = Stage::new(setup(Speed::Standard, vec![Occupant::Person(ada), Occupant::Open]));
    stage.context.names.learn([(ada, "Ada".to_owned())]);
    stage.connect(ANNA, &[FIRST]).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Waiting);
    assert_eq!(stage.frame(ANNA).seats[1].seat.occupant, OccupantView::Open);
    stage.send(ANNA, LiveCommand::Ready).unwrap();
    assert_eq!(stage.typed(ANNA, "e2e4"), Err(Refusal::NotBegun));
    stage.connect(BERT, &[SECOND]).unwrap();
    assert_eq!(stage.table.due(), None);
    stage.send(BERT, LiveCommand::Ready).unwrap();
    let frame = stage.frame(BERT);
    assert_eq!(
        (frame.phase, frame.since),
        (Phase::Countdown, Some(Moment(stage.now.0 + COUNTDOWN)))
    );
    let names: Vec<&str> = frame.seats.iter().map(|seat| seat.seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Black"]);
    stage.run(COUNTDOWN - 1);
    assert_eq!(stage.typed(ANNA, "e2e4"), Err(Refusal::NotBegun));
    stage.run(1);
    assert_eq!((stage.frame(ANNA).phase, stage.frame(ANNA).tick), (Phase::Running, 0));
    assert!(stage.events.contains(&LiveEvent::Started));
    stage.typed(ANNA, "e2e4").unwrap();
    stage.run(34);
    assert_eq!(stage.frame(ANNA).tick, 1);
}

#[test]
fn a_countdown_stops_when_somebody_leaves_and_the_game_when_nobody_plays() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.disconnect(BERT);
    stage.run(1_000);
    let frame = stage.frame(ANNA);
    assert_eq!(frame.phase, Phase::Running, "one goes on alone");
    assert!(frame.seats[0].seat.connected && !frame.seats[1].seat.connected);
    stage.connect(CARL, &[]).unwrap();
    stage.disconnect(ANNA);
    let tick = stage.frame(CARL).tick;
    stage.run(1_000);
    assert_eq!(
        (stage.frame(CARL).phase, stage.frame(CARL).tick),
        (Phase::Waiting, tick)
    );
    for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
        stage.connect(viewer, &[seat]).unwrap();
    }
    stage.run(100);
    assert_eq!(stage.frame(ANNA).phase, Phase::Countdown, "who was ready still is");
    stage.disconnect(BERT);
    assert_eq!(stage.frame(ANNA).phase, Phase::Waiting);
}

#[test]
fn a_command_for_a_resting_piece_waits_until_it_has_rested() {
    let mut stage = Stage::of_two(Speed::Lightning);
    stage.typed(ANNA, "e2e4").unwrap();
    let pawn = stage.on(ANNA, "e2");
    let to: Square = "e4".parse().unwrap();
    assert!(matches!(pawn.place, Place::Moving { to: Some(at), step: [0, 1], .. } if at == to));
    let moving = "That pawn is still moving.";
    assert_eq!(stage.refused(ANNA, "e2e3"), moving, "it has just left");
    assert_eq!(stage.refused(ANNA, "e4e5"), moving, "it will be there");
    stage.run_to(11);
    assert_eq!(stage.refused(ANNA, "e2e3"), "Nothing stands on e2", "it is far away");
    stage.typed(BERT, "d7d5").unwrap();
    let square: Square = "d5".parse().unwrap();
    assert_eq!(
        stage.typed(ANNA, "d5d4"),
        Err(Refusal::EmptySquare { square }),
        "where another's piece goes is not sent"
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
    stage.send(ANNA, LiveCommand::Cancel { piece: pawn.id }).unwrap();
    assert_eq!(stage.frame(ANNA).premoves, []);
    stage.typed(ANNA, "e5d5").unwrap();
    stage.run_to(150);
    let viewers: Vec<Viewer> = stage.notes.iter().map(|(viewer, _)| *viewer).collect();
    assert_eq!(viewers, [ANNA], "its owner alone hears that it came to nothing");
}

#[test]
fn a_game_against_bots_can_be_paused_and_no_other() {
    let mut stage = Stage::new(setup(Speed::Standard, vec![bot("level1"), Occupant::Open]));
    stage.connect(ANNA, &[SECOND]).unwrap();
    stage.connect(CARL, &[]).unwrap();
    assert_eq!(stage.view(ANNA).turned, 2);
    assert_eq!(stage.send(ANNA, pause(Switch::On)), Err(Refusal::NotBegun));
    stage.run(COUNTDOWN + 1_000);
    assert_eq!(stage.send(CARL, pause(Switch::On)), Err(Refusal::Watching));
    stage.send(ANNA, pause(Switch::On)).unwrap();
    stage.run(60_000);
    let frame = stage.frame(ANNA);
    assert_eq!((frame.phase, frame.tick, frame.since), (Phase::Paused, 30, None));
    stage.typed(ANNA, "e7e5").expect("orders are taken while time stands");
    stage.run(1_000);
    let goes = |piece: &LivePiece| matches!(piece.place, Place::Moving { from, .. } if from.to_string() == "e7");
    assert!(
        stage.frame(ANNA).pieces.iter().any(goes),
        "it goes as soon as time runs"
    );
    assert_eq!(stage.frame(ANNA).tick, 30);
    stage.disconnect(ANNA);
    stage.connect(ANNA, &[SECOND]).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Paused, "a pause lasts");
    assert_eq!(stage.again().frame(CARL).phase, Phase::Paused, "for good");
    stage.send(ANNA, pause(Switch::Off)).unwrap();
    stage.run(1_000);
    assert_eq!(stage.frame(ANNA).tick, 60);

    let mut stage = Stage::of_two(Speed::Standard);
    assert_eq!(stage.send(ANNA, pause(Switch::On)), Err(Refusal::PauseAgainstPeople));
    assert!(!stage.frame(ANNA).may.pause);
}

#[test]
fn a_refusal_says_why() {
    let mut stage = Stage::of_two(Speed::Lightning);
    let [own, other] = ["a1", "a8"].map(|square| stage.on(ANNA, square).id);
    let to: Square = "a5".parse().unwrap();
    let off: Square = "z9".parse().unwrap();
    let mut go = |piece, to| {
        let refusal = stage.send(ANNA, LiveCommand::Go { piece, to }).unwrap_err();
        words::refusal(&refusal)
    };
    assert_eq!(go(own, to), "Something is in the way.");
    assert_eq!(go(other, to), "That rook is not yours.");
    assert_eq!(go(own, off), "That is not a square of the board.");
    assert_eq!(go(99, to), "There is no such piece");
    for (text, refusal) in [
        ("xyz", "'xyz' is not a move: type two squares, or a piece and a square"),
        ("a1", "No such piece of yours can go to a1"),
        ("e7e5", "That pawn is not yours."),
        ("e4e5", "Nothing stands on e4"),
        ("b1b3", "A knight does not move like that."),
        ("a2a2", "That pawn is already there."),
    ] {
        assert_eq!(stage.refused(ANNA, text), refusal);
    }
    let take_back = offer(OfferKind::TakeBack);
    assert_eq!(stage.common(ANNA, take_back), Err(Refusal::NotHere));
    let answer = OfferAnswer::Decline;
    let declined = stage.common(ANNA, CommonCommand::Answer { answer });
    assert_eq!(declined, Err(Refusal::OfferLasts));
    assert_eq!(stage.common(ANNA, offer(OfferKind::Rematch)), Err(Refusal::NotOver));
    assert_eq!(stage.table.rematch(&TableId::numbered(2)), Err(Refusal::NotOver));
    stage.connect(CARL, &[]).unwrap();
    assert_eq!(stage.typed(CARL, "e2e4"), Err(Refusal::Watching));
    assert_eq!(stage.send(CARL, LiveCommand::Seek { tick: 0 }), Err(Refusal::NotOver));
}

#[test]
fn everybody_plays_one_seat_and_no_bots() {
    let mut stage = Stage::new(setup(Speed::Standard, vec![Occupant::Open, bot("level1")]));
    assert_eq!(stage.connect(ANNA, &[FIRST, SECOND]), Err(ConnectError::OneSeatOnly));
    assert_eq!(stage.connect(ANNA, &[SECOND]), Err(ConnectError::SeatOfBot(SECOND)));
    let third = SeatNumber(2);
    assert_eq!(stage.connect(ANNA, &[third]), Err(ConnectError::NoSuchSeat(third)));
    let short = LiveGameSetup {
        board: kungfu::Board::Four,
        ..setup(Speed::Standard, vec![Occupant::Open, Occupant::Open])
    };
    let wrong = LiveTable::first_fact(short).unwrap_err();
    assert_eq!(wrong.to_string(), "this board has 4 seats, not 2");
    let unknown = setup(Speed::Standard, vec![Occupant::Open, bot("level9")]);
    let spec = BotSpec::stored("level9");
    assert_eq!(LiveTable::first_fact(unknown), Err(OpenError::Bot { spec }));
}

#[test]
fn a_bot_declines_a_draw_unless_it_is_worse() {
    let mut stage = Stage::new(setup(Speed::Standard, vec![Occupant::Open, bot("level1")]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.send(ANNA, LiveCommand::Ready).unwrap();
    stage.pass(COUNTDOWN);
    let name = "Black".to_owned();
    let declined = stage.common(ANNA, offer(OfferKind::Draw));
    assert_eq!(declined, Err(Refusal::DrawDeclined { name }));
    assert!(stage.frame(ANNA).end.is_none() && stage.frame(ANNA).offers.is_empty());
    // The bot is never asked for a move here, so a knight takes a pawn and a rook.
    for order in ["b1c3", "c3b5", "b5c7", "c7a8"] {
        stage.typed(ANNA, order).unwrap();
        stage.pass(20_000);
    }
    stage.common(ANNA, offer(OfferKind::Draw)).unwrap();
    assert_eq!(stage.frame(ANNA).end.unwrap().words, "Draw — agreed");
}

#[test]
fn draws_are_agreed_and_kings_resigned() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.common(ANNA, offer(OfferKind::Draw)).unwrap();
    assert_eq!(stage.frame(BERT).offers, [FIRST]);
    assert!(!stage.frame(ANNA).may.offer_draw && stage.frame(BERT).may.offer_draw);
    let twice = stage.common(ANNA, offer(OfferKind::Draw));
    assert_eq!(twice, Err(Refusal::AlreadyOffered));
    let answer = OfferAnswer::Accept;
    stage.common(BERT, CommonCommand::Answer { answer }).unwrap();
    assert_eq!(stage.frame(ANNA).end.unwrap().words, "Draw — agreed");
    assert_eq!(stage.typed(ANNA, "e2e4"), Err(Refusal::GameOver));

    let mut stage = Stage::of_two(Speed::Standard);
    stage.common(BERT, CommonCommand::Resign).unwrap();
    let end = stage.frame(ANNA).end.unwrap();
    assert_eq!((end.winner, end.result.as_str()), (Some(FIRST), "1-0"));
    assert_eq!(end.words, "White wins — the other side resigned");
    assert_eq!(stage.table.due(), None);
    assert_eq!(stage.again().frame(ANNA).end, Some(end));
}

#[test]
fn a_rematch_needs_the_word_of_all_and_swaps_the_seats() {
    let [ada, ben] = [1, 2].map(PlayerId::numbered);
    let people = vec![Occupant::Person(ada), Occupant::Person(ben)];
    let mut stage = Stage::new(setup(Speed::Standard, people));
    for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
        stage.connect(viewer, &[seat]).unwrap();
        stage.send(viewer, LiveCommand::Ready).unwrap();
    }
    stage.pass(COUNTDOWN);
    stage.common(ANNA, CommonCommand::Resign).unwrap();
    let accepted = LiveEvent::Common(CommonEvent::Accepted {
        what: OfferKind::Rematch,
    });
    assert!(stage.frame(ANNA).may.rematch);
    stage.common(ANNA, offer(OfferKind::Rematch)).unwrap();
    assert!(!stage.events.contains(&accepted) && !stage.frame(ANNA).may.rematch);
    stage.common(BERT, offer(OfferKind::Rematch)).unwrap();
    assert_eq!(stage.events.last(), Some(&accepted));
    let GameSetup::Live(setup) = stage.table.rematch_setup(8).game else {
        panic!("a live game is played again as one");
    };
    assert_eq!(setup.seats, [Occupant::Person(ben), Occupant::Person(ada)]);
    let next = TableId::numbered(2);
    let fact = stage.table.rematch(&next).unwrap().unwrap();
    stage.commit(vec![fact]);
    assert_eq!(
        (stage.table.next_table(), stage.frame(BERT).next),
        (Some(&next), Some(next.clone()))
    );
    assert_eq!(stage.table.rematch(&TableId::numbered(3)), Ok(None));
}

#[test]
fn what_changes_nothing_is_accepted_and_writes_nothing() {
    let mut stage = Stage::of_two(Speed::Lightning);
    stage.typed(ANNA, "e2e4").unwrap();
    let pawn = stage.on(ANNA, "e2").id;
    stage.run_to(20);
    stage.typed(ANNA, "e4e5").unwrap();
    let nothing = |stage: &mut Stage, viewer, command| {
        let (length, frames) = (stage.log.len(), stage.frames.clone());
        stage.command(viewer, command).unwrap();
        assert_eq!((stage.log.len(), &stage.frames), (length, &frames));
    };
    let same = LiveCommand::Go {
        piece: pawn,
        to: "e5".parse().unwrap(),
    };
    nothing(&mut stage, ANNA, Command::Own(same));
    nothing(&mut stage, ANNA, Command::Own(LiveCommand::Ready));
    stage.send(ANNA, LiveCommand::Cancel { piece: pawn }).unwrap();
    nothing(&mut stage, ANNA, Command::Own(LiveCommand::Cancel { piece: pawn }));

    let mut stage = Stage::new(setup(Speed::Standard, vec![Occupant::Open, bot("level1")]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    let (seat, spec) = (SECOND, BotSpec::stored("level1"));
    let occupant = crate::NewOccupant::Bot(spec);
    nothing(
        &mut stage,
        ANNA,
        Command::Common(CommonCommand::SetSeat { seat, occupant }),
    );
    stage.run(COUNTDOWN);
    nothing(&mut stage, ANNA, Command::Own(pause(Switch::Off)));
    stage.send(ANNA, pause(Switch::On)).unwrap();
    nothing(&mut stage, ANNA, Command::Own(pause(Switch::On)));
}

#[test]
fn a_running_game_is_noted_twice_a_second_unless_a_command_does() {
    let mut stage = Stage::of_two(Speed::Standard);
    let (beats, length) = (stage.beats(), stage.log.len());
    stage.typed(ANNA, "e2e4").unwrap();
    assert_eq!(stage.log.len(), length + 1);
    stage.run(10_000);
    assert!((18..=20).contains(&(stage.beats() - beats)));
    assert_eq!(stage.log.len(), length + 1 + stage.beats() - beats);
    let beats = stage.beats();
    let piece = stage.on(ANNA, "e4").id;
    let to = "e5".parse().unwrap();
    for _ in 0..15 {
        stage.send(ANNA, LiveCommand::Go { piece, to }).unwrap();
        stage.run(100);
        stage.send(ANNA, LiveCommand::Cancel { piece }).unwrap();
    }
    assert_eq!(stage.beats(), beats, "other events carry the tick");
}
