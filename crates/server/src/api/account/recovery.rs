//! Setting another password: by a recovery code, by a link of the operator or with the old password; new recovery
//! codes.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Extension, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde::Deserialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::{
    super::{ApiError, account_error::AccountError},
    Confirmed, NewCodes, Origin, own,
    verify::{attempt, confirmed, hashed, subjects},
};
#[cfg(test)]
use crate::api::{account::OwnAccount, body::ErrorBody};
use crate::{
    context::{AdmissionError, AppContext},
    players::{AccountName, Password, PlayersError, RecoveryCode, SessionToken, Subject, codes},
    visitor::{Peer, VisitorAddress},
    visitors::Activity,
};

/// The request of a person who has lost the password and has a recovery code.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovery {
    pub(crate) name: String,
    pub(crate) code: String,
    /// The new password.
    pub(crate) password: String,
}

/// A person with a link from the operator.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Reset {
    /// The secret of the link.
    pub(crate) link: String,
    /// The new password.
    pub(crate) password: String,
}

/// Another password.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    pub(crate) old: String,
    pub(crate) password: String,
}

/// Sets another password with a recovery code, which becomes invalid; ends all sessions and signs in.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/recover", request_body = Recovery, responses(
    (status = 200, body = OwnAccount), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody))))]
pub(crate) async fn recover(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Json(wanted): Json<Recovery>,
) -> Result<Response, ApiError> {
    let origin = Origin::new(&context, visitor, peer.as_deref(), &headers)?;
    let wrong = || {
        context.metrics.failed_sign_ins.inc();
        AccountError::Players(PlayersError::WrongCode)
    };
    let name = AccountName::read(&wanted.name).map_err(|_| wrong())?;
    let password = Password::new(&wanted.password, name.as_str()).map_err(AccountError::from)?;
    attempt(&context, visitor, &name).await?;
    let hash = hashed(&context, password).await?;
    let code = RecoveryCode::read(&wanted.code).ok_or_else(wrong)?;
    let account = context
        .blocking(move |context| {
            let account = context.players.recover(&name, &code, &hash)?;
            context.players.forget_failures(&subjects(&name, visitor))?;
            Ok::<_, PlayersError>(account)
        })
        .await?;
    let account = account.map_err(|error| match error {
        PlayersError::WrongCode => wrong(),
        error => AccountError::from(error),
    })?;
    let body = own(&context, account.clone()).await?;
    origin.admit(&context, &account, StatusCode::OK, body).await
}

/// Sets another password with a link of the operator, which becomes invalid; ends all sessions and signs in.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/reset", request_body = Reset, responses(
    (status = 200, body = OwnAccount), (status = 403, body = ErrorBody))))]
pub(crate) async fn reset(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Json(wanted): Json<Reset>,
) -> Result<Response, ApiError> {
    let origin = Origin::new(&context, visitor, peer.as_deref(), &headers)?;
    let password = Password::new(&wanted.password, "").map_err(AccountError::from)?;
    if !context.visitors.allow(visitor, Activity::SignIn) {
        return Err(AdmissionError::TooFast.into());
    }
    let links = context
        .blocking(move |context| context.players.attempt(&[Subject::Links(visitor)]))
        .await?
        .map_err(AccountError::from)?;
    if let Some(failed) = links {
        return Err(AccountError::from(failed).into());
    }
    let hash = hashed(&context, password).await?;
    let account = context
        .blocking(move |context| {
            let link = SessionToken::read(&wanted.link).ok_or(PlayersError::WrongLink)?;
            let account = context.players.reset(&link.hash(), &hash)?;
            context.players.forget_failures(&[Subject::Links(visitor)])?;
            Ok::<_, PlayersError>(account)
        })
        .await?
        .map_err(AccountError::from)?;
    let body = own(&context, account.clone()).await?;
    origin.admit(&context, &account, StatusCode::OK, body).await
}

/// Sets another password and ends all sessions. The caller gets a new session.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/password", request_body = NewPassword, responses(
    (status = 200, body = OwnAccount), (status = 403, body = ErrorBody))))]
pub(crate) async fn password(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Json(wanted): Json<NewPassword>,
) -> Result<Response, ApiError> {
    let origin = Origin::new(&context, visitor, peer.as_deref(), &headers)?;
    let account = confirmed(&context, visitor, &headers, &wanted.old).await?;
    let password = Password::new(&wanted.password, &account.name).map_err(AccountError::from)?;
    let hash = hashed(&context, password).await?;
    let player = account.player;
    context
        .blocking(move |context| context.players.set_password(player, &hash))
        .await?
        .map_err(AccountError::from)?;
    let body = own(&context, account.clone()).await?;
    origin.admit(&context, &account, StatusCode::OK, body).await
}

/// Replaces the recovery codes. The new ones are shown only once.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/codes", request_body = Confirmed, responses(
    (status = 200, body = NewCodes), (status = 403, body = ErrorBody))))]
pub(crate) async fn new_codes(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Json(wanted): Json<Confirmed>,
) -> Result<Json<NewCodes>, ApiError> {
    let account = confirmed(&context, visitor, &headers, &wanted.password).await?;
    let codes = codes().map_err(|_| ApiError::Fault)?;
    let shown = codes.iter().map(RecoveryCode::shown).collect();
    let player = account.player;
    context
        .blocking(move |context| context.players.renew_codes(player, &codes))
        .await?
        .map_err(AccountError::from)?;
    Ok(Json(NewCodes {
        name: account.name,
        codes: shown,
    }))
}
