//! What the bots of Kung Fu Chess do besides moving.

use play::{Ability, BotTraits, Maker};

use crate::KungfuSpec;

/// The data of a bot for its card.
pub const fn bot_traits(spec: KungfuSpec) -> BotTraits {
    BotTraits {
        place: play::BotPlace::Inside,
        pause: None,
        kind: play::BotKind::Internal,
        maker: Some(Maker::HOUSE),
        abilities: match spec {
            // The table calls `accepts_draw` for every bot.
            KungfuSpec::Still | KungfuSpec::Random => &[Ability::AnswersDraws],
            KungfuSpec::Level { .. } => &[Ability::AnswersDraws, Ability::Reacts],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, OFFERS};

    #[test]
    fn bots_that_react_late_have_a_reaction_time() {
        for offer in OFFERS {
            let spec: KungfuSpec = offer.spec.parse().unwrap();
            let KungfuSpec::Level { level, .. } = spec else {
                panic!("{} is no level", offer.spec);
            };
            let late = Level::new(level).reaction()[0] > 0;
            let abilities = bot_traits(spec).abilities;
            assert_eq!(abilities.contains(&Ability::Reacts), late, "{}", offer.spec);
        }
    }
}
