//! Checking a password, with limits on attempts.

use std::sync::Arc;

use axum::http::HeaderMap;

use super::super::{
    ApiError,
    account_error::AccountError,
    who::{self, SignedIn},
};
use crate::{
    context::{AdmissionError, AppContext},
    players::{Account, AccountName, Password, PlayersError, Subject},
    visitor::VisitorAddress,
    visitors::Activity,
};

pub(super) const fn subjects(name: &AccountName, visitor: VisitorAddress) -> [Subject<'_>; 2] {
    [Subject::NameFrom(name, visitor), Subject::Name(name)]
}

/// Counts an attempt for a name, or refuses it.
pub(super) async fn attempt(
    context: &Arc<AppContext>,
    visitor: VisitorAddress,
    name: &AccountName,
) -> Result<(), ApiError> {
    if !context.visitors.allow(visitor, Activity::SignIn) {
        context.metrics.failed_sign_ins.inc();
        return Err(AdmissionError::TooFast.into());
    }
    let name = name.clone();
    let waits = context
        .blocking(move |context| context.players.attempt(&subjects(&name, visitor)))
        .await?
        .map_err(AccountError::from)?;
    match waits {
        Some(failed) => {
            context.metrics.failed_sign_ins.inc();
            Err(AccountError::from(failed).into())
        }
        None => Ok(()),
    }
}

/// The account of a name, if the password is right. The work is the same for an unknown name.
pub(super) async fn verified(
    context: &Arc<AppContext>,
    visitor: VisitorAddress,
    name: AccountName,
    password: Password,
) -> Result<Account, ApiError> {
    attempt(context, visitor, &name).await?;
    let looked_up = name.clone();
    let found = context
        .blocking(move |context| context.players.find_account(&looked_up))
        .await?
        .map_err(AccountError::from)?;
    let (account, hash) = found.unzip();
    let fits = context
        .hashing
        .verify(password, hash)
        .await
        .map_err(AccountError::from)?;
    let Some(account) = account.filter(|_| fits) else {
        context.metrics.failed_sign_ins.inc();
        return Err(AccountError::Players(PlayersError::WrongPassword).into());
    };
    context
        .blocking(move |context| context.players.forget_failures(&subjects(&name, visitor)))
        .await?
        .map_err(AccountError::from)?;
    Ok(account)
}

/// The account that is signed in, if the given password is right.
pub(super) async fn confirmed(
    context: &Arc<AppContext>,
    visitor: VisitorAddress,
    headers: &HeaderMap,
    password: &str,
) -> Result<Account, ApiError> {
    let SignedIn { account, .. } = who::signed_in(context, headers).await?;
    let name = AccountName::read(&account.name).map_err(|_| ApiError::Fault)?;
    verified(context, visitor, name, Password::given(password)).await
}

pub(super) async fn hashed(context: &Arc<AppContext>, password: Password) -> Result<String, ApiError> {
    let hash = context.hashing.hash(password).await.map_err(AccountError::from)?;
    hash.ok_or(ApiError::Fault)
}
