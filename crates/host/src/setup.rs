//! The setup of a table, and why a table cannot be opened or joined.

use play::{Control, ControlError, GameId, MoveTree, Start, StartError, UnknownGame};
use thiserror::Error;

use crate::{
    BotBehaviour, BotSpec, LogError, Occupant, PlayerId, Refusal, SeatNumber, StoreError, Switch, TableId, TableKind,
    Visibility,
};

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTableSetup {
    /// Who may see it in lists.
    pub visibility: Visibility,
    /// The game.
    pub game: GameSetup,
}

/// A game to be played, by kind of table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameSetup {
    /// A turn game.
    Turn(TurnGameSetup),
    /// A live game, without turns.
    Live(LiveGameSetup),
    /// A study.
    Study(Box<StudyGameSetup>),
}

/// A turn game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnGameSetup {
    /// Which game.
    pub game: GameId,
    /// The seats, White first.
    pub seats: [Occupant; 2],
    /// Where it begins.
    pub start: Start,
    /// How time is counted.
    pub control: Option<Control>,
    /// Decides what is left to chance.
    pub seed: u64,
    /// How bots behave towards people.
    pub behaviour: BotBehaviour,
}

/// A game of Kung Fu Chess to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGameSetup {
    /// Eight by eight for two, the cross for four.
    pub board: kungfu::Board,
    /// How fast.
    pub speed: kungfu::Speed,
    /// The seats in the order of play, as many as the board has players.
    pub seats: Vec<Occupant>,
    /// Decides what is left to chance.
    pub seed: u64,
    /// A task for the first seat, on its own board at its own speed; without it the usual game is played.
    pub scenario: Option<Box<kungfu::Scenario>>,
}

/// A study to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyGameSetup {
    /// Which game.
    pub game: GameId,
    /// Who opens it.
    pub opener: PlayerId,
    /// Whether everybody who comes may take part.
    pub share: Switch,
    /// What it begins with.
    pub tree: MoveTree,
}

impl GameSetup {
    /// The seats; a study has those of the people who take part.
    pub fn seats(&self) -> &[Occupant] {
        match self {
            GameSetup::Turn(setup) => &setup.seats,
            GameSetup::Live(setup) => &setup.seats,
            GameSetup::Study(_) => &[],
        }
    }
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game cannot begin there.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The clock is out of bounds.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The game has no such bot.
    #[error("no bot of this game is called '{spec}'")]
    Bot {
        /// The spec given.
        spec: BotSpec,
    },
    /// The board has another number of seats.
    #[error("this board has {has} seats, not {given}")]
    Seats {
        /// So many it has.
        has: usize,
        /// So many were filled.
        given: usize,
    },
    /// The moves of a study cannot be played.
    #[error("{0}")]
    Tree(String),
    /// A study with too many moves.
    #[error("a study has at most {most} moves")]
    TooManyMoves {
        /// So many it may have.
        most: usize,
    },
    /// There can be no study of that game now.
    #[error("{}", crate::words::refusal(.0))]
    NotStudied(Refusal),
    /// The earlier game cannot be played again.
    #[error("{}", crate::words::refusal(.0))]
    Rematch(Refusal),
    /// The earlier game cannot be opened.
    #[error(transparent)]
    Earlier(#[from] ConnectError),
    /// The table cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The host has too much to do.
    #[error("Threefold is busy; try again")]
    Busy,
    /// The program is closing.
    #[error("Threefold is closing")]
    Closing,
}

/// Why somebody cannot come to a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConnectError {
    /// No table has this code.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// The table is of another kind.
    #[error("table {table} is not of this kind")]
    Kind {
        /// The table.
        table: TableId,
        /// The kind it is of.
        is: TableKind,
    },
    /// The table has no such seat.
    #[error("this table has no seat {}", .0.0)]
    NoSuchSeat(SeatNumber),
    /// Players of this table see different things, so that nobody speaks for two seats.
    #[error("everybody plays one seat at this table")]
    OneSeatOnly,
    /// A bot has that seat.
    #[error("a bot has that seat")]
    SeatOfBot(SeatNumber),
    /// No seat is open.
    #[error("all seats are taken; you can watch")]
    NoOpenSeat,
    /// The opener of the table has turned the player out.
    #[error("the opener of this table has removed you")]
    TurnedOut,
    /// The players want nobody to watch.
    #[error("the players of this table do not allow spectators")]
    NotWatched,
    /// The seat belongs to somebody else by now.
    #[error("the seat is no longer yours")]
    NotYourSeat,
    /// The log cannot be read.
    #[error("the game of table {table} cannot be opened: {error}")]
    Log {
        /// The table.
        table: TableId,
        /// The error.
        error: LogError,
    },
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
    /// The host has too much to do.
    #[error("Threefold is busy; try again")]
    Busy,
    /// The program is closing.
    #[error("Threefold is closing")]
    Closing,
}

impl From<StoreError> for ConnectError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoTable(table) => ConnectError::NoTable(table),
            other => ConnectError::Store(other),
        }
    }
}

/// Who comes to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlayer {
    /// The player.
    pub player: PlayerId,
    /// The name, if it is new or changed.
    pub name: Option<String>,
}

/// A format of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// For other programs: PGN, or a list of commands of a live game.
    Pgn,
    /// All that is known, as JSON.
    Json,
    /// The present position.
    Position,
    /// For people.
    Sheet,
}
