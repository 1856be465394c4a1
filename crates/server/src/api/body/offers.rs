//! What people are offered: games with their bots, boards, speeds and variants.

use host::{Speed, TableKind};
use play::{Ability, BotKind, GameId};
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::LiveBoard;

/// A game that people are offered.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct GameOffer {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) game: GameId,
    /// The game's name for people.
    pub(crate) name: &'static str,
    #[cfg_attr(test, schema(value_type = String))]
    #[cfg_attr(test, ts(type = "\"turn\" | \"live\""))]
    pub(crate) kind: TableKind,
    /// Its bots, weakest first.
    pub(crate) levels: Vec<LevelOffer>,
    /// The level for somebody who has never played, by its spec.
    pub(crate) usual: &'static str,
    /// Of a live game.
    pub(crate) boards: Vec<BoardOffer>,
    /// Of a live game.
    pub(crate) speeds: Vec<SpeedOffer>,
    /// The highest number of its numbered starts, as Chess960 has; null without.
    pub(crate) last_start: Option<u16>,
    /// What can be chosen instead of the usual game.
    pub(crate) variants: Vec<VariantOffer>,
    /// Whether positions can be set up by hand.
    pub(crate) editor: bool,
}

/// A variant of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct VariantOffer {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    /// The position text at which its games begin.
    pub(crate) start: &'static str,
}

/// A bot that people are offered.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct LevelOffer {
    pub(crate) spec: &'static str,
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    /// Its strength, as far as it was measured.
    pub(crate) rating: Option<u32>,
    /// Its name with its strength: `Medium · about 1870`.
    pub(crate) label: String,
    /// Its strength alone: `about 1870`.
    pub(crate) strength: String,
    /// Where it comes from.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) kind: BotKind,
    /// Who made it; null for a model, whose file may name nobody.
    pub(crate) author: Option<&'static str>,
    /// Its version.
    pub(crate) version: Option<&'static str>,
    /// Its abilities.
    pub(crate) abilities: Vec<AbilityOffer>,
    /// The same level with another thinking time; empty for one that takes none.
    pub(crate) times: Vec<TimeOffer>,
}

/// Something that a bot can do besides moving.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct AbilityOffer {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) ability: Ability,
    /// The ability for people.
    pub(crate) words: &'static str,
}

/// A level with another thinking time than its own.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct TimeOffer {
    pub(crate) spec: String,
    /// The level with its time: `Master, 3 s`.
    pub(crate) name: String,
    /// The time alone: `at most 3 s a move`.
    pub(crate) words: String,
}

/// A board of a live game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct BoardOffer {
    pub(crate) board: LiveBoard,
    pub(crate) name: &'static str,
    /// The names of its seats, in order.
    pub(crate) seats: Vec<&'static str>,
}

/// A speed of a live game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct SpeedOffer {
    #[cfg_attr(test, schema(value_type = String))]
    #[cfg_attr(test, ts(type = "\"standard\" | \"lightning\""))]
    pub(crate) speed: Speed,
    pub(crate) name: &'static str,
}
