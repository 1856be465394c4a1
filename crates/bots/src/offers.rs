//! The bots of chess and Ransom that front ends offer by name.

use play::OfferedBot;

/// The offered bots of chess: those with a name, weakest first, then those with a rating.
pub const CHESS_OFFERS: &[OfferedBot] = &[
    OfferedBot::new("easy", "Easy", "takes what it can and does not look ahead"),
    OfferedBot::new("medium", "Medium", "looks four moves ahead"),
    OfferedBot::new("hard", "Hard", "looks six moves ahead and minds its king"),
    OfferedBot::new("master", "Master", "the engine at full strength"),
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

/// The offered bots of Ransom, weakest first.
pub const RANSOM_OFFERS: &[OfferedBot] = &[
    OfferedBot::new("easy", "Easy", "looks four turns ahead"),
    OfferedBot::new("hard", "Hard", "looks six turns ahead"),
    OfferedBot::new("master", "Master", "looks as far as its time allows"),
];

const fn rated(spec: &'static str, name: &'static str) -> OfferedBot {
    OfferedBot::new(spec, name, "errs as people do, less with a higher rating")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BotSpec, Game};

    #[test]
    fn every_offer_can_be_opened_and_is_written_as_it_is_read() {
        for (game, offers) in [(Game::Chess, CHESS_OFFERS), (Game::Ransom, RANSOM_OFFERS)] {
            for offer in offers {
                assert_eq!(BotSpec::read(game, offer.spec).unwrap().to_string(), offer.spec);
            }
        }
    }
}
