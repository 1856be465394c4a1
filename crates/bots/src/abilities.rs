//! The abilities of each kind of bot. `tests/abilities.rs` checks them for every offered bot.

use play::{Ability, BotKind, BotTraits, Maker};

use crate::{ChessSpec, ModelGame, ModelSpec, ransom::Rank};

/// A UCI program: the protocol has no command for resigning.
const GUEST: &[Ability] = &[
    Ability::AnswersDraws,
    Ability::ClaimsDraws,
    Ability::UsesClock,
    Ability::Explains,
];
/// A model of chess.
pub(crate) const CHESS_MODEL: &[Ability] = GUEST;
/// A model of Ransom, where no draw can be claimed.
pub(crate) const RANSOM_MODEL: &[Ability] = RANSOM;
/// It does not search, so it has no evaluation to show and does not resign.
const EASY: &[Ability] = &[Ability::AnswersDraws, Ability::ClaimsDraws, Ability::UsesClock];
const SEARCHING: &[Ability] = &[
    Ability::Resigns,
    Ability::AnswersDraws,
    Ability::ClaimsDraws,
    Ability::UsesClock,
    Ability::Explains,
];
const RATED: &[Ability] = &[
    Ability::Resigns,
    Ability::AnswersDraws,
    Ability::ClaimsDraws,
    Ability::UsesClock,
    Ability::Explains,
    Ability::Errs,
];
/// The levels of Ransom never resign: the game is short, and a purse can turn it.
const RANSOM: &[Ability] = &[Ability::AnswersDraws, Ability::UsesClock, Ability::Explains];
const RANSOM_LEARNER: &[Ability] = &[
    Ability::AnswersDraws,
    Ability::UsesClock,
    Ability::Explains,
    Ability::Errs,
];

/// Of a bot of chess.
pub(crate) const fn of_chess(spec: &ChessSpec) -> &'static [Ability] {
    match spec {
        ChessSpec::Easy => EASY,
        ChessSpec::Medium(_) | ChessSpec::Hard(_) | ChessSpec::Master(_) => SEARCHING,
        ChessSpec::Elo(_) => RATED,
        ChessSpec::Uci(_) => GUEST,
        ChessSpec::Model(_) => CHESS_MODEL,
    }
}

/// Of a level of Ransom.
pub(crate) const fn of_ransom(rank: Rank) -> &'static [Ability] {
    match rank {
        Rank::Beginner | Rank::Novice => RANSOM_LEARNER,
        Rank::Easy | Rank::Hard | Rank::Master => RANSOM,
    }
}

/// The data of a model for hosting.
pub(crate) fn of_model<R: ModelGame>(spec: &ModelSpec) -> BotTraits {
    BotTraits {
        pause: spec.pause(),
        kind: BotKind::Model,
        maker: None,
        abilities: R::ABILITIES,
        ..BotTraits::default()
    }
}

/// Who made a bot: this project, or somebody who is named when the bot is open.
pub(crate) const fn maker(kind: BotKind) -> Option<Maker> {
    match kind {
        BotKind::Internal => Some(Maker::HOUSE),
        BotKind::Uci | BotKind::Model => None,
    }
}
