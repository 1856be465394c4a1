//! The only place where errors become HTTP responses.

use axum::{
    Json,
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use host::{ConnectError, ExportError, OpenError, Refusal, StoreError};
use thiserror::Error;
use tracing::error;

use super::{
    account_error::AccountError,
    body::{ErrorBody, ErrorFacts},
    new_table::NewTableError,
};
use crate::{context::AdmissionError, name::NameError, seats::SeatError};

/// Why a request was not granted.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    NewTable(#[from] NewTableError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Admission(#[from] AdmissionError),
    #[error(transparent)]
    Seat(#[from] SeatError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    Store(StoreError),
    #[error("no table has such a code")]
    NoTable,
    #[error("there is nothing at this address")]
    NoSuchAddress,
    #[error(transparent)]
    Exercise(practice::ExerciseError),
    #[error(transparent)]
    OwnPuzzles(practice::OwnError),
    #[error("there is no such puzzle")]
    NoPuzzle,
    #[error("games are exported as pgn, json, position or sheet")]
    UnknownFormat,
    #[error("request from another origin refused")]
    ForeignOrigin,
    #[error("too many connections; try again in a moment")]
    NoSocketFree,
    #[error("too many connections from your address; close one first")]
    TooManySockets,
    #[error("this server has another name; the operator can add this one with --host")]
    WrongHost,
    #[error("the body of a request has at most {most} bytes")]
    TooLarge { most: usize },
    #[error("the body of the request did not come in time")]
    SlowBody,
    #[error("games cannot be stored at the moment")]
    NotStoring,
    #[error("a fault of the server; it has been logged")]
    Fault,
}

impl ApiError {
    /// Whether the request named a table that does not exist.
    pub(crate) fn is_guess(&self) -> bool {
        self.facts().1 == "no-table"
    }

    /// The status and the stable code of an error.
    fn facts(&self) -> (StatusCode, String) {
        let (status, code) = match self {
            ApiError::Account(error) => error.facts(),
            ApiError::NewTable(error) => new_table(error),
            ApiError::Name(error) => name(*error),
            ApiError::Admission(AdmissionError::Full) | ApiError::NoSocketFree => {
                (StatusCode::SERVICE_UNAVAILABLE, "full")
            }
            ApiError::Admission(AdmissionError::Closing) => (StatusCode::SERVICE_UNAVAILABLE, "closing"),
            ApiError::Admission(AdmissionError::TooFast) => (StatusCode::TOO_MANY_REQUESTS, "too-fast"),
            ApiError::Admission(AdmissionError::TooManyTables) => (StatusCode::TOO_MANY_REQUESTS, "too-many-tables"),
            ApiError::Admission(AdmissionError::TooMuchStored) => (StatusCode::TOO_MANY_REQUESTS, "too-much-stored"),
            ApiError::TooManySockets => (StatusCode::TOO_MANY_REQUESTS, "too-many-sockets"),
            ApiError::WrongHost => (StatusCode::MISDIRECTED_REQUEST, "wrong-host"),
            ApiError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            ApiError::SlowBody => (StatusCode::REQUEST_TIMEOUT, "slow-body"),
            ApiError::Seat(SeatError::Open(OpenError::Rematch(refusal) | OpenError::NotStudied(refusal)))
            | ApiError::Export(ExportError::Refused(refusal)) => return (StatusCode::CONFLICT, refusal_code(refusal)),
            ApiError::Seat(SeatError::Open(error)) => open(error),
            ApiError::Seat(SeatError::Connect(error)) | ApiError::Export(ExportError::Table(error)) => connect(error),
            ApiError::Seat(SeatError::NotYours) => (StatusCode::FORBIDDEN, "not-yours"),
            ApiError::Store(error) => store(error),
            ApiError::NoTable => (StatusCode::NOT_FOUND, "no-table"),
            ApiError::NoSuchAddress => (StatusCode::NOT_FOUND, "not-found"),
            ApiError::Exercise(_) => (StatusCode::UNPROCESSABLE_ENTITY, "wrong-exercise"),
            ApiError::OwnPuzzles(_) => (StatusCode::UNPROCESSABLE_ENTITY, "no-own-puzzles"),
            ApiError::NoPuzzle => (StatusCode::NOT_FOUND, "no-puzzle"),
            ApiError::UnknownFormat => (StatusCode::UNPROCESSABLE_ENTITY, "unknown-format"),
            ApiError::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign-origin"),
            ApiError::NotStoring => (StatusCode::SERVICE_UNAVAILABLE, "not-stored"),
            ApiError::Seat(SeatError::Random(_)) | ApiError::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault"),
        };
        (status, code.to_owned())
    }
}

pub(super) type Facts = (StatusCode, &'static str);

fn new_table(error: &NewTableError) -> Facts {
    let code = match error {
        NewTableError::Body(_) => "wrong-body",
        NewTableError::Game(_) => "unknown-game",
        NewTableError::Name(error) => return name(*error),
        NewTableError::Clock(_) => "wrong-clock",
        NewTableError::Rated(error) => return error.facts(),
        NewTableError::NoOpponent => "no-opponent",
        NewTableError::NoLevel => "no-level",
        NewTableError::TwoSeats => "two-seats",
        NewTableError::UnknownLevel(_) => "unknown-level",
        NewTableError::UnknownMission(_) => "unknown-mission",
        NewTableError::NoGame => "no-game",
        NewTableError::File(_) => "wrong-file",
        NewTableError::Sketch(_) => "no-sketch",
    };
    (StatusCode::UNPROCESSABLE_ENTITY, code)
}

pub(super) const fn name(error: NameError) -> Facts {
    let code = match error {
        NameError::Empty => "name-empty",
        NameError::Long => "name-too-long",
        NameError::Letters => "name-letters",
        NameError::Joints => "name-joints",
    };
    (StatusCode::UNPROCESSABLE_ENTITY, code)
}

const fn open(error: &OpenError) -> Facts {
    let code = match error {
        OpenError::Game(_) => "unknown-game",
        OpenError::Start(_) => "wrong-start",
        OpenError::Control(_) => "wrong-clock",
        OpenError::Bot { .. } => "unknown-level",
        OpenError::Seats { .. } => "wrong-seats",
        OpenError::Tree(_) => "wrong-moves",
        OpenError::TooManyMoves { .. } => "too-many-moves",
        OpenError::NotStudied(_) | OpenError::Rematch(_) => return (StatusCode::CONFLICT, "not-over"),
        OpenError::Earlier(error) => return connect(error),
        OpenError::Store(error) => return store(error),
        OpenError::Busy => return (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        OpenError::Closing => return (StatusCode::SERVICE_UNAVAILABLE, "closing"),
    };
    (StatusCode::UNPROCESSABLE_ENTITY, code)
}

const fn connect(error: &ConnectError) -> Facts {
    match error {
        ConnectError::NoTable(_) => (StatusCode::NOT_FOUND, "no-table"),
        ConnectError::Kind { .. } => (StatusCode::CONFLICT, "wrong-kind"),
        ConnectError::NoSuchSeat(_) => (StatusCode::CONFLICT, "no-such-seat"),
        ConnectError::OneSeatOnly => (StatusCode::CONFLICT, "one-seat-only"),
        ConnectError::SeatOfBot(_) => (StatusCode::CONFLICT, "seat-of-bot"),
        ConnectError::NoOpenSeat => (StatusCode::CONFLICT, "no-open-seat"),
        ConnectError::TurnedOut => (StatusCode::FORBIDDEN, "turned-out"),
        ConnectError::NotWatched => (StatusCode::FORBIDDEN, "not-watched"),
        ConnectError::NotYourSeat => (StatusCode::FORBIDDEN, "not-yours"),
        ConnectError::Log { .. } => (StatusCode::INTERNAL_SERVER_ERROR, "unreadable"),
        ConnectError::Store(error) => store(error),
        ConnectError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        ConnectError::Closing => (StatusCode::SERVICE_UNAVAILABLE, "closing"),
    }
}

pub(super) const fn store(error: &StoreError) -> Facts {
    match error {
        StoreError::NoTable(_) => (StatusCode::NOT_FOUND, "no-table"),
        StoreError::Damaged { .. } | StoreError::Newer(_) => (StatusCode::INTERNAL_SERVER_ERROR, "unreadable"),
        StoreError::Exists(_) | StoreError::Claimed(_) | StoreError::Conflict(_) | StoreError::Behind { .. } => {
            (StatusCode::SERVICE_UNAVAILABLE, "busy")
        }
        StoreError::InUse(_) | StoreError::Failed { .. } | StoreError::Unknown { .. } => {
            (StatusCode::SERVICE_UNAVAILABLE, "not-stored")
        }
    }
}

/// The code of a refusal is what its own type writes.
fn refusal_code(refusal: &Refusal) -> String {
    let written = serde_json::to_value(refusal).unwrap_or_default();
    written["code"].as_str().unwrap_or("refused").to_owned()
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.facts();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            error!("{self}");
        }
        let wait = match &self {
            ApiError::Account(AccountError::Wait { seconds }) => Some(*seconds),
            _ => None,
        };
        let mut answer = answer(status, code, self.to_string());
        if let Some(wait) = wait {
            answer.headers_mut().insert(header::RETRY_AFTER, wait.into());
        }
        answer
    }
}

fn answer(status: StatusCode, code: String, words: String) -> Response {
    let error = ErrorFacts { code, words };
    (status, Json(ErrorBody { error })).into_response()
}

/// The response to an unknown address: a page for people, an error for programs.
pub(crate) async fn not_found(headers: HeaderMap) -> Response {
    let wanted = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    if wanted.is_some_and(|kinds| kinds.contains("text/html")) {
        return (StatusCode::NOT_FOUND, Html(NOTHING_HERE)).into_response();
    }
    ApiError::NoSuchAddress.into_response()
}

/// For people who followed a wrong link.
const NOTHING_HERE: &str = "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>Nothing here · Threefold</title></head>\n\
    <body><main><h1>There is nothing at this address</h1>\
    <p><a href=\"/\">Go to the front page of Threefold</a></p></main></body>\n</html>\n";

/// Gives error responses of libraries the same format as our own.
pub(crate) async fn errors_as_json(request: Request, next: Next) -> Response {
    /// Error texts of libraries are short.
    const WORDS: usize = 4 << 10;
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    // Libraries respond with plain text; an HTML page is our own.
    let own = ["application/json", "text/html"];
    let is_own = kind.is_some_and(|kind| own.iter().any(|own| kind.as_bytes().starts_with(own.as_bytes())));
    if is_own || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, WORDS).await.unwrap_or_default();
    let words = match std::str::from_utf8(&text).map(str::trim) {
        Ok("") | Err(_) => status.canonical_reason().unwrap_or("That did not work").to_owned(),
        Ok(words) => words.to_owned(),
    };
    let code = match status {
        StatusCode::BAD_REQUEST => "bad-request",
        StatusCode::NOT_FOUND => "not-found",
        StatusCode::METHOD_NOT_ALLOWED => "wrong-method",
        StatusCode::PAYLOAD_TOO_LARGE => "too-large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not-json",
        StatusCode::UNPROCESSABLE_ENTITY => "wrong-body",
        StatusCode::UPGRADE_REQUIRED => "no-upgrade",
        status if status.is_client_error() => "refused",
        _ => "fault",
    };
    let mut answer = answer(status, code.to_owned(), words);
    // Such as which methods are allowed.
    for name in [header::CONTENT_TYPE, header::CONTENT_LENGTH] {
        parts.headers.remove(name);
    }
    answer.headers_mut().extend(parts.headers);
    answer
}
