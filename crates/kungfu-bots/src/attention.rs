//! When to ask a bot (8.8).

use kungfu::{Event, Field, Player, Tick};

/// The tick at which a bot is asked next: the one it wants, or earlier when something happens that may concern it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attention {
    player: Player,
    wake: Tick,
}

impl Attention {
    /// The bot of `player`, to be asked first when bots may move (5.4).
    pub const fn new(player: Player) -> Self {
        Attention {
            player,
            wake: kungfu::BOTS_STAY_STILL,
        }
    }

    /// Whether the bot should be asked at this tick.
    pub fn is_due(&self, now: Tick) -> bool {
        now >= self.wake
    }

    /// Records that the bot was asked at `now` and wants to look again at `wake`; the next tick at the earliest.
    pub fn asked(&mut self, now: Tick, wake: Tick) {
        self.wake = wake.max(now + 1);
    }

    /// Records that a player moved a piece; the bots of others notice it a little later (8.1).
    pub fn started(&mut self, now: Tick, by: Player) {
        /// One tick until the motion starts and three until it is seen.
        const NOTICE: u32 = 4;
        if by != self.player {
            self.look_by(now + NOTICE);
        }
    }

    /// Records an event of the game.
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
        // Bots may not move earlier (5.4).
        self.wake = self.wake.min(tick).max(kungfu::BOTS_STAY_STILL);
    }
}
