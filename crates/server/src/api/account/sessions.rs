//! The sessions of an account: listing and ending them.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::super::{
    ApiError,
    account_error::AccountError,
    who::{self, SignedIn},
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::context::AppContext;

/// A session as its owner sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct SessionLine {
    pub(crate) id: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// When it was last used, within ten minutes.
    pub(crate) seen: i64,
    /// The user agent of the browser.
    pub(crate) agent: String,
    /// Whether it is the session of this request.
    pub(crate) here: bool,
}

/// The sessions of the account, the last used first.
#[cfg_attr(test, utoipa::path(get, path = "/api/account/sessions", responses((status = 200, body = Vec<SessionLine>))))]
pub(crate) async fn sessions(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionLine>>, ApiError> {
    let SignedIn { account, session } = who::signed_in(&context, &headers).await?;
    let sessions = context
        .blocking(move |context| context.players.sessions(account.player))
        .await?
        .map_err(AccountError::from)?;
    let line = |open: crate::players::Session| SessionLine {
        here: open.hash == session,
        id: open.id,
        created: open.created,
        seen: open.seen,
        agent: open.agent,
    };
    Ok(Json(sessions.into_iter().map(line).collect()))
}

/// Ends a session of the account.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/sessions/{session}/end", params(("session" = String, Path,)),
    responses((status = 204), (status = 404, body = ErrorBody))))]
pub(crate) async fn end_session(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let SignedIn { account, .. } = who::signed_in(&context, &headers).await?;
    let ended = context
        .blocking(move |context| context.players.end_session_of(account.player, &id))
        .await?
        .map_err(AccountError::from)?;
    if ended {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(AccountError::NoSession.into())
    }
}

/// Ends every session of the account except the caller's.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/sessions/end-others", responses((status = 204))))]
pub(crate) async fn end_others(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let SignedIn { account, session } = who::signed_in(&context, &headers).await?;
    context
        .blocking(move |context| context.players.end_other_sessions(account.player, &session))
        .await?
        .map_err(AccountError::from)?;
    Ok(StatusCode::NO_CONTENT)
}
