//! The HTTP API: opens, joins, lists and exports tables, renames players.

pub(crate) mod account;
mod account_error;
pub(crate) mod body;
pub(crate) mod challenges;
pub(crate) mod editor;
mod error;
pub(crate) mod lobby;
pub(crate) mod me;
mod new_table;
pub(crate) mod pairing;
pub(crate) mod practice;
pub(crate) mod studies;
mod who;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Extension, Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use host::{ExportFormat, NewPlayer, Occupant, PlayerId, TableId};
use ratings::List;
use serde::Deserialize;
use serde_json::{Value, json};
#[cfg(test)]
use utoipa::IntoParams;

use crate::{
    cluster::{PassedOn, ask_owner},
    context::{AdmissionError, AppContext},
    levels, limits,
    name::DisplayName,
    openapi,
    players::{Account, ChallengeState},
    seats::SeatError,
    visitor::VisitorAddress,
    visitors::Activity,
};
use account_error::AccountError;
#[cfg(test)]
use body::{ErrorBody, OpenedTable, TurnTableRequest};
use body::{GameOffer, GrantedSeat, NamedDevice, PlayerName, RematchRequest};
pub(crate) use error::{ApiError, errors_as_json, not_found};

/// Bytes charged for a new table; its first event, its row and its tokens are shorter.
const NEW_TABLE: usize = 2 << 10;
/// Bytes charged for a seat or a name.
const JOIN: usize = 512;

/// Every route below `/api`.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/tables", post(open).get(lobby::tables))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/pairing", post(pairing::seek))
        .route("/api/pairing/stop", post(pairing::stop))
        .route("/api/tables/{table}/join", post(join))
        .route("/api/tables/{table}/rematch", post(rematch))
        .route("/api/tables/{table}/grants", post(grants))
        .route("/api/tables/{table}/export", get(export))
        .route("/api/players/name", post(rename))
        .route("/api/levels", get(levels))
        .route("/api/openapi.json", get(openapi::document))
        .merge(practice::router())
        .merge(account::router())
        .merge(me::router())
        .merge(challenges::router())
        .layer(DefaultBodyLimit::max(limits::BODY))
        .merge(studies::router())
        .merge(editor::router())
}

/// Opens a table. It is stored with its tokens and names before this is answered.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables", request_body = TurnTableRequest, responses(
    (status = 201, body = OpenedTable), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody))))]
pub(crate) async fn open(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Json(wanted): Json<Value>,
) -> Result<Response, ApiError> {
    let account = who::session(&context, &headers).await?.map(|session| session.account);
    let new = new_table::read(&wanted, &context.host.registry(), account.as_ref())?;
    if account.is_none()
        && let Some((_, player)) = new.own.first()
    {
        who::check_free(&context, *player).await?;
    }
    let challenge = match (&new.challenge, new.own.first()) {
        (Some(name), Some(&(_, challenger))) => {
            let challenged = challenges::challenged(&context, visitor, challenger, name).await?;
            Some((challenger, challenged))
        }
        _ => None,
    };
    let opening = context.admit_table(visitor)?;
    let opened = context
        .blocking(move |context| {
            let opened = context.seats.create(&new)?;
            if new.rated {
                context.players.set_rated(&opened.table).map_err(AccountError::from)?;
            }
            if let Some((challenger, challenged)) = challenge {
                let kept = context.players.challenge(&opened.table, challenger, challenged);
                kept.map_err(AccountError::from)?;
            }
            Ok::<_, ApiError>(opened)
        })
        .await??;
    opening.done(&opened.table);
    context.visitors.charge(visitor, NEW_TABLE);
    context.metrics.tables.inc();
    Ok((StatusCode::CREATED, Json(opened)).into_response())
}

/// Takes an open seat of a table.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{table}/join", request_body = NamedDevice,
    params(("table" = String, Path,)), responses((status = 200, body = GrantedSeat), (status = 409, body = ErrorBody))))]
pub(crate) async fn join(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Path(table): Path<String>,
    Json(guest): Json<NamedDevice>,
) -> Result<Json<GrantedSeat>, ApiError> {
    let account = who::session(&context, &headers).await?.map(|session| session.account);
    let player = who::new_player(account.as_ref(), &guest.device, &guest.name)?;
    if account.is_none() {
        who::check_free(&context, player.player).await?;
    }
    if !context.visitors.allow(visitor, Activity::Join) {
        return Err(AdmissionError::TooFast.into());
    }
    let granted = at_table(&context, visitor, &table, Wakes::Yes, move |context, table| {
        let (player, kept) = seated_before(context, &table, player, account.as_ref())?;
        let granted = context.seats.join(&table, player)?;
        if let Some(challenged) = kept {
            let accepted = ChallengeState::Accepted;
            let answered = context.players.answer_challenge(&table, challenged, accepted);
            answered.map_err(AccountError::from)?;
        }
        Ok::<_, ApiError>(granted)
    })
    .await?;
    context.visitors.charge(visitor, JOIN);
    Ok(Json(granted))
}

/// The player who takes a seat. For an account it is the adopted player that already has a seat there. Also returns the
/// account whose challenge this accepts.
fn seated_before(
    context: &AppContext,
    table: &TableId,
    player: NewPlayer,
    account: Option<&Account>,
) -> Result<(NewPlayer, Option<PlayerId>), ApiError> {
    let own = match account {
        Some(account) => context.players.all_of(account.player).map_err(AccountError::from)?,
        None => vec![player.player],
    };
    let summary = context.host.summary(table).map_err(SeatError::from)?;
    let mut seated = summary.seats.iter().filter_map(Occupant::person);
    if let Some(seated) = seated.find(|person| own.contains(person)) {
        let name = player.name;
        return Ok((NewPlayer { player: seated, name }, None));
    }
    if account.is_none() && context.players.is_rated(table).map_err(AccountError::from)? {
        return Err(AccountError::NeedsAccount.into());
    }
    let challenge = context.players.challenge_at(table).map_err(AccountError::from)?;
    match challenge.filter(|challenge| challenge.state == ChallengeState::Open) {
        Some(challenge) if challenge.challenged == player.player => Ok((player, Some(challenge.challenged))),
        Some(_) => Err(AccountError::SeatKept.into()),
        None => Ok((player, None)),
    }
}

/// Opens a rematch for the players of a finished game, with every player moved by one seat.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{table}/rematch", request_body = RematchRequest,
    params(("table" = String, Path,)), responses((status = 201, body = OpenedTable), (status = 409, body = ErrorBody))))]
pub(crate) async fn rematch(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(table): Path<String>,
    Json(wanted): Json<RematchRequest>,
) -> Result<Response, ApiError> {
    let opening = context.admit_table(visitor)?;
    let (next, players) = at_table(&context, visitor, &table, Wakes::Yes, move |context, table| {
        let (next, players) = context.seats.rematch(&table, &wanted.tokens)?;
        let known = |error| ApiError::from(AccountError::from(error));
        if context.players.is_rated(&table).map_err(known)? {
            context.players.set_rated(&next).map_err(known)?;
        }
        Ok::<_, ApiError>((next, players))
    })
    .await?;
    opening.done(&next);
    context.visitors.charge(visitor, NEW_TABLE);
    // The first player may have opened the new table at another node.
    let (path, body) = (format!("/api/tables/{next}/grants"), json!(players).to_string());
    if let Some(answer) = ask_owner(&context, &next, &path, body.into()).await {
        return Ok(answer);
    }
    grant_to(&context, next, players).await
}

/// New tokens for the seats of some players; only other nodes request this.
pub(crate) async fn grants(
    State(context): State<Arc<AppContext>>,
    passed_on: Option<Extension<PassedOn>>,
    Path(table): Path<String>,
    Json(players): Json<Vec<PlayerId>>,
) -> Result<Response, ApiError> {
    if passed_on.is_none() {
        return Err(ApiError::NoTable);
    }
    let table: TableId = table.parse().map_err(|_| ApiError::NoTable)?;
    grant_to(&context, table, players).await
}

async fn grant_to(context: &Arc<AppContext>, table: TableId, players: Vec<PlayerId>) -> Result<Response, ApiError> {
    let granted = context
        .blocking(move |context| context.seats.grant(table, &players))
        .await??;
    Ok((StatusCode::CREATED, Json(granted)).into_response())
}

/// Gives the player of a device another name, at all tables.
#[cfg_attr(test, utoipa::path(post, path = "/api/players/name", request_body = NamedDevice,
    responses((status = 200, body = PlayerName), (status = 422, body = ErrorBody))))]
pub(crate) async fn rename(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Json(named): Json<NamedDevice>,
) -> Result<Json<PlayerName>, ApiError> {
    if !context.visitors.may_store(visitor) {
        return Err(AdmissionError::TooMuchStored.into());
    }
    if !context.visitors.allow(visitor, Activity::Rename) {
        return Err(AdmissionError::TooFast.into());
    }
    context.visitors.charge(visitor, JOIN);
    let (player, name) = (named.device.player(), DisplayName::read(&named.name)?.into_text());
    who::check_free(&context, player).await?;
    let given = name.clone();
    context
        .blocking(move |context| context.host.rename(player, &given))
        .await?
        .map_err(ApiError::Store)?;
    Ok(Json(PlayerName { name }))
}

/// In which format a game is wanted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams))]
pub(crate) struct ExportQuery {
    /// `pgn`, `json`, `position` or `sheet`.
    format: String,
}

/// A game in a format for other programs; a live game only when it is over.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{table}/export", params(("table" = String, Path,), ExportQuery),
    responses((status = 200, body = String), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody))))]
pub(crate) async fn export(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(table): Path<String>,
    Query(wanted): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let (format, kind, ending) = match wanted.format.as_str() {
        "pgn" => (ExportFormat::Pgn, "application/x-chess-pgn", "pgn"),
        "json" => (ExportFormat::Json, "application/json", "json"),
        "position" => (ExportFormat::Position, "text/plain; charset=utf-8", "txt"),
        "sheet" => (ExportFormat::Sheet, "text/plain; charset=utf-8", "txt"),
        _ => return Err(ApiError::UnknownFormat),
    };
    let text = at_table(&context, visitor, &table, Wakes::No, move |context, table| {
        context.host.export(&table, format)
    })
    .await?;
    let file = format!("attachment; filename=\"threefold-{table}.{ending}\"");
    Ok(([("content-type", kind), ("content-disposition", file.as_str())], text).into_response())
}

/// The games with their bots, boards and speeds; the first is the default. The usual level of chess is the one next to the
/// caller's training rating.
#[cfg_attr(test, utoipa::path(get, path = "/api/levels", responses((status = 200, body = Vec<GameOffer>))))]
pub(crate) async fn levels(State(context): State<Arc<AppContext>>, headers: HeaderMap) -> Json<Vec<GameOffer>> {
    let registry = context.host.registry();
    let mut offers = levels::offers(&registry);
    if let Some(rating) = training_rating(&context, &headers).await {
        levels::fit_to_training(&mut offers, &registry, rating);
    }
    Json(offers)
}

/// The training rating of the caller, unless it is provisional. Levels are offered to everybody, so a missing rating is
/// not an error.
async fn training_rating(context: &Arc<AppContext>, headers: &HeaderMap) -> Option<u32> {
    let player = who::asker(context, headers).await.ok()?.player;
    let ratings = context.blocking(move |context| context.players.ratings(player)).await;
    let mut ratings = ratings.ok()?.ok()?.into_iter();
    let training = ratings.find(|rating| rating.list == List::Training)?.rating;
    (!training.is_provisional()).then_some(training.value as u32)
}

/// Whether a closed table is opened for a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wakes {
    Yes,
    No,
}

/// Runs a function for a table code, unless the address has guessed too many codes.
async fn at_table<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    context: &Arc<AppContext>,
    visitor: VisitorAddress,
    table: &str,
    wakes: Wakes,
    act: impl FnOnce(&AppContext, TableId) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    context.check_guesses(visitor)?;
    let done = async {
        let table: TableId = table.parse().map_err(|_| ApiError::NoTable)?;
        let opening = match wakes {
            Wakes::Yes => context.admit_to(visitor, &table)?,
            Wakes::No => None,
        };
        let done = context
            .blocking(move |context| {
                let done = act(context, table.clone());
                if let (Ok(_), Some(opening)) = (&done, opening) {
                    opening.done(&table);
                }
                done
            })
            .await?;
        done.map_err(Into::into)
    };
    let done = done.await;
    if done.as_ref().is_err_and(ApiError::is_guess) {
        context.note_guess(visitor);
    }
    done
}
