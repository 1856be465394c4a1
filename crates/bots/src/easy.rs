//! Easy: no search, prefers captures and checks.

use chess::{
    Position,
    shakmaty::{Move, Position as _},
};
use fastrand::Rng;
use play::{About, Ask, Bot, BotError, BotKind, Choice, DrawAnswer, Score, Side};

use crate::{behaviour, evaluation::material_balance};

/// The level for a first game: it sees its own captures, not those of the opponent.
pub struct Easy {
    about: About,
    random: Rng,
}

impl Easy {
    /// An Easy whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Easy {
            about: About {
                name: "Easy".to_owned(),
                author: behaviour::AUTHOR.to_owned(),
                version: Some(behaviour::VERSION.to_owned()),
                kind: BotKind::Internal,
                level: Some("easy".to_owned()),
            },
            random: Rng::with_seed(seed),
        }
    }

    /// With probability 0.7 a capture, otherwise with probability 0.5 a check, otherwise any move.
    fn pick(&mut self, position: &Position, legal: &[Move]) -> Option<Move> {
        if self.random.u32(..10) < 7
            && let Some(capture) = self.any(legal.iter().copied().filter(|mv| mv.is_capture()))
        {
            return Some(capture);
        }
        if self.random.bool()
            && let Some(check) = self.any(legal.iter().copied().filter(|&mv| gives_check(position, mv)))
        {
            return Some(check);
        }
        self.any(legal.iter().copied())
    }

    fn any(&mut self, moves: impl Iterator<Item = Move>) -> Option<Move> {
        self.random.choice(moves.collect::<Vec<_>>())
    }
}

impl Bot<Position> for Easy {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.random = Rng::with_seed(seed);
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        let mv = self.pick(ask.record.position(), ask.record.legal());
        mv.map(Choice::Move).ok_or(BotError::NoMoves)
    }

    /// Counts the pieces, because it has no search.
    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        let position = ask.record.position();
        let balance = material_balance(position.chess().board());
        let own = match side {
            Side::White => balance,
            Side::Black => -balance,
        };
        Ok(behaviour::answer_draw(Score::Centipawns(own), position))
    }
}

fn gives_check(position: &Position, mv: Move) -> bool {
    let mut chess = position.chess().clone();
    chess.play_unchecked(mv);
    chess.is_check()
}
