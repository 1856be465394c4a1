//! A knock-out: the winners of a round meet in the next, and the field is seeded by its order.
//!
//! The first two seeds can meet only in the final. Where the field is no power of two, the best seeds have no opponent
//! in the first round. A drawn encounter is repeated; after the last repetition the better seed advances.

use super::{PlayedRound, Round, Tournament};

/// How often a drawn encounter is repeated.
const REPETITIONS: usize = 3;

/// The round after those that were played; `None` if one player is left.
pub(super) fn next_round(tournament: &Tournament, played: &[PlayedRound]) -> Option<Round> {
    state(tournament, played).0
}

/// The player who is left, when all others are out.
pub(super) fn winner(tournament: &Tournament, played: &[PlayedRound]) -> Option<usize> {
    match state(tournament, played) {
        (None, left) => left.first().copied(),
        (Some(_), _) => None,
    }
}

/// Encounters that are certain to be played: those so far, and one for every player who has still to go out.
pub(super) fn encounters(tournament: &Tournament, played: &[PlayedRound]) -> u64 {
    let so_far: usize = played.iter().map(|round| round.encounters.len()).sum();
    let left = state(tournament, played).1;
    (so_far + left.len() - 1) as u64
}

/// The next round, and the players who are left before it.
fn state(tournament: &Tournament, played: &[PlayedRound]) -> (Option<Round>, Vec<usize>) {
    let mut field = bracket(tournament.players);
    let mut rounds = played.iter();
    loop {
        let mut round = first_of(&field, tournament.games);
        if round.encounters.is_empty() {
            return (None, round.byes);
        }
        let mut winners: Vec<usize> = round.byes.clone();
        for repetition in 0..=REPETITIONS {
            let Some(result) = rounds.next() else {
                winners.extend(round.encounters.iter().flatten());
                return (Some(round), winners);
            };
            let mut drawn = Vec::new();
            for (&[first, second], [own, other]) in result.encounters.iter().zip(&result.half_points) {
                match own.cmp(other) {
                    std::cmp::Ordering::Greater => winners.push(first),
                    std::cmp::Ordering::Less => winners.push(second),
                    std::cmp::Ordering::Equal if repetition == REPETITIONS => winners.push(first.min(second)),
                    // The players swap colours.
                    std::cmp::Ordering::Equal => drawn.push(vec![second, first]),
                }
            }
            round = Round {
                encounters: drawn,
                byes: Vec::new(),
                games: tournament.games,
            };
            if round.encounters.is_empty() {
                break;
            }
        }
        // The slots of the bracket stay; an eliminated player leaves a free slot, and every two slots become one.
        field = field
            .chunks(2)
            .map(|places| places.iter().flatten().copied().find(|player| winners.contains(player)))
            .collect();
    }
}

/// The first encounters of a field of which every two places meet.
fn first_of(field: &[Option<usize>], games: u64) -> Round {
    let mut round = Round {
        encounters: Vec::new(),
        byes: Vec::new(),
        games,
    };
    for places in field.chunks(2) {
        match places {
            [Some(one), Some(other)] => round.encounters.push(vec![*one, *other]),
            places => round.byes.extend(places.iter().flatten()),
        }
    }
    round
}

/// The places of a bracket: seed 0 against the last, so that the best meet as late as they can.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let size = players.next_power_of_two();
    let mut order = vec![0];
    while order.len() < size {
        let double = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, double - 1 - seed]).collect();
    }
    order
        .into_iter()
        .map(|seed| Some(seed).filter(|seed| *seed < players))
        .collect()
}
