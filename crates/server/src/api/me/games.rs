//! A player's games: unfinished ones, finished ones with filters, and deleting one from the list.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
};
use host::{Digest, Listing, Occupant, PlayerId, SeatNumber, TableId, TableState};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

use super::super::{
    ApiError,
    account_error::AccountError,
    who::{self, Asker},
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    players::{GameFilter, GameResult, PlayedGame, PlayersError},
    visitor::VisitorAddress,
};

/// Games that are not over in one answer.
const UNFINISHED: usize = 50;

/// Finished games in one answer.
const PAGE: usize = 50;

/// Which finished games are wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesQuery {
    /// `chess`, `ransom` or `kungfu`.
    game: Option<String>,
    /// Part of the opponent's name or of the bot's spec.
    opponent: Option<String>,
    result: Option<GameResult>,
    /// Ended at this moment or later, in milliseconds since 1970.
    from: Option<i64>,
    /// Ended before this moment.
    to: Option<i64>,
    /// How many games to skip.
    #[serde(default)]
    offset: usize,
}

/// A player's games.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct OwnGames {
    /// Games that are not over, the last touched first.
    pub(crate) unfinished: Vec<UnfinishedGame>,
    /// The finished games that are wanted, the newest first.
    pub(crate) finished: Vec<FinishedGame>,
    /// Whether there are more of them.
    pub(crate) more: bool,
}

/// A game that is not over.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct UnfinishedGame {
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) table: TableId,
    pub(crate) game: String,
    /// The player's seat.
    #[cfg_attr(test, schema(value_type = u8))]
    pub(crate) seat: SeatNumber,
    /// The others, in the order of their seats.
    pub(crate) opponents: Vec<Opponent>,
    pub(crate) opening: Option<String>,
    pub(crate) moves: u32,
    /// Whose turn it is, in a turn game with all its players.
    #[cfg_attr(test, schema(value_type = Option<u8>))]
    pub(crate) turn: Option<SeatNumber>,
    /// Milliseconds since 1970.
    pub(crate) begun: u64,
    pub(crate) touched: u64,
}

/// Somebody else at a table.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "who")]
pub(crate) enum Opponent {
    /// A person by name; empty where none is known.
    Person(String),
    /// A bot by its spec.
    Bot(String),
    /// Nobody yet.
    Open,
}

/// A game that is over.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct FinishedGame {
    pub(crate) table: String,
    pub(crate) game: String,
    pub(crate) seat: i64,
    pub(crate) result: GameResult,
    /// The other side of a game of two.
    pub(crate) opponent: Option<Opponent>,
    pub(crate) opponent_rating: Option<i64>,
    /// The list in which it was rated.
    pub(crate) list: Option<String>,
    /// The rating before and after it.
    pub(crate) ratings: Option<[f64; 2]>,
    pub(crate) opening: Option<String>,
    pub(crate) moves: i64,
    /// Milliseconds since 1970.
    pub(crate) begun: i64,
    pub(crate) ended: i64,
}

impl From<PlayedGame> for FinishedGame {
    fn from(game: PlayedGame) -> Self {
        FinishedGame {
            table: game.table,
            game: game.variant,
            seat: game.seat,
            result: game.result,
            opponent: game.bot.map(Opponent::Bot).or(game.opponent.map(Opponent::Person)),
            opponent_rating: game.opponent_rating,
            list: game.list,
            ratings: game.ratings.map(|ratings| ratings.map(f64::round)),
            opening: game.opening,
            moves: game.plies,
            begun: game.begun,
            ended: game.ended,
        }
    }
}

/// The games of the caller.
#[cfg_attr(test, utoipa::path(get, path = "/api/me/games", params(GamesQuery),
    responses((status = 200, body = OwnGames), (status = 401, body = ErrorBody))))]
pub(crate) async fn games(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    Query(wanted): Query<GamesQuery>,
) -> Result<Json<OwnGames>, ApiError> {
    let Asker { player, .. } = who::asker(&context, &headers).await?;
    let filter = GameFilter {
        variant: wanted.game,
        opponent: wanted.opponent.filter(|opponent| !opponent.trim().is_empty()),
        result: wanted.result,
        from: wanted.from,
        to: wanted.to,
        limit: PAGE + 1,
        offset: wanted.offset,
    };
    let games = context
        .blocking(move |context| {
            let mut finished = context.players.games(player, &filter)?;
            let more = finished.len() > PAGE;
            finished.truncate(PAGE);
            Ok::<_, PlayersError>(OwnGames {
                unfinished: if filter.offset == 0 {
                    unfinished(context, player)?
                } else {
                    Vec::new()
                },
                finished: finished.into_iter().map(FinishedGame::from).collect(),
                more,
            })
        })
        .await?;
    Ok(Json(games.map_err(AccountError::from)?))
}

/// The games of a player, and of those it has adopted, that are not over.
fn unfinished(context: &AppContext, player: PlayerId) -> Result<Vec<UnfinishedGame>, PlayersError> {
    let own = context.players.all_of(player)?;
    let hidden = context.players.hidden_games(player)?;
    let mut listed: Vec<Listing> = Vec::new();
    for &id in &own {
        let query = host::Query {
            player: Some(id),
            states: vec![TableState::Waiting, TableState::Running],
            limit: UNFINISHED,
            ..host::Query::default()
        };
        listed.extend(context.host.list(&query)?);
    }
    listed.retain(|listing| !hidden.iter().any(|table| table == listing.summary.table.as_str()));
    listed.sort_by_key(|listing| std::cmp::Reverse(listing.summary.touched));
    listed.dedup_by(|one, other| one.summary.table == other.summary.table);
    listed.truncate(UNFINISHED);
    let game = |listing: Listing| {
        // A game whose log cannot be read is listed without the data from the log.
        let digest = context.host.digest(&listing.summary.table).ok();
        unfinished_game(listing, &own, digest.as_ref())
    };
    Ok(listed.into_iter().filter_map(game).collect())
}

fn unfinished_game(listing: Listing, own: &[PlayerId], digest: Option<&Digest>) -> Option<UnfinishedGame> {
    let Listing { summary, names } = listing;
    let is_own = |occupant: &Occupant| occupant.person().is_some_and(|person| own.contains(&person));
    let seat = summary.seats.iter().position(is_own)?;
    let others = summary
        .seats
        .iter()
        .zip(names)
        .enumerate()
        .filter(|(number, _)| *number != seat);
    let opponents = others.map(|(_, (occupant, name))| match occupant {
        Occupant::Open => Opponent::Open,
        Occupant::Bot(spec) => Opponent::Bot(spec.to_string()),
        Occupant::Person(_) => Opponent::Person(name.unwrap_or_default()),
    });
    Some(UnfinishedGame {
        seat: SeatNumber(seat as u8),
        opponents: opponents.collect(),
        opening: digest.and_then(|digest| Some(digest.opening.as_ref()?.name.clone())),
        turn: digest
            .filter(|_| summary.state == TableState::Running)
            .and_then(|digest| digest.turn),
        table: summary.table,
        game: summary.game.as_str().to_owned(),
        moves: summary.plies,
        begun: summary.begun.0,
        touched: summary.touched.0,
    })
}

/// Deletes a game from the caller's list. The game stays, because it also belongs to the opponent.
#[cfg_attr(test, utoipa::path(post, path = "/api/me/games/{table}/delete", params(("table" = String, Path,)),
    responses((status = 204), (status = 401, body = ErrorBody))))]
pub(crate) async fn delete(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    axum::Extension(visitor): axum::Extension<VisitorAddress>,
    Path(table): Path<String>,
) -> Result<StatusCode, ApiError> {
    let Asker { player, .. } = who::asker(&context, &headers).await?;
    let table: TableId = table.parse().map_err(|_| ApiError::NoTable)?;
    if !context.visitors.may_store(visitor) {
        return Err(AdmissionError::TooMuchStored.into());
    }
    context.visitors.charge(visitor, HIDDEN);
    let hidden = context
        .blocking(move |context| {
            let own = context.players.all_of(player)?;
            let Ok(summary) = context.host.summary(&table) else {
                return Ok(false);
            };
            let sits = |occupant: &Occupant| occupant.person().is_some_and(|person| own.contains(&person));
            if !summary.seats.iter().any(sits) {
                return Ok(false);
            }
            context.players.hide_game(player, &table).map(|()| true)
        })
        .await?
        .map_err(AccountError::from)?;
    if hidden {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NoTable)
    }
}

/// Bytes that a hidden game is charged as.
const HIDDEN: usize = 64;
