//! How punctual one clerk is: opens tables of Kung Fu Chess between bots, watches them all, and tells how long after
//! its moment each tick that changed something was played.
//!
//! `cargo run --release -p hall --example live_tables -- 1000 30`: a thousand tables for thirty seconds.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use hall::{
    Delivery, Hall, LiveBoard, LiveEvent, LivePlan, LiveSitter, Mailbox, MemoryStore, Phase, Settings, Speed, Told,
};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (tables, seconds) = (arguments.next().unwrap_or(1_000), arguments.next().unwrap_or(30));
    let level = arguments.next().unwrap_or(1).clamp(1, 4);
    let hall = Hall::open(Settings {
        clerks: 1,
        ..Settings::with_store(MemoryStore::new())
    });
    let spec = format!("level{level}").parse().expect("the level exists");
    let (sender, late) = channel();
    let mut desks = Vec::new();
    for seed in 0..tables {
        let plan = LivePlan {
            board: LiveBoard::Standard,
            speed: Speed::Standard,
            sitters: vec![LiveSitter::Bot(spec); 2],
            seed,
        };
        let table = hall.begin_live(plan).expect("two seats are filled");
        let sender = sender.clone();
        let mailbox: Mailbox = Box::new(move |told| {
            if let Told::LiveNews { events, frame } = told
                && frame.phase == Phase::Running
                && events.iter().any(by_tick)
                && let Some(due) = frame.since
            {
                return sender
                    .send(frame.now.0.saturating_sub(due.0))
                    .map_or(Delivery::Gone, |()| Delivery::Taken);
            }
            Delivery::Taken
        });
        desks.push(hall.sit(&table, &[], mailbox).expect("anybody may watch"));
    }
    let begun = Instant::now();
    let mut lateness: Vec<u64> = Vec::new();
    while begun.elapsed() < Duration::from_secs(seconds) {
        match late.recv_timeout(Duration::from_millis(100)) {
            Ok(milliseconds) => lateness.push(milliseconds),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    lateness.sort_unstable();
    let at = |part: usize| lateness.get(lateness.len() * part / 1_000).copied().unwrap_or(0);
    println!(
        "{tables} tables, {} changes: late by {} ms (half), {} ms (99 %), {} ms (99.9 %), {} ms (most)",
        lateness.len(),
        at(500),
        at(990),
        at(999),
        lateness.last().unwrap_or(&0)
    );
}

/// Whether something happened because of a tick, not because of a command.
const fn by_tick(event: &LiveEvent) -> bool {
    matches!(
        event,
        LiveEvent::Arrived { .. } | LiveEvent::Captured { .. } | LiveEvent::Woke { .. }
    )
}
