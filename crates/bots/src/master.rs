//! Master and the rating-limited players: the engine with the behaviour of a player.

use std::time::Duration;

use chess::{
    Position,
    shakmaty::{ByColor, Move},
};
use engine::{Answer, Bound, Engine, EngineError, Game, GameClock, Limits, Line, Report, Settings, Signal, Techniques};
use fastrand::Rng;
use play::{
    About, Ask, Bot, BotError, BotKind, Choice, Contents, DrawAnswer, MemoryKind, MemorySource, Purpose, Record, Score,
    SearchMemory, Side, Thought,
};

use crate::{
    MasterSpec, Setup,
    behaviour::{self, ResignPolicy},
    level::variety,
};

/// The engine at a table.
pub struct Master {
    about: About,
    spec: MasterSpec,
    settings: Settings,
    /// None while another bot has borrowed it.
    engine: Option<Engine>,
    random: Rng,
    resign: ResignPolicy,
}

/// The default time per move.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// Lines compared where variety is wanted.
const VARIETY_LINES: usize = 4;

impl Master {
    /// Master with its limits, and the memory and seed of `setup`.
    pub fn new(spec: &MasterSpec, setup: Setup) -> Result<Self, EngineError> {
        let usual = Techniques::default();
        let settings = Settings {
            hash: setup.hash.max(1),
            threads: spec.threads.map_or(1, |threads| threads as usize),
            techniques: spec.without.map_or(usual, |technique| usual.without(technique)),
            ..Settings::default()
        };
        Master::seated("Master", "master", *spec, settings, setup)
    }

    /// A rating-limited player, one of [`engine::RATINGS`].
    pub fn rated(rating: u32, setup: Setup) -> Result<Self, EngineError> {
        let settings = Settings {
            hash: setup.hash.max(1),
            rating: Some(rating),
            seed: setup.seed,
            ..Settings::default()
        };
        let (name, level) = (format!("Elo {rating}"), format!("elo:{rating}"));
        Master::seated(&name, &level, MasterSpec::default(), settings, setup)
    }

    fn seated(
        name: &str,
        level: &str,
        spec: MasterSpec,
        settings: Settings,
        setup: Setup,
    ) -> Result<Self, EngineError> {
        Ok(Master {
            about: About {
                name: name.to_owned(),
                author: behaviour::AUTHOR.to_owned(),
                version: Some(behaviour::VERSION.to_owned()),
                kind: BotKind::Internal,
                level: Some(level.to_owned()),
            },
            spec,
            engine: match setup.memory {
                MemorySource::Own => Some(Engine::new(settings.clone())?),
                MemorySource::Lent => None,
            },
            settings,
            random: Rng::with_seed(setup.seed),
            resign: ResignPolicy::default(),
        })
    }

    /// Searches for so many lines and reports the first `shown`.
    fn think(&mut self, ask: &mut Ask<'_, Position>, lines: usize, shown: usize) -> Result<Answer, BotError> {
        self.settings.lines = lines;
        let limits = self.limits(ask);
        let engine = self.prepared()?;
        let signal = Signal::hearing(ask.stop.flag());
        let (watch, record) = (ask.watch, ask.record);
        let answer = engine.search(&game(record), &limits, &signal, &mut |report| {
            if let Report::Line(line) = report
                && line.rank <= shown
            {
                (ask.report)(thought(line, watch.elapsed()));
            }
        });
        Ok(answer)
    }

    /// The engine with the settings of this bot; if none was lent, there is one now.
    fn prepared(&mut self) -> Result<&mut Engine, BotError> {
        let failed = |error: EngineError| BotError::Start {
            name: self.about.name.clone(),
            reason: error.to_string(),
        };
        let engine = match self.engine.take() {
            Some(mut engine) => {
                engine.set(self.settings.clone()).map_err(failed)?;
                engine
            }
            None => Engine::new(self.settings.clone()).map_err(failed)?,
        };
        Ok(self.engine.insert(engine))
    }

    /// The tighter of the request's and its own limits; analysis uses only the request's.
    fn limits(&self, ask: &Ask<'_, Position>) -> Limits {
        let own = self.spec.movetime.map(Duration::from_millis);
        let budget = &ask.budget;
        let late = ask.watch.elapsed();
        let movetime = [budget.move_time, own].into_iter().flatten().min();
        let limits = Limits {
            depth: least(budget.depth, self.spec.depth),
            nodes: least(budget.nodes, self.spec.nodes),
            movetime: movetime.map(|time| time.saturating_sub(late)),
            clock: budget.clock.map(|clock| GameClock {
                left: ByColor {
                    white: clock.remaining(Side::White).saturating_sub(late),
                    black: clock.remaining(Side::Black).saturating_sub(late),
                },
                increment: ByColor {
                    white: clock.control(Side::White).increment,
                    black: clock.control(Side::Black).increment,
                },
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        // A rating bounds the search by itself.
        if limits == Limits::default() && self.settings.rating.is_none() {
            return Limits {
                movetime: Some(USUAL_TIME),
                ..limits
            };
        }
        limits
    }
}

impl Bot<Position> for Master {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
        self.settings.seed = seed;
        self.random = Rng::with_seed(seed);
        self.resign = ResignPolicy::default();
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        // A rating-limited bot varies anyway.
        let margin = match self.settings.rating {
            Some(_) => 0,
            None => variety(ask.record),
        };
        let (lines, shown) = match ask.purpose {
            Purpose::Game if margin > 0 => (VARIETY_LINES, 1),
            Purpose::Game => (1, 1),
            Purpose::Study { lines } => (lines.max(1), lines.max(1)),
        };
        let answer = self.think(ask, lines, shown)?;
        let Some(best) = answer.best else {
            return Err(BotError::NoMoves);
        };
        if ask.purpose != Purpose::Game {
            return Ok(Choice::Move(best));
        }
        let scores: Vec<Score> = answer.lines.iter().map(|line| score(line.score)).collect();
        if let Some(first) = scores.first()
            && self.resign.gives_up(*first, ask.record.moves().len())
        {
            return Ok(Choice::Resign);
        }
        // Every line was searched with a window of its own, so near scores are near.
        let equal: Vec<Move> = answer
            .lines
            .iter()
            .zip(&scores)
            .filter(|(line, score)| line.bound == Bound::Exact && within(**score, scores[0], margin))
            .filter_map(|(line, _)| line.moves.first().copied())
            .collect();
        let chosen = self.random.choice(equal);
        Ok(Choice::Move(chosen.unwrap_or(best)))
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Position>, side: Side) -> Result<DrawAnswer, BotError> {
        let answer = self.think(ask, 1, 1)?;
        let Some(line) = answer.lines.first() else {
            return Ok(DrawAnswer::Decline);
        };
        let score = score(line.score);
        let own = if side == ask.record.turn() {
            score
        } else {
            score.reversed()
        };
        Ok(behaviour::answer_draw(own, ask.record.position()))
    }

    fn memory_kind(&self) -> Option<MemoryKind> {
        Some(MemoryKind::of::<Engine>())
    }

    fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        let Some(mut engine) = memory.into_inner::<Engine>() else {
            return;
        };
        match contents {
            Contents::Own => {}
            Contents::Foreign => engine.new_game(),
        }
        self.engine = Some(engine);
    }

    fn take_memory(&mut self) -> Option<SearchMemory> {
        self.engine.take().map(SearchMemory::new)
    }
}

/// The record as the engine reads it.
fn game(record: &Record<Position>) -> Game {
    let mut game = Game::new(record.start().chess().clone());
    for mv in record.moves() {
        game.play(*mv).expect("a record holds legal moves");
    }
    game
}

fn thought(line: Line, elapsed: Duration) -> Thought<Move> {
    Thought {
        depth: line.depth,
        rank: line.rank,
        score: score(line.score),
        nodes: line.nodes,
        elapsed: line.time.min(elapsed),
        line: line.moves,
    }
}

fn score(score: engine::Score) -> Score {
    match score {
        engine::Score::Centipawns(points) => Score::Centipawns(points),
        engine::Score::Mate(moves) if moves > 0 => Score::Win(2 * moves.unsigned_abs() - 1),
        engine::Score::Mate(moves) => Score::Loss(2 * moves.unsigned_abs()),
    }
}

fn within(score: Score, best: Score, margin: i32) -> bool {
    match (score, best) {
        (Score::Centipawns(points), Score::Centipawns(most)) => points >= most - margin,
        (score, best) => score == best,
    }
}

fn least<T: Ord>(first: Option<T>, second: Option<T>) -> Option<T> {
    [first, second].into_iter().flatten().min()
}
