//! Positions and questions for the other tests.

use bots::{RansomBots, Setup};
use play::{Ask, Bot, BotCatalog, Budget, Choice, Notation, Purpose, Record, Rules, Stop, Thought, Watch};
use ransom::{Move, Position, Variant};

pub(crate) use crate::clocks::{Frozen, Ticking};

pub(crate) fn open(spec: &str, seed: u64) -> Box<dyn Bot<Position>> {
    let setup = Setup {
        hash: 4,
        ..Setup::seeded(seed)
    };
    RansomBots.open(spec, setup).expect("an internal bot opens")
}

pub(crate) fn position(text: &str) -> Position {
    Position::read_position(text).expect("the position is valid").position
}

pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The move of a bot and what it thought.
pub(crate) fn asked(
    bot: &mut dyn Bot<Position>,
    record: &Record<Position>,
    budget: Budget,
    purpose: Purpose,
    watch: &dyn Watch,
) -> (Move, Vec<Thought<Move>>) {
    let mut thoughts = Vec::new();
    let choice = bot.choose(&mut Ask {
        record,
        budget,
        stop: &Stop::new(),
        watch,
        purpose,
        report: &mut |thought| thoughts.push(thought),
    });
    match choice {
        Ok(Choice::Move(mv)) => (mv, thoughts),
        other => panic!("{other:?}"),
    }
}

/// Positions from random play that goes on, as far from the start as chance wants.
pub(crate) fn random_positions(count: usize, most_plies: usize, seed: u64) -> Vec<Position> {
    positions_from(Position::new(), count, most_plies, seed)
}

/// The same in the variant in which pieces are bought back.
pub(crate) fn buy_back_positions(count: usize, most_plies: usize, seed: u64) -> Vec<Position> {
    positions_from(Position::of(Variant::BuyBack), count, most_plies, seed)
}

fn positions_from(start: Position, count: usize, most_plies: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let plies = random.usize(2..most_plies);
        let mut record = Record::new(start);
        while record.outcome().is_none() && record.moves().len() < plies {
            let mv = record.legal()[random.usize(..record.legal().len())];
            record.play(mv).expect("a legal move plays");
        }
        if record.outcome().is_none() {
            found.push(*record.position());
        }
    }
    found
}

/// Positions from random play with at most `pieces` pieces in all.
pub(crate) fn sparse_positions(count: usize, pieces: u32, seed: u64) -> Vec<Position> {
    sparse_positions_from(Position::new(), count, pieces, seed)
}

/// The same in the variant in which pieces are bought back.
pub(crate) fn sparse_buy_back_positions(count: usize, pieces: u32, seed: u64) -> Vec<Position> {
    sparse_positions_from(Position::of(Variant::BuyBack), count, pieces, seed)
}

fn sparse_positions_from(start: Position, count: usize, pieces: u32, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(start);
        while record.outcome().is_none() && record.position().occupied().count() > pieces {
            let mv = record.legal()[random.usize(..record.legal().len())];
            record.play(mv).expect("a legal move plays");
        }
        if record.outcome().is_none() {
            found.push(*record.position());
        }
    }
    found
}
