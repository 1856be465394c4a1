//! The games, ratings and statistics of players.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use host::{Digest, ExportFormat, Listing, Occupant, PlayerId, SeatNumber, TableId, TableState};
use ratings::Rating;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    ApiError,
    account_error::AccountError,
    body::ErrorBody,
    who::{self, Asker},
};
use crate::{
    context::{AdmissionError, AppContext},
    players::{
        AccountName, CurvePoint, GameFilter, GameResult, ListRating, PlayedGame, PlayersError, Statistics, record,
    },
    seats::SeatError,
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Games that are not over in one answer.
const UNFINISHED: usize = 50;
/// Finished games in one answer.
const PAGE: usize = 50;
/// Games in an export.
const EXPORTED: usize = 100_000;

pub(super) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/me/games", get(games))
        .route("/api/me/games/{table}/delete", post(delete))
        .route("/api/me/export", get(export))
        .route("/api/players/{name}/profile", get(profile))
        .route("/api/ratings/{table}", get(of_table))
}

/// A player with ratings and what the games add up to.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Profile {
    /// The name of an account; null for an anonymous player.
    pub(crate) account: Option<String>,
    /// When the account was opened, in milliseconds since 1970.
    pub(crate) created: Option<i64>,
    pub(crate) ratings: Vec<RatingBody>,
    pub(crate) statistics: Statistics,
}

/// A rating in a list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RatingBody {
    /// Its stable name, such as `chess-blitz`.
    pub(crate) list: String,
    /// Its name for people.
    pub(crate) name: &'static str,
    pub(crate) rating: f64,
    /// The rating is right within this much, with 95 % confidence.
    pub(crate) margin: f64,
    pub(crate) provisional: bool,
    pub(crate) games: i64,
    pub(crate) curve: Vec<CurvePoint>,
}

impl From<ListRating> for RatingBody {
    fn from(rated: ListRating) -> Self {
        RatingBody {
            list: rated.list.key().to_owned(),
            name: rated.list.words(),
            rating: rated.rating.value.round(),
            margin: rated.rating.margin().round(),
            provisional: rated.rating.is_provisional(),
            games: rated.games,
            curve: rated.curve,
        }
    }
}

/// Who asks, with ratings and what the games add up to.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Profile), (status = 401, body = ErrorBody)))]
pub(crate) async fn me(State(context): State<Arc<AppContext>>, headers: HeaderMap) -> Result<Json<Profile>, ApiError> {
    let Asker { player, account } = who::asker(&context, &headers).await?;
    let account = account.map(|account| (account.name, account.created));
    profile_of(&context, player, account).await.map(Json)
}

/// The profile of an account: ratings and what its games add up to, not the games.
#[utoipa::path(get, path = "/api/players/{name}/profile", params(("name" = String, Path,)),
    responses((status = 200, body = Profile), (status = 404, body = ErrorBody)))]
pub(crate) async fn profile(
    State(context): State<Arc<AppContext>>,
    axum::Extension(visitor): axum::Extension<VisitorAddress>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, ApiError> {
    context.check_guesses(visitor)?;
    let found = match AccountName::read(&name) {
        Ok(name) => context.blocking(move |context| context.players.named(&name)).await?,
        Err(_) => Err(PlayersError::NoPlayer),
    };
    if found == Err(PlayersError::NoPlayer) {
        context.note_guess(visitor);
    }
    let account = found.map_err(AccountError::from)?;
    let shown = (account.name, account.created);
    profile_of(&context, account.player, Some(shown)).await.map(Json)
}

async fn profile_of(
    context: &Arc<AppContext>,
    player: PlayerId,
    account: Option<(String, i64)>,
) -> Result<Profile, ApiError> {
    let (ratings, statistics) = context
        .blocking(move |context| {
            let ratings = context.players.ratings(player)?;
            Ok::<_, PlayersError>((ratings, context.players.statistics(player)?))
        })
        .await?
        .map_err(AccountError::from)?;
    let (account, created) = account.unzip();
    Ok(Profile {
        account,
        created,
        ratings: ratings.into_iter().map(RatingBody::from).collect(),
        statistics,
    })
}

/// Which finished games are wanted.
#[derive(Deserialize, IntoParams)]
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
    /// Leaves out so many from the beginning.
    #[serde(default)]
    offset: usize,
}

/// A player's games.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OwnGames {
    /// Games that are not over, the last touched first.
    pub(crate) unfinished: Vec<UnfinishedGame>,
    /// The finished games that are wanted, the newest first.
    pub(crate) finished: Vec<FinishedGame>,
    /// Whether there are more of them.
    pub(crate) more: bool,
}

/// A game that is not over.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct UnfinishedGame {
    #[schema(value_type = String)]
    pub(crate) table: TableId,
    pub(crate) game: String,
    /// The player's seat.
    #[schema(value_type = u8)]
    pub(crate) seat: SeatNumber,
    /// The others, in the order of their seats.
    pub(crate) opponents: Vec<Opponent>,
    pub(crate) opening: Option<String>,
    pub(crate) moves: u32,
    /// Whose turn it is, in a turn game with all its players.
    #[schema(value_type = Option<u8>)]
    pub(crate) turn: Option<SeatNumber>,
    /// Milliseconds since 1970.
    pub(crate) begun: u64,
    pub(crate) touched: u64,
}

/// Somebody else at a table.
#[derive(Clone, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// The games of whoever asks.
#[utoipa::path(get, path = "/api/me/games", params(GamesQuery),
    responses((status = 200, body = OwnGames), (status = 401, body = ErrorBody)))]
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
        // A log that cannot be read now is shown without what only the log knows.
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

/// Deletes a game from the list of whoever asks; the game stays, for it is the opponent's too.
#[utoipa::path(post, path = "/api/me/games/{table}/delete", params(("table" = String, Path,)),
    responses((status = 204), (status = 401, body = ErrorBody)))]
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

/// What a hidden game costs that is stored.
const HIDDEN: usize = 64;

/// In which format the games are wanted.
#[derive(Deserialize, IntoParams)]
pub(crate) struct AllGamesQuery {
    /// `pgn` or `json`.
    format: String,
}

/// All that is stored about whoever asks, as JSON; the games are texts of their own format.
#[derive(Serialize)]
struct ExportedPlayer {
    profile: Profile,
    sessions: Vec<ExportedSession>,
    games: Vec<serde_json::Value>,
}

#[derive(Serialize)]
struct ExportedSession {
    created: i64,
    seen: i64,
    agent: String,
}

/// All finished games of whoever asks, as PGN; or everything that is stored about them, as JSON.
#[utoipa::path(get, path = "/api/me/export", params(AllGamesQuery),
    responses((status = 200, body = String), (status = 401, body = ErrorBody)))]
pub(crate) async fn export(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    axum::Extension(visitor): axum::Extension<VisitorAddress>,
    Query(wanted): Query<AllGamesQuery>,
) -> Result<Response, ApiError> {
    let Asker { player, account } = who::asker(&context, &headers).await?;
    if !context.visitors.allow(visitor, Activity::Export) {
        return Err(AdmissionError::TooFast.into());
    }
    let filter = GameFilter {
        limit: EXPORTED,
        ..GameFilter::default()
    };
    let (format, kind, ending) = match wanted.format.as_str() {
        "pgn" => (ExportFormat::Pgn, "application/x-chess-pgn", "pgn"),
        "json" => (ExportFormat::Json, "application/json", "json"),
        _ => return Err(ApiError::UnknownFormat),
    };
    let games = context
        .blocking(move |context| {
            let games = context.players.games(player, &filter)?;
            let texts = games.into_iter().rev().filter_map(|game| {
                let table: TableId = game.table.parse().ok()?;
                // A game that cannot be read is not worth losing all others for.
                context.host.export(&table, format).ok()
            });
            Ok::<_, PlayersError>(texts.collect::<Vec<String>>())
        })
        .await?
        .map_err(AccountError::from)?;
    let text = match format {
        ExportFormat::Json => {
            let shown = account.as_ref().map(|account| (account.name.clone(), account.created));
            let exported = ExportedPlayer {
                profile: profile_of(&context, player, shown).await?,
                sessions: exported_sessions(&context, account.map(|account| account.player)).await?,
                games: games
                    .iter()
                    .filter_map(|game| serde_json::from_str(game).ok())
                    .collect(),
            };
            serde_json::to_string_pretty(&exported).map_err(|_| ApiError::Fault)?
        }
        _ => games.concat(),
    };
    let file = format!("attachment; filename=\"threefold-games.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, text).into_response())
}

async fn exported_sessions(
    context: &Arc<AppContext>,
    player: Option<PlayerId>,
) -> Result<Vec<ExportedSession>, ApiError> {
    let Some(player) = player else { return Ok(Vec::new()) };
    let sessions = context
        .blocking(move |context| context.players.sessions(player))
        .await?
        .map_err(AccountError::from)?;
    let session = |open: crate::players::Session| ExportedSession {
        created: open.created,
        seen: open.seen,
        agent: open.agent,
    };
    Ok(sessions.into_iter().map(session).collect())
}

/// What a table means for ratings.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct TableRatings {
    /// Whether it was opened for a rated game.
    pub(crate) rated: bool,
    /// What the game did to ratings, seat by seat; null where nothing.
    pub(crate) seats: Vec<Option<SeatRating>>,
}

/// A rating that a game changed.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SeatRating {
    pub(crate) list: String,
    /// Its name for people.
    pub(crate) name: &'static str,
    pub(crate) was: f64,
    pub(crate) rating: f64,
    /// The rating is right within this much, with 95 % confidence.
    pub(crate) margin: f64,
    pub(crate) provisional: bool,
}

/// What a table means for ratings; a game that is over is recorded first.
#[utoipa::path(get, path = "/api/ratings/{table}", params(("table" = String, Path,)),
    responses((status = 200, body = TableRatings), (status = 404, body = ErrorBody)))]
pub(crate) async fn of_table(
    State(context): State<Arc<AppContext>>,
    axum::Extension(visitor): axum::Extension<VisitorAddress>,
    Path(table): Path<String>,
) -> Result<Json<TableRatings>, ApiError> {
    context.check_guesses(visitor)?;
    let Ok(table) = table.parse::<TableId>() else {
        context.note_guess(visitor);
        return Err(ApiError::NoTable);
    };
    let found = context
        .blocking(move |context| {
            let summary = context.host.summary(&table).map_err(SeatError::from)?;
            let known = |error: PlayersError| ApiError::from(AccountError::from(error));
            record(&context.host, &context.players, &table).map_err(known)?;
            let game = context.players.rated_game(&table).map_err(known)?;
            let mut seats = Vec::new();
            for occupant in &summary.seats {
                let counted = match occupant.person() {
                    Some(person) => {
                        let adopted = context.players.adopted_by(person).map_err(known)?;
                        Some(adopted.unwrap_or(person).to_string())
                    }
                    None => None,
                };
                let change = counted.and_then(|player| game.changes.iter().find(|change| change.player == player));
                seats.push(change.map(|change| seat_rating(change.list, change.was, change.rating)));
            }
            Ok(TableRatings {
                rated: game.rated,
                seats,
            })
        })
        .await?;
    if found.as_ref().is_err_and(ApiError::is_guess) {
        context.note_guess(visitor);
    }
    found.map(Json)
}

fn seat_rating(list: ratings::List, was: f64, rating: Rating) -> SeatRating {
    SeatRating {
        list: list.key().to_owned(),
        name: list.words(),
        was: was.round(),
        rating: rating.value.round(),
        margin: rating.margin().round(),
        provisional: rating.is_provisional(),
    }
}
