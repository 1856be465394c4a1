//! The board editor and the opening explorer. Nothing is stored: a request contains the whole sketch or the whole file.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Extension, State},
    http::HeaderMap,
    routing::post,
};
use host::{PlayerId, TableId};
use play::{EditorCard, ExplorerBook, GameId, SketchSource};
use serde::Deserialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::{ApiError, account_error::AccountError, new_table::NewTableError, who};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    limits,
    players::GameFilter,
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Maximum number of a player's games to explore, the newest first.
const MOST_GAMES: usize = 300;

const EDITOR: &str = "/api/editor";
const EXPLORER: &str = "/api/explorer";

/// Whether a request to an address may bring a file.
pub(crate) fn brings_file(path: &str) -> bool {
    path == EXPLORER
}

/// The routes; an explorer may be sent a file.
pub(super) fn router() -> Router<Arc<AppContext>> {
    let explorer = Router::new()
        .route(EXPLORER, post(explore))
        .layer(DefaultBodyLimit::max(limits::FILE_BODY));
    let editor = Router::new()
        .route(EDITOR, post(edit))
        .layer(DefaultBodyLimit::max(limits::BODY));
    explorer.merge(editor)
}

/// A position that is set up by hand.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct EditorRequest {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    #[cfg_attr(test, schema(value_type = Object))]
    source: SketchSource,
}

/// A sketch with its fields, its text and all its errors.
#[cfg_attr(test, utoipa::path(post, path = "/api/editor", request_body = EditorRequest, responses(
    (status = 200, body = Object), (status = 422, body = ErrorBody))))]
pub(crate) async fn edit(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Json(request): Json<EditorRequest>,
) -> Result<Json<EditorCard>, ApiError> {
    if !context.visitors.allow(visitor, Activity::Practice) {
        return Err(AdmissionError::TooFast.into());
    }
    let registry = context.host.registry();
    let module = registry.get(request.game).map_err(NewTableError::Game)?;
    let card = module.sketch(request.source).map_err(NewTableError::Sketch)?;
    Ok(Json(card))
}

/// Which games are explored.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplorerRequest {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    source: ExplorerSource,
}

/// Where the moves of an explorer come from.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "of", deny_unknown_fields)]
pub(crate) enum ExplorerSource {
    /// The table of named openings.
    Openings,
    /// The finished games of the caller, the newest 300.
    Mine,
    /// The games of a file: its content.
    File(String),
}

/// The moves that were played from every position, with their results.
#[cfg_attr(test, utoipa::path(post, path = "/api/explorer", request_body = ExplorerRequest, responses(
    (status = 200, body = Object), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody))))]
pub(crate) async fn explore(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Json(request): Json<ExplorerRequest>,
) -> Result<Json<ExplorerBook>, ApiError> {
    let player = match request.source {
        ExplorerSource::Mine => Some(who::asker(&context, &headers).await?.player),
        ExplorerSource::Openings | ExplorerSource::File(_) => None,
    };
    if !context.visitors.allow(visitor, Activity::Join) {
        return Err(AdmissionError::TooFast.into());
    }
    let book = context
        .blocking(move |context| book(context, request, player))
        .await??;
    Ok(Json(book))
}

fn book(context: &AppContext, request: ExplorerRequest, player: Option<PlayerId>) -> Result<ExplorerBook, ApiError> {
    let ExplorerRequest { game, source } = request;
    let registry = context.host.registry();
    let module = registry.get(game).map_err(NewTableError::Game)?;
    let explorer = match (source, player) {
        (ExplorerSource::Openings, _) => module.explore_openings(),
        (ExplorerSource::File(text), _) => {
            let trees = module.read_trees(text.as_bytes()).into_iter().flatten();
            module.explore(&mut trees.map(|read| read.tree))
        }
        (ExplorerSource::Mine, Some(player)) => {
            let wanted = GameFilter {
                variant: Some(game.to_string()),
                limit: MOST_GAMES,
                ..GameFilter::default()
            };
            let games = context.players.games(player, &wanted).map_err(AccountError::from)?;
            let tables = games.iter().filter_map(|game| game.table.parse::<TableId>().ok());
            context.host.explore(&**module, tables, &[player])
        }
        // The player was looked up before this.
        (ExplorerSource::Mine, None) => return Err(AccountError::NotSignedIn.into()),
    };
    Ok(explorer.book())
}
