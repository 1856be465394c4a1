//! The part of the hall that is asked by HTTP: tables are opened, joined, listed and exported.

mod error;

use std::{net::SocketAddr, sync::Arc, time::Instant};

use axum::{
    Json, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bots::{BotSpec, Game, Sitter};
use hall::{Control, Format, Manners, Opened, Plan, SeatNumber, Start, TableId};
use play::TimeControl;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(crate) use error::ApiError;

use crate::{levels::Levels, limits, name::DisplayName, openapi, rooms::Key, secret::Secret, serve::Shared};

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

/// A table somebody wants.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[schema(value_type = String, example = "ransom")]
    game: Game,
    mode: Mode,
    /// The bot, against the machine.
    level: Option<String>,
    #[serde(default)]
    side: Wish,
    /// The name of whoever asks.
    name: String,
    /// The name of the second person, for two at one screen.
    opponent: Option<String>,
    /// Minutes and seconds a move, as `5+3`; none without.
    clock: Option<String>,
    #[schema(value_type = Option<Object>)]
    start: Option<Start>,
}

/// With whom one plays.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Two people at one screen.
    Here,
    /// Against a bot.
    Machine,
    /// With whoever opens the link.
    Link,
}

/// Which side one wants.
#[derive(Clone, Copy, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Wish {
    #[default]
    White,
    Black,
    Random,
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
    let (plan, seats) = wanted.plan()?;
    let opened = shared
        .blocking(move |shared| shared.rooms.open(&shared.hall, plan, &seats))
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

impl Wanted {
    /// The game, and the seats of whoever asks.
    fn plan(self) -> Result<(Plan, Vec<SeatNumber>), ApiError> {
        let name = DisplayName::read(&self.name)?.into_text();
        let black = match self.side {
            Wish::White => false,
            Wish::Black => true,
            Wish::Random => fastrand::bool(),
        };
        let own = SeatNumber(u8::from(black));
        let (other, other_name, seats) = match self.mode {
            Mode::Here => {
                let second = self.opponent.as_deref().ok_or(ApiError::NoOpponent)?;
                let both = vec![SeatNumber(0), SeatNumber(1)];
                (Sitter::Human, Some(DisplayName::read(second)?.into_text()), both)
            }
            Mode::Machine => {
                let level = self.level.as_deref().ok_or(ApiError::NoLevel)?;
                let known = bots::offers(self.game).iter().any(|known| known.spec == level);
                let spec = BotSpec::read(self.game, level).ok().filter(|_| known);
                let spec = spec.ok_or_else(|| ApiError::UnknownLevel(level.chars().take(40).collect()))?;
                (Sitter::Bot(spec), None, vec![own])
            }
            Mode::Link => (Sitter::Human, None, vec![own]),
        };
        let control = self.clock.as_deref().map(TimeControl::read_minutes).transpose()?;
        let mut sitters = [Sitter::Human, other];
        let mut names = [Some(name), other_name];
        if black {
            sitters.reverse();
            names.reverse();
        }
        let plan = Plan {
            game: self.game,
            sitters,
            names,
            start: self.start.unwrap_or_default(),
            control: control.map(Control::Clock),
            seed: fastrand::u64(..),
            manners: Manners::Human,
        };
        Ok((plan, seats))
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

/// The same again with sides swapped.
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
    names: [String; 2],
    open_seats: usize,
    moves: usize,
    over: bool,
}

/// Tables that wait for somebody, and tables to watch.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Listed>)))]
pub(crate) async fn lobby(State(shared): State<Arc<Shared>>) -> Result<Json<Vec<Listed>>, ApiError> {
    let tables = shared.blocking(|shared| shared.hall.lobby()).await?;
    // A person against a bot plays for themselves.
    let together = tables.into_iter().filter(|table| table.people == 2);
    let listed = together.map(|Opened { listing, free, .. }| Listed {
        open_seats: free,
        over: listing.is_over(),
        table: listing.table,
        game: listing.game,
        names: listing.names,
        moves: listing.moves,
    });
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
    responses((status = 200, body = String), (status = 404, body = error::Words)))]
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
        .blocking(move |shared| shared.hall.export(&table, format))
        .await?
        .map_err(|error| ApiError::NoTable(error.to_string()))?;
    Ok(([("content-type", kind), ("content-disposition", file.as_str())], text).into_response())
}

/// The bots of every game.
#[utoipa::path(get, path = "/api/levels", responses((status = 200, body = Vec<Levels>)))]
pub(crate) async fn levels() -> Json<[Levels; 2]> {
    Json(Levels::all())
}

fn named(table: &str) -> Result<TableId, ApiError> {
    table
        .parse()
        .map_err(|error: hall::TableIdError| ApiError::NoTable(error.to_string()))
}
