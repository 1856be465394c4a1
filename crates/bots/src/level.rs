//! Medium and Hard: the shared minimax with the chess evaluation and the manners of a player.

use std::time::Duration;

use chess::{
    Position,
    shakmaty::{Move, Position as _},
};
use fastrand::Rng;
use play::{Ability, About, Ask, Bot, BotError, BotKind, Choice, DrawAnswer, Purpose, Record, Side, Thought};

use crate::{
    evaluation::{Evaluation, Stage, Weights},
    manners::{self, Despair},
    minimax::{Breadth, Finding, Limits, Minimax, NoMemory, Settings},
};

/// Medium or Hard.
pub struct Level {
    about: About,
    plan: Plan,
    minimax: Minimax<Position, Evaluation>,
    random: Rng,
    despair: Despair,
}

/// How a level thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it knows.
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
}

impl Level {
    /// A level that thinks by `plan`, chooses among equals by `seed` and remembers in `hash` MiB.
    pub fn new(plan: Plan, seed: u64, hash: usize) -> Result<Self, NoMemory> {
        let name = match plan.stage {
            Stage::Medium => "Medium",
            Stage::Hard => "Hard",
        };
        let evaluation = Evaluation {
            stage: plan.stage,
            weights: plan.weights,
        };
        let settings = Settings {
            hash,
            ..Settings::default()
        };
        evaluation.prepare();
        Ok(Level {
            about: About {
                name: name.to_owned(),
                author: manners::AUTHOR.to_owned(),
                version: Some(manners::VERSION.to_owned()),
                kind: BotKind::Internal,
                level: Some(name.to_lowercase()),
                abilities: vec![Ability::Judge, Ability::Lines, Ability::Chess960],
            },
            plan,
            minimax: Minimax::new(evaluation, settings)?,
            random: Rng::with_seed(seed),
            despair: Despair::default(),
        })
    }

    fn think(&mut self, ask: &mut Ask<'_, Position>, breadth: Breadth) -> Option<Finding<Move>> {
        let asked = ask.budget.allotment(ask.record.turn());
        let (depth, time) = match ask.purpose {
            // Whoever studies a position says how far; what is not said is the level's own.
            Purpose::Study { .. } if ask.budget.depth.is_some() => (ask.budget.depth, asked),
            Purpose::Study { .. } => (None, asked.or(Some(self.plan.time))),
            Purpose::Game => (
                ask.budget.depth.map(|depth| depth.min(self.plan.depth)),
                Some(asked.map_or(self.plan.time, |asked| asked.min(self.plan.time))),
            ),
        };
        let limits = Limits {
            depth: depth.unwrap_or(self.plan.depth).max(1),
            time,
            nodes: ask.budget.nodes,
            stop: ask.stop,
            watch: ask.watch,
        };
        let shown = match breadth {
            Breadth::Lines(lines) => lines,
            Breadth::Within(_) => 1,
        };
        self.minimax.think(ask.record, &limits, breadth, &mut |finding| {
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
        })
    }
}

impl Bot<Position> for Level {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.minimax.forget();
        self.random = Rng::with_seed(seed);
        self.despair = Despair::default();
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = manners::without_thought(ask)? {
            return Ok(choice);
        }
        let breadth = match ask.purpose {
            Purpose::Game => Breadth::Within(variety(ask.record)),
            Purpose::Study { lines } => Breadth::Lines(lines.clamp(1, ask.record.legal().len())),
        };
        let Some(found) = self.think(ask, breadth) else {
            let mv = self.minimax.at_first_sight(ask.record);
            return mv.map(Choice::Move).ok_or(BotError::NoMoves);
        };
        let chosen = match ask.purpose {
            Purpose::Game if self.despair.gives_up(found.lines[0].score, ask.record.moves().len()) => {
                return Ok(Choice::Resign);
            }
            // Every line here was searched with an open window and looks as good as the best.
            Purpose::Game => self.random.usize(..found.lines.len()),
            Purpose::Study { .. } => 0,
        };
        Ok(Choice::Move(found.lines[chosen].moves[0]))
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        let position = ask.record.position();
        let Some(found) = self.think(ask, Breadth::Lines(1)) else {
            return Ok(DrawAnswer::Decline);
        };
        let score = found.lines[0].score;
        let own = if side == ask.record.turn() {
            score
        } else {
            score.reversed()
        };
        Ok(manners::answer_draw(own, position))
    }
}

/// How many centipawns behind the best a move still looks equal: none, but in the opening of a whole game, where
/// nothing hangs on it and everybody would see the same first moves otherwise.
pub(crate) fn variety(record: &Record<Position>) -> i32 {
    const OPENING_PLIES: usize = 16;
    const OPENING_MARGIN: i32 = 10;
    let whole = record.start().chess().board().occupied().count() == 32;
    if whole && record.moves().len() < OPENING_PLIES {
        OPENING_MARGIN
    } else {
        0
    }
}
