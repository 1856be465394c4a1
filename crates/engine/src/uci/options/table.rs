//! Every option is one row: its name, the values it takes, its default, what it sets and what follows from it.

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

use super::{Effect, OptionError, Options};
use crate::strength::RATINGS;
use crate::uci::position::shortened;

/// One option.
pub(super) struct Row {
    /// As the protocol writes it.
    pub(super) name: &'static str,
    kind: Kind,
    effect: Effect,
}

/// The values an option takes, its default, and what is done with a value.
enum Kind {
    /// None: only the effect.
    Button,
    /// True or false, false by default.
    Check(fn(&mut Options, bool)),
    /// A number.
    Spin {
        usual: u32,
        range: RangeInclusive<u32>,
        set: fn(&mut Options, u32),
    },
    /// Anything, empty by default.
    Text(fn(&mut Options, Option<&str>)),
}

/// Every option in the order it is declared.
pub(super) const TABLE: [Row; 15] = [
    spin("Hash", 16, 1..=65_536, Effect::Settings, |options, mebibytes| {
        options.hash = mebibytes as usize;
    }),
    row("Clear Hash", Effect::Clear, Kind::Button),
    spin("Threads", 1, 1..=256, Effect::Settings, |options, threads| {
        options.threads = threads as usize;
    }),
    // The GUI decides about pondering; only time management could use this value.
    check("Ponder", Effect::None, |_, _| {}),
    // No position has more than 218 legal moves.
    spin("MultiPV", 1, 1..=218, Effect::Settings, |options, lines| {
        options.lines = lines as usize;
    }),
    check("UCI_Chess960", Effect::None, |options, is_on| options.chess960 = is_on),
    check("UCI_LimitStrength", Effect::Settings, |options, is_on| {
        options.limit_strength = is_on;
    }),
    spin("UCI_Elo", *RATINGS.end(), RATINGS, Effect::Settings, |options, elo| {
        options.elo = elo;
    }),
    check("UCI_ShowWDL", Effect::None, |options, is_on| options.show_wdl = is_on),
    spin(
        "Move Overhead",
        10,
        0..=5_000,
        Effect::Settings,
        |options, milliseconds| {
            options.move_overhead = Duration::from_millis(milliseconds.into());
        },
    ),
    check("OwnBook", Effect::None, |options, is_on| options.own_book = is_on),
    text("BookFile", Effect::Book, |options, path| {
        options.book_file = path.map(PathBuf::from);
    }),
    text("EvalFile", Effect::Network, |options, path| {
        options.eval_file = path.map(PathBuf::from);
    }),
    text("SyzygyPath", Effect::Syzygy, |options, path| {
        options.syzygy_path = path.map(str::to_owned);
    }),
    spin("SyzygyProbeLimit", 7, 0..=7, Effect::Settings, |options, pieces| {
        options.probe_limit = pieces as usize;
    }),
];

const fn row(name: &'static str, effect: Effect, kind: Kind) -> Row {
    Row { name, kind, effect }
}

const fn check(name: &'static str, effect: Effect, set: fn(&mut Options, bool)) -> Row {
    row(name, effect, Kind::Check(set))
}

const fn spin(
    name: &'static str,
    usual: u32,
    range: RangeInclusive<u32>,
    effect: Effect,
    set: fn(&mut Options, u32),
) -> Row {
    row(name, effect, Kind::Spin { usual, range, set })
}

const fn text(name: &'static str, effect: Effect, set: fn(&mut Options, Option<&str>)) -> Row {
    row(name, effect, Kind::Text(set))
}

impl Row {
    /// The line that declares the option.
    pub(super) fn declaration(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Button => format!("option name {name} type button"),
            Kind::Check(_) => format!("option name {name} type check default false"),
            Kind::Spin { usual, range, .. } => {
                let (least, most) = (range.start(), range.end());
                format!("option name {name} type spin default {usual} min {least} max {most}")
            }
            Kind::Text(_) => format!("option name {name} type string default <empty>"),
        }
    }

    /// Sets the default.
    pub(super) fn reset(&self, options: &mut Options) {
        match &self.kind {
            Kind::Button => {}
            Kind::Check(set) => set(options, false),
            Kind::Spin { usual, set, .. } => set(options, *usual),
            Kind::Text(set) => set(options, None),
        }
    }

    /// Sets a value and says what follows; on an error everything stays as it was.
    pub(super) fn set(&self, options: &mut Options, value: &str) -> Result<Effect, OptionError> {
        match &self.kind {
            Kind::Button => {}
            Kind::Check(set) => match value.to_ascii_lowercase().as_str() {
                "true" => set(options, true),
                "false" => set(options, false),
                _ => return Err(self.refusal("true or false".to_owned(), value)),
            },
            Kind::Spin { range, set, .. } => match value.parse() {
                Ok(number) if range.contains(&number) => set(options, number),
                _ => {
                    let takes = format!("a number from {} to {}", range.start(), range.end());
                    return Err(self.refusal(takes, value));
                }
            },
            // UCI writes a text of no letters as `<empty>`.
            Kind::Text(set) => set(
                options,
                Some(value).filter(|text| !text.is_empty() && *text != "<empty>"),
            ),
        }
        Ok(self.effect)
    }

    fn refusal(&self, takes: String, value: &str) -> OptionError {
        OptionError::Value {
            name: self.name,
            takes,
            value: shortened(value),
        }
    }
}
