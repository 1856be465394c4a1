//! Rules, puzzles, lessons and drills over HTTP. Nothing is stored here: a request contains the learner's actions so
//! far, and the response is the exercise after them.

pub(crate) mod offers;
pub(crate) mod puzzle;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Extension, Path, State},
    routing::{get, post},
};
use play::{GameId, Registry, Setup};
use practice::{Action, Card, DrillTheme, Exercise, ExerciseError, LiveLesson, Task, live_lesson};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::ToSchema;

use super::ApiError;
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    levels::LIVE_GAME,
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Memory for a reply in a drill, in MiB: it visits few positions.
const HASH: usize = 2;

pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/rules/{game}", get(rules))
        .route("/api/practice", get(offers::offers).post(act))
        .route("/api/lessons/kungfu", get(live))
        .route("/api/puzzles/next", post(puzzle::next))
        .route("/api/puzzles/count", post(puzzle::count))
        .route("/api/tables/{table}/puzzles", post(puzzle::own))
}

/// The rules of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct RulesText {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    /// The game's name for people.
    name: &'static str,
    /// Headings after `#`, list items after `-`, paragraphs on one line.
    text: &'static str,
}

/// The rules of a game for people.
#[cfg_attr(test, utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path,)),
    responses((status = 200, body = RulesText), (status = 404, body = ErrorBody))))]
pub(crate) async fn rules(
    State(context): State<Arc<AppContext>>,
    Path(game): Path<String>,
) -> Result<Json<RulesText>, ApiError> {
    if game == LIVE_GAME.as_str() {
        return Ok(Json(RulesText {
            game: LIVE_GAME,
            name: "Kung Fu Chess",
            text: host::LIVE_RULES,
        }));
    }
    let registry = context.host.registry();
    let module = registry.by_name(&game).map_err(|_| ApiError::NoSuchAddress)?;
    Ok(Json(RulesText {
        game: module.id(),
        name: module.name(),
        text: module.rules(),
    }))
}

/// The lesson of the live game, which is played at a table.
#[cfg_attr(test, utoipa::path(get, path = "/api/lessons/kungfu", responses((status = 200, body = Object))))]
pub(crate) async fn live() -> Json<&'static LiveLesson> {
    Json(live_lesson())
}

/// An exercise, what was done so far, and what is done now.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct ExerciseRequest {
    #[cfg_attr(test, schema(value_type = Object))]
    task: Task,
    #[cfg_attr(test, schema(value_type = Vec<Object>))]
    log: Vec<Action>,
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    action: Option<Action>,
}

/// An exercise after an action.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ExerciseAnswer {
    #[cfg_attr(test, schema(value_type = Object))]
    card: Card,
    /// To be sent with the next action.
    #[cfg_attr(test, schema(value_type = Vec<Object>))]
    log: Vec<Action>,
}

/// Executes an action in an exercise.
#[cfg_attr(test, utoipa::path(post, path = "/api/practice", request_body = ExerciseRequest,
    responses((status = 200, body = ExerciseAnswer), (status = 422, body = ErrorBody))))]
pub(crate) async fn act(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Json(request): Json<ExerciseRequest>,
) -> Result<Json<ExerciseAnswer>, ApiError> {
    if !context.visitors.allow(visitor, Activity::Practice) {
        return Err(AdmissionError::TooFast.into());
    }
    let answer = context
        .blocking(move |context| carry_out(&context.host.registry(), request))
        .await?;
    Ok(Json(answer.map_err(ApiError::Exercise)?))
}

fn carry_out(registry: &Registry, request: ExerciseRequest) -> Result<ExerciseAnswer, ExerciseError> {
    let mut exercise = Exercise::resume(registry, request.task, request.log)?;
    if let Some(action) = request.action {
        // Replies are the opponent's.
        if matches!(action, Action::Reply { .. }) {
            return Err(ExerciseError::NotNow);
        }
        exercise.act(action)?;
    }
    if exercise.awaits_reply() {
        let module = registry.get(DrillTheme::GAME)?;
        let setup = Setup {
            hash: HASH,
            ..Setup::seeded(1)
        };
        exercise.reply(&mut *module.open_bot(&module.adviser(), setup)?)?;
    }
    Ok(ExerciseAnswer {
        card: exercise.card(),
        log: exercise.log().to_vec(),
    })
}
