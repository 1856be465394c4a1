//! How every option is declared, and which values it takes.

use std::ops::RangeInclusive;

use super::OptionError;
use crate::strength::RATINGS;
use crate::uci::position::shortened;

/// The lines that declare every option.
pub(in crate::uci) fn declarations() -> impl Iterator<Item = String> {
    TABLE.iter().map(|declared| {
        let name = declared.name;
        match &declared.kind {
            Kind::Button => format!("option name {name} type button"),
            Kind::Check => format!("option name {name} type check default false"),
            Kind::Spin { usual, range } => {
                let (least, most) = (range.start(), range.end());
                format!("option name {name} type spin default {usual} min {least} max {most}")
            }
            Kind::Text => format!("option name {name} type string default <empty>"),
        }
    })
}

/// One option.
pub(super) struct Declared {
    /// Which value it sets.
    pub(super) key: Key,
    /// As the protocol writes it.
    pub(super) name: &'static str,
    /// The values it takes.
    pub(super) kind: Kind,
}

/// Every option by what it sets.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Hash,
    ClearHash,
    Threads,
    Ponder,
    MultiPv,
    Chess960,
    LimitStrength,
    Elo,
    ShowWdl,
    MoveOverhead,
    OwnBook,
    BookFile,
    EvalFile,
    SyzygyPath,
    ProbeLimit,
}

/// The kinds of values.
pub(super) enum Kind {
    /// None: something is done.
    Button,
    /// True or false, off by default.
    Check,
    /// A number.
    Spin {
        /// By default.
        usual: u32,
        /// Those that are allowed.
        range: RangeInclusive<u32>,
    },
    /// Anything, empty by default.
    Text,
}

/// Every option in the order it is told.
pub(super) const TABLE: [Declared; 15] = [
    Declared::spin(Key::Hash, "Hash", 16, 1..=65_536),
    Declared::new(Key::ClearHash, "Clear Hash", Kind::Button),
    Declared::spin(Key::Threads, "Threads", 1, 1..=256),
    Declared::new(Key::Ponder, "Ponder", Kind::Check),
    // No position has more than 218 legal moves.
    Declared::spin(Key::MultiPv, "MultiPV", 1, 1..=218),
    Declared::new(Key::Chess960, "UCI_Chess960", Kind::Check),
    Declared::new(Key::LimitStrength, "UCI_LimitStrength", Kind::Check),
    Declared::spin(Key::Elo, "UCI_Elo", *RATINGS.end(), RATINGS),
    Declared::new(Key::ShowWdl, "UCI_ShowWDL", Kind::Check),
    Declared::spin(Key::MoveOverhead, "Move Overhead", 10, 0..=5_000),
    Declared::new(Key::OwnBook, "OwnBook", Kind::Check),
    Declared::new(Key::BookFile, "BookFile", Kind::Text),
    Declared::new(Key::EvalFile, "EvalFile", Kind::Text),
    Declared::new(Key::SyzygyPath, "SyzygyPath", Kind::Text),
    Declared::spin(Key::ProbeLimit, "SyzygyProbeLimit", 7, 0..=7),
];

impl Declared {
    const fn new(key: Key, name: &'static str, kind: Kind) -> Self {
        Declared { key, name, kind }
    }

    const fn spin(key: Key, name: &'static str, usual: u32, range: RangeInclusive<u32>) -> Self {
        Declared::new(key, name, Kind::Spin { usual, range })
    }

    /// True or false.
    pub(super) fn switch(&self, value: &str) -> Result<bool, OptionError> {
        match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.refusal("true or false".to_owned(), value)),
        }
    }

    /// A number within the range.
    pub(super) fn number(&self, value: &str) -> Result<u32, OptionError> {
        let Kind::Spin { range, .. } = &self.kind else {
            return Err(self.refusal("no number".to_owned(), value));
        };
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.refusal(format!("a number from {} to {}", range.start(), range.end()), value))
    }

    fn refusal(&self, takes: String, value: &str) -> OptionError {
        OptionError::Value {
            name: self.name,
            takes,
            value: shortened(value),
        }
    }
}
