//! The options that a chess program may set.
//!
//! One table says how each is declared and which values it takes. [`Options`] holds the values; setting one says what
//! follows from it and touches nothing else: memory, books and tables are fetched by the session, which drops the new
//! values if that fails.

mod table;

use std::{path::PathBuf, time::Duration};

use shakmaty::CastlingMode;
use thiserror::Error;

pub(super) use self::table::declarations;
use self::table::{Key, TABLE};
use super::{command::Setting, position::shortened};
use crate::strength::RATINGS;

/// The value of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Memory of the hash table in MiB.
    pub(super) hash: usize,
    /// Threads of the search.
    pub(super) threads: usize,
    /// Lines to tell.
    pub(super) lines: usize,
    /// How castling is written: the king's way, or in Chess960 king takes rook.
    pub(super) castling: CastlingMode,
    /// Play at a rating.
    pub(super) limit_strength: bool,
    /// That rating.
    pub(super) elo: u32,
    /// Tell chances beside scores.
    pub(super) show_wdl: bool,
    /// What every move loses on the way.
    pub(super) move_overhead: Duration,
    /// Play from the book.
    pub(super) own_book: bool,
    /// The book.
    pub(super) book_file: Option<PathBuf>,
    /// The network; none is the usual evaluation.
    pub(super) eval_file: Option<PathBuf>,
    /// The directories of tables, as one text.
    pub(super) syzygy_path: Option<String>,
    /// The most pieces for which tables are asked.
    pub(super) probe_limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            castling: CastlingMode::Standard,
            limit_strength: false,
            elo: *RATINGS.end(),
            show_wdl: false,
            move_overhead: Duration::from_millis(10),
            own_book: false,
            book_file: None,
            eval_file: None,
            syzygy_path: None,
            probe_limit: 7,
        }
    }
}

/// What is to be done after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing beyond the new value.
    None,
    /// The engine gets new settings.
    Settings,
    /// The engine forgets what it learnt.
    Clear,
    /// The book is opened, or put away.
    Book,
    /// A network is read, or put away.
    Network,
    /// Tables are opened, or put away.
    Tables,
}

/// Why an option is not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    /// There is none of this name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// It takes other values.
    #[error("{name} takes {takes}, not '{value}'")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        takes: String,
        /// What it was given.
        value: String,
    },
}

impl Options {
    /// The rating to play at; none is full strength.
    pub(super) fn rating(&self) -> Option<u32> {
        self.limit_strength.then_some(self.elo)
    }

    /// Sets one option and says what follows; on an error everything stays as it was.
    pub(super) fn set(&mut self, setting: &Setting) -> Result<Effect, OptionError> {
        let declared = TABLE
            .iter()
            .find(|declared| declared.name.eq_ignore_ascii_case(&setting.name))
            .ok_or_else(|| OptionError::Unknown(shortened(&setting.name)))?;
        let value = setting.value.as_deref().unwrap_or_default();
        Ok(match declared.key {
            Key::ClearHash => return Ok(Effect::Clear),
            // Whether it may ponder is the program's affair; only time management could make use of it.
            Key::Ponder => {
                declared.switch(value)?;
                return Ok(Effect::None);
            }
            Key::Chess960 => {
                self.castling = CastlingMode::from_chess960(declared.switch(value)?);
                Effect::None
            }
            Key::ShowWdl => {
                self.show_wdl = declared.switch(value)?;
                Effect::None
            }
            Key::Hash => {
                self.hash = declared.number(value)? as usize;
                Effect::Settings
            }
            Key::Threads => {
                self.threads = declared.number(value)? as usize;
                Effect::Settings
            }
            Key::MultiPv => {
                self.lines = declared.number(value)? as usize;
                Effect::Settings
            }
            Key::LimitStrength => {
                self.limit_strength = declared.switch(value)?;
                Effect::Settings
            }
            Key::Elo => {
                self.elo = declared.number(value)?;
                Effect::Settings
            }
            Key::MoveOverhead => {
                self.move_overhead = Duration::from_millis(u64::from(declared.number(value)?));
                Effect::Settings
            }
            Key::ProbeLimit => {
                self.probe_limit = declared.number(value)? as usize;
                Effect::Settings
            }
            Key::OwnBook => {
                self.own_book = declared.switch(value)?;
                Effect::None
            }
            Key::BookFile => {
                self.book_file = text(value).map(PathBuf::from);
                Effect::Book
            }
            Key::EvalFile => {
                self.eval_file = text(value).map(PathBuf::from);
                Effect::Network
            }
            Key::SyzygyPath => {
                self.syzygy_path = text(value).map(str::to_owned);
                Effect::Tables
            }
        })
    }
}

/// A text; UCI writes one of no letters as `<empty>`.
fn text(value: &str) -> Option<&str> {
    (!value.is_empty() && value != "<empty>").then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{table::Kind, *};

    fn set(options: &mut Options, name: &str, value: &str) -> Result<Effect, OptionError> {
        options.set(&Setting {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        })
    }

    #[test]
    fn the_defaults_declared_are_the_defaults_held() {
        let mut options = Options::default();
        for declared in &TABLE {
            let usual = match &declared.kind {
                Kind::Button => continue,
                Kind::Check => "false".to_owned(),
                Kind::Spin { usual, .. } => usual.to_string(),
                Kind::Text => "<empty>".to_owned(),
            };
            set(&mut options, declared.name, &usual).unwrap();
            assert_eq!(options, Options::default(), "{}", declared.name);
        }
    }

    #[test]
    fn values_are_taken_whatever_the_case_of_the_name() {
        let mut options = Options::default();
        for (name, value, effect) in [
            ("hash", "64", Effect::Settings),
            ("move OVERHEAD", "0", Effect::Settings),
            ("UCI_CHESS960", "TRUE", Effect::None),
            ("clear hash", "", Effect::Clear),
            ("Ponder", "true", Effect::None),
            ("uci_limitstrength", "true", Effect::Settings),
            ("UCI_Elo", "1500", Effect::Settings),
            ("OwnBook", "true", Effect::None),
            ("BookFile", "/a b/c.bin", Effect::Book),
            ("EvalFile", "/x y.tfn", Effect::Network),
            ("SyzygyPath", "/x:/y", Effect::Tables),
        ] {
            assert_eq!(set(&mut options, name, value), Ok(effect), "{name}");
        }
        assert_eq!((options.hash, options.rating()), (64, Some(1500)));
        assert_eq!(options.move_overhead, Duration::ZERO);
        assert!(options.castling.is_chess960() && options.own_book);
        assert_eq!(options.book_file, Some(PathBuf::from("/a b/c.bin")));
        set(&mut options, "BookFile", "<empty>").unwrap();
        assert_eq!(options.book_file, None);
    }

    #[test]
    fn wrong_values_change_nothing_and_are_told_what_would_do() {
        let mut options = Options::default();
        for (name, value, words) in [
            ("Hash", "0", "Hash takes a number from 1 to 65536, not '0'"),
            ("Hash", "", "a number from 1 to 65536"),
            ("Threads", "-1", "a number from 1 to 256"),
            ("MultiPV", "219", "a number from 1 to 218"),
            ("Hash", "16.0", "a number"),
            ("ponder", "yes", "true or false"),
            ("UCI_ShowWDL", "", "true or false"),
            ("Move Overhead", "5001", "from 0 to 5000"),
            ("SyzygyProbeLimit", "8", "from 0 to 7"),
            ("Skill Level", "3", "there is no option 'Skill Level'"),
        ] {
            let error = set(&mut options, name, value).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_option_is_declared_as_the_protocol_writes_it() {
        let lines: Vec<String> = declarations().collect();
        assert_eq!(lines.len(), TABLE.len());
        for line in [
            "option name Hash type spin default 16 min 1 max 65536",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name SyzygyPath type string default <empty>",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}");
        }
    }
}
