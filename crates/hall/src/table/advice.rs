//! Help for people: hints, thoughts about the position, a review of the whole game. One mind does it all, one errand at a
//! time: hints first, then reviews, then thinking aloud.

use std::{collections::BTreeSet, time::Duration};

use bots::Setup;
use play::{Budget, Record, Score, Side, Thought as Own};

use super::{
    Viewer,
    turn::{TurnTable, number},
};
use crate::{
    Judged, Mistake, Thought, Told,
    game::{HallGame, score_words},
    thinking::{Found, Job, Mind, Post, Question, Reply, Returned, Said},
};

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How long a position of a review is thought about: a game of eighty turns takes twelve seconds.
const REVIEW_TIME: Duration = Duration::from_millis(150);
/// The longest that a position is thought about aloud; nobody listens longer to the same.
const LISTEN_TIME: Duration = Duration::from_mins(1);

/// Help that was asked for.
pub(super) struct Advice<R: HallGame> {
    mind: Mind<R>,
    errand: Option<Errand>,
    hints: BTreeSet<Viewer>,
    listeners: BTreeSet<Viewer>,
    review: Option<Review>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Errand {
    Hint,
    Listen,
    Review,
}

/// A review under way.
struct Review {
    viewers: BTreeSet<Viewer>,
    /// The position to be judged next.
    next: usize,
    /// What the position before was worth to its mover, and its best move by code and label.
    before: Option<(Score, Option<[String; 2]>)>,
}

impl<R: HallGame> Advice<R> {
    pub(super) fn new(setup: Setup) -> Self {
        Advice {
            mind: Mind::new(R::adviser(), setup),
            errand: None,
            hints: BTreeSet::new(),
            listeners: BTreeSet::new(),
            review: None,
        }
    }

    /// The position is another: what was asked about it is dropped.
    pub(super) fn interrupt(&mut self) {
        self.hints.clear();
        self.review = None;
        self.stop();
    }

    /// A viewer is gone.
    pub(super) fn forget(&mut self, viewer: Viewer) {
        self.hints.remove(&viewer);
        self.listeners.remove(&viewer);
        if let Some(review) = &mut self.review {
            review.viewers.remove(&viewer);
        }
        self.review.take_if(|review| review.viewers.is_empty());
    }

    pub(super) fn dismiss(&mut self) -> Option<Job> {
        self.errand = None;
        self.mind.dismiss()
    }

    fn stop(&mut self) {
        self.errand = None;
        self.mind.stop();
    }
}

impl<R: HallGame> TurnTable<R> {
    pub(super) fn ask_hint(&mut self, viewer: Viewer, own: &[Side]) -> Result<(), String> {
        if !self.may_be_hinted(own) {
            return Err("hints are for your own turn, where nobody else plays against you but bots".to_owned());
        }
        self.advice.hints.insert(viewer);
        if matches!(self.advice.errand, Some(Errand::Listen)) {
            self.advice.stop();
        }
        Ok(())
    }

    /// Whether a hint may be asked for.
    pub(super) fn may_be_hinted(&self, own: &[Side]) -> bool {
        own.contains(&self.record.turn()) && !self.is_over() && self.may_be_helped(own)
    }

    pub(super) fn listen(&mut self, viewer: Viewer, on: bool) -> Result<(), String> {
        let own = self.desks.get(&viewer).cloned().unwrap_or_default();
        if !on {
            self.advice.listeners.remove(&viewer);
        } else if self.may_be_helped(&own) {
            self.advice.listeners.insert(viewer);
        } else {
            return Err(NO_HELP.to_owned());
        }
        if self.advice.listeners.is_empty() && matches!(self.advice.errand, Some(Errand::Listen)) {
            self.advice.stop();
        }
        Ok(())
    }

    pub(super) fn ask_review(&mut self, viewer: Viewer) -> Result<(), String> {
        let own = self.desks.get(&viewer).cloned().unwrap_or_default();
        if !self.may_be_helped(&own) {
            return Err(NO_HELP.to_owned());
        }
        // Whoever asks while one is under way would miss its beginning, so it begins again for everybody.
        let mut viewers = self
            .advice
            .review
            .take()
            .map(|review| review.viewers)
            .unwrap_or_default();
        viewers.insert(viewer);
        self.advice.stop();
        self.advice.review = Some(Review {
            viewers,
            next: 0,
            before: None,
        });
        Ok(())
    }

    /// Sends the adviser on its next errand, or home.
    pub(super) fn advise(&mut self) {
        if self.advice.errand.is_some() {
            return;
        }
        let persons_turn = self.seat(self.record.turn()).mind.is_none() && !self.is_over();
        let (errand, record, time) = if !self.advice.hints.is_empty() {
            (Errand::Hint, self.record.clone(), HINT_TIME)
        } else if let Some(next) = self.advice.review.as_ref().map(|review| review.next) {
            let Some(record) = self.next_judged(next) else {
                return self.advise();
            };
            (Errand::Review, record, REVIEW_TIME)
        } else if !self.advice.listeners.is_empty() && persons_turn {
            (Errand::Listen, self.record.clone(), LISTEN_TIME)
        } else {
            if self.advice.listeners.is_empty() {
                let closed = self.advice.mind.dismiss();
                self.outbox.jobs.extend(closed);
            }
            return;
        };
        let budget = Budget::move_time(time);
        let ticket = self.next_ticket();
        let job = self
            .advice
            .mind
            .ask(Post::Adviser, ticket, Question::Study { record, budget });
        if job.is_some() {
            self.advice.errand = Some(errand);
        }
        self.outbox.jobs.extend(job);
    }

    /// The game up to the next position of a review; positions that need no judge are judged on the way.
    fn next_judged(&mut self, ply: usize) -> Option<Record<R>> {
        let mut record = Record::new(self.record.start().clone());
        for mv in &self.record.moves()[..ply.min(self.record.moves().len())] {
            // What the record holds can be played again.
            if record.play(*mv).is_err() {
                break;
            }
        }
        let Some(outcome) = record.outcome() else {
            return Some(record);
        };
        let score = match outcome.winner {
            Some(winner) if winner == record.turn() => Score::Win(0),
            Some(_) => Score::Loss(0),
            None => Score::Centipawns(0),
        };
        self.judge(score, None);
        None
    }

    pub(super) fn hear_adviser(&mut self, reply: Reply<R>) {
        let (bot, result) = match reply.said {
            Said::Thought(thought) => {
                if self.advice.mind.awaits(reply.ticket) && matches!(self.advice.errand, Some(Errand::Listen)) {
                    self.think_aloud(None, &thought);
                }
                return;
            }
            Said::Last { bot, result } => (bot, result),
        };
        let (returned, closed) = self.advice.mind.back(reply.ticket, bot);
        self.outbox.jobs.extend(closed);
        if matches!(returned, Returned::Stale) {
            return;
        }
        match (self.advice.errand.take(), result) {
            (Some(Errand::Hint), Ok(Found::Study { best, score })) => {
                let choice = self.record.position().choice(best);
                for viewer in std::mem::take(&mut self.advice.hints) {
                    let (choice, score) = (choice.clone(), score_words::<R>(score));
                    self.outbox.letters.push((viewer, Told::Hint { choice, score }));
                }
            }
            (Some(Errand::Review), Ok(Found::Study { best, score })) => self.judge(score, Some(best)),
            // All is said about this position.
            (Some(Errand::Listen), Ok(_)) => self.advice.errand = Some(Errand::Listen),
            // An adviser that cannot answer gives no advice; nobody waits for it.
            (Some(Errand::Hint), _) => self.advice.hints.clear(),
            (Some(Errand::Review), _) => self.advice.review = None,
            (Some(Errand::Listen), Err(_)) => self.advice.listeners.clear(),
            (None, _) => {}
        }
    }

    /// Tells what a position of the review is worth, and goes on to the next.
    fn judge(&mut self, score: Score, best: Option<R::Move>) {
        let Some(mut review) = self.advice.review.take() else {
            return;
        };
        let (ply, of) = (review.next, self.record.moves().len() + 1);
        let Some(position) = self.record.position_after(ply) else {
            return;
        };
        let (mistake, better) = match (&review.before, ply.checked_sub(1).and_then(|ply| self.entry(ply))) {
            (Some((before, Some([code, label]))), Some(played)) if *code != played.code => {
                let mistake = mistake(*before, score);
                (mistake, mistake.map(|_| label.clone()))
            }
            _ => (None, None),
        };
        let judged = Judged {
            ply,
            of,
            score: for_white(score, position.turn()),
            words: score_words::<R>(white_score(score, position.turn())),
            better,
            mistake,
        };
        for viewer in &review.viewers {
            let judged = judged.clone();
            self.outbox.letters.push((*viewer, Told::Judged { judged }));
        }
        let best = best.map(|best| [position.code(best), position.label(best)]);
        review.before = Some((score, best));
        review.next += 1;
        self.advice.review = Some(review).filter(|review| review.next < of);
    }

    /// Tells listeners what a mind thinks.
    pub(super) fn think_aloud(&mut self, by: Option<Side>, own: &Own<R::Move>) {
        if own.rank != 1 || self.advice.listeners.is_empty() {
            return;
        }
        let position = self.record.position();
        let turn = position.turn();
        let thought = Thought {
            by: by.map(number),
            ply: self.record.moves().len(),
            depth: own.depth,
            score: for_white(own.score, turn),
            words: score_words::<R>(white_score(own.score, turn)),
            nodes: own.nodes,
            line: position.walk(&own.line).map(|(before, mv)| before.label(mv)).collect(),
        };
        for viewer in &self.advice.listeners {
            let thought = thought.clone();
            self.outbox.letters.push((*viewer, Told::Thought { thought }));
        }
    }
}

const NO_HELP: &str = "there is no help while people play each other";

const fn white_score(score: Score, turn: Side) -> Score {
    match turn {
        Side::White => score,
        Side::Black => score.reversed(),
    }
}

/// In centipawns for White; a forced win lies beyond 29,000.
fn for_white(score: Score, turn: Side) -> i32 {
    match white_score(score, turn) {
        Score::Centipawns(points) => points.clamp(-29_000, 29_000),
        Score::Win(plies) => 30_000 - plies.min(900) as i32,
        Score::Loss(plies) => -30_000 + plies.min(900) as i32,
    }
}

/// How bad a turn was: `before` is what the best would have been worth to the mover, `after` what the other side has now.
///
/// The steps, 5, 10 and 15 hundredths of a point, are a convention: nothing was measured for them.
fn mistake(before: Score, after: Score) -> Option<Mistake> {
    let lost = expected(before) - (1.0 - expected(after));
    match lost {
        lost if lost >= 0.15 => Some(Mistake::Blunder),
        lost if lost >= 0.10 => Some(Mistake::Mistake),
        lost if lost >= 0.05 => Some(Mistake::Inaccuracy),
        _ => None,
    }
}

/// The points that a score is worth among people, from 0 to 1: four pawns ahead wins four games of five.
fn expected(score: Score) -> f64 {
    match score {
        Score::Centipawns(points) => 1.0 / (1.0 + (-0.003_68 * f64::from(points)).exp()),
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_measured_in_points_that_are_lost() {
        let cases = [
            (20, -20, None),
            (20, 40, Some(Mistake::Inaccuracy)),
            (20, 100, Some(Mistake::Mistake)),
            (20, 300, Some(Mistake::Blunder)),
            // Ten pawns ahead or nine: the game is won.
            (1_000, -900, None),
        ];
        for (before, after, expected) in cases {
            let [before, after] = [before, after].map(Score::Centipawns);
            assert_eq!(mistake(before, after), expected, "{before} {after}");
        }
        assert_eq!(mistake(Score::Win(3), Score::Loss(4)), None);
        assert_eq!(mistake(Score::Win(3), Score::Centipawns(0)), Some(Mistake::Blunder));
    }

    #[test]
    fn scores_are_whites() {
        assert_eq!(for_white(Score::Centipawns(35), Side::Black), -35);
        assert_eq!(for_white(Score::Loss(2), Side::Black), 29_998);
        assert_eq!(for_white(Score::Win(1), Side::Black), -29_999);
    }
}
