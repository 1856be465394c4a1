//! The caller of a request: the account of the session cookie, or the anonymous player of a device.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use host::{NewPlayer, PlayerId};

use super::{ApiError, account_error::AccountError};
use crate::{
    context::AppContext,
    name::DisplayName,
    players::{Account, CookieKind, SessionToken},
    seat_token::Device,
};

/// The secret of the device, for requests without a body.
const DEVICE: HeaderName = HeaderName::from_static("threefold-device");
/// The lifetime of a cookie in the browser; the server ends sessions independently.
const COOKIE_AGE: u32 = 400 * 24 * 60 * 60;

/// A session that is open.
pub(crate) struct SignedIn {
    pub(crate) account: Account,
    /// The hash of the session.
    pub(crate) session: String,
}

/// Somebody with games of their own.
pub(crate) struct Asker {
    pub(crate) player: PlayerId,
    pub(crate) account: Option<Account>,
}

/// The session of a request, if it is open.
pub(crate) async fn session(context: &Arc<AppContext>, headers: &HeaderMap) -> Result<Option<SignedIn>, ApiError> {
    for kind in [CookieKind::Secure, CookieKind::Plain] {
        let Some(token) = cookie(headers, kind) else { continue };
        let hash = token.hash();
        let looked_up = hash.clone();
        let found = context
            .blocking(move |context| context.players.signed_in(&looked_up, kind))
            .await?;
        if let Some(account) = found.map_err(AccountError::from)? {
            return Ok(Some(SignedIn { account, session: hash }));
        }
    }
    Ok(None)
}

/// The session of a request that needs one.
pub(crate) async fn signed_in(context: &Arc<AppContext>, headers: &HeaderMap) -> Result<SignedIn, ApiError> {
    let session = session(context, headers).await?;
    session.ok_or_else(|| AccountError::NotSignedIn.into())
}

/// The account of a request, or else the player of the device that its header names.
pub(crate) async fn asker(context: &Arc<AppContext>, headers: &HeaderMap) -> Result<Asker, ApiError> {
    if let Some(SignedIn { account, .. }) = session(context, headers).await? {
        return Ok(Asker {
            player: account.player,
            account: Some(account),
        });
    }
    let named = headers.get(DEVICE).ok_or(AccountError::NotSignedIn)?;
    let text = named.to_str().unwrap_or("").to_owned();
    let device = Device::try_from(text).map_err(|_| AccountError::WrongDevice)?;
    let player = device.player();
    check_free(context, player).await?;
    Ok(Asker { player, account: None })
}

/// Refuses a device whose player belongs to an account.
pub(crate) async fn check_free(context: &Arc<AppContext>, player: PlayerId) -> Result<(), ApiError> {
    let adopted = context
        .blocking(move |context| context.players.adopted_by(player))
        .await?
        .map_err(AccountError::from)?;
    match adopted {
        Some(_) => Err(AccountError::Players(crate::players::PlayersError::DeviceAdopted).into()),
        None => Ok(()),
    }
}

/// The player who takes a seat: the account, or the player of a device with the given name.
pub(crate) fn new_player(
    account: Option<&Account>,
    device: &Device,
    name: &str,
) -> Result<NewPlayer, crate::name::NameError> {
    Ok(match account {
        Some(account) => NewPlayer {
            player: account.player,
            name: Some(account.name.clone()),
        },
        None => NewPlayer {
            player: device.player(),
            name: Some(DisplayName::read(name)?.into_text()),
        },
    })
}

fn cookie(headers: &HeaderMap, kind: CookieKind) -> Option<SessionToken> {
    let lines = headers.get_all(header::COOKIE).iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    let mut named = pairs.filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = named.find(|(name, _)| *name == kind.name())?;
    SessionToken::read(value)
}

/// The header that gives a browser a session.
pub(crate) fn set_cookie(kind: CookieKind, token: &SessionToken) -> HeaderValue {
    cookie_header(kind, token.as_str(), COOKIE_AGE)
}

/// The header that takes a session from a browser.
pub(crate) fn clear_cookie(kind: CookieKind) -> HeaderValue {
    cookie_header(kind, "", 0)
}

fn cookie_header(kind: CookieKind, value: &str, age: u32) -> HeaderValue {
    let secure = match kind {
        CookieKind::Secure => "; Secure",
        CookieKind::Plain => "",
    };
    let text = format!(
        "{}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}",
        kind.name()
    );
    let mut header = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    header.set_sensitive(true);
    header
}
