//! Hard wins the elementary endings against best defence, within the fifty-move rule.

use std::sync::LazyLock;

use bots::evaluation::{Evaluation, Stage};
use chess::{
    End, Position,
    shakmaty::{Color, Position as _, Role},
};
use play::{Notation, Outcome, Reason, Record};

use crate::{
    asking::{move_in_game, open},
    retrograde::Table,
};

static QUEEN: LazyLock<Table<'static>> = LazyLock::new(|| Table::queen_or_rook(Role::Queen));
static ROOK: LazyLock<Table<'static>> = LazyLock::new(|| Table::queen_or_rook(Role::Rook));
static PROMOTED: LazyLock<[&Table<'static>; 2]> = LazyLock::new(|| [&*QUEEN, &*ROOK]);
static PAWN: LazyLock<Table<'static>> = LazyLock::new(|| Table::pawn(&*PROMOTED));

/// Plays Hard as the stronger side, on either colour, until the game is over.
fn play_out(start: &Position, tables: fn(&Position) -> &'static Table<'static>, seed: u64) {
    let swapped = seed % 2 == 1;
    let as_seen = |position: &Position| if swapped { position.mirrored() } else { position.clone() };
    let mut hard = open("hard", seed);
    let mut record = Record::new(as_seen(start));
    let strong = record.turn();
    while record.outcome().is_none() {
        assert_eq!(record.claim(), None, "{}: {:?}", start.position_text(), record.moves());
        let mv = if record.turn() == strong {
            move_in_game(&mut *hard, &record)
        } else {
            let position = as_seen(record.position());
            let mv = tables(&position).best_defence(&position);
            if swapped { mv.to_mirrored() } else { mv }
        };
        record.play(mv).expect("a legal move plays");
    }
    let mate = Outcome::win(strong, Reason::Rule(End::Checkmate));
    assert_eq!(
        record.outcome(),
        Some(mate),
        "{}: {:?}",
        start.position_text(),
        record.moves()
    );
}

/// A spread of `count` of these positions.
fn sample(positions: impl Iterator<Item = Position>, count: usize) -> Vec<Position> {
    let all: Vec<Position> = positions.collect();
    let mut random = fastrand::Rng::with_seed(3);
    (0..count).map(|_| all[random.usize(..all.len())].clone()).collect()
}

#[test]
fn king_and_queen() {
    for (seed, start) in sample(QUEEN.won(), 50).iter().enumerate() {
        play_out(start, |_| &QUEEN, seed as u64);
    }
}

#[test]
fn king_and_rook() {
    for (seed, start) in sample(ROOK.won(), 50).iter().enumerate() {
        play_out(start, |_| &ROOK, seed as u64);
    }
}

#[test]
fn king_and_pawn_with_the_king_in_front() {
    let in_front = PAWN.won().filter(|position| {
        let board = position.chess().board();
        let king = board.king_of(Color::White).expect("there is a king");
        let pawn = board.pawns().first().expect("there is a pawn");
        king.rank() > pawn.rank() && king.file().distance(pawn.file()) <= 1
    });
    for (seed, start) in sample(in_front, 60).iter().enumerate() {
        let table = |position: &Position| {
            let board = position.chess().board();
            if board.pawns().any() {
                &*PAWN
            } else if board.queens().any() {
                &*QUEEN
            } else {
                &*ROOK
            }
        };
        play_out(start, table, seed as u64);
    }
}

#[test]
fn drawn_and_won_pawn_endings_are_distinguished() {
    let hard = Evaluation::new(Stage::Hard);
    let (mut won, mut drawn) = (0, 0);
    for (position, is_won) in PAWN.verdicts().step_by(7) {
        for position in [position.mirrored(), position] {
            let worth = hard.worth(&position).abs();
            assert_eq!(worth > 100, is_won, "{}", position.position_text());
        }
        won += usize::from(is_won);
        drawn += usize::from(!is_won);
    }
    assert!(won > 1_000 && drawn > 1_000, "{won} {drawn}");
}
