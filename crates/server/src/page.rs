//! The embedded page and its security headers.

mod files;

use axum::{
    Router,
    extract::Request,
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{Html, Response},
    routing::get,
};
use sha2::{Digest, Sha256};

use files::FILES;

/// Only content of the page itself: no external script, style, picture or socket, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The only document; its links and the imports of the modules are relative.
const INDEX: &str = include_str!("../../../web/page/index.html");

/// The service worker, which has to lie beside the document; its version is written into it.
const WORKER: &str = include_str!("../../../web/page/sw.js");

/// The page. Which table it shows is in the fragment of the address, which browsers do not send.
///
/// Its files are in a folder named after the hash of their content. So a browser may cache them forever, requests only
/// the document on a later visit, and never mixes files of two versions.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let revision = revision();
    let index = FILES.iter().fold(INDEX.to_owned(), |index, file| {
        let address = file.route;
        index.replace(&format!("\"{address}\""), &format!("\"{revision}/{address}\""))
    });
    let document = get(async || ([(header::CACHE_CONTROL, "no-cache")], Html(index)));
    let worker = WORKER.replace("REVISION", &revision);
    let worker = get(async || {
        let headers = [
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_TYPE, "text/javascript"),
        ];
        (headers, worker)
    });
    let pages = Router::new().route("/", document).route("/sw.js", worker);
    pages.nest(&format!("/{revision}"), files::router())
}

/// Changes with every change of the page.
fn revision() -> String {
    let digest = FILES.iter().fold(Sha256::new(), |digest, file| {
        digest.chain_update(file.route).chain_update(file.fingerprint())
    });
    let number = digest
        .finalize()
        .iter()
        .take(8)
        .fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    format!("{number:016x}")
}

/// Puts the headers on every answer.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
