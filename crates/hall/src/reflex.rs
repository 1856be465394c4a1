//! A mind that plays without turns, as its table knows it.
//!
//! It travels with what it sees to a thread where thinking is allowed and comes back with what it wants; the table ticks
//! on meanwhile. What has become stale is dropped, and the mind is asked again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kungfu::{Player, Sight, Tick};
use kungfu_bots::{Attention, Decision, KungfuSpec, LiveBot, Thought};

use crate::thinking::{Answer, Job, Ticket};

/// A mind, here or away.
pub(crate) struct Reflex {
    pub(crate) spec: KungfuSpec,
    seed: u64,
    player: Player,
    attention: Attention,
    whereabouts: Whereabouts,
}

enum Whereabouts {
    Closed,
    Home(Box<dyn LiveBot>),
    /// Answering the question of this ticket.
    Away(Ticket),
}

/// What came of a look.
pub(crate) struct Look {
    pub(crate) player: Player,
    pub(crate) ticket: Ticket,
    pub(crate) thought: Box<Thought>,
}

impl Reflex {
    pub(crate) const fn new(spec: KungfuSpec, player: Player, seed: u64) -> Self {
        Reflex {
            spec,
            seed: seed.wrapping_add(player.index() as u64),
            player,
            attention: Attention::new(player),
            whereabouts: Whereabouts::Closed,
        }
    }

    /// When it is worth asking.
    pub(crate) const fn attention(&mut self) -> &mut Attention {
        &mut self.attention
    }

    /// Whether it is here and wants to be asked at this tick.
    pub(crate) fn is_due(&self, now: Tick) -> bool {
        !matches!(self.whereabouts, Whereabouts::Away(_)) && self.attention.is_due(now)
    }

    /// Sends it away with what it sees; it must be here.
    pub(crate) fn ask(&mut self, ticket: Ticket, sight: Box<Sight>) -> Job {
        let mind = match std::mem::replace(&mut self.whereabouts, Whereabouts::Away(ticket)) {
            Whereabouts::Home(mind) => Some(mind),
            Whereabouts::Closed | Whereabouts::Away(_) => None,
        };
        let (spec, player) = (self.spec, self.player);
        // A mind that broke down and is opened anew must not break down in the same way at once.
        let seed = self.seed.wrapping_add(u64::from(sight.field().tick().0) << 8);
        Job::reflex(move || {
            let looked = catch_unwind(AssertUnwindSafe(|| {
                let mut mind = mind.unwrap_or_else(|| spec.open(seed));
                let decision = mind.look(&sight);
                (mind, decision)
            }));
            let (mind, decision) = looked.map_or_else(
                |_| {
                    let wake = sight.field().tick() + 1;
                    (None, Decision { order: None, wake })
                },
                |(mind, decision)| (Some(mind), decision),
            );
            let thought = Box::new(Thought {
                bot: mind,
                sight,
                decision,
            });
            Answer::Kungfu(Look {
                player,
                ticket,
                thought,
            })
        })
    }

    /// It comes back, unless it was not waited for; tells whether its answer counts.
    pub(crate) fn back(&mut self, asked: Ticket, mind: Option<Box<dyn LiveBot>>) -> bool {
        let awaited = matches!(self.whereabouts, Whereabouts::Away(ticket) if ticket == asked);
        if awaited {
            self.whereabouts = mind.map_or(Whereabouts::Closed, Whereabouts::Home);
        }
        awaited
    }

    /// Nobody plays any more: what it holds is let go.
    pub(crate) fn dismiss(&mut self) {
        self.whereabouts = Whereabouts::Closed;
    }
}

#[cfg(test)]
mod tests {
    use kungfu::{Board, Game, Speed, Start};

    use super::*;

    struct Broken;

    impl LiveBot for Broken {
        fn look(&mut self, _: &Sight) -> Decision {
            panic!("on purpose");
        }
    }

    #[test]
    fn a_bot_that_panics_is_opened_anew() {
        let game = Game::new(&Start::usual(Board::Standard, Speed::Standard));
        let mut reflex = Reflex::new(KungfuSpec::Random, Player::ONE, 1);
        reflex.whereabouts = Whereabouts::Home(Box::new(Broken));
        for (number, is_opened) in [(1, false), (2, true)] {
            let job = reflex.ask(Ticket(number), Box::new(Sight::of_bot(&game, Player::ONE)));
            let mut answer = None;
            job.run(&mut |given| answer = Some(given));
            let Some(Answer::Kungfu(look)) = answer else {
                unreachable!("a live bot answers with a look")
            };
            assert_eq!(look.thought.bot.is_some(), is_opened);
            assert!(reflex.back(look.ticket, look.thought.bot));
        }
    }
}
