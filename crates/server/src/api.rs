//! What is asked by HTTP: tables are opened, joined, listed and exported, players are renamed.

pub(crate) mod body;
mod error;
mod new_table;

use std::{net::SocketAddr, sync::Arc, time::Instant};

use axum::{
    Json, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use host::{ExportFormat, Listing, NewPlayer, Occupant, TableId, TableState, Visibility};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use crate::{context::AppContext, levels, limits, name::DisplayName, openapi};
use body::{
    ErrorBody, GameOffer, GrantedSeat, LiveBoard, LobbyTable, NamedDevice, OpenedTable, PlayerName, RematchRequest,
    TurnTableRequest,
};
pub(crate) use error::{ApiError, errors_as_json, not_found};

/// Every route below `/api`.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/tables", post(open).get(lobby))
        .route("/api/tables/{table}/join", post(join))
        .route("/api/tables/{table}/rematch", post(rematch))
        .route("/api/tables/{table}/export", get(export))
        .route("/api/players/name", post(rename))
        .route("/api/levels", get(levels))
        .route("/api/openapi.json", get(openapi::document))
        .layer(DefaultBodyLimit::max(limits::BODY))
}

/// Opens a table. It is stored with its tokens and names before this is answered.
#[utoipa::path(post, path = "/api/tables", request_body = TurnTableRequest, responses(
    (status = 201, body = OpenedTable), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn open(
    State(context): State<Arc<AppContext>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Json(wanted): Json<Value>,
) -> Result<Response, ApiError> {
    context.admits(from.ip(), Instant::now())?;
    let new = new_table::read(&wanted, &context.host.registry())?;
    let opened = context.blocking(move |context| context.seats.create(&new)).await??;
    context.metrics.tables.inc();
    Ok((StatusCode::CREATED, Json(opened)).into_response())
}

/// Takes an open seat of a table.
#[utoipa::path(post, path = "/api/tables/{table}/join", request_body = NamedDevice,
    params(("table" = String, Path,)), responses((status = 200, body = GrantedSeat), (status = 409, body = ErrorBody)))]
pub(crate) async fn join(
    State(context): State<Arc<AppContext>>,
    Path(table): Path<String>,
    Json(guest): Json<NamedDevice>,
) -> Result<Json<GrantedSeat>, ApiError> {
    let table = read_table(&table)?;
    let player = NewPlayer {
        player: guest.device.player(),
        name: Some(DisplayName::read(&guest.name)?.into_text()),
    };
    let granted = context
        .blocking(move |context| context.seats.join(&table, player))
        .await??;
    Ok(Json(granted))
}

/// The same game again with everybody one seat further, for the players of a finished one.
#[utoipa::path(post, path = "/api/tables/{table}/rematch", request_body = RematchRequest,
    params(("table" = String, Path,)), responses((status = 201, body = OpenedTable), (status = 409, body = ErrorBody)))]
pub(crate) async fn rematch(
    State(context): State<Arc<AppContext>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Json(wanted): Json<RematchRequest>,
) -> Result<Response, ApiError> {
    context.admits(from.ip(), Instant::now())?;
    let table = read_table(&table)?;
    let opened = context
        .blocking(move |context| context.seats.rematch(&table, &wanted.tokens))
        .await??;
    Ok((StatusCode::CREATED, Json(opened)).into_response())
}

/// Gives the player of a device another name, at all tables.
#[utoipa::path(post, path = "/api/players/name", request_body = NamedDevice,
    responses((status = 200, body = PlayerName), (status = 422, body = ErrorBody)))]
pub(crate) async fn rename(
    State(context): State<Arc<AppContext>>,
    Json(named): Json<NamedDevice>,
) -> Result<Json<PlayerName>, ApiError> {
    let (player, name) = (named.device.player(), DisplayName::read(&named.name)?.into_text());
    let given = name.clone();
    context
        .blocking(move |context| context.host.rename(player, &given))
        .await?
        .map_err(ApiError::Store)?;
    Ok(Json(PlayerName { name }))
}

/// Tables that wait for somebody, and tables to watch.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<LobbyTable>)))]
pub(crate) async fn lobby(State(context): State<Arc<AppContext>>) -> Result<Json<Vec<LobbyTable>>, ApiError> {
    if let Some(cluster) = &context.cluster {
        let listed = cluster.lobby().await.map_err(ApiError::Store)?;
        return Ok(Json(listed.into_iter().map(LobbyTable::from).collect()));
    }
    let query = host::Query {
        visibility: Some(Visibility::Public),
        limit: limits::LISTED,
        ..host::Query::default()
    };
    let listed = context
        .blocking(move |context| {
            let mut listed = context.host.list(&query)?;
            // A table that nobody is at is no table to come to.
            listed.retain(|listing| context.host.viewers(&listing.summary.table).is_some());
            Ok(listed)
        })
        .await?
        .map_err(ApiError::Store)?;
    Ok(Json(listed.into_iter().map(LobbyTable::from).collect()))
}

impl From<Listing> for LobbyTable {
    fn from(Listing { summary, names }: Listing) -> Self {
        let name = |(occupant, name): (&Occupant, Option<String>)| match occupant {
            Occupant::Bot(spec) => spec.to_string(),
            Occupant::Open | Occupant::Person(_) => name.unwrap_or_default(),
        };
        LobbyTable {
            names: summary.seats.iter().zip(names).map(name).collect(),
            open_seats: summary.seats.iter().filter(|seat| **seat == Occupant::Open).count(),
            table: summary.table,
            game: summary.game,
            kind: summary.kind,
            moves: summary.plies,
            over: summary.state == TableState::Over,
            board: summary.live.map(|(board, _)| LiveBoard::from(board)),
            speed: summary.live.map(|(_, speed)| speed),
        }
    }
}

/// In which format a game is wanted.
#[derive(Deserialize, IntoParams)]
pub(crate) struct ExportQuery {
    /// `pgn`, `json`, `position` or `sheet`.
    format: String,
}

/// A game as other programs read it; a live game when it is over.
#[utoipa::path(get, path = "/api/tables/{table}/export", params(("table" = String, Path,), ExportQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn export(
    State(context): State<Arc<AppContext>>,
    Path(table): Path<String>,
    Query(wanted): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let table = read_table(&table)?;
    let (format, kind, ending) = match wanted.format.as_str() {
        "pgn" => (ExportFormat::Pgn, "application/x-chess-pgn", "pgn"),
        "json" => (ExportFormat::Json, "application/json", "json"),
        "position" => (ExportFormat::Position, "text/plain; charset=utf-8", "txt"),
        "sheet" => (ExportFormat::Sheet, "text/plain; charset=utf-8", "txt"),
        _ => return Err(ApiError::UnknownFormat),
    };
    let file = format!("attachment; filename=\"threefold-{table}.{ending}\"");
    let text = context
        .blocking(move |context| context.host.export(&table, format))
        .await??;
    Ok(([("content-type", kind), ("content-disposition", file.as_str())], text).into_response())
}

/// The games with their bots, boards and speeds; the first is the default.
#[utoipa::path(get, path = "/api/levels", responses((status = 200, body = Vec<GameOffer>)))]
pub(crate) async fn levels(State(context): State<Arc<AppContext>>) -> Json<Vec<GameOffer>> {
    Json(levels::offers(&context.host.registry()))
}

fn read_table(text: &str) -> Result<TableId, ApiError> {
    text.parse().map_err(|_| ApiError::NoTable)
}
