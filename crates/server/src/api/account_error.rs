//! Errors of requests about accounts and games.

use axum::http::StatusCode;
use host::StoreError;
use thiserror::Error;

use super::error::{self, Facts};
use crate::players::{AccountNameError, FailedSignIns, PasswordError, PlayersError, QueueFull};

/// Why something about an account or its games was not done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum AccountError {
    #[error(transparent)]
    Players(PlayersError),
    #[error(transparent)]
    Name(#[from] AccountNameError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("sign in first")]
    NotSignedIn,
    #[error("too many failed attempts; wait {seconds} s")]
    Wait { seconds: u64 },
    #[error("accounts need https: others could read the password on its way")]
    NoHttps,
    #[error("too many people are signing in; try again in a moment")]
    Busy,
    #[error("this session does not exist")]
    NoSession,
    #[error("a rated game is for players with accounts; sign in first")]
    NeedsAccount,
    #[error("a rated game of chess has a clock")]
    NeedsClock,
    #[error("a rated game is played by people, from the usual start")]
    NotRatable,
    #[error("a challenge is a private game of two people")]
    NotAChallenge,
    #[error("there is no such challenge")]
    NoChallenge,
    #[error("this seat is reserved for another player")]
    SeatKept,
    #[error("a device is named by 32 hexadecimal digits")]
    WrongDevice,
}

impl AccountError {
    /// The status and the stable code.
    pub(super) fn facts(&self) -> Facts {
        match self {
            AccountError::Players(PlayersError::Store(error)) => error::store(error),
            AccountError::Players(PlayersError::NameTaken) => (StatusCode::CONFLICT, "name-taken"),
            AccountError::Players(PlayersError::WrongPassword) => (StatusCode::FORBIDDEN, "wrong-password"),
            AccountError::Players(PlayersError::WrongCode) => (StatusCode::FORBIDDEN, "wrong-code"),
            AccountError::Players(PlayersError::WrongLink) => (StatusCode::FORBIDDEN, "wrong-link"),
            AccountError::Players(PlayersError::DeviceAdopted) => (StatusCode::CONFLICT, "device-adopted"),
            AccountError::Players(PlayersError::NoPlayer) => (StatusCode::NOT_FOUND, "no-player"),
            AccountError::Players(PlayersError::OwnChallenge) => (StatusCode::UNPROCESSABLE_ENTITY, "own-challenge"),
            AccountError::Players(PlayersError::TooManyChallenges) => {
                (StatusCode::TOO_MANY_REQUESTS, "too-many-challenges")
            }
            AccountError::Name(AccountNameError::Name(error)) => error::name(*error),
            AccountError::Name(AccountNameError::Reserved) => (StatusCode::UNPROCESSABLE_ENTITY, "name-reserved"),
            AccountError::Name(AccountNameError::Confusing) => (StatusCode::UNPROCESSABLE_ENTITY, "name-confusing"),
            AccountError::Password(PasswordError::Short) => (StatusCode::UNPROCESSABLE_ENTITY, "password-short"),
            AccountError::Password(PasswordError::Long) => (StatusCode::UNPROCESSABLE_ENTITY, "password-long"),
            AccountError::Password(PasswordError::Name) => (StatusCode::UNPROCESSABLE_ENTITY, "password-name"),
            AccountError::NotSignedIn => (StatusCode::UNAUTHORIZED, "not-signed-in"),
            AccountError::Wait { .. } => (StatusCode::TOO_MANY_REQUESTS, "wait"),
            AccountError::NoHttps => (StatusCode::FORBIDDEN, "no-https"),
            AccountError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            AccountError::NoSession => (StatusCode::NOT_FOUND, "no-session"),
            AccountError::NeedsAccount => (StatusCode::FORBIDDEN, "needs-account"),
            AccountError::NeedsClock => (StatusCode::UNPROCESSABLE_ENTITY, "needs-clock"),
            AccountError::NotRatable => (StatusCode::UNPROCESSABLE_ENTITY, "not-ratable"),
            AccountError::NotAChallenge => (StatusCode::UNPROCESSABLE_ENTITY, "not-a-challenge"),
            AccountError::NoChallenge => (StatusCode::NOT_FOUND, "no-challenge"),
            AccountError::SeatKept => (StatusCode::FORBIDDEN, "seat-kept"),
            AccountError::WrongDevice => (StatusCode::UNPROCESSABLE_ENTITY, "wrong-device"),
        }
    }
}

impl From<PlayersError> for AccountError {
    fn from(error: PlayersError) -> Self {
        AccountError::Players(error)
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> Self {
        AccountError::Players(error.into())
    }
}

impl From<FailedSignIns> for AccountError {
    fn from(failed: FailedSignIns) -> Self {
        AccountError::Wait {
            seconds: failed.wait.unsigned_abs(),
        }
    }
}

impl From<QueueFull> for AccountError {
    fn from(_: QueueFull) -> Self {
        AccountError::Busy
    }
}
