//! A bot in the list that a player chooses from.

use serde::Serialize;

/// A bot as front ends list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OfferedBot {
    /// The spec text that opens it.
    pub spec: &'static str,
    /// Its name, for people.
    pub name: &'static str,
    /// A short description of how it plays.
    pub words: &'static str,
}

impl OfferedBot {
    /// Lists the bot of `spec` under a name and a description.
    pub const fn new(spec: &'static str, name: &'static str, words: &'static str) -> Self {
        OfferedBot { spec, name, words }
    }
}
