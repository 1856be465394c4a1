//! A bot that is asked at the pace of a level and never in between.
//!
//! Bots at equal pace differ only in their decisions: none of them reacts within its delay.

use fastrand::Rng;
use kungfu::{Sight, Tick};

use crate::{Candidate, Decision, Level, LiveBot};

/// Asks a bot again only after a pause drawn from the delays of a level; the bot itself should have none.
pub struct Paced {
    bot: Box<dyn LiveBot>,
    pace: Level,
    rng: Rng,
    next: Tick,
}

impl Paced {
    /// A bot at the pace of a level; the pauses follow from the seed.
    pub fn new(bot: Box<dyn LiveBot>, pace: Level, seed: u64) -> Self {
        Paced {
            bot,
            pace,
            rng: Rng::with_seed(seed),
            next: Tick(0),
        }
    }
}

impl LiveBot for Paced {
    fn look(&mut self, sight: &Sight) -> Decision {
        let now = sight.field().tick();
        if now < self.next {
            let wake = self.next;
            return Decision { order: None, wake };
        }
        let order = self.bot.look(sight).order;
        let [soonest, latest] = self.pace.delay(sight.field().speed());
        let pause = self.rng.u32(soonest..=latest);
        // A bot that found nothing looks again sooner.
        self.next = now + if order.is_some() { pause } else { pause / 2 }.max(1);
        Decision { order, wake: self.next }
    }

    fn considered(&self) -> &[Candidate] {
        self.bot.considered()
    }
}
