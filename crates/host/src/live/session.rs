//! What a restart of a live table may lose: connections, whether time runs, running bots.

use std::collections::BTreeMap;

use kungfu::{Player, Players, Replay};

use super::{
    bots::{BotWorker, Ticket},
    clock::LiveClock,
};
use crate::{Occupant, decider::Viewer, presence::Presence};

/// The session of a live table.
pub(super) struct Session {
    /// Who is connected, and for whom they speak; spectators for nobody.
    pub(super) viewers: BTreeMap<Viewer, Option<Player>>,
    pub(super) presence: Presence,
    pub(super) clock: LiveClock,
    /// Since when the table is suspended because its node has lost the store.
    pub(super) suspended: Option<play::Moment>,
    /// The only person among bots, who is ready as soon as they connect.
    pub(super) came_alone: Option<Player>,
    /// In the order of the seats; `None` where no bot sits.
    pub(super) bots: Vec<Option<BotWorker>>,
    /// The last ticket that was given to a bot.
    pub(super) ticket: Ticket,
    /// Made at the first request for a replay of the finished game.
    pub(super) replay: Option<Replay>,
}

impl Session {
    /// Nobody is connected, and time is stopped.
    pub(super) fn new(seats: &[Occupant], seed: u64) -> Result<Self, kungfu_bots::SpecError> {
        let bots = Player::ALL.into_iter().zip(seats);
        let bots = bots.map(|(player, occupant)| BotWorker::of(occupant, player, seed));
        Ok(Session {
            viewers: BTreeMap::new(),
            presence: Presence::new(seats.len()),
            clock: LiveClock::Stopped,
            suspended: None,
            came_alone: None,
            bots: bots.collect::<Result<_, _>>()?,
            ticket: Ticket::random(),
            replay: None,
        })
    }

    /// For whom a viewer speaks.
    pub(super) fn speaks_for(&self, viewer: Viewer) -> Option<Player> {
        self.viewers.get(&viewer).copied().flatten()
    }

    /// The players somebody who is connected speaks for.
    pub(super) fn connected(&self) -> Players {
        self.viewers.values().copied().flatten().collect()
    }

    /// The viewers who speak for a player.
    pub(super) fn viewers_of(&self, player: Player) -> impl Iterator<Item = Viewer> {
        let own = self.viewers.iter().filter(move |(_, speaks)| **speaks == Some(player));
        own.map(|(viewer, _)| *viewer)
    }

    /// How many watch.
    pub(super) fn watchers(&self) -> usize {
        self.viewers.values().filter(|speaks| speaks.is_none()).count()
    }

    /// Drops all bots; later answers are ignored.
    pub(super) fn dismiss_bots(&mut self) {
        for worker in self.bots.iter_mut().flatten() {
            worker.dismiss();
        }
    }
}
