//! What a bot does beside moving, so that people know before a game what to expect of it.

use serde::Serialize;

/// Something that a bot does or can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// It resigns after several turns in a row that look lost.
    Resigns,
    /// It answers a draw offer by what it thinks of the position.
    AnswersDraws,
    /// It claims a draw that the rules allow.
    ClaimsDraws,
    /// At a table it takes about the time that its clock allows.
    UsesClock,
    /// It reports depth, score and line while it thinks.
    Explains,
    /// It errs on purpose.
    Errs,
    /// It needs time to notice what happens.
    Reacts,
}

impl Ability {
    /// The ability in a few words, after the name of a bot.
    pub const fn words(self) -> &'static str {
        match self {
            Ability::Resigns => "resigns when lost",
            Ability::AnswersDraws => "weighs draw offers",
            Ability::ClaimsDraws => "claims draws",
            Ability::UsesClock => "uses its clock",
            Ability::Explains => "shows what it thinks",
            Ability::Errs => "errs on purpose",
            Ability::Reacts => "needs a moment to react",
        }
    }
}
