//! Questions to minds, and how they are carried out away from the table.
//!
//! A bot travels with its question to a thread where thinking is allowed and comes back with the answer; while it is
//! away a table can only raise its stop flag. What comes back to a question that no longer counts is a bot and nothing
//! else. Bots are opened and dropped on those threads too: a guest program may take its time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bots::{BotSpec, Setup};
use play::{Ask, Bot, BotError, Budget, Choice, DrawAnswer, Purpose, Record, Score, Side, Stop, Stopwatch, Thought};

use crate::{game::HallGame, reflex::Look};

/// A piece of work for a thinker.
pub(crate) struct Job {
    /// Where it is done.
    pub(crate) place: Place,
    work: Work,
}

/// What is done; it tells thoughts and, last, the answer.
type Work = Box<dyn FnOnce(&mut dyn FnMut(Answer)) + Send>;

/// Where a piece of work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Among the thinkers, of which there are as many as cores allow.
    Pool,
    /// Before all searches, on threads of their own: a decision that takes longer than a tick is a late one.
    Reflex,
    /// On a thread of its own: a guest thinks in another process, and waiting for it must not keep others from thinking.
    Apart,
}

impl Job {
    /// A decision of a mind that plays without turns.
    pub(crate) fn reflex(work: impl FnOnce() -> Answer + Send + 'static) -> Self {
        Job {
            place: Place::Reflex,
            work: Box::new(move |tell| tell(work())),
        }
    }

    /// Does it; `tell` hears thoughts and, last, the answer.
    pub(crate) fn run(self, tell: &mut dyn FnMut(Answer)) {
        (self.work)(tell);
    }
}

/// What a mind says, by its game.
pub(crate) enum Answer {
    Chess(Reply<chess::Position>),
    Ransom(Reply<ransom::Position>),
    Kungfu(Look),
}

/// What a mind says to a question.
pub(crate) struct Reply<R: HallGame> {
    pub(crate) post: Post,
    pub(crate) ticket: Ticket,
    pub(crate) said: Said<R>,
}

/// Which mind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Post {
    /// The bot that plays a side.
    Seat(Side),
    /// The one that gives hints, thinks aloud and reviews.
    Adviser,
}

/// The number of a question at its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(pub(crate) u64);

pub(crate) enum Said<R: HallGame> {
    /// On the way.
    Thought(Thought<R::Move>),
    /// The last word, and the bot itself unless it is lost.
    Last {
        bot: Option<Box<dyn Bot<R>>>,
        result: Result<Found<R::Move>, BotError>,
    },
}

/// What was found.
pub(crate) enum Found<M> {
    /// It is ready to play.
    Ready,
    /// What to do.
    Choice(Choice<M>),
    /// Whether to agree.
    Draw(DrawAnswer),
    /// The best move, and what it is worth to the mover.
    Study { best: M, score: Score },
}

/// What a mind is asked.
pub(crate) enum Question<R: HallGame> {
    /// To get ready for a game.
    Ready,
    /// What to do.
    Choose { record: Record<R>, budget: Budget },
    /// Whether a side agrees to a draw.
    Draw {
        record: Record<R>,
        budget: Budget,
        side: Side,
    },
    /// What the best move is.
    Study { record: Record<R>, budget: Budget },
}

/// A bot as its table knows it.
pub(crate) struct Mind<R: HallGame> {
    pub(crate) spec: BotSpec,
    setup: Setup,
    whereabouts: Whereabouts<R>,
    /// It has come back once, and is not dismissed.
    open: bool,
}

enum Whereabouts<R: HallGame> {
    /// Not opened.
    Closed,
    Home(Box<dyn Bot<R>>),
    /// Answering the question of this ticket.
    Away {
        ticket: Ticket,
        stop: Stop,
        wanted: Wanted,
    },
}

/// What is still wanted of a mind that is away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Answer,
    /// Only the bot.
    Return,
    Nothing,
}

/// What a last word is to its table.
pub(crate) enum Returned {
    /// The answer that is waited for.
    Fresh,
    /// The answer to a question that no longer counts.
    Stale,
}

impl<R: HallGame> Mind<R> {
    /// A mind that is opened when it is first asked.
    pub(crate) const fn new(spec: BotSpec, setup: Setup) -> Self {
        Mind {
            spec,
            setup,
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

    /// Whether it can be asked now and is open.
    pub(crate) const fn is_home(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Home(_))
    }

    /// Whether an answer is waited for.
    pub(crate) const fn is_asked(&self) -> bool {
        matches!(
            self.whereabouts,
            Whereabouts::Away {
                wanted: Wanted::Answer,
                ..
            }
        )
    }

    /// Whether this is the question that is waited for.
    pub(crate) fn awaits(&self, asked: Ticket) -> bool {
        matches!(self.whereabouts, Whereabouts::Away { ticket, wanted: Wanted::Answer, .. } if ticket == asked)
    }

    /// The name it gives itself, once it is here.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.whereabouts {
            Whereabouts::Home(bot) => Some(&bot.about().name),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// Sends it away with a question; nothing happens if it is away already.
    pub(crate) fn ask(&mut self, post: Post, ticket: Ticket, question: Question<R>) -> Option<Job> {
        let stop = Stop::new();
        let away = Whereabouts::Away {
            ticket,
            stop: stop.clone(),
            wanted: Wanted::Answer,
        };
        let bot = match std::mem::replace(&mut self.whereabouts, away) {
            Whereabouts::Closed => None,
            Whereabouts::Home(bot) => Some(bot),
            earlier @ Whereabouts::Away { .. } => {
                self.whereabouts = earlier;
                return None;
            }
        };
        let (spec, setup) = (self.spec.clone(), self.setup);
        Some(Job {
            place: self.place(),
            work: Box::new(move |tell| {
                let mut bot = bot;
                let answered = catch_unwind(AssertUnwindSafe(|| {
                    let mut report = |thought| {
                        tell(R::answer(Reply {
                            post,
                            ticket,
                            said: Said::Thought(thought),
                        }));
                    };
                    put(&mut bot, &spec, setup, question, &stop, &mut report)
                }));
                let result = answered.unwrap_or_else(|_| {
                    bot = None;
                    Err(BotError::Died {
                        name: spec.to_string(),
                        detail: "a fault in its program".to_owned(),
                    })
                });
                let said = Said::Last { bot, result };
                tell(R::answer(Reply { post, ticket, said }));
            }),
        })
    }

    /// Its answer is no longer wanted; it comes back at once.
    pub(crate) fn stop(&mut self) {
        if let Whereabouts::Away { stop, wanted, .. } = &mut self.whereabouts {
            stop.raise();
            if *wanted == Wanted::Answer {
                *wanted = Wanted::Return;
            }
        }
    }

    /// It is not wanted at all any more; what it holds is closed away from the table.
    pub(crate) fn dismiss(&mut self) -> Option<Job> {
        self.stop();
        self.open = false;
        if let Whereabouts::Away { wanted, .. } = &mut self.whereabouts {
            *wanted = Wanted::Nothing;
            return None;
        }
        match std::mem::replace(&mut self.whereabouts, Whereabouts::Closed) {
            Whereabouts::Home(bot) => Some(closing(bot, self.place())),
            Whereabouts::Closed | Whereabouts::Away { .. } => None,
        }
    }

    /// It comes back from a question; the job, if any, closes a bot that nobody waits for.
    pub(crate) fn back(&mut self, asked: Ticket, bot: Option<Box<dyn Bot<R>>>) -> (Returned, Option<Job>) {
        let place = self.place();
        let Whereabouts::Away { ticket, wanted, .. } = self.whereabouts else {
            return (Returned::Stale, bot.map(|bot| closing(bot, place)));
        };
        if ticket != asked || wanted == Wanted::Nothing {
            if ticket == asked {
                self.whereabouts = Whereabouts::Closed;
            }
            return (Returned::Stale, bot.map(|bot| closing(bot, place)));
        }
        self.open = bot.is_some();
        self.whereabouts = bot.map_or(Whereabouts::Closed, Whereabouts::Home);
        let returned = match wanted {
            Wanted::Answer => Returned::Fresh,
            Wanted::Return | Wanted::Nothing => Returned::Stale,
        };
        (returned, None)
    }

    fn place(&self) -> Place {
        match self.spec {
            BotSpec::Uci(_) => Place::Apart,
            BotSpec::Easy
            | BotSpec::Medium(_)
            | BotSpec::Hard(_)
            | BotSpec::Elo(_)
            | BotSpec::Master(_)
            | BotSpec::Ransom(_) => Place::Pool,
        }
    }
}

fn closing<R: HallGame>(bot: Box<dyn Bot<R>>, place: Place) -> Job {
    Job {
        place,
        work: Box::new(move |_| drop(bot)),
    }
}

/// Puts a question to a bot, which is opened first if need be.
fn put<R: HallGame>(
    bot: &mut Option<Box<dyn Bot<R>>>,
    spec: &BotSpec,
    setup: Setup,
    question: Question<R>,
    stop: &Stop,
    report: &mut dyn FnMut(Thought<R::Move>),
) -> Result<Found<R::Move>, BotError> {
    if bot.is_none() {
        let mut opened = R::open(spec, setup)?;
        opened.begin(setup.seed)?;
        *bot = Some(opened);
    }
    let Some(bot) = bot else {
        return Err(BotError::NoMoves);
    };
    let watch = Stopwatch::start();
    let ask = |record, budget, purpose, report| Ask {
        record,
        budget,
        stop,
        watch: &watch,
        purpose,
        report,
    };
    match question {
        Question::Ready => Ok(Found::Ready),
        Question::Choose { record, budget } => bot
            .choose(&mut ask(&record, budget, Purpose::Game, report))
            .map(Found::Choice),
        Question::Draw { record, budget, side } => {
            let answer = bot.answer_draw(&mut ask(&record, budget, Purpose::Game, report), side);
            // A guest that cannot answer does not agree; if it is gone, its own turn will tell.
            Ok(Found::Draw(answer.unwrap_or(DrawAnswer::Decline)))
        }
        Question::Study { record, budget } => {
            let mut score = None;
            let mut noted = |thought: Thought<R::Move>| {
                score = Some(thought.score).filter(|_| thought.rank == 1).or(score);
                report(thought);
            };
            match bot.choose(&mut ask(&record, budget, Purpose::Study { lines: 1 }, &mut noted))? {
                Choice::Move(best) => Ok(Found::Study {
                    best,
                    score: score.unwrap_or(Score::Centipawns(0)),
                }),
                Choice::ClaimDraw | Choice::Resign => Err(BotError::NoMoves),
            }
        }
    }
}
