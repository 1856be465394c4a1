//! Who may speak for which seat.

use hall::{Asked, Delivery, Desk, Hall, Input, Mailbox, SeatNumber, SitError, TableId};
use thiserror::Error;

use crate::{
    api::Opening,
    database::{Database, DatabaseError},
    name::DisplayName,
    secret::Secret,
};

/// The seats of all tables, and the secrets that open them.
pub(crate) struct Rooms {
    database: Database,
}

/// A seat that was given to somebody.
pub(crate) type Key = (SeatNumber, Secret);

impl Rooms {
    /// Rooms whose secrets are kept in `database`.
    pub(crate) const fn new(database: Database) -> Self {
        Rooms { database }
    }

    /// Opens a table and gives these seats to whoever asked for it.
    pub(crate) fn open(
        &self,
        hall: &Hall,
        opening: Opening,
        seats: &[SeatNumber],
    ) -> Result<(TableId, Vec<Key>), RoomError> {
        let begun = match opening {
            Opening::Turns(plan) => hall.begin(*plan),
            Opening::Live(plan) => hall.begin_live(plan),
        };
        let table = begun.map_err(|error| RoomError::Plan(error.to_string()))?;
        let keys = seats
            .iter()
            .map(|&seat| self.give(&table, seat))
            .collect::<Result<_, _>>()?;
        Ok((table, keys))
    }

    /// Gives a free seat to somebody.
    pub(crate) fn join(&self, hall: &Hall, table: &TableId, name: DisplayName) -> Result<Key, RoomError> {
        let seat = hall.take_seat(table, &name.into_text())?;
        self.give(table, seat)
    }

    /// A table again with everybody one seat further, which of two is sides swapped, for whoever speaks for a seat of the old one; seats keep their people.
    pub(crate) fn again(
        &self,
        hall: &Hall,
        table: &TableId,
        secrets: &[Secret],
    ) -> Result<(TableId, Vec<Key>), RoomError> {
        let seats = self.seats(table, secrets)?;
        if seats.is_empty() {
            return Err(RoomError::NotYours);
        }
        // Whoever asks second comes to the table that the first one opened.
        let next = if let Some(next) = self.database.rematch(table)? {
            next
        } else {
            let next = hall
                .rematch(table)
                .map_err(|error| RoomError::Plan(error.to_string()))?;
            Rooms::invite(hall, table, &seats)?;
            self.database.keep_rematch(table, &next)?
        };
        let all = hall.seats(&next).map_err(SitError::from)? as u8;
        let keys = seats
            .into_iter()
            .map(|SeatNumber(seat)| self.give(&next, SeatNumber((seat + 1) % all)))
            .collect::<Result<_, _>>()?;
        Ok((next, keys))
    }

    /// Sits down with all seats that the secrets open; without any one watches.
    pub(crate) fn sit(
        &self,
        hall: &Hall,
        table: &TableId,
        secrets: &[Secret],
        mailbox: Mailbox,
    ) -> Result<Desk, RoomError> {
        let seats = self.seats(table, secrets)?;
        Ok(hall.sit(table, &seats, mailbox)?)
    }

    /// Tells the other player at the old table that a rematch is wanted.
    fn invite(hall: &Hall, table: &TableId, seats: &[SeatNumber]) -> Result<(), RoomError> {
        let desk = hall.sit(table, seats, Box::new(|_| Delivery::Taken))?;
        desk.send(Input::Offer { what: Asked::Rematch });
        Ok(())
    }

    fn give(&self, table: &TableId, seat: SeatNumber) -> Result<Key, RoomError> {
        let secret = Secret::new().map_err(|error| RoomError::Chance(error.to_string()))?;
        self.database.keep_secret(table, seat, secret.trace())?;
        Ok((seat, secret))
    }

    fn seats(&self, table: &TableId, secrets: &[Secret]) -> Result<Vec<SeatNumber>, DatabaseError> {
        if secrets.is_empty() {
            return Ok(Vec::new());
        }
        let known = self.database.secrets(table)?;
        let opened = |(seat, trace)| secrets.iter().any(|secret| secret.trace() == trace).then_some(seat);
        Ok(known.into_iter().filter_map(opened).collect())
    }
}

/// Why somebody cannot sit down.
#[derive(Debug, Error)]
pub(crate) enum RoomError {
    /// A game that cannot be.
    #[error("{0}")]
    Plan(String),
    /// Nobody may sit there.
    #[error(transparent)]
    Sit(#[from] SitError),
    /// Only players may ask for it.
    #[error("only the players of a table can do that")]
    NotYours,
    /// The system gives no chance.
    #[error("no secret can be made: {0}")]
    Chance(String),
    /// The disk.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}
