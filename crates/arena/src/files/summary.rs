//! The statistics of a standing for readers of the JSON.

use serde::Serialize;

use crate::{
    Standing,
    statistics::{Estimate, Rating, Results, Sprt, ratings},
};

#[derive(Serialize)]
pub(super) struct Summary<'a> {
    games: u64,
    distinct: usize,
    pairings: Vec<Pairing<'a>>,
    ratings: Vec<Rated<'a>>,
}

#[derive(Serialize)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    results: Results,
    score: Option<f64>,
    estimate: Estimate,
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct SprtSummary {
    llr: f64,
    bounds: (f64, f64),
    verdict: Option<String>,
}

#[derive(Serialize)]
struct Rated<'a> {
    player: &'a str,
    #[serde(flatten)]
    rating: Rating,
}

impl<'a> Summary<'a> {
    pub(super) fn of(sprt: Option<Sprt>, standing: &'a Standing) -> Self {
        let count = standing.players.len();
        let pairings = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        let pairing = |(first, second): (usize, usize)| {
            let results = standing.table.results(first, second);
            Pairing {
                first: &standing.players[first],
                second: &standing.players[second],
                results,
                score: results.score(),
                estimate: Estimate::of(&results),
                sprt: sprt.map(|sprt| SprtSummary {
                    llr: sprt.llr(&results.pairs),
                    bounds: sprt.bounds(),
                    verdict: standing.decision.map(|verdict| verdict.to_string()),
                }),
            }
        };
        Summary {
            games: standing.games(),
            distinct: standing.distinct.count(),
            pairings: pairings
                .map(pairing)
                .filter(|pairing| pairing.results.games() > 0)
                .collect(),
            ratings: standing
                .players
                .iter()
                .zip(ratings(&standing.table))
                .map(|(player, rating)| Rated { player, rating })
                .collect(),
        }
    }
}
