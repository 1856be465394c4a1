//! One game after the other, on a thread.

use std::sync::{
    atomic::{AtomicU64, Ordering},
    mpsc::SyncSender,
};

use arena::{Placing, Spent};
use bots::kungfu::table::{Ended, Finish, Table};
use kungfu::{End, Players, Start, Tick};

use super::{Plan, Reins, log::Folder};

/// Longer games are decided by material (8.11).
const LIMIT: Tick = Tick(20_000);

/// A game that is over.
pub(super) struct Played {
    pub(super) placing: Placing,
    /// Which player lost the king first.
    pub(super) first_out: Option<usize>,
    /// Which player won alone.
    pub(super) winner: Option<usize>,
}

/// Plays until there is nothing left to play.
pub(super) fn work(
    plan: &Plan,
    log: Option<&Folder>,
    reins: &Reins,
    next: &AtomicU64,
    games: &SyncSender<anyhow::Result<Played>>,
) {
    while reins.may_begin() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.total() {
            return;
        }
        let Some(played) = play(plan, number, log, reins).transpose() else {
            return;
        };
        // Nobody counts any more.
        if games.send(played).is_err() {
            return;
        }
    }
}

/// Plays a game; nothing if it was broken off.
fn play(plan: &Plan, number: u64, log: Option<&Folder>, reins: &Reins) -> anyhow::Result<Option<Played>> {
    let seats = plan.seats(number);
    let seed = mixed(plan.seed, number);
    let minds = seats
        .iter()
        .map(|&player| plan.players[player].open(mixed(seed, player as u64)));
    let start = Start::usual(plan.board, plan.speed).with_people(Players::NONE);
    let mut table = Table::new(start, seed, minds.collect());
    let players = table.bout().game().players();
    let mut spent = vec![Spent::default(); seats.len()];
    let mut writer = log.map(|folder| folder.game(number, plan, &seats)).transpose()?;
    let mut failure = None;
    while table.bout().game().outcome().is_none() && table.bout().game().tick_count() < LIMIT {
        if reins.is_stopped() {
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
