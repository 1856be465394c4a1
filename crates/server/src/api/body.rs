//! The bodies of requests and answers.

mod offers;

use host::{SeatNumber, Speed, TableId, TableKind, Visibility};
use play::{GameId, OpeningName, Start};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::ToSchema;

use crate::seat_token::{Device, Token};
pub(crate) use offers::{AbilityOffer, BoardOffer, GameOffer, LevelOffer, SpeedOffer, TimeOffer, VariantOffer};

/// A turn game to be played.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct TurnTableRequest {
    #[cfg_attr(test, schema(value_type = String))]
    #[expect(dead_code, reason = "it said that this is a turn game")]
    pub(crate) game: GameId,
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
    /// The name of the caller.
    pub(crate) name: String,
    pub(crate) mode: Mode,
    /// The bot, against the machine.
    pub(crate) level: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<SideChoice>", optional))]
    pub(crate) side: SideChoice,
    /// The name of the second person, for two at one screen.
    pub(crate) opponent: Option<String>,
    /// Minutes and seconds a move, as `5+3`; none without.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) clock: Option<String>,
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    pub(crate) start: Option<Start>,
    /// `public` to be listed in the lobby; otherwise only those who have the link find the table, and may watch it unless
    /// it is `closed`.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, ts(type = "\"private\" | \"public\" | \"closed\"", optional))]
    pub(crate) visibility: Option<Visibility>,
    /// Whether it counts for the ratings of its players, who have accounts.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub(crate) rated: bool,
    /// Whether a bot answers at once, without pauses and small talk.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub(crate) brisk: bool,
    /// The account for which the open seat is reserved.
    pub(crate) challenge: Option<String>,
}

/// A live game to be played.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct LiveTableRequest {
    #[cfg_attr(test, schema(value_type = String))]
    #[expect(dead_code, reason = "it said that this is a live game")]
    pub(crate) game: GameId,
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
    /// The name of the caller.
    pub(crate) name: String,
    pub(crate) board: LiveBoard,
    #[cfg_attr(test, schema(value_type = String, example = "lightning"))]
    #[cfg_attr(test, ts(type = "\"standard\" | \"lightning\""))]
    pub(crate) speed: Speed,
    /// For every seat of the board `you` (once at most), `link` (for anyone who comes) or a bot.
    pub(crate) seats: Vec<String>,
    /// `public` to be listed in the lobby; otherwise only those who have the link find the table, and may watch it unless
    /// it is `closed`.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, ts(type = "\"private\" | \"public\" | \"closed\"", optional))]
    pub(crate) visibility: Option<Visibility>,
    /// Whether it counts for the ratings of its players, who have accounts.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub(crate) rated: bool,
    /// The account for which the open seat is reserved.
    pub(crate) challenge: Option<String>,
}

/// A mission of the live game to be played.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct MissionTableRequest {
    #[cfg_attr(test, schema(value_type = String))]
    #[expect(dead_code, reason = "it said that this is a live game")]
    pub(crate) game: GameId,
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
    /// The name of the caller.
    pub(crate) name: String,
    /// The name of the mission.
    pub(crate) mission: String,
}

/// A study to be opened.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyRequest {
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
    /// The name of the caller.
    pub(crate) name: String,
    /// What it begins with.
    pub(crate) from: StudyFrom,
}

/// What a study begins with.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", deny_unknown_fields)]
pub(crate) enum StudyFrom {
    /// A position of a game, or its usual start.
    Position {
        #[cfg_attr(test, schema(value_type = String))]
        game: GameId,
        #[cfg_attr(test, schema(value_type = Object))]
        start: Start,
    },
    /// The game or the study of a table.
    Table {
        #[cfg_attr(test, schema(value_type = String))]
        table: TableId,
    },
    /// A game of a file.
    File {
        #[cfg_attr(test, schema(value_type = String))]
        game: GameId,
        /// The content of the file.
        text: String,
        /// Which of its games, counted from 0.
        number: usize,
    },
}

/// The games of a file.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRequest {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) game: GameId,
    /// The content of the file.
    pub(crate) text: String,
}

/// A game of a file, for a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ListedGame {
    /// Its tags by name.
    #[cfg_attr(test, schema(value_type = Vec<Vec<String>>))]
    pub(crate) tags: Vec<[String; 2]>,
    /// By its tags, or else by its moves.
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    pub(crate) opening: Option<OpeningName>,
    pub(crate) result: &'static str,
    pub(crate) moves: usize,
    /// Problems of the game, a sentence each; a game that cannot be read has nothing else.
    pub(crate) notices: Vec<String>,
    pub(crate) readable: bool,
}

/// The kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// Two people at one screen.
    Here,
    /// Against a bot.
    Machine,
    /// With anyone who opens the link.
    Link,
}

/// The wanted side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum SideChoice {
    #[default]
    White,
    Black,
    Random,
}

/// The board of a live game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum LiveBoard {
    /// Eight by eight, for two.
    Standard,
    /// The cross, for four.
    Four,
}

/// A table with the seats that now belong to the caller.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct OpenedTable {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) table: TableId,
    pub(crate) seats: Vec<GrantedSeat>,
}

/// A seat and its token.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct GrantedSeat {
    #[cfg_attr(test, schema(value_type = u8))]
    pub(crate) seat: SeatNumber,
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) token: Token,
}

/// The player who wants a seat or another name.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedDevice {
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
    pub(crate) name: String,
}

/// The name of a player as it is stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct PlayerName {
    pub(crate) name: String,
}

/// A player who wants a rematch.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct RematchRequest {
    /// The tokens of the seats at the finished game.
    #[cfg_attr(test, schema(value_type = Vec<String>))]
    pub(crate) tokens: Vec<Token>,
}

/// A table in the lobby.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct LobbyTable {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) table: TableId,
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) game: GameId,
    #[cfg_attr(test, schema(value_type = String))]
    #[cfg_attr(test, ts(type = "\"turn\" | \"live\" | \"study\""))]
    pub(crate) kind: TableKind,
    /// In the order of the seats; empty for an open one.
    pub(crate) names: Vec<String>,
    /// The ratings of those who have one, in the order of the seats.
    pub(crate) ratings: Vec<Option<u32>>,
    /// Whether the game counts for ratings; only accounts may sit down.
    pub(crate) rated: bool,
    pub(crate) open_seats: usize,
    /// The open seats: of a turn game 0 is White's.
    #[cfg_attr(test, schema(value_type = Vec<u8>))]
    pub(crate) open: Vec<SeatNumber>,
    /// The clock of a turn game in minutes and seconds: `3+2`.
    pub(crate) clock: Option<String>,
    pub(crate) moves: u32,
    pub(crate) over: bool,
    /// Of a live game.
    pub(crate) board: Option<LiveBoard>,
    /// Of a live game: `standard` or `lightning`.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, ts(type = "\"standard\" | \"lightning\" | null"))]
    pub(crate) speed: Option<Speed>,
}

/// The body of every error.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ErrorBody {
    pub(crate) error: ErrorFacts,
}

/// What went wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ErrorFacts {
    /// Stable, in kebab case.
    pub(crate) code: String,
    /// For people.
    pub(crate) words: String,
}
