//! The hall with its real threads: games to the end, leaving, slow viewers, faults, and what is kept.

use std::{
    sync::mpsc::{Receiver, channel, sync_channel},
    time::{Duration, Instant},
};

use bots::{Game, Sitter};
use hall::{
    Clock, Delivery, Desk, Event, FileStore, Format, Hall, Imported, Input, Mailbox, Manners, MemoryStore, Page, Plan,
    ResumeError, SeatNumber, Settings, Start, Store, StoreError, TableId, Told, View,
};

const WHITE: SeatNumber = SeatNumber(0);
const BLACK: SeatNumber = SeatNumber(1);
/// Far longer than anything here takes.
const DEADLINE: Duration = Duration::from_mins(2);

fn plan(game: Game, white: &str, black: &str) -> Plan {
    Plan {
        game,
        sitters: [white, black].map(|text| Sitter::read(game, text).expect("the bot exists")),
        names: [None, None],
        start: Start::Usual,
        control: None,
        seed: 3,
        manners: Manners::Brisk,
    }
}

fn open() -> Hall {
    Hall::open(Settings::with_store(MemoryStore::new()))
}

/// A viewer who takes everything.
fn mailbox() -> (Mailbox, Receiver<Told>) {
    let (sender, told) = channel();
    let mailbox = move |told| match sender.send(told) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    };
    (Box::new(mailbox), told)
}

fn sit(hall: &Hall, table: &TableId, seats: &[SeatNumber]) -> (Desk, Receiver<Told>, View) {
    let (mailbox, told) = mailbox();
    let desk = hall.sit(table, seats, mailbox).expect("the seats are free");
    let view = match told.recv_timeout(DEADLINE) {
        Ok(Told::View { view }) => Some(view),
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

fn done(desk: &Desk, told: &Receiver<Told>, input: Input) -> Result<(), String> {
    let number = desk.send(input);
    until(told, |told| match told {
        Told::Done { request } if *request == number => Some(Ok(())),
        Told::Refused { request, words } if *request == number => Some(Err(words.clone())),
        _ => None,
    })
}

fn typed(text: &str) -> Input {
    Input::Typed { text: text.to_owned() }
}

#[test]
fn bots_play_to_the_end_while_somebody_watches() {
    let hall = open();
    for (game, white, black) in [
        (Game::Chess, "medium?depth=1", "easy"),
        (Game::Ransom, "hard?depth=1", "easy?depth=1"),
    ] {
        let table = hall.begin(plan(game, white, black)).unwrap();
        let (_desk, told, view) = sit(&hall, &table, &[]);
        assert_eq!(view.record.len(), 0);
        let mut turns = 0;
        let end = until(&told, |told| match told {
            Told::News { events, frame } => {
                turns += events
                    .iter()
                    .filter(|event| matches!(event, Event::Played { .. }))
                    .count();
                assert_eq!(frame.scene.ply, turns);
                frame.end.clone()
            }
            _ => None,
        });
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&end.result.as_str()));
        let listing = hall
            .listings()
            .into_iter()
            .find(|listing| listing.table == table)
            .unwrap();
        assert_eq!((listing.result, listing.moves), (Some(end.result), turns));
    }
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let directory = temporary("goes-on");
    let table = {
        let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
        let table = hall.begin(plan(Game::Chess, "human", "easy")).unwrap();
        let (desk, told, _) = sit(&hall, &table, &[WHITE]);
        done(&desk, &told, typed("e4")).unwrap();
        until(&told, |told| match told {
            Told::News { frame, .. } => (frame.scene.ply == 2).then_some(()),
            _ => None,
        });
        table
    };
    let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
    let listing = &hall.listings()[0];
    assert_eq!((&listing.table, listing.moves, listing.is_over()), (&table, 2, false));
    assert_eq!(listing.names, ["White".to_owned(), "Easy".to_owned()]);
    let (desk, told, view) = sit(&hall, &table, &[WHITE]);
    assert_eq!(view.record[0].label, "e4");
    let save = hall.keep(&table, "after one move").unwrap();
    done(&desk, &told, Input::Resign).unwrap();
    assert!(
        hall.listings()
            .iter()
            .any(|listing| listing.table == table && listing.is_over())
    );
    let again = hall.resume(&save).unwrap();
    assert_ne!(again, save);
    let (_desk, _told, view) = sit(&hall, &again, &[WHITE]);
    assert_eq!((view.record.len(), view.frame.end), (2, None));
    let rematch = hall.rematch(&table).unwrap();
    let (_desk, _told, view) = sit(&hall, &rematch, &[BLACK]);
    assert_eq!(view.frame.seats[0].name, "Easy");
}

#[test]
fn leaving_stops_thinking_and_closing_does_too() {
    let hall = open();
    // Left alone it would think for an hour.
    let slow = plan(Game::Chess, "master?movetime=3600000", "human");
    let table = hall.begin(slow.clone()).unwrap();
    let (desk, told, _) = sit(&hall, &table, &[BLACK]);
    until(&told, |told| match told {
        Told::News { frame, .. } => frame.thinking,
        _ => None,
    });
    drop(desk);
    // The one thinker is free again for another table.
    let other = hall.begin(plan(Game::Chess, "easy", "human")).unwrap();
    let (_desk, told, _) = sit(&hall, &other, &[BLACK]);
    until(&told, |told| match told {
        Told::News { frame, .. } => (frame.scene.ply == 1).then_some(()),
        _ => None,
    });
    let table = hall.begin(slow).unwrap();
    let (_desk, told, _) = sit(&hall, &table, &[BLACK]);
    until(&told, |told| match told {
        Told::News { frame, .. } => frame.thinking,
        _ => None,
    });
    drop(hall);
}

#[test]
fn a_fault_at_a_table_closes_that_table_and_says_which() {
    let hall = Hall::open(Settings {
        clerks: 1,
        ..Settings::with_store(MemoryStore::new())
    });
    let [broken, sound] = [(); 2].map(|()| hall.begin(plan(Game::Chess, "human", "human")).unwrap());
    let (desk, told, _) = sit(&hall, &broken, &[WHITE]);
    let (other, heard, _) = sit(&hall, &sound, &[WHITE, BLACK]);
    let mut views = 0;
    let faulty: Mailbox = Box::new(move |_| {
        views += 1;
        assert_eq!(views, 1, "a fault of the second thing told");
        Delivery::Taken
    });
    let _faulty = hall.sit(&broken, &[BLACK], faulty).unwrap();
    desk.send(typed("e4"));
    let words = until(&told, |told| match told {
        Told::Closed { words } => Some(words.clone()),
        _ => None,
    });
    assert!(words.contains(&broken.to_string()), "{words}");
    done(&other, &heard, typed("e4")).unwrap();
    // What was played is kept, and the table can be opened again.
    let (_desk, _told, view) = sit(&hall, &broken, &[WHITE]);
    assert_eq!(view.record.len(), 1);
}

#[test]
fn a_slow_viewer_gets_a_whole_view_later_and_one_who_is_gone_nothing() {
    let hall = open();
    let table = hall.begin(plan(Game::Chess, "human", "human")).unwrap();
    let (sender, slow) = sync_channel(1);
    let mailbox: Mailbox = Box::new(move |told| match sender.try_send(told) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Full,
    });
    let _slow = hall.sit(&table, &[], mailbox).unwrap();
    let (desk, told, _) = sit(&hall, &table, &[WHITE, BLACK]);
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        done(&desk, &told, typed(text)).unwrap();
    }
    let first = slow.recv_timeout(DEADLINE).unwrap();
    assert!(matches!(first, Told::View { .. }));
    let Told::View { view } = slow.recv_timeout(DEADLINE).unwrap() else {
        panic!("news was missed, so the next is a view");
    };
    assert_eq!(view.record.len(), 4);
}

#[test]
fn games_from_elsewhere_are_shown_and_not_kept() {
    let hall = open();
    let pgn = b"[White \"Ada\"]\n\n1. e4 e5 2. Ke2 1-0\n\n[White \"Bob\"]\n\n1. e9 *\n";
    let [game, broken] = <[_; 2]>::try_from(Imported::read_pgn(pgn)).unwrap();
    assert!(broken.unwrap_err().to_string().starts_with("game starting on line 5"));
    let table = hall.import(game.unwrap()).unwrap();
    let (desk, told, view) = sit(&hall, &table, &[]);
    let end = view.frame.end.unwrap();
    assert_eq!(
        (view.record.len(), end.result.as_str(), end.words.as_str()),
        (3, "1-0", "White won")
    );
    assert!(hall.export(&table, Format::Pgn).unwrap().contains("[White \"Ada\"]"));
    let json = hall.export(&table, Format::Json).unwrap();
    assert_eq!(Imported::read_json(&json).unwrap().turns(), 3);
    assert_eq!(hall.listings(), []);
    desk.send(Input::Review);
    let mistake = until(&told, |told| match told {
        Told::Judged { judged } => (judged.ply == 3).then_some(judged.mistake),
        _ => None,
    });
    assert!(mistake.is_some());
    drop(desk);
    let gone = hall.export(&table, Format::Position);
    assert_eq!(gone, Err(ResumeError::NoTable(table)));
}

/// A disk that is full.
struct FullDisk(MemoryStore);

impl Store for FullDisk {
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        self.0.tables()
    }

    fn read(&mut self, table: &TableId) -> Result<Option<String>, StoreError> {
        self.0.read(table)
    }

    fn write(&mut self, group: &[Page]) -> Vec<Result<(), StoreError>> {
        let full = || StoreError::Disk {
            path: "games".into(),
            source: std::io::ErrorKind::StorageFull.into(),
        };
        group.iter().map(|_| Err(full())).collect()
    }

    fn set_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        self.0.set_aside(table, fault)
    }

    fn damaged(&mut self) -> Vec<hall::Damaged> {
        self.0.damaged()
    }
}

#[test]
fn a_full_disk_is_told_and_play_goes_on() {
    let hall = Hall::open(Settings::with_store(FullDisk(MemoryStore::new())));
    let table = hall.begin(plan(Game::Chess, "human", "human")).unwrap();
    let (desk, told, _) = sit(&hall, &table, &[WHITE, BLACK]);
    desk.send(typed("e4"));
    let words = until(&told, |told| match told {
        Told::News { events, .. } => events.iter().find_map(|event| match event {
            Event::NotSaved { words } => Some(words.clone()),
            _ => None,
        }),
        _ => None,
    });
    assert!(words.starts_with("games: "), "{words}");
    done(&desk, &told, typed("e5")).unwrap();
}

fn temporary(name: &str) -> std::path::PathBuf {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).expect("an earlier run's games can go");
    }
    directory
}

#[test]
fn a_table_that_nobody_comes_to_does_not_stay_open() {
    let hall = Hall::open(Settings {
        clock: Clock::by_hand(),
        ..Settings::with_store(MemoryStore::new())
    });
    // It is closed when it is written, by somebody else.
    let wait_for_closing = || {
        let patience = Instant::now() + DEADLINE;
        while hall.tables() > 0 {
            assert!(Instant::now() < patience, "the table stays open");
            std::thread::yield_now();
        }
    };
    let table = hall.begin(plan(Game::Chess, "human", "human")).unwrap();
    // The table is open before time passes.
    hall.pass(Duration::ZERO);
    hall.pass(Duration::from_secs(59));
    assert_eq!(hall.tables(), 1);
    hall.pass(Duration::from_secs(1));
    wait_for_closing();
    let (desk, _told, _) = sit(&hall, &table, &[WHITE]);
    assert_eq!(hall.tables(), 1, "it is kept, and opened again");
    drop(desk);
    wait_for_closing();
}
