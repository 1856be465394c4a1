//! Finding puzzles in games.
//!
//! A game is searched for mistakes: moves after which the other side is much better ([`mistakes`]). Every mistake is a
//! [`Candidate`]. A [`Maker`] asks a bot for the two best lines, first briefly, then at length, and accepts the
//! position if one move is the only one that wins, saves or finishes the game. It follows the line while that stays
//! true.

mod judge;
mod line;
mod mistake;
mod only;

use std::{collections::HashSet, time::Duration};

use play::{BotError, BotSpec, Budget, GameModule, GameRecord, Setup, Start};
use thiserror::Error;

use judge::Judge;
pub use mistake::{Candidate, SourceGame};

use crate::{Puzzle, PuzzleId, puzzle::play, themes, themes_of};

/// Makes puzzles of one game.
pub struct Maker<'a> {
    module: &'a dyn GameModule,
    judge: Judge,
    effort: Effort,
    seen: HashSet<PuzzleId>,
    counts: Counts,
}

/// What the judge may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// On the score of a move of a game that has none.
    pub glance: Budget,
    /// On the first search of a candidate.
    pub quick: Budget,
    /// On the second search of a candidate that the first found promising.
    pub second: Budget,
    /// On a turn of the solver.
    pub deep: Budget,
    /// On a reply of the opponent.
    pub reply: Budget,
}

/// How many candidates came how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Mistakes that were searched.
    pub candidates: u64,
    /// Those in which a brief search found one good move.
    pub promising: u64,
    /// Those in which a long search did.
    pub only: u64,
    /// Puzzles made from them.
    pub made: u64,
}

/// Why no puzzle can be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The judge gives no answer.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// A candidate cannot be set up.
    #[error("a position of the games cannot be read: {0}")]
    Position(String),
}

impl Effort {
    /// Effort in positions visited, for a search that is as deep as it gets.
    pub const fn nodes(deep: u64) -> Self {
        Effort {
            glance: nodes(1_500),
            quick: nodes(4_000),
            second: nodes(deep / 6),
            deep: nodes(deep),
            reply: nodes(deep / 4),
        }
    }

    /// Effort in plies, for a search that looks at every move.
    pub const fn depth(deep: u32) -> Self {
        Effort {
            glance: plies(2),
            quick: plies(3),
            second: plies(4),
            deep: plies(deep),
            reply: plies(deep - 1),
        }
    }
}

const fn nodes(nodes: u64) -> Budget {
    Budget {
        nodes: Some(nodes),
        ..Budget::UNLIMITED
    }
}

const fn plies(depth: u32) -> Budget {
    Budget {
        depth: Some(depth),
        move_time: Some(Duration::from_mins(1)),
        ..Budget::UNLIMITED
    }
}

impl<'a> Maker<'a> {
    /// A maker whose judge is the bot of this spec.
    pub fn new(module: &'a dyn GameModule, judge: &BotSpec, effort: Effort) -> Result<Self, MakeError> {
        Ok(Maker {
            module,
            judge: Judge::new(module.open_bot(judge, Setup::seeded(1))?),
            effort,
            seen: HashSet::new(),
            counts: Counts::default(),
        })
    }

    /// Leaves out puzzles that exist already.
    pub fn know(&mut self, id: PuzzleId) {
        self.seen.insert(id);
    }

    /// What has been done so far.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The puzzles of a game, at most `most`.
    pub fn make(&mut self, game: &SourceGame<'_>, most: usize) -> Result<Vec<Puzzle>, MakeError> {
        let mut made = Vec::new();
        for candidate in self.candidates(game)? {
            if made.len() == most {
                break;
            }
            made.extend(self.examine(&candidate)?);
        }
        Ok(made)
    }

    /// The puzzle that a mistake leads to, if it does.
    pub fn examine(&mut self, candidate: &Candidate) -> Result<Option<Puzzle>, MakeError> {
        let game = self.module.id();
        let record = self.set_up(candidate)?;
        self.counts.candidates += 1;
        if record.outcome().is_some() || record.legal_count() < 2 {
            return Ok(None);
        }
        let Some(first) = self.first_turn(&*record)? else {
            return Ok(None);
        };
        let Some((goal, moves)) = self.line(candidate, &*record, &first)? else {
            return Ok(None);
        };
        let themes = themes_of(game, &candidate.position, &moves, goal);
        let mut puzzle = Puzzle::new(game, candidate.position.clone(), moves, goal, themes);
        if !self.seen.insert(puzzle.id) {
            return Ok(None);
        }
        if self.is_zugzwang(&puzzle)? {
            puzzle.themes.push(crate::Theme::Zugzwang);
            puzzle.themes.sort();
        }
        self.counts.made += 1;
        Ok(Some(puzzle))
    }

    fn set_up(&self, candidate: &Candidate) -> Result<Box<dyn GameRecord>, MakeError> {
        let start = Start::Text(candidate.position.clone());
        let begun = self.module.begin(&start);
        let mut record = begun.map_err(|error| MakeError::Position(error.to_string()))?.record;
        play(&mut *record, &candidate.mv).map_err(|error| MakeError::Position(error.to_string()))?;
        Ok(record)
    }

    /// Whether the opponent would hold the game if it could pass after the first move.
    fn is_zugzwang(&mut self, puzzle: &Puzzle) -> Result<bool, MakeError> {
        let Some(passed) = themes::passed(puzzle) else {
            return Ok(false);
        };
        let begun = self.module.begin(&Start::Text(passed));
        let Ok(begun) = begun else { return Ok(false) };
        if begun.record.outcome().is_some() {
            return Ok(false);
        }
        let lines = self.judge.lines(&*begun.record, 1, self.effort.reply)?;
        Ok(lines.first().is_some_and(|line| !only::is_winning(line.score)))
    }
}
