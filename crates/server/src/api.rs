//! The part of the hall that is asked by HTTP: tables are opened, joined, listed and exported.

mod error;
mod opening;

use std::{net::SocketAddr, sync::Arc, time::Instant};

use axum::{
    Json, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bots::Game;
use hall::{Format, Hall, LiveBoard, Opened, ResumeError, SeatNumber, Speed, TableId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(crate) use error::ApiError;
pub(crate) use opening::Opening;

use crate::{levels::Levels, limits, name::DisplayName, openapi, rooms::Key, secret::Secret, serve::Shared};
use opening::Wanted;

/// Every route below `/api`.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/tables", post(open).get(lobby))
        .route("/api/tables/{table}/join", post(join))
        .route("/api/tables/{table}/rematch", post(rematch))
        .route("/api/tables/{table}/export", get(export))
        .route("/api/levels", get(levels))
        .route("/api/openapi.json", get(openapi::document))
        .layer(DefaultBodyLimit::max(limits::BODY))
}

/// A table with the seats that now belong to whoever asked.
#[derive(Serialize, ToSchema)]
pub(crate) struct Seated {
    #[schema(value_type = String)]
    table: TableId,
    secrets: Vec<Given>,
}

/// A seat and its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Given {
    #[schema(value_type = u8)]
    seat: SeatNumber,
    #[schema(value_type = String)]
    secret: Secret,
}

impl From<Key> for Given {
    fn from((seat, secret): Key) -> Self {
        Given { seat, secret }
    }
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = Wanted, responses(
    (status = 201, body = Seated), (status = 422, body = error::Words), (status = 503, body = error::Words)))]
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Json(wanted): Json<Wanted>,
) -> Result<Response, ApiError> {
    shared.admits(from.ip(), Instant::now())?;
    let (opening, seats) = wanted.opening()?;
    let opened = shared
        .blocking(move |shared| shared.rooms.open(&shared.hall, opening, &seats))
        .await??;
    shared.metrics.tables.inc();
    Ok((StatusCode::CREATED, Json(Seated::from(opened))).into_response())
}

impl From<(TableId, Vec<Key>)> for Seated {
    fn from((table, keys): (TableId, Vec<Key>)) -> Self {
        Seated {
            table,
            secrets: keys.into_iter().map(Given::from).collect(),
        }
    }
}

/// Who wants a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Guest {
    name: String,
}

/// Takes the free seat of a table.
#[utoipa::path(post, path = "/api/tables/{table}/join", request_body = Guest,
    params(("table" = String, Path,)), responses((status = 200, body = Given), (status = 409, body = error::Words)))]
pub(crate) async fn join(
    State(shared): State<Arc<Shared>>,
    Path(table): Path<String>,
    Json(guest): Json<Guest>,
) -> Result<Json<Given>, ApiError> {
    let (table, name) = (named(&table)?, DisplayName::read(&guest.name)?);
    let key = shared
        .blocking(move |shared| shared.rooms.join(&shared.hall, &table, name))
        .await??;
    Ok(Json(Given::from(key)))
}

/// Who asks for another game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Player {
    #[schema(value_type = Vec<String>)]
    secrets: Vec<Secret>,
}

/// The same again with sides swapped; of four players everybody goes one seat further.
#[utoipa::path(post, path = "/api/tables/{table}/rematch", request_body = Player,
    params(("table" = String, Path,)), responses((status = 201, body = Seated), (status = 409, body = error::Words)))]
pub(crate) async fn rematch(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(table): Path<String>,
    Json(player): Json<Player>,
) -> Result<Response, ApiError> {
    shared.admits(from.ip(), Instant::now())?;
    let table = named(&table)?;
    let opened = shared
        .blocking(move |shared| shared.rooms.again(&shared.hall, &table, &player.secrets))
        .await??;
    Ok((StatusCode::CREATED, Json(Seated::from(opened))).into_response())
}

/// A table in the lobby.
#[derive(Serialize, ToSchema)]
pub(crate) struct Listed {
    #[schema(value_type = String)]
    table: TableId,
    #[schema(value_type = String)]
    game: Game,
    /// In the order of the seats; empty for a free one.
    names: Vec<String>,
    open_seats: usize,
    moves: usize,
    over: bool,
    /// Of a game without turns: `standard` or `four`.
    board: Option<&'static str>,
    /// Of a game without turns: `standard` or `lightning`.
    #[schema(value_type = Option<String>)]
    speed: Option<Speed>,
}

/// Tables that wait for somebody, and tables to watch.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Listed>)))]
pub(crate) async fn lobby(State(shared): State<Arc<Shared>>) -> Result<Json<Vec<Listed>>, ApiError> {
    let tables = shared.blocking(|shared| shared.hall.lobby()).await?;
    // A person against a bot plays for themselves.
    let together = tables.into_iter().filter(|table| table.people >= 2);
    let listed = together.map(
        |Opened {
             listing,
             names,
             live,
             free,
             ..
         }| Listed {
            open_seats: free,
            over: listing.is_over(),
            table: listing.table,
            game: listing.game,
            names,
            moves: listing.moves,
            board: live.map(|(board, _)| board_name(board)),
            speed: live.map(|(_, speed)| speed),
        },
    );
    Ok(Json(listed.collect()))
}

/// In which form a game is wanted.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Wanting {
    /// `pgn`, `json` or `position`.
    format: String,
}

/// A game as other programs read it.
#[utoipa::path(get, path = "/api/tables/{table}/export", params(("table" = String, Path,), Wanting),
    responses((status = 200, body = String), (status = 404, body = error::Words), (status = 409, body = error::Words)))]
pub(crate) async fn export(
    State(shared): State<Arc<Shared>>,
    Path(table): Path<String>,
    Query(wanting): Query<Wanting>,
) -> Result<Response, ApiError> {
    let table = named(&table)?;
    let (format, kind, ending) = match wanting.format.as_str() {
        "pgn" => (Format::Pgn, "application/x-chess-pgn", "pgn"),
        "json" => (Format::Json, "application/json", "json"),
        "position" => (Format::Position, "text/plain; charset=utf-8", "txt"),
        _ => return Err(ApiError::UnknownFormat),
    };
    let file = format!("attachment; filename=\"threefold-{table}.{ending}\"");
    let text = shared
        .blocking(move |shared| exported(&shared.hall, &table, format))
        .await??;
    Ok(([("content-type", kind), ("content-disposition", file.as_str())], text).into_response())
}

/// The text of a game; without turns not before it is over, for it tells where every piece was sent.
fn exported(hall: &Hall, table: &TableId, format: Format) -> Result<String, ApiError> {
    let missing = |error: ResumeError| ApiError::NoTable(error.to_string());
    let listing = hall.listing(table).map_err(missing)?;
    if listing.game == Game::Kungfu && !listing.is_over() {
        return Err(ApiError::NotOver);
    }
    hall.export(table, format).map_err(missing)
}

/// The bots of every game.
#[utoipa::path(get, path = "/api/levels", responses((status = 200, body = Vec<Levels>)))]
pub(crate) async fn levels() -> Json<[Levels; 3]> {
    Json(Levels::all())
}

const fn board_name(board: LiveBoard) -> &'static str {
    match board {
        LiveBoard::Standard => "standard",
        LiveBoard::Four => "four",
    }
}

fn named(table: &str) -> Result<TableId, ApiError> {
    table
        .parse()
        .map_err(|error: hall::TableIdError| ApiError::NoTable(error.to_string()))
}
