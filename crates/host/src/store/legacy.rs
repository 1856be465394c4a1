//! Games as version 0.1 saved them, one JSON text each, turned into logs.
//!
//! The conversion preserves every move with its time and its clock, how a game ended, the record of a live game with
//! its ticks, and the premoves that waited. It plays no move: as for every log, errors in the moves are found when the
//! log is opened.

mod live;
mod turn;

use play::{GameId, Moment};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{NewTable, Summary, TableState, Visibility};
use crate::{Envelope, Occupant, PlayerId, SeatNumber, StoredEvent, TableId};

/// The format of version 0.1.
const FORMAT: u32 = 1;

/// Turns the text of a saved game into a table.
///
/// `person` returns the player of a seat without a bot, by the name stored there; `None` leaves the seat open. `next`
/// is the table of the rematch.
pub fn convert(
    text: &str,
    next: Option<TableId>,
    person: impl Fn(SeatNumber, Option<&str>) -> Option<PlayerId>,
) -> Result<NewTable, LegacyError> {
    let which: Which = serde_json::from_str(text)?;
    match which.format {
        FORMAT => {}
        0 => return Err(LegacyError::Fault("it has no format".to_owned())),
        newer => return Err(LegacyError::Newer(newer)),
    }
    match which.game {
        game @ (Game::Chess | Game::Ransom) => turn::convert(text, game.id(), next, &person),
        Game::Kungfu => live::convert(text, next, &person),
    }
}

/// A player that always follows from the same text.
///
/// Version 0.1 had names but no players. The id is derived from the name, or from table and seat, so it is the same
/// when an interrupted migration starts again.
pub fn player_of(text: &str) -> PlayerId {
    // FNV-1a, 64 bits; its constants are the published ones.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    PlayerId::numbered(hash)
}

/// Why a text is no saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LegacyError {
    /// A later version wrote it.
    #[error("it was written by a newer version (format {0})")]
    Newer(u32),
    /// It is damaged.
    #[error("it cannot be read: {0}")]
    Fault(String),
}

impl From<serde_json::Error> for LegacyError {
    fn from(error: serde_json::Error) -> Self {
        LegacyError::Fault(error.to_string())
    }
}

/// The field that distinguishes the kinds of saved games.
#[derive(Deserialize)]
struct Which {
    format: u32,
    game: Game,
}

/// The games of version 0.1.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Game {
    Chess,
    Ransom,
    Kungfu,
}

impl Game {
    const fn id(self) -> GameId {
        match self {
            Game::Chess => GameId::new("chess"),
            Game::Ransom => GameId::new("ransom"),
            Game::Kungfu => GameId::new("kungfu"),
        }
    }
}

/// Who sits on the seats of a converted game, and their names.
#[derive(Default)]
struct Seats {
    occupants: Vec<Occupant>,
    names: Vec<(PlayerId, String)>,
}

impl Seats {
    fn push_person(&mut self, name: Option<&str>, person: &dyn Fn(SeatNumber, Option<&str>) -> Option<PlayerId>) {
        let player = person(SeatNumber(self.occupants.len() as u8), name);
        self.occupants.push(player.map_or(Occupant::Open, Occupant::Person));
        if let (Some(player), Some(name)) = (player, name) {
            self.names.push((player, name.to_owned()));
        }
    }

    fn has_open(&self) -> bool {
        self.occupants.contains(&Occupant::Open)
    }
}

/// A log that grows.
struct Log<E> {
    events: Vec<StoredEvent>,
    kind: std::marker::PhantomData<E>,
}

impl<E: Serialize> Log<E> {
    const fn new() -> Self {
        Log {
            events: Vec::new(),
            kind: std::marker::PhantomData,
        }
    }

    fn push(&mut self, at: Moment, event: E) {
        self.events.push(StoredEvent::encode(&Envelope {
            seq: self.events.len() as u64 + 1,
            at,
            cause: None,
            event,
        }));
    }
}

/// A table of which only the log and the summary remain to be put together.
fn table<E>(log: Log<E>, seats: Seats, summary: Summary) -> NewTable {
    NewTable {
        table: summary.table.clone(),
        events: log.events,
        summary,
        tokens: Vec::new(),
        names: seats.names,
    }
}

#[cfg(test)]
mod tests;
