//! The description of the HTTP API for programs.
//!
//! The description is a file, `openapi.json`, which a test generates from the types, so the program does not need the
//! generator.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// The description.
pub(crate) async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT).into_response()
}

const TEXT: &str = include_str!("../openapi.json");

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use serde_json::Value;
    use utoipa::OpenApi;

    use super::TEXT;
    use crate::api::{self, body};

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

    #[test]
    fn the_description_is_that_of_the_types() {
        let written = Document::openapi()
            .to_pretty_json()
            .expect("a description can be written");
        if env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json"), written + "\n").expect("it can be written");
            return;
        }
        let [stored, written] = [TEXT, &written].map(|text| serde_json::from_str::<Value>(text).expect("it is JSON"));
        assert_eq!(
            stored, written,
            "UPDATE_OPENAPI=1 cargo test -p server --lib openapi brings it up to date"
        );
    }
}
