//! Checks of every request before it is handled: its `Host`, its rate, its body.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    api::{self, ApiError},
    context::{AdmissionError, AppContext},
    limits,
    visitor::Peer,
    visitors::Activity,
};

/// Accepts a request with its whole body and the address of its visitor, or refuses it.
pub(crate) async fn admit(State(context): State<Arc<AppContext>>, mut request: Request, next: Next) -> Response {
    if !context.hosts.accept(request.headers()) {
        return ApiError::WrongHost.into_response();
    }
    let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() else {
        return ApiError::Fault.into_response();
    };
    let visitor = context.proxies.visitor(peer.ip(), request.headers());
    request.extensions_mut().insert(visitor);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_safe && !is_own_page(request.headers()) {
        return ApiError::ForeignOrigin.into_response();
    }
    let path = request.uri().path();
    let costs = path.starts_with("/api/") || path.starts_with("/ws/");
    if costs && !context.visitors.allow(visitor, Activity::Request) {
        return ApiError::Admission(AdmissionError::TooFast).into_response();
    }
    match with_whole_body(request).await {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Whether a request comes from a page of this server. Browsers name the page that sends a request; other programs name
/// none.
pub(crate) fn is_own_page(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
    if matches!(site, Some(b"cross-site" | b"same-site")) {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, origin)| origin == host),
        (Some(_), None) => false,
    }
}

/// Reads the whole body first, so that a slow sender holds no other resource.
async fn with_whole_body(request: Request) -> Result<Request, ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let has_body = length.unwrap_or(0) > 0 || request.headers().contains_key(header::TRANSFER_ENCODING);
    if !has_body {
        return Ok(request);
    }
    let most = if api::studies::brings_file(request.uri().path()) || api::editor::brings_file(request.uri().path()) {
        limits::FILE_BODY
    } else {
        limits::BODY
    };
    if length.is_some_and(|length| length > most as u64) {
        return Err(ApiError::TooLarge { most });
    }
    let (parts, body) = request.into_parts();
    let read = timeout(limits::BODY_TIME, to_bytes(body, most)).await;
    match read.map_err(|_| ApiError::SlowBody)? {
        Ok(bytes) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Err(_) => Err(ApiError::TooLarge { most }),
    }
}
