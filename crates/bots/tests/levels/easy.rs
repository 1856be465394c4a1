//! Easy: legal, fond of captures and checks, and beatable.

use bots::Easy;
use chess::{
    Position,
    shakmaty::{Bitboard, Move, Position as _, Role},
};
use fastrand::Rng;
use play::{BotError, Notation, Purpose, Record, Rules, Side};

use crate::asking::{choose, legal, move_in_game, open, position, random_positions, record};

#[test]
fn a_thousand_choices_are_legal() {
    let mut easy = Easy::new(1);
    for position in random_positions(1_000, 21) {
        let moves = legal(&position);
        let record = Record::new(position);
        assert!(moves.contains(&move_in_game(&mut easy, &record)));
    }
}

/// The share of choices that `wanted` approves of.
fn share(fen: &str, wanted: impl Fn(&Position, Move) -> bool) -> f64 {
    const TRIES: u32 = 4_000;
    let record = record(fen);
    let mut easy = Easy::new(5);
    let hits = (0..TRIES).filter(|_| {
        let mv = move_in_game(&mut easy, &record);
        wanted(record.position(), mv)
    });
    hits.count() as f64 / f64::from(TRIES)
}

fn is_check(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    next.play(mv);
    next.chess().is_check()
}

#[test]
fn captures_come_in_seven_cases_of_ten_and_their_share_of_the_rest() {
    let fen = "rnbqkb1r/pp2pppp/2p2n2/3p4/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 1";
    let moves = legal(&position(fen));
    let captures = moves.iter().filter(|mv| mv.is_capture()).count() as f64;
    assert!(moves.iter().all(|&mv| !is_check(&position(fen), mv)));
    let expected = 0.7 + 0.3 * captures / moves.len() as f64;
    let seen = share(fen, |_, mv| mv.is_capture());
    assert!((seen - expected).abs() < 0.025, "{seen} instead of {expected}");
}

#[test]
fn en_passant_is_a_capture() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(share(fen, |_, mv| mv.is_en_passant()) > 0.68);
}

#[test]
fn checks_come_in_half_of_what_is_left() {
    let fen = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    let moves = legal(&position(fen));
    let checks = moves.iter().filter(|&&mv| is_check(&position(fen), mv)).count() as f64;
    let expected = 0.5 + 0.5 * checks / moves.len() as f64;
    let seen = share(fen, is_check);
    assert!((seen - expected).abs() < 0.025, "{seen} instead of {expected}");
}

#[test]
fn without_moves_there_is_a_typed_error() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"] {
        for level in ["easy", "medium", "hard"] {
            for purpose in [Purpose::Game, Purpose::Study { lines: 1 }] {
                let answer = choose(&mut *open(level, 1), &record(fen), purpose);
                assert_eq!(answer, Err(BotError::NoMoves), "{level} in {fen}");
            }
        }
    }
}

/// Mates in one if it can, takes what is free, else develops; looks no further.
fn beginner(position: &Position, random: &mut Rng) -> Move {
    let moves = legal(position);
    let after = |mv: Move| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    if let Some(&mate) = moves.iter().find(|&&mv| after(mv).chess().is_checkmate()) {
        return mate;
    }
    let chess = position.chess();
    let defended = |mv: Move| {
        let next = after(mv);
        let board = next.chess().board();
        board.attacks_to(mv.to(), !chess.turn(), board.occupied()).any()
    };
    let worth = |role: Role| [1, 3, 3, 5, 9, 0][role as usize - 1];
    let free = moves.iter().filter(|mv| {
        mv.capture()
            .is_some_and(|taken| worth(taken) > worth(mv.role()) || !defended(**mv))
    });
    if let Some(&capture) = free.max_by_key(|mv| mv.capture().map(worth)) {
        return capture;
    }
    let home = Bitboard::from_rank(
        chess
            .turn()
            .fold_wb(chess::shakmaty::Rank::First, chess::shakmaty::Rank::Eighth),
    );
    let develops: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| {
            let leaves_home = mv.from().is_some_and(|from| home.contains(from)) && !home.contains(mv.to());
            let minor = matches!(mv.role(), Role::Knight | Role::Bishop);
            (minor && leaves_home || mv.is_castle() || mv.role() == Role::Pawn)
                && !defended(*mv)
                && !after(*mv).chess().is_stalemate()
        })
        .collect();
    random
        .choice(develops)
        .or_else(|| random.choice(&moves).copied())
        .expect("the game goes on")
}

#[test]
fn a_beginner_beats_it() {
    const GAMES: usize = 100;
    let openings: Vec<&str> = include_str!("../suites/openings.fen").lines().collect();
    let mut points = 0.0;
    for game in 0..GAMES {
        let mut easy = Easy::new(game as u64);
        let mut random = Rng::with_seed(game as u64);
        let side = Side::BOTH[game % 2];
        let mut record = record(openings[game / 2]);
        while record.outcome().is_none() && record.claim().is_none() {
            let mv = if record.turn() == side {
                beginner(record.position(), &mut random)
            } else {
                move_in_game(&mut easy, &record)
            };
            record.play(mv).expect("a legal move plays");
        }
        points += match record.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let score = points / GAMES as f64;
    assert!(score >= 0.8, "the beginner scores {score}");
}

#[test]
fn the_same_seed_plays_the_same() {
    let game = |seed| {
        let mut easy = Easy::new(seed);
        let mut record = Record::new(Position::new());
        for _ in 0..20 {
            let mv = move_in_game(&mut easy, &record);
            record.play(mv).expect("a legal move plays");
        }
        record.position().position_text()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
