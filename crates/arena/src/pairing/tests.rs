//! Laws of pairings, tried on random results.

use std::collections::HashSet;

use fastrand::Rng;

use super::*;

fn tournament(format: Format, players: usize, games: u64, rounds: Option<u32>) -> Tournament {
    let tournament = Tournament {
        format,
        players,
        games,
        rounds,
        together: false,
    };
    tournament.check().unwrap();
    tournament
}

/// Gives every game of a round a random result.
fn played(round: &Round, random: &mut Rng, results: &[u64]) -> PlayedRound {
    let mut played = round.begun();
    for points in &mut played.half_points {
        for _ in 0..round.games {
            let own = random.choice(results).copied().unwrap();
            points[0] += own;
            points[1] += 2 - own;
        }
    }
    played
}

/// All rounds of a tournament with random results.
fn play(tournament: &Tournament, seed: u64, results: &[u64]) -> Vec<PlayedRound> {
    let mut random = Rng::with_seed(seed);
    let mut rounds = Vec::new();
    while let Some(round) = tournament.next_round(&rounds) {
        let seats: Vec<usize> = round.encounters.iter().flatten().chain(&round.byes).copied().collect();
        let distinct: HashSet<usize> = seats.iter().copied().collect();
        assert_eq!(distinct.len(), seats.len(), "nobody plays twice in a round: {round:?}");
        rounds.push(played(&round, &mut random, results));
        assert!(rounds.len() < 100, "a tournament ends");
    }
    rounds
}

#[test]
fn formats_of_one_round_are_known_before_it() {
    let pairs = |format, players| tournament(format, players, 2, None).next_round(&[]).unwrap().encounters;
    assert_eq!(pairs(Format::Match, 2), [[0, 1]]);
    assert_eq!(pairs(Format::RoundRobin, 3), [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(pairs(Format::Gauntlet, 4), [[0, 1], [0, 2], [0, 3]]);
    assert_eq!(pairs(Format::Ladder, 4), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    assert_eq!(pairs(Format::Ladder, 2), [[0, 1]]);
    assert_eq!(pairs(Format::Neighbours, 4), [[0, 1], [1, 2], [2, 3]]);
    for format in Format::ALL {
        assert_eq!(format.word().parse(), Ok(format));
    }
}

#[test]
fn openings_are_played_in_pairs_by_every_encounter_in_turn() {
    let round = tournament(Format::RoundRobin, 3, 4, None).next_round(&[]).unwrap();
    let tasks: Vec<Task> = (0..round.total()).map(|index| round.task(index, index, 0)).collect();
    let seats: Vec<&[usize]> = tasks.iter().map(|task| task.seats.as_slice()).collect();
    assert_eq!(seats[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    assert_eq!(seats[6..], seats[..6]);
    assert_eq!(
        tasks.iter().map(|task| task.opening).collect::<Vec<_>>(),
        [[0; 6], [1; 6]].concat()
    );
    assert_eq!(tasks[7].pair, Some(3));
}

#[test]
fn four_at_one_board_sit_in_every_order_in_turn() {
    let together = Tournament {
        format: Format::RoundRobin,
        players: 4,
        games: 24,
        rounds: None,
        together: true,
    };
    together.check().unwrap();
    let round = together.next_round(&[]).unwrap();
    let orders: HashSet<Vec<usize>> = (0..24).map(|index| round.task(index, index, 0).seats).collect();
    assert_eq!(orders.len(), 24);
}

#[test]
fn a_swiss_tournament_keeps_its_rules_whatever_the_results_are() {
    for seed in 0..300 {
        let players = 2 + seed as usize % 23;
        let rounds = swiss::most_rounds(players);
        let games = 1 + seed % 3;
        let swiss = tournament(Format::Swiss, players, games, Some(rounds as u32));
        let played = play(&swiss, seed, &[0, 0, 1, 2, 2, 2]);
        assert_eq!(played.len(), rounds, "{players} players");
        let mut met = HashSet::new();
        let mut byes = HashSet::new();
        for round in &played {
            assert_eq!(round.encounters.len(), players / 2);
            for &[one, other] in &round.encounters {
                assert!(
                    met.insert([one.min(other), one.max(other)]),
                    "{one} and {other} met before"
                );
            }
            assert_eq!(round.byes.len(), players % 2);
            assert!(round.byes.iter().all(|&player| byes.insert(player)), "a second bye");
        }
        let games: usize = played.iter().map(|round| round.encounters.len()).sum();
        assert_eq!(swiss.total(&[]), games as u64 * swiss.games);
    }
}

#[test]
fn colours_are_balanced_in_single_games() {
    for seed in 0..200 {
        let players = 8 + seed as usize % 13;
        let swiss = tournament(
            Format::Swiss,
            players,
            1,
            Some(5.min(swiss::most_rounds(players)) as u32),
        );
        let played = play(&swiss, seed, &[0, 1, 2]);
        for player in 0..players {
            let colours: Vec<bool> = played
                .iter()
                .flat_map(|round| &round.encounters)
                .filter(|encounter| encounter.contains(&player))
                .map(|encounter| encounter[0] == player)
                .collect();
            let white = colours.iter().filter(|white| **white).count();
            assert!(white.abs_diff(colours.len() - white) <= 2, "seed {seed}: {colours:?}");
            assert!(
                colours.windows(3).all(|row| row[0] != row[1] || row[1] != row[2]),
                "seed {seed}: one colour three times in a row: {colours:?}"
            );
        }
    }
}

#[test]
fn players_of_equal_points_meet_and_the_upper_half_meets_the_lower() {
    let swiss = tournament(Format::Swiss, 8, 2, Some(3));
    let first = swiss.next_round(&[]).unwrap();
    let sorted = |round: &Round| -> Vec<[usize; 2]> {
        let pair = |seats: &Vec<usize>| [seats[0].min(seats[1]), seats[0].max(seats[1])];
        round.encounters.iter().map(pair).collect()
    };
    assert_eq!(sorted(&first), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    // The lower numbers win everything: 0 to 3 have four half points, the others none.
    let wins = |round: &Round| {
        let mut played = round.begun();
        for (encounter, points) in played.encounters.iter().zip(&mut played.half_points) {
            *points = if encounter[0] < encounter[1] { [4, 0] } else { [0, 4] };
        }
        played
    };
    let mut rounds = vec![wins(&first)];
    let second = swiss.next_round(&rounds).unwrap();
    assert_eq!(sorted(&second), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    rounds.push(wins(&second));
    let third = swiss.next_round(&rounds).unwrap();
    assert_eq!(sorted(&third)[0], [0, 1], "the leaders meet");
    rounds.push(wins(&third));
    assert_eq!(swiss.next_round(&rounds), None);
    let table = swiss.table(&rounds);
    assert_eq!((table[0].0, table[0].1), (0, 6.0));
}

#[test]
fn the_last_of_the_table_has_the_bye() {
    let swiss = tournament(Format::Swiss, 5, 2, Some(2));
    let first = swiss.next_round(&[]).unwrap();
    assert_eq!(first.byes, [4]);
    let mut random = Rng::with_seed(1);
    let rounds = [played(&first, &mut random, &[2])];
    // The bye was worth a won encounter, so that another is the last.
    let second = swiss.next_round(&rounds).unwrap();
    assert_ne!(second.byes, [4]);
}

#[test]
fn a_knock_out_leaves_one_player() {
    for players in 2..20 {
        for seed in 0..20 {
            let knockout = tournament(Format::Knockout, players, 2, None);
            let rounds = play(&knockout, seed, &[0, 1, 1, 2]);
            let winner = knockout.winner(&rounds).unwrap();
            let mut out: HashSet<usize> = HashSet::new();
            for round in &rounds {
                for ([one, other], points) in round.encounters.iter().zip(&round.half_points) {
                    assert!(!out.contains(one) && !out.contains(other), "who is out plays no more");
                    if points[0] != points[1] {
                        out.insert(if points[0] < points[1] { *one } else { *other });
                    }
                }
            }
            assert!(!out.contains(&winner));
            let encounters: usize = rounds.iter().map(|round| round.encounters.len()).sum();
            assert_eq!(knockout.total(&rounds), 2 * encounters as u64);
            assert_eq!(knockout.total(&[]), 2 * (players as u64 - 1));
        }
    }
}

#[test]
fn the_best_seeds_of_a_knock_out_wait_and_meet_last() {
    let knockout = tournament(Format::Knockout, 6, 2, None);
    let first = knockout.next_round(&[]).unwrap();
    assert_eq!(
        (first.encounters.clone(), first.byes.clone()),
        (vec![vec![3, 4], vec![2, 5]], vec![0, 1])
    );
    let favourites = |round: &Round| {
        let mut played = round.begun();
        for (encounter, points) in played.encounters.iter().zip(&mut played.half_points) {
            *points = if encounter[0] < encounter[1] { [3, 1] } else { [1, 3] };
        }
        played
    };
    let mut rounds = vec![favourites(&first)];
    let second = knockout.next_round(&rounds).unwrap();
    assert_eq!(second.encounters, [[0, 3], [1, 2]]);
    rounds.push(favourites(&second));
    assert_eq!(knockout.next_round(&rounds).unwrap().encounters, [[0, 1]]);
}

#[test]
fn a_drawn_encounter_is_repeated_and_the_better_seed_goes_on_at_last() {
    let knockout = tournament(Format::Knockout, 2, 2, None);
    let mut rounds = Vec::new();
    while let Some(round) = knockout.next_round(&rounds) {
        rounds.push(PlayedRound {
            half_points: vec![[2, 2]],
            ..round.begun()
        });
    }
    assert_eq!(rounds.len(), 4);
    assert_eq!(rounds[1].encounters, [[1, 0]], "the other has White first");
    assert_eq!(knockout.winner(&rounds), Some(0));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |format, players, games, rounds| {
        let tournament = Tournament {
            format,
            players,
            games,
            rounds,
            together: false,
        };
        tournament.check().unwrap_err().to_string()
    };
    assert!(refused(Format::Match, 3, 2, None).contains("a match has two"));
    assert!(refused(Format::RoundRobin, 3, 2, Some(2)).contains("only a Swiss tournament has a number of rounds"));
    assert!(refused(Format::Knockout, 3, 3, None).contains("cannot be played in pairs"));
    assert_eq!(
        refused(Format::Swiss, 6, 2, Some(4)),
        "4 rounds are not possible with 6 players: from 1 to 3 nobody meets an opponent twice"
    );
}
