//! When a mind is worth asking (8.8).

use kungfu::{Event, Field, Player, Tick};

/// Asks seldom: at the tick a mind wished for, or when something happened that it could care about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attention {
    player: Player,
    wake: Tick,
}

impl Attention {
    /// For the mind of a player.
    pub const fn new(player: Player) -> Self {
        Attention {
            player,
            wake: kungfu::BOTS_STAY_STILL,
        }
    }

    /// Whether it should be asked at this tick.
    pub fn is_due(&self, now: Tick) -> bool {
        now >= self.wake
    }

    /// It was asked and wants to look again then, the next tick at the earliest.
    pub fn asked(&mut self, now: Tick, wake: Tick) {
        self.wake = wake.max(now + 1);
    }

    /// A piece of another player has started; it is noticed a little later (8.1).
    pub fn started(&mut self, now: Tick, by: Player) {
        /// Start of the motion and three ticks until it is seen.
        const NOTICE: u32 = 4;
        if by != self.player {
            self.look_by(now + NOTICE);
        }
    }

    /// Something happened.
    pub fn note(&mut self, field: &Field, event: &Event) {
        match *event {
            Event::Captured { .. } | Event::Returned(_) | Event::Lost(_) | Event::Arrived { .. } => {
                self.look_by(field.tick());
            }
            Event::Woke(slot) if field.get(slot).player() == self.player => self.look_by(field.tick()),
            Event::Started(slot) => self.started(field.tick(), field.get(slot).player()),
            Event::Woke(_) | Event::Promoted(_) | Event::Dropped { .. } | Event::Out(_) | Event::Ended(_) => {}
        }
    }

    fn look_by(&mut self, tick: Tick) {
        // Nobody looks before bots may move.
        self.wake = self.wake.min(tick).max(kungfu::BOTS_STAY_STILL);
    }
}
