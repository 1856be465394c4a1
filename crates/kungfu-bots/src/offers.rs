//! The levels that front ends offer.

use play::Level;

/// The offered levels, weakest first. The ratings are on a scale of this game, on which level 1 has 800: the gaps are
/// those of docs/strength.md at standard speed, and above level 3 those of both speeds together.
pub const OFFERS: &[Level] = &[
    Level::rated("level1", "Novice", "is slow and sees little", 800),
    Level::rated("level2", "Intermediate", "notices attacked pieces", 1215),
    Level::rated("level3", "Advanced", "is quick and plans captures", 1343),
    Level::rated("level4", "Master", "plays out what may follow", 1479),
    Level::rated("level5", "Grandmaster", "thinks longest and sees what hangs", 1664),
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

    #[test]
    fn offers_are_ordered_by_rating() {
        assert!(OFFERS.iter().map(|offer| offer.rating).is_sorted());
    }
}
