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

/// The bots of a game that are offered, weakest first.
pub const fn offers(game: Game) -> &'static [Offer] {
    match game {
        Game::Chess => &CHESS,
        Game::Ransom => &RANSOM,
        Game::Kungfu => &KUNGFU,
    }
}

const CHESS: [Offer; 4] = [
    offer("easy", "Easy", "takes what it can and does not look ahead"),
    offer("medium", "Medium", "looks four moves ahead"),
    offer("hard", "Hard", "looks six moves ahead and minds its king"),
    offer("master", "Master", "the engine at full strength"),
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
