//! The engine at a study: analysis for each viewer, a review of the main line, and evaluation of tried moves.
//!
//! The search threads do all of it, with a lower priority than moves that people wait for. A visitor may have help at a
//! few tables at the same time. A review and a tried move are limited by nodes, not by time, and start with an empty
//! hash table, so their results are reproducible.

mod analysis;
mod review;
mod tried;

use std::{collections::BTreeMap, sync::Arc};

use play::{Budget, GameModule, GameRecord, Score, Setup};

use super::{StudyFact, StudyTable, Value};
use crate::{
    Refusal, VisitorId,
    bot_worker::{Asked, BotReply, BotWorker, Found, Knowledge, Question, QuestionId, ReplyContent, Returned},
    decider::{Context, Viewer},
    help::HelpPermit,
    job::{Job, Priority},
    judgement,
};
use analysis::Running;
use review::Review;
use tried::Attempt;

/// Viewers of one study for whom the engine works at the same time.
const MOST_ANALYSES: usize = 32;
/// Moves of a line that are shown or stored.
const LINE: usize = 12;

/// Everything the engine does at a study.
pub(super) struct Engine {
    module: Arc<dyn GameModule>,
    setup: Setup,
    analyses: BTreeMap<Viewer, Running>,
    review: Option<Review>,
    attempts: BTreeMap<Viewer, Attempt>,
    /// Workers that are not wanted any more and have not returned yet.
    leaving: Vec<BotWorker>,
    /// One permit for each visitor with help.
    permits: BTreeMap<Viewer, HelpPermit>,
    questions: QuestionId,
    pub(super) jobs: Vec<Job<BotReply>>,
}

/// Whose answer it is.
enum Owner {
    Analysis(Viewer),
    Review,
    Attempt(Viewer),
    Leaving(usize),
}

impl Engine {
    pub(super) fn new(module: &Arc<dyn GameModule>, setup: Setup) -> Self {
        Engine {
            module: Arc::clone(module),
            setup,
            analyses: BTreeMap::new(),
            review: None,
            attempts: BTreeMap::new(),
            leaving: Vec::new(),
            permits: BTreeMap::new(),
            // A reply to an earlier session of the study must not be taken for a reply to this one.
            questions: QuestionId(fastrand::u64(..1 << 60)),
            jobs: Vec::new(),
        }
    }

    fn worker(&self) -> BotWorker {
        BotWorker::new(Arc::clone(&self.module), self.module.adviser(), self.setup)
    }

    /// Makes sure that a viewer may be helped here.
    fn permit(&mut self, viewer: Viewer, visitor: VisitorId, context: &Context) -> Result<(), Refusal> {
        if self.permits.contains_key(&viewer) {
            return Ok(());
        }
        if self.permits.len() >= MOST_ANALYSES {
            return Err(Refusal::Busy);
        }
        self.permits.insert(viewer, context.help.permit(visitor)?);
        Ok(())
    }

    /// Releases the permits of visitors without help.
    fn return_permits(&mut self) {
        let reviewer = self.review.as_ref().map(|review| review.by);
        let (analyses, attempts) = (&self.analyses, &self.attempts);
        self.permits.retain(|viewer, _| {
            let analysed = analyses.get(viewer).is_some_and(|running| !running.done);
            analysed || attempts.contains_key(viewer) || reviewer == Some(*viewer)
        });
    }

    /// Releases a worker, idle or running.
    fn let_go(&mut self, mut worker: BotWorker) {
        match worker.dismiss() {
            Some(job) => self.jobs.push(job),
            None if worker.is_closed() => {}
            None => self.leaving.push(worker),
        }
    }

    pub(super) fn stop_analysis(&mut self, viewer: Viewer) {
        if let Some(running) = self.analyses.remove(&viewer) {
            self.let_go(running.worker);
        }
    }

    pub(super) fn stop_review(&mut self) {
        if let Some(review) = self.review.take() {
            self.let_go(review.worker);
        }
    }

    pub(super) const fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    /// A viewer is gone.
    pub(super) fn forget(&mut self, viewer: Viewer) {
        self.stop_analysis(viewer);
        if let Some(attempt) = self.attempts.remove(&viewer) {
            self.let_go(attempt.worker);
        }
        if self.review.as_ref().is_some_and(|review| review.by == viewer) {
            self.stop_review();
        }
        self.permits.remove(&viewer);
    }

    pub(super) fn dismiss(&mut self) {
        let viewers: Vec<Viewer> = self.analyses.keys().chain(self.attempts.keys()).copied().collect();
        for viewer in viewers {
            self.forget(viewer);
        }
        self.stop_review();
        self.permits.clear();
    }

    fn owner(&self, question: QuestionId) -> Option<Owner> {
        let is_analysis = |(_, running): &(&Viewer, &Running)| running.worker.was_asked(question);
        let is_attempt = |(_, attempt): &(&Viewer, &Attempt)| attempt.worker.was_asked(question);
        if let Some((viewer, _)) = self.analyses.iter().find(is_analysis) {
            return Some(Owner::Analysis(*viewer));
        }
        if let Some((viewer, _)) = self.attempts.iter().find(is_attempt) {
            return Some(Owner::Attempt(*viewer));
        }
        if self
            .review
            .as_ref()
            .is_some_and(|review| review.worker.was_asked(question))
        {
            return Some(Owner::Review);
        }
        self.leaving
            .iter()
            .position(|worker| worker.was_asked(question))
            .map(Owner::Leaving)
    }
}

impl StudyTable {
    /// Starts the next jobs of the engine.
    pub(super) fn settle_engine(&mut self) {
        let visitors: BTreeMap<Viewer, VisitorId> = self
            .viewers
            .iter()
            .map(|(viewer, connected)| (*viewer, connected.visitor))
            .collect();
        let engine = &mut self.engine;
        for (viewer, running) in &mut engine.analyses {
            if running.done || running.worker.is_asked() {
                continue;
            }
            engine.questions.0 += 1;
            let question = running.question();
            let visitor = visitors.get(viewer).copied();
            let job = running.worker.ask(
                Asked::Adviser,
                engine.questions,
                question,
                Priority::Background,
                visitor,
            );
            engine.jobs.extend(job);
        }
        for (viewer, attempt) in &mut engine.attempts {
            if !attempt.worker.is_asked() {
                engine.questions.0 += 1;
                let visitor = visitors.get(viewer).copied();
                let question = fixed(attempt.record.clone());
                let job = attempt
                    .worker
                    .ask(Asked::Adviser, engine.questions, question, Priority::Hint, visitor);
                engine.jobs.extend(job);
            }
        }
        self.settle_review(&visitors);
        self.engine.return_permits();
        self.outbox.jobs.append(&mut self.engine.jobs);
    }

    /// Handles a reply of the engine.
    pub(super) fn hear_engine(&mut self, reply: BotReply) -> Vec<StudyFact> {
        let BotReply { question, content, .. } = reply;
        let owner = self.engine.owner(question);
        let facts = match (owner, content) {
            (Some(Owner::Analysis(viewer)), ReplyContent::Thought(thought)) => {
                self.note_thought(viewer, question, thought);
                Vec::new()
            }
            (Some(Owner::Review), ReplyContent::Thought(thought)) => {
                if let Some(review) = &mut self.engine.review {
                    review.note(question, thought);
                }
                Vec::new()
            }
            (_, ReplyContent::Started | ReplyContent::Thought(_)) => Vec::new(),
            (
                owner,
                ReplyContent::Answer {
                    bot,
                    result,
                    completion,
                },
            ) => {
                let engine = &mut self.engine;
                let worker = match &owner {
                    Some(Owner::Analysis(viewer)) => engine.analyses.get_mut(viewer).map(|running| &mut running.worker),
                    Some(Owner::Attempt(viewer)) => engine.attempts.get_mut(viewer).map(|attempt| &mut attempt.worker),
                    Some(Owner::Review) => engine.review.as_mut().map(|review| &mut review.worker),
                    Some(Owner::Leaving(place)) => engine.leaving.get_mut(*place),
                    None => None,
                };
                let (returned, closed) = match worker {
                    Some(worker) => worker.back(question, bot),
                    None => (Returned::Stale, None),
                };
                engine.jobs.extend(closed);
                match owner {
                    Some(Owner::Leaving(place)) => {
                        engine.leaving.swap_remove(place);
                        Vec::new()
                    }
                    _ if returned == Returned::Stale => Vec::new(),
                    Some(Owner::Analysis(viewer)) => {
                        self.end_slice(viewer, result.is_ok(), completion);
                        Vec::new()
                    }
                    Some(Owner::Attempt(viewer)) => {
                        let found = result.ok();
                        self.judge_attempt(viewer, found.as_ref().and_then(score_of), completion);
                        Vec::new()
                    }
                    Some(Owner::Review) => self.reviewed(result.ok().as_ref(), completion),
                    None => Vec::new(),
                }
            }
        };
        self.outbox.jobs.append(&mut self.engine.jobs);
        facts
    }

    #[cfg(test)]
    pub(super) fn engine_permits(&self) -> usize {
        self.engine.permits.len()
    }

    fn visitor(&self, viewer: Viewer) -> Option<VisitorId> {
        self.viewers.get(&viewer).map(|connected| connected.visitor)
    }
}

/// The value of a position, as text.
pub(super) fn value(record: &dyn GameRecord, score: Score, depth: Option<u32>) -> Value {
    let turn = record.turn();
    Value {
        score: judgement::for_white(score, turn),
        words: judgement::words(record, score, turn),
        share: judgement::white_share(score, turn),
        depth,
    }
}

/// A question whose answer does not depend on time or on earlier questions.
fn fixed(record: Box<dyn GameRecord>) -> Question {
    Question::Study {
        record,
        budget: Budget {
            nodes: Some(judgement::REVIEW_NODES),
            ..Budget::UNLIMITED
        },
        lines: 1,
        knowledge: Knowledge::Cleared,
    }
}

const fn score_of(found: &Found) -> Option<Score> {
    match found {
        Found::Study { score, .. } => Some(*score),
        Found::Opened | Found::Choice(_) | Found::Draw(_) => None,
    }
}
