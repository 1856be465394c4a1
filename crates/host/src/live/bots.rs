//! The bots at a live table. They decide on other threads; their decisions count if they are still valid (8.10).
//!
//! A bot is moved with its view to a pool thread and returns with its decision; ticks continue meanwhile. A stale
//! decision is dropped, and the bot decides again.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use kungfu::{Answer, Event, Player, Sight, Tick};
use kungfu_bots::{Attention, Decision, KungfuSpec, LiveBot, SpecError, Thought, accepts_draw};

use super::{LiveTable, convert::seat_of};
use crate::{
    LiveAction, LiveFact, Occupant,
    job::{Brake, Job, JobPlace},
    pool::MemoryPool,
};

/// A bot of a table, idle or deciding.
pub(super) struct BotWorker {
    spec: KungfuSpec,
    seed: u64,
    player: Player,
    attention: Attention,
    bot: Whereabouts,
}

enum Whereabouts {
    /// Not opened yet, or dropped.
    Closed,
    Here(Box<dyn LiveBot>),
    /// Deciding; the bot returns with this ticket.
    Away(Ticket),
}

/// The number of a question to a bot, so that only the answer to the last question counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// What a bot answers.
pub(crate) struct LiveReply {
    player: Player,
    ticket: Ticket,
    thought: Box<Thought>,
}

impl BotWorker {
    /// The bot of a seat, if one sits there.
    pub(super) fn of(occupant: &Occupant, player: Player, seed: u64) -> Result<Option<Self>, SpecError> {
        let Occupant::Bot(spec) = occupant else {
            return Ok(None);
        };
        Ok(Some(BotWorker {
            spec: spec.as_str().parse()?,
            seed: seed.wrapping_add(player.index() as u64),
            player,
            attention: Attention::new(player),
            bot: Whereabouts::Closed,
        }))
    }

    /// Drops the bot.
    pub(super) fn dismiss(&mut self) {
        self.bot = Whereabouts::Closed;
    }

    fn is_due(&self, now: Tick) -> bool {
        !matches!(self.bot, Whereabouts::Away(_)) && self.attention.is_due(now)
    }

    /// Sends the bot to the pool with its view; it must be idle.
    fn ask(&mut self, ticket: Ticket, sight: Box<Sight>) -> Job<LiveReply> {
        let bot = match std::mem::replace(&mut self.bot, Whereabouts::Away(ticket)) {
            Whereabouts::Here(bot) => Some(bot),
            Whereabouts::Closed | Whereabouts::Away(_) => None,
        };
        let (spec, player) = (self.spec, self.player);
        let asked = Instant::now();
        // A bot that panicked and is opened again must not repeat the panic, so it gets another seed.
        let seed = self.seed.wrapping_add(u64::from(sight.field().tick().0) << 8);
        let work = move |_: &MemoryPool, reply: &mut dyn FnMut(LiveReply)| {
            let looked = catch_unwind(AssertUnwindSafe(|| {
                let mut bot = bot.unwrap_or_else(|| spec.open(seed));
                bot.set_share(share(asked.elapsed()));
                let decision = bot.look(&sight);
                (bot, decision)
            }));
            let (bot, decision) = looked.map_or_else(
                |_| {
                    let wake = sight.field().tick() + 1;
                    (None, Decision { order: None, wake })
                },
                |(bot, decision)| (Some(bot), decision),
            );
            let thought = Box::new(Thought { bot, sight, decision });
            reply(LiveReply {
                player,
                ticket,
                thought,
            });
        };
        Job {
            place: JobPlace::Live,
            brake: Brake::default(),
            work: Box::new(work),
        }
    }

    /// The bot returns, unless the table no longer waits for it; returns whether its decision counts.
    fn returned(&mut self, given: Ticket, bot: Option<Box<dyn LiveBot>>) -> bool {
        let awaited = matches!(self.bot, Whereabouts::Away(ticket) if ticket == given);
        if awaited {
            self.bot = bot.map_or(Whereabouts::Closed, Whereabouts::Here);
        }
        awaited
    }
}

/// The share of its usual work that a bot may do, in percent, by the time that its job has waited. With many games each
/// bot does less, so that all decide in time.
const fn share(waited: Duration) -> u32 {
    match waited.as_millis() {
        0..5 => 100,
        5..15 => 50,
        15..30 => 12,
        _ => 0,
    }
}

impl Ticket {
    /// Far from the tickets of an earlier session, so that a late decision from it is ignored.
    pub(super) fn random() -> Self {
        Ticket(fastrand::u64(..1 << 60))
    }
}

impl LiveTable {
    /// Starts the decisions of all bots that are due.
    pub(super) fn ask_bots(&mut self) {
        if !self.time_runs() {
            return;
        }
        let game = self.state.game();
        let now = game.tick_count();
        let session = &mut self.session;
        for worker in session.bots.iter_mut().flatten() {
            if game.alive().contains(worker.player) && worker.is_due(now) {
                session.ticket = Ticket(session.ticket.0 + 1);
                let sight = Box::new(Sight::of_bot(game, worker.player));
                self.outbox.jobs.push(worker.ask(session.ticket, sight));
            }
        }
    }

    /// The command of a bot that returns, if it is still valid.
    pub(super) fn hear_bot(&mut self, reply: LiveReply) -> Option<LiveFact> {
        let LiveReply {
            player,
            ticket,
            mut thought,
        } = reply;
        let runs = self.time_runs();
        let bot = thought.bot.take();
        let worker = self.session.bots.get_mut(player.index())?.as_mut()?;
        if !worker.returned(ticket, bot) {
            return None;
        }
        let tick = self.state.tick_count();
        let starts = |command: &kungfu::Command| {
            let answer = self.state.bout.consider(player, *command);
            matches!(answer, Ok(Answer::Starts { .. }))
        };
        let command = thought.command(self.state.game()).filter(|_| runs).filter(starts);
        let dropped = thought.decision.order.is_some() && command.is_none();
        let wake = if dropped { tick + 1 } else { thought.decision.wake };
        worker.attention.asked(tick, wake);
        let slot = self.state.game().field().find(command?.piece)?;
        Some(LiveFact::Acted {
            tick: tick.0,
            seat: seat_of(player),
            action: LiveAction::Go {
                piece: slot.index() as u16,
                to: command?.to,
            },
        })
    }

    /// A bot still in the game that declines a draw now, if there is one.
    pub(super) fn draw_decliner(&self) -> Option<Player> {
        let game = self.state.game();
        let players = self.session.bots.iter().flatten().map(|worker| worker.player);
        players
            .filter(|&player| game.alive().contains(player))
            .find(|&player| !accepts_draw(&Sight::of_bot(game, player)))
    }

    /// Notifies the bots of a start.
    pub(super) fn notice_start(&mut self, by: Player) {
        let tick = self.state.tick_count();
        for worker in self.session.bots.iter_mut().flatten() {
            worker.attention.started(tick, by);
        }
    }

    /// Notifies the bots of an event of the rules.
    pub(super) fn notice(&mut self, event: &Event) {
        let field = self.state.game().field();
        for worker in self.session.bots.iter_mut().flatten() {
            worker.attention.note(field, event);
        }
    }
}
