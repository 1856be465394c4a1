//! A bot of a turn game as its table knows it: closed, at the table, or away with a question.
//!
//! A bot leaves the table with its question and comes back with its answer. The answer to a question that no longer
//! counts brings back the bot and nothing else. Bots are opened and dropped where waiting is allowed, never on the
//! table's thread.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use play::{
    BotError, BotPlace, BotSpec, Budget, Choice, DrawAnswer, GameAsk, GameBot, GameModule, GameRecord, GameThought,
    Lines, MoveIndex, Purpose, Score, Setup, Side, Stop, Stopwatch,
};

use crate::job::{Job, JobPlace};

/// A bot, wherever it is.
pub(crate) struct BotWorker {
    pub(crate) spec: BotSpec,
    module: Arc<dyn GameModule>,
    setup: Setup,
    place: JobPlace,
    whereabouts: Whereabouts,
    /// The bot has been opened, here or away.
    open: bool,
}

enum Whereabouts {
    Closed,
    Here(Box<dyn GameBot>),
    Away {
        question: QuestionId,
        stop: Stop,
        wanted: Return,
    },
}

/// What is wanted of a bot that is away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Return {
    Answer,
    BotOnly,
    Nothing,
}

/// The number of a question, unique for the time a table is open and unlikely to repeat after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuestionId(pub(crate) u64);

/// Which bot of a table a question is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The bot on a seat.
    Seat(Side),
    /// The engine that gives hints, analyses and reviews.
    Adviser,
}

/// A question to a bot.
pub(crate) enum Question {
    /// To be opened, before clocks run.
    Open,
    /// What to do at its turn.
    Choose {
        record: Box<dyn GameRecord>,
        budget: Budget,
    },
    /// Whether it agrees to a draw.
    Draw {
        record: Box<dyn GameRecord>,
        budget: Budget,
        side: Side,
    },
    /// The best move and its value.
    Study {
        record: Box<dyn GameRecord>,
        budget: Budget,
    },
}

/// Something a bot says.
pub(crate) struct BotReply {
    pub(crate) asked: Asked,
    pub(crate) question: QuestionId,
    pub(crate) said: Said,
}

/// What a bot says.
pub(crate) enum Said {
    /// A thought on the way to its answer.
    Thought(GameThought),
    /// The last word; without a bot if it is lost.
    Answer {
        bot: Option<Box<dyn GameBot>>,
        result: Result<Found, BotError>,
    },
}

/// What a bot found.
pub(crate) enum Found {
    Opened,
    Choice(Choice<MoveIndex>),
    Draw(DrawAnswer),
    Study { best: MoveIndex, score: Score },
}

/// What an answer is to its table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    /// The one that is waited for.
    Fresh,
    /// The answer to a question that no longer counts.
    Stale,
}

impl BotWorker {
    /// A bot that is opened when it is first asked.
    pub(crate) fn new(module: Arc<dyn GameModule>, spec: BotSpec, setup: Setup) -> Self {
        let place = match module.traits(&spec).place {
            BotPlace::Inside => JobPlace::Search,
            BotPlace::Program => JobPlace::Own,
        };
        BotWorker {
            spec,
            module,
            setup,
            place,
            whereabouts: Whereabouts::Closed,
            open: false,
        }
    }

    /// Whether it is ready to play, here or away.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) const fn is_closed(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Closed)
    }

    /// Whether it is open and can be asked now.
    pub(crate) const fn is_here(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Here(_))
    }

    /// Whether an answer is waited for.
    pub(crate) const fn is_asked(&self) -> bool {
        matches!(
            self.whereabouts,
            Whereabouts::Away {
                wanted: Return::Answer,
                ..
            }
        )
    }

    /// Whether the answer to this question is waited for.
    pub(crate) fn awaits(&self, asked: QuestionId) -> bool {
        matches!(self.whereabouts, Whereabouts::Away { question, wanted: Return::Answer, .. } if question == asked)
    }

    /// The name it gives itself, while it is here.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.whereabouts {
            Whereabouts::Here(bot) => Some(&bot.about().name),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// Sends it away with a question; `None` if it is away already.
    pub(crate) fn ask(&mut self, asked: Asked, id: QuestionId, question: Question) -> Option<Job<BotReply>> {
        let stop = Stop::new();
        let away = Whereabouts::Away {
            question: id,
            stop: stop.clone(),
            wanted: Return::Answer,
        };
        let mut bot = match std::mem::replace(&mut self.whereabouts, away) {
            Whereabouts::Closed => None,
            Whereabouts::Here(bot) => Some(bot),
            earlier @ Whereabouts::Away { .. } => {
                self.whereabouts = earlier;
                return None;
            }
        };
        let (module, spec, setup) = (Arc::clone(&self.module), self.spec.clone(), self.setup);
        let work = move |send: &mut dyn FnMut(BotReply)| {
            let reply = |said| BotReply {
                asked,
                question: id,
                said,
            };
            let answered = catch_unwind(AssertUnwindSafe(|| {
                let mut report = |thought| send(reply(Said::Thought(thought)));
                put(&mut bot, &*module, &spec, setup, &question, &stop, &mut report)
            }));
            let result = answered.unwrap_or_else(|_| {
                bot = None;
                Err(BotError::Died {
                    name: spec.to_string(),
                    detail: "a fault in its program".to_owned(),
                })
            });
            send(reply(Said::Answer { bot, result }));
        };
        Some(Job {
            place: self.place,
            work: Box::new(work),
        })
    }

    /// Its answer no longer counts; it comes back at once.
    pub(crate) fn stop(&mut self) {
        if let Whereabouts::Away { stop, wanted, .. } = &mut self.whereabouts {
            stop.raise();
            if *wanted == Return::Answer {
                *wanted = Return::BotOnly;
            }
        }
    }

    /// It is not wanted any more; the job, if any, closes it away from the table.
    pub(crate) fn dismiss(&mut self) -> Option<Job<BotReply>> {
        self.stop();
        self.open = false;
        if let Whereabouts::Away { wanted, .. } = &mut self.whereabouts {
            *wanted = Return::Nothing;
            return None;
        }
        match std::mem::replace(&mut self.whereabouts, Whereabouts::Closed) {
            Whereabouts::Here(bot) => Some(closing(bot, self.place)),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// It comes back from a question; the job, if any, closes a bot that is not wanted.
    pub(crate) fn back(
        &mut self,
        asked: QuestionId,
        bot: Option<Box<dyn GameBot>>,
    ) -> (Returned, Option<Job<BotReply>>) {
        let place = self.place;
        let closed = |bot: Option<Box<dyn GameBot>>| bot.map(|bot| closing(bot, place));
        match self.whereabouts {
            Whereabouts::Away { question, wanted, .. } if question == asked => {
                if wanted == Return::Nothing {
                    self.whereabouts = Whereabouts::Closed;
                    return (Returned::Stale, closed(bot));
                }
                self.open = bot.is_some();
                self.whereabouts = bot.map_or(Whereabouts::Closed, Whereabouts::Here);
                let returned = match wanted {
                    Return::Answer => Returned::Fresh,
                    Return::BotOnly | Return::Nothing => Returned::Stale,
                };
                (returned, None)
            }
            Whereabouts::Closed | Whereabouts::Here(_) | Whereabouts::Away { .. } => (Returned::Stale, closed(bot)),
        }
    }
}

fn closing(bot: Box<dyn GameBot>, place: JobPlace) -> Job<BotReply> {
    Job {
        place,
        work: Box::new(move |_| drop(bot)),
    }
}

/// Puts a question to a bot, which is opened first if it is not open.
fn put(
    bot: &mut Option<Box<dyn GameBot>>,
    module: &dyn GameModule,
    spec: &BotSpec,
    setup: Setup,
    question: &Question,
    stop: &Stop,
    report: &mut dyn FnMut(GameThought),
) -> Result<Found, BotError> {
    if bot.is_none() {
        let mut opened = module.open_bot(spec, setup)?;
        opened.begin(setup.seed)?;
        *bot = Some(opened);
    }
    let Some(bot) = bot else {
        return Err(BotError::NoMoves);
    };
    let watch = Stopwatch::start();
    let mut score = None;
    let mut noted = |thought: GameThought| {
        score = Some(thought.score).filter(|_| thought.rank == 1).or(score);
        report(thought);
    };
    let (record, budget, purpose) = match question {
        Question::Open => return Ok(Found::Opened),
        Question::Choose { record, budget } | Question::Draw { record, budget, .. } => (record, *budget, Purpose::Game),
        Question::Study { record, budget } => (record, *budget, Purpose::Study { lines: 1 }),
    };
    let mut ask = GameAsk {
        record: &**record,
        budget,
        stop,
        watch: &watch,
        purpose,
        lines: Lines::Written,
        report: &mut noted,
    };
    match question {
        Question::Draw { side, .. } => {
            // A program that cannot answer does not agree; if it is gone, its own turn will show it.
            Ok(Found::Draw(
                bot.answer_draw(&mut ask, *side).unwrap_or(DrawAnswer::Decline),
            ))
        }
        Question::Study { .. } => match bot.choose(&mut ask)? {
            Choice::Move(best) => Ok(Found::Study {
                best,
                score: score.unwrap_or(Score::Centipawns(0)),
            }),
            Choice::ClaimDraw | Choice::Resign => Err(BotError::NoMoves),
        },
        Question::Choose { .. } | Question::Open => bot.choose(&mut ask).map(Found::Choice),
    }
}
