//! Ratings of a field.
//!
//! Elo by the model of Bradley and Terry, with a mean of zero. Players who are not connected by games, directly or
//! through others, cannot be compared; they form groups, and each is rated by itself.
//!
//! For two players the difference of the ratings is the Elo of an [`Estimate`](crate::statistics::Estimate) but for
//! the half drawn game of the model, and each margin is about half of its margin: a rating lies half as far from the
//! mean as from the opponent.

use serde::Serialize;

use crate::statistics::{CrossTable, bradley_terry::Field, elo::NORMAL_95};

/// A player's rating within its group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo above the mean of the player's group.
    pub elo: f64,
    /// Half the width of the interval that holds the true rating with 95 %; infinite for a player without games.
    pub margin: f64,
    /// The group, by the first player in it; ratings of different groups have nothing to do with each other.
    pub group: usize,
}

/// The ratings of all players of `table`, in their order; in each group the mean is zero.
pub fn ratings(table: &CrossTable) -> Vec<Rating> {
    let elo_of_strength = 400.0 / std::f64::consts::LN_10;
    let groups = groups(table);
    let mut ratings: Vec<Rating> = groups
        .iter()
        .map(|&group| Rating {
            elo: 0.0,
            margin: f64::INFINITY,
            group,
        })
        .collect();
    for first in 0..table.players() {
        let members: Vec<usize> = (first..table.players())
            .filter(|&player| groups[player] == first)
            .collect();
        if members.len() < 2 {
            continue;
        }
        let field = Field::new(table, &members);
        let strengths = field.likeliest();
        for ((&member, strength), error) in members.iter().zip(&strengths).zip(field.errors(&strengths)) {
            ratings[member].elo = strength * elo_of_strength;
            ratings[member].margin = error * NORMAL_95 * elo_of_strength;
        }
    }
    ratings
}

/// For every player the first player he is connected with by games.
fn groups(table: &CrossTable) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..table.players()).collect();
    for player in 0..table.players() {
        for opponent in 0..player {
            if table.results(player, opponent).games() > 0 {
                let joined = [groups[player], groups[opponent]];
                let first = joined[0].min(joined[1]);
                for group in groups.iter_mut().filter(|group| joined.contains(group)) {
                    *group = first;
                }
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Estimate, Points, elo_of_score};

    fn table(players: usize, meetings: &[(usize, usize, [u64; 3])]) -> CrossTable {
        let mut table = CrossTable::new(players);
        for &(player, opponent, counts) in meetings {
            for (points, count) in [Points::Win, Points::Draw, Points::Loss].into_iter().zip(counts) {
                for _ in 0..count {
                    table.add_game(player, opponent, points);
                }
            }
        }
        table
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let table = table(2, &[(0, 1, [30, 50, 20])]);
        let ratings = ratings(&table);
        // 55 points of 100, and a quarter of the half game thought.
        let difference = elo_of_score(55.25 / 100.5);
        assert!((ratings[0].elo - difference / 2.0).abs() < 1e-6, "{ratings:?}");
        assert!((ratings[1].elo + difference / 2.0).abs() < 1e-6, "{ratings:?}");
        // The estimate uses the ends of the curve, the rating its slope, and half a game is half a percent more.
        let margin = Estimate::of(&table.results(0, 1)).margin;
        assert!(
            (2.0 * ratings[0].margin / margin - 1.0).abs() < 0.02,
            "{ratings:?} {margin}"
        );
    }

    #[test]
    fn a_chain_adds_up() {
        // Players 0 and 2 never met: with no cycle the model fits both meetings exactly.
        let ratings = ratings(&table(3, &[(0, 1, [60, 20, 20]), (1, 2, [50, 30, 20])]));
        // The one in the middle shares the half game thought among two opponents, the others have one each.
        let drawn = 1.0 / 3.0;
        let steps = [70.0, 65.0].map(|points| elo_of_score((points + drawn / 2.0) / (100.0 + drawn)));
        assert!((ratings[0].elo - ratings[1].elo - steps[0]).abs() < 1e-6, "{ratings:?}");
        assert!((ratings[1].elo - ratings[2].elo - steps[1]).abs() < 1e-6, "{ratings:?}");
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        assert!(ratings[1].margin < ratings[0].margin && ratings[1].margin < ratings[2].margin);
    }

    #[test]
    fn perfect_scores_stay_finite() {
        let ratings = ratings(&table(
            3,
            &[(0, 1, [1000, 0, 0]), (1, 2, [1000, 0, 0]), (0, 2, [1000, 0, 0])],
        ));
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        assert!(
            ratings
                .iter()
                .all(|rating| rating.elo.is_finite() && rating.margin.is_finite())
        );
        assert!(ratings[0].margin > 100.0, "{ratings:?}");
    }

    #[test]
    fn a_wide_field_is_not_drawn_together() {
        // Each player beats the next in three games of four and all others always. The latter only shows that they are
        // farther away.
        let meetings: Vec<_> = (0..12)
            .flat_map(|player| (0..player).map(move |stronger| (stronger, player)))
            .map(|(stronger, player)| {
                (
                    stronger,
                    player,
                    if player - stronger == 1 { [75, 0, 25] } else { [4, 0, 0] },
                )
            })
            .collect();
        let ratings = ratings(&table(12, &meetings));
        let gap = (ratings[0].elo - ratings[11].elo) / 11.0;
        assert!(gap > 185.0, "{gap}: {ratings:?}");
    }

    #[test]
    fn players_who_are_not_connected_are_rated_apart() {
        let ratings = ratings(&table(6, &[(0, 3, [9, 0, 1]), (2, 4, [1, 0, 3]), (4, 5, [2, 2, 2])]));
        let groups: Vec<usize> = ratings.iter().map(|rating| rating.group).collect();
        assert_eq!(groups, [0, 1, 2, 0, 2, 2]);
        assert!((ratings[0].elo + ratings[3].elo).abs() < 1e-6);
        assert!((ratings[2].elo + ratings[4].elo + ratings[5].elo).abs() < 1e-6);
        assert!(ratings[1].elo.abs() < f64::EPSILON && ratings[1].margin.is_infinite());
    }

    #[test]
    fn an_empty_field_has_no_ratings() {
        assert!(ratings(&CrossTable::new(0)).is_empty());
    }
}
