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
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Whether games can be played and stored.
async fn health(State(context): State<Arc<AppContext>>) -> Result<&'static str, ApiError> {
    if *context.closing.borrow() || context.cluster.as_ref().is_some_and(|cluster| cluster.is_draining()) {
        Err(AdmissionError::Closing.into())
    } else if context.host.is_storing() {
        Ok("ok\n")
    } else {
        Err(ApiError::NotStoring)
    }
}

/// Whether new games should be sent here: as above, and the lease of the node holds.
async fn ready(State(context): State<Arc<AppContext>>) -> Result<&'static str, ApiError> {
    if context.host.holds_lease() {
        health(State(context)).await
    } else {
        Err(ApiError::NotStoring)
    }
}

async fn metrics(State(context): State<Arc<AppContext>>) -> Result<String, ApiError> {
    context.metrics.open_tables.set(context.host.open_tables() as i64);
    if let Some(cluster) = &context.cluster {
        context.metrics.node(cluster, context.host.holds_lease());
    }
    context.metrics.text().map_err(|_| ApiError::Fault)
}
