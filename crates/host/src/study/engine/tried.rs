//! Moves that are tried instead of a mistake.

use play::{GameRecord, MoveRequest, Score};

use crate::{
    Mistake, Refusal,
    bot_worker::{BotWorker, Completion},
    decider::{Context, Decision, Viewer},
    judgement,
    study::{Judgement, NodeId, StudyAnswer, StudyTable, decide::find},
};

/// A move that somebody tries.
pub(super) struct Attempt {
    pub(super) worker: BotWorker,
    /// The game after the move.
    pub(super) record: Box<dyn GameRecord>,
    label: String,
    /// What the best move is worth to the mover.
    before: Score,
}

impl StudyTable {
    /// Judges a move against the best one at a position that a review has evaluated.
    pub(in crate::study) fn try_move(
        &mut self,
        viewer: Viewer,
        node: NodeId,
        request: MoveRequest,
        context: &Context,
    ) -> Result<Decision<Self>, Refusal> {
        let record = self.state.tree.record(node).ok_or(Refusal::NoSuchNode)?;
        let at = self.state.tree.get(node).ok_or(Refusal::NoSuchNode)?;
        let evaluation = at.remarks.evaluation.clone().ok_or(Refusal::NotReviewed)?;
        let mv = find(&*record, request)?;
        let played = record.describe(mv).ok_or(Refusal::NoSuchNode)?;
        let before = evaluation.score;
        if evaluation.line.first() == Some(&played.code) {
            return Ok(Decision::Answer(tried(played.label, 0.0)));
        }
        let after = record.continued(mv)?;
        if let Some(end) = judgement::end_score(&*after) {
            return Ok(Decision::Answer(tried(played.label, judgement::loss(before, end))));
        }
        if self.engine.attempts.contains_key(&viewer) {
            return Err(Refusal::Busy);
        }
        let visitor = self.visitor(viewer).ok_or(Refusal::Busy)?;
        self.engine.permit(viewer, visitor, context)?;
        let attempt = Attempt {
            worker: self.engine.worker(),
            record: after,
            label: played.label,
            before,
        };
        self.engine.attempts.insert(viewer, attempt);
        Ok(Decision::Later)
    }

    /// The engine has looked at the position after a move that was tried.
    pub(super) fn judge_attempt(&mut self, viewer: Viewer, after: Option<Score>, completion: Completion) {
        if after.is_some() && matches!(completion, Completion::GaveWay { .. }) {
            return;
        }
        let Some(attempt) = self.engine.attempts.remove(&viewer) else {
            return;
        };
        let answer = match after {
            Some(after) => Ok(tried(attempt.label, judgement::loss(attempt.before, after))),
            None => Err(Refusal::EngineFailed),
        };
        self.engine.let_go(attempt.worker);
        self.outbox.answers.push((viewer, answer));
    }
}

fn tried(label: String, loss: f64) -> StudyAnswer {
    let mistake = judgement::mistake(loss);
    let words = match mistake {
        None if loss == 0.0 => format!("{label} is the best move."),
        None => format!("{label} is good."),
        Some(Mistake::Inaccuracy) => format!("{label} is a little worse than the best move."),
        Some(Mistake::Mistake) => format!("{label} is a mistake too."),
        Some(Mistake::Blunder) => format!("{label} is a blunder too."),
    };
    StudyAnswer::Tried {
        label,
        judgement: Judgement {
            loss: (loss * 1_000.0).round() as u16,
            mistake,
            better: None,
        },
        words,
    }
}
