//! The training rating: results against bots whose rating is known.

use crate::{Rating, Score, rating::two};

/// The rating of a rating-limited bot by its spec, such as `elo:1400`; parameters behind a question mark make it
/// another bot.
pub fn bot_rating(spec: &str) -> Option<f64> {
    let rating: u32 = spec.strip_prefix("elo:")?.parse().ok()?;
    Some(f64::from(rating))
}

/// A training rating after a game against a bot of a known rating, which the game does not change.
#[must_use]
pub fn trained(player: Rating, bot: f64, score: Score) -> Rating {
    let fixed = Rating {
        value: bot,
        deviation: 0.0,
        volatility: Rating::NEW.volatility,
    };
    let [player, _] = two([player, fixed], score);
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rating_limited_bots_have_a_rating() {
        assert_eq!(bot_rating("elo:1400"), Some(1400.0));
        for other in ["elo:", "elo:x", "hard", "elo:1400?nodes=1", "uci:elo:1400"] {
            assert_eq!(bot_rating(other), None, "{other}");
        }
    }
}
