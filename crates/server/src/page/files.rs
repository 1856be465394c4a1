//! The files of the page: listed by `build.rs`, embedded in a release, read from the disk in a development build.

use std::{borrow::Cow, fs, future::ready, io::Read};

use axum::{
    Router,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use flate2::read::GzDecoder;

/// A file of the page.
#[derive(Debug)]
pub(super) struct PageFile {
    /// The path below the folder of the page, without a slash at its beginning.
    pub(super) route: &'static str,
    content_type: &'static str,
    content: Content,
}

/// Where the bytes of a file are.
#[derive(Debug)]
#[expect(
    dead_code,
    reason = "build.rs writes some of the variants in a release and the other one in a development build"
)]
enum Content {
    /// In the program, compressed.
    Gzip(&'static [u8]),
    /// In the program: a format that is compressed already.
    Plain(&'static [u8]),
    /// At this path.
    OnDisk(&'static str),
}

/// Every file of the page, in a fixed order.
pub(super) const FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

impl PageFile {
    /// What the revision of the page is computed from.
    pub(super) fn fingerprint(&self) -> Cow<'static, [u8]> {
        match self.content {
            Content::Gzip(bytes) | Content::Plain(bytes) => bytes.into(),
            // A missing file is reported when it is requested.
            Content::OnDisk(path) => fs::read(path).unwrap_or_default().into(),
        }
    }

    /// The answer to a request with these headers.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let kind = (header::CONTENT_TYPE, self.content_type);
        // The folder is named after its content, so a file of a release never changes.
        let for_good = (header::CACHE_CONTROL, "max-age=31536000, immutable");
        let by_encoding = (header::VARY, "accept-encoding");
        match self.content {
            Content::Plain(bytes) => ([kind, for_good], bytes).into_response(),
            Content::Gzip(bytes) if accepts_gzip(headers) => {
                let encoding = (header::CONTENT_ENCODING, "gzip");
                ([kind, for_good, by_encoding, encoding], bytes).into_response()
            }
            Content::Gzip(bytes) => match unpacked(bytes) {
                Ok(bytes) => ([kind, for_good, by_encoding], bytes).into_response(),
                Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            },
            Content::OnDisk(path) => match fs::read(path) {
                Ok(bytes) => ([kind, (header::CACHE_CONTROL, "no-cache")], bytes).into_response(),
                Err(_) => StatusCode::NOT_FOUND.into_response(),
            },
        }
    }
}

/// All files below one folder.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, file| {
        let answer = get(move |headers: HeaderMap| ready(file.answer(&headers)));
        router.route(&format!("/{}", file.route), answer)
    })
}

/// Whether a client accepts gzip: it names it, or anything, and not with the quality 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING);
    let mut anything = false;
    for offer in offers.iter().filter_map(|offer| offer.to_str().ok()) {
        for coding in offer.split(',') {
            let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
            let quality = parameters.trim().strip_prefix("q=");
            let is_wanted = quality.is_none_or(|quality| quality.parse::<f32>().is_ok_and(|quality| quality > 0.0));
            match name.trim() {
                "gzip" | "x-gzip" => return is_wanted,
                "*" => anything = is_wanted,
                _ => {}
            }
        }
    }
    anything
}

fn unpacked(gzip: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::{body::to_bytes, http::HeaderValue};
    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn accepting(offer: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(offer))])
    }

    #[test]
    fn gzip_is_for_clients_that_accept_it() {
        for offer in [
            "gzip",
            "gzip, deflate, br, zstd",
            "br;q=1.0, gzip;q=0.5",
            "*",
            "br, *;q=0.1",
        ] {
            assert!(accepts_gzip(&accepting(offer)), "{offer}");
        }
        for offer in ["", "identity", "br", "gzip;q=0", "*, gzip;q=0", "gzip;q=much"] {
            assert!(!accepts_gzip(&accepting(offer)), "{offer}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn an_embedded_file_is_sent_packed_or_unpacked() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(b"export {}").unwrap();
        let packed: &'static [u8] = packed.finish().unwrap().leak();
        let file = PageFile {
            route: "a.js",
            content_type: "text/javascript",
            content: Content::Gzip(packed),
        };
        let response = file.answer(&accepting("gzip"));
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript");
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        assert_eq!(to_bytes(response.into_body(), 1000).await.unwrap(), packed);
        let response = file.answer(&HeaderMap::new());
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(to_bytes(response.into_body(), 1000).await.unwrap(), &b"export {}"[..]);
    }

    #[test]
    fn the_document_and_its_modules_are_listed() {
        for route in ["index.html", "sw.js", "modules/main.js", "icon-192.png"] {
            let file = FILES.iter().find(|file| file.route == route);
            assert!(file.is_some_and(|file| !file.fingerprint().is_empty()), "{route}");
        }
    }
}
