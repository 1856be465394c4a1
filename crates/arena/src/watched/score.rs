//! The statistics of a match, small enough to be sent often.

use crate::{
    Standing,
    statistics::{Estimate, Results, ratings},
};

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Score {
    /// Games that have been counted.
    pub games: u64,
    /// The players in the order of the plan.
    pub players: Vec<PlayerScore>,
    /// Of two players, how much stronger the first is: Elo with its margin.
    pub estimate: Option<Estimate>,
    /// Won, drawn and lost by White; nothing where nobody is White.
    pub white: Option<[u64; 3]>,
    /// Why games ended, the commonest first.
    pub reasons: Vec<(String, u64)>,
    /// In what lengths are counted: plies or commands.
    pub unit: &'static str,
    /// The shortest game, the mean of all, the longest.
    pub lengths: [f64; 3],
    /// Games by length, in steps of twenty; the last step holds all longer ones.
    pub steps: Vec<u64>,
    /// How many games were different from all others.
    pub distinct: usize,
    /// What went wrong, in words; the first few of them.
    pub troubles: Vec<String>,
}

/// The results of a player so far.
#[derive(Clone, Debug)]
pub struct PlayerScore {
    /// The player.
    pub name: String,
    /// Against all others.
    pub results: Results,
    /// Elo above the mean of the players.
    pub elo: f64,
    /// How far it may be off, 95 times in 100.
    pub margin: f64,
    /// Milliseconds for a move, or for the thoughts that led to one.
    pub pace: Option<f64>,
}

impl Score {
    pub(super) fn of(standing: &Standing) -> Score {
        let has_turns = standing.tally.is_none();
        let games = standing.games();
        let lengths = &standing.lengths;
        let mut reasons: Vec<(String, u64)> = standing.reasons.clone().into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let players = standing.players.iter().zip(ratings(&standing.table)).enumerate();
        Score {
            games,
            players: players
                .map(|(player, (name, rating))| PlayerScore {
                    name: name.clone(),
                    results: standing.table.total(player),
                    elo: rating.elo,
                    margin: rating.margin,
                    pace: standing.costs[player]
                        .mean_time()
                        .map(|time| time.as_secs_f64() * 1_000.0),
                })
                .collect(),
            estimate: (standing.players.len() == 2).then(|| Estimate::of(&standing.table.results(0, 1))),
            white: has_turns.then_some(standing.white),
            reasons,
            unit: if has_turns { "plies" } else { "commands" },
            lengths: [
                lengths.shortest.unwrap_or(0) as f64,
                lengths.sum as f64 / games.max(1) as f64,
                lengths.longest as f64,
            ],
            steps: lengths.steps.clone(),
            distinct: standing.distinct.count(),
            troubles: standing.troubles.clone(),
        }
    }
}
