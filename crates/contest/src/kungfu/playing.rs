//! One game after the other, on a thread.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::SyncSender,
    },
    time::{Duration, Instant},
};

use arena::{Control, Detail, Leave, Placing, Spent};
use host::LiveScene;
use kungfu::{End, Players, Start, Tick};
use kungfu_bots::table::{Ended, Finish, Table};

use super::{Event, Folder, Plan};
use crate::ContestError;

/// Longer games are decided by material (8.11).
const LIMIT: Tick = Tick(20_000);

/// So often a game that is watched is looked at: a little oftener than screens are drawn.
const LOOKS: Duration = Duration::from_millis(30);

/// A game that is over.
pub struct Played {
    /// What a standing wants to know of it.
    pub placing: Placing,
    /// Which player lost the king first.
    pub first_out: Option<usize>,
    /// Which player won alone.
    pub winner: Option<usize>,
    /// How it stood at its end.
    pub scene: LiveScene,
}

/// What all workers of a match share.
pub(super) struct Shared {
    pub(super) plan: Arc<Plan>,
    pub(super) log: Option<Folder>,
    pub(super) detail: Detail,
    pub(super) control: Control,
    /// The next game nobody has taken.
    pub(super) next: AtomicU64,
}

/// Plays until there is nothing left to play.
pub(super) fn work(shared: &Shared, worker: usize, events: &SyncSender<Event>) {
    let _alarm = shared.control.alarm();
    loop {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        if number >= shared.plan.total() || shared.control.before_start(number) == Leave::Stop {
            return;
        }
        let mut show = |scene: LiveScene| {
            // Whoever does not listen does not bot.
            drop(events.send(Event::Seen {
                number,
                worker,
                scene: Box::new(scene),
            }));
        };
        let event = match play(shared, number, &mut show) {
            Ok(Some(played)) => Event::Ended(Box::new(played)),
            Ok(None) => return,
            Err(error) => Event::Failed(error),
        };
        // Nobody counts any more.
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Plays a game; nothing if it was broken off.
fn play(shared: &Shared, number: u64, show: &mut dyn FnMut(LiveScene)) -> Result<Option<Played>, ContestError> {
    let plan = &shared.plan;
    let seats = plan.seats(number);
    let seed = mixed(plan.settings.seed, number);
    let bots = seats
        .iter()
        .map(|&player| plan.players[player].open(mixed(seed, player as u64)));
    let start = Start::usual(plan.board, plan.speed).with_people(Players::NONE);
    let mut table = Table::new(start, seed, bots.collect());
    let players = table.bout().game().players();
    let mut spent = vec![Spent::default(); seats.len()];
    let log = shared.log.as_ref();
    let mut writer = log.map(|folder| folder.game(number, plan, &seats)).transpose()?;
    let mut failure = None;
    let mut looked: Option<Instant> = None;
    while table.bout().game().outcome().is_none() && table.bout().game().tick_count() < LIMIT {
        if shared.detail == Detail::Moves && looked.is_none_or(|looked| looked.elapsed() >= LOOKS) {
            looked = Some(Instant::now());
            show(LiveScene::of(table.bout().game()));
        }
        if shared.control.before_move() == Leave::Stop {
            return Ok(None);
        }
        table.step(&mut |asked| {
            let seat = players.iter().position(|player| player == asked.player);
            if let Some(spent) = seat.and_then(|seat| spent.get_mut(seat)) {
                spent.moves += u64::from(asked.accepted);
                spent.time += asked.elapsed;
                spent.slowest = spent.slowest.max(asked.elapsed);
            }
            if let Some(writer) = &mut writer
                && failure.is_none()
            {
                failure = writer.decision(asked).err();
            }
        });
    }
    let outcome = table.play(LIMIT, &mut |_| {});
    if let Some(writer) = writer {
        writer.finish(table.bout().record())?;
    }
    failure.map_or(Ok(()), Err)?;
    Ok(Some(Played {
        first_out: outcome.first_out.and_then(|out| {
            let seat = players.iter().position(|player| player == out)?;
            seats.get(seat).copied()
        }),
        winner: winner(&seats, &outcome.places),
        scene: LiveScene::of(table.bout().game()),
        placing: placing(number, seats, spent, &table, outcome),
    }))
}

/// Who has the first place for itself.
fn winner(players: &[usize], places: &[u32]) -> Option<usize> {
    let mut best = players.iter().zip(places).filter(|(_, place)| **place == 1);
    match (best.next(), best.next()) {
        (Some((&player, _)), None) => Some(player),
        _ => None,
    }
}

fn placing(number: u64, players: Vec<usize>, spent: Vec<Spent>, table: &Table, outcome: Ended) -> Placing {
    let entries = &table.bout().record().entries;
    let reason = match outcome.finish {
        Finish::Ended(end @ (End::Idle | End::Peace)) => format!("time draw: {end}"),
        Finish::Ended(end) => end.to_string(),
        Finish::Adjudicated => "adjudicated by material".to_owned(),
    };
    Placing {
        number,
        players,
        places: outcome.places,
        spent,
        reason,
        plies: entries.len() as u64,
        fingerprint: table.bout().game().hash(),
        trouble: None,
    }
}

/// Two numbers mixed into one that looks like chance (as `SplitMix64` ends).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
