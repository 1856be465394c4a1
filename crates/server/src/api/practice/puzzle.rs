//! Choosing the next puzzle, counting a result, and puzzles from a player's own games.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::{
    Json,
    extract::{Extension, Path, State},
};
use host::{ExportFormat, SeatNumber};
use play::{GameId, Side};
use practice::{Task, own_puzzles};
use puzzles::{Progress, Puzzle, PuzzleFilter, PuzzleId, Set, Theme};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::ToSchema;

use super::super::{ApiError, Wakes, at_table};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    visitor::VisitorAddress,
    visitors::Activity,
};

/// The most own puzzles in one request.
const MOST_OWN: usize = 60;

/// A solver, and the wanted puzzle.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct NextPuzzleRequest {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    /// Only puzzles with this theme.
    theme: Option<String>,
    /// About this rating; without it, the solver's own.
    rating: Option<u32>,
    /// Only these puzzles of the solver's own, as lines of text.
    own: Option<Vec<String>>,
    #[cfg_attr(test, schema(value_type = Object))]
    #[cfg_attr(test, ts(type = "PuzzleProgress"))]
    progress: Progress,
}

/// A puzzle for a solver.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct NextPuzzle {
    #[cfg_attr(test, schema(value_type = Object))]
    task: Task,
    #[cfg_attr(test, schema(value_type = String))]
    #[cfg_attr(test, ts(type = "string"))]
    id: PuzzleId,
    rating: u32,
    /// How many puzzles are due again.
    due: usize,
}

/// The next puzzle for a solver.
#[cfg_attr(test, utoipa::path(post, path = "/api/puzzles/next", request_body = NextPuzzleRequest,
    responses((status = 200, body = NextPuzzle), (status = 404, body = ErrorBody))))]
pub(crate) async fn next(Json(request): Json<NextPuzzleRequest>) -> Result<Json<NextPuzzle>, ApiError> {
    let theme = match request.theme.as_deref() {
        Some(word) => Some(Theme::read(word).ok_or(ApiError::NoPuzzle)?),
        None => None,
    };
    let wanted = PuzzleFilter {
        theme,
        rating: request.rating,
    };
    let (now, seed) = (seconds(), fastrand::u64(..));
    let progress = &request.progress;
    let due = progress.due_count(now);
    let found = |puzzle: &Puzzle, task| {
        Json(NextPuzzle {
            task,
            id: puzzle.id,
            rating: puzzle.rating(),
            due,
        })
    };
    if let Some(own) = request.own {
        let puzzles = own.iter().take(MOST_OWN).map(|line| line.parse::<Puzzle>());
        let set = Set::of(
            puzzles
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| ApiError::Exercise(error.into()))?,
        );
        let puzzle = set.next(progress, wanted, now, seed).ok_or(ApiError::NoPuzzle)?;
        let line = puzzle.to_string();
        return Ok(found(puzzle, Task::Own { line }));
    }
    let set = Set::shipped(request.game);
    let puzzle = set.next(progress, wanted, now, seed).ok_or(ApiError::NoPuzzle)?;
    let task = Task::Puzzle {
        game: request.game,
        id: puzzle.id,
    };
    Ok(found(puzzle, task))
}

/// A puzzle that was tried.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    #[cfg_attr(test, schema(value_type = Object))]
    #[cfg_attr(test, ts(type = "PuzzleProgress"))]
    progress: Progress,
    #[cfg_attr(test, schema(value_type = String))]
    #[cfg_attr(test, ts(type = "string"))]
    id: PuzzleId,
    rating: u32,
    /// Whether it was solved at the first try.
    solved: bool,
}

/// The progress of a solver after a puzzle.
#[cfg_attr(test, utoipa::path(post, path = "/api/puzzles/count", request_body = CountRequest,
    responses((status = 200, body = Object), (status = 422, body = ErrorBody))))]
pub(crate) async fn count(Json(request): Json<CountRequest>) -> Json<Progress> {
    let mut progress = request.progress;
    progress.count(request.id, request.rating.clamp(100, 3500), request.solved, seconds());
    Json(progress)
}

/// Puzzles of a player's own game, as lines of text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct OwnPuzzles {
    puzzles: Vec<String>,
}

/// Whose mistakes become puzzles.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnPuzzlesRequest {
    /// The seat of the player: 0 or 1.
    #[cfg_attr(test, schema(value_type = u8))]
    seat: SeatNumber,
}

/// Makes puzzles of the mistakes of one player of a finished turn game.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{table}/puzzles", request_body = OwnPuzzlesRequest,
    params(("table" = String, Path,)), responses((status = 200, body = OwnPuzzles), (status = 422, body = ErrorBody))))]
pub(crate) async fn own(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(table): Path<String>,
    Json(request): Json<OwnPuzzlesRequest>,
) -> Result<Json<OwnPuzzles>, ApiError> {
    // A request costs some seconds of search.
    if !context.visitors.allow(visitor, Activity::Rename) {
        return Err(AdmissionError::TooFast.into());
    }
    let side = Side::BOTH
        .get(usize::from(request.seat.0))
        .copied()
        .ok_or(ApiError::NoPuzzle)?;
    let json = at_table(&context, visitor, &table, Wakes::No, move |context, table| {
        context.host.export(&table, ExportFormat::Json)
    })
    .await?;
    let made = context
        .blocking(move |context| own_puzzles(&context.host.registry(), &json, Some(side)))
        .await?
        .map_err(ApiError::OwnPuzzles)?;
    Ok(Json(OwnPuzzles {
        puzzles: made.iter().map(ToString::to_string).collect(),
    }))
}

/// Seconds since 1970.
fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO).as_secs()
}
