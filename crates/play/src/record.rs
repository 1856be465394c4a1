//! A game as it was played; everything else is derived from it.

use thiserror::Error;

use crate::{Fault, Ground, Moment, Outcome, Reason, Rules, Side};

/// A game: its start, its moves and, when it is over, its outcome with the reason.
///
/// Only legal moves get in, none after the end. Ends that follow from the rules, repetition included, are noticed
/// here; ends that a person brings about (resignation, agreement, a claim, a flag) are recorded by the caller.
#[derive(Clone, Debug)]
pub struct Record<R: Rules> {
    /// The start and the position after every move; never empty.
    positions: Vec<R>,
    moves: Vec<R::Move>,
    /// When each move was played, where it is known.
    moments: Vec<Option<Moment>>,
    legal: Vec<R::Move>,
    outcome: Option<Outcome<R::End>>,
}

impl<R: Rules> Record<R> {
    /// A game about to begin; one that begins at its end is over at once.
    pub fn new(start: R) -> Self {
        let mut record = Record {
            positions: vec![start],
            moves: Vec::new(),
            moments: Vec::new(),
            legal: Vec::new(),
            outcome: None,
        };
        record.check_end();
        record
    }

    /// Where the game began.
    pub fn start(&self) -> &R {
        &self.positions[0]
    }

    /// The present position.
    pub fn position(&self) -> &R {
        &self.positions[self.moves.len()]
    }

    /// Where the game stood after `plies` moves, if there were as many.
    pub fn position_after(&self, plies: usize) -> Option<&R> {
        self.positions.get(plies)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// The moves so far, each with the position it was played in.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&R, R::Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// The legal moves now; after the end there may still be some, which are not accepted.
    pub fn legal(&self) -> &[R::Move] {
        &self.legal
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome<R::End>> {
        self.outcome
    }

    /// When each of the moves so far was played, where it is known.
    pub fn moments(&self) -> &[Option<Moment>] {
        &self.moments
    }

    /// Plays a move.
    pub fn play(&mut self, mv: R::Move) -> Result<(), Refusal> {
        self.turn_to(mv, None)
    }

    /// Plays a move and stores its time.
    pub fn play_at(&mut self, mv: R::Move, moment: Moment) -> Result<(), Refusal> {
        self.turn_to(mv, Some(moment))
    }

    fn turn_to(&mut self, mv: R::Move, moment: Option<Moment>) -> Result<(), Refusal> {
        self.check_running()?;
        if !self.legal.contains(&mv) {
            return Err(Refusal::IllegalMove);
        }
        let mut next = self.position().clone();
        next.play(mv);
        self.positions.push(next);
        self.moves.push(mv);
        self.moments.push(moment);
        self.check_end();
        Ok(())
    }

    /// Takes the last move back, and the end of the game with it.
    pub fn undo(&mut self) -> Result<R::Move, Refusal> {
        let mv = self.moves.pop().ok_or(Refusal::NothingToUndo)?;
        self.positions.pop();
        self.moments.pop();
        self.outcome = None;
        self.check_end();
        Ok(mv)
    }

    /// How often the present position has been on the board, this time included.
    pub fn occurrences(&self) -> u32 {
        let key = self.position().key();
        // Only every second position has the same side to move.
        let earlier = self.positions.iter().rev().skip(2).step_by(2);
        let reach = self.position().reversible_plies() / 2;
        1 + earlier.take(reach).filter(|position| position.key() == key).count() as u32
    }

    /// The draw that either side may claim now.
    pub fn claim(&self) -> Option<Claim<R::End>> {
        if self.outcome.is_some() {
            return None;
        }
        if let Some(end) = self.position().claim() {
            return Some(Claim(Reason::Rule(end)));
        }
        let needed = R::REPETITION.claim?;
        let occurrences = self.occurrences();
        (occurrences >= needed).then_some(Claim(Reason::Repetition(occurrences)))
    }

    /// Ends the game by the draw that may be claimed now.
    pub fn claim_draw(&mut self) -> Result<(), Refusal> {
        self.check_running()?;
        let Claim(reason) = self.claim().ok_or(Refusal::NothingToClaim)?;
        self.end(Outcome::draw(reason))
    }

    /// `side` gives up.
    pub fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.end(Outcome::win(side.other(), Reason::Resignation))
    }

    /// Both sides agree to a draw.
    pub fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.end(Outcome::draw(Reason::Agreement))
    }

    /// The flag of `side` falls: a loss, unless the other side could not have won anyway.
    pub fn flag(&mut self, side: Side) -> Result<(), Refusal> {
        let outcome = if self.position().can_win(side.other()) {
            Outcome::win(side.other(), Reason::Time)
        } else {
            Outcome::draw(Reason::TimeWithoutWinner)
        };
        self.end(outcome)
    }

    /// `side` loses by breaking the game.
    pub fn forfeit(&mut self, side: Side, fault: Fault) -> Result<(), Refusal> {
        self.end(Outcome::win(side.other(), Reason::Forfeit(fault)))
    }

    /// The runner of the match ends the game.
    pub fn adjudicate(&mut self, winner: Option<Side>, ground: Ground) -> Result<(), Refusal> {
        self.end(Outcome {
            winner,
            reason: Reason::Adjudication(ground),
        })
    }

    fn end(&mut self, outcome: Outcome<R::End>) -> Result<(), Refusal> {
        self.check_running()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    fn check_running(&self) -> Result<(), Refusal> {
        match self.outcome {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    /// Lists the legal moves and detects ends without a claim.
    fn check_end(&mut self) {
        let mut legal = std::mem::take(&mut self.legal);
        self.position().moves(&mut legal);
        self.outcome = self.position().verdict(&legal).map(Outcome::from);
        self.legal = legal;
        if self.outcome.is_none()
            && let Some(limit) = R::REPETITION.automatic
        {
            let occurrences = self.occurrences();
            if occurrences >= limit {
                self.outcome = Some(Outcome::draw(Reason::Repetition(occurrences)));
            }
        }
    }
}

/// A draw that may be claimed, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim<E>(pub Reason<E>);

/// Why the record refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Nothing is accepted after the end.
    #[error("the game is over")]
    GameOver,
    /// The move is not legal here.
    #[error("that move is not legal here")]
    IllegalMove,
    /// Neither the position nor its repetition allows a claim.
    #[error("there is no draw to claim now")]
    NothingToClaim,
    /// The game stands at its start.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// So many undos in a row are allowed, and have been used.
    #[error("only {0} undos in a row are allowed; play a move first")]
    NoUndoLeft(u32),
}
