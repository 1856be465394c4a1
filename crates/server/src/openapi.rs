//! The HTTP part, described for programs.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use utoipa::OpenApi;

use crate::api::{self, ApiError, body};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Threefold",
        description = "Tables, players and exports of a Threefold server"
    ),
    paths(
        api::open,
        api::join,
        api::rematch,
        api::rename,
        api::lobby::tables,
        api::lobby::lobby,
        api::pairing::seek,
        api::pairing::stop,
        api::export,
        api::levels,
        api::studies::open,
        api::studies::list,
        api::editor::edit,
        api::editor::explore,
        api::practice::rules,
        api::practice::offers::offers,
        api::practice::act,
        api::practice::puzzle::next,
        api::practice::puzzle::count,
        api::practice::puzzle::own,
        api::practice::live,
        api::account::account,
        api::account::sign_up,
        api::account::sign_in,
        api::account::sign_out,
        api::account::recovery::recover,
        api::account::recovery::reset,
        api::account::recovery::password,
        api::account::recovery::new_codes,
        api::account::adopt,
        api::account::sessions::sessions,
        api::account::sessions::end_session,
        api::account::sessions::end_others,
        api::account::close,
        api::challenges::received,
        api::challenges::at_table,
        api::challenges::decline,
        api::me::me,
        api::me::games::games,
        api::me::games::delete,
        api::me::export::export,
        api::me::profile,
        api::me::table_ratings::of_table
    ),
    components(schemas(body::LiveTableRequest, body::ErrorBody))
)]
struct Document;

/// The description.
pub(crate) async fn document() -> Response {
    match Document::openapi().to_json() {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => ApiError::Fault.into_response(),
    }
}
