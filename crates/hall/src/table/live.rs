//! The table of a game without turns: who sits there, when time runs, and what waits to be told.
//!
//! Ticks fall due at absolute moments, so that a clerk who is late catches up and lateness never adds up. Whatever is
//! done at the table is done at the tick that is due by then.

mod course;
mod minds;
mod picture;
mod saving;
mod seats;
mod told;
mod wishes;

use std::collections::BTreeMap;

use kungfu::{Bout, Player, Players, Replay, Start};
use play::Moment;

use super::{Outbox, Viewer, turn::Keeping};
use crate::{
    LiveEvent, LivePlan, LiveSitter, PlanError, SeatNumber, TableId,
    reflex::Reflex,
    saved::{live_name, side_name},
    thinking::Ticket,
};
use course::Course;
pub(crate) use picture::{form as live_form, piece as live_piece};

/// Milliseconds after which a running game is written down again: what a crash may cost, with time to write, is a second.
const BEAT: u64 = 500;

/// A table without turns.
pub(crate) struct LiveTable {
    id: TableId,
    /// In the order of the players.
    chairs: Vec<Chair>,
    bout: Bout,
    course: Course,
    /// Who looks on, and for whom they speak.
    desks: BTreeMap<Viewer, Option<Player>>,
    /// Who wants to play again.
    again: Players,
    /// Made when somebody first looks back.
    replay: Option<Replay>,
    tickets: Ticket,
    version: u64,
    begun: Moment,
    touched: Moment,
    /// When the game was last written down.
    written: Moment,
    keeping: Keeping,
    outbox: Outbox,
}

/// A seat.
struct Chair {
    player: Player,
    sitter: LiveSitter,
    /// Nobody for a person.
    reflex: Option<Reflex>,
    ready: bool,
}

impl LiveTable {
    /// A table for a game about to begin.
    pub(crate) fn begin(id: TableId, plan: LivePlan, now: Moment) -> Result<Self, PlanError> {
        let players = plan.board.players();
        let (has, given) = (players.count() as usize, plan.sitters.len());
        if has != given {
            return Err(PlanError::Seats { has, given });
        }
        let people = people_among(players.iter().zip(&plan.sitters));
        let start = Start::usual(plan.board, plan.speed).with_people(people);
        let bout = Bout::new(start, plan.seed);
        let mut table = LiveTable::new(id, plan.sitters, bout, now);
        table.outbox.unsaved = true;
        Ok(table)
    }

    fn new(id: TableId, sitters: Vec<LiveSitter>, bout: Bout, now: Moment) -> Self {
        let record = bout.record();
        let chairs = record.start.board().players().iter().zip(sitters);
        LiveTable {
            id,
            chairs: chairs
                .map(|(player, sitter)| Chair::new(player, sitter, record.seed))
                .collect(),
            bout,
            course: Course::Waiting,
            desks: BTreeMap::new(),
            again: Players::NONE,
            replay: None,
            // A late answer to a table that was closed and opened again must not pass for one to this table.
            tickets: Ticket(fastrand::u64(..1 << 60)),
            version: 0,
            begun: now,
            touched: now,
            written: now,
            keeping: Keeping::Kept,
            outbox: Outbox::default(),
        }
    }

    pub(crate) const fn id(&self) -> &TableId {
        &self.id
    }

    pub(crate) const fn keeping(&self) -> Keeping {
        self.keeping
    }

    /// Lets all ticks pass that are due, and asks the minds that want to be asked.
    pub(crate) fn advance(&mut self, now: Moment) {
        if let Some(course) = self.course.begun(self.bout.game().tick_count(), now) {
            self.course = course;
            self.tell(LiveEvent::Begun);
        }
        while !self.is_over()
            && let Some(late) = self.course.late(self.bout.game().tick_count() + 1, now)
        {
            self.outbox.late.push(late);
            self.tick(now);
        }
        self.ask_minds();
        if self.time_runs() && now.0.saturating_sub(self.written.0) >= BEAT {
            self.outbox.beat = true;
        }
    }

    /// When it wants to be advanced next.
    pub(crate) fn wake(&self) -> Option<Moment> {
        if self.is_over() {
            return None;
        }
        self.course.next(self.bout.game().tick_count())
    }

    /// What is to be told, thought about and written down.
    pub(crate) fn take(&mut self, now: Moment) -> Outbox {
        let outbox = std::mem::take(&mut self.outbox);
        if outbox.changed {
            self.version += 1;
        }
        if outbox.unsaved || outbox.beat {
            self.written = now;
        }
        outbox
    }

    /// Lets time begin or stand as those who are here, and ready, would have it.
    fn settle(&mut self, now: Moment) {
        if self.is_over() {
            return;
        }
        let people = self.people();
        let here: Players = self.desks.values().copied().flatten().collect();
        let watched = !self.desks.is_empty();
        let ready = people
            .iter()
            .all(|player| here.contains(player) && self.chair(player).ready);
        let played = people == Players::NONE || here != Players::NONE;
        match self.course {
            Course::Waiting if watched && ready => {
                self.course = Course::countdown(now);
                self.outbox.changed = true;
            }
            Course::Countdown { .. } if !watched || !ready => self.wait_again(),
            Course::Runs { .. } | Course::Paused if !watched || !played => self.wait_again(),
            Course::Waiting | Course::Countdown { .. } | Course::Runs { .. } | Course::Paused => {}
        }
    }

    /// Time stands until everybody is here and ready again.
    fn wait_again(&mut self) {
        self.course = Course::Waiting;
        let here: Players = self.desks.values().copied().flatten().collect();
        for chair in &mut self.chairs {
            chair.ready &= chair.reflex.is_some() || here.contains(chair.player);
        }
        self.outbox.changed = true;
        self.outbox.unsaved = true;
    }

    fn tell(&mut self, event: LiveEvent) {
        self.outbox.live.push(event);
        self.outbox.changed = true;
    }

    const fn is_over(&self) -> bool {
        self.bout.game().outcome().is_some()
    }

    const fn time_runs(&self) -> bool {
        !self.is_over() && matches!(self.course, Course::Runs { .. })
    }

    /// The players that are people.
    fn people(&self) -> Players {
        self.bout.record().start.people()
    }

    fn chair(&self, player: Player) -> &Chair {
        &self.chairs[player.index()]
    }

    fn chair_mut(&mut self, player: Player) -> &mut Chair {
        &mut self.chairs[player.index()]
    }

    /// What somebody on a seat is called.
    fn name(&self, player: Player) -> String {
        live_name(&self.chair(player).sitter, self.bout.record().start.board(), player)
    }

    /// What people call a side.
    const fn side(&self, player: Player) -> &'static str {
        side_name(self.bout.game().field().board(), player)
    }
}

impl Chair {
    fn new(player: Player, sitter: LiveSitter, seed: u64) -> Self {
        let reflex = match &sitter {
            LiveSitter::Bot(spec) => Some(Reflex::new(*spec, player, seed)),
            LiveSitter::Person(_) | LiveSitter::Free => None,
        };
        Chair {
            player,
            sitter,
            ready: reflex.is_some(),
            reflex,
        }
    }
}

/// Those of some players who are not bots.
fn people_among<'a>(sitters: impl Iterator<Item = (Player, &'a LiveSitter)>) -> Players {
    let people = sitters.filter(|(_, sitter)| !matches!(sitter, LiveSitter::Bot(_)));
    people.map(|(player, _)| player).collect()
}

/// The number of a player's seat.
const fn number(player: Player) -> SeatNumber {
    SeatNumber(player.index() as u8)
}
