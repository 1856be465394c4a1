//! Quick pairing over HTTP: a client polls with the same ticket until it is paired.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Extension, State},
    http::HeaderMap,
};
use host::{PlayerId, Speed};
use play::{Control, TimeControl};
use ratings::List;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use utoipa::ToSchema;

use super::{ApiError, account_error::AccountError, new_table::NewTableError, who};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    levels,
    pairing::{Search, SeekTerms, Seeker},
    seat_token::Device,
    visitor::VisitorAddress,
};

/// Waiting time after which a bot is offered.
const BOT_AFTER: Duration = Duration::from_secs(20);

/// A player who wants to be paired, and the game.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub(crate) struct PairingRequest {
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    device: Device,
    name: String,
    /// A random number for this search: the same number continues the search, another starts a new one.
    #[cfg_attr(test, ts(type = "number"))]
    ticket: u32,
    game: String,
    /// The clock of a turn game in minutes and seconds, such as `3+2`; none without.
    clock: Option<String>,
    /// The speed of a live game.
    #[cfg_attr(test, schema(value_type = Option<String>))]
    #[cfg_attr(test, ts(type = "\"standard\" | \"lightning\"", optional))]
    speed: Option<Speed>,
    /// Whether others may watch the game; a game is listed if both players allow it.
    watched: Option<bool>,
}

/// The state of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "state")]
pub(crate) enum PairingAnswer {
    /// Repeat the request in a second or two.
    Waiting {
        /// Milliseconds since the search began.
        #[cfg_attr(test, ts(type = "number"))]
        waited: u64,
        /// People who want the same game, including this player.
        people: usize,
        /// The player's rating, if a game with another account will be rated.
        rating: Option<u32>,
        /// A bot of about the player's strength, after a long wait.
        bot: Option<BotOffer>,
    },
    /// Take the seat with `POST /api/tables/{table}/join`.
    Paired {
        #[cfg_attr(test, schema(value_type = String))]
        table: host::TableId,
    },
}

/// A bot to play against instead of waiting.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
pub(crate) struct BotOffer {
    pub(crate) spec: &'static str,
    pub(crate) name: &'static str,
}

/// A player who ends the search.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct StopRequest {
    /// The secret of the device: 32 hexadecimal digits.
    #[cfg_attr(test, schema(value_type = String))]
    device: Device,
}

/// Begins or continues a search for an opponent.
#[cfg_attr(test, utoipa::path(post, path = "/api/pairing", request_body = PairingRequest,
    responses((status = 200, body = PairingAnswer), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody))))]
pub(crate) async fn seek(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    Json(wanted): Json<PairingRequest>,
) -> Result<Json<PairingAnswer>, ApiError> {
    if *context.closing.borrow() {
        return Err(AdmissionError::Closing.into());
    }
    if !context.visitors.may_store(visitor) {
        return Err(AdmissionError::TooMuchStored.into());
    }
    let account = who::session(&context, &headers).await?.map(|session| session.account);
    let new_player = who::new_player(account.as_ref(), &wanted.device, &wanted.name)?;
    if account.is_none() {
        who::check_free(&context, new_player.player).await?;
    }
    let terms = terms_of(&wanted, &context)?;
    let strength = strength_of(&context, new_player.player, terms).await?;
    // An account without games has the initial rating.
    let list = terms.list().filter(|_| account.is_some());
    let rating = list.map(|_| strength.rating.unwrap_or(Seeker::START));
    let seeker = Seeker {
        player: new_player.player,
        name: new_player.name.unwrap_or_default(),
        ticket: i64::from(wanted.ticket),
        terms,
        rating,
    };
    let search = context.pool.seek(&context, seeker).await.map_err(ApiError::Store)?;
    Ok(Json(match search {
        Search::Waiting { waited, people } => PairingAnswer::Waiting {
            waited: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            people,
            rating,
            bot: (waited >= BOT_AFTER)
                .then(|| bot_for(&context, terms, strength.against_bots()))
                .flatten(),
        },
        Search::Paired(table) => PairingAnswer::Paired { table },
        Search::Full => return Err(AdmissionError::Full.into()),
    }))
}

/// Ends a search.
#[cfg_attr(test, utoipa::path(post, path = "/api/pairing/stop", request_body = StopRequest, responses((status = 200))))]
pub(crate) async fn stop(
    State(context): State<Arc<AppContext>>,
    headers: HeaderMap,
    Json(wanted): Json<StopRequest>,
) -> Result<Json<()>, ApiError> {
    let session = who::session(&context, &headers).await?;
    let player = session.map_or_else(|| wanted.device.player(), |session| session.account.player);
    let stopped = context.pool.stop(player).await;
    stopped.map(Json).map_err(ApiError::Store)
}

/// The known strength of a seeker.
struct Strength {
    /// In the list of the terms.
    rating: Option<u32>,
    /// Against bots of the same game.
    training: Option<u32>,
}

impl Strength {
    /// The strength of a suitable bot.
    fn against_bots(&self) -> u32 {
        self.training.or(self.rating).unwrap_or(Seeker::START)
    }
}

async fn strength_of(context: &Arc<AppContext>, player: PlayerId, terms: SeekTerms) -> Result<Strength, ApiError> {
    let standings = context
        .blocking(move |context| context.players.standings(&[player]))
        .await?
        .map_err(AccountError::from)?;
    let training = (terms.game.as_str() == "chess").then_some(List::Training);
    let rating = |list: Option<List>| standings.rating(player, list?);
    Ok(Strength {
        rating: rating(terms.list()),
        training: rating(training),
    })
}

fn terms_of(wanted: &PairingRequest, context: &AppContext) -> Result<SeekTerms, NewTableError> {
    let watched = wanted.watched.unwrap_or(true);
    if wanted.game == levels::LIVE_GAME.as_str() {
        return Ok(SeekTerms {
            game: levels::LIVE_GAME,
            clock: None,
            speed: Some(wanted.speed.unwrap_or(Speed::Standard)),
            watched,
        });
    }
    let game = context.host.registry().by_name(&wanted.game)?.id();
    let clock = wanted.clock.as_deref().map(TimeControl::read_minutes).transpose()?;
    Ok(SeekTerms {
        game,
        clock: clock.map(Control::Clock),
        speed: None,
        watched,
    })
}

/// The bot whose measured strength is nearest; where none was measured, one in the middle.
fn bot_for(context: &AppContext, terms: SeekTerms, rating: u32) -> Option<BotOffer> {
    let offers = levels::offers(&context.host.registry());
    let levels = &offers.iter().find(|offer| offer.game == terms.game)?.levels;
    let nearest = levels
        .iter()
        .filter_map(|level| Some((level, level.rating?.abs_diff(rating))))
        .min_by_key(|(_, difference)| *difference)
        .map(|(level, _)| level);
    let level = nearest.or_else(|| levels.get((levels.len().max(1) - 1) / 2))?;
    Some(BotOffer {
        spec: level.spec,
        name: level.name,
    })
}
