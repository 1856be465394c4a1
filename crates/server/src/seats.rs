//! Who may speak for which seat.
//!
//! A seat belongs to a player. A token is valid as long as the player who got it has the seat. A rematch gives a player
//! only a token for that player's own seat at the next table.

use host::{
    ConnectError, Host, NewPlayer, NewTableSetup, Occupant, OpenError, PlayerId, SeatNumber, SeatToken, StoreError,
    Summary, TableId,
};
use thiserror::Error;

use crate::{
    api::body::{GrantedSeat, OpenedTable},
    seat_token::Token,
};

/// Gives tokens for seats, and finds the seats that tokens open.
pub(crate) struct SeatTokens {
    host: Host,
}

/// A table to be opened, with the seats of the player who opens it.
pub(crate) struct NewTable {
    pub(crate) setup: NewTableSetup,
    /// The players who have seats from the start.
    pub(crate) players: Vec<NewPlayer>,
    /// The seats for which the player who opens the table will speak.
    pub(crate) own: Vec<(SeatNumber, PlayerId)>,
    /// Whether it changes the ratings of its players, who have accounts.
    pub(crate) rated: bool,
    /// The name of the account for which the open seat is reserved.
    pub(crate) challenge: Option<String>,
}

/// A table and the seats that some tokens open there.
pub(crate) struct Held {
    pub(crate) summary: Summary,
    pub(crate) seats: Vec<(SeatNumber, PlayerId)>,
}

impl SeatTokens {
    /// Tokens of one request at the most; a board has four seats.
    const MOST: usize = 8;

    /// For the tables of a host.
    pub(crate) const fn new(host: Host) -> Self {
        SeatTokens { host }
    }

    /// Opens a table. Table, names and tokens are stored together when this returns.
    pub(crate) fn create(&self, new: &NewTable) -> Result<OpenedTable, SeatError> {
        let (granted, tokens) = grants(&new.own)?;
        let table = self.host.create(&new.setup, &new.players, tokens)?;
        Ok(OpenedTable { table, seats: granted })
    }

    /// Gives an open seat to a player, or another token to one who sits there.
    pub(crate) fn join(&self, table: &TableId, player: NewPlayer) -> Result<GrantedSeat, SeatError> {
        let token = Token::new()?;
        let seat = self.host.take_seat(table, player, Some(token.hash()))?;
        Ok(GrantedSeat { seat, token })
    }

    /// The table where the players of a finished game go on, and those of them who hold `tokens`.
    pub(crate) fn rematch(&self, table: &TableId, tokens: &[Token]) -> Result<(TableId, Vec<PlayerId>), SeatError> {
        let held = self.held(table, tokens)?;
        if held.seats.is_empty() {
            return Err(SeatError::NotYours);
        }
        let next = self.host.rematch(table)?;
        Ok((next, held.seats.into_iter().map(|(_, player)| player).collect()))
    }

    /// New tokens for all seats that some players have at a table; the node that owns the table is asked.
    pub(crate) fn grant(&self, table: TableId, players: &[PlayerId]) -> Result<OpenedTable, SeatError> {
        let own: Vec<(SeatNumber, PlayerId)> = (0..)
            .zip(&self.host.summary(&table)?.seats)
            .filter_map(|(seat, occupant)| Some((SeatNumber(seat), occupant.person()?)))
            .filter(|(_, player)| players.contains(player))
            .collect();
        if own.is_empty() {
            return Err(SeatError::NotYours);
        }
        let (granted, hashed) = grants(&own)?;
        for token in hashed {
            self.host.grant(&table, token)?;
        }
        Ok(OpenedTable { table, seats: granted })
    }

    /// The seats of a table that some tokens open.
    pub(crate) fn held(&self, table: &TableId, tokens: &[Token]) -> Result<Held, ConnectError> {
        let summary = self.host.summary(table)?;
        let mut seats = Vec::new();
        if !tokens.is_empty() {
            let given: Vec<Vec<u8>> = tokens.iter().take(SeatTokens::MOST).map(Token::hash).collect();
            for known in self.host.tokens(table)? {
                let sits = summary.seats.get(usize::from(known.seat.0)) == Some(&Occupant::Person(known.player));
                let held = (known.seat, known.player);
                if sits && given.contains(&known.hash) && !seats.contains(&held) {
                    seats.push(held);
                }
            }
        }
        Ok(Held { summary, seats })
    }
}

/// A new token for each seat: as its holder gets it, and as it is stored.
fn grants(own: &[(SeatNumber, PlayerId)]) -> Result<(Vec<GrantedSeat>, Vec<SeatToken>), getrandom::Error> {
    let mut granted = Vec::new();
    let mut hashed = Vec::new();
    for &(seat, player) in own {
        let token = Token::new()?;
        let hash = token.hash();
        granted.push(GrantedSeat { seat, token });
        hashed.push(SeatToken { seat, player, hash });
    }
    Ok((granted, hashed))
}

/// Why a seat is refused.
#[derive(Debug, Error)]
pub(crate) enum SeatError {
    /// The table cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The seat cannot be taken.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Only players may ask for it.
    #[error("only the players of a table can do that")]
    NotYours,
    /// The system gives no random numbers.
    #[error("no token can be made: {0}")]
    Random(#[from] getrandom::Error),
}

impl From<StoreError> for SeatError {
    fn from(error: StoreError) -> Self {
        SeatError::Connect(error.into())
    }
}
