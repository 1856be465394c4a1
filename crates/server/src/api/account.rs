//! Accounts over HTTP: signing up, in and out, recovery, sessions, closing.

pub(crate) mod recovery;
pub(crate) mod sessions;
mod verify;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Extension, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::ToSchema;

use super::{
    ApiError,
    account_error::AccountError,
    who::{self, SignedIn},
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    players::{
        Account, AccountName, CookieKind, NewAccount, Password, PlayersError, RecoveryCode, SessionToken, codes,
    },
    seat_token::Device,
    visitor::{Peer, VisitorAddress},
    visitors::Activity,
};
use verify::{confirmed, hashed, verified};

/// Every route below `/api/account`.
pub(super) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route("/api/account", get(account))
        .route("/api/account/signup", post(sign_up))
        .route("/api/account/signin", post(sign_in))
        .route("/api/account/signout", post(sign_out))
        .route("/api/account/recover", post(recovery::recover))
        .route("/api/account/reset", post(recovery::reset))
        .route("/api/account/password", post(recovery::password))
        .route("/api/account/codes", post(recovery::new_codes))
        .route("/api/account/adopt", post(adopt))
        .route("/api/account/sessions", get(sessions::sessions))
        .route("/api/account/sessions/end-others", post(sessions::end_others))
        .route("/api/account/sessions/{session}/end", post(sessions::end_session))
        .route("/api/account/close", post(close))
}

/// A person who opens an account.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub(crate) struct SignUp {
    pub(crate) name: String,
    pub(crate) password: String,
    /// A device whose anonymous player the account adopts with all its games.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    pub(crate) device: Option<Device>,
}

/// A person who signs in.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// The password, for actions that need more than an open browser.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmed {
    pub(crate) password: String,
}

/// A device whose anonymous player is adopted.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Adoption {
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    pub(crate) device: Device,
}

/// An account as its owner sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct OwnAccount {
    pub(crate) name: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    /// Recovery codes that were not used.
    pub(crate) codes_left: i64,
}

/// Recovery codes, which are shown once.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct NewCodes {
    pub(crate) name: String,
    pub(crate) codes: Vec<String>,
}

/// Where a request comes from.
struct Origin {
    cookie: CookieKind,
    agent: String,
}

impl Origin {
    /// Refuses plain http from outside, where others could read the password.
    fn new(
        context: &AppContext,
        visitor: VisitorAddress,
        peer: Option<&Peer>,
        headers: &HeaderMap,
    ) -> Result<Self, AccountError> {
        let secure = peer.is_some_and(|Peer(peer)| context.proxies.is_secure(peer.ip(), headers));
        if !secure && !visitor.is_private() {
            return Err(AccountError::NoHttps);
        }
        let agent = headers.get(header::USER_AGENT);
        Ok(Origin {
            cookie: if secure { CookieKind::Secure } else { CookieKind::Plain },
            agent: agent.and_then(|agent| agent.to_str().ok()).unwrap_or("").to_owned(),
        })
    }

    /// Opens a session and answers with its cookie.
    async fn admit(
        self,
        context: &Arc<AppContext>,
        account: &Account,
        status: StatusCode,
        body: impl Serialize,
    ) -> Result<Response, ApiError> {
        let token = SessionToken::new().map_err(|_| ApiError::Fault)?;
        let (player, hash, cookie) = (account.player, token.hash(), self.cookie);
        context
            .blocking(move |context| context.players.open_session(player, &hash, cookie, &self.agent))
            .await?
            .map_err(AccountError::from)?;
        let cookie = [(header::SET_COOKIE, who::set_cookie(cookie, &token))];
        Ok((status, cookie, Json(body)).into_response())
    }
}

/// The account that is signed in; null if none is.
#[cfg_attr(test, utoipa::path(get, path = "/api/account", responses((status = 200, body = Option<OwnAccount>))))]
pub(crate) async fn account(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
) -> Result<Json<Option<OwnAccount>>, ApiError> {
    match who::session(&context, &headers).await? {
        Some(SignedIn { account, .. }) => own(&context, account).await.map(Some).map(Json),
        None => Ok(Json(None)),
    }
}

/// Opens an account and signs in. The recovery codes are shown only once.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/signup", request_body = SignUp, responses(
    (status = 201, body = NewCodes), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody))))]
pub(crate) async fn sign_up(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Json(wanted): Json<SignUp>,
) -> Result<Response, ApiError> {
    let origin = Origin::new(&context, visitor, peer.as_deref(), &headers)?;
    let name = AccountName::new(&wanted.name).map_err(AccountError::from)?;
    let password = Password::new(&wanted.password, name.as_str()).map_err(AccountError::from)?;
    if !context.visitors.may_store(visitor) {
        return Err(AdmissionError::TooMuchStored.into());
    }
    if !context.visitors.allow(visitor, Activity::SignUp) {
        return Err(AdmissionError::TooFast.into());
    }
    let hash = hashed(&context, password).await?;
    let codes = codes().map_err(|_| ApiError::Fault)?;
    let shown: Vec<String> = codes.iter().map(RecoveryCode::shown).collect();
    let account = context
        .blocking(move |context| {
            let account = context.players.open_account(&NewAccount {
                name: &name,
                password: &hash,
                codes: &codes,
            })?;
            if let Some(device) = &wanted.device {
                adopted(context, &account, device)?;
            }
            Ok::<_, PlayersError>(account)
        })
        .await?
        .map_err(AccountError::from)?;
    context.visitors.charge(visitor, SIGN_UP);
    let body = NewCodes {
        name: account.name.clone(),
        codes: shown,
    };
    origin.admit(&context, &account, StatusCode::CREATED, body).await
}

/// Bytes that an account is charged as.
const SIGN_UP: usize = 4 << 10;

/// Signs in.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/signin", request_body = SignIn, responses(
    (status = 200, body = OwnAccount), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody))))]
pub(crate) async fn sign_in(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Json(wanted): Json<SignIn>,
) -> Result<Response, ApiError> {
    let origin = Origin::new(&context, visitor, peer.as_deref(), &headers)?;
    // An invalid name is refused like an unknown one.
    let name = AccountName::read(&wanted.name).map_err(|_| {
        context.metrics.failed_sign_ins.inc();
        AccountError::Players(PlayersError::WrongPassword)
    })?;
    let account = verified(&context, visitor, name, Password::given(&wanted.password)).await?;
    let body = own(&context, account.clone()).await?;
    origin.admit(&context, &account, StatusCode::OK, body).await
}

/// Ends the caller's session.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/signout", responses((status = 204))))]
pub(crate) async fn sign_out(State(context): State<Arc<AppContext>>, headers: HeaderMap) -> Result<Response, ApiError> {
    if let Some(SignedIn { session, .. }) = who::session(&context, &headers).await? {
        context
            .blocking(move |context| context.players.end_session(&session))
            .await?
            .map_err(AccountError::from)?;
    }
    Ok(signed_out())
}

/// Lets the account adopt the anonymous player of a device with all its games.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/adopt", request_body = Adoption, responses(
    (status = 204), (status = 409, body = ErrorBody))))]
pub(crate) async fn adopt(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    Json(wanted): Json<Adoption>,
) -> Result<StatusCode, ApiError> {
    let SignedIn { account, .. } = who::signed_in(&context, &headers).await?;
    context
        .blocking(move |context| adopted(context, &account, &wanted.device))
        .await?
        .map_err(AccountError::from)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes the account. Only its games stay, and their player has no name.
#[cfg_attr(test, utoipa::path(post, path = "/api/account/close", request_body = Confirmed, responses(
    (status = 204), (status = 403, body = ErrorBody))))]
pub(crate) async fn close(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Json(wanted): Json<Confirmed>,
) -> Result<Response, ApiError> {
    let account = confirmed(&context, visitor, &headers, &wanted.password).await?;
    let was = context
        .blocking(move |context| {
            let was = context.players.close_account(account.player)?;
            for &player in &was {
                // Open tables show it at once; it is already stored.
                context.host.rename(player, crate::players::FORMER)?;
            }
            Ok::<_, PlayersError>(was)
        })
        .await?
        .map_err(AccountError::from)?;
    for player in was {
        context.pool.forget(player).await.map_err(ApiError::Store)?;
    }
    Ok(signed_out())
}

fn signed_out() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    for kind in [CookieKind::Secure, CookieKind::Plain] {
        response
            .headers_mut()
            .append(header::SET_COOKIE, who::clear_cookie(kind));
    }
    response
}

async fn own(context: &Arc<AppContext>, account: Account) -> Result<OwnAccount, ApiError> {
    let player = account.player;
    let codes_left = context
        .blocking(move |context| context.players.codes_left(player))
        .await?
        .map_err(AccountError::from)?;
    Ok(OwnAccount {
        name: account.name,
        created: account.created,
        codes_left,
    })
}

/// Adopts, and shows the account's name at tables that are open.
fn adopted(context: &AppContext, account: &Account, device: &Device) -> Result<(), PlayersError> {
    let player = device.player();
    context.players.adopt(account, player)?;
    Ok(context.host.rename(player, &account.name)?)
}
