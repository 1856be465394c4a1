//! The search of a level of any game: the shared minimax within limits, and a choice among equal moves.
//!
//! The rest of a level (evaluation, variety, when to resign) is part of the level.

use std::time::Duration;

use fastrand::Rng;
use play::{Ask, BotError, Choice, Contents, MemoryKind, Purpose, Score, SearchMemory, Side, Thought};

use crate::minimax::{Breadth, Evaluate, Finding, Limits, Line, Minimax, NoMemory, Searchable, Workspace};

/// A search with its pace and its random numbers.
pub(crate) struct LevelSearch<R: Searchable, E> {
    pace: Pace,
    minimax: Minimax<R, E>,
    random: Rng,
    /// The root moves that the second-last iteration found equal to its best.
    earlier: Vec<R::Move>,
}

/// The depth and time limits of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Plies it looks ahead.
    pub(crate) depth: u32,
    /// How long it thinks about a move without a budget.
    pub(crate) time: Duration,
    /// The longest it thinks about a move of a game, whatever the budget.
    pub(crate) longest: Duration,
    /// The longest it thinks about a study, if there is such a limit.
    pub(crate) longest_study: Option<Duration>,
}

/// The errors of a level for learners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errors {
    /// The percentage of overlooked moves.
    pub overlooked: u32,
    /// The largest error in the value of other moves, in hundredths of a pawn.
    pub misjudged: i32,
}

impl<R: Searchable, E: Evaluate<R>> LevelSearch<R, E> {
    pub(crate) fn new(pace: Pace, minimax: Minimax<R, E>, seed: u64) -> Self {
        LevelSearch {
            pace,
            minimax,
            random: Rng::with_seed(seed),
            earlier: Vec::new(),
        }
    }

    /// Clears the memory for a new game.
    pub(crate) fn begin(&mut self, seed: u64) {
        self.minimax.forget();
        self.random = Rng::with_seed(seed);
    }

    /// Allocates memory to think with, if none was lent.
    pub(crate) fn prepare(&mut self) -> Result<(), NoMemory> {
        self.minimax.prepare()
    }

    /// The kind of memory it thinks with.
    pub(crate) fn memory_kind() -> MemoryKind {
        MemoryKind::of::<Workspace<R>>()
    }

    pub(crate) fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        let Some(workspace) = memory.into_inner() else {
            return;
        };
        self.minimax.put_workspace(workspace);
        match contents {
            Contents::Own => {}
            Contents::Foreign => self.minimax.forget(),
        }
    }

    pub(crate) fn take_memory(&mut self) -> Option<SearchMemory> {
        self.minimax.take_workspace().map(SearchMemory::new)
    }

    /// Searches a turn: in a game for all moves within `margin` of the best, in analysis for the requested lines.
    pub(crate) fn ponder(&mut self, ask: &mut Ask<'_, R>, margin: i32) -> Option<Finding<R::Move>> {
        let breadth = match ask.purpose {
            Purpose::Game => Breadth::Within(margin),
            Purpose::Study { lines } => Breadth::Lines(lines.clamp(1, ask.record.legal().len())),
        };
        self.think(ask, breadth)
    }

    /// Searches a turn with exact scores for every move.
    pub(crate) fn survey(&mut self, ask: &mut Ask<'_, R>) -> Option<Finding<R::Move>> {
        self.think(ask, Breadth::Lines(ask.record.legal().len()))
    }

    /// The move that seems best to a player who errs.
    pub(crate) fn err(&mut self, found: &Finding<R::Move>, errors: Errors) -> R::Move {
        let mut noticed: Vec<&Line<R::Move>> = Vec::new();
        for line in &found.lines {
            if self.random.u32(..100) >= errors.overlooked {
                noticed.push(line);
            }
        }
        if noticed.is_empty() {
            noticed.extend(found.lines.first());
        }
        let mut seems =
            |line: &Line<R::Move>| points(line.score) + self.random.i32(-errors.misjudged..=errors.misjudged);
        let best = noticed.into_iter().max_by_key(|line| seems(line));
        best.map_or(found.lines[0].moves[0], |line| line.moves[0])
    }

    /// Chooses a move: in a game any of those that are equal to the best.
    pub(crate) fn pick(&mut self, purpose: Purpose, found: &Finding<R::Move>) -> R::Move {
        let chosen = match purpose {
            // Every line here was searched with an open window.
            Purpose::Game => self.random.usize(..found.lines.len()),
            Purpose::Study { .. } => 0,
        };
        found.lines[chosen].moves[0]
    }

    /// Chooses among the equal moves those that the previous iteration also found equal, if there are any.
    ///
    /// At an even depth both players have made equally many moves at the end of a line, so a move that gains a tempo
    /// and one that loses a tempo can score the same; an odd depth sees the difference.
    pub(crate) fn pick_steady(&mut self, purpose: Purpose, found: &Finding<R::Move>) -> R::Move {
        let first = |line: &Line<R::Move>| line.moves[0];
        let mut steady: Vec<R::Move> = found.lines.iter().map(first).collect();
        steady.retain(|mv| self.earlier.contains(mv));
        match purpose {
            Purpose::Game if !steady.is_empty() => steady[self.random.usize(..steady.len())],
            Purpose::Game | Purpose::Study { .. } => self.pick(purpose, found),
        }
    }

    /// The move to play when there was no time to search.
    pub(crate) fn at_first_sight(&mut self, ask: &Ask<'_, R>) -> Result<Choice<R::Move>, BotError> {
        let mv = self.minimax.at_first_sight(ask.record);
        mv.map(Choice::Move).ok_or(BotError::NoMoves)
    }

    /// The score of the game for `side`, if there was time to search.
    pub(crate) fn score_for(&mut self, ask: &mut Ask<'_, R>, side: Side) -> Option<Score> {
        let score = self.think(ask, Breadth::Lines(1))?.lines[0].score;
        Some(if side == ask.record.turn() {
            score
        } else {
            score.reversed()
        })
    }

    fn think(&mut self, ask: &mut Ask<'_, R>, breadth: Breadth) -> Option<Finding<R::Move>> {
        let (depth, time) = self.pace.within(ask);
        let limits = Limits {
            depth: depth.max(1),
            time,
            nodes: ask.budget.nodes,
            stop: ask.stop,
            watch: ask.watch,
        };
        let shown = match breadth {
            Breadth::Lines(lines) => lines,
            Breadth::Within(_) => 1,
        };
        let (mut earlier, mut last) = (Vec::new(), Vec::new());
        let found = self.minimax.think(ask.record, &limits, breadth, &mut |finding| {
            earlier = std::mem::replace(&mut last, finding.lines.iter().map(|line| line.moves[0]).collect());
            for (index, line) in finding.lines.iter().take(shown).enumerate() {
                (ask.report)(Thought {
                    depth: finding.depth,
                    rank: index + 1,
                    score: line.score,
                    nodes: finding.nodes,
                    elapsed: ask.watch.elapsed(),
                    line: line.moves.clone(),
                });
            }
        });
        self.earlier = earlier;
        found
    }
}

impl Pace {
    /// The depth and the time of an answer.
    fn within<R: Searchable>(&self, ask: &Ask<'_, R>) -> (u32, Option<Duration>) {
        let asked = ask.budget.allotment(ask.record.turn());
        match ask.purpose {
            // Analysis sets its own limits; otherwise the level's limits apply.
            Purpose::Study { .. } => {
                let own = asked.or(ask.budget.depth.is_none().then_some(self.time));
                let time = match (own, self.longest_study) {
                    (Some(own), Some(longest)) => Some(own.min(longest)),
                    (own, longest) => own.or(longest),
                };
                (ask.budget.depth.unwrap_or(self.depth), time)
            }
            Purpose::Game => {
                let depth = ask.budget.depth.map_or(self.depth, |depth| depth.min(self.depth));
                let time = asked.map_or(self.time, |asked| asked.min(self.longest));
                (depth, Some(time))
            }
        }
    }
}

/// A score as a number: wins and losses lie beyond every evaluation, sooner ones farther.
fn points(score: Score) -> i32 {
    match score {
        Score::Centipawns(points) => points,
        Score::Win(plies) => 100_000 - plies as i32,
        Score::Loss(plies) => plies as i32 - 100_000,
    }
}
