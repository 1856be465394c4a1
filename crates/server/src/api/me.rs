//! The games, ratings and statistics of players.

pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod table_ratings;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::HeaderMap,
    routing::{get, post},
};
use host::PlayerId;
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::{
    ApiError,
    account_error::AccountError,
    who::{self, Asker},
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::AppContext,
    players::{AccountName, CurvePoint, ListRating, PlayersError, Statistics},
    visitor::VisitorAddress,
};

pub(super) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/me/games", get(games::games))
        .route("/api/me/games/{table}/delete", post(games::delete))
        .route("/api/me/export", get(export::export))
        .route("/api/players/{name}/profile", get(profile))
        .route("/api/ratings/{table}", get(table_ratings::of_table))
}

/// A player with ratings and statistics.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct Profile {
    /// The name of an account; null for an anonymous player.
    pub(crate) account: Option<String>,
    /// When the account was opened, in milliseconds since 1970.
    pub(crate) created: Option<i64>,
    pub(crate) ratings: Vec<RatingBody>,
    pub(crate) statistics: Statistics,
}

/// A rating in a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct RatingBody {
    /// Its stable name, such as `chess-blitz`.
    pub(crate) list: String,
    /// Its name for people.
    pub(crate) name: &'static str,
    pub(crate) rating: f64,
    /// Half of the 95 % interval.
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

/// The caller, with ratings and statistics.
#[cfg_attr(test, utoipa::path(get, path = "/api/me", responses((status = 200, body = Profile), (status = 401, body = ErrorBody))))]
pub(crate) async fn me(State(context): State<Arc<AppContext>>, headers: HeaderMap) -> Result<Json<Profile>, ApiError> {
    let Asker { player, account } = who::asker(&context, &headers).await?;
    let account = account.map(|account| (account.name, account.created));
    profile_of(&context, player, account).await.map(Json)
}

/// The profile of an account: ratings and statistics, without the games.
#[cfg_attr(test, utoipa::path(get, path = "/api/players/{name}/profile", params(("name" = String, Path,)),
    responses((status = 200, body = Profile), (status = 404, body = ErrorBody))))]
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
