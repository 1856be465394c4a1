//! Themes of users: a file of colours, `themes/NAME.toml` beside the config file.
//!
//! ```toml
//! base = "ink"              # where the colours come from that are not named here
//! ground = "#101418"
//! dark-square = "#4F6D8A"
//! ```

use std::{fs, path::Path};

use super::{Theme, Token, contrast};
use crate::config::{Document, Fault};

/// Everything that is wrong with the text of a theme file, for people.
pub fn check_theme(name: &str, text: &str) -> Vec<String> {
    read(name, text).1.iter().map(ToString::to_string).collect()
}

/// A theme from the text of its file, and everything that is wrong with it; what can be used is used.
pub(crate) fn read(name: &str, text: &str) -> (Theme, Vec<Fault>) {
    let [ink, ..] = Theme::built_in();
    let (mut document, mut faults) = Document::read(text);
    let base = document.take("base").and_then(|entry| {
        let found = entry.text().and_then(|base| {
            let known = Theme::built_in().into_iter().find(|theme| theme.name == base);
            known.ok_or_else(|| format!("no theme to start from is called '{base}'"))
        });
        found.map_err(|words| faults.push(entry.fault(words))).ok()
    });
    let mut theme = Theme {
        name: name.to_owned(),
        ..base.unwrap_or(ink)
    };
    for token in Token::ALL {
        let Some(entry) = document.take(token.word()) else {
            continue;
        };
        match entry
            .text()
            .and_then(|text| text.parse().map_err(|error: super::ColourError| error.to_string()))
        {
            Ok(colour) => theme = theme.with(token, colour),
            Err(words) => faults.push(entry.fault(words)),
        }
    }
    faults.extend(document.unknown());
    faults.extend(contrast::faults(&theme).into_iter().map(|fault| Fault {
        line: None,
        words: fault.to_string(),
    }));
    (theme, faults)
}

/// Every theme in `folder` in the order of names, and what is wrong with them, each fault with its file.
pub(crate) fn read_folder(folder: &Path) -> (Vec<Theme>, Vec<String>) {
    let (mut themes, mut notices) = (Vec::new(), Vec::new());
    let Ok(entries) = fs::read_dir(folder) else {
        // Most people have no themes of their own.
        return (themes, notices);
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    for path in paths {
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        match fs::read_to_string(&path) {
            Ok(text) => {
                let (theme, faults) = read(name, &text);
                notices.extend(faults.iter().map(|fault| format!("{}: {fault}", path.display())));
                themes.push(theme);
            }
            Err(error) => notices.push(format!("{}: {error}", path.display())),
        }
    }
    (themes, notices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Colour;

    #[test]
    fn a_file_changes_the_colours_it_names() {
        let (theme, faults) = read("sea", "base = \"paper\"\ndark-square = \"#4F6DA0\"\n");
        assert_eq!(faults, []);
        assert_eq!(theme.name, "sea");
        assert_eq!(theme.colour(Token::Dark), Colour(0x4F, 0x6D, 0xA0));
        let [_, paper, ..] = Theme::built_in();
        assert_eq!(theme.colour(Token::Ground), paper.colour(Token::Ground));
    }

    #[test]
    fn every_fault_is_reported_with_its_line() {
        let (_, faults) = read(
            "bad",
            "base = \"sea\"\ntext = \"red\"\nshine = 3\nmuted = \"#222222\"\n",
        );
        let notices: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            notices[..3],
            [
                "line 1: no theme to start from is called 'sea'",
                "line 2: 'red' is not a colour; write #RRGGBB",
                "line 3: nothing is called 'shine' here",
            ]
        );
        assert!(
            notices[3].starts_with("muted on the ground has contrast"),
            "{}",
            notices[3]
        );
    }
}
