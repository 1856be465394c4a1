//! Medium and Hard: the shared minimax with the chess evaluation and the behaviour of a player.

use std::time::Duration;

use chess::{
    Position,
    shakmaty::{Bitboard, Move, Position as _, Rank},
};
use play::{
    About, Ask, Bot, BotError, BotKind, Choice, Contents, DrawAnswer, MemoryKind, MemorySource, Purpose, Record,
    SearchMemory, Side,
};

use crate::{
    Setup,
    behaviour::{self, ResignPolicy},
    evaluation::{Evaluation, Stage, Weights},
    level_search::{LevelSearch, Pace},
    minimax::{Minimax, NoMemory, Settings},
};

/// Medium or Hard.
pub struct Level {
    about: About,
    search: LevelSearch<Position, Evaluation>,
    resign: ResignPolicy,
}

/// The parameters of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its set of evaluation terms.
    pub stage: Stage,
    /// Plies it looks ahead.
    pub depth: u32,
    /// The longest it thinks about a move.
    pub time: Duration,
    /// Factors on its evaluation.
    pub weights: Weights,
}

impl Plan {
    /// Medium: four plies, four seconds at most.
    pub fn medium() -> Self {
        Plan {
            stage: Stage::Medium,
            depth: 4,
            time: Duration::from_secs(4),
            weights: Weights::default(),
        }
    }

    /// Hard: six plies, eight seconds at most.
    pub fn hard() -> Self {
        Plan {
            stage: Stage::Hard,
            depth: 6,
            time: Duration::from_secs(8),
            weights: Weights::default(),
        }
    }

    const fn pace(&self) -> Pace {
        Pace {
            depth: self.depth,
            time: self.time,
            longest: self.time,
            longest_study: None,
        }
    }
}

impl Level {
    /// A level with the parameters of `plan`, and the memory and seed of `setup`.
    pub fn new(plan: Plan, setup: Setup) -> Result<Self, NoMemory> {
        let name = match plan.stage {
            Stage::Medium => "Medium",
            Stage::Hard => "Hard",
        };
        let evaluation = Evaluation {
            stage: plan.stage,
            weights: plan.weights,
        };
        let settings = Settings {
            hash: setup.hash,
            ..Settings::default()
        };
        evaluation.prepare();
        let minimax = match setup.memory {
            MemorySource::Own => Minimax::new(evaluation, settings)?,
            MemorySource::Lent => Minimax::without_memory(evaluation, settings),
        };
        Ok(Level {
            about: About {
                name: name.to_owned(),
                author: behaviour::AUTHOR.to_owned(),
                version: Some(behaviour::VERSION.to_owned()),
                kind: BotKind::Internal,
                level: Some(name.to_lowercase()),
            },
            search: LevelSearch::new(plan.pace(), minimax, setup.seed),
            resign: ResignPolicy::default(),
        })
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
        self.resign = ResignPolicy::default();
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        self.prepare()?;
        let Some(found) = self.search.ponder(ask, variety(ask.record)) else {
            return self.search.at_first_sight(ask);
        };
        if ask.purpose == Purpose::Game && self.resign.gives_up(found.lines[0].score, ask.record.moves().len()) {
            return Ok(Choice::Resign);
        }
        Ok(Choice::Move(self.search.pick(ask.purpose, &found)))
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        self.prepare()?;
        let position = ask.record.position();
        let own = self.search.score_for(ask, side);
        Ok(own.map_or(DrawAnswer::Decline, |own| behaviour::answer_draw(own, position)))
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

/// How many centipawns worse than the best a move may be: none, except in the opening of a game from the usual start,
/// for variety.
pub(crate) fn variety(record: &Record<Position>) -> i32 {
    const OPENING_PLIES: usize = 16;
    const OPENING_MARGIN: i32 = 10;
    let board = record.start().chess().board();
    let home = Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Seventh);
    let whole = board.occupied().count() == 32 && board.pawns() == home;
    if whole && record.moves().len() < OPENING_PLIES {
        OPENING_MARGIN
    } else {
        0
    }
}
