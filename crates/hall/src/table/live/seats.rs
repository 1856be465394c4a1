//! Who comes to a table without turns, takes a seat of it, gives one to a bot, and leaves.

use kungfu::{Bout, Player};
use play::Moment;

use super::{Chair, LiveTable, number, people_among};
use crate::{
    LiveEvent, LiveSitter, Opened, SeatNumber,
    table::{SitError, Viewer, wishes::NOT_YOUR_SEAT},
};

/// What stands in place of a bot's name for a seat that waits for somebody.
const FREE: &str = "link";

impl LiveTable {
    /// Somebody comes to the table; whoever plays speaks for one seat, for more would see too much.
    pub(crate) fn sit(&mut self, viewer: Viewer, seats: &[SeatNumber], now: Moment) -> Result<(), SitError> {
        self.advance(now);
        let player = match *seats {
            [] => None,
            [seat] => {
                let chair = self.chairs.iter().find(|chair| number(chair.player) == seat);
                let chair = chair.ok_or(SitError::NoSeat(seat))?;
                if chair.reflex.is_some() {
                    return Err(SitError::BotsSeat(seat));
                }
                Some(chair.player)
            }
            _ => return Err(SitError::OneSeat),
        };
        self.desks.insert(viewer, player);
        if let Some(player) = player {
            // Alone among bots, to come is to be ready.
            let alone = self.people().count() == 1;
            self.chair_mut(player).ready |= alone;
            self.tell(LiveEvent::Seated { seat: number(player) });
        }
        self.settle(now);
        Ok(())
    }

    /// Gives a seat that nobody has taken to somebody; from now on it is theirs.
    pub(crate) fn take_seat(&mut self, name: String, now: Moment) -> Result<SeatNumber, SitError> {
        self.advance(now);
        let free = self
            .chairs
            .iter()
            .map(|chair| chair.player)
            .find(|player| self.is_free(*player));
        let player = free.ok_or(SitError::NoFreeSeat)?;
        self.chair_mut(player).sitter = LiveSitter::Person(name);
        self.touched = now;
        self.outbox.unsaved = true;
        self.tell(LiveEvent::Seated { seat: number(player) });
        Ok(number(player))
    }

    /// Whether a seat waits for somebody: no bot, no name, and nobody who speaks for it.
    fn is_free(&self, player: Player) -> bool {
        self.chair(player).sitter == LiveSitter::Free && !self.desks.values().any(|speaks| *speaks == Some(player))
    }

    /// The table in a list of those that are open.
    pub(crate) fn opened(&self) -> Opened {
        let start = &self.bout.record().start;
        let name = |chair: &Chair| {
            if self.is_free(chair.player) {
                String::new()
            } else {
                self.name(chair.player)
            }
        };
        let names: Vec<String> = self.chairs.iter().map(name).collect();
        Opened {
            listing: self.saved().listing(),
            live: Some((start.board(), start.speed())),
            free: names.iter().filter(|name| name.is_empty()).count(),
            names,
            people: self.people().count() as usize,
            viewers: self.desks.len(),
        }
    }

    /// Somebody leaves.
    pub(crate) fn leave(&mut self, viewer: Viewer, now: Moment) {
        self.advance(now);
        if let Some(player) = self.desks.remove(&viewer).flatten() {
            self.tell(LiveEvent::Seated { seat: number(player) });
        }
        if self.desks.is_empty() {
            for chair in &mut self.chairs {
                if let Some(reflex) = &mut chair.reflex {
                    reflex.dismiss();
                }
            }
            self.outbox.unsaved |= !self.is_over();
        }
        self.settle(now);
    }

    /// Somebody goes by another name; a name that stands already changes nothing.
    pub(super) fn rename(&mut self, player: Player, seat: SeatNumber, name: String, now: Moment) -> Result<(), String> {
        if number(player) != seat {
            return Err(NOT_YOUR_SEAT.to_owned());
        }
        let named = LiveSitter::Person(name);
        if self.chair(player).sitter != named {
            self.chair_mut(player).sitter = named;
            self.touched = now;
            self.outbox.unsaved = true;
            self.tell(LiveEvent::Renamed { seat });
        }
        Ok(())
    }

    /// Gives a free seat to a bot, or a bot's to whoever comes, while nobody has begun.
    pub(super) fn replace(&mut self, seat: SeatNumber, spec: &str, now: Moment) -> Result<(), String> {
        if self.has_begun() {
            return Err("The game has begun; seats stay as they are".to_owned());
        }
        let chair = self.chairs.iter().find(|chair| number(chair.player) == seat);
        let player = chair.ok_or_else(|| SitError::NoSeat(seat).to_string())?.player;
        if self.chair(player).reflex.is_none() && !self.is_free(player) {
            return Err("A person sits there".to_owned());
        }
        let sitter = match spec {
            FREE => LiveSitter::Free,
            spec => LiveSitter::Bot(
                spec.parse()
                    .map_err(|error: kungfu_bots::SpecError| error.to_string())?,
            ),
        };
        let seed = self.bout.record().seed;
        *self.chair_mut(player) = Chair::new(player, sitter, seed);
        let people = people_among(self.chairs.iter().map(|chair| (chair.player, &chair.sitter)));
        let start = self.bout.record().start.clone().with_people(people);
        self.bout = Bout::new(start, seed);
        self.touched = now;
        self.outbox.unsaved = true;
        self.tell(LiveEvent::Seated { seat });
        self.settle(now);
        Ok(())
    }
}
