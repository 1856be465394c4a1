//! A review evaluates every position of the main line and stores the results in the study.

use std::collections::{BTreeMap, VecDeque};

use play::{Evaluation, GameThought};

use super::{LINE, fixed};
use crate::{
    Refusal, VisitorId,
    bot_worker::{Asked, BotWorker, Completion, Found, QuestionId},
    decider::{Context, Viewer},
    job::Priority,
    judgement,
    study::{NodeId, StudyFact, StudyNote, StudyTable},
};

/// How often a preempted search of a position is repeated; then the incomplete result is used.
const REPEATS: u32 = 20;

/// A running review.
pub(super) struct Review {
    pub(super) by: Viewer,
    pub(super) worker: BotWorker,
    /// The positions to be evaluated, the next first.
    left: VecDeque<NodeId>,
    /// The last intermediate result for the next position.
    thought: Option<GameThought>,
    repeats: u32,
}

impl Review {
    pub(super) fn note(&mut self, question: QuestionId, thought: GameThought) {
        if thought.rank == 1 && self.worker.awaits(question) {
            self.thought = Some(thought);
        }
    }
}

impl StudyTable {
    /// Begins a review from the start of the main line. Positions that are ends are evaluated at once.
    pub(in crate::study) fn begin_review(
        &mut self,
        viewer: Viewer,
        context: &Context,
    ) -> Result<Vec<StudyFact>, Refusal> {
        let visitor = self.visitor(viewer).ok_or(Refusal::Busy)?;
        self.engine.permit(viewer, visitor, context)?;
        self.engine.stop_review();
        let review = Review {
            by: viewer,
            worker: self.engine.worker(),
            left: self.state.tree.main_line().into(),
            thought: None,
            repeats: 0,
        };
        self.engine.review = Some(review);
        self.outbox.changed = true;
        Ok(self.pass_ends())
    }

    /// Evaluates ends without the engine and leaves out positions that are gone.
    fn pass_ends(&mut self) -> Vec<StudyFact> {
        let mut facts = Vec::new();
        while let Some(node) = self
            .engine
            .review
            .as_ref()
            .and_then(|review| review.left.front().copied())
        {
            let record = self.state.tree.record(node);
            let score = match &record {
                None => None,
                Some(record) => match judgement::end_score(&**record) {
                    None => return facts,
                    score => score,
                },
            };
            let evaluation = score.map(|score| Evaluation {
                score,
                depth: None,
                line: Vec::new(),
            });
            facts.extend(evaluation.and_then(|evaluation| self.evaluated(node, evaluation)));
            if let Some(review) = &mut self.engine.review {
                review.left.pop_front();
            }
        }
        self.engine.stop_review();
        self.outbox.changed = true;
        facts
    }

    /// The fact of an evaluation, if it says anything new.
    fn evaluated(&self, node: NodeId, evaluation: Evaluation) -> Option<StudyFact> {
        let known = self.state.tree.get(node)?.remarks.evaluation.as_ref();
        (known != Some(&evaluation)).then_some(StudyFact::Evaluated { node, evaluation })
    }

    pub(super) fn settle_review(&mut self, visitors: &BTreeMap<Viewer, VisitorId>) {
        let engine = &mut self.engine;
        let Some(review) = engine.review.as_mut().filter(|review| !review.worker.is_asked()) else {
            return;
        };
        let next = review.left.front().and_then(|node| self.state.tree.record(*node));
        // The rest of the line was deleted with the next position.
        let Some(record) = next else {
            self.outbox.changed = true;
            return engine.stop_review();
        };
        engine.questions.0 += 1;
        review.thought = None;
        let visitor = visitors.get(&review.by).copied();
        let question = fixed(record);
        let job = review.worker.ask(
            Asked::Adviser,
            engine.questions,
            question,
            Priority::Background,
            visitor,
        );
        engine.jobs.extend(job);
    }

    /// The engine has looked at the next position.
    pub(super) fn reviewed(&mut self, found: Option<&Found>, completion: Completion) -> Vec<StudyFact> {
        let Some(review) = &mut self.engine.review else {
            return Vec::new();
        };
        let Some(&Found::Study { best, score }) = found else {
            let by = review.by;
            self.engine.stop_review();
            self.outbox.notes.push((by, StudyNote::EngineFailed));
            return Vec::new();
        };
        // The result of a preempted search is not reproducible.
        if matches!(completion, Completion::GaveWay { .. }) && review.repeats < REPEATS {
            review.repeats += 1;
            return Vec::new();
        }
        review.repeats = 0;
        let thought = review.thought.take();
        let Some(node) = review.left.pop_front() else {
            return Vec::new();
        };
        let record = self.state.tree.record(node);
        let best = record.and_then(|record| record.describe(best)).map(|best| best.code);
        let line = thought.as_ref().map_or(&[][..], |thought| thought.line.as_slice());
        let mut line: Vec<String> = line.iter().take(LINE).map(|[code, _]| code.clone()).collect();
        if line.first() != best.as_ref() {
            line = best.into_iter().collect();
        }
        let evaluation = Evaluation {
            score,
            depth: thought.map(|thought| thought.depth),
            line,
        };
        self.outbox.changed = true;
        let mut facts: Vec<StudyFact> = self.evaluated(node, evaluation).into_iter().collect();
        facts.extend(self.pass_ends());
        facts
    }
}
