//! The line of a puzzle: turns of the solver with one good move, and the best replies.

use play::{GameRecord, Side};

use super::{Candidate, MakeError, Maker, judge::Judged, only};
use crate::{Goal, puzzle::play};

/// The most moves a solver has to find.
const LONGEST: usize = 5;

/// A line in the making.
struct Walk {
    record: Box<dyn GameRecord>,
    moves: Vec<String>,
    /// The length of the line up to the solver's last move that was not forced.
    whole: usize,
}

impl Maker<'_> {
    /// The two best moves of a first turn in which one is the only good one.
    pub(super) fn first_turn(&mut self, record: &dyn GameRecord) -> Result<Option<Vec<Judged>>, MakeError> {
        let quick = self.judge.lines(record, 2, self.effort.quick)?;
        if !only::is_promising(&quick) {
            return Ok(None);
        }
        self.counts.promising += 1;
        let second = self.judge.lines(record, 2, self.effort.second)?;
        if only::goals(&second).is_empty() {
            return Ok(None);
        }
        let deep = self.judge.lines(record, 2, self.effort.deep)?;
        if deep.len() < 2 || only::goals(&deep).is_empty() {
            return Ok(None);
        }
        self.counts.only += 1;
        Ok(Some(deep))
    }

    /// The goal and the moves of the puzzle that begins here.
    pub(super) fn line(
        &mut self,
        candidate: &Candidate,
        record: &dyn GameRecord,
        first: &[Judged],
    ) -> Result<Option<(Goal, Vec<String>)>, MakeError> {
        for goal in only::goals(first) {
            let walk = Walk {
                record: record.boxed(),
                moves: vec![candidate.mv.clone()],
                whole: 0,
            };
            if let Some((goal, moves)) = self.follow(walk, goal, first.to_vec())? {
                return Ok((!is_dull(record, goal, &moves)).then_some((goal, moves)));
            }
        }
        Ok(None)
    }

    fn follow(
        &mut self,
        mut walk: Walk,
        goal: Goal,
        mut lines: Vec<Judged>,
    ) -> Result<Option<(Goal, Vec<String>)>, MakeError> {
        let solver = walk.record.turn();
        while only::is_only(goal, &lines) {
            let is_forced = walk.record.legal_count() == 1;
            walk.play(&lines[0].code)?;
            if !is_forced {
                walk.whole = walk.moves.len();
            }
            if walk.record.outcome().is_some() || walk.moves.len() / 2 == LONGEST {
                break;
            }
            let replies = self.judge.lines(&*walk.record, 1, self.effort.reply)?;
            let Some(reply) = replies.first() else { break };
            walk.play(&reply.code)?;
            if walk.record.outcome().is_some() {
                break;
            }
            lines = self.judge.lines(&*walk.record, 2, self.effort.deep)?;
        }
        Ok(match goal {
            Goal::Finish(_) => walk.finished(solver),
            Goal::Win | Goal::Save => walk.cut(goal),
        })
    }
}

impl Walk {
    fn play(&mut self, code: &str) -> Result<(), MakeError> {
        play(&mut *self.record, code).map_err(|error| MakeError::Position(error.to_string()))?;
        self.moves.push(code.to_owned());
        Ok(())
    }

    /// The line up to the end of the game, if the solver won it.
    fn finished(self, solver: Side) -> Option<(Goal, Vec<String>)> {
        let outcome = self.record.outcome()?;
        let turns = self.moves.len() / 2;
        (outcome.winner == Some(solver)).then_some((Goal::Finish(turns as u32), self.moves))
    }

    /// The line up to the last move that had to be found.
    fn cut(mut self, goal: Goal) -> Option<(Goal, Vec<String>)> {
        self.moves.truncate(self.whole);
        (!self.moves.is_empty()).then_some((goal, self.moves))
    }
}

/// Whether a line of one move is too easy: it recaptures, answers a check, captures an unguarded piece, or saves the
/// game by a capture.
fn is_dull(record: &dyn GameRecord, goal: Goal, moves: &[String]) -> bool {
    if moves.len() > 2 || matches!(goal, Goal::Finish(_)) {
        return false;
    }
    let Some(mv) = record.by_code(&moves[1]) else {
        return true;
    };
    let Some(first) = record.describe(mv) else { return true };
    let is_check = record.scene(record.plies()).is_some_and(|scene| scene.check.is_some());
    let mut after = record.boxed();
    if after.play(mv, None).is_err() {
        return true;
    }
    let is_guarded = after.legal().iter().any(|reply| reply.to == first.to && reply.captures);
    is_check || (first.captures && (goal == Goal::Save || !is_guarded)) || is_recapture(record, moves)
}

/// Whether the only move takes back on the square of the opponent's capture.
fn is_recapture(record: &dyn GameRecord, moves: &[String]) -> bool {
    let taken = record.played(record.plies() - 1).filter(|played| played.mv.captures);
    let answer = record.by_code(&moves[1]).and_then(|mv| record.describe(mv));
    match (taken, answer) {
        (Some(taken), Some(answer)) => answer.captures && answer.to == taken.mv.to,
        _ => false,
    }
}
