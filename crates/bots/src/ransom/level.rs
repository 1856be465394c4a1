//! The levels of Ransom: Beginner and Novice, which overlook moves and have evaluation errors, then Easy, Hard and
//! Master.

use std::{fmt, iter, time::Duration};

use play::{
    About, Ask, Bot, BotError, BotKind, Choice, Contents, DrawAnswer, MemoryKind, MemorySource, Purpose, Record, Score,
    SearchMemory, Setup, Side, Thought,
};
use ransom::{Move, Position};

use super::{BONUSES, Bonuses, Effort, Ending, Endings, Evaluation, Weights};
use crate::{
    behaviour,
    level_search::{Errors, LevelSearch, Pace},
    minimax::{Line, Minimax, NoMemory, Selection, Settings, Trust, Windows},
};

/// A level of Ransom. It never resigns: the game is short, and the purse can change the result.
pub struct Level {
    about: About,
    rank: Rank,
    search: LevelSearch<Position, Evaluation>,
    errors: Option<Errors>,
    /// Turns of both players up to which it solves small endings; 0 if it does not.
    solved_turns: u32,
}

/// Which level (6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Looks two turns ahead and overlooks many moves: for somebody who learned the rules a minute ago.
    Beginner,
    /// Looks three turns ahead and overlooks some moves.
    Novice,
    /// Looks four turns ahead, and counts only pieces, points and moves.
    Easy,
    /// Looks six turns ahead.
    Hard,
    /// Looks as far ahead as its time allows.
    Master,
}

impl Rank {
    /// Every level, the weakest first.
    pub const ALL: [Rank; 5] = [Rank::Beginner, Rank::Novice, Rank::Easy, Rank::Hard, Rank::Master];

    /// The name in small letters, as specs have it.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Beginner => "beginner",
            Rank::Novice => "novice",
            Rank::Easy => "easy",
            Rank::Hard => "hard",
            Rank::Master => "master",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rank::Beginner => "Beginner",
            Rank::Novice => "Novice",
            Rank::Easy => "Easy",
            Rank::Hard => "Hard",
            Rank::Master => "Master",
        })
    }
}

/// The parameters of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which level it is.
    pub rank: Rank,
    /// Turns it looks ahead.
    pub depth: u32,
    /// How long it thinks about a move if no budget says otherwise.
    pub time: Duration,
    /// The longest it thinks, whatever the budget says.
    pub longest: Duration,
    /// Factors on its evaluation.
    pub weights: Weights,
    /// What the terms of its evaluation count.
    pub bonuses: Bonuses,
    /// How it errs; nothing for levels that play the best they see.
    pub errors: Option<Errors>,
}

impl Plan {
    /// No level ever thinks longer (6.2).
    pub const LONGEST: Duration = Duration::from_secs(5);

    /// The level as it is.
    pub fn of(rank: Rank) -> Self {
        let (depth, time) = match rank {
            Rank::Beginner => (2, Plan::LONGEST),
            Rank::Novice => (3, Plan::LONGEST),
            Rank::Easy => (4, Plan::LONGEST),
            Rank::Hard => (6, Plan::LONGEST),
            Rank::Master => (DEEPEST, Duration::from_secs(1)),
        };
        let position = match rank {
            Rank::Beginner | Rank::Novice | Rank::Easy => 0,
            Rank::Hard | Rank::Master => 100,
        };
        Plan {
            rank,
            depth,
            time,
            longest: Plan::LONGEST,
            weights: Weights {
                position,
                ..Weights::default()
            },
            bonuses: BONUSES,
            errors: match rank {
                Rank::Beginner => Some(BEGINNER_ERRORS),
                Rank::Novice => Some(NOVICE_ERRORS),
                Rank::Easy | Rank::Hard | Rank::Master => None,
            },
        }
    }

    /// The search settings of the level: selective for Master, full width and exact for the others.
    pub fn settings(&self, hash: usize) -> Settings {
        let (trust, selection) = match self.rank {
            Rank::Beginner | Rank::Novice | Rank::Easy | Rank::Hard => (Trust::Equal, Selection::NONE),
            Rank::Master => (
                Trust::Deeper,
                Selection {
                    reductions: true,
                    null_move: true,
                    static_margin: Some(150),
                },
            ),
        };
        Settings {
            hash,
            trust,
            windows: Windows::Aspiration(ASPIRATION),
            selection,
            ..Settings::default()
        }
    }

    const fn pace(&self) -> Pace {
        Pace {
            depth: self.depth,
            time: self.time,
            longest: self.longest,
            longest_study: Some(self.longest),
        }
    }
}

impl Level {
    /// A level with the parameters of `plan`, and the memory and seed of `setup`.
    pub fn new(plan: Plan, setup: Setup) -> Result<Self, NoMemory> {
        let evaluation = Evaluation {
            weights: plan.weights,
            bonuses: plan.bonuses,
        };
        let settings = plan.settings(setup.hash);
        let minimax = match setup.memory {
            MemorySource::Own => Minimax::new(evaluation, settings)?,
            MemorySource::Lent => Minimax::without_memory(evaluation, settings),
        };
        Ok(Level {
            about: About {
                name: plan.rank.to_string(),
                author: behaviour::AUTHOR.to_owned(),
                version: Some(behaviour::VERSION.to_owned()),
                kind: BotKind::Internal,
                level: Some(plan.rank.word().to_owned()),
            },
            rank: plan.rank,
            search: LevelSearch::new(plan.pace(), minimax, setup.seed),
            errors: plan.errors,
            solved_turns: match plan.rank {
                Rank::Beginner | Rank::Novice | Rank::Easy | Rank::Hard => 0,
                Rank::Master => plan.depth.min(Effort::TURNS),
            },
        })
    }

    /// A small ending whose end is proven: the move, after it was reported with the turns to the end.
    fn solved(&mut self, ask: &mut Ask<'_, Position>) -> Option<Choice<Move>> {
        let position = ask.record.position();
        if self.solved_turns == 0 || !Endings::covers(position) {
            return None;
        }
        let depth = ask.budget.depth.unwrap_or(self.solved_turns);
        let effort = Effort {
            turns: self.solved_turns.min(depth),
            nodes: ask.budget.nodes.unwrap_or(Effort::NODES).min(Effort::NODES),
            time: ask.budget.allotment(ask.record.turn()).map(|time| time / 2),
            stop: ask.stop,
            watch: ask.watch,
        };
        let mut endings = Endings::new();
        let (score, line) = match endings.solve(position, &effort) {
            Ending::Won(line) => (Score::Win(line.len() as u32), line),
            Ending::Lost(line) => (Score::Loss(line.len() as u32), line),
            Ending::Open(_) => return None,
        };
        let mv = *line.first()?;
        let lines = match ask.purpose {
            Purpose::Game => 1,
            Purpose::Study { lines } => lines,
        };
        let others = if lines > 1 { self.search.ponder(ask, 0) } else { None };
        let others = others.into_iter().flat_map(|found| found.lines);
        let others = others.filter(|other| other.moves.first() != Some(&mv));
        let proven = Line { score, moves: line };
        for (index, line) in iter::once(proven).chain(others).take(lines.max(1)).enumerate() {
            (ask.report)(Thought {
                depth: line.moves.len() as u32,
                rank: index + 1,
                score: line.score,
                nodes: endings.nodes(),
                elapsed: ask.watch.elapsed(),
                line: line.moves,
            });
        }
        Some(Choice::Move(mv))
    }

    /// Allocates the hash table if there is none.
    fn prepare(&mut self) -> Result<(), BotError> {
        self.search.prepare().map_err(|error| BotError::Start {
            name: self.about.name.clone(),
            reason: error.to_string(),
        })
    }
}

impl Bot<Position> for Level {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.search.begin(seed);
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        self.prepare()?;
        if let (Purpose::Game, Some(errors)) = (ask.purpose, self.errors) {
            return match self.search.survey(ask) {
                Some(found) => Ok(Choice::Move(self.search.err(&found, errors))),
                None => self.search.at_first_sight(ask),
            };
        }
        if let Some(choice) = self.solved(ask) {
            return Ok(choice);
        }
        let Some(found) = self.search.ponder(ask, variety(ask.record)) else {
            return self.search.at_first_sight(ask);
        };
        Ok(Choice::Move(match self.rank {
            // Chosen by matches (docs/ransom.md): the others are balanced without.
            Rank::Hard => self.search.pick_steady(ask.purpose, &found),
            Rank::Beginner | Rank::Novice | Rank::Easy | Rank::Master => self.search.pick(ask.purpose, &found),
        }))
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        self.prepare()?;
        let score = self.search.score_for(ask, side);
        Ok(score.map_or(DrawAnswer::Decline, |score| answer_draw(score, ask.record.position())))
    }

    fn memory_kind(&self) -> Option<MemoryKind> {
        Some(LevelSearch::<Position, Evaluation>::memory_kind())
    }

    fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        self.search.lend(memory, contents);
    }

    fn take_memory(&mut self) -> Option<SearchMemory> {
        self.search.take_memory()
    }
}

/// Chosen by matches (docs/strength.md).
const BEGINNER_ERRORS: Errors = Errors {
    overlooked: 25,
    misjudged: 100,
};
const NOVICE_ERRORS: Errors = Errors {
    overlooked: 5,
    misjudged: 40,
};
/// Agrees to a draw when clearly worse, or when the game is even and nothing has happened for long.
pub(crate) fn answer_draw(score: Score, position: &Position) -> DrawAnswer {
    let quiet = position.quiet_turns() >= LONG_QUIET;
    let agreed = match score {
        Score::Win(_) => false,
        Score::Loss(_) => true,
        Score::Centipawns(points) => points < -150 || (quiet && points.abs() <= 50),
    };
    if agreed {
        DrawAnswer::Accept
    } else {
        DrawAnswer::Decline
    }
}

/// Half a pawn around the last score: most iterations stay inside.
const ASPIRATION: i32 = 50;

/// No search of a few seconds reaches this depth.
const DEEPEST: u32 = 60;

/// So long without a capture, an even game is likely to stay even.
const LONG_QUIET: u8 = 30;

/// How much worse than the best a move may be to count as equal: nothing, except at the start of a game, where many
/// moves have similar values.
fn variety(record: &Record<Position>) -> i32 {
    const OPENING_TURNS: usize = 6;
    const OPENING_MARGIN: i32 = 10;
    let whole = record.start().occupied().count() == 24;
    if whole && record.moves().len() < OPENING_TURNS {
        OPENING_MARGIN
    } else {
        0
    }
}
