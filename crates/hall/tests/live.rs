//! Tables without turns with the hall's real threads.

use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use bots::Game;
use hall::{
    Delivery, Desk, FileStore, Hall, Input, LiveBoard, LiveEvent, LiveFrame, LivePlan, LiveSitter, LiveView, Mailbox,
    MemoryStore, Phase, SeatNumber, Settings, Speed, TableId, Told,
};

/// Far longer than anything here takes.
const DEADLINE: Duration = Duration::from_mins(2);

fn sit(hall: &Hall, table: &TableId, seats: &[SeatNumber]) -> (Desk, Receiver<Told>, LiveView) {
    let (sender, told) = channel();
    let mailbox: Mailbox = Box::new(move |told| match sender.send(told) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    });
    let desk = hall.sit(table, seats, mailbox).expect("the seats are free");
    let view = match told.recv_timeout(DEADLINE) {
        Ok(Told::LiveView { view }) => Some(view),
        _ => None,
    };
    (desk, told, *view.expect("the first thing told is a view"))
}

/// Waits until something is told.
fn until<T>(told: &Receiver<Told>, mut wanted: impl FnMut(&Told) -> Option<T>) -> T {
    loop {
        let told = told.recv_timeout(DEADLINE).expect("it is told in time");
        if let Some(found) = wanted(&told) {
            return found;
        }
    }
}

fn frame_where(told: &Receiver<Told>, wanted: impl Fn(&[LiveEvent], &LiveFrame) -> bool) -> LiveFrame {
    until(told, |told| match told {
        Told::LiveNews { events, frame } if wanted(events, frame) => Some(LiveFrame::clone(frame)),
        _ => None,
    })
}

fn against(spec: &str) -> LivePlan {
    LivePlan {
        board: LiveBoard::Standard,
        speed: Speed::Lightning,
        sitters: vec![
            LiveSitter::Person("Ada".to_owned()),
            LiveSitter::Bot(spec.parse().expect("the bot exists")),
        ],
        seed: 5,
    }
}

#[test]
fn a_game_runs_is_left_and_goes_on_from_the_disk() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("live-goes-on");
    if directory.exists() {
        std::fs::remove_dir_all(&directory).expect("an earlier run's games can go");
    }
    let (table, tick) = {
        let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
        let table = hall.begin_live(against("level4")).unwrap();
        let (desk, told, view) = sit(&hall, &table, &[SeatNumber(0)]);
        assert_eq!(view.frame.phase, Phase::Countdown);
        frame_where(&told, |events, _| events.contains(&LiveEvent::Begun));
        let typed = Input::Typed {
            text: "e2e4".to_owned(),
        };
        let request = desk.send(typed);
        until(&told, |told| (*told == Told::Done { request }).then_some(()));
        // The other side is played by a mind that thinks elsewhere.
        let frame = frame_where(&told, |_, frame| {
            let moving = |piece: &&hall::LivePiece| matches!(piece.place, hall::Place::Moving { to: None, .. });
            frame.pieces.iter().any(|piece| moving(&piece))
        });
        (table, frame.tick)
    };
    let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
    let listing = &hall.listings()[0];
    assert_eq!((listing.game, listing.is_over()), (Game::Kungfu, false));
    assert_eq!(listing.names, ["Ada".to_owned(), "Master".to_owned()]);
    let (desk, told, view) = sit(&hall, &table, &[SeatNumber(0)]);
    assert!(view.frame.tick >= tick);
    frame_where(&told, |events, _| events.contains(&LiveEvent::Begun));
    let request = desk.send(Input::Resign);
    until(&told, |told| (*told == Told::Done { request }).then_some(()));
    assert_eq!(hall.listings()[0].result.as_deref(), Some("0-1"));
    let rematch = hall.rematch(&table).unwrap();
    let (_desk, _told, view) = sit(&hall, &rematch, &[SeatNumber(1)]);
    assert_eq!(view.frame.seats[0].name, "Master");
}

#[test]
fn a_search_does_not_keep_kung_fu_waiting() {
    let hall = Hall::open(Settings {
        thinkers: 1,
        ..Settings::with_store(MemoryStore::new())
    });
    let chess = hall.begin(hall::Plan {
        game: Game::Chess,
        sitters: ["master?movetime=3600000", "human"].map(|text| bots::Sitter::read(Game::Chess, text).unwrap()),
        names: [None, None],
        start: hall::Start::Usual,
        control: None,
        seed: 3,
        manners: hall::Manners::Brisk,
    });
    let (sender, _thoughts) = channel();
    let mailbox: Mailbox = Box::new(move |told| sender.send(told).map_or(Delivery::Gone, |()| Delivery::Taken));
    let _desk = hall.sit(&chess.unwrap(), &[], mailbox).unwrap();
    let table = hall.begin_live(against("level4")).unwrap();
    let (_desk, told, _) = sit(&hall, &table, &[SeatNumber(0)]);
    frame_where(&told, |events, _| {
        let started = |event: &LiveEvent| matches!(event, LiveEvent::Started { .. });
        events.iter().any(started)
    });
}
