//! Lost lines: a client that reconnects ends with the same record as one that never lost its line, no command is
//! carried out twice, and none stays without an answer, also over restarts of the host.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
};

use fastrand::Rng;
use host::{
    ClientId, Command, CommandId, Connect, Delivery, Entry, Host, MemoryStore, Message, Refusal, TableId, TurnClient,
    TurnCommand, TurnEvent, TurnMessage, VisitorId,
};

use crate::support::*;

/// A client whose line breaks after a random number of messages.
struct Flaky {
    id: ClientId,
    line: Option<(TurnClient, std::sync::mpsc::Receiver<TurnMessage>)>,
    seq: Option<u64>,
    record: Vec<Entry>,
    next: u64,
    /// Commands without an answer.
    open: BTreeMap<CommandId, Command<TurnCommand>>,
    answers: BTreeMap<CommandId, Result<(), Refusal>>,
    snapshots: usize,
}

impl Flaky {
    fn new() -> Self {
        Flaky {
            id: ClientId::random(),
            line: None,
            seq: None,
            record: Vec::new(),
            next: 1,
            open: BTreeMap::new(),
            answers: BTreeMap::new(),
            snapshots: 0,
        }
    }

    /// Connects with the last number it has seen, over a line that carries so many messages, and repeats its commands.
    fn connect(&mut self, host: &Host, table: &TableId, messages: usize) {
        let (sender, receiver) = channel();
        let left = Arc::new(AtomicUsize::new(messages));
        let mailbox = move |message| {
            let alive = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            match alive.ok().and_then(|_| sender.send(message).ok()) {
                Some(()) => Delivery::Taken,
                None => Delivery::Gone,
            }
        };
        let connect = Connect {
            seats: vec![WHITE, BLACK],
            holders: Vec::new(),
            client: self.id,
            last_seq: self.seq,
            visitor: VisitorId::LOCAL,
        };
        let client = host.connect_turn(table, connect, mailbox).expect("the table is there");
        for (id, command) in &self.open {
            client.send_as(*id, command.clone()).expect("the host is not busy");
        }
        self.line = Some((client, receiver));
    }

    fn send(&mut self, command: Command<TurnCommand>) {
        let id = CommandId(self.next);
        self.next += 1;
        if let Some((client, _)) = &self.line {
            client.send_as(id, command.clone()).expect("the host is not busy");
        }
        self.open.insert(id, command);
    }

    /// Takes messages until nothing is open, or the line breaks; whether it broke.
    fn read(&mut self) -> bool {
        while !self.open.is_empty() || self.record.is_empty() && self.seq.is_none() {
            let Some((_, messages)) = &self.line else {
                return true;
            };
            let Ok(message) = messages.recv_timeout(DEADLINE) else {
                self.line = None;
                return true;
            };
            self.take(message);
        }
        false
    }

    fn take(&mut self, message: TurnMessage) {
        match message {
            Message::Snapshot { view } => {
                self.snapshots += 1;
                self.seq = Some(view.frame.seq);
                self.record = view.record;
            }
            Message::Update { events, frame } => {
                for event in events {
                    match event {
                        TurnEvent::Moved { entry } => self.record.push(entry),
                        TurnEvent::TakenBack { plies } => self.record.truncate(plies),
                        TurnEvent::Common(_) => {}
                    }
                }
                assert_eq!(self.record.len(), frame.scene.ply, "exactly the missed events came");
                self.seq = Some(frame.seq);
            }
            Message::Reply { id, .. } => self.answered(id, Ok(())),
            Message::Refused { id, refusal, .. } => self.answered(id, Err(refusal)),
            _ => {}
        }
    }

    fn answered(&mut self, id: CommandId, answer: Result<(), Refusal>) {
        assert!(self.open.remove(&id).is_some(), "{id:?} is answered once");
        self.answers.insert(id, answer);
    }
}

#[test]
fn nothing_is_lost_or_doubled_over_broken_lines_and_restarts() {
    for seed in 0..12 {
        broken_lines(seed);
    }
}

fn broken_lines(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let store = MemoryStore::new();
    let mut host = on(store.clone());
    let table = create(&host, &setup(CHESS, "person", "person"));
    let mut flaky = Flaky::new();
    // Moves that are never refused and never end the game soon; a move that was carried out twice would be refused.
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut sent = 0;
    while sent < 60 {
        if flaky.line.is_none() {
            if random.u8(..4) == 0 {
                drop(host);
                host = on(store.clone());
            }
            flaky.connect(&host, &table, random.usize(1..12));
        }
        for _ in 0..random.usize(1..4) {
            let command = if random.u8(..5) == 0 {
                TurnCommand::TakeBack
            } else {
                typed(moves[random.usize(..4)])
            };
            flaky.send(Command::Own(command));
            sent += 1;
        }
        flaky.read();
    }
    // A last line that holds answers everything that is open.
    while !flaky.open.is_empty() || flaky.line.is_none() {
        flaky.line = None;
        flaky.connect(&host, &table, usize::MAX);
        flaky.read();
    }
    assert_eq!(flaky.answers.len(), sent);
    let (_steady, view) = Client::sit(&host, &table, &[]);
    let codes = |record: &[Entry]| -> Vec<String> { record.iter().map(|entry| entry.code.clone()).collect() };
    assert_eq!(codes(&flaky.record), codes(&view.record));
    // The log holds one event for every command that was accepted, in the order of the commands.
    let accepted: Vec<CommandId> = flaky
        .answers
        .iter()
        .filter(|(_, answer)| answer.is_ok())
        .map(|(id, _)| *id)
        .collect();
    let mut store = store;
    let log = host::Store::load(&mut store, &table).expect("the table is stored");
    let caused: Vec<CommandId> = log.iter().filter_map(command_of).collect();
    assert_eq!(caused, accepted, "seed {seed}");
}

/// The command that caused a stored event.
fn command_of(event: &host::StoredEvent) -> Option<CommandId> {
    let (_, json) = event.text.split_once(' ')?;
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    value["cause"]["command"].as_u64().map(CommandId)
}
