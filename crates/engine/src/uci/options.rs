//! The options that a chess program may set.
//!
//! An option is one row of [`table`]. [`Options`] holds the values; setting one returns the required action and does
//! nothing else: the session loads memory, books and tables, and drops the new values if that fails.

mod table;

use std::{path::PathBuf, time::Duration};

use shakmaty::CastlingMode;
use thiserror::Error;

use self::table::{Row, TABLE};
use super::{command::Setting, position::shortened};
#[cfg(feature = "tune")]
use crate::Parameter;

/// The value of every option. The derived default is blank; [`Options::usual`] has the defaults of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four options that are on or off")]
pub(super) struct Options {
    /// Memory of the hash table in MiB.
    pub(super) hash: usize,
    /// Threads of the search.
    pub(super) threads: usize,
    /// Lines to report.
    pub(super) lines: usize,
    /// Castling is written as in Chess960.
    pub(super) chess960: bool,
    /// Play at a rating.
    pub(super) limit_strength: bool,
    /// That rating.
    pub(super) elo: u32,
    /// Print chances beside scores.
    pub(super) show_wdl: bool,
    /// The time that every move loses between the engine and the GUI.
    pub(super) move_overhead: Duration,
    /// Play from the book.
    pub(super) own_book: bool,
    /// The book.
    pub(super) book_file: Option<PathBuf>,
    /// The network; none is the one inside the program.
    pub(super) eval_file: Option<PathBuf>,
    /// The directories of tables, as one text.
    pub(super) syzygy_path: Option<String>,
    /// The most pieces for which tables are asked.
    pub(super) probe_limit: usize,
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
    Syzygy,
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
        /// The given value.
        value: String,
    },
}

/// The lines that declare every option.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    let usual = TABLE.iter().map(Row::declaration);
    #[cfg(feature = "tune")]
    let usual = usual.chain(Parameter::all().iter().map(|row| {
        let Parameter {
            name,
            usual,
            least,
            most,
        } = row;
        format!("option name {name} type spin default {usual} min {least} max {most}")
    }));
    usual
}

impl Options {
    /// Every option at its default.
    pub(super) fn usual() -> Self {
        let mut options = Options::default();
        for row in &TABLE {
            row.reset(&mut options);
        }
        options
    }

    /// The rating to play at; none is full strength.
    pub(super) fn rating(&self) -> Option<u32> {
        self.limit_strength.then_some(self.elo)
    }

    /// How castling is written: the king's way, or in Chess960 king takes rook.
    pub(super) fn castling(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.chess960)
    }

    /// Sets one option and says what follows; on an error everything stays as it was.
    pub(super) fn set(&mut self, setting: &Setting) -> Result<Effect, OptionError> {
        let value = setting.value.as_deref().unwrap_or_default();
        #[cfg(feature = "tune")]
        if value.parse().is_ok_and(|value| Parameter::set(&setting.name, value)) {
            return Ok(Effect::None);
        }
        let row = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(&setting.name));
        row.ok_or_else(|| OptionError::Unknown(shortened(&setting.name)))?
            .set(self, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, value: &str) -> Result<Effect, OptionError> {
        options.set(&Setting {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        })
    }

    #[test]
    fn the_defaults_declared_are_the_defaults_held() {
        let mut options = Options::usual();
        assert_eq!((options.hash, options.threads, options.rating()), (16, 1, None));
        for line in declarations() {
            let Some((name, usual)) = line.split_once(" default ") else {
                continue;
            };
            let name = name.trim_start_matches("option name ").split(" type ").next().unwrap();
            set(&mut options, name, usual.split(" min ").next().unwrap()).unwrap();
            assert_eq!(options, Options::usual(), "{name}");
        }
    }

    #[test]
    fn values_are_taken_whatever_the_case_of_the_name() {
        let mut options = Options::usual();
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
            ("SyzygyPath", "/x:/y", Effect::Syzygy),
        ] {
            assert_eq!(set(&mut options, name, value), Ok(effect), "{name}");
        }
        assert_eq!((options.hash, options.rating()), (64, Some(1500)));
        assert_eq!(options.move_overhead, Duration::ZERO);
        assert!(options.castling().is_chess960() && options.own_book);
        assert_eq!(options.book_file, Some(PathBuf::from("/a b/c.bin")));
        set(&mut options, "BookFile", "<empty>").unwrap();
        assert_eq!(options.book_file, None);
    }

    #[test]
    fn wrong_values_change_nothing_and_the_error_says_what_is_valid() {
        let mut options = Options::usual();
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
        assert_eq!(options, Options::usual());
    }

    #[test]
    fn every_option_is_declared_as_the_protocol_writes_it() {
        let lines: Vec<String> = declarations().collect();
        let tunable = lines.len() - TABLE.len();
        assert_eq!(tunable > 0, cfg!(feature = "tune"));
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
