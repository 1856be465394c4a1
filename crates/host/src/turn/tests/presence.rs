//! Who is away, what a minute without the opponent allows, leaving, and offers that nobody answers.

use super::*;
use crate::{CLAIM_AFTER, CommonEvent, ExportFormat, Leaving, OFFER_LASTS, TableState};

const REMATCH: CommonCommand = CommonCommand::Offer {
    what: OfferKind::Rematch,
};

/// Two people who have both moved, of whom Black is gone.
fn deserted() -> Scene {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.typed(ANNA, "e4");
    scene.typed(BERT, "e5");
    scene.disconnect(BERT);
    scene
}

fn refused(scene: &mut Scene, viewer: Viewer, command: CommonCommand) -> Refusal {
    scene.send(viewer, Command::Common(command)).unwrap_err()
}

#[test]
fn an_absence_is_shown_at_once_and_the_win_can_be_claimed_after_a_minute() {
    let mut scene = deserted();
    let since = scene.now;
    let frame = scene.frame(ANNA);
    assert_eq!(frame.seats[1].seat.away_since, Some(since));
    let absence = frame.absence.unwrap();
    assert_eq!((absence.seat, absence.since), (BLACK, since));
    assert_eq!(absence.claim_at, Moment(since.0 + CLAIM_AFTER));
    assert!(!frame.may.claim_win && !frame.may.call_off);
    assert_eq!(
        scene.table.due(),
        Some(absence.claim_at),
        "viewers are notified when it can be claimed"
    );
    scene.pass(CLAIM_AFTER - 1);
    assert_eq!(refused(&mut scene, ANNA, CommonCommand::ClaimWin), Refusal::NobodyAway);
    assert_eq!(
        refused(&mut scene, ANNA, CommonCommand::CallOff),
        Refusal::TooLateToCallOff
    );
    scene.pass(1);
    assert_eq!(scene.table.due(), None, "they are notified once");
    let may = scene.frame(ANNA).may;
    assert!(may.claim_win && may.call_off);
    scene.common(ANNA, CommonCommand::ClaimWin).unwrap();
    assert_eq!(scene.end().as_deref(), Some("White wins: the other player left"));
    assert_eq!(scene.frame(ANNA).absence, None);
    let pgn = scene.table.export(ExportFormat::Pgn, &scene.context).unwrap();
    assert!(
        pgn.contains("[Termination \"abandoned\"]") && pgn.trim_end().ends_with("1-0"),
        "{pgn}"
    );
}

#[test]
fn who_comes_back_in_time_plays_on_and_the_minute_begins_anew() {
    let mut scene = deserted();
    scene.pass(CLAIM_AFTER - 1);
    scene.connect(BERT, &[BLACK]);
    assert_eq!(scene.frame(ANNA).absence, None);
    scene.disconnect(BERT);
    scene.pass(CLAIM_AFTER - 1);
    assert_eq!(refused(&mut scene, ANNA, CommonCommand::ClaimWin), Refusal::NobodyAway);
}

#[test]
fn a_game_without_its_opponent_is_called_off_without_a_result() {
    let mut scene = deserted();
    scene.pass(CLAIM_AFTER);
    scene.common(ANNA, CommonCommand::CallOff).unwrap();
    let end = scene.frame(ANNA).end.unwrap();
    assert_eq!((end.winner, end.result.as_str()), (None, "*"));
    let summary = scene.table.summary(&[], &scene.context);
    assert_eq!(
        (summary.state, summary.result.as_deref()),
        (TableState::Over, Some("*"))
    );
    for command in [CommonCommand::Resign, CommonCommand::CallOff, CommonCommand::Leave] {
        assert_eq!(refused(&mut scene, ANNA, command), Refusal::GameOver);
    }
    assert_eq!(scene.own(ANNA, typed("Nf3")).unwrap_err(), "The game is over");
    assert_eq!(scene.own(ANNA, TurnCommand::TakeBack).unwrap_err(), "The game is over");
    assert!(!scene.frame(ANNA).may.take_back);
}

#[test]
fn nobody_wins_a_game_that_has_not_begun_and_either_may_call_it_off() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.typed(ANNA, "e4");
    scene.disconnect(BERT);
    scene.pass(CLAIM_AFTER);
    assert!(!scene.frame(ANNA).may.claim_win);
    assert_eq!(refused(&mut scene, ANNA, CommonCommand::ClaimWin), Refusal::NotBegun);
    scene.common(ANNA, CommonCommand::CallOff).unwrap();
    assert_eq!(scene.end().as_deref(), Some("The game was called off"));
}

#[test]
fn only_a_person_is_waited_for_and_only_while_somebody_waits() {
    let mut scene = Scene::at_one_screen(people(CHESS));
    scene.pass(CLAIM_AFTER);
    assert_eq!(scene.frame(ANNA).absence, None, "both are at one screen");
    let mut scene = Scene::new(setup(CHESS, "person", "open"));
    scene.connect(ANNA, &[WHITE]);
    assert_eq!(scene.frame(ANNA).absence, None, "nobody has the seat");
    let mut scene = deserted();
    scene.connect(CARL, &[]);
    scene.pass(CLAIM_AFTER);
    assert_eq!(refused(&mut scene, CARL, CommonCommand::ClaimWin), Refusal::Watching);
    assert!(scene.frame(CARL).absence.is_some() && !scene.frame(CARL).may.claim_win);
    scene.disconnect(CARL);
    scene.disconnect(ANNA);
    assert_eq!(scene.table.due(), None);
    scene.table = scene.replayed();
    scene.connect(ANNA, &[WHITE]);
    let absence = scene.frame(ANNA).absence.unwrap();
    assert_eq!(absence.since, scene.now, "a table that is opened again begins to count");
}

#[test]
fn time_that_the_table_stood_is_nobodys_absence() {
    let mut scene = deserted();
    scene.table.suspend(scene.now);
    scene.now.0 += CLAIM_AFTER;
    scene.table.resume(scene.now);
    assert!(!scene.frame(ANNA).may.claim_win);
    assert_eq!(scene.frame(ANNA).absence.unwrap().since, scene.now);
}

#[test]
fn leaving_does_what_the_view_says() {
    let mut alone = Scene::new(setup(CHESS, "person", "open"));
    alone.connect(ANNA, &[WHITE]);
    assert_eq!(alone.frame(ANNA).may.leave, Some(Leaving::ClosesTable));
    assert!(!alone.frame(ANNA).may.resign && !alone.frame(ANNA).may.offer_draw);
    assert_eq!(
        refused(&mut alone, ANNA, CommonCommand::Resign),
        Refusal::WaitingForPlayer
    );
    assert_eq!(refused(&mut alone, ANNA, DRAW), Refusal::WaitingForPlayer);
    let (_, facts) = alone.table.take_seat(PlayerId::numbered(7)).unwrap();
    alone.commit(facts);
    alone.connect(BERT, &[BLACK]);
    assert_eq!(alone.frame(BERT).may.leave, Some(Leaving::OpensSeat));
    assert_eq!(alone.frame(ANNA).may.leave, Some(Leaving::CallsOff));
    alone.common(BERT, CommonCommand::Leave).unwrap();
    alone.disconnect(BERT);
    assert_eq!(alone.frame(ANNA).may.leave, Some(Leaving::ClosesTable));
    assert_eq!(
        alone.table.take_seat(PlayerId::numbered(7)).unwrap().0,
        BLACK,
        "a guest may come back"
    );
    alone.common(ANNA, CommonCommand::Leave).unwrap();
    assert_eq!(alone.end().as_deref(), Some("The game was called off"));

    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.typed(ANNA, "e4");
    assert_eq!(scene.frame(BERT).may.leave, Some(Leaving::CallsOff));
    scene.typed(BERT, "e5");
    assert_eq!(scene.frame(BERT).may.leave, Some(Leaving::Resigns));
    scene.common(BERT, CommonCommand::Leave).unwrap();
    assert_eq!(scene.end().as_deref(), Some("White wins: resignation"));

    let mut scene = Scene::new(setup(CHESS, "person", "easy"));
    scene.connect(ANNA, &[WHITE]);
    assert_eq!(scene.frame(ANNA).may.leave, None, "a bot waits");
    assert_eq!(refused(&mut scene, ANNA, CommonCommand::Leave), Refusal::NotHere);
    assert_eq!(refused(&mut scene, ANNA, CommonCommand::CallOff), Refusal::NotHere);
}

#[test]
fn an_offer_that_nobody_answers_expires_for_everybody_to_see() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    scene.common(ANNA, DRAW).unwrap();
    scene.pass(OFFER_LASTS - 1);
    assert!(scene.frame(BERT).may.answer);
    scene.pass(1);
    assert_eq!(scene.frame(BERT).offer, None);
    let expired = |what| TurnEvent::Common(CommonEvent::Expired { what });
    assert_eq!(scene.events.last(), Some(&expired(OfferKind::Draw)));
    scene.common(BERT, CommonCommand::Resign).unwrap();
    scene.common(ANNA, REMATCH).unwrap();
    scene.disconnect(BERT);
    scene.pass(OFFER_LASTS);
    assert_eq!(scene.events.last(), Some(&expired(OfferKind::Rematch)));
    assert!(scene.frame(ANNA).may.rematch, "it can be offered again");
    // A table that slept over the end of an offer says so when it is opened.
    scene.common(ANNA, REMATCH).unwrap();
    scene.table = scene.replayed();
    scene.now.0 += OFFER_LASTS;
    scene.connect(ANNA, &[WHITE]);
    scene.pass(0);
    assert_eq!(scene.frame(ANNA).offer, None);
}

#[test]
fn those_who_watch_are_counted() {
    let mut scene = Scene::at_two_screens(people(CHESS));
    assert_eq!(scene.frame(ANNA).watchers, 0);
    scene.connect(CARL, &[]);
    assert_eq!(scene.frame(ANNA).watchers, 1);
    scene.disconnect(CARL);
    assert_eq!(scene.frame(ANNA).watchers, 0);
}
