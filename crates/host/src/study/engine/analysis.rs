//! The analysis of one position for one viewer: it runs in slices, and shows what it has found at each depth.

use std::time::Duration;

use play::{Budget, GameRecord, GameThought};

use super::{LINE, value};
use crate::{
    Refusal,
    bot_worker::{BotWorker, Completion, Knowledge, Question, QuestionId},
    decider::{Context, Viewer},
    study::{AnalysedSide, Analysis, AnalysisLine, NodeId, StudyNote, StudyTable},
};

/// The longest time for the analysis of one position.
const ANALYSIS_TIME: Duration = Duration::from_mins(1);
/// Lines of an analysis at the most.
const MOST_LINES: u8 = 5;

/// A running analysis.
pub(super) struct Running {
    pub(super) worker: BotWorker,
    node: NodeId,
    side: AnalysedSide,
    lines: u8,
    record: Box<dyn GameRecord>,
    /// What was found by rank.
    found: Vec<GameThought>,
    /// How long the engine has searched.
    time: Duration,
    /// The depth that was shown last.
    depth: u32,
    pub(super) done: bool,
}

impl Running {
    /// What the engine is asked next.
    pub(super) fn question(&self) -> Question {
        Question::Study {
            record: self.record.clone(),
            budget: Budget::move_time(ANALYSIS_TIME.saturating_sub(self.time)),
            lines: usize::from(self.lines),
            knowledge: Knowledge::Kept,
        }
    }
}

impl StudyTable {
    /// Starts the analysis of a position for a viewer, instead of the previous one.
    pub(in crate::study) fn analyse(
        &mut self,
        viewer: Viewer,
        node: NodeId,
        lines: u8,
        side: AnalysedSide,
        context: &Context,
    ) -> Result<(), Refusal> {
        let record = self.state.tree.record(node).ok_or(Refusal::NoSuchNode)?;
        let record = match side {
            AnalysedSide::Mover => record,
            AnalysedSide::Threat => record.passed().ok_or(Refusal::NoThreat)?,
        };
        let visitor = self.visitor(viewer).ok_or(Refusal::Busy)?;
        let engine = &mut self.engine;
        engine.permit(viewer, visitor, context)?;
        let mut worker = match engine.analyses.remove(&viewer) {
            Some(running) => running.worker,
            None => engine.worker(),
        };
        worker.stop();
        let done = record.outcome().is_some();
        let running = Running {
            worker,
            node,
            side,
            lines: lines.clamp(1, MOST_LINES),
            record,
            found: Vec::new(),
            time: Duration::ZERO,
            depth: 0,
            done,
        };
        engine.analyses.insert(viewer, running);
        if done {
            self.show_analysis(viewer);
        }
        Ok(())
    }

    pub(super) fn note_thought(&mut self, viewer: Viewer, question: QuestionId, thought: GameThought) {
        let Some(running) = self.engine.analyses.get_mut(&viewer) else {
            return;
        };
        // After an interruption the analysis passes depths that have been shown.
        if !running.worker.awaits(question) || thought.depth < running.depth {
            return;
        }
        let wanted = usize::from(running.lines).min(running.record.legal_count());
        let (rank, depth) = (thought.rank, thought.depth);
        running.found.retain(|known| known.rank != rank);
        running.found.push(thought);
        running.found.sort_by_key(|thought| thought.rank);
        if rank >= wanted {
            running.depth = depth;
            self.show_analysis(viewer);
        }
    }

    /// The analysis of a position is done, or continues in its next turn.
    pub(super) fn end_slice(&mut self, viewer: Viewer, worked: bool, completion: Completion) {
        let Some(running) = self.engine.analyses.get_mut(&viewer) else {
            return;
        };
        if let Completion::GaveWay { after } = completion {
            running.time += after;
        }
        let goes_on = matches!(completion, Completion::GaveWay { .. }) && running.time < ANALYSIS_TIME && worked;
        running.done = !goes_on;
        if running.done {
            self.show_analysis(viewer);
        }
        if !worked {
            self.outbox.notes.push((viewer, StudyNote::EngineFailed));
        }
    }

    fn show_analysis(&mut self, viewer: Viewer) {
        let Some(running) = self.engine.analyses.get(&viewer) else {
            return;
        };
        let record = &*running.record;
        let line = |thought: &GameThought| AnalysisLine {
            value: value(record, thought.score, Some(thought.depth)),
            words: line_words(record, &thought.line),
            first: thought.line.first().and_then(|[code, _]| {
                let mv = record.describe(record.by_code(code)?)?;
                Some([mv.from, mv.to])
            }),
            code: thought.line.first().map(|[code, _]| code.clone()).unwrap_or_default(),
        };
        let analysis = Analysis {
            node: running.node,
            side: running.side,
            depth: running.depth,
            nodes: running.found.iter().map(|thought| thought.nodes).max().unwrap_or(0),
            lines: running.found.iter().map(line).collect(),
            done: running.done,
        };
        self.outbox.notes.push((viewer, StudyNote::Analysis(analysis)));
    }
}

/// A line with the numbers of its moves: `3. Nf3 Nc6 4. Bb5`.
fn line_words(record: &dyn GameRecord, line: &[[String; 2]]) -> String {
    let mut at = record.boxed();
    let mut words = Vec::new();
    for (place, [code, label]) in line.iter().take(LINE).enumerate() {
        let number = at.number_text();
        if place == 0 || number.ends_with('.') {
            words.push(number);
        }
        words.push(label.clone());
        let next = at.by_code(code).and_then(|mv| at.continued(mv).ok());
        let Some(next) = next else { break };
        at = next;
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}
