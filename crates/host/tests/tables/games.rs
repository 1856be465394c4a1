//! Games to their end, and what is stored of them.

use std::{
    thread,
    time::{Duration, Instant},
};

use host::{
    Clock, CommonCommand, ExportFormat, Host, HostSettings, MemoryStore, Message, NewPlayer, Occupant, PlayerId, Query,
    Refusal, SeatNumber, SeatToken, TableState, TurnEvent, TurnNote,
};

use crate::support::*;

#[test]
fn bots_play_to_the_end_while_somebody_watches() {
    let host = host();
    for (game, white, black) in [
        (CHESS, "medium?depth=1", "easy"),
        (RANSOM, "hard?depth=1", "easy?depth=1"),
    ] {
        let table = create(&host, &setup(game, white, black));
        let (client, view) = Client::sit(&host, &table, &[]);
        assert_eq!(view.record.len(), 0);
        let mut plies = 0;
        let end = client.until(|message| match message {
            Message::Update { events, frame } => {
                plies += events
                    .iter()
                    .filter(|event| matches!(event, TurnEvent::Moved { .. }))
                    .count();
                assert_eq!(frame.scene.ply, plies);
                frame.end.clone()
            }
            _ => None,
        });
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&end.result.as_str()));
        let query = Query {
            table: Some(table.clone()),
            ..Query::default()
        };
        let listing = host.list(&query).unwrap().pop().unwrap();
        assert_eq!(
            (listing.summary.result, listing.summary.plies as usize),
            (Some(end.result), plies)
        );
        assert_eq!(listing.summary.state, TableState::Over);
    }
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let store = MemoryStore::new();
    let anna = PlayerId::numbered(1);
    let table = {
        let host = on(store.clone());
        let players = [NewPlayer {
            player: anna,
            name: Some("Anna".to_owned()),
        }];
        let table = host
            .create(&setup(CHESS, "person", "easy"), &players, Vec::new())
            .unwrap();
        let (client, _) = Client::sit(&host, &table, &[WHITE]);
        client.typed("e4").unwrap();
        client.until_ply(2);
        table
    };
    let host = on(store);
    let listing = host.list(&Query::default()).unwrap().remove(0);
    let summary = &listing.summary;
    assert_eq!(
        (&summary.table, summary.plies, summary.state),
        (&table, 2, TableState::Running)
    );
    assert_eq!(listing.names, [Some("Anna".to_owned()), None]);
    let (client, view) = Client::sit(&host, &table, &[WHITE]);
    assert_eq!(view.record[0].label, "e4");
    assert_eq!(view.frame.seats[0].seat.name, "Anna");
    let save = host.save_as(&table, "after one move").unwrap();
    client.common(CommonCommand::Resign).unwrap();
    assert_eq!(host.summary(&table).unwrap().state, TableState::Over);
    let again = host.resume(&save).unwrap();
    assert_ne!(again, save);
    let (_client, view) = Client::sit(&host, &again, &[WHITE]);
    assert_eq!((view.record.len(), view.frame.end), (2, None));
    let rematch = host.rematch(&table).unwrap();
    assert_eq!(host.rematch(&table), Ok(rematch.clone()));
    let (_client, view) = Client::sit(&host, &rematch, &[BLACK]);
    assert_eq!(view.frame.seats[0].seat.name, "Easy");
    assert_eq!(host.summary(&rematch).unwrap().seats[1], Occupant::Person(anna));
    let of_anna = Query {
        player: Some(anna),
        ..Query::default()
    };
    assert_eq!(host.list(&of_anna).unwrap().len(), 4);
}

#[test]
fn both_players_go_to_the_rematch_at_once_and_both_can_play_there() {
    let host = host();
    let players = [1, 2].map(PlayerId::numbered);
    for _ in 0..100 {
        let table = create(&host, &setup(CHESS, "person", "person"));
        let (client, _) = Client::sit(&host, &table, &[WHITE]);
        client.typed("e4").unwrap();
        client.common(CommonCommand::Resign).unwrap();
        let go_on = |player: PlayerId| {
            let next = host.rematch(&table).unwrap();
            let seats = host.summary(&next).unwrap().seats;
            let seat = seats.iter().position(|seat| *seat == Occupant::Person(player)).unwrap();
            let token = SeatToken {
                seat: SeatNumber(u8::try_from(seat).unwrap()),
                player,
                hash: vec![1],
            };
            host.grant(&next, token.clone()).unwrap();
            (next, token)
        };
        let [(next, first), (same, second)] = thread::scope(|scope| {
            players
                .map(|player| scope.spawn(move || go_on(player)))
                .map(|thread| thread.join().unwrap())
        });
        assert_eq!(next, same);
        let stored = host.tokens(&next).unwrap();
        assert!(stored.contains(&first) && stored.contains(&second));
        let (client, _) = Client::sit(&host, &next, &[WHITE]);
        client.typed("e4").unwrap();
    }
}

#[test]
fn leaving_stops_thinking_and_closing_does_too() {
    let host = host();
    // Left alone it would think for an hour.
    let slow = setup(CHESS, "master?movetime=3600000", "person");
    let thinks = |client: &Client| {
        client.until(|message| match message {
            Message::Update { frame, .. } => frame.thinking,
            _ => None,
        })
    };
    let table = create(&host, &slow);
    let (client, _) = Client::sit(&host, &table, &[BLACK]);
    thinks(&client);
    drop(client);
    // The one search thread is free again for another table.
    let other = create(&host, &setup(CHESS, "easy", "person"));
    let (client, _) = Client::sit(&host, &other, &[BLACK]);
    client.until_ply(1);
    let table = create(&host, &slow);
    let (client, _) = Client::sit(&host, &table, &[BLACK]);
    thinks(&client);
    drop(host);
}

#[test]
fn games_from_files_are_shown_and_not_stored() {
    let host = host();
    let pgn = b"[White \"Ada\"]\n\n1. e4 e5 2. Ke2 1-0\n\n[White \"Bob\"]\n\n1. e9 *\n";
    let registry = host.registry();
    let chess = registry.get(CHESS).unwrap();
    let [game, broken] = <[_; 2]>::try_from(chess.import(pgn)).unwrap();
    assert!(broken.unwrap_err().to_string().starts_with("game starting on line 5"));
    let table = host.import(&game.unwrap()).unwrap();
    let (client, view) = Client::sit(&host, &table, &[]);
    let end = view.frame.end.unwrap();
    assert_eq!(
        (view.record.len(), end.result.as_str(), end.words.as_str()),
        (3, "1-0", "White won")
    );
    assert!(
        host.export(&table, ExportFormat::Pgn)
            .unwrap()
            .contains("[White \"Ada\"]")
    );
    assert_eq!(host.list(&Query::default()), Ok(Vec::new()));
    client.send(host::Command::Own(host::TurnCommand::Review)).unwrap();
    let mistake = client.until(|message| match message {
        Message::Note {
            note: TurnNote::Judged(judged),
        } => (judged.ply == 3).then_some(judged.mistake),
        _ => None,
    });
    assert!(mistake.is_some());
    drop(client);
    wait_for_closing(&host);
    assert!(host.export(&table, ExportFormat::Position).is_err());
}

#[test]
fn names_change_for_everybody_at_once() {
    let host = host();
    let table = create(&host, &setup(CHESS, "person", "person"));
    let (client, view) = Client::sit(&host, &table, &[BLACK]);
    assert_eq!(view.frame.seats[0].seat.name, "White");
    host.rename(PlayerId::numbered(1), "Anna").unwrap();
    client.until(|message| match message {
        Message::Update { frame, .. } => (frame.seats[0].seat.name == "Anna").then_some(()),
        _ => None,
    });
    assert_eq!(host.name(PlayerId::numbered(1)), Ok(Some("Anna".to_owned())));
    assert!(
        host.export(&table, ExportFormat::Pgn)
            .unwrap()
            .contains("[White \"Anna\"]")
    );
}

#[test]
fn a_seat_is_taken_once_and_by_its_player_again() {
    let host = host();
    let table = create(&host, &setup(CHESS, "person", "open"));
    let (client, _) = Client::sit(&host, &table, &[WHITE]);
    assert_eq!(client.typed("e4"), Err(Refusal::WaitingForPlayer));
    let player = |number: u64| NewPlayer {
        player: PlayerId::numbered(number),
        name: Some(format!("Player {number}")),
    };
    let hash = |byte: u8| Some(vec![byte; 32]);
    assert_eq!(host.take_seat(&table, player(7), hash(1)), Ok(BLACK));
    assert_eq!(
        host.take_seat(&table, player(8), hash(2)),
        Err(host::ConnectError::NoOpenSeat)
    );
    assert_eq!(host.take_seat(&table, player(7), hash(3)), Ok(BLACK));
    let tokens = host.tokens(&table).unwrap();
    assert_eq!(
        tokens.iter().map(|token| token.hash[0]).collect::<Vec<_>>(),
        [3],
        "the second replaces the first"
    );
    client.typed("e4").unwrap();
}

#[test]
fn a_table_that_nobody_comes_to_does_not_stay_open() {
    let host = Host::open(HostSettings {
        clock: Clock::manual(),
        ..HostSettings::new(games::registry(), MemoryStore::new())
    });
    let table = create(&host, &setup(CHESS, "person", "person"));
    host.pass(Duration::ZERO);
    host.pass(Duration::from_secs(59));
    assert_eq!(host.open_tables(), 1);
    host.pass(Duration::from_secs(1));
    wait_for_closing(&host);
    let (client, _) = Client::sit(&host, &table, &[WHITE]);
    assert_eq!(host.open_tables(), 1, "it is stored, and opened again");
    drop(client);
    wait_for_closing(&host);
}

#[test]
fn a_flag_that_falls_while_the_store_is_slow_ends_the_game_once() {
    let host = Host::open(HostSettings {
        clock: Clock::manual(),
        workers: 1,
        ..HostSettings::new(games::registry(), MemoryStore::new())
    });
    let mut clocked = setup(CHESS, "person", "person");
    if let host::GameSetup::Turn(game) = &mut clocked.game {
        game.control = Some(play::Control::EachMove(Duration::from_secs(1)));
    }
    let table = create(&host, &clocked);
    let (client, _) = Client::sit(&host, &table, &[WHITE, BLACK]);
    // Time passes again and again before the end can be stored.
    for _ in 0..50 {
        host.pass(Duration::from_millis(100));
    }
    let end = client.until(|message| match message {
        Message::Update { frame, .. } => frame.end.clone(),
        _ => None,
    });
    assert_eq!(end.words, "Black wins: time");
    assert_eq!(end.reason, "the other side has no time left");
    assert!(client.typed("e4").is_err());
}

/// Another thread closes a table when its last event is stored.
pub(crate) fn wait_for_closing(host: &Host) {
    let deadline = Instant::now() + DEADLINE;
    while host.open_tables() > 0 {
        assert!(Instant::now() < deadline, "the table stays open");
        std::thread::yield_now();
    }
}
