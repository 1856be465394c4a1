//! Who gets which seat before a game begins, and what people are called.

use super::*;
use crate::{NewOccupant, OccupantView};

fn give(stage: &mut Stage, viewer: Viewer, spec: &str) -> Result<(), Refusal> {
    let occupant = NewOccupant::Bot(BotSpec::stored(spec));
    stage.common(viewer, CommonCommand::SetSeat { seat: SECOND, occupant })
}

fn open(stage: &mut Stage, viewer: Viewer) -> Result<(), Refusal> {
    let occupant = NewOccupant::Open;
    stage.common(viewer, CommonCommand::SetSeat { seat: SECOND, occupant })
}

#[test]
fn an_open_seat_goes_to_a_bot_and_back_until_the_game_begins() {
    let ada = Occupant::Person(PlayerId::numbered(1));
    let mut stage = Stage::new(setup(Speed::Standard, vec![ada, Occupant::Open]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.connect(CARL, &[]).unwrap();
    assert_eq!(give(&mut stage, CARL, "level1"), Err(Refusal::Watching));
    let spec = "level9".to_owned();
    assert_eq!(give(&mut stage, ANNA, "level9"), Err(Refusal::NoSuchBot { spec }));
    give(&mut stage, ANNA, "level1").unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!((frame.phase, frame.may.ready), (Phase::Waiting, true));
    let level1 = OccupantView::Bot(BotSpec::stored("level1"));
    assert_eq!(frame.seats[1].seat.occupant, level1);
    stage.send(ANNA, LiveCommand::Ready).unwrap();
    assert_eq!(stage.frame(ANNA).phase, Phase::Countdown);
    // A player who returns has to be waited for.
    open(&mut stage, ANNA).unwrap();
    let frame = stage.frame(ANNA);
    assert_eq!((frame.phase, frame.seats[0].ready), (Phase::Waiting, true));
    assert_eq!(frame.seats[1].seat.occupant, OccupantView::Open);
    give(&mut stage, ANNA, "level2").unwrap();
    stage.run(COUNTDOWN + 60_000);
    assert_eq!(open(&mut stage, ANNA), Err(Refusal::AlreadyBegun));
    assert!(stage.frame(ANNA).tick > 0);
    assert!(stage.events.iter().any(departed), "the bot plays");
    // The log knows who is a person.
    let mut again = stage.again();
    again.connect(ANNA, &[FIRST]).unwrap();
    assert_eq!(again.frame(ANNA).phase, Phase::Countdown);
    assert_eq!(again.connect(BERT, &[SECOND]), Err(ConnectError::SeatOfBot(SECOND)));
}

#[test]
fn nobody_is_sent_away_from_a_seat() {
    let mut stage = Stage::new(setup(Speed::Standard, vec![Occupant::Open, Occupant::Open]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.connect(BERT, &[SECOND]).unwrap();
    let person = Err(Refusal::SeatOfPerson { seat: SECOND });
    assert_eq!(give(&mut stage, ANNA, "level1"), person);
    stage.disconnect(BERT);
    give(&mut stage, ANNA, "level1").unwrap();
    open(&mut stage, ANNA).unwrap();
    let [bea, cid] = [1, 2].map(PlayerId::numbered);
    assert_eq!(stage.take_seat(bea), Ok(SECOND));
    // A seat that was taken waits for its owner, who finds it again.
    assert_eq!(give(&mut stage, ANNA, "level1"), person);
    let length = stage.log.len();
    assert_eq!(stage.take_seat(bea), Ok(SECOND));
    assert_eq!(stage.log.len(), length);
    assert_eq!(stage.take_seat(cid), Err(ConnectError::NoOpenSeat));
    assert!(stage.table.seats_player(bea) && !stage.table.seats_player(cid));
    assert!(stage.table.seats_player(bea));
}

#[test]
fn names_are_looked_up_and_bots_are_called_after_their_level() {
    let ada = PlayerId::numbered(1);
    let seats = vec![
        Occupant::Person(ada),
        bot("level4?pace=3"),
        bot("random"),
        Occupant::Open,
    ];
    let mut stage = Stage::new(setup(Speed::Standard, seats));
    stage.connect(CARL, &[]).unwrap();
    let names = |stage: &Stage| -> Vec<String> {
        let seats = stage.frame(CARL).seats.into_iter();
        seats.map(|seat| seat.seat.name).collect()
    };
    assert_eq!(names(&stage), ["Ivory", "Master", "Random", "Cobalt"]);
    stage.context.names.learn([(ada, "Ada".to_owned())]);
    assert_eq!(names(&stage)[0], "Ada");
}
