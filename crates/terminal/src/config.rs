//! The settings of a player: the config file, `config.toml`.
//!
//! Reading never fails: valid parts are used, and errors are reported with their lines. Writing produces the whole file
//! with a comment for every key; it parses back to the same config.

mod document;

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use host::BotBehaviour;

pub(crate) use document::{Document, Fault};

use crate::{
    glyphs::GlyphSet,
    theme::{Theme, file},
};

/// The settings of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The name of the theme.
    pub theme: String,
    /// How pieces are drawn; `None` for what the terminal can show.
    pub glyphs: Option<GlyphSet>,
    /// Whether pieces slide.
    pub motion: Motion,
    /// Whether bots take a moment and talk.
    pub behaviour: BotBehaviour,
    /// Whether the bell announces moves.
    pub bell: Bell,
}

/// Whether the terminal's bell announces the opponent's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bell {
    /// It does.
    On,
    /// It does not.
    #[default]
    Off,
}

/// Whether pieces slide to their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// They do.
    #[default]
    Sliding,
    /// They are there at once.
    Still,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            theme: "ink".to_owned(),
            glyphs: None,
            motion: Motion::default(),
            behaviour: BotBehaviour::default(),
            bell: Bell::default(),
        }
    }
}

/// The word for signs that the terminal can show.
pub(crate) const AUTO: &str = "auto";

/// Everything that is wrong with the text of a config file, for people.
pub fn check_config(text: &str) -> Vec<String> {
    Config::read(text).1.iter().map(ToString::to_string).collect()
}

impl Config {
    /// A config from the text of its file, and everything that is wrong with it.
    pub(crate) fn read(text: &str) -> (Config, Vec<Fault>) {
        let mut config = Config::default();
        let (mut document, mut faults) = Document::read(text);
        let mut take = |key: &str, settle: &mut dyn FnMut(&document::Entry) -> Result<(), String>| {
            if let Some(entry) = document.take(key)
                && let Err(words) = settle(&entry)
            {
                faults.push(entry.fault(words));
            }
        };
        take("theme", &mut |entry| {
            config.theme = entry.text()?;
            Ok(())
        });
        take("glyphs", &mut |entry| {
            config.glyphs = match entry.text()?.as_str() {
                AUTO => None,
                word => Some(word.parse()?),
            };
            Ok(())
        });
        take("animation", &mut |entry| {
            config.motion = if entry.switch()? {
                Motion::Sliding
            } else {
                Motion::Still
            };
            Ok(())
        });
        take("pause", &mut |entry| {
            config.behaviour = if entry.switch()? {
                BotBehaviour::Human
            } else {
                BotBehaviour::Brisk
            };
            Ok(())
        });
        take("bell", &mut |entry| {
            config.bell = if entry.switch()? { Bell::On } else { Bell::Off };
            Ok(())
        });
        faults.extend(document.unknown());
        (config, faults)
    }

    /// The text of the file.
    pub fn written(&self) -> String {
        let mut text = String::from("# Settings of Threefold; the settings screen writes this file.\n");
        let switch = |on| if on { "true" } else { "false" };
        let lines = [
            (
                "theme",
                format!("{:?}", self.theme),
                "ink, paper, contrast, mono, or a file in themes/",
            ),
            (
                "glyphs",
                format!("{:?}", self.glyphs.map_or(AUTO, GlyphSet::word)),
                "auto (what the terminal can show), blocks (where the window allows), unicode or ascii",
            ),
            (
                "animation",
                switch(self.motion == Motion::Sliding).to_owned(),
                "pieces slide",
            ),
            (
                "pause",
                switch(self.behaviour == BotBehaviour::Human).to_owned(),
                "easy bots take a moment, and bots talk",
            ),
            (
                "bell",
                switch(self.bell == Bell::On).to_owned(),
                "rings when the other side has moved",
            ),
        ];
        for (key, value, remark) in lines {
            writeln!(text, "{key} = {value}  # {remark}").expect("a String takes every line");
        }
        text
    }
}

/// A config with the path of its file and the themes beside it.
#[derive(Clone, Debug)]
pub struct Preferences {
    /// What is settled.
    pub config: Config,
    /// Every theme there is, those of the program first.
    pub(crate) themes: Vec<Theme>,
    /// What is wrong with the files, for people.
    pub faults: Vec<String>,
    place: Option<PathBuf>,
}

impl Preferences {
    /// Reads `config.toml` and `themes/` in `folder`; missing files mean the defaults.
    pub fn open(folder: &Path) -> Preferences {
        let place = folder.join("config.toml");
        let (mut config, faults, mut found) = match fs::read_to_string(&place) {
            Ok(text) => {
                let (config, faults) = Config::read(&text);
                (config, faults, Vec::new())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Config::default(), Vec::new(), Vec::new()),
            Err(error) => (
                Config::default(),
                Vec::new(),
                vec![format!("{}: {error}", place.display())],
            ),
        };
        found.extend(faults.iter().map(|fault| format!("{}: {fault}", place.display())));
        let (own, faults) = file::read_folder(&folder.join("themes"));
        found.extend(faults);
        let mut themes = Vec::from(Theme::built_in());
        themes.retain(|theme| own.iter().all(|own| own.name != theme.name));
        themes.extend(own);
        if themes.iter().all(|theme| theme.name != config.theme) {
            found.push(format!("{}: no theme is called '{}'", place.display(), config.theme));
            config.theme = Config::default().theme;
        }
        Preferences {
            config,
            themes,
            faults: found,
            place: Some(place),
        }
    }

    /// The default settings, not stored.
    pub fn unsaved() -> Preferences {
        Preferences {
            config: Config::default(),
            themes: Vec::from(Theme::built_in()),
            faults: Vec::new(),
            place: None,
        }
    }

    /// The theme that is settled.
    pub(crate) fn theme(&self) -> &Theme {
        let named = self.themes.iter().find(|theme| theme.name == self.config.theme);
        named.unwrap_or(&self.themes[0])
    }

    /// Writes the config file.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(place) = &self.place else { return Ok(()) };
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        let fresh = place.with_extension("toml.new");
        fs::write(&fresh, self.config.written())?;
        fs::rename(fresh, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for theme in ["ink", "a \"quoted\" one", "größe"] {
            for (glyphs, motion, behaviour) in [
                (None, Motion::Sliding, BotBehaviour::Human),
                (Some(GlyphSet::Ascii), Motion::Still, BotBehaviour::Brisk),
            ] {
                let config = Config {
                    theme: theme.to_owned(),
                    glyphs,
                    motion,
                    behaviour,
                    bell: if glyphs.is_none() { Bell::On } else { Bell::Off },
                };
                assert_eq!(Config::read(&config.written()), (config, vec![]));
            }
        }
    }

    #[test]
    fn faults_have_lines_and_the_rest_is_used() {
        let text = "theme = \"paper\"\nsound = true\nglyphs = \"runes\"\nanimation = 1\n";
        let (config, faults) = Config::read(text);
        let words: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(config.theme, "paper");
        assert_eq!(
            words,
            [
                "line 3: no set of pieces is called 'runes'; known are auto, blocks, unicode and ascii",
                "line 4: animation is true or false",
                "line 2: nothing is called 'sound' here",
            ]
        );
    }

    #[test]
    fn a_text_that_is_no_toml_is_reported_with_its_line() {
        let (config, faults) = Config::read("theme = \"paper\"\nglyphs = = 3\n");
        assert_eq!(config.theme, "paper");
        assert!(faults.iter().any(|fault| fault.line == Some(2)), "{faults:?}");
    }
}
