//! Values on the command line: sides, games, bots, clocks.

use std::ffi::OsStr;

use clap::{
    ValueEnum,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use play::{GameId, Side, TimeControl, TimeControlError};

/// A side as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SideName {
    White,
    Black,
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::White => Side::White,
            SideName::Black => Side::Black,
        }
    }
}

/// The names of all games, for completion; other names are refused with a reason elsewhere.
pub(super) fn game_names() -> impl TypedValueParser<Value = GameId> {
    let registry = games::registry();
    let names = registry.games().map(|game| game.id().to_string());
    let names: Vec<String> = names.chain([kungfu_bots::GAME.to_string()]).collect();
    Suggested(names).try_map(|text| text.parse::<GameId>())
}

/// The bots that people are offered, for completion; every spec is accepted.
pub(super) fn bot_names() -> impl TypedValueParser<Value = String> {
    let registry = games::registry();
    let turn = registry.games().flat_map(|game| game.levels());
    let mut names: Vec<String> = Vec::new();
    for level in turn.chain(kungfu_bots::OFFERS) {
        if !names.iter().any(|name| name == level.spec) {
            names.push(level.spec.to_owned());
        }
    }
    Suggested(names)
}

/// The same with a person.
pub(super) fn player_names() -> impl TypedValueParser<Value = String> {
    let registry = games::registry();
    let turn = registry.games().flat_map(|game| game.levels());
    let mut names = vec!["human".to_owned()];
    for level in turn {
        if !names.iter().any(|name| name == level.spec) {
            names.push(level.spec.to_owned());
        }
    }
    Suggested(names)
}

/// A clock for the screens, checked.
pub(super) fn read_clock(text: &str) -> Result<String, TimeControlError> {
    if text != "none" {
        TimeControl::read_minutes(text)?;
    }
    Ok(text.to_owned())
}

/// Any text; some texts are suggested to shells.
#[derive(Clone)]
struct Suggested(Vec<String>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|name| PossibleValue::new(name.clone()))))
    }
}
