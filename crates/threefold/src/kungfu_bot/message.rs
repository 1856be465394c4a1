//! The lines a host writes.

use kungfu::{Board, Kind, PieceId, Player, Speed};
use serde::{Deserialize, de::IgnoredAny};

/// One line; fields that are not needed may be anything.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub(super) enum Message {
    New(New),
    Go(Go),
    End(IgnoredAny),
    Quit,
}

/// A game begins.
#[derive(Debug, Deserialize)]
pub(super) struct New {
    pub(super) player: Player,
    pub(super) players: Vec<Player>,
    pub(super) speed: Speed,
    pub(super) board: Board,
    pub(super) tick_hz: Option<u32>,
    pub(super) tps: Option<u32>,
    pub(super) cd: Option<u32>,
    pub(super) w: Option<u8>,
    pub(super) h: Option<u8>,
    #[serde(default)]
    pub(super) seed: u64,
}

/// What does the bot do now?
#[derive(Debug, Deserialize)]
pub(super) struct Go {
    pub(super) tick: u32,
    pub(super) pieces: Vec<LivingPiece>,
    #[serde(default)]
    pub(super) moves: Vec<Move>,
}

/// `[id, type, player, row, col, moved, rest_left]`.
#[derive(Debug, Deserialize)]
pub(super) struct LivingPiece(
    pub(super) PieceId,
    pub(super) Kind,
    pub(super) Player,
    pub(super) i32,
    pub(super) i32,
    pub(super) Flag,
    pub(super) u32,
);

/// `[id, start_tick, [[row, col], …]]`.
#[derive(Debug, Deserialize)]
pub(super) struct Move(pub(super) PieceId, pub(super) u32, pub(super) Vec<[f64; 2]>);

/// A yes or no, written as a truth or a number.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Flag {
    Truth(bool),
    Number(u8),
}

impl Flag {
    pub(super) const fn is_set(self) -> bool {
        match self {
            Flag::Truth(truth) => truth,
            Flag::Number(number) => number != 0,
        }
    }
}
