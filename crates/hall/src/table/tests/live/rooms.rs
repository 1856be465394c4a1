//! Who gets which seat before a game begins.

use super::*;
use crate::{Phase, Sitting};

const FREE: &str = "link";

fn replace(stage: &mut Stage, viewer: Viewer, spec: &str) -> Result<(), String> {
    let spec = spec.to_owned();
    stage.send(viewer, Input::Replace { seat: SECOND, spec })
}

#[test]
fn a_free_seat_goes_to_a_bot_and_back_until_the_game_begins() {
    let mut stage = Stage::new(plan(
        Speed::Standard,
        vec![LiveSitter::Person("Ada".to_owned()), LiveSitter::Free],
    ));
    stage.sit(ANNA, &[FIRST]).unwrap();
    stage.sit(CARL, &[]).unwrap();
    assert!(replace(&mut stage, CARL, "level1").is_err(), "who watches seats nobody");
    assert!(replace(&mut stage, ANNA, "level9").is_err());
    replace(&mut stage, ANNA, "level1").unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!((frame.phase, frame.may.ready), (Phase::Waiting, true));
    assert_eq!(frame.seats[1].sitter, Sitting::Bot("level1".to_owned()));
    stage.send(ANNA, Input::Ready).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Countdown);
    // Whoever comes after all has to be waited for.
    replace(&mut stage, ANNA, FREE).unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!(
        (frame.phase, &frame.seats[1].sitter, frame.seats[0].ready),
        (Phase::Waiting, &Sitting::Nobody, true)
    );
    replace(&mut stage, ANNA, "level2").unwrap();
    stage.run(COUNTDOWN + 60_000);
    assert!(replace(&mut stage, ANNA, FREE).is_err(), "it has begun");
    assert!(stage.frame(ANNA).tick > 0);
    let started = |event: &LiveEvent| matches!(event, LiveEvent::Started { .. });
    assert!(stage.events.iter().any(started), "the bot plays");
    // What is kept knows who is a person.
    let mut again = stage.again();
    again.sit(ANNA, &[FIRST]).unwrap();
    assert_eq!(again.frame(ANNA).phase, Phase::Countdown);
    assert_eq!(again.sit(BERT, &[SECOND]), Err(SitError::BotsSeat(SECOND)));
}

#[test]
fn nobody_is_sent_away_from_a_seat() {
    let mut stage = Stage::new(plan(Speed::Standard, vec![LiveSitter::Free, LiveSitter::Free]));
    stage.sit(ANNA, &[FIRST]).unwrap();
    stage.sit(BERT, &[SECOND]).unwrap();
    assert_eq!(
        replace(&mut stage, ANNA, "level1"),
        Err("A person sits there".to_owned())
    );
    stage.leave(BERT);
    replace(&mut stage, ANNA, "level1").unwrap();
    replace(&mut stage, ANNA, FREE).unwrap();
    assert_eq!(stage.table.take_seat("Bea".to_owned(), stage.now), Ok(SECOND));
    // A seat that was taken waits for its owner.
    assert_eq!(
        replace(&mut stage, ANNA, "level1"),
        Err("A person sits there".to_owned())
    );
}

#[test]
fn a_new_name_is_told_kept_and_only_for_ones_own_seat() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.sit(CARL, &[]).unwrap();
    let rename = |seat, name: &str| Input::Rename {
        seat,
        name: name.to_owned(),
    };
    assert!(
        stage.send(CARL, rename(FIRST, "Carl")).is_err(),
        "who watches has no name"
    );
    assert_eq!(
        stage.send(ANNA, rename(SECOND, "Carl")),
        Err("somebody else sits there".to_owned())
    );
    stage.events.clear();
    for _ in 0..2 {
        stage.send(ANNA, rename(FIRST, "Annabel")).unwrap();
    }
    assert_eq!(stage.events, [LiveEvent::Renamed { seat: FIRST }], "told once");
    for viewer in [ANNA, BERT, CARL] {
        assert_eq!(stage.frame(viewer).seats[0].name, "Annabel");
    }
    let mut again = stage.again();
    again.sit(BERT, &[SECOND]).unwrap();
    assert_eq!(again.frame(BERT).seats[0].name, "Annabel");
}
