//! A bot that moves at random: the baseline for the levels.

use fastrand::Rng;
use kungfu::{Condition, Sight, Slot, Tick};

use crate::{Decision, LiveBot, Order};

/// Moves a random ready piece to a random square once a second.
#[derive(Clone, Debug)]
pub struct RandomMover {
    rng: Rng,
    /// The tick of its next move; it does not react to events.
    next: Tick,
}

impl RandomMover {
    /// A bot whose moves follow from the seed.
    pub fn new(seed: u64) -> Self {
        RandomMover {
            rng: Rng::with_seed(seed),
            next: Tick(0),
        }
    }
}

impl LiveBot for RandomMover {
    fn look(&mut self, sight: &Sight) -> Decision {
        let field = sight.field();
        let now = field.tick();
        if now < self.next {
            let wake = self.next;
            return Decision { order: None, wake };
        }
        self.next = now + kungfu::TICKS_A_SECOND;
        let mut orders = Vec::new();
        let ready = |slot: &Slot| {
            let piece = field.get(*slot);
            Some(piece.player()) == sight.viewer() && piece.condition == Condition::Ready
        };
        for slot in field.living().filter(ready) {
            sight.choices(slot, &mut |to| orders.push(Order { slot, to }));
        }
        Decision {
            order: self.rng.choice(&orders).copied(),
            wake: self.next,
        }
    }
}
