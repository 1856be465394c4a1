//! The lobby: public tables that wait for somebody or can be watched, and how many people there are.

use std::{collections::HashSet, sync::Arc};

use axum::{Json, extract::State};
use host::{Listing, Occupant, PlayerId, SeatNumber, StoreError, TableId, TableState, Visibility};
use play::Control;
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

use super::{
    ApiError,
    account_error::AccountError,
    body::{LiveBoard, LobbyTable},
};
use crate::{
    context::AppContext,
    limits,
    players::{PlayersError, Standings, list_of},
};

/// The people who are connected, and the public tables.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct LobbyView {
    /// People who are connected to a table, each counted once.
    pub(crate) online: usize,
    /// People who wait to be paired.
    pub(crate) seeking: usize,
    /// Public tables, those that wait for somebody first.
    pub(crate) tables: Vec<LobbyTable>,
}

/// The people who are connected, and the public tables.
#[cfg_attr(test, utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView))))]
pub(crate) async fn lobby(State(context): State<Arc<AppContext>>) -> Result<Json<LobbyView>, ApiError> {
    let tables = public_tables(&context).await?;
    let seeking = context.pool.waiting(&context).await.map_err(ApiError::Store)?;
    let online = match &context.cluster {
        Some(cluster) => cluster.online().await.map_err(ApiError::Store)?,
        None => context.online.people(),
    };
    Ok(Json(LobbyView {
        online,
        seeking,
        tables,
    }))
}

/// Tables that wait for somebody, and tables to watch.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<LobbyTable>))))]
pub(crate) async fn tables(State(context): State<Arc<AppContext>>) -> Result<Json<Vec<LobbyTable>>, ApiError> {
    public_tables(&context).await.map(Json)
}

async fn public_tables(context: &Arc<AppContext>) -> Result<Vec<LobbyTable>, ApiError> {
    let listed = match &context.cluster {
        Some(cluster) => cluster.lobby().await,
        None => context.blocking(listed_here).await?,
    };
    let listed = listed.map_err(ApiError::Store)?;
    let (listed, known) = context
        .blocking(move |context| {
            let known = Known::of(context, &listed);
            (listed, known)
        })
        .await?;
    let known = known.map_err(AccountError::from)?;
    let mut tables: Vec<LobbyTable> = listed.into_iter().map(|listing| entry(&known, listing)).collect();
    tables.sort_by_key(|table| table.open_seats == 0);
    Ok(tables)
}

fn listed_here(context: &AppContext) -> Result<Vec<Listing>, StoreError> {
    let query = host::Query {
        visibility: Some(Visibility::Public),
        limit: limits::LISTED,
        ..host::Query::default()
    };
    let mut listed = context.host.list(&query)?;
    // A table without connections is not listed.
    listed.retain(|listing| context.host.viewers(&listing.summary.table).is_some());
    Ok(listed)
}

/// What is stored about players beside the tables.
struct Known {
    standings: Standings,
    rated: HashSet<TableId>,
}

impl Known {
    fn of(context: &AppContext, listed: &[Listing]) -> Result<Self, PlayersError> {
        let seats = listed.iter().flat_map(|listing| &listing.summary.seats);
        let people: HashSet<PlayerId> = seats.filter_map(Occupant::person).collect();
        let people: Vec<PlayerId> = people.into_iter().collect();
        let tables: Vec<&TableId> = listed.iter().map(|listing| &listing.summary.table).collect();
        Ok(Known {
            standings: context.players.standings(&people)?,
            rated: context.players.rated_among(&tables)?,
        })
    }
}

fn entry(known: &Known, Listing { summary, names }: Listing) -> LobbyTable {
    let name = |(occupant, name): (&Occupant, Option<String>)| match occupant {
        Occupant::Bot(spec) => spec.to_string(),
        Occupant::Open | Occupant::Person(_) => name.unwrap_or_default(),
    };
    let list = list_of(summary.game, summary.clock, summary.live);
    let rating = |occupant: &Occupant| known.standings.rating(occupant.person()?, list?);
    let open: Vec<SeatNumber> = (0..)
        .zip(&summary.seats)
        .filter(|(_, seat)| **seat == Occupant::Open)
        .map(|(number, _)| SeatNumber(number))
        .collect();
    LobbyTable {
        names: summary.seats.iter().zip(names).map(name).collect(),
        ratings: summary.seats.iter().map(rating).collect(),
        rated: known.rated.contains(&summary.table),
        open_seats: open.len(),
        open,
        clock: summary.clock.map(clock_text),
        table: summary.table,
        game: summary.game,
        kind: summary.kind,
        moves: summary.plies,
        over: summary.state == TableState::Over,
        board: summary.live.map(|(board, _)| LiveBoard::from(board)),
        speed: summary.live.map(|(_, speed)| speed),
    }
}

/// A clock as people write it: `3+2`.
pub(crate) fn clock_text(control: Control) -> String {
    match control {
        Control::Clock(control) => control.to_string(),
        Control::EachMove(time) => format!("{} s a move", time.as_secs_f64()),
    }
}
