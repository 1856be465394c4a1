//! The finished games in a player's list.

use std::fmt::Write as _;

use host::{PlayerId, TableId};
use serde::{Deserialize, Serialize};

use super::{Players, PlayersError};
use crate::store::sql::{Row, Value, values};

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum GameResult {
    Won,
    Drawn,
    Lost,
}

impl GameResult {
    /// The result of a seat by the places of all; who shares the first place has a draw.
    pub(crate) fn of(places: &[u32], seat: usize) -> Self {
        let first = places.iter().filter(|place| **place == 1).count();
        match (places.get(seat), first) {
            (Some(1), 1) => GameResult::Won,
            (Some(1), _) => GameResult::Drawn,
            _ => GameResult::Lost,
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            GameResult::Won => "won",
            GameResult::Drawn => "drawn",
            GameResult::Lost => "lost",
        }
    }

    pub(super) fn read(word: &str) -> Self {
        match word {
            "won" => GameResult::Won,
            "drawn" => GameResult::Drawn,
            _ => GameResult::Lost,
        }
    }
}

/// Which games a list should show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameFilter {
    pub(crate) variant: Option<String>,
    /// Part of the opponent's name, or of the bot's spec.
    pub(crate) opponent: Option<String>,
    pub(crate) result: Option<GameResult>,
    /// Ended at this moment or later.
    pub(crate) from: Option<i64>,
    /// Ended before this moment.
    pub(crate) to: Option<i64>,
    pub(crate) limit: usize,
    pub(crate) offset: usize,
}

/// A finished game in a player's list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayedGame {
    pub(crate) table: String,
    pub(crate) variant: String,
    pub(crate) seat: i64,
    pub(crate) result: GameResult,
    /// The name of the other person.
    pub(crate) opponent: Option<String>,
    pub(crate) bot: Option<String>,
    pub(crate) opponent_rating: Option<i64>,
    pub(crate) list: Option<String>,
    pub(crate) opening: Option<String>,
    pub(crate) plies: i64,
    pub(crate) begun: i64,
    pub(crate) ended: i64,
    /// The rating before and after it.
    pub(crate) ratings: Option<[f64; 2]>,
}

impl Players {
    /// The finished games of a player that are wanted, the newest first.
    pub(crate) fn games(&self, player: PlayerId, filter: &GameFilter) -> Result<Vec<PlayedGame>, PlayersError> {
        let (statement, values) = statement(player, filter);
        let rows = self.pool.read(|db| db.run(&statement, &values))?;
        Ok(rows.iter().map(game).collect())
    }

    /// Deletes a game from the list of a player; the game stays.
    pub(crate) fn hide_game(&self, player: PlayerId, table: &TableId) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            let insert = "INSERT INTO hidden_games (player, game) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            db.run(insert, values![player.to_string(), table.as_str()])?;
            Ok(())
        })
    }

    /// The games that a player has deleted from the own list.
    pub(crate) fn hidden_games(&self, player: PlayerId) -> Result<Vec<String>, PlayersError> {
        let rows = self.pool.read(|db| {
            let hidden = "SELECT game FROM hidden_games WHERE player = $1";
            db.run(hidden, values![player.to_string()])
        })?;
        Ok(rows.iter().map(|row| row.text(0).to_owned()).collect())
    }
}

fn statement(player: PlayerId, filter: &GameFilter) -> (String, Vec<Value>) {
    let mut text = "SELECT g.game, g.variant, g.seat, g.result, p.name, g.bot, g.opponent_rating, g.list, g.opening,
            g.plies, g.begun, g.ended, c.was, c.value, g.opponent
        FROM player_games g LEFT JOIN players p ON p.id = g.opponent
            LEFT JOIN rating_changes c ON c.game = g.game AND c.player = g.player
        WHERE g.player = $1
            AND NOT EXISTS (SELECT 1 FROM hidden_games h WHERE h.player = g.player AND h.game = g.game)"
        .to_owned();
    let mut values = vec![Value::from(player.to_string())];
    let mut condition = |before: &str, value: Value, after: &str| {
        values.push(value);
        // Writing to a text cannot fail.
        let _written = write!(text, " {before} ${}{after}", values.len());
    };
    if let Some(variant) = &filter.variant {
        condition("AND g.variant =", variant.into(), "");
    }
    if let Some(opponent) = &filter.opponent {
        let escaped = opponent
            .to_lowercase()
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        condition(
            "AND LOWER(COALESCE(p.name, g.bot, '')) LIKE",
            format!("%{escaped}%").into(),
            " ESCAPE '\\'",
        );
    }
    if let Some(result) = filter.result {
        condition("AND g.result =", result.word().into(), "");
    }
    if let Some(from) = filter.from {
        condition("AND g.ended >=", from.into(), "");
    }
    if let Some(to) = filter.to {
        condition("AND g.ended <", to.into(), "");
    }
    condition("ORDER BY g.ended DESC, g.game LIMIT", (filter.limit as i64).into(), "");
    condition("OFFSET", (filter.offset as i64).into(), "");
    (text, values)
}

fn game(row: &Row) -> PlayedGame {
    let text = |column| row.text_if_any(column).map(str::to_owned);
    let rated = row.text_if_any(7).is_some();
    PlayedGame {
        table: row.text(0).to_owned(),
        variant: row.text(1).to_owned(),
        seat: row.int(2),
        result: GameResult::read(row.text(3)),
        opponent: text(4).or_else(|| text(14).map(|_| String::new())),
        bot: text(5),
        opponent_rating: row.int_if_any(6),
        list: text(7),
        opening: text(8),
        plies: row.int(9),
        begun: row.int(10),
        ended: row.int(11),
        ratings: rated.then(|| [row.real(12), row.real(13)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_results() {
        use GameResult::{Drawn, Lost, Won};
        let results = |places: &[u32]| -> Vec<GameResult> {
            (0..places.len()).map(|seat| GameResult::of(places, seat)).collect()
        };
        assert_eq!(results(&[1, 2]), [Won, Lost]);
        assert_eq!(results(&[1, 1]), [Drawn, Drawn]);
        assert_eq!(results(&[3, 1, 2, 4]), [Lost, Won, Lost, Lost]);
        assert_eq!(results(&[1, 1, 3, 4]), [Drawn, Drawn, Lost, Lost]);
    }
}
