//! A model as a bot: the crate `models` evaluates, this module has its behaviour.

mod offered;

use std::{marker::PhantomData, path::Path, sync::Arc, time::Duration};

use fastrand::Rng;
use models::{
    Deadline, Evaluator, Found, Lc0Evaluator, Limits, Model, ModelError, Proof, RootMove, Search, Session,
    ValueEvaluator, ValueInputs,
};
use play::{
    Ability, About, Ask, Bot, BotError, BotKind, Budget, Choice, DrawAnswer, Purpose, Record, Score, Setup, Side,
    Stopwatch, Thought, TurnGame,
};

use crate::{ModelSpec, abilities, behaviour};
pub use offered::{OfferedModel, WithModels};

/// A game that models play.
pub trait ModelGame: TurnGame + ValueInputs {
    /// What a model of this game does beside moving.
    const ABILITIES: &'static [Ability];

    /// An evaluator of this game; `None` if the model is of another game.
    fn evaluator(session: Session) -> Option<Box<dyn Evaluator<Self>>>;

    /// Whether a side with this score agrees to a draw.
    fn answer_draw(score: Score, position: &Self) -> DrawAnswer;
}

impl ModelGame for chess::Position {
    const ABILITIES: &'static [Ability] = abilities::CHESS_MODEL;

    fn evaluator(session: Session) -> Option<Box<dyn Evaluator<Self>>> {
        match session.model().layout() {
            models::Layout::Lc0 { .. } => Some(Box::new(Lc0Evaluator::new(session)?)),
            models::Layout::Value { .. } => Some(Box::new(ValueEvaluator::new(session)?)),
        }
    }

    fn answer_draw(score: Score, position: &Self) -> DrawAnswer {
        behaviour::answer_draw(score, position)
    }
}

impl ModelGame for ransom::Position {
    const ABILITIES: &'static [Ability] = abilities::RANSOM_MODEL;

    fn evaluator(session: Session) -> Option<Box<dyn Evaluator<Self>>> {
        Some(Box::new(ValueEvaluator::new(session)?))
    }

    fn answer_draw(score: Score, position: &Self) -> DrawAnswer {
        crate::ransom::answer_draw(score, position)
    }
}

/// A model as a bot. It never resigns.
///
/// A session is opened for each search and closed after it: an idle bot holds the shared model but no thread.
pub struct ModelBot<R> {
    about: About,
    spec: ModelSpec,
    model: Arc<Model>,
    random: Rng,
    /// Why it gave no answer, once it has not.
    broken: Option<String>,
    game: PhantomData<fn() -> R>,
}

/// The default time per move.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// How long the first evaluation may take without a limit of the caller.
const LONGEST_EVALUATION: Duration = Duration::from_mins(1);
/// Beyond the time for a move; what every guest gets.
const GRACE: Duration = Duration::from_millis(500);
/// Characters that are kept of the names in a file.
const NAME_LENGTH: usize = 80;

impl<R: ModelGame> ModelBot<R> {
    /// Reads the model and tries it once.
    pub fn open(spec: &ModelSpec, setup: Setup) -> Result<Self, BotError> {
        let model = Model::read(Path::new(&spec.file)).map_err(|error| BotError::Start {
            name: spec.file.clone(),
            reason: error.to_string(),
        })?;
        let bot = ModelBot::with_model(model, spec, setup);
        bot.try_once().map_err(|error| BotError::Start {
            name: spec.file.clone(),
            reason: error.to_string(),
        })?;
        Ok(bot)
    }

    /// A bot with a model that was read and tried before; the file of the spec is not read.
    pub(crate) fn with_model(model: Arc<Model>, spec: &ModelSpec, setup: Setup) -> Self {
        let producer: String = model.producer().chars().take(NAME_LENGTH).collect();
        ModelBot {
            about: About {
                name: model.name().chars().take(NAME_LENGTH).collect(),
                author: if producer.is_empty() {
                    "unknown".to_owned()
                } else {
                    producer
                },
                version: None,
                kind: BotKind::Model,
                level: None,
            },
            random: Rng::with_seed(spec.seed.unwrap_or(setup.seed)),
            spec: spec.clone(),
            model,
            broken: None,
            game: PhantomData,
        }
    }

    /// Evaluates the first position of a game, which finds models of another game and weights that are not numbers.
    fn try_once(&self) -> Result<(), ModelError> {
        let watch = Stopwatch::start();
        let deadline = Deadline {
            watch: &watch,
            until: LONGEST_EVALUATION,
            stop: None,
        };
        let record = Record::new(R::default());
        self.evaluator()?.evaluate(&[R::default()], record.legal(), deadline)?;
        Ok(())
    }

    fn evaluator(&self) -> Result<Box<dyn Evaluator<R>>, ModelError> {
        R::evaluator(Session::start(&self.model)?).ok_or(ModelError::Game {
            model: self.model.layout().game().name(),
            asked: R::NAME,
        })
    }

    /// Searches within the budget and reports the first `shown` moves.
    fn think(&mut self, ask: &mut Ask<'_, R>, nodes: u32, shown: usize) -> Result<Found<R::Move>, BotError> {
        if let Some(detail) = &self.broken {
            return Err(BotError::Died {
                name: self.about.name.clone(),
                detail: detail.clone(),
            });
        }
        let found = self.search(ask, nodes, shown);
        found.map_err(|error| {
            let name = self.about.name.clone();
            self.broken = Some(error.to_string());
            match error {
                ModelError::Late(waited) => BotError::Silent { name, waited },
                error => BotError::Unusable {
                    name,
                    reason: error.to_string(),
                },
            }
        })
    }

    fn search(&self, ask: &mut Ask<'_, R>, nodes: u32, shown: usize) -> Result<Found<R::Move>, ModelError> {
        let record = ask.record;
        let turn = record.turn();
        let usual = (ask.purpose == Purpose::Game).then_some(USUAL_TIME);
        let left = ask.budget.clock.map(|clock| clock.remaining(turn));
        let longest = [ask.budget.move_time, left].into_iter().flatten().min();
        let limits = Limits {
            nodes: ask
                .budget
                .nodes
                .map_or(nodes, |most| nodes.min(most.min(u64::from(u32::MAX)) as u32)),
            depth: ask.budget.depth,
            time: ask.budget.allotment(turn).or(usual),
            until: longest.map_or(LONGEST_EVALUATION, |time| time.saturating_add(GRACE)),
            stop: ask.stop,
            watch: ask.watch,
        };
        let positions = (0..=record.moves().len()).filter_map(|ply| record.position_after(ply).cloned());
        let mut evaluator = self.evaluator()?;
        let (watch, report) = (ask.watch, &mut *ask.report);
        Search::new(&mut *evaluator, positions.collect()).run(record.legal(), &limits, &mut |found, evaluator| {
            for (index, root) in found.moves.iter().take(shown).enumerate() {
                report(Thought {
                    depth: found.depth,
                    rank: index + 1,
                    score: score(root, evaluator),
                    nodes: found.evaluations,
                    elapsed: watch.elapsed(),
                    line: root.line.clone(),
                });
            }
        })
    }

    /// The best move, or by chance one of the good ones.
    fn pick(&mut self, found: &Found<R::Move>) -> Option<R::Move> {
        let best = found.moves.first()?;
        if self.spec.temperature == 0 || matches!(best.proof, Some(Proof::Win(_))) {
            return Some(best.mv);
        }
        let power = 100.0 / f64::from(self.spec.temperature);
        let most = f64::from(found.moves.iter().map(|root| root.visits).max().unwrap_or(0));
        let likeliest = f64::from(found.moves.iter().map(|root| root.prior).fold(0.0, f32::max));
        let weight = |root: &RootMove<R::Move>| match root.proof {
            Some(Proof::Loss(_)) => 0.0,
            _ if most > 0.0 => (f64::from(root.visits) / most).powf(power),
            _ => (f64::from(root.prior) / likeliest).powf(power),
        };
        let weights: Vec<f64> = found.moves.iter().map(weight).collect();
        let mut drawn = self.random.f64() * weights.iter().sum::<f64>();
        let chosen = found.moves.iter().zip(&weights).find(|(_, weight)| {
            drawn -= **weight;
            drawn < 0.0
        });
        Some(chosen.map_or(best.mv, |(root, _)| root.mv))
    }
}

impl<R: ModelGame> Bot<R> for ModelBot<R> {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.random = Rng::with_seed(self.spec.seed.unwrap_or(seed));
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, R>) -> Result<Choice<R::Move>, BotError> {
        if let Some(choice) = behaviour::without_thought(ask)? {
            return Ok(choice);
        }
        let shown = match ask.purpose {
            Purpose::Game => 1,
            Purpose::Study { lines } => lines.max(1),
        };
        let found = self.think(ask, self.spec.nodes, shown)?;
        let chosen = match ask.purpose {
            Purpose::Game => self.pick(&found),
            Purpose::Study { .. } => found.moves.first().map(|root| root.mv),
        };
        chosen.map(Choice::Move).ok_or(BotError::NoMoves)
    }

    /// One evaluation gives the value of the position.
    fn answer_draw(&mut self, ask: &mut Ask<'_, R>, side: Side) -> Result<DrawAnswer, BotError> {
        if ask.record.outcome().is_some() || ask.record.legal().is_empty() {
            return Ok(DrawAnswer::Decline);
        }
        let mut score = None;
        let mut quiet = Ask {
            record: ask.record,
            budget: Budget {
                clock: ask.budget.clock,
                ..Budget::UNLIMITED
            },
            stop: ask.stop,
            watch: ask.watch,
            purpose: ask.purpose,
            report: &mut |thought: Thought<R::Move>| score = Some(thought.score),
        };
        self.think(&mut quiet, 0, 1)?;
        let own = score.map(|score| {
            if side == ask.record.turn() {
                score
            } else {
                score.reversed()
            }
        });
        Ok(own.map_or(DrawAnswer::Decline, |own| R::answer_draw(own, ask.record.position())))
    }
}

/// The score of a move: proved, or in centipawns.
fn score<R: ModelGame>(root: &RootMove<R::Move>, evaluator: &dyn Evaluator<R>) -> Score {
    match root.proof {
        Some(Proof::Win(plies)) => Score::Win(plies),
        Some(Proof::Loss(plies)) => Score::Loss(plies),
        Some(Proof::Draw) => Score::Centipawns(0),
        None => Score::Centipawns(evaluator.centipawns(root.value)),
    }
}
