//! What every bot does alike, however it thinks: claims, forced moves, draw offers, giving up.

use crate::evaluation::Phase;
use chess::{Position, shakmaty::Position as _};
use play::{Ask, BotError, Choice, DrawAnswer, Purpose, Rules, Score};

/// Who made the bots of this house.
pub(crate) const AUTHOR: &str = "the Threefold authors";

/// Their release, which is that of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The answer that needs no thought: a draw is claimed at once, a forced move played at once.
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
