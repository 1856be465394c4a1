//! Challenges over HTTP. A challenge is a table whose open seat is reserved for an account: `POST /api/tables` with
//! `challenge` makes one, taking the seat accepts it.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Extension, Path, State},
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use host::{Occupant, PlayerId, SeatNumber, Speed, Summary, TableId, TableState};
use play::GameId;
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::{ApiError, account_error::AccountError, body::LiveBoard, lobby::clock_text, who};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::AppContext,
    players::{AccountName, ChallengeState, PlayersError, ReceivedChallenge, list_of},
    visitor::VisitorAddress,
};

pub(super) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/challenges", get(received))
        .route("/api/challenges/{table}", get(at_table))
        .route("/api/challenges/{table}/decline", post(decline))
}

/// A challenge to the caller.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ChallengeEntry {
    /// Taking its open seat accepts the challenge.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) table: TableId,
    /// The challenger.
    pub(crate) name: String,
    /// Whether the challenger has an account.
    pub(crate) has_account: bool,
    /// The challenger's rating at this game, if there is one.
    pub(crate) rating: Option<u32>,
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) game: GameId,
    /// The clock of a turn game in minutes and seconds: `3+2`.
    pub(crate) clock: Option<String>,
    /// Of a live game.
    pub(crate) board: Option<LiveBoard>,
    /// Of a live game: `standard` or `lightning`.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, ts(type = "\"standard\" | \"lightning\" | null"))]
    pub(crate) speed: Option<Speed>,
    /// The reserved seat: of a turn game 0 is White's.
    #[cfg_attr(test, schema(value_type = u8))]
    pub(crate) seat: SeatNumber,
    pub(crate) rated: bool,
    /// When it expires, in milliseconds since 1970.
    pub(crate) until: i64,
}

/// The state of a challenge.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ChallengeStatus {
    /// The challenged account; null if it was closed.
    pub(crate) name: Option<String>,
    pub(crate) state: ChallengeState,
    /// When it expires, in milliseconds since 1970.
    pub(crate) until: i64,
}

/// The open challenges to the caller's account; none without an account.
#[cfg_attr(test, utoipa::path(get, path = "/api/challenges", responses((status = 200, body = Vec<ChallengeEntry>))))]
pub(crate) async fn received(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
) -> Result<Json<Vec<ChallengeEntry>>, ApiError> {
    let Some(session) = who::session(&context, &headers).await? else {
        return Ok(Json(Vec::new()));
    };
    let player = session.account.player;
    let entries = context.blocking(move |context| entries(context, player)).await?;
    Ok(Json(entries.map_err(AccountError::from)?))
}

/// The state of a table's challenge; null if it has none.
#[cfg_attr(test, utoipa::path(get, path = "/api/challenges/{table}", params(("table" = String, Path,)),
    responses((status = 200, body = Option<ChallengeStatus>), (status = 429, body = ErrorBody))))]
pub(crate) async fn at_table(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(table): Path<String>,
) -> Result<Json<Option<ChallengeStatus>>, ApiError> {
    context.check_guesses(visitor)?;
    let Ok(table) = table.parse::<TableId>() else {
        return Ok(Json(None));
    };
    let (found, exists) = context
        .blocking(move |context| {
            let found = context.players.challenge_at(&table);
            let exists = matches!(found, Ok(Some(_))) || context.host.summary(&table).is_ok();
            (found, exists)
        })
        .await?;
    if !exists {
        context.note_guess(visitor);
    }
    Ok(Json(found.map_err(AccountError::from)?.map(|challenge| {
        ChallengeStatus {
            name: challenge.name,
            state: challenge.state,
            until: challenge.until,
        }
    })))
}

/// Declines a challenge.
#[cfg_attr(test, utoipa::path(post, path = "/api/challenges/{table}/decline", params(("table" = String, Path,)),
    responses((status = 204), (status = 404, body = ErrorBody))))]
pub(crate) async fn decline(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    Path(table): Path<String>,
) -> Result<StatusCode, ApiError> {
    let player = who::signed_in(&context, &headers).await?.account.player;
    let table: TableId = table.parse().map_err(|_| AccountError::NoChallenge)?;
    let declined = context
        .blocking(move |context| {
            context
                .players
                .answer_challenge(&table, player, ChallengeState::Declined)
        })
        .await?
        .map_err(AccountError::from)?;
    if declined {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(AccountError::NoChallenge.into())
    }
}

/// The account of a name that somebody wants to challenge.
pub(super) async fn challenged(
    context: &Arc<AppContext>,
    visitor: VisitorAddress,
    challenger: PlayerId,
    name: &str,
) -> Result<PlayerId, ApiError> {
    context.check_guesses(visitor)?;
    let found = match AccountName::read(name) {
        Ok(name) => {
            context
                .blocking(move |context| {
                    let challenged = context.players.named(&name)?.player;
                    context.players.check_challenge(challenger, challenged)?;
                    Ok(challenged)
                })
                .await?
        }
        Err(_) => Err(PlayersError::NoPlayer),
    };
    if found == Err(PlayersError::NoPlayer) {
        context.note_guess(visitor);
    }
    Ok(found.map_err(AccountError::from)?)
}

fn entries(context: &AppContext, player: PlayerId) -> Result<Vec<ChallengeEntry>, PlayersError> {
    let received = context.players.challenges_to(player)?;
    let challengers: Vec<PlayerId> = received.iter().map(|challenge| challenge.challenger).collect();
    let standings = context.players.standings(&challengers)?;
    let tables: Vec<&TableId> = received.iter().map(|challenge| &challenge.table).collect();
    let rated = context.players.rated_among(&tables)?;
    let entry = |challenge: ReceivedChallenge| {
        // A challenger who has left the table has withdrawn the challenge.
        let summary = context.host.summary(&challenge.table).ok()?;
        let list = list_of(summary.game, summary.clock, summary.live);
        let rating = list.and_then(|list| standings.rating(challenge.challenger, list));
        Some(ChallengeEntry {
            seat: kept_seat(&summary)?,
            rated: rated.contains(&challenge.table),
            table: challenge.table,
            name: challenge.name,
            has_account: challenge.has_account,
            rating,
            game: summary.game,
            clock: summary.clock.map(clock_text),
            board: summary.live.map(|(board, _)| LiveBoard::from(board)),
            speed: summary.live.map(|(_, speed)| speed),
            until: challenge.until,
        })
    };
    Ok(received.into_iter().filter_map(entry).collect())
}

/// The open seat of a table that still waits for somebody.
fn kept_seat(summary: &Summary) -> Option<SeatNumber> {
    if summary.state != TableState::Waiting {
        return None;
    }
    let seat = summary.seats.iter().position(|seat| *seat == Occupant::Open)?;
    u8::try_from(seat).ok().map(SeatNumber)
}
