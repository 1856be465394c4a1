//! The effect of a finished game on ratings.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use host::TableId;
use ratings::Rating;
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::super::{ApiError, account_error::AccountError};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::AppContext,
    players::{PlayersError, record},
    seats::SeatError,
    visitor::VisitorAddress,
};

/// Whether a table is rated, and the rating changes of its game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct TableRatings {
    /// Whether it was opened for a rated game.
    pub(crate) rated: bool,
    /// The rating changes of the game by seat; null where there is none.
    pub(crate) seats: Vec<Option<SeatRating>>,
}

/// A rating that a game changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct SeatRating {
    pub(crate) list: String,
    /// Its name for people.
    pub(crate) name: &'static str,
    pub(crate) was: f64,
    pub(crate) rating: f64,
    /// Half of the 95 % interval.
    pub(crate) margin: f64,
    pub(crate) provisional: bool,
}

/// Whether a table is rated, and the rating changes of its game. A finished game is recorded first.
#[cfg_attr(test, utoipa::path(get, path = "/api/ratings/{table}", params(("table" = String, Path,)),
    responses((status = 200, body = TableRatings), (status = 404, body = ErrorBody))))]
pub(crate) async fn of_table(
    State(context): State<Arc<AppContext>>,
    axum::Extension(visitor): axum::Extension<VisitorAddress>,
    Path(table): Path<String>,
) -> Result<Json<TableRatings>, ApiError> {
    context.check_guesses(visitor)?;
    let Ok(table) = table.parse::<TableId>() else {
        context.note_guess(visitor);
        return Err(ApiError::NoTable);
    };
    let found = context
        .blocking(move |context| {
            let summary = context.host.summary(&table).map_err(SeatError::from)?;
            let known = |error: PlayersError| ApiError::from(AccountError::from(error));
            record(&context.host, &context.players, &table).map_err(known)?;
            let game = context.players.rated_game(&table).map_err(known)?;
            let mut seats = Vec::new();
            for occupant in &summary.seats {
                let counted = match occupant.person() {
                    Some(person) => {
                        let adopted = context.players.adopted_by(person).map_err(known)?;
                        Some(adopted.unwrap_or(person).to_string())
                    }
                    None => None,
                };
                let change = counted.and_then(|player| game.changes.iter().find(|change| change.player == player));
                seats.push(change.map(|change| seat_rating(change.list, change.was, change.rating)));
            }
            Ok(TableRatings {
                rated: game.rated,
                seats,
            })
        })
        .await?;
    if found.as_ref().is_err_and(ApiError::is_guess) {
        context.note_guess(visitor);
    }
    found.map(Json)
}

fn seat_rating(list: ratings::List, was: f64, rating: Rating) -> SeatRating {
    SeatRating {
        list: list.key().to_owned(),
        name: list.words(),
        was: was.round(),
        rating: rating.value.round(),
        margin: rating.margin().round(),
        provisional: rating.is_provisional(),
    }
}
