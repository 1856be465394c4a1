//! A game without turns as it is kept: who sat where, and the record, which says everything else.

use bots::Game;
use kungfu::{PieceId, Player, Record};
use kungfu_bots::KungfuSpec;
use play::Moment;
use serde::{Deserialize, Serialize};

use super::{FORMAT, SaveError};
use crate::{Listing, LivePlan, LiveSitter, TableId, board::army_name};

/// A game without turns as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedLive {
    pub(crate) format: u32,
    pub(crate) table: TableId,
    /// The name of a save that somebody made.
    pub(crate) name: Option<String>,
    pub(crate) game: Game,
    pub(crate) sitters: Vec<LiveSitter>,
    pub(crate) begun: Moment,
    /// When something last happened.
    pub(crate) touched: Moment,
    pub(crate) record: Record,
    /// What waits for resting pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) waiting: Vec<Waiting>,
}

/// A command for a resting piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Waiting {
    pub(crate) player: Player,
    pub(crate) piece: PieceId,
    /// Row and column.
    pub(crate) to: [i32; 2],
}

impl SavedLive {
    /// A game of this form.
    pub(crate) const fn new(table: TableId, sitters: Vec<LiveSitter>, record: Record, begun: Moment) -> Self {
        SavedLive {
            format: FORMAT,
            table,
            name: None,
            game: Game::Kungfu,
            sitters,
            begun,
            touched: begun,
            record,
            waiting: Vec::new(),
        }
    }

    /// Reads what [`SavedLive::text`] wrote; whether its record can be played is for the table to find out.
    pub(crate) fn read(text: &str) -> Result<Self, SaveError> {
        let saved: SavedLive = serde_json::from_str(text).map_err(|error| SaveError::Unreadable(error.to_string()))?;
        if saved.format != FORMAT {
            return Err(SaveError::Format(saved.format));
        }
        let players = saved.record.start.board().players().count() as usize;
        if saved.sitters.len() != players {
            return Err(SaveError::Player(format!("{players} play on this board")));
        }
        Ok(saved)
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("a game has only texts and numbers")
    }

    /// The game in a list.
    pub(crate) fn listing(&self) -> Listing {
        let board = self.record.start.board();
        let mut names = board
            .players()
            .iter()
            .zip(&self.sitters)
            .map(|(player, sitter)| name_of(sitter, board, player));
        let first = names.next().unwrap_or_default();
        Listing {
            table: self.table.clone(),
            game: Game::Kungfu,
            names: [first, names.collect::<Vec<_>>().join(", ")],
            moves: self.record.entries.len(),
            touched: self.touched,
            result: self.result(),
            save: self.name.clone(),
        }
    }

    /// The same game once more, everybody one seat further.
    pub(crate) fn rematch(&self, seed: u64) -> LivePlan {
        let mut sitters = self.sitters.clone();
        sitters.rotate_right(1);
        LivePlan {
            board: self.record.start.board(),
            speed: self.record.start.speed(),
            sitters,
            seed,
        }
    }

    fn result(&self) -> Option<String> {
        let outcome = self.record.outcome?;
        Some(result_text(self.record.start.board(), outcome.winner))
    }
}

/// A result as lists show it.
pub(crate) fn result_text(board: kungfu::Board, winner: Option<Player>) -> String {
    match (board, winner) {
        (_, None) => "1/2-1/2".to_owned(),
        (kungfu::Board::Standard, Some(Player::ONE)) => "1-0".to_owned(),
        (kungfu::Board::Standard, Some(_)) => "0-1".to_owned(),
        (kungfu::Board::Four, Some(winner)) => army_name(winner).to_owned(),
    }
}

/// What somebody on a seat is called: the name given, the bot's, or the side.
pub(crate) fn name_of(sitter: &LiveSitter, board: kungfu::Board, player: Player) -> String {
    match sitter {
        LiveSitter::Person(name) => name.clone(),
        LiveSitter::Bot(spec) => bot_name(*spec),
        LiveSitter::Free => side_name(board, player).to_owned(),
    }
}

/// What people call a side.
pub(crate) const fn side_name(board: kungfu::Board, player: Player) -> &'static str {
    match (board, player) {
        (kungfu::Board::Standard, Player::ONE) => "White",
        (kungfu::Board::Standard, _) => "Black",
        (kungfu::Board::Four, _) => army_name(player),
    }
}

fn bot_name(spec: KungfuSpec) -> String {
    let text = spec.to_string();
    let plain = text.split('?').next().unwrap_or(&text);
    let offer = kungfu_bots::OFFERS.iter().find(|offer| offer.spec == plain);
    offer.map_or_else(|| "Random".to_owned(), |offer| offer.name.to_owned())
}
