//! Two hosts as nodes on one store, in virtual time: claims, leases, late writes, drains, a database that goes back.

use std::{
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use host::{
    Clock, CloseReason, Command, CommandId, ConnectError, Delivery, ExportFormat, GameSetup, Host, HostSettings, Lease,
    LiveCommand, LiveGameSetup, LiveMessage, MemoryStore, Message, NewTableSetup, Notice, Occupant, PlayerId, Refusal,
    SeatNumber, Store, StoreError, TableClient, TableId, TurnAnswer, Visibility,
};
use play::Moment;

use crate::support::*;

/// Milliseconds of a lease.
const LEASE: u64 = 4_000;

fn nodes(store: &MemoryStore) -> [Host; 2] {
    [1, 2].map(|node| on(store.of_node(node)))
}

fn chess(host: &Host) -> TableId {
    create(host, &setup(CHESS, "person", "person"))
}

fn refusal(host: &Host, table: &TableId) -> Option<ConnectError> {
    host.connect_turn(table, playing(&[WHITE]), |_| Delivery::Taken).err()
}

fn is_closed(client: &Client) -> CloseReason {
    client.until(|message| match message {
        Message::Closed { reason, .. } => Some(*reason),
        _ => None,
    })
}

fn heard(client: &Client, wanted: Notice) {
    client.until(|message| matches!(message, Message::Notice { notice, .. } if *notice == wanted).then_some(()));
}

/// A node with a lease, and whose time the test drives.
fn leased(store: MemoryStore) -> Host {
    let clock = Clock::manual();
    let lease = Lease::until(Moment(clock.now().0 + LEASE));
    Host::open(HostSettings {
        clock,
        lease,
        workers: 1,
        ..HostSettings::new(games::registry(), store)
    })
}

fn renew(host: &Host) {
    host.renew_lease(Moment(host.now().0 + LEASE));
}

/// A table of Kung Fu Chess for two people.
fn kung_fu(host: &Host) -> TableId {
    let seats = [1, 2].map(|number| Occupant::Person(PlayerId::numbered(number)));
    let live = NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Live(LiveGameSetup {
            board: kungfu::Board::Standard,
            speed: kungfu::Speed::Standard,
            seats: seats.to_vec(),
            seed: 1,
            scenario: None,
        }),
    };
    create(host, &live)
}

fn live_client(
    host: &Host,
    table: &TableId,
    seats: &[SeatNumber],
) -> (TableClient<LiveCommand>, Receiver<LiveMessage>) {
    let (sender, messages) = channel();
    let mailbox = move |message| match sender.send(message) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    };
    let client = host.connect_live(table, playing(seats), mailbox);
    (client.expect("the seats are free"), messages)
}

fn until_answered(messages: &Receiver<LiveMessage>, command: CommandId) {
    let is_answer = |message: &LiveMessage| matches!(message, Message::Reply { id, .. } if *id == command);
    while !is_answer(&messages.recv_timeout(DEADLINE).expect("it is answered")) {}
}

/// Waits until the worker of a table has handled everything that was sent: it answers in order.
fn handled(host: &Host, table: &TableId) {
    // Only the moment of the answer matters.
    drop(host.export(table, ExportFormat::Json));
}

#[test]
fn a_table_belongs_to_its_node_until_that_is_dead_and_late_commands_are_refused() {
    let store = MemoryStore::new();
    let [one, other] = nodes(&store);
    let table = chess(&one);
    let (early, _) = Client::sit(&one, &table, &[WHITE, BLACK]);
    early.typed("e4").unwrap();
    let elsewhere = ConnectError::Store(StoreError::Claimed(table.clone()));
    assert_eq!(refusal(&other, &table), Some(elsewhere));
    store.bury(1);
    let (late, view) = Client::sit(&other, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 1);
    late.typed("e5").unwrap();
    assert_eq!(early.typed("d5"), Err(Refusal::NotStored));
    assert_eq!(is_closed(&early), CloseReason::Reload);
    late.typed("Nf3").unwrap();
}

#[test]
fn a_table_that_its_node_dropped_can_be_claimed_by_it_again() {
    let store = MemoryStore::new();
    let [one, other] = nodes(&store);
    let table = chess(&one);
    let (client, _) = Client::sit(&one, &table, &[WHITE, BLACK]);
    client.typed("e4").unwrap();
    one.abandon();
    assert_eq!(is_closed(&client), CloseReason::Reload);
    let (again, view) = Client::sit(&one, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 1);
    again.typed("e5").unwrap();
    drop((client, again));
    crate::games::wait_for_closing(&one);
    // The last one left, and the table was given up.
    let (third, view) = Client::sit(&other, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 2);
    third.typed("Nf3").unwrap();
}

#[test]
fn a_drained_node_gives_its_tables_away_and_takes_no_others() {
    let store = MemoryStore::new();
    let [one, other] = nodes(&store);
    let tables: Vec<TableId> = (0..20).map(|_| chess(&one)).collect();
    let sit = |table| Client::sit(&one, table, &[WHITE, BLACK]).0;
    let clients: Vec<Client> = tables.iter().map(sit).collect();
    let sent: Vec<_> = clients
        .iter()
        .map(|client| client.client.send(Command::Own(typed("e4"))))
        .collect();
    assert!(one.drain(DEADLINE), "nothing is left");
    assert_eq!(one.open_tables(), 0);
    for ((client, table), id) in clients.iter().zip(&tables).zip(sent) {
        // A command that was not answered may be repeated at the other node.
        let answered = client.until(|message| match message {
            Message::Reply { id: reply, .. } if *reply == id => Some(true),
            Message::Closed { reason, .. } => {
                assert_eq!(*reason, CloseReason::Reload);
                Some(false)
            }
            _ => None,
        });
        let (again, view) = Client::sit(&other, table, &[WHITE, BLACK]);
        assert!(view.record.len() == 1 || !answered, "an acknowledged move is there");
        again.typed(if view.record.is_empty() { "d4" } else { "d5" }).unwrap();
        let elsewhere = ConnectError::Store(StoreError::Claimed(table.clone()));
        assert_eq!(refusal(&one, table), Some(elsewhere));
    }
}

#[test]
fn the_time_of_a_move_that_is_written_during_a_drain_is_charged_to_its_player_alone() {
    let store = MemoryStore::new();
    let [one, other] = [1, 2].map(|node| {
        Host::open(HostSettings {
            clock: Clock::manual(),
            workers: 1,
            ..HostSettings::new(games::registry(), store.of_node(node))
        })
    });
    let mut clocked = setup(CHESS, "person", "person");
    if let GameSetup::Turn(game) = &mut clocked.game {
        game.control = Some(play::Control::EachMove(Duration::from_mins(1)));
    }
    let table = create(&one, &clocked);
    let (client, _) = Client::sit(&one, &table, &[WHITE, BLACK]);
    client.typed("e4").unwrap();
    client.typed("e5").unwrap();
    one.pass(Duration::from_secs(40));
    let held = store.hold();
    client.client.send(Command::Own(typed("Nf3")));
    assert!(!one.drain(Duration::ZERO), "the move is being written");
    handled(&one, &table);
    drop(held);
    assert_eq!(is_closed(&client), CloseReason::Reload);
    let (_again, view) = Client::sit(&other, &table, &[WHITE, BLACK]);
    assert_eq!(view.record.len(), 3);
    let clock = view.frame.seats[usize::from(BLACK.0)].clock.unwrap();
    assert_eq!(clock.left, 60_000, "{clock:?}");
}

#[test]
fn while_the_lease_is_out_commands_wait_and_clocks_stand() {
    let host = leased(MemoryStore::new().of_node(1));
    let mut clocked = setup(CHESS, "person", "person");
    if let GameSetup::Turn(game) = &mut clocked.game {
        game.control = Some(play::Control::EachMove(Duration::from_secs(10)));
    }
    let table = create(&host, &clocked);
    let (client, _) = Client::sit(&host, &table, &[WHITE, BLACK]);
    host.pass(Duration::from_secs(3));
    client.typed("e4").unwrap();
    assert!(host.holds_lease());
    host.pass(Duration::from_secs(3));
    assert!(!host.holds_lease());
    heard(&client, Notice::NotStored);
    let waiting = client.client.send(Command::Own(typed("e5")));
    // Longer than anybody has for a move.
    host.pass(Duration::from_mins(5));
    renew(&host);
    heard(&client, Notice::StoredAgain);
    assert_eq!(client.answer(waiting), Ok(TurnAnswer::Done));
    let (_watcher, view) = Client::sit(&host, &table, &[]);
    assert!(
        view.record.len() == 2 && view.frame.end.is_none(),
        "nobody lost by time"
    );
}

#[test]
fn while_the_lease_is_out_kung_fu_time_stands_and_then_goes_on_where_it_stood() {
    let host = leased(MemoryStore::new().of_node(1));
    let table = kung_fu(&host);
    let players = [WHITE, BLACK].map(|seat| {
        let (client, messages) = live_client(&host, &table, &[seat]);
        let ready = client.send(Command::Own(LiveCommand::Ready));
        until_answered(&messages, ready);
        (client, messages)
    });
    let tick = || {
        let (_watcher, messages) = live_client(&host, &table, &[]);
        match messages.recv_timeout(DEADLINE) {
            Ok(Message::Snapshot { view }) => view.frame.tick,
            other => panic!("a snapshot is the first message, not {other:?}"),
        }
    };
    // The countdown.
    host.pass(Duration::from_secs(3));
    renew(&host);
    host.pass(Duration::from_secs(2));
    assert_eq!(tick(), 60);
    // Half of this is within the lease.
    host.pass(Duration::from_secs(4));
    host.pass(Duration::from_mins(1));
    renew(&host);
    host.pass(Duration::ZERO);
    assert_eq!(tick(), 120);
    host.pass(Duration::from_secs(1));
    assert_eq!(tick(), 150);
    drop(players);
}

#[test]
fn a_command_that_changes_nothing_is_answered_after_what_made_it_superfluous_is_stored() {
    let store = MemoryStore::new();
    let host = on(store.clone());
    let table = kung_fu(&host);
    let (client, messages) = live_client(&host, &table, &[WHITE]);
    let held = store.hold();
    let ready = [(); 2].map(|()| client.send(Command::Own(LiveCommand::Ready)));
    handled(&host, &table);
    let early = |message: LiveMessage| matches!(message, Message::Reply { .. });
    assert!(!messages.try_iter().any(early), "nothing is stored yet");
    drop(held);
    for id in ready {
        until_answered(&messages, id);
    }
}

#[test]
fn what_is_decided_during_a_write_is_stored_when_the_program_ends() {
    for _ in 0..20 {
        let store = MemoryStore::new();
        let host = on(store.clone());
        let table = kung_fu(&host);
        let players = [WHITE, BLACK].map(|seat| live_client(&host, &table, &[seat]));
        let before = store.clone().load(&table).unwrap().len();
        let held = store.hold();
        for (client, _) in &players {
            client.send(Command::Own(LiveCommand::Ready));
            handled(&host, &table);
        }
        let closing = thread::spawn(move || drop(host));
        drop(held);
        closing.join().unwrap();
        let log = store.clone().load(&table).unwrap();
        let ready = log
            .iter()
            .skip(before)
            .filter(|event| event.text.contains("ready"))
            .count();
        assert_eq!(ready, 2, "{log:?}");
    }
}

#[test]
fn what_a_database_has_lost_is_written_again() {
    let store = MemoryStore::new();
    let host = on(store.of_node(1));
    let table = chess(&host);
    let (client, _) = Client::sit(&host, &table, &[WHITE, BLACK]);
    for text in ["e4", "e5", "Nf3"] {
        client.typed(text).unwrap();
    }
    store.lose(&table, 2);
    client.typed("Nc6").unwrap();
    let log = store.clone().load(&table).unwrap();
    assert_eq!(log.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let (_watcher, view) = Client::sit(&on(store.of_node(1)), &table, &[]);
    let labels: Vec<&str> = view.record.iter().map(|entry| entry.label.as_str()).collect();
    assert_eq!(labels, ["e4", "e5", "Nf3", "Nc6"]);
}
