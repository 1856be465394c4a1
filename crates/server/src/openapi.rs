//! The HTTP part, described for programs.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use utoipa::OpenApi;

use crate::api::{self, ApiError};

#[derive(OpenApi)]
#[openapi(
    info(title = "Threefold", description = "Tables of the browser hall"),
    paths(api::open, api::join, api::rematch, api::lobby, api::export, api::levels)
)]
struct Document;

/// The description.
pub(crate) async fn document() -> Response {
    match Document::openapi().to_json() {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => ApiError::Broken.into_response(),
    }
}
