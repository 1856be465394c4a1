//! Faults of tables, clients and stores.

use std::{sync::mpsc::sync_channel, thread};

use host::{
    CloseReason, Delivery, GameSetup, Host, HostSettings, LiveGameSetup, MemoryStore, Message, NewTableSetup, Notice,
    Occupant, OpenError, PlayerId, Query, Refusal, SeatToken, StoreError, TurnMessage, Visibility,
};
use kungfu::{Board, Speed};

use crate::support::*;

#[test]
fn a_fault_at_a_table_closes_that_table_and_no_other() {
    let host = Host::open(HostSettings {
        workers: 1,
        ..HostSettings::new(games::registry(), MemoryStore::new())
    });
    let [broken, sound] = [(); 2].map(|()| create(&host, &setup(CHESS, "person", "person")));
    let (client, _) = Client::sit(&host, &broken, &[WHITE]);
    let (other, _) = Client::sit(&host, &sound, &[WHITE, BLACK]);
    let mut messages = 0;
    let faulty = move |_: TurnMessage| {
        messages += 1;
        assert_eq!(messages, 1, "a fault at the second message");
        Delivery::Taken
    };
    let _faulty = host.connect_turn(&broken, playing(&[BLACK]), faulty).unwrap();
    client.client.send(host::Command::Own(typed("e4")));
    let reason = client.until(|message| match message {
        Message::Closed { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!(reason, CloseReason::Fault);
    other.typed("e4").unwrap();
    // The stored move is there, and the table can be opened again.
    let (_client, view) = Client::sit(&host, &broken, &[WHITE]);
    assert_eq!(view.record.len(), 1);
}

#[test]
fn a_slow_client_gets_a_snapshot_and_loses_no_answer() {
    let host = host();
    let table = create(&host, &setup(CHESS, "person", "person"));
    let (sender, slow) = sync_channel(1);
    let mailbox = move |message| match sender.try_send(message) {
        Ok(()) => Delivery::Taken,
        Err(std::sync::mpsc::TrySendError::Full(message)) => Delivery::Full(message),
        Err(std::sync::mpsc::TrySendError::Disconnected(_)) => Delivery::Gone,
    };
    let client = host.connect_turn(&table, playing(&[WHITE, BLACK]), mailbox).unwrap();
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    let mut unanswered: Vec<_> = moves.iter().map(|text| client.send_own(typed(text))).collect();
    let mut plies = 0;
    while !unanswered.is_empty() || plies < moves.len() {
        match slow.recv_timeout(DEADLINE).expect("something comes") {
            Message::Snapshot { view } => plies = view.record.len(),
            Message::Update { frame, .. } => plies = frame.scene.ply,
            Message::Reply { id, .. } => {
                assert_eq!(unanswered.first(), Some(&id), "answers keep their order");
                unanswered.remove(0);
            }
            _ => {}
        }
    }
}

#[test]
fn a_failed_write_is_answered_as_failed_and_nothing_of_it_holds() {
    let store = MemoryStore::new();
    let host = on(store.clone());
    let table = create(&host, &setup(CHESS, "person", "person"));
    let (client, _) = Client::sit(&host, &table, &[WHITE, BLACK]);
    client.typed("e4").unwrap();
    assert!(host.is_storing());
    store.set_failing(true);
    assert_eq!(client.typed("e5"), Err(Refusal::NotStored));
    assert!(!host.is_storing());
    let refused = host.create(&setup(CHESS, "person", "person"), &[], Vec::new());
    assert!(matches!(refused, Err(OpenError::Store(StoreError::Failed { .. }))));
    let (other, view) = Client::sit(&host, &table, &[]);
    assert_eq!(view.record.len(), 1);
    other.until(|message| match message {
        Message::Notice { notice, .. } => (*notice == Notice::NotStored).then_some(()),
        _ => None,
    });
    store.set_failing(false);
    client.typed("c5").unwrap();
    let (_again, view) = Client::sit(&host, &table, &[]);
    let labels: Vec<&str> = view.record.iter().map(|entry| entry.label.as_str()).collect();
    assert_eq!(labels, ["e4", "c5"]);
    assert!(host.is_storing());
}

#[test]
fn of_two_hosts_on_one_store_only_the_latest_writes() {
    let store = MemoryStore::new();
    let [first, second] = [(); 2].map(|()| on(store.clone()));
    let table = create(&first, &setup(CHESS, "person", "person"));
    let (early, _) = Client::sit(&first, &table, &[WHITE, BLACK]);
    early.typed("e4").unwrap();
    let (late, view) = Client::sit(&second, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 1);
    late.typed("e5").unwrap();
    // The first host has lost its claim: its move is not stored, and its clients connect again.
    assert_eq!(early.typed("d5"), Err(Refusal::NotStored));
    let reason = early.until(|message| match message {
        Message::Closed { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!(reason, CloseReason::Reload);
    let (again, view) = Client::sit(&first, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 2);
    again.typed("Nf3").unwrap();
}

#[test]
fn every_token_that_is_granted_during_a_write_is_stored_before_it_is_answered() {
    let host = host();
    let players = [1, 2].map(PlayerId::numbered);
    let live = NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Live(LiveGameSetup {
            board: Board::Standard,
            speed: Speed::Standard,
            seats: players.map(Occupant::Person).to_vec(),
            seed: 1,
            scenario: None,
        }),
    };
    let table = create(&host, &live);
    thread::scope(|scope| {
        for (seat, player) in [WHITE, BLACK].into_iter().zip(players) {
            let (host, table) = (&host, &table);
            scope.spawn(move || {
                for number in 0..500_u16 {
                    let hash = number.to_le_bytes().to_vec();
                    let token = SeatToken { seat, player, hash };
                    host.grant(table, token.clone()).unwrap();
                    assert!(
                        host.tokens(table).unwrap().contains(&token),
                        "token {number} of {player:?}"
                    );
                }
            });
        }
    });
}

#[test]
fn tables_are_listed_while_the_only_thread_of_the_tables_is_held_up() {
    let host = Host::open(HostSettings {
        workers: 1,
        ..HostSettings::new(games::registry(), MemoryStore::new())
    });
    let table = create(&host, &setup(CHESS, "person", "person"));
    let (begun, has_begun) = sync_channel(1);
    let (release, released) = sync_channel::<()>(0);
    // A mailbox is called on the thread of its worker, which cannot do anything else meanwhile.
    let mailbox = move |_: TurnMessage| {
        if begun.try_send(()).is_ok() {
            assert!(released.recv().is_err(), "the test has let go");
        }
        Delivery::Taken
    };
    let (sender, listed) = sync_channel(1);
    thread::scope(|scope| {
        scope.spawn(|| host.connect_turn(&table, playing(&[WHITE]), mailbox));
        let release = release;
        has_begun.recv_timeout(DEADLINE).expect("the worker is held up");
        scope.spawn(|| sender.send(host.list(&Query::default())));
        let listed = listed
            .recv_timeout(DEADLINE)
            .expect("the list does not wait for the worker");
        assert_eq!(listed.map(|listed| listed.len()), Ok(1));
        assert!(host.viewers(&table).is_some());
        drop(release);
    });
}
