//! All games of a player as PGN, or everything that is stored about the player as JSON.

use std::sync::Arc;

use axum::{
    extract::{Query, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use host::{ExportFormat, PlayerId, TableId};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::IntoParams;

use super::{
    super::{
        ApiError,
        account_error::AccountError,
        who::{self, Asker},
    },
    Profile, profile_of,
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    players::{GameFilter, PlayersError},
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Games in an export.
const EXPORTED: usize = 100_000;

/// In which format the games are wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
pub(crate) struct AllGamesQuery {
    /// `pgn` or `json`.
    format: String,
}

/// Everything that is stored about the player, as JSON; the games are texts of their own format.
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

/// All finished games of the player who asks, as PGN; or everything that is stored about the player, as JSON.
#[cfg_attr(test, utoipa::path(get, path = "/api/me/export", params(AllGamesQuery),
    responses((status = 200, body = String), (status = 401, body = ErrorBody))))]
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
                // Unreadable games are skipped; the others are exported.
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
