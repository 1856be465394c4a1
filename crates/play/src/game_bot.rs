//! A bot with the types of its game hidden.

use std::time::Duration;

use crate::{
    Ask, Bot, BotError, Budget, Choice, Contents, DrawAnswer, GameRecord, MemoryKind, MoveIndex, Purpose, Record,
    Score, SearchMemory, Side, Stop, Stopwatch, TurnGame, TypedRecord, Watch,
};

/// A bot of any turn game, with its types hidden; see [`Bot`].
pub trait GameBot: Send {
    /// What this bot is.
    fn about(&self) -> &crate::About;

    /// A new game begins.
    fn begin(&mut self, seed: u64) -> Result<(), BotError>;

    /// What the side to move should do.
    fn choose(&mut self, ask: &mut GameAsk<'_>) -> Result<Choice<MoveIndex>, BotError>;

    /// Whether `side` agrees to a draw now.
    fn answer_draw(&mut self, ask: &mut GameAsk<'_>, side: Side) -> Result<DrawAnswer, BotError>;

    /// See [`Bot::memory_kind`].
    fn memory_kind(&self) -> Option<MemoryKind>;

    /// See [`Bot::lend`].
    fn lend(&mut self, memory: SearchMemory, contents: Contents);

    /// See [`Bot::take_memory`].
    fn take_memory(&mut self) -> Option<SearchMemory>;
}

impl dyn GameBot + '_ {
    /// What the side to move should do, without limits and reports.
    pub fn choose_unlimited(&mut self, record: &dyn GameRecord) -> Result<Choice<MoveIndex>, BotError> {
        self.choose(&mut GameAsk {
            record,
            budget: Budget::UNLIMITED,
            stop: &Stop::new(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Game,
            lines: Lines::Empty,
            report: &mut |_| {},
        })
    }
}

/// A question to a [`GameBot`].
pub struct GameAsk<'a> {
    /// The game so far; of the bot's own game.
    pub record: &'a dyn GameRecord,
    /// What the answer may cost.
    pub budget: Budget,
    /// Raised when the answer is wanted at once.
    pub stop: &'a Stop,
    /// The time since the question was put.
    pub watch: &'a dyn Watch,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Whether reports carry their lines; writing them down takes time.
    pub lines: Lines,
    /// Receives every completed thought.
    pub report: &'a mut dyn FnMut(GameThought),
}

/// Whether the lines of thoughts are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Written out.
    Written,
    /// Left empty.
    Empty,
}

/// One completed thought about a position; see [`Thought`](crate::Thought).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameThought {
    /// Search depth in plies.
    pub depth: u32,
    /// The best line is 1.
    pub rank: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the question.
    pub elapsed: Duration,
    /// The expected moves, best first: code and label.
    pub line: Vec<[String; 2]>,
}

/// A [`Bot`] of one game as a [`GameBot`].
pub struct TypedBot<R: TurnGame>(Box<dyn Bot<R>>);

impl<R: TurnGame> TypedBot<R> {
    /// The bot of a game with its types hidden.
    pub const fn new(bot: Box<dyn Bot<R>>) -> Self {
        TypedBot(bot)
    }

    /// Puts a question of any game to the bot, if the record is of its own.
    fn ask<T>(
        &mut self,
        ask: &mut GameAsk<'_>,
        put: impl FnOnce(&mut dyn Bot<R>, &mut Ask<'_, R>) -> Result<T, BotError>,
    ) -> Result<T, BotError> {
        let record = typed(ask.record)?;
        let (lines, report) = (ask.lines, &mut *ask.report);
        put(
            &mut *self.0,
            &mut Ask {
                record,
                budget: ask.budget,
                stop: ask.stop,
                watch: ask.watch,
                purpose: ask.purpose,
                report: &mut |thought| {
                    let position = record.position();
                    let line = match lines {
                        Lines::Written => position
                            .walk(&thought.line)
                            .map(|(at, mv)| [at.code(mv), at.label(mv)])
                            .collect(),
                        Lines::Empty => Vec::new(),
                    };
                    report(GameThought {
                        depth: thought.depth,
                        rank: thought.rank,
                        score: thought.score,
                        nodes: thought.nodes,
                        elapsed: thought.elapsed,
                        line,
                    });
                },
            },
        )
    }
}

/// The record of a bot's own game.
fn typed<R: TurnGame>(record: &dyn GameRecord) -> Result<&Record<R>, BotError> {
    let typed = record.as_any().downcast_ref::<TypedRecord<R>>();
    typed.map(TypedRecord::record).ok_or_else(|| BotError::Start {
        name: R::NAME.to_owned(),
        reason: format!("the game is {}", record.game()),
    })
}

impl<R: TurnGame> GameBot for TypedBot<R> {
    fn about(&self) -> &crate::About {
        self.0.about()
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.0.begin(seed)
    }

    fn choose(&mut self, ask: &mut GameAsk<'_>) -> Result<Choice<MoveIndex>, BotError> {
        let choice = self.ask(ask, |bot, ask| bot.choose(ask))?;
        Ok(match choice {
            Choice::Move(mv) => match typed::<R>(ask.record)?.legal().iter().position(|legal| *legal == mv) {
                Some(index) => Choice::Move(MoveIndex(index)),
                None => {
                    return Err(BotError::IllegalMove {
                        name: self.0.about().name.clone(),
                        answer: format!("{mv:?}"),
                    });
                }
            },
            Choice::ClaimDraw => Choice::ClaimDraw,
            Choice::Resign => Choice::Resign,
        })
    }

    fn answer_draw(&mut self, ask: &mut GameAsk<'_>, side: Side) -> Result<DrawAnswer, BotError> {
        self.ask(ask, |bot, ask| bot.answer_draw(ask, side))
    }

    fn memory_kind(&self) -> Option<MemoryKind> {
        self.0.memory_kind()
    }

    fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        self.0.lend(memory, contents);
    }

    fn take_memory(&mut self) -> Option<SearchMemory> {
        self.0.take_memory()
    }
}
