//! What programs that watch the server ask.

use std::sync::Arc;

use axum::{Router, extract::State, routing::get};

use crate::{
    api::ApiError,
    context::{AdmissionError, AppContext},
};

/// `/healthz` and `/metrics`.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
}

/// Whether games can be played and stored.
async fn health(State(context): State<Arc<AppContext>>) -> Result<&'static str, ApiError> {
    if *context.closing.borrow() {
        Err(AdmissionError::Closing.into())
    } else if context.host.is_storing() {
        Ok("ok\n")
    } else {
        Err(ApiError::NotStoring)
    }
}

async fn metrics(State(context): State<Arc<AppContext>>) -> Result<String, ApiError> {
    context.metrics.open_tables.set(context.host.open_tables() as i64);
    context.metrics.text().map_err(|_| ApiError::Fault)
}
