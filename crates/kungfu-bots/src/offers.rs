//! The levels that front ends offer.

use play::OfferedBot;

/// The offered levels, weakest first.
pub const OFFERS: &[OfferedBot] = &[
    OfferedBot::new("level1", "Novice", "slow, and sees little"),
    OfferedBot::new("level2", "Intermediate", "notices attacked pieces"),
    OfferedBot::new("level3", "Advanced", "quick, and plans captures"),
    OfferedBot::new("level4", "Master", "several pieces hunt together"),
];

#[cfg(test)]
mod tests {
    use super::OFFERS;
    use crate::KungfuSpec;

    #[test]
    fn every_offer_parses_and_prints_the_same_text() {
        for offer in OFFERS {
            assert_eq!(offer.spec.parse::<KungfuSpec>().unwrap().to_string(), offer.spec);
        }
    }
}
