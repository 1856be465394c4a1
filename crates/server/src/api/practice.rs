//! Rules, puzzles, lessons and drills by HTTP. Nothing is stored here: a request brings what the learner has done, and
//! the answer is the exercise after it.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::{
    Json, Router,
    extract::{Extension, Path, State},
    routing::{get, post},
};
use host::{ExportFormat, SeatNumber};
use play::{GameId, Registry, Setup, Side};
use practice::{
    Action, Card, DrillTheme, Exercise, ExerciseError, LiveLesson, Mission, Task, drills, lesson, live_lesson,
    missions, own_puzzles,
};
use puzzles::{Progress, Puzzle, PuzzleId, Set, Theme, Wanted};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ApiError, Wakes, at_table, body::ErrorBody};
use crate::{
    context::{AdmissionError, AppContext},
    levels::LIVE_GAME,
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Memory for a reply in a drill, in MiB: it visits few positions.
const HASH: usize = 2;
/// The most own puzzles in one request.
const MOST_OWN: usize = 60;

pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/rules/{game}", get(rules))
        .route("/api/practice", get(offers).post(act))
        .route("/api/lessons/kungfu", get(live))
        .route("/api/puzzles/next", post(next))
        .route("/api/puzzles/count", post(count))
        .route("/api/tables/{table}/puzzles", post(own))
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RulesText {
    #[schema(value_type = String)]
    game: GameId,
    /// The game's name for people.
    name: &'static str,
    /// Headings after `#`, list items after `-`, paragraphs on one line.
    text: &'static str,
}

/// The rules of a game for people.
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path,)),
    responses((status = 200, body = RulesText), (status = 404, body = ErrorBody)))]
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

/// What can be practised.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PracticeOffer {
    puzzles: Vec<PuzzleOffer>,
    lessons: Vec<LessonOffer>,
    drills: Vec<DrillOffer>,
    missions: Vec<MissionOffer>,
}

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleOffer {
    #[schema(value_type = String)]
    game: GameId,
    name: &'static str,
    count: usize,
    themes: Vec<ThemeOffer>,
}

/// A theme of puzzles.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ThemeOffer {
    theme: &'static str,
    name: &'static str,
    count: usize,
}

/// The first lesson of a turn game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LessonOffer {
    #[schema(value_type = String)]
    game: GameId,
    title: String,
    steps: usize,
}

/// A theme of endgame drills.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DrillOffer {
    #[schema(value_type = String)]
    theme: DrillTheme,
    name: &'static str,
    advice: &'static str,
    /// How many positions there are.
    count: usize,
}

/// A mission of the live game, played at a table that is opened with its name.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct MissionOffer {
    name: &'static str,
    /// The belt for people: `White belt`.
    belt: &'static str,
    title: &'static str,
    task: &'static str,
    /// After how many seconds time is up.
    seconds: u32,
}

/// What can be practised.
#[utoipa::path(get, path = "/api/practice", responses((status = 200, body = PracticeOffer)))]
pub(crate) async fn offers(State(context): State<Arc<AppContext>>) -> Json<PracticeOffer> {
    let registry = context.host.registry();
    Json(PracticeOffer {
        puzzles: puzzle_offers(&registry),
        lessons: lesson_offers(&registry),
        drills: DrillTheme::ALL
            .into_iter()
            .map(drill_offer)
            .filter(|drill| drill.count > 0)
            .collect(),
        missions: missions().iter().map(mission_offer).collect(),
    })
}

fn puzzle_offers(registry: &Registry) -> Vec<PuzzleOffer> {
    let theme = |(theme, count): (Theme, usize)| ThemeOffer {
        theme: theme.word(),
        name: theme.name(),
        count,
    };
    let offers = registry.games().map(|module| {
        let set = Set::shipped(module.id());
        PuzzleOffer {
            game: module.id(),
            name: module.name(),
            count: set.len(),
            themes: set.themes().into_iter().map(theme).collect(),
        }
    });
    offers.filter(|offer| offer.count > 0).collect()
}

fn lesson_offers(registry: &Registry) -> Vec<LessonOffer> {
    let lessons = registry.games().filter_map(|module| {
        lesson(module.id()).map(|lesson| LessonOffer {
            game: module.id(),
            title: lesson.title.clone(),
            steps: lesson.steps.len(),
        })
    });
    lessons.collect()
}

fn drill_offer(theme: DrillTheme) -> DrillOffer {
    DrillOffer {
        theme,
        name: theme.name(),
        advice: theme.advice(),
        count: drills(theme).len(),
    }
}

fn mission_offer(mission: &'static Mission) -> MissionOffer {
    MissionOffer {
        name: mission.name(),
        belt: mission.belt.name(),
        title: &mission.title,
        task: &mission.task,
        seconds: mission.seconds(),
    }
}

/// The lesson of the live game, which is played at a table.
#[utoipa::path(get, path = "/api/lessons/kungfu", responses((status = 200, body = Object)))]
pub(crate) async fn live() -> Json<&'static LiveLesson> {
    Json(live_lesson())
}

/// An exercise, what was done so far, and what is done now.
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct ExerciseRequest {
    #[schema(value_type = Object)]
    task: Task,
    #[schema(value_type = Vec<Object>)]
    log: Vec<Action>,
    #[schema(value_type = Option<Object>)]
    action: Option<Action>,
}

/// An exercise after an action.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ExerciseAnswer {
    #[schema(value_type = Object)]
    card: Card,
    /// To be sent with the next action.
    #[schema(value_type = Vec<Object>)]
    log: Vec<Action>,
}

/// Does something in an exercise.
#[utoipa::path(post, path = "/api/practice", request_body = ExerciseRequest,
    responses((status = 200, body = ExerciseAnswer), (status = 422, body = ErrorBody)))]
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

/// Who wants a puzzle, and which.
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct NextPuzzleRequest {
    #[schema(value_type = String)]
    game: GameId,
    /// Only puzzles with this theme.
    theme: Option<String>,
    /// About this rating; without it, the solver's own.
    rating: Option<u32>,
    /// Only these puzzles of the solver's own, as lines of text.
    own: Option<Vec<String>>,
    #[schema(value_type = Object)]
    #[cfg_attr(test, ts(type = "PuzzleProgress"))]
    progress: Progress,
}

/// A puzzle for a solver.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct NextPuzzle {
    #[schema(value_type = Object)]
    task: Task,
    #[schema(value_type = String)]
    #[cfg_attr(test, ts(type = "string"))]
    id: PuzzleId,
    rating: u32,
    /// How many puzzles are due again.
    due: usize,
}

/// The next puzzle for a solver.
#[utoipa::path(post, path = "/api/puzzles/next", request_body = NextPuzzleRequest,
    responses((status = 200, body = NextPuzzle), (status = 404, body = ErrorBody)))]
pub(crate) async fn next(Json(request): Json<NextPuzzleRequest>) -> Result<Json<NextPuzzle>, ApiError> {
    let theme = match request.theme.as_deref() {
        Some(word) => Some(Theme::read(word).ok_or(ApiError::NoPuzzle)?),
        None => None,
    };
    let wanted = Wanted {
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
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct CountRequest {
    #[schema(value_type = Object)]
    #[cfg_attr(test, ts(type = "PuzzleProgress"))]
    progress: Progress,
    #[schema(value_type = String)]
    #[cfg_attr(test, ts(type = "string"))]
    id: PuzzleId,
    rating: u32,
    /// Whether it was solved at the first try.
    solved: bool,
}

/// The progress of a solver after a puzzle.
#[utoipa::path(post, path = "/api/puzzles/count", request_body = CountRequest,
    responses((status = 200, body = Object), (status = 422, body = ErrorBody)))]
pub(crate) async fn count(Json(request): Json<CountRequest>) -> Json<Progress> {
    let mut progress = request.progress;
    progress.count(request.id, request.rating.clamp(100, 3500), request.solved, seconds());
    Json(progress)
}

/// Puzzles of a player's own game, as lines of text.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OwnPuzzles {
    puzzles: Vec<String>,
}

/// Whose mistakes become puzzles.
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnPuzzlesRequest {
    /// The seat of the player: 0 or 1.
    #[schema(value_type = u8)]
    seat: SeatNumber,
}

/// Makes puzzles of the mistakes of one player of a finished turn game.
#[utoipa::path(post, path = "/api/tables/{table}/puzzles", request_body = OwnPuzzlesRequest,
    params(("table" = String, Path,)), responses((status = 200, body = OwnPuzzles), (status = 422, body = ErrorBody)))]
pub(crate) async fn own(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(table): Path<String>,
    Json(request): Json<OwnPuzzlesRequest>,
) -> Result<Json<OwnPuzzles>, ApiError> {
    // It costs about as much as a rename may: some seconds of a search.
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
