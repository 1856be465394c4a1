//! A rating, and how results change it.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// A rating with how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// On the scale where 1500 is a new player and 200 points are about three games of four.
    pub value: f64,
    /// The standard deviation of the value.
    pub deviation: f64,
    /// How steady the player's results are; Glicko-2 alone uses it.
    pub volatility: f64,
}

/// What one player of a game of two got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// One point.
    Win,
    /// Half a point.
    Draw,
    /// No point.
    Loss,
}

impl Score {
    /// What the other player got.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }

    const fn outcome(self) -> Outcomes {
        match self {
            Score::Win => Outcomes::WIN,
            Score::Draw => Outcomes::DRAW,
            Score::Loss => Outcomes::LOSS,
        }
    }
}

impl Rating {
    /// A player without a game.
    pub const NEW: Rating = Rating {
        value: 1500.0,
        deviation: Rating::MOST,
        volatility: 0.06,
    };
    /// The deviation of a new player.
    pub const MOST: f64 = 500.0;
    /// The smallest deviation.
    pub const LEAST: f64 = 45.0;
    /// A rating with a larger deviation is provisional.
    pub const PROVISIONAL: f64 = 110.0;
    /// The largest change of a rating by one game of two players. The formulas approximate a likelihood by a normal
    /// distribution; for a surprising result of a new player this gives far too large a change.
    const STEP: f64 = 350.0;
    /// The lowest rating.
    const LOWEST: f64 = 100.0;

    /// Whether the rating is too uncertain to be shown without a mark.
    pub fn is_provisional(&self) -> bool {
        self.deviation > Rating::PROVISIONAL
    }

    /// The rating is within so much of the value with 95 % confidence.
    pub fn margin(&self) -> f64 {
        2.0 * self.deviation
    }

    /// The rating after some days without a game: less is known of the player.
    #[must_use]
    pub fn after_days(self, days: f64) -> Self {
        // Glicko-2 adds the square of the volatility once a period. The length of a period is chosen so that a
        // deviation of 60 becomes provisional in a year.
        const SCALE: f64 = 173.717_8;
        const PERIODS_A_YEAR: f64 = (110.0 * 110.0 - 60.0 * 60.0) / (SCALE * SCALE * 0.06 * 0.06);
        let periods = days.max(0.0) / 365.0 * PERIODS_A_YEAR;
        let grown = (SCALE * self.volatility)
            .powi(2)
            .mul_add(periods, self.deviation.powi(2));
        Rating {
            deviation: grown.sqrt(),
            ..self
        }
        .bounded()
    }

    /// Within the bounds that every rating has.
    fn bounded(self) -> Self {
        Rating {
            value: self.value.max(Rating::LOWEST),
            deviation: self.deviation.clamp(Rating::LEAST, Rating::MOST),
            volatility: self.volatility,
        }
    }

    const fn glicko(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.value,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }

    const fn of_glicko(rating: Glicko2Rating) -> Self {
        Rating {
            value: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ± {:.0}", self.value, self.margin())
    }
}

/// The ratings of two players after a game; the score is that of the first. Every game is a period of its own.
pub fn two(players: [Rating; 2], score: Score) -> [Rating; 2] {
    let [one, other] = players.map(Rating::glicko);
    // The constant of Glickman's worked example.
    let config = Glicko2Config {
        tau: 0.5,
        convergence_tolerance: 0.000_001,
    };
    let (one, other) = glicko2(&one, &other, &score.outcome(), &config);
    let [mut one, mut other] = [one, other].map(Rating::of_glicko);
    for (after, before) in [(&mut one, players[0]), (&mut other, players[1])] {
        after.value = after
            .value
            .clamp(before.value - Rating::STEP, before.value + Rating::STEP);
    }
    [one, other].map(Rating::bounded)
}

/// The ratings of the players of one game of several after it, by their places from 1; equal places are draws.
pub fn four(players: &[Rating], places: &[u32]) -> Vec<Rating> {
    // The usual scale has 25 ± 25/3 with a beta of 25/6. The formulas do not depend on the scale.
    let config = WengLinConfig {
        beta: Rating::MOST / 2.0,
        ..WengLinConfig::new()
    };
    let teams: Vec<[WengLinRating; 1]> = players
        .iter()
        .map(|player| {
            [WengLinRating {
                rating: player.value,
                uncertainty: player.deviation,
            }]
        })
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(places)
        .map(|(team, place)| (team.as_slice(), MultiTeamOutcome::new(*place as usize)))
        .collect();
    let rated = weng_lin_multi_team(&ranked, &config);
    players
        .iter()
        .zip(rated)
        .map(|(before, team)| {
            let rated = team.first().map_or(*before, |after| Rating {
                value: after.rating,
                deviation: after.uncertainty,
                volatility: before.volatility,
            });
            rated.bounded()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value} is not {expected}");
    }

    /// "Example of the Glicko-2 system" by Mark E. Glickman: 1464.06, 151.52, 0.05999.
    #[test]
    fn glickmans_worked_example() {
        let rating = |value: f64, deviation: f64| Rating {
            value,
            deviation,
            volatility: 0.06,
        };
        let results = [
            (rating(1400.0, 30.0).glicko(), Outcomes::WIN),
            (rating(1550.0, 100.0).glicko(), Outcomes::LOSS),
            (rating(1700.0, 300.0).glicko(), Outcomes::LOSS),
        ];
        let config = Glicko2Config {
            tau: 0.5,
            convergence_tolerance: 0.000_001,
        };
        let after = glicko2_rating_period(&rating(1500.0, 200.0).glicko(), &results, &config);
        near(after.rating, 1464.06, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.05999, 0.00001);
    }

    /// The same formulas by hand for one game: a period of one game of the example's player against the first opponent.
    #[test]
    fn one_game_is_a_period() {
        let player = Rating {
            value: 1500.0,
            deviation: 200.0,
            volatility: 0.06,
        };
        let opponent = Rating {
            value: 1400.0,
            deviation: 45.0,
            ..player
        };
        let [after, _] = two([player, opponent], Score::Win);
        let one_period = glicko2_rating_period(
            &player.glicko(),
            &[(opponent.glicko(), Outcomes::WIN)],
            &Glicko2Config::new(),
        );
        near(after.value, one_period.rating, 0.000_1);
        near(after.deviation, one_period.deviation, 0.000_1);
    }

    #[test]
    fn what_one_wins_the_other_loses_when_both_are_new() {
        let [winner, loser] = two([Rating::NEW; 2], Score::Win);
        near(winner.value - 1500.0, 1500.0 - loser.value, 0.000_1);
        assert!(winner.value > 1600.0 && winner.deviation < Rating::MOST);
        let drawn = two([Rating::NEW; 2], Score::Draw);
        near(drawn[0].value, 1500.0, 0.000_1);
    }

    #[test]
    fn one_surprising_result_is_not_believed_beyond_reason() {
        let weak = Rating {
            value: 800.0,
            deviation: 45.0,
            ..Rating::NEW
        };
        let [after, _] = two([Rating::NEW, weak], Score::Loss);
        near(after.value, 1150.0, 0.001);
        assert!(after.deviation > 400.0, "little is known of the player: {after:?}");
    }

    #[test]
    fn ratings_stay_within_their_bounds() {
        let mut player = Rating {
            value: 150.0,
            ..Rating::NEW
        };
        for _ in 0..300 {
            [player, _] = two([player, Rating::NEW], Score::Loss);
        }
        near(player.value, 100.0, 0.001);
        let known = Rating {
            deviation: Rating::LEAST,
            ..Rating::NEW
        };
        let [after, _] = two([known, known], Score::Win);
        assert!(after.deviation >= Rating::LEAST);
        assert!((Rating::NEW.after_days(10_000.0).deviation - Rating::MOST).abs() < f64::EPSILON);
    }

    #[test]
    fn a_rating_becomes_provisional_in_a_year() {
        let known = Rating {
            deviation: 60.0,
            ..Rating::NEW
        };
        near(known.after_days(365.0).deviation, 110.0, 0.000_1);
        assert!(!known.after_days(364.0).is_provisional() && known.after_days(366.0).is_provisional());
        near(known.after_days(0.0).deviation, 60.0, 0.000_1);
    }

    #[test]
    fn of_four_the_first_gains_most_and_the_last_loses_most() {
        let rated = four(&[Rating::NEW; 4], &[2, 1, 4, 3]);
        let values: Vec<f64> = rated.iter().map(|rating| rating.value).collect();
        assert!(
            values[1] > values[0] && values[0] > values[3] && values[3] > values[2],
            "{values:?}"
        );
        near(values.iter().sum(), 6000.0, 0.001);
        let drawn = four(&[Rating::NEW; 4], &[1; 4]);
        near(drawn[0].value, 1500.0, 0.001);
        assert!(drawn[0].deviation < Rating::MOST);
    }
}
