//! The bots that people are offered by name, so that no front end keeps a list of its own.

use serde::Serialize;

use crate::Game;

/// A bot as it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The text that opens it.
    pub spec: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What to expect of it.
    pub words: &'static str,
}

/// The bots of a game that are offered: those with a name, weakest first, then those with a rating.
pub const fn offers(game: Game) -> &'static [Offer] {
    match game {
        Game::Chess => &CHESS,
        Game::Ransom => &RANSOM,
        Game::Kungfu => &KUNGFU,
    }
}

const CHESS: [Offer; 15] = [
    offer("easy", "Easy", "takes what it can and does not look ahead"),
    offer("medium", "Medium", "looks four moves ahead"),
    offer("hard", "Hard", "looks six moves ahead and minds its king"),
    offer("master", "Master", "the engine at full strength"),
    rated("elo:800", "Elo 800"),
    rated("elo:1000", "Elo 1000"),
    rated("elo:1200", "Elo 1200"),
    rated("elo:1400", "Elo 1400"),
    rated("elo:1600", "Elo 1600"),
    rated("elo:1800", "Elo 1800"),
    rated("elo:2000", "Elo 2000"),
    rated("elo:2200", "Elo 2200"),
    rated("elo:2400", "Elo 2400"),
    rated("elo:2600", "Elo 2600"),
    rated("elo:2800", "Elo 2800"),
];

const RANSOM: [Offer; 3] = [
    offer("easy", "Easy", "looks four turns ahead"),
    offer("hard", "Hard", "looks six turns ahead"),
    offer("master", "Master", "looks as far as its time allows"),
];

const KUNGFU: [Offer; 4] = [
    offer("level1", "Novice", "slow, and sees little"),
    offer("level2", "Intermediate", "minds what is attacked"),
    offer("level3", "Advanced", "quick, and plans captures"),
    offer("level4", "Master", "several pieces hunt together"),
];

const fn rated(spec: &'static str, name: &'static str) -> Offer {
    offer(spec, name, "errs as people do, less with a higher rating")
}

const fn offer(spec: &'static str, name: &'static str, words: &'static str) -> Offer {
    Offer { spec, name, words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BotSpec, kungfu::KungfuSpec};

    #[test]
    fn every_offer_can_be_opened_and_is_written_as_it_is_read() {
        for game in [Game::Chess, Game::Ransom] {
            for offer in offers(game) {
                assert_eq!(BotSpec::read(game, offer.spec).unwrap().to_string(), offer.spec);
            }
        }
        for offer in offers(Game::Kungfu) {
            assert_eq!(offer.spec.parse::<KungfuSpec>().unwrap().to_string(), offer.spec);
        }
    }
}
