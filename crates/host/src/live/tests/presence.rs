//! Who is away, what a minute without a player allows, leaving, and a rematch that nobody answers.

use super::*;
use crate::{CLAIM_AFTER, Leaving, OFFER_LASTS, OfferAnswer, TableState};

const DECLINE: CommonCommand = CommonCommand::Answer {
    answer: OfferAnswer::Decline,
};

/// A table of people who have taken their seats and are connected.
fn seated(people: u64) -> Stage {
    let seats = (1..=people).map(|number| Occupant::Person(PlayerId::numbered(number)));
    let mut stage = Stage::new(setup(Speed::Standard, seats.collect()));
    for number in 0..people {
        let seat = SeatNumber(number as u8);
        stage.connect(Viewer(number + 1), &[seat]).unwrap();
    }
    stage
}

fn playing(people: u64) -> Stage {
    let mut stage = seated(people);
    for number in 1..=people {
        stage.send(Viewer(number), LiveCommand::Ready).unwrap();
    }
    stage.pass(COUNTDOWN);
    assert_eq!(stage.frame(ANNA).phase, Phase::Running);
    stage
}

#[test]
fn a_win_is_claimed_from_a_player_who_left_a_minute_ago() {
    let mut stage = playing(2);
    stage.disconnect(BERT);
    let absence = stage.frame(ANNA).absence.unwrap();
    assert_eq!(
        (absence.seat, absence.claim_at),
        (SECOND, Moment(stage.now.0 + CLAIM_AFTER))
    );
    assert_eq!(stage.common(ANNA, CommonCommand::ClaimWin), Err(Refusal::NobodyAway));
    assert_eq!(
        stage.common(ANNA, CommonCommand::CallOff),
        Err(Refusal::TooLateToCallOff)
    );
    let frames = stage.frames[&ANNA];
    stage.run(CLAIM_AFTER);
    assert!(
        stage.frames[&ANNA] > frames,
        "viewers are notified that the game can be claimed"
    );
    assert!(stage.frame(ANNA).may.claim_win && stage.frame(ANNA).may.call_off);
    stage.common(ANNA, CommonCommand::ClaimWin).unwrap();
    let end = stage.frame(ANNA).end.unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(FIRST), "the other side left"));
    let again = stage.again();
    assert_eq!(again.frame(ANNA).end, Some(end), "the claim is in the log");
}

#[test]
fn a_game_is_called_off_without_a_result_and_stays_so() {
    let mut stage = playing(2);
    stage.disconnect(BERT);
    stage.run(CLAIM_AFTER);
    stage.common(ANNA, CommonCommand::CallOff).unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!(
        (frame.phase, frame.end.as_ref().unwrap().result.as_str()),
        (Phase::Over, "*")
    );
    let tick = frame.tick;
    stage.run(10_000);
    assert_eq!(stage.frame(ANNA).tick, tick, "no tick passes");
    for command in [CommonCommand::Resign, offer(OfferKind::Draw), CommonCommand::Leave] {
        assert_eq!(stage.common(ANNA, command), Err(Refusal::GameOver));
    }
    assert_eq!(stage.send(ANNA, LiveCommand::Seek { tick: 0 }), Err(Refusal::NotOver));
    let summary = stage.table.summary(&[], &stage.context);
    assert_eq!(
        (summary.state, summary.result.as_deref()),
        (TableState::Over, Some("*"))
    );
}

#[test]
fn of_four_players_the_one_who_left_is_out_and_the_others_play_on() {
    let mut stage = playing(4);
    stage.disconnect(CARL);
    stage.run(CLAIM_AFTER);
    stage.common(ANNA, CommonCommand::ClaimWin).unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!(frame.end, None);
    let alive: Vec<bool> = frame.seats.iter().map(|seat| seat.alive).collect();
    assert_eq!(alive, [true, true, false, true]);
    assert_eq!(frame.absence, None, "nobody waits for who is out");
}

#[test]
fn leaving_opens_a_guests_seat_closes_an_empty_table_and_resigns_a_running_game() {
    let opener = Occupant::Person(PlayerId::numbered(1));
    let mut stage = Stage::new(setup(Speed::Standard, vec![opener, Occupant::Open]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    assert_eq!(stage.frame(ANNA).may.leave, Some(Leaving::ClosesTable));
    stage.take_seat(PlayerId::numbered(2)).unwrap();
    stage.connect(BERT, &[SECOND]).unwrap();
    assert_eq!(stage.frame(ANNA).may.leave, Some(Leaving::CallsOff));
    assert_eq!(stage.frame(BERT).may.leave, Some(Leaving::OpensSeat));
    stage.common(BERT, CommonCommand::Leave).unwrap();
    stage.disconnect(BERT);
    assert_eq!(stage.take_seat(PlayerId::numbered(3)), Ok(SECOND));
    stage.connect(BERT, &[SECOND]).unwrap();
    for viewer in [ANNA, BERT] {
        stage.send(viewer, LiveCommand::Ready).unwrap();
    }
    stage.pass(COUNTDOWN);
    assert_eq!(stage.frame(BERT).may.leave, Some(Leaving::Resigns));
    stage.common(BERT, CommonCommand::Leave).unwrap();
    assert_eq!(stage.frame(ANNA).end.unwrap().winner, Some(FIRST));

    let mut alone = Stage::new(setup(
        Speed::Standard,
        vec![Occupant::Person(PlayerId::numbered(1)), bot("level1")],
    ));
    alone.connect(ANNA, &[FIRST]).unwrap();
    assert_eq!(alone.common(ANNA, CommonCommand::Leave), Err(Refusal::NotHere));
}

#[test]
fn who_was_ready_may_think_again_and_a_guest_does_not_choose_the_bots() {
    let mut stage = seated(2);
    for viewer in [ANNA, BERT] {
        stage.send(viewer, LiveCommand::Ready).unwrap();
    }
    assert_eq!(stage.frame(ANNA).phase, Phase::Countdown);
    assert!(stage.frame(BERT).may.not_ready);
    stage.send(BERT, LiveCommand::NotReady).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Waiting);
    assert!(stage.frame(BERT).may.ready && !stage.frame(BERT).may.not_ready);
    let seats = vec![
        Occupant::Person(PlayerId::numbered(1)),
        Occupant::Open,
        Occupant::Open,
        bot("level1"),
    ];
    let mut stage = Stage::new(setup(Speed::Standard, seats));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.take_seat(PlayerId::numbered(2)).unwrap();
    stage.connect(BERT, &[SECOND]).unwrap();
    let give = CommonCommand::SetSeat {
        seat: SeatNumber(2),
        occupant: crate::NewOccupant::Bot(BotSpec::stored("level2")),
    };
    assert_eq!(stage.common(BERT, give.clone()), Err(Refusal::NotTheOpener));
    stage.common(ANNA, give).unwrap();
}

#[test]
fn a_rematch_is_declined_or_expires_for_everybody_to_see() {
    let mut stage = playing(2);
    assert_eq!(stage.common(BERT, DECLINE), Err(Refusal::OfferLasts));
    stage.common(BERT, CommonCommand::Resign).unwrap();
    stage.common(ANNA, offer(OfferKind::Rematch)).unwrap();
    let wanted = stage.frame(BERT).rematch.unwrap();
    assert_eq!((wanted.by, wanted.what), (FIRST, OfferKind::Rematch));
    assert!(stage.frame(BERT).may.answer && !stage.frame(ANNA).may.answer);
    stage.common(BERT, DECLINE).unwrap();
    let what = OfferKind::Rematch;
    let declined = LiveEvent::Common(CommonEvent::Declined { what });
    assert_eq!(stage.events.last(), Some(&declined));
    assert_eq!(stage.frame(BERT).rematch, None);
    stage.common(ANNA, offer(OfferKind::Rematch)).unwrap();
    stage.run(OFFER_LASTS);
    let expired = LiveEvent::Common(CommonEvent::Expired { what });
    assert_eq!(stage.events.last(), Some(&expired));
    assert!(stage.frame(ANNA).may.rematch);
}
