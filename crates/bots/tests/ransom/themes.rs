//! Forced wins and narrow escapes: positions from random play, solved by trying everything, and put to the levels.

use play::{Budget, Notation, Purpose, Record, Rules};
use ransom::{Move, Position};

use crate::asking::{Frozen, asked, legal, open, sparse_positions};

/// Positions of each theme.
const MANY: usize = 60;

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// Whether the mover wins within so many turns whatever the other side does; by trying everything.
fn wins(position: &Position, turns: u32) -> bool {
    let moves = legal(position);
    if let Some(verdict) = position.verdict(&moves) {
        return verdict.winner == Some(position.turn());
    }
    turns > 0 && moves.iter().any(|&mv| loses(&after(position, mv), turns - 1))
}

/// Whether the mover loses within so many turns whatever it does.
fn loses(position: &Position, turns: u32) -> bool {
    let moves = legal(position);
    if let Some(verdict) = position.verdict(&moves) {
        return verdict.winner == Some(position.turn().other());
    }
    turns > 0 && moves.iter().all(|&mv| wins(&after(position, mv), turns - 1))
}

/// The moves of a level in the positions that `fit`; every one must be one that `is_right`.
fn put(fit: impl Fn(&Position) -> bool, is_right: impl Fn(&Position) -> bool, seed: u64) {
    let mut found = 0;
    let mut bots = ["easy", "hard", "master?depth=6"].map(|spec| open(spec, 1));
    for position in sparse_positions(4_000, 8, seed) {
        if !fit(&position) {
            continue;
        }
        for bot in &mut bots {
            let record = Record::new(position);
            let (mv, _) = asked(&mut **bot, &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
            assert!(
                is_right(&after(&position, mv)),
                "{} plays {mv} in {}",
                bot.about().name,
                position.position_text()
            );
        }
        found += 1;
        if found == MANY {
            return;
        }
    }
    panic!("only {found} positions fit");
}

#[test]
fn a_win_in_one_turn_is_played() {
    put(|position| wins(position, 1), |next| loses(next, 0), 11);
}

#[test]
fn a_win_in_three_turns_is_played() {
    put(
        |position| !wins(position, 1) && wins(position, 3),
        |next| loses(next, 2),
        12,
    );
}

#[test]
fn a_loss_in_two_turns_is_avoided() {
    // Some moves lose at once and others do not.
    let escapes = |position: &Position| {
        let moves = legal(position);
        let lost = moves.iter().filter(|&&mv| wins(&after(position, mv), 1)).count();
        !wins(position, 1) && lost * 4 > moves.len() * 3 && lost < moves.len()
    };
    put(escapes, |next| !wins(next, 1), 13);
}

#[test]
fn a_win_that_needs_a_queen_is_played() {
    let needs_a_queen = |position: &Position| {
        let winning: Vec<Move> = legal(position)
            .into_iter()
            .filter(|&mv| loses(&after(position, mv), 2))
            .collect();
        !winning.is_empty() && winning.iter().all(|mv| mv.is_upgrade() || mv.is_promotion())
    };
    let mut found = 0;
    let mut bots = ["easy", "hard", "master?depth=6"].map(|spec| open(spec, 1));
    for position in crate::asking::sparse_positions(6_000, 7, 14) {
        if !needs_a_queen(&position) {
            continue;
        }
        for bot in &mut bots {
            let record = Record::new(position);
            let (mv, _) = asked(&mut **bot, &record, Budget::UNLIMITED, Purpose::Game, &Frozen);
            assert!(
                mv.is_upgrade() || mv.is_promotion(),
                "{mv} in {}",
                position.position_text()
            );
        }
        found += 1;
    }
    assert!(found >= 10, "{found}");
}
