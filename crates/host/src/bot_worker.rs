//! A bot of a turn game as its table sees it: closed, idle, or running a job.
//!
//! A bot moves to the pool with its job and returns with the result. The result of an outdated job only returns the
//! bot. Bots are opened and dropped on threads that may block, never on the table's thread.

mod question;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use play::{BotError, BotPlace, BotSpec, GameBot, GameModule, Setup, Stop, Stopwatch, Watch};

use crate::{
    VisitorId,
    job::{Brake, Job, JobPlace, Priority},
    pool::{MemoryPool, Tenant},
};
use question::put;
pub(crate) use question::{
    Asked, BotReply, Completion, Found, Knowledge, Question, QuestionId, ReplyContent, Returned,
};

/// A bot, idle or in the pool.
pub(crate) struct BotWorker {
    pub(crate) spec: BotSpec,
    module: Arc<dyn GameModule>,
    setup: Setup,
    place: BotPlace,
    tenant: Tenant,
    whereabouts: Whereabouts,
    /// The bot has been opened, here or in the pool.
    open: bool,
}

enum Whereabouts {
    Closed,
    Here(Box<dyn GameBot>),
    Away {
        question: QuestionId,
        stop: Stop,
        wanted: Return,
        progress: Progress,
    },
}

/// The state of a bot's job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// It waits for a thread.
    Waiting,
    Thinking,
}

/// What to do with a bot when it returns from the pool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Return {
    Answer,
    BotOnly,
    Nothing,
}

impl BotWorker {
    /// A bot that is opened with its first job.
    pub(crate) fn new(module: Arc<dyn GameModule>, spec: BotSpec, setup: Setup) -> Self {
        BotWorker {
            place: module.traits(&spec).place,
            spec,
            module,
            setup,
            tenant: Tenant::new(),
            whereabouts: Whereabouts::Closed,
            open: false,
        }
    }

    /// Whether it is ready to play, here or in the pool.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) const fn is_closed(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Closed)
    }

    /// Whether it is open and idle.
    pub(crate) const fn is_here(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Here(_))
    }

    /// Whether the table waits for its result.
    pub(crate) const fn is_asked(&self) -> bool {
        matches!(
            self.whereabouts,
            Whereabouts::Away {
                wanted: Return::Answer,
                ..
            }
        )
    }

    /// Whether the table waits for the result of this job.
    pub(crate) fn awaits(&self, asked: QuestionId) -> bool {
        matches!(self.whereabouts, Whereabouts::Away { question, wanted: Return::Answer, .. } if question == asked)
    }

    /// Whether it runs this job, even if the result is not wanted any more.
    pub(crate) fn was_asked(&self, asked: QuestionId) -> bool {
        matches!(self.whereabouts, Whereabouts::Away { question, .. } if question == asked)
    }

    /// Whether it has a thread and searches.
    pub(crate) const fn is_thinking(&self) -> bool {
        matches!(
            self.whereabouts,
            Whereabouts::Away {
                wanted: Return::Answer,
                progress: Progress::Thinking,
                ..
            }
        )
    }

    /// It has a thread for a question.
    pub(crate) fn started(&mut self, asked: QuestionId) {
        if let Whereabouts::Away { question, progress, .. } = &mut self.whereabouts
            && *question == asked
        {
            *progress = Progress::Thinking;
        }
    }

    /// The name it gives itself, while it is here.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.whereabouts {
            Whereabouts::Here(bot) => Some(&bot.about().name),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// Sends it to the pool with a job; `None` if it already runs one.
    pub(crate) fn ask(
        &mut self,
        asked: Asked,
        id: QuestionId,
        question: Question,
        priority: Priority,
        visitor: Option<VisitorId>,
    ) -> Option<Job<BotReply>> {
        let brake = Brake::default();
        let away = Whereabouts::Away {
            question: id,
            stop: brake.stop().clone(),
            wanted: Return::Answer,
            progress: Progress::Waiting,
        };
        let mut bot = match std::mem::replace(&mut self.whereabouts, away) {
            Whereabouts::Closed => None,
            Whereabouts::Here(bot) => Some(bot),
            earlier @ Whereabouts::Away { .. } => {
                self.whereabouts = earlier;
                return None;
            }
        };
        let (module, spec, setup, tenant) = (Arc::clone(&self.module), self.spec.clone(), self.setup, self.tenant);
        let own_brake = brake.clone();
        let work = move |memory: &MemoryPool, send: &mut dyn FnMut(BotReply)| {
            let reply = |content| BotReply {
                asked,
                question: id,
                content,
            };
            let watch = Stopwatch::start();
            let answered = catch_unwind(AssertUnwindSafe(|| {
                let bot = opened(&mut bot, &*module, &spec, setup)?;
                if matches!(question, Question::Open) {
                    return Ok(Found::Opened);
                }
                // The result is not wanted any more.
                if brake.stop().is_raised() && !brake.has_given_way() {
                    return Err(BotError::NoMoves);
                }
                send(reply(ReplyContent::Started));
                let mut report = |thought| send(reply(ReplyContent::Thought(thought)));
                memory.with(tenant, bot, |bot| {
                    put(bot, &question, setup.seed, brake.stop(), &watch, &mut report)
                })
            }));
            let result = answered.unwrap_or_else(|_| {
                bot = None;
                Err(BotError::Died {
                    name: spec.to_string(),
                    detail: "a fault in its program".to_owned(),
                })
            });
            let completion = if brake.has_given_way() {
                Completion::GaveWay { after: watch.elapsed() }
            } else {
                Completion::Finished
            };
            send(reply(ReplyContent::Answer {
                bot,
                result,
                completion,
            }));
        };
        Some(Job {
            place: self.job_place(priority, visitor),
            brake: own_brake,
            work: Box::new(work),
        })
    }

    const fn job_place(&self, priority: Priority, visitor: Option<VisitorId>) -> JobPlace {
        match self.place {
            BotPlace::Inside => JobPlace::Search { priority, visitor },
            BotPlace::Program => JobPlace::Own,
        }
    }

    /// Its result is not wanted any more; it stops and returns at once.
    pub(crate) fn stop(&mut self) {
        if let Whereabouts::Away { stop, wanted, .. } = &mut self.whereabouts {
            stop.raise();
            if *wanted == Return::Answer {
                *wanted = Return::BotOnly;
            }
        }
    }

    /// The bot is not wanted any more; the returned job, if any, closes it outside the table's thread.
    pub(crate) fn dismiss(&mut self) -> Option<Job<BotReply>> {
        self.stop();
        self.open = false;
        if let Whereabouts::Away { wanted, .. } = &mut self.whereabouts {
            *wanted = Return::Nothing;
            return None;
        }
        match std::mem::replace(&mut self.whereabouts, Whereabouts::Closed) {
            Whereabouts::Here(bot) => Some(self.closing(bot)),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// The bot returns from a job; the returned job, if any, closes a bot that is not wanted.
    pub(crate) fn back(
        &mut self,
        asked: QuestionId,
        bot: Option<Box<dyn GameBot>>,
    ) -> (Returned, Option<Job<BotReply>>) {
        match self.whereabouts {
            Whereabouts::Away { question, wanted, .. } if question == asked => {
                if wanted == Return::Nothing {
                    self.whereabouts = Whereabouts::Closed;
                    return (Returned::Stale, bot.map(|bot| self.closing(bot)));
                }
                self.open = bot.is_some();
                self.whereabouts = bot.map_or(Whereabouts::Closed, Whereabouts::Here);
                let returned = match wanted {
                    Return::Answer => Returned::Fresh,
                    Return::BotOnly | Return::Nothing => Returned::Stale,
                };
                (returned, None)
            }
            Whereabouts::Closed | Whereabouts::Here(_) | Whereabouts::Away { .. } => {
                (Returned::Stale, bot.map(|bot| self.closing(bot)))
            }
        }
    }

    fn closing(&self, bot: Box<dyn GameBot>) -> Job<BotReply> {
        Job {
            place: self.job_place(Priority::Move, None),
            brake: Brake::default(),
            work: Box::new(move |_, _| drop(bot)),
        }
    }
}

/// The bot, which is opened if it is not open.
fn opened<'a>(
    bot: &'a mut Option<Box<dyn GameBot>>,
    module: &dyn GameModule,
    spec: &BotSpec,
    setup: Setup,
) -> Result<&'a mut dyn GameBot, BotError> {
    let open = if let Some(open) = bot.take() {
        open
    } else {
        let mut opened = module.open_bot(spec, setup)?;
        opened.begin(setup.seed)?;
        opened
    };
    Ok(&mut **bot.insert(open))
}
