//! Endpoints for monitoring.

use std::{sync::Arc, time::Duration};

use axum::{Router, extract::State, routing::get};
use tokio::time::timeout;

use crate::{
    api::ApiError,
    context::{AdmissionError, AppContext},
};

/// The time limit for a response of the store.
const TIMEOUT: Duration = Duration::from_secs(5);

/// `/healthz`.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
}

/// `/metrics`, which is served on an address of its own.
pub(crate) fn metrics_router() -> Router<Arc<AppContext>> {
    router().route("/metrics", get(metrics))
}

/// Whether games can be played and stored.
async fn health(State(context): State<Arc<AppContext>>) -> Result<&'static str, ApiError> {
    if *context.closing.borrow() || context.cluster.as_ref().is_some_and(|cluster| cluster.is_draining()) {
        return Err(AdmissionError::Closing.into());
    }
    let storing = context.blocking(|context| context.host.is_storing());
    match timeout(TIMEOUT, storing).await {
        Ok(Ok(true)) => Ok("ok\n"),
        Ok(Ok(false)) | Err(_) => Err(ApiError::NotStoring),
        Ok(Err(error)) => Err(error),
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
