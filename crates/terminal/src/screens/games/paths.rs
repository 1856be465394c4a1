//! Paths as they are typed: completed as shells do, with the sign for the home folder.

use std::fs;

/// So many names are offered at the most.
const MOST: usize = 200;

/// The paths that a typed one can become: the entries of its folder that begin with its last part. Hidden ones are left
/// out unless a dot is typed.
pub(super) fn candidates(typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let start = typed.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, begun) = typed.split_at(start);
    let read = match folder {
        "" => ".".to_owned(),
        folder => expanded(folder),
    };
    // A folder that cannot be read has nothing to offer.
    let Ok(entries) = fs::read_dir(read) else {
        return Vec::new();
    };
    let mut found: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_wanted = name.starts_with(begun) && (!name.starts_with('.') || begun.starts_with('.'));
            let slash = if entry.path().is_dir() { "/" } else { "" };
            is_wanted.then(|| format!("{folder}{name}{slash}"))
        })
        .take(MOST)
        .collect();
    found.sort_unstable();
    found
}

/// A path with the sign for the home folder replaced, as shells do.
pub(crate) fn expanded(path: &str) -> String {
    let home = std::env::var("HOME").ok();
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => format!("{home}/{rest}"),
        _ => path.to_owned(),
    }
}

/// The name at the end of a path.
pub(super) fn last_part(path: &str) -> &str {
    let whole = path.strip_suffix('/').unwrap_or(path);
    &path[whole.rfind('/').map_or(0, |slash| slash + 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_inside_their_folder() {
        let folder = std::env::temp_dir().join(format!("threefold-paths-{}", std::process::id()));
        fs::create_dir_all(folder.join("many")).unwrap();
        for name in ["mulder.pgn", "multi.pgn", ".hidden.pgn", "other.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let base = folder.to_str().unwrap();
        let found = |begun: &str| -> Vec<String> {
            let all = candidates(&format!("{base}/{begun}"));
            all.iter().map(|path| last_part(path).to_owned()).collect()
        };
        assert_eq!(found("mul"), ["mulder.pgn", "multi.pgn"]);
        assert_eq!(found("ma"), ["many/"]);
        assert_eq!(found("."), [".hidden.pgn"]);
        assert_eq!(found("").len(), 4);
        assert_eq!(candidates(&format!("{base}/none/x")), [""; 0]);
        fs::remove_dir_all(folder).unwrap();
    }
}
