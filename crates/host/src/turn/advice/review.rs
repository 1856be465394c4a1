//! The review of a game: the engine evaluates every position in turn.

use std::collections::BTreeSet;

use play::{GameRecord, MoveIndex, Score, Side};

use super::super::TurnTable;
use crate::{
    Judged, Refusal, TurnAnswer, TurnNote,
    bot_worker::Completion,
    decider::{Context, Decision, Viewer},
    judgement::{self, for_white},
};

/// How often a position is searched again because others waited for the thread.
const REPEATS: u32 = 20;

/// A review under way.
pub(super) struct Review {
    pub(super) viewers: BTreeSet<Viewer>,
    /// The position to be judged next.
    pub(super) next: usize,
    /// The value of the position before for its mover, and its best move by code and label.
    pub(super) before: Option<(Score, Option<[String; 2]>)>,
    /// How often the next position was given up because others waited for the thread.
    pub(super) repeats: u32,
}

impl TurnTable {
    pub(in crate::turn) fn ask_review(
        &mut self,
        viewer: Viewer,
        own: &[Side],
        context: &Context,
    ) -> Result<Decision<Self>, Refusal> {
        if !self.may_be_helped(own) {
            return Err(Refusal::NoHelp);
        }
        self.permit_help(viewer, context)?;
        // A second viewer would miss the beginning of a review that is under way, so it begins again for everybody.
        let earlier = self.session.advice.review.take();
        let mut viewers = earlier.map(|review| review.viewers).unwrap_or_default();
        viewers.insert(viewer);
        self.session.advice.stop();
        self.note_help();
        self.session.advice.review = Some(Review {
            viewers,
            next: 0,
            before: None,
            repeats: 0,
        });
        Ok(Decision::Answer(TurnAnswer::Done))
    }

    /// The game up to the next position of a review; an end is judged at once, without the engine.
    pub(super) fn next_judged(&mut self, ply: usize) -> Option<Box<dyn GameRecord>> {
        let record = self.state.record.until(ply);
        let Some(score) = judgement::end_score(&*record) else {
            return Some(record);
        };
        self.judge(score, None);
        None
    }

    /// Whether the next position of a review is searched again, which happens a bounded number of times.
    pub(super) fn repeats_position(&mut self, completion: Completion) -> bool {
        let Some(review) = &mut self.session.advice.review else {
            return false;
        };
        review.repeats += 1;
        matches!(completion, Completion::GaveWay { .. }) && review.repeats < REPEATS
    }

    /// Sends the value of a position of the review, and goes on to the next.
    pub(super) fn judge(&mut self, score: Score, best: Option<MoveIndex>) {
        let Some(mut review) = self.session.advice.review.take() else {
            return;
        };
        let (ply, of) = (review.next, self.state.record.plies() + 1);
        let Some(turn) = self.state.record.turn_after(ply) else {
            return;
        };
        let played = ply.checked_sub(1).and_then(|ply| self.entry(ply));
        let (mistake, better) = match (&review.before, played) {
            (Some((before, Some([code, label]))), Some(played)) if *code != played.code => {
                let mistake = judgement::mistake(judgement::loss(*before, score));
                (mistake, mistake.map(|_| label.clone()))
            }
            _ => (None, None),
        };
        let judged = Judged {
            ply,
            of,
            score: for_white(score, turn),
            words: self.score_words(score, turn),
            better,
            mistake,
        };
        for viewer in &review.viewers {
            self.outbox.notes.push((*viewer, TurnNote::Judged(judged.clone())));
        }
        let best = best.and_then(|best| self.state.record.until(ply).describe(best));
        review.before = Some((score, best.map(|best| [best.code, best.label])));
        review.next += 1;
        review.repeats = 0;
        self.session.advice.review = Some(review).filter(|review| review.next < of);
    }
}
