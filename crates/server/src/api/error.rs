//! The one place where errors become HTTP answers.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use hall::SitError;
use play::TimeControlError;
use serde::Serialize;
use thiserror::Error;
use tracing::error;
use utoipa::ToSchema;

use crate::{name::NameError, rooms::RoomError};

/// Why a request was not granted.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    #[error("name the second player")]
    NoOpponent,
    #[error("choose a level")]
    NoLevel,
    #[error("you can take one seat only")]
    TwoSeats,
    #[error("no level is called '{0}'")]
    UnknownLevel(String),
    #[error("games are given as pgn, json or position")]
    UnknownFormat,
    #[error("{0}")]
    NoTable(String),
    #[error("the game is given away when it is over")]
    NotOver,
    #[error("a page of another place may not come in")]
    ForeignOrigin,
    #[error("the hall is full; try again in a moment")]
    Full,
    #[error("the hall is closing; no new tables are opened")]
    Closing,
    #[error("too many tables in a short time; wait a moment")]
    TooFast,
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error("that did not work; the hall has made a note of it")]
    Broken,
}

/// An error as a page reads it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Words {
    error: String,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Name(_)
            | ApiError::Clock(_)
            | ApiError::NoOpponent
            | ApiError::NoLevel
            | ApiError::TwoSeats
            | ApiError::UnknownLevel(_)
            | ApiError::UnknownFormat
            | ApiError::Room(RoomError::Plan(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::NoTable(_) | ApiError::Room(RoomError::Sit(SitError::NoTable(_))) => StatusCode::NOT_FOUND,
            ApiError::ForeignOrigin | ApiError::Room(RoomError::NotYours) => StatusCode::FORBIDDEN,
            ApiError::NotOver | ApiError::Room(RoomError::Sit(_)) => StatusCode::CONFLICT,
            ApiError::Full | ApiError::Closing => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::TooFast => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Room(RoomError::Chance(_) | RoomError::Database(_)) | ApiError::Broken => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            error!("{self}");
        }
        let words = Words {
            error: self.to_string(),
        };
        (status, Json(words)).into_response()
    }
}
