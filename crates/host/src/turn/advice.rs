//! Help for people: hints, analysis of the position, a review of the whole game. One engine does it all, one task at a
//! time: hints first, then reviews, then analysis.

mod review;

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    sync::Arc,
    time::Duration,
};

use play::{Budget, GameModule, GameThought, MoveIndex, Score, Setup, Side};

use super::TurnTable;
use crate::{
    Refusal, Switch, Thought, TurnAnswer, TurnNote, VisitorId,
    bot_worker::{
        Asked, BotReply, BotWorker, Completion, Found, Knowledge, Question, QuestionId, ReplyContent, Returned,
    },
    decider::{Context, Decision, Viewer},
    help::HelpPermit,
    job::{Job, Priority},
    judgement::{self, REVIEW_NODES, for_white},
};
use review::Review;

/// The time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The longest search of one position of a review; on a slow machine it ends before the node limit.
const REVIEW_TIME: Duration = Duration::from_secs(2);
/// The longest time for the analysis of one position.
const ANALYSIS_TIME: Duration = Duration::from_mins(1);

/// The engine for help, and its pending requests.
pub(super) struct Advice {
    engine: BotWorker,
    task: Option<Task>,
    /// Viewers who wait for a hint, once per request.
    hints: Vec<Viewer>,
    analysts: BTreeSet<Viewer>,
    review: Option<Review>,
    /// What has been found out about the present position.
    analysed: Analysed,
    /// One permit for each visitor with help.
    permits: BTreeMap<Viewer, HelpPermit>,
}

/// The progress of the analysis of a position; after preemption it continues from there.
#[derive(Clone, Copy, Default)]
struct Analysed {
    time: Duration,
    depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Hint,
    Analysis,
    /// The analysis of this position is finished.
    AnalysisDone,
    Review,
}

impl Task {
    const fn priority(self) -> Priority {
        match self {
            Task::Hint => Priority::Hint,
            Task::Analysis | Task::AnalysisDone | Task::Review => Priority::Background,
        }
    }

    /// A review must be reproducible; everything else may use the hash table.
    const fn knowledge(self) -> Knowledge {
        match self {
            Task::Hint | Task::Analysis | Task::AnalysisDone => Knowledge::Kept,
            Task::Review => Knowledge::Cleared,
        }
    }
}

/// The viewers whose requests are void.
#[derive(Default)]
pub(super) struct Interrupted {
    pub(super) hints: Vec<Viewer>,
    pub(super) reviews: BTreeSet<Viewer>,
}

impl Advice {
    pub(super) fn new(module: &Arc<dyn GameModule>, setup: Setup) -> Self {
        Advice {
            engine: BotWorker::new(Arc::clone(module), module.adviser(), setup),
            task: None,
            hints: Vec::new(),
            analysts: BTreeSet::new(),
            review: None,
            analysed: Analysed::default(),
            permits: BTreeMap::new(),
        }
    }

    /// The position changed: requests about it are void.
    pub(super) fn interrupt(&mut self) -> Interrupted {
        self.stop();
        self.analysed = Analysed::default();
        Interrupted {
            hints: std::mem::take(&mut self.hints),
            reviews: self.review.take().map(|review| review.viewers).unwrap_or_default(),
        }
    }

    /// A viewer is gone.
    pub(super) fn forget(&mut self, viewer: Viewer) {
        self.hints.retain(|waiting| *waiting != viewer);
        self.analysts.remove(&viewer);
        self.permits.remove(&viewer);
        if let Some(review) = &mut self.review {
            review.viewers.remove(&viewer);
        }
        self.review.take_if(|review| review.viewers.is_empty());
    }

    pub(super) fn dismiss(&mut self) -> Option<Job<BotReply>> {
        self.task = None;
        self.engine.dismiss()
    }

    fn stop(&mut self) {
        self.task = None;
        self.engine.stop();
    }

    fn is_helped(&self, viewer: Viewer) -> bool {
        let reviewed = self
            .review
            .as_ref()
            .is_some_and(|review| review.viewers.contains(&viewer));
        self.hints.contains(&viewer) || self.analysts.contains(&viewer) || reviewed
    }

    /// Releases the permits of visitors without help.
    fn return_permits(&mut self) {
        let permits = std::mem::take(&mut self.permits);
        let needed = permits.into_iter().filter(|(viewer, _)| self.is_helped(*viewer));
        self.permits = needed.collect();
    }

    const fn is_analysing(&self) -> bool {
        matches!(self.task, Some(Task::Analysis | Task::AnalysisDone))
    }
}

impl TurnTable {
    pub(super) fn ask_hint(
        &mut self,
        viewer: Viewer,
        own: &[Side],
        context: &Context,
    ) -> Result<Decision<Self>, Refusal> {
        if !self.may_be_hinted(own) {
            return Err(Refusal::HintOutOfTurn);
        }
        self.permit_help(viewer, context)?;
        self.session.advice.hints.push(viewer);
        self.note_help();
        if self.session.advice.is_analysing() {
            self.session.advice.stop();
        }
        Ok(Decision::Later)
    }

    /// Makes sure that a viewer may be helped at one more table.
    fn permit_help(&mut self, viewer: Viewer, context: &Context) -> Result<(), Refusal> {
        let Some(connected) = self.session.viewers.get(&viewer) else {
            return Err(Refusal::NoHelp);
        };
        if let Entry::Vacant(none) = self.session.advice.permits.entry(viewer) {
            none.insert(context.help.permit(connected.visitor)?);
        }
        Ok(())
    }

    /// Help for a game that runs is stored with the next move.
    fn note_help(&mut self) {
        self.session.helped |= !self.state.is_over() && !self.state.aided;
    }

    pub(super) fn may_be_hinted(&self, own: &[Side]) -> bool {
        own.contains(&self.state.record.turn()) && !self.state.is_over() && self.may_be_helped(own)
    }

    /// Help is allowed after the end, and if the requester is the only person who plays.
    fn may_be_helped(&self, own: &[Side]) -> bool {
        let others = |side: &Side| self.state.is_person(*side) && !own.contains(side);
        self.state.is_over() || !Side::BOTH.iter().any(others)
    }

    pub(super) fn switch_analysis(
        &mut self,
        viewer: Viewer,
        own: &[Side],
        analysis: Switch,
        context: &Context,
    ) -> Result<Decision<Self>, Refusal> {
        match analysis {
            Switch::On if !self.may_be_helped(own) => return Err(Refusal::NoHelp),
            Switch::On => {
                self.permit_help(viewer, context)?;
                self.session.advice.analysts.insert(viewer);
                self.note_help();
            }
            Switch::Off => drop(self.session.advice.analysts.remove(&viewer)),
        }
        let advice = &mut self.session.advice;
        if advice.analysts.is_empty() && advice.is_analysing() {
            advice.stop();
        }
        Ok(Decision::Answer(TurnAnswer::Done))
    }

    /// Gives the engine its next task, or closes it.
    pub(super) fn advise(&mut self) {
        self.session.advice.return_permits();
        if self.session.advice.task.is_some() {
            return;
        }
        let persons_turn = self.state.is_person(self.state.record.turn()) && !self.state.is_over();
        let (task, record, budget) = if !self.session.advice.hints.is_empty() {
            (Task::Hint, self.state.record.clone(), Budget::move_time(HINT_TIME))
        } else if let Some(next) = self.session.advice.review.as_ref().map(|review| review.next) {
            let Some(record) = self.next_judged(next) else {
                return self.advise();
            };
            let budget = Budget {
                nodes: Some(REVIEW_NODES),
                ..Budget::move_time(REVIEW_TIME)
            };
            (Task::Review, record, budget)
        } else if !self.session.advice.analysts.is_empty() && persons_turn {
            let left = ANALYSIS_TIME.saturating_sub(self.session.advice.analysed.time);
            (Task::Analysis, self.state.record.clone(), Budget::move_time(left))
        } else {
            if self.session.advice.analysts.is_empty() {
                let closed = self.session.advice.engine.dismiss();
                self.outbox.jobs.extend(closed);
            }
            return;
        };
        let id = self.next_question();
        let question = Question::Study {
            record,
            budget,
            lines: 1,
            knowledge: task.knowledge(),
        };
        let (priority, visitor) = (task.priority(), self.helped_visitor(task));
        let engine = &mut self.session.advice.engine;
        let job = engine.ask(Asked::Adviser, id, question, priority, visitor);
        if job.is_some() {
            self.session.advice.task = Some(task);
        }
        self.outbox.jobs.extend(job);
    }

    /// For whom the engine does a task.
    fn helped_visitor(&self, task: Task) -> Option<VisitorId> {
        let advice = &self.session.advice;
        let viewer = match task {
            Task::Hint => advice.hints.first(),
            Task::Analysis | Task::AnalysisDone => advice.analysts.first(),
            Task::Review => advice.review.as_ref().and_then(|review| review.viewers.first()),
        };
        let connected = self.session.viewers.get(viewer?)?;
        Some(connected.visitor)
    }

    pub(super) fn hear_adviser(&mut self, question: QuestionId, content: ReplyContent) {
        let (bot, result, completion) = match content {
            ReplyContent::Started => return,
            ReplyContent::Thought(thought) => {
                let advice = &mut self.session.advice;
                let wanted = advice.engine.awaits(question) && advice.task == Some(Task::Analysis);
                // After an interruption the analysis passes depths that have been shown.
                if wanted && thought.depth >= advice.analysed.depth {
                    advice.analysed.depth = thought.depth;
                    self.show_thought(None, &thought);
                }
                return;
            }
            ReplyContent::Answer {
                bot,
                result,
                completion,
            } => (bot, result, completion),
        };
        let (returned, closed) = self.session.advice.engine.back(question, bot);
        self.outbox.jobs.extend(closed);
        if returned == Returned::Stale {
            return;
        }
        match (self.session.advice.task.take(), result) {
            (Some(Task::Hint), Ok(Found::Study { best, score })) => self.give_hint(best, score),
            (Some(Task::Hint), _) => {
                for viewer in std::mem::take(&mut self.session.advice.hints) {
                    self.outbox.answers.push((viewer, Err(Refusal::EngineFailed)));
                }
            }
            // The result of a preempted search is not reproducible, so the position is searched again.
            (Some(Task::Review), Ok(_)) if self.repeats_position(completion) => {}
            (Some(Task::Review), Ok(Found::Study { best, score })) => self.judge(score, Some(best)),
            (Some(Task::Review), _) => {
                let review = self.session.advice.review.take();
                for viewer in review.map(|review| review.viewers).unwrap_or_default() {
                    self.outbox.notes.push((viewer, TurnNote::ReviewStopped));
                }
            }
            (Some(Task::Analysis | Task::AnalysisDone), Ok(_)) => self.end_slice(completion),
            (Some(Task::Analysis | Task::AnalysisDone), Err(_)) => self.session.advice.analysts.clear(),
            (None, _) => {}
        }
    }

    /// The analysis of a position is done, or continues in its next turn.
    fn end_slice(&mut self, completion: Completion) {
        let advice = &mut self.session.advice;
        let goes_on = match completion {
            Completion::Finished => false,
            Completion::GaveWay { after } => {
                advice.analysed.time += after;
                advice.analysed.time < ANALYSIS_TIME
            }
        };
        advice.task = (!goes_on).then_some(Task::AnalysisDone);
    }

    fn give_hint(&mut self, best: MoveIndex, score: Score) {
        let hint = self.state.record.describe(best);
        let score = self.score_words(score, self.state.record.turn());
        for viewer in std::mem::take(&mut self.session.advice.hints) {
            let answer = match &hint {
                Some(choice) => Ok(TurnAnswer::Hint {
                    choice: choice.clone(),
                    score: score.clone(),
                }),
                None => Err(Refusal::Outdated),
            };
            self.outbox.answers.push((viewer, answer));
        }
    }

    /// Sends a bot's evaluation to the viewers with analysis on.
    pub(super) fn show_thought(&mut self, by: Option<Side>, thought: &GameThought) {
        if thought.rank != 1 || self.session.advice.analysts.is_empty() {
            return;
        }
        let turn = self.state.record.turn();
        let shown = Thought {
            by: by.map(Into::into),
            ply: self.state.record.plies(),
            depth: thought.depth,
            score: for_white(thought.score, turn),
            words: self.score_words(thought.score, turn),
            nodes: thought.nodes,
            line: thought.line.iter().map(|[_, label]| label.clone()).collect(),
        };
        for viewer in &self.session.advice.analysts {
            self.outbox.notes.push((*viewer, TurnNote::Thought(shown.clone())));
        }
    }

    /// A score of the side to move for people, as White's side counts: `+0.35`, `Black mates in 3`.
    fn score_words(&self, score: Score, turn: Side) -> String {
        judgement::words(&*self.state.record, score, turn)
    }
}
