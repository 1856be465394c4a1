//! What can be practised: puzzle sets, lessons, drills and missions.

use std::sync::Arc;

use axum::{Json, extract::State};
use play::{GameId, Registry};
use practice::{DrillTheme, Mission, drills, lesson, missions};
use puzzles::{Set, Theme};
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use crate::context::AppContext;

/// What can be practised.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct PracticeOffer {
    puzzles: Vec<PuzzleOffer>,
    lessons: Vec<LessonOffer>,
    drills: Vec<DrillOffer>,
    missions: Vec<MissionOffer>,
}

/// The puzzles of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct PuzzleOffer {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    name: &'static str,
    count: usize,
    themes: Vec<ThemeOffer>,
}

/// A theme of puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct ThemeOffer {
    theme: &'static str,
    name: &'static str,
    count: usize,
}

/// The first lesson of a turn game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct LessonOffer {
    #[cfg_attr(test, schema(value_type = String))]
    game: GameId,
    title: String,
    steps: usize,
}

/// A theme of endgame drills.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct DrillOffer {
    #[cfg_attr(test, schema(value_type = String))]
    theme: DrillTheme,
    name: &'static str,
    advice: &'static str,
    /// How many positions there are.
    count: usize,
}

/// A mission of the live game, played at a table that is opened with its name.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
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
#[cfg_attr(test, utoipa::path(get, path = "/api/practice", responses((status = 200, body = PracticeOffer))))]
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
