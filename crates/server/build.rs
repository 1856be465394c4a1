//! Lists the files of the page; a release embeds them, compressed.
//!
//! This needs no library that serves files: as a build dependency such a library compiles the whole web stack a second
//! time.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

const PAGE: &str = "../../web/page";

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo checks every file below the folder, so a new file counts as a change too.
    println!("cargo::rerun-if-changed={PAGE}");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // A development build reads the files on request, so an edit needs no build.
    let is_embedded = env::var("PROFILE")? == "release";
    let page = fs::canonicalize(PAGE)?;
    let mut list = String::from("&[\n");
    for path in files(&page)? {
        let route = text(path.strip_prefix(&page)?)?.replace('\\', "/");
        let (content_type, is_text) = content_type(&path)?;
        let file = text(&path)?;
        let content = match (is_embedded, is_text) {
            (false, _) => format!("Content::OnDisk({file:?})"),
            (true, false) => format!("Content::Plain(include_bytes!({file:?}))"),
            (true, true) => {
                let compressed = out.join(route.replace('/', "+") + ".gz");
                fs::write(&compressed, gzip(&fs::read(&path)?)?)?;
                format!("Content::Gzip(include_bytes!({:?}))", text(&compressed)?)
            }
        };
        writeln!(
            list,
            "PageFile {{ route: {route:?}, content_type: {content_type:?}, content: {content} }},"
        )?;
    }
    list.push(']');
    fs::write(out.join("page_files.rs"), list)?;
    Ok(())
}

/// All files below `folder`, in a fixed order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn text(path: &Path) -> Result<&str, String> {
    let text = path.to_str();
    text.ok_or_else(|| format!("{}: the name of the file is not Unicode", path.display()))
}

/// The type of a file, and whether it is text, which compression makes smaller.
fn content_type(path: &Path) -> Result<(&'static str, bool), String> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("css") => Ok(("text/css", true)),
        Some("html") => Ok(("text/html", true)),
        Some("js") => Ok(("text/javascript", true)),
        Some("json") => Ok(("application/json", true)),
        Some("svg") => Ok(("image/svg+xml", true)),
        Some("webmanifest") => Ok(("application/manifest+json", true)),
        Some("png") => Ok(("image/png", false)),
        _ => Err(format!(
            "{}: crates/server/build.rs knows no content type for this file",
            path.display()
        )),
    }
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
