//! Seats of a live table: connecting, taking a seat, giving one to a bot, leaving.

use kungfu::Player;
use kungfu_bots::KungfuSpec;

use super::{LiveTable, bots::BotWorker, convert::seat_of, presence::COUNTED_AT_ONCE};
use crate::{
    BotSpec, CommonEvent, ConnectError, Envelope, FORMAT, GameSetup, LiveFact, LiveGameSetup, LiveSetup, LogError,
    NewOccupant, NewTableSetup, Occupant, OpenError, PlayerId, Refusal, SeatNumber, StopCause, Visibility,
    decider::{Decision, Viewer},
};

impl LiveTable {
    /// The first event of a new table.
    pub(crate) fn first_fact(setup: LiveGameSetup) -> Result<LiveFact, OpenError> {
        let LiveGameSetup {
            board,
            speed,
            seats,
            seed,
            scenario,
        } = setup;
        let (board, speed) = match &scenario {
            Some(scenario) => (scenario.start.board(), scenario.start.speed()),
            None => (board, speed),
        };
        let (has, given) = (board.players().count() as usize, seats.len());
        if has != given {
            return Err(OpenError::Seats { has, given });
        }
        let checked = |occupant: Occupant| match occupant {
            Occupant::Bot(spec) => canonical(&spec).map(Occupant::Bot).ok_or(OpenError::Bot { spec }),
            Occupant::Open | Occupant::Person(_) => Ok(occupant),
        };
        Ok(LiveFact::Created(LiveSetup {
            format: FORMAT,
            rules: kungfu::VERSION,
            board,
            speed,
            seats: seats.into_iter().map(checked).collect::<Result<_, _>>()?,
            seed,
            scenario,
        }))
    }

    /// Connects a client. A player speaks for one seat: with two the client would see too much (6.1).
    pub(super) fn come(&mut self, viewer: Viewer, seats: &[SeatNumber]) -> Result<(), ConnectError> {
        let player = match *seats {
            [] => None,
            [seat] => {
                let player = self.player(seat).ok_or(ConnectError::NoSuchSeat(seat))?;
                if self.session.bots[player.index()].is_some() {
                    return Err(ConnectError::SeatOfBot(seat));
                }
                Some(player)
            }
            _ => return Err(ConnectError::OneSeatOnly),
        };
        self.session.viewers.insert(viewer, player);
        self.outbox.changed |= player.is_none() && self.session.watchers() <= COUNTED_AT_ONCE;
        if let Some(player) = player {
            if self.state.people().count() == 1 {
                self.session.came_alone = Some(player);
            }
            self.broadcast_common(CommonEvent::SeatChanged { seat: seat_of(player) });
        }
        Ok(())
    }

    /// A client disconnects; a game without connected players stops.
    pub(super) fn leave(&mut self, viewer: Viewer) -> Option<LiveFact> {
        let player = self.session.viewers.remove(&viewer)?;
        self.outbox.changed |= player.is_none() && self.session.watchers() < COUNTED_AT_ONCE;
        if let Some(player) = player {
            if self.session.viewers_of(player).next().is_none() {
                self.session.came_alone = self.session.came_alone.filter(|alone| *alone != player);
            }
            self.broadcast_common(CommonEvent::SeatChanged { seat: seat_of(player) });
        }
        if self.session.viewers.is_empty() {
            self.session.dismiss_bots();
        }
        let stops = self.time_runs() && self.is_deserted();
        stops.then_some(LiveFact::Stopped {
            tick: self.state.tick_count().0,
            by: StopCause::Absence,
        })
    }

    /// The seat a player has, or an open one.
    pub(super) fn seat_for(&self, person: PlayerId) -> Result<(SeatNumber, Option<LiveFact>), ConnectError> {
        if let Some(own) = self.seat_with(&Occupant::Person(person)) {
            return Ok((own, None));
        }
        if self.state.turned_out.contains(&person) {
            return Err(ConnectError::TurnedOut);
        }
        if self.state.is_over() {
            return Err(ConnectError::NoOpenSeat);
        }
        let board = self.state.game().field().board();
        let open = board.players().iter().find(|player| self.is_open(*player));
        let seat = open.map(seat_of).ok_or(ConnectError::NoOpenSeat)?;
        Ok((seat, Some(LiveFact::SeatTaken { seat, player: person })))
    }

    /// The first seat with an occupant.
    pub(super) fn seat_with(&self, occupant: &Occupant) -> Option<SeatNumber> {
        let index = self.state.seats.iter().position(|sits| sits == occupant)?;
        Some(SeatNumber(index as u8))
    }

    /// Whether a seat is free: nobody has taken it, and no connected client speaks for it.
    pub(super) fn is_open(&self, player: Player) -> bool {
        self.state.seats[player.index()] == Occupant::Open && !self.session.connected().contains(player)
    }

    /// Gives an open seat to a bot, or a bot's to anyone who comes, before the game begins.
    pub(super) fn set_seat(&self, seat: SeatNumber, occupant: NewOccupant) -> Result<Decision<LiveTable>, Refusal> {
        if self.state.has_begun() {
            return Err(Refusal::AlreadyBegun);
        }
        let player = self.player(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        let present = &self.state.seats[player.index()];
        if !matches!(present, Occupant::Bot(_)) && !self.is_open(player) {
            return Err(Refusal::SeatOfPerson { seat });
        }
        let occupant = match occupant {
            NewOccupant::Open => Occupant::Open,
            NewOccupant::Bot(spec) => {
                let unknown = || Refusal::NoSuchBot { spec: spec.to_string() };
                Occupant::Bot(canonical(&spec).ok_or_else(unknown)?)
            }
        };
        let new = *present != occupant;
        let fact = new.then_some(LiveFact::SeatSet { seat, occupant });
        Ok(Decision::Commit(fact.into_iter().collect()))
    }

    /// Turns out a guest before the game begins.
    pub(super) fn turn_out(&self, by: Player, seat: SeatNumber) -> Result<Decision<LiveTable>, Refusal> {
        let openers = &self.state.openers;
        let sits = |player: Player| self.state.seats[player.index()].person();
        if !sits(by).is_some_and(|player| openers.contains(&player)) {
            return Err(Refusal::NotTheOpener);
        }
        if self.state.has_begun() {
            return Err(Refusal::AlreadyBegun);
        }
        let guest = self.player(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        let player = sits(guest).filter(|player| !openers.contains(player));
        let player = player.ok_or(Refusal::NoGuest { seat })?;
        Ok(Decision::Commit(vec![LiveFact::TurnedOut { seat, player }]))
    }

    /// The seats of guests that a player may turn out now.
    pub(super) fn guests_of(&self, player: Player) -> Vec<SeatNumber> {
        let seats = self.state.game().field().board().players().iter().map(seat_of);
        seats.filter(|seat| self.turn_out(player, *seat).is_ok()).collect()
    }

    /// Updates the bots of the session to the occupants of the seats.
    pub(super) fn follow_seat(&mut self, event: &Envelope<LiveFact>) -> Result<(), LogError> {
        if let LiveFact::SeatSet { seat, occupant } = &event.event
            && let Some(player) = self.player(*seat)
        {
            let worker = BotWorker::of(occupant, player, self.state.bout.record().seed);
            self.session.bots[player.index()] = worker.map_err(|error| LogError::Impossible {
                seq: event.seq,
                fault: error.to_string(),
            })?;
        }
        Ok(())
    }

    /// The setup of a rematch, with each player moved by one seat.
    pub(super) fn setup_again(&self, seed: u64) -> NewTableSetup {
        let start = &self.state.bout.record().start;
        let mut seats = self.state.seats.clone();
        seats.rotate_right(1);
        NewTableSetup {
            visibility: Visibility::default(),
            game: GameSetup::Live(LiveGameSetup {
                board: start.board(),
                speed: start.speed(),
                seats,
                seed,
                scenario: None,
            }),
        }
    }
}

/// The spec as it is stored, if a bot has it.
fn canonical(spec: &BotSpec) -> Option<BotSpec> {
    let read: KungfuSpec = spec.as_str().parse().ok()?;
    Some(BotSpec::stored(read.to_string()))
}
