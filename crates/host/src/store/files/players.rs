//! The names of players.

use std::{collections::HashMap, path::Path};

use serde::{Deserialize, Serialize};

use super::{disk::SyncPolicy, journal::Journal};
use crate::{Occupant, PlayerId, StoreError, Summary};

const KIND: &str = "threefold-players";

/// The names of all players.
#[derive(Debug)]
pub(super) struct Players {
    journal: Journal,
    names: HashMap<PlayerId, String>,
}

/// A line of the file: the last one of a player holds.
#[derive(Serialize, Deserialize)]
struct Line {
    player: PlayerId,
    name: String,
}

impl Players {
    /// Reads the names of a directory.
    pub(super) fn open(directory: &Path, sync: SyncPolicy) -> Result<Self, StoreError> {
        let mut players = Players {
            journal: Journal::open(directory.join("players"), KIND, sync)?,
            names: HashMap::new(),
        };
        players.follow()?;
        Ok(players)
    }

    /// Reads what other processes have appended.
    pub(super) fn follow(&mut self) -> Result<(), StoreError> {
        let names = &mut self.names;
        self.journal
            .follow(|Line { player, name }| drop(names.insert(player, name)))
    }

    /// Stores names that are not known yet.
    pub(super) fn write(&mut self, names: &[(PlayerId, String)], sync: SyncPolicy) -> Result<(), StoreError> {
        let new = names.iter().filter(|(player, name)| self.name(*player) != Some(name));
        let lines: Vec<Line> = new
            .map(|(player, name)| Line {
                player: *player,
                name: name.clone(),
            })
            .collect();
        self.journal.write(&lines, sync)?;
        self.names
            .extend(lines.into_iter().map(|Line { player, name }| (player, name)));
        Ok(())
    }

    pub(super) fn name(&self, player: PlayerId) -> Option<&str> {
        self.names.get(&player).map(String::as_str)
    }

    /// The names of some players, as far as they have one.
    pub(super) fn of(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<(PlayerId, String)> {
        let known = players
            .into_iter()
            .filter_map(|player| Some((player, self.name(player)?.to_owned())));
        known.collect()
    }

    /// The names of the people at a table.
    pub(super) fn at(&self, summary: &Summary) -> Vec<(PlayerId, String)> {
        self.of(summary.seats.iter().filter_map(Occupant::person))
    }
}
