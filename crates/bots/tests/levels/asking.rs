//! Putting questions to bots, for the other tests.

use bots::{ChessSpec, Setup};
use chess::{
    Position,
    shakmaty::{Move, Position as _},
};
use play::{Ask, Bot, BotError, Budget, Choice, Notation, Purpose, Record, Rules, Stop};

pub(crate) use crate::clocks::{Frozen, Ticking};

pub(crate) fn open(spec: &str, seed: u64) -> Box<dyn Bot<Position>> {
    let spec: ChessSpec = spec.parse().expect("the spec is known");
    let setup = Setup {
        hash: 4,
        ..Setup::seeded(seed)
    };
    spec.open(setup).expect("an internal bot opens")
}

pub(crate) fn position(fen: &str) -> Position {
    Position::read_position(fen).expect("the position is valid").position
}

pub(crate) fn record(fen: &str) -> Record<Position> {
    Record::new(position(fen))
}

/// Asks for a choice with time standing still.
pub(crate) fn choose(
    bot: &mut dyn Bot<Position>,
    record: &Record<Position>,
    purpose: Purpose,
) -> Result<Choice<Move>, BotError> {
    bot.choose(&mut Ask {
        record,
        budget: Budget::UNLIMITED,
        stop: &Stop::new(),
        watch: &Frozen,
        purpose,
        report: &mut |_| {},
    })
}

/// The move a bot plays in a game, which must be one.
pub(crate) fn move_in_game(bot: &mut dyn Bot<Position>, record: &Record<Position>) -> Move {
    match choose(bot, record, Purpose::Game) {
        Ok(Choice::Move(mv)) => mv,
        other => panic!("{other:?} in {}", record.position().position_text()),
    }
}

/// Positions from random play, none of them at an end, some of them wild.
pub(crate) fn random_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    collect(count, || {
        let plies = random.usize(4..120);
        random_play(&mut random, |record| record.moves().len() == plies)
    })
}

/// Positions from random play with ten pieces or fewer.
pub(crate) fn sparse_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    collect(count, || {
        random_play(&mut random, |record| {
            record.position().chess().board().occupied().count() <= 10
        })
    })
}

fn collect(count: usize, mut next: impl FnMut() -> Option<Position>) -> Vec<Position> {
    std::iter::repeat_with(&mut next).flatten().take(count).collect()
}

/// Plays until `enough`; nothing if the game ends first.
fn random_play(random: &mut fastrand::Rng, enough: impl Fn(&Record<Position>) -> bool) -> Option<Position> {
    let mut record = Record::new(Position::new());
    while record.outcome().is_none() {
        if enough(&record) {
            return Some(record.position().clone());
        }
        let mv = record.legal()[random.usize(..record.legal().len())];
        record.play(mv).expect("a legal move plays");
    }
    None
}

/// The legal moves of a position.
pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}
