//! The table of a turn game: who sits there, the record, and what waits to be told.

use std::collections::BTreeMap;

use bots::{Setup, Sitter, company::SmallTalk};
use fastrand::Rng;
use play::{Choice, Moment, Record, Side, Undos};

use super::{Outbox, SitError, Viewer, advice::Advice, clocks::Clocks};
use crate::{
    Control, Event, Manners, Offer, Opened, Plan, PlanError, SeatNumber, TableId,
    game::{HallGame, Ids, Told},
    saved::Ending,
    thinking::{Mind, Ticket},
};

/// A table of a turn game.
pub(crate) struct TurnTable<R: HallGame> {
    pub(super) id: TableId,
    pub(super) seats: [TurnSeat<R>; 2],
    pub(super) record: Record<R>,
    /// A result that only an imported sheet knows.
    pub(super) told: Option<Told>,
    /// How the game ended, where the moves do not say.
    pub(super) ending: Option<Ending>,
    /// Which piece stands where, at the start and after every turn.
    pub(super) ids: Vec<Ids>,
    pub(super) clocks: Clocks,
    /// What the mover had left after every turn.
    pub(super) left: Vec<Option<u64>>,
    pub(super) undos: Undos,
    pub(super) offer: Option<Offer>,
    /// A choice that a bot made sooner than is polite, and when it may be shown.
    pub(super) held: Option<Held<R::Move>>,
    /// The turn for which a bot has begun to think, and from when on its answer may be shown.
    pub(super) addressed: Option<(usize, Moment)>,
    pub(super) advice: Advice<R>,
    /// Who looks on, and for which seats they speak.
    pub(super) desks: BTreeMap<Viewer, Vec<Side>>,
    pub(super) tickets: Ticket,
    pub(super) version: u64,
    pub(super) begun: Moment,
    pub(super) touched: Moment,
    pub(super) seed: u64,
    pub(super) hash: usize,
    pub(super) manners: Manners,
    pub(super) random: Rng,
    pub(super) talk: SmallTalk,
    pub(super) keeping: Keeping,
    pub(super) outbox: Outbox,
}

/// A seat of a turn game.
pub(super) struct TurnSeat<R: HallGame> {
    /// The name somebody gave.
    pub(super) given: Option<String>,
    /// The name a bot gives itself.
    pub(super) own: Option<String>,
    /// Nobody for a person.
    pub(super) mind: Option<Mind<R>>,
    /// The bot could not go on.
    pub(super) failed: bool,
}

/// A choice that waits.
pub(super) struct Held<M> {
    pub(super) choice: Choice<M>,
    pub(super) until: Moment,
}

/// Whether a game is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// After every change.
    Kept,
    /// It came from elsewhere and lives as long as somebody looks at it.
    Shown,
}

impl<R: HallGame> TurnTable<R> {
    /// A table for a game about to begin.
    pub(crate) fn begin(id: TableId, plan: Plan, hash: usize, now: Moment) -> Result<Self, PlanError> {
        check(&plan)?;
        let start = R::begin(&plan.start)?.position;
        let [white, black] = plan.sitters;
        let [ours, theirs] = plan.names;
        let seats = [(white, ours, Side::White), (black, theirs, Side::Black)]
            .map(|(sitter, given, side)| TurnSeat::new(sitter, given, setup(plan.seed, hash, side)));
        let mut table = TurnTable::new(id, seats, start, plan.control, now);
        table.seed = plan.seed;
        table.hash = hash;
        table.manners = plan.manners;
        table.random = Rng::with_seed(plan.seed);
        table.advice = Advice::new(setup(plan.seed, hash, Side::White));
        table.outbox.unsaved = true;
        Ok(table)
    }

    /// A table with nothing but its start.
    pub(super) fn new(id: TableId, seats: [TurnSeat<R>; 2], start: R, control: Option<Control>, now: Moment) -> Self {
        TurnTable {
            id,
            seats,
            ids: vec![Ids::at_start(&start)],
            record: Record::new(start),
            told: None,
            ending: None,
            clocks: Clocks::new(control),
            left: Vec::new(),
            undos: R::UNDOS,
            offer: None,
            held: None,
            addressed: None,
            advice: Advice::new(setup(0, 0, Side::White)),
            desks: BTreeMap::new(),
            // A late answer to a table that was closed and opened again must not pass for one to this table.
            tickets: Ticket(fastrand::u64(..1 << 60)),
            version: 0,
            begun: now,
            touched: now,
            seed: 0,
            hash: 0,
            manners: Manners::default(),
            random: Rng::with_seed(0),
            talk: SmallTalk::of(R::GAME),
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

    /// Somebody comes to the table.
    pub(crate) fn sit(&mut self, viewer: Viewer, seats: &[SeatNumber], now: Moment) -> Result<(), SitError> {
        let mut sides = Vec::new();
        for &seat in seats {
            let side = Side::BOTH
                .into_iter()
                .find(|side| number(*side) == seat)
                .ok_or(SitError::NoSeat(seat))?;
            if self.seat(side).mind.is_some() {
                return Err(SitError::BotsSeat(seat));
            }
            sides.push(side);
        }
        for &side in &sides {
            self.tell(Event::Seated { seat: number(side) });
        }
        self.desks.insert(viewer, sides);
        self.settle(now);
        Ok(())
    }

    /// Gives a seat that nobody has taken to somebody; from now on it is theirs.
    pub(crate) fn take_seat(&mut self, name: String, now: Moment) -> Result<SeatNumber, SitError> {
        let side = Side::BOTH.into_iter().find(|side| self.is_free(*side));
        let side = side.ok_or(SitError::NoFreeSeat)?;
        self.seats[side.index()].given = Some(name);
        self.touched = now;
        self.outbox.unsaved = true;
        self.tell(Event::Seated { seat: number(side) });
        self.settle(now);
        Ok(number(side))
    }

    /// Whether a seat waits for somebody: no bot, no name, and nobody who speaks for it.
    pub(super) fn is_free(&self, side: Side) -> bool {
        let seat = self.seat(side);
        seat.mind.is_none() && seat.given.is_none() && !self.desks.values().any(|sides| sides.contains(&side))
    }

    /// The table in a list of those that are open.
    pub(crate) fn opened(&self, now: Moment) -> Opened {
        let listing = self.saved(now).listing();
        let name = |side: Side| {
            if self.is_free(side) {
                String::new()
            } else {
                listing.names[side.index()].clone()
            }
        };
        Opened {
            names: Side::BOTH.map(name).into(),
            live: None,
            listing,
            free: Side::BOTH.into_iter().filter(|side| self.is_free(*side)).count(),
            people: self.seats.iter().filter(|seat| seat.mind.is_none()).count(),
            viewers: self.desks.len(),
        }
    }

    /// Somebody leaves; with the last all thinking ends, and what the bots hold is closed.
    pub(crate) fn leave(&mut self, viewer: Viewer, now: Moment) {
        let sides = self.desks.remove(&viewer).unwrap_or_default();
        for side in sides {
            self.tell(Event::Seated { seat: number(side) });
        }
        self.advice.forget(viewer);
        if self.desks.is_empty() {
            self.dismiss_all();
            // The clock is kept as it stands now.
            self.outbox.unsaved |= !self.is_over() && self.clocks.control().is_some();
        }
        self.settle(now);
    }

    /// Time has passed: a flag may have fallen, a bot may have waited long enough.
    pub(crate) fn advance(&mut self, now: Moment) {
        self.check_flag(now);
        if let Some(held) = self.held.take_if(|held| held.until <= now) {
            self.bot_does(self.record.turn(), held.choice, now);
        }
        self.settle(now);
    }

    /// Lets the flag of the side to move fall if its time is up.
    pub(super) fn check_flag(&mut self, now: Moment) {
        let turn = self.record.turn();
        if self.clocks.flag_falls(turn).is_some_and(|moment| moment <= now) && self.record.flag(turn).is_ok() {
            self.end(Some(Ending::Flagged(turn)), now);
        }
    }

    /// When time alone changes something.
    pub(crate) fn wake(&self) -> Option<Moment> {
        let flag = self.clocks.flag_falls(self.record.turn()).filter(|_| !self.is_over());
        let held = self.held.as_ref().map(|held| held.until);
        [flag, held].into_iter().flatten().min()
    }

    /// What is to be told, thought about and written down.
    pub(crate) fn take(&mut self) -> Outbox {
        let outbox = std::mem::take(&mut self.outbox);
        if outbox.changed {
            self.version += 1;
        }
        Outbox {
            unsaved: outbox.unsaved && self.keeping == Keeping::Kept,
            ..outbox
        }
    }

    pub(super) const fn seat(&self, side: Side) -> &TurnSeat<R> {
        &self.seats[side.index()]
    }

    /// Whether no move is accepted any more.
    pub(super) const fn is_over(&self) -> bool {
        self.record.outcome().is_some() || self.told.is_some()
    }

    /// Whether help is fair: after the end, or where no person plays but the one who asks.
    pub(super) fn may_be_helped(&self, own: &[Side]) -> bool {
        let others = |side: &Side| self.seat(*side).mind.is_none() && !own.contains(side);
        self.is_over() || !Side::BOTH.iter().any(others)
    }

    pub(super) fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| seat.mind.is_none())
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.outbox.events.push(event);
        self.outbox.changed = true;
    }

    /// The game has just ended.
    pub(super) fn end(&mut self, ending: Option<Ending>, now: Moment) {
        self.ending = ending;
        self.changed(now);
        self.tell(Event::Ended);
    }

    /// The game is not what it was: what was thought about it no longer counts, and it is written down.
    pub(super) fn changed(&mut self, now: Moment) {
        self.touched = now;
        self.held = None;
        self.offer = None;
        for seat in &mut self.seats {
            if let Some(mind) = &mut seat.mind {
                mind.stop();
            }
        }
        self.advice.interrupt();
        self.outbox.unsaved = true;
        self.outbox.changed = true;
    }

    pub(super) const fn next_ticket(&mut self) -> Ticket {
        self.tickets.0 += 1;
        self.tickets
    }
}

impl<R: HallGame> TurnSeat<R> {
    pub(super) fn new(sitter: Sitter, given: Option<String>, setup: Setup) -> Self {
        TurnSeat {
            given,
            own: None,
            mind: match sitter {
                Sitter::Human => None,
                Sitter::Bot(spec) => Some(Mind::new(spec, setup)),
            },
            failed: false,
        }
    }

    pub(super) fn sitter(&self) -> Sitter {
        self.mind
            .as_ref()
            .map_or(Sitter::Human, |mind| Sitter::Bot(mind.spec.clone()))
    }
}

/// What a bot on a side is opened with.
pub(super) fn setup(seed: u64, hash: usize, side: Side) -> Setup {
    Setup {
        seed: seed.wrapping_add(side.index() as u64),
        hash,
    }
}

/// The number of a side's seat.
pub(super) const fn number(side: Side) -> SeatNumber {
    SeatNumber(side.index() as u8)
}

/// Faults of a plan that need no board to see.
fn check(plan: &Plan) -> Result<(), PlanError> {
    for sitter in &plan.sitters {
        if let Sitter::Bot(spec) = sitter
            && spec.game() != plan.game
        {
            return Err(PlanError::Bot {
                bot: spec.to_string(),
                plays: spec.game(),
            });
        }
    }
    let none = match plan.control {
        Some(Control::Clock(control)) => control.base.is_zero(),
        Some(Control::EachMove(time)) => time.is_zero(),
        None => false,
    };
    if none { Err(PlanError::NoTime) } else { Ok(()) }
}
