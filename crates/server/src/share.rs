//! Links to share: a page that describes a table for previews and redirects to it.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Extension, Path, State},
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use host::{Listing, Occupant, Query, TableId, TableState};

use crate::{
    api::{ApiError, lobby::clock_text},
    context::AppContext,
    levels,
    visitor::VisitorAddress,
};

/// The picture of a preview.
const PICTURE: &[u8] = include_bytes!("../../../web/page/preview.png");

/// `GET /t/{table}`, and the picture of previews.
pub(crate) fn router() -> Router<Arc<AppContext>> {
    Router::new().route("/t/{table}", get(invitation)).route(
        "/preview.png",
        get(async || ([(header::CONTENT_TYPE, "image/png")], PICTURE)),
    )
}

async fn invitation(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    context.check_guesses(visitor)?;
    let Ok(table) = code.to_lowercase().parse::<TableId>() else {
        context.note_guess(visitor);
        return Err(ApiError::NoTable);
    };
    let query = Query {
        table: Some(table.clone()),
        ..Query::default()
    };
    let found = context.blocking(move |context| context.host.list(&query)).await?;
    let found = found.map_err(ApiError::Store)?.pop();
    if found.is_none() {
        context.note_guess(visitor);
    }
    let (title, words) = found.map_or_else(nothing, |listing| describe(&context, &listing));
    let home = home(&headers);
    Ok(Html(page(&table, &title, &words, home.as_deref())).into_response())
}

/// The address of the server, as the client used it.
fn home(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if text("x-forwarded-proto") == Some("https") {
        "https"
    } else {
        "http"
    };
    text("host").map(|host| format!("{scheme}://{host}"))
}

fn nothing() -> (String, String) {
    (
        "Threefold".to_owned(),
        "Chess, Ransom and Kung Fu Chess in the browser.".to_owned(),
    )
}

/// A title and a sentence about a table.
fn describe(context: &AppContext, Listing { summary, names }: &Listing) -> (String, String) {
    let offers = levels::offers(&context.host.registry());
    let game = offers
        .iter()
        .find(|offer| offer.game == summary.game)
        .map_or("a game", |offer| offer.name);
    let people: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
    let open = summary.seats.iter().position(|seat| *seat == Occupant::Open);
    let title = match (people.as_slice(), open) {
        ([], _) => format!("A game of {game}"),
        (people, Some(_)) => format!("{} invites you to a game of {game}", people[0]),
        ([one], None) => format!("{one} plays {game}"),
        (people, None) => format!("{game}: {}", people.join(" – ")),
    };
    let clock = match (summary.clock, summary.live) {
        (Some(clock), _) => clock_text(clock),
        (None, Some((_, host::Speed::Lightning))) => "lightning".to_owned(),
        (None, Some((_, host::Speed::Standard))) => "standard speed".to_owned(),
        (None, None) => "without a clock".to_owned(),
    };
    let side = match (open, summary.live) {
        (Some(0), None) => ", you play White",
        (Some(1), None) => ", you play Black",
        _ => "",
    };
    let state = match summary.state {
        TableState::Waiting => "Open the link and play. No account needed.",
        TableState::Running => "Open the link and watch.",
        TableState::Over => "Open the link and look at the game.",
    };
    (title, format!("{game}, {clock}{side}. {state}"))
}

fn page(table: &TableId, title: &str, words: &str, home: Option<&str>) -> String {
    let (title, words) = (escaped(title), escaped(words));
    let absolute = home.map(escaped).map_or_else(String::new, |home| {
        format!(
            "<meta property=\"og:url\" content=\"{home}/t/{table}\">\n\
             <meta property=\"og:image\" content=\"{home}/preview.png\">\n"
        )
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{words}\">\n\
         <meta property=\"og:site_name\" content=\"Threefold\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{words}\">\n\
         {absolute}<meta name=\"twitter:card\" content=\"summary\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url=../#{table}\">\n</head>\n\
         <body><p><a href=\"../#{table}\">{title}</a></p></body>\n</html>\n"
    )
}

/// Text as it is written in HTML.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            other => written.push(other),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_call_themselves_is_text() {
        let page = page(
            &TableId::numbered(1),
            "<b>\"Anna\" & co",
            "it's",
            Some("http://a.example"),
        );
        assert!(
            page.contains("<title>&lt;b&gt;&quot;Anna&quot; &amp; co</title>"),
            "{page}"
        );
        assert!(page.contains("content=\"it&#39;s\"") && page.contains("http://a.example/preview.png"));
    }
}
