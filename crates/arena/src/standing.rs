//! The results of a match so far, in memory that does not grow with the number of games.

mod counts;

use std::{cmp::Ordering, collections::BTreeMap};

use serde::{Deserialize, Serialize};

use crate::{
    GamePlan, GameReport, GameResult, Plan, PlayedGame, PlayedRound,
    statistics::{CrossTable, Hypothesis, Points, Sprt},
};
pub use counts::{Costs, Distinct, Lengths, PlayedGames, ScoreHistory};

/// The results of a match so far: all data for a report and for resuming.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Names, in the order of the plan.
    pub players: Vec<String>,
    /// Who scored what against whom.
    pub table: CrossTable,
    /// White's results in all games of a turn game: won, drawn, lost.
    pub white: [u64; 3],
    /// What each player spent.
    pub costs: Vec<Costs>,
    /// How long games were.
    pub lengths: Lengths,
    /// How games ended, by the words of the reason.
    pub reasons: BTreeMap<String, u64>,
    /// White's results by opening, won, drawn, lost; beyond a bound, further openings are counted together.
    pub openings: BTreeMap<String, [u64; 3]>,
    /// The first player's score as the match went on.
    pub course: ScoreHistory,
    /// How many games were distinct.
    pub distinct: Distinct,
    /// What went wrong, in words; the first few of them.
    pub troubles: Vec<String>,
    /// The verdict of the sequential test, once there is one.
    pub decision: Option<Hypothesis>,
    /// Which games have been played.
    pub progress: PlayedGames,
    /// First games of pairs whose second is still being played.
    halves: BTreeMap<u64, Points>,
    /// The rounds of a format whose pairings depend on results; the last may be under way.
    #[serde(default)]
    pub rounds: Vec<PlayedRound>,
    /// Results of live games that are not in a cross table; the JSON of a match has them beside the standing.
    #[serde(skip)]
    pub tally: Option<Tally>,
}

/// What a cross table does not show of games of four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// For every player, how often it won alone.
    pub won: Vec<u64>,
    /// For every player, how often it lost its king first.
    pub first_out: Vec<u64>,
}

impl Standing {
    /// Nothing played yet by these players of a turn game.
    pub fn new(players: impl IntoIterator<Item = String>) -> Self {
        let players: Vec<String> = players.into_iter().collect();
        let count = players.len();
        Standing {
            table: CrossTable::new(count),
            white: [0; 3],
            costs: vec![Costs::default(); count],
            players,
            lengths: Lengths::default(),
            reasons: BTreeMap::new(),
            openings: BTreeMap::new(),
            course: ScoreHistory::default(),
            distinct: Distinct::default(),
            troubles: Vec::new(),
            decision: None,
            progress: PlayedGames::default(),
            halves: BTreeMap::new(),
            rounds: Vec::new(),
            tally: None,
        }
    }

    /// Nothing played yet of a plan.
    pub(crate) fn of(plan: &Plan) -> Self {
        let count = plan.players.len();
        Standing {
            tally: match plan.game {
                GamePlan::Turn(_) => None,
                GamePlan::Live(_) => Some(Tally {
                    won: vec![0; count],
                    first_out: vec![0; count],
                }),
            },
            ..Standing::new(plan.players.iter().cloned())
        }
    }

    /// Games that have been counted.
    pub fn games(&self) -> u64 {
        self.progress.count()
    }

    /// Counts a game, unless it was counted before.
    pub(crate) fn add(&mut self, report: &GameReport) {
        if self.progress.contains(report.result.task.number) {
            return;
        }
        self.add_result(&report.result);
        if let (Some(tally), PlayedGame::Live(game)) = (&mut self.tally, &report.game) {
            for (counts, player) in [
                (&mut tally.won, report.result.winner()),
                (&mut tally.first_out, game.first_out),
            ] {
                if let Some(count) = player.and_then(|player| counts.get_mut(player)) {
                    *count += 1;
                }
            }
        }
    }

    /// Every two of a game's players have met, and the better place has won.
    fn add_result(&mut self, game: &GameResult) {
        let task = &game.task;
        self.progress.add(task.number);
        let seats: Vec<(usize, u32)> = task.seats.iter().copied().zip(game.places.iter().copied()).collect();
        for (index, &(player, place)) in seats.iter().enumerate() {
            for &(opponent, other) in &seats[index + 1..] {
                let points = match place.cmp(&other) {
                    Ordering::Less => Points::Win,
                    Ordering::Equal => Points::Draw,
                    Ordering::Greater => Points::Loss,
                };
                if player < opponent {
                    self.add_meeting(task.pair, [player, opponent], points);
                } else {
                    self.add_meeting(task.pair, [opponent, player], points.reversed());
                }
            }
        }
        if let (Some(opening), [white, black]) = (&game.opening, game.places.as_slice()) {
            let result = white.cmp(black) as i8 + 1;
            self.white[result as usize] += 1;
            self.openings(opening)[result as usize] += 1;
        }
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.lengths.add(game.length);
        self.distinct.add(game.fingerprint);
        for (&player, spent) in task.seats.iter().zip(&game.costs) {
            self.costs[player].merge(spent);
        }
        if task.seats.contains(&0)
            && let Some(score) = self.table.total(0).score()
        {
            self.course.add(score);
        }
        if let Some(trouble) = &game.trouble
            && self.troubles.len() < TROUBLES
        {
            let names: Vec<&str> = task.seats.iter().map(|&player| self.players[player].as_str()).collect();
            let (number, names) = (task.number + 1, names.join(" – "));
            self.troubles.push(format!("game {number} ({names}): {trouble}"));
        }
        if let Some(round) = self.rounds.last_mut() {
            round.add(game);
        }
    }

    /// Two players have met, `first` being the lower index.
    fn add_meeting(&mut self, pair: Option<u64>, [first, second]: [usize; 2], points: Points) {
        match pair.map(|pair| (pair, self.halves.remove(&pair))) {
            Some((_, Some(half))) => self.table.complete_pair(first, second, points, half),
            Some((pair, None)) => {
                self.table.add_game(first, second, points);
                self.halves.insert(pair, points);
            }
            None => self.table.add_game(first, second, points),
        }
    }

    /// Stores the verdict of a sequential test as soon as there is one.
    pub fn decide(&mut self, sprt: &Sprt) {
        if self.decision.is_none() {
            self.decision = sprt.verdict(&self.table.results(0, 1).pairs);
        }
    }

    /// Whether it is of this plan and its counts agree with each other, as those of a file may not.
    pub(crate) fn is_whole(&self, plan: &Plan) -> bool {
        let games = Some(self.games());
        let count = self.players.len();
        let seats = if plan.tournament.together { count as u64 } else { 2 };
        let met = sum((0..count).map(|player| self.table.total(player).games()));
        let is_of_game = match &plan.game {
            GamePlan::Turn(_) => sum(self.white) == games && sum(self.openings.values().flatten().copied()) == games,
            GamePlan::Live(_) => self.tally.as_ref().is_some_and(|tally| {
                [&tally.won, &tally.first_out]
                    .iter()
                    .all(|counts| counts.len() == count)
            }),
        };
        let half_points = sum(self
            .rounds
            .iter()
            .flat_map(|round| round.half_points.iter().flatten().copied()));
        self.players == plan.players
            && is_of_game
            && self.table.players() == count
            && self.costs.len() == count
            && met.is_some()
            && met == self.games().checked_mul(seats * (seats - 1))
            && sum(self.reasons.values().copied()) == games
            && sum(self.lengths.steps.iter().copied()) == games
            && (!plan.tournament.format.has_rounds() || half_points == self.games().checked_mul(2))
    }

    fn openings(&mut self, name: &str) -> &mut [u64; 3] {
        let known = self.openings.len() < OPENINGS || self.openings.contains_key(name);
        self.openings
            .entry(if known { name } else { OTHERS }.to_owned())
            .or_default()
    }
}

/// What the openings beyond the bound are counted as.
pub(crate) const OTHERS: &str = "others";

/// Openings that are counted apart.
const OPENINGS: usize = 1_000;

/// Troubles that are stored.
const TROUBLES: usize = 50;

/// Their sum, without overflow.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, u64::checked_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;

    fn game(number: u64, seats: &[usize], places: &[u32]) -> GameResult {
        GameResult {
            task: Task {
                number,
                seats: seats.to_vec(),
                pair: (seats.len() == 2).then_some(number / 2),
                opening: 0,
            },
            places: places.to_vec(),
            reason: "king captured".to_owned(),
            opening: None,
            length: 30,
            fingerprint: number,
            costs: vec![Costs::default(); seats.len()],
            trouble: None,
        }
    }

    fn standing(count: usize) -> Standing {
        Standing::new((0..count).map(|player| format!("level{player}")))
    }

    #[test]
    fn four_places_are_six_meetings() {
        let mut standing = standing(4);
        standing.add_result(&game(0, &[2, 0, 3, 1], &[1, 2, 2, 4]));
        let against = |player, other| standing.table.results(player, other).to_string();
        assert_eq!(against(2, 0), "+1 =0 -0");
        assert_eq!(against(0, 3), "+0 =1 -0");
        assert_eq!(against(1, 3), "+0 =0 -1");
        assert_eq!(standing.table.total(2).wins, 3);
        assert_eq!(standing.games(), 1);
    }

    #[test]
    fn two_players_meet_in_pairs_whatever_their_seats() {
        let mut standing = standing(2);
        standing.add_result(&game(0, &[0, 1], &[1, 2]));
        standing.add_result(&game(1, &[1, 0], &[2, 1]));
        let results = standing.table.results(0, 1);
        assert_eq!((results.wins, results.pairs.counts), (2, [0, 0, 0, 0, 1]));
        assert_eq!(standing.games(), 2);
    }

    #[test]
    fn white_is_counted_with_the_opening() {
        let mut standing = standing(2);
        for (number, places) in [(0, [1, 2]), (1, [1, 1]), (2, [2, 1])] {
            let opening = Some("King's Gambit".to_owned());
            standing.add_result(&GameResult {
                opening,
                ..game(number, &[0, 1], &places)
            });
        }
        assert_eq!(standing.white, [1, 1, 1]);
        assert_eq!(standing.openings["King's Gambit"], [1, 1, 1]);
    }
}
