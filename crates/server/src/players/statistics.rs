//! Statistics of a player's finished games.

use std::collections::BTreeMap;

use host::PlayerId;
use ratings::{List, Rating};
use serde::Serialize;

use super::{GameResult, Players, PlayersError, now};
use crate::store::sql::{Row, values};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Counts {
    pub(crate) won: i64,
    pub(crate) drawn: i64,
    pub(crate) lost: i64,
}

impl Counts {
    const fn add(&mut self, result: GameResult, games: i64) {
        match result {
            GameResult::Won => self.won += games,
            GameResult::Drawn => self.drawn += games,
            GameResult::Lost => self.lost += games,
        }
    }

    const fn games(&self) -> i64 {
        self.won + self.drawn + self.lost
    }
}

/// The results of a game on one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct SeatResults {
    /// The game.
    pub(crate) game: String,
    /// 0 is White.
    pub(crate) seat: i64,
    pub(crate) counts: Counts,
}

/// The results against opponents of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct OpponentLevel {
    /// The lower end of 200 points.
    pub(crate) from: i64,
    pub(crate) counts: Counts,
}

/// The results against a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct BotResults {
    /// The game.
    pub(crate) game: String,
    /// The bot.
    pub(crate) bot: String,
    pub(crate) counts: Counts,
}

/// The results with an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct OpeningResults {
    pub(crate) opening: String,
    pub(crate) counts: Counts,
}

/// The statistics of a player's finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct Statistics {
    pub(crate) seats: Vec<SeatResults>,
    pub(crate) levels: Vec<OpponentLevel>,
    pub(crate) bots: Vec<BotResults>,
    /// The most played ones.
    pub(crate) openings: Vec<OpeningResults>,
}

/// A rating at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub(crate) struct CurvePoint {
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) rating: f64,
}

/// A rating in a list with how it came about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListRating {
    pub(crate) list: List,
    pub(crate) rating: Rating,
    pub(crate) games: i64,
    pub(crate) curve: Vec<CurvePoint>,
}

/// Openings in the statistics.
const OPENINGS: usize = 20;
/// Points of a curve.
const POINTS: usize = 200;

impl Players {
    /// What a player's finished games add up to, those deleted from the list included.
    pub(crate) fn statistics(&self, player: PlayerId) -> Result<Statistics, PlayersError> {
        let id = player.to_string();
        let (seats, levels, bots, openings) = self.pool.read(|db| {
            Ok::<_, PlayersError>((
                db.run(
                    "SELECT result, COUNT(*), variant, seat FROM player_games WHERE player = $1
                     GROUP BY result, variant, seat",
                    values![&id],
                )?,
                db.run(
                    "SELECT result, COUNT(*), opponent_rating / 200 * 200 FROM player_games
                     WHERE player = $1 AND opponent_rating IS NOT NULL GROUP BY result, opponent_rating / 200",
                    values![&id],
                )?,
                db.run(
                    "SELECT result, COUNT(*), variant, bot FROM player_games WHERE player = $1 AND bot IS NOT NULL
                     GROUP BY result, variant, bot",
                    values![&id],
                )?,
                db.run(
                    "SELECT result, COUNT(*), opening FROM player_games WHERE player = $1 AND opening IS NOT NULL
                     GROUP BY result, opening",
                    values![&id],
                )?,
            ))
        })?;
        let mut openings: Vec<OpeningResults> = grouped(&openings, |row| row.text(2).to_owned())
            .into_iter()
            .map(|(opening, counts)| OpeningResults { opening, counts })
            .collect();
        openings.sort_by_key(|opening| std::cmp::Reverse(opening.counts.games()));
        openings.truncate(OPENINGS);
        Ok(Statistics {
            seats: grouped(&seats, |row| (row.text(2).to_owned(), row.int(3)))
                .into_iter()
                .map(|((game, seat), counts)| SeatResults { game, seat, counts })
                .collect(),
            levels: grouped(&levels, |row| row.int(2))
                .into_iter()
                .map(|(from, counts)| OpponentLevel { from, counts })
                .collect(),
            bots: grouped(&bots, |row| (row.text(2).to_owned(), row.text(3).to_owned()))
                .into_iter()
                .map(|((game, bot), counts)| BotResults { game, bot, counts })
                .collect(),
            openings,
        })
    }

    /// The ratings of a player as they are now, with their curves.
    pub(crate) fn ratings(&self, player: PlayerId) -> Result<Vec<ListRating>, PlayersError> {
        const DAY: f64 = 86_400_000.0;
        let id = player.to_string();
        let (ratings, changes) = self.pool.read(|db| {
            Ok::<_, PlayersError>((
                db.run(
                    "SELECT list, value, deviation, volatility, games, played FROM ratings WHERE player = $1",
                    values![&id],
                )?,
                db.run(
                    "SELECT list, played, value FROM rating_changes WHERE player = $1 ORDER BY list, played, game",
                    values![&id],
                )?,
            ))
        })?;
        let mut rated: Vec<ListRating> = ratings
            .iter()
            .filter_map(|row| {
                let list: List = row.text(0).parse().ok()?;
                let stored = Rating {
                    value: row.real(1),
                    deviation: row.real(2),
                    volatility: row.real(3),
                };
                let of_list = changes.iter().filter(|change| change.text(0) == list.key());
                let points = of_list.map(|change| CurvePoint {
                    at: change.int(1),
                    rating: change.real(2),
                });
                Some(ListRating {
                    list,
                    rating: stored.after_days((now() - row.int(5)) as f64 / DAY),
                    games: row.int(4),
                    curve: thinned(points.collect()),
                })
            })
            .collect();
        rated.sort_by_key(|rated| rated.list);
        Ok(rated)
    }
}

/// Adds up rows of a result and a count, by what they are grouped by.
fn grouped<K: Ord>(rows: &[Row], key: impl Fn(&Row) -> K) -> Vec<(K, Counts)> {
    let mut groups: BTreeMap<K, Counts> = BTreeMap::new();
    for row in rows {
        let counts = groups.entry(key(row)).or_default();
        counts.add(GameResult::read(row.text(0)), row.int(1));
    }
    groups.into_iter().collect()
}

/// As many points as a curve shows, the last one among them.
fn thinned(points: Vec<CurvePoint>) -> Vec<CurvePoint> {
    let count = points.len();
    if count <= POINTS {
        return points;
    }
    (1..=POINTS)
        .filter_map(|number| points.get(number * count / POINTS - 1).copied())
        .collect()
}
