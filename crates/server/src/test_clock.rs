//! The clock of tests: one route that advances the time of the tables.

use std::{sync::Arc, time::Duration};

use axum::{Json, Router, extract::State, routing::post};
use play::Moment;
use serde::{Deserialize, Serialize};

use crate::{api::ApiError, context::AppContext};

/// `POST /test/pass`.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new().route("/test/pass", post(pass))
}

/// How much time passes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passing {
    ms: u64,
}

/// The time afterwards.
#[derive(Serialize)]
struct Passed {
    now: Moment,
}

async fn pass(State(context): State<Arc<AppContext>>, Json(passing): Json<Passing>) -> Result<Json<Passed>, ApiError> {
    let now = context
        .blocking(move |context| {
            context.host.pass(Duration::from_millis(passing.ms));
            context.host.now()
        })
        .await?;
    Ok(Json(Passed { now }))
}
