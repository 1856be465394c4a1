//! The levels that front ends offer.

use play::OfferedBot;

/// The offered levels, weakest first.
pub const OFFERS: &[OfferedBot] = &[
    OfferedBot::new("level1", "Novice", "slow, and sees little"),
    OfferedBot::new("level2", "Intermediate", "notices attacked pieces"),
    OfferedBot::new("level3", "Advanced", "quick, and plans captures"),
    OfferedBot::new("level4", "Master", "plays out what may follow"),
];

#[cfg(test)]
mod tests {
    use super::OFFERS;
    use crate::KungfuSpec;

    #[test]
    fn every_offer_parses_and_prints_the_same_text() {
        for offer in OFFERS {
            let spec: KungfuSpec = offer.spec.parse().unwrap();
            assert_eq!((spec.to_string().as_str(), spec.name()), (offer.spec, offer.name));
        }
    }
}
