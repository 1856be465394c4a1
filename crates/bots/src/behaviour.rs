//! Behaviour that all bots share: claims, forced moves, draw offers, resignation.

use crate::evaluation::Phase;
use chess::{Position, shakmaty::Position as _};
use play::{Ask, BotError, Choice, DrawAnswer, Maker, Purpose, Rules, Score};

/// The author of the built-in bots.
pub(crate) const AUTHOR: &str = Maker::HOUSE.author;

/// Their release, which is that of the program.
pub(crate) const VERSION: &str = Maker::HOUSE.version;

/// A choice without a search: a draw is claimed at once, a forced move is played at once.
pub(crate) fn without_thought<R: Rules>(ask: &Ask<'_, R>) -> Result<Option<Choice<R::Move>>, BotError> {
    let legal = ask.record.legal();
    if legal.is_empty() || ask.record.outcome().is_some() {
        return Err(BotError::NoMoves);
    }
    if ask.purpose != Purpose::Game {
        return Ok(None);
    }
    if ask.record.claim().is_some() {
        return Ok(Some(Choice::ClaimDraw));
    }
    match *legal {
        [forced] => Ok(Some(Choice::Move(forced))),
        _ => Ok(None),
    }
}

/// When a bot resigns: the turns that looked lost so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResignPolicy {
    /// The plies of own turns in a row that looked lost.
    turns: Vec<usize>,
}

impl ResignPolicy {
    /// Whether a bot with this score at this ply resigns; it does not resign one move before mate.
    ///
    /// Turns that were taken back do not count, nor does the same turn twice.
    pub(crate) fn gives_up(&mut self, score: Score, ply: usize) -> bool {
        let (lost, mated_next) = match score {
            Score::Centipawns(points) => (points <= HOPELESS, false),
            Score::Loss(plies) => (true, plies <= 2),
            Score::Win(_) => (false, false),
        };
        self.turns.retain(|&earlier| lost && earlier < ply);
        if lost {
            self.turns.push(ply);
        }
        self.turns.len() >= PATIENCE && !mated_next
    }
}

/// A score at which a game is lost, more than a queen.
const HOPELESS: i32 = -1_000;

/// Lost turns in a row before it resigns.
const PATIENCE: usize = 3;

/// Agrees to a draw when worse than a pawn and a half, or when nothing happens in a simple ending.
pub(crate) fn answer_draw(score: Score, position: &Position) -> DrawAnswer {
    let agreed = match score {
        Score::Loss(_) => true,
        Score::Win(_) => false,
        Score::Centipawns(points) => points < -150 || (points.abs() <= 50 && is_simple_ending(position)),
    };
    if agreed {
        DrawAnswer::Accept
    } else {
        DrawAnswer::Decline
    }
}

/// So few pieces that nothing is left of the middlegame.
fn is_simple_ending(position: &Position) -> bool {
    Phase::of(position.chess().board()).fraction() == 0.0
}
