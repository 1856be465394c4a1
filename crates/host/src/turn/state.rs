//! The stored state of a turn table: the fold of its log.

use std::{sync::Arc, time::Duration};

use play::{Fault, GameModule, GameRecord, Moment, Registry, Side, Undos};

use super::clocks::Clocks;
use crate::{
    Ending, Envelope, FORMAT, LogError, Occupant, Offer, OfferKind, PlayerId, Recorded, SeatNumber, Summary, TableId,
    TableKind, TableState, TurnFact, TurnSetup, Visibility, presence::OFFER_LASTS,
};

/// The result of a game that was called off, as score sheets write it.
pub(super) const CALLED_OFF: &str = "*";

/// A turn game as its log has it.
#[derive(Clone)]
pub(super) struct TurnState {
    pub(super) module: Arc<dyn GameModule>,
    pub(super) setup: TurnSetup,
    pub(super) seats: [SeatState; 2],
    pub(super) record: Box<dyn GameRecord>,
    pub(super) clocks: Clocks,
    pub(super) undos: Undos,
    /// Moves were taken back, the engine helped, or a bot was changed during the game.
    pub(super) aided: bool,
    pub(super) offer: Option<Offer>,
    /// The game ended without a result.
    pub(super) called_off: bool,
    pub(super) begun: Moment,
    pub(super) touched: Moment,
    /// The next table of the players.
    pub(super) next: Option<TableId>,
    /// Guests who cannot come back.
    pub(super) turned_out: Vec<PlayerId>,
}

/// A seat as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatState {
    pub(super) occupant: Occupant,
    /// The bot failed.
    pub(super) failed: bool,
}

impl TurnState {
    /// The state after the first event.
    pub(super) fn create(first: &Envelope<TurnFact>, registry: &Registry) -> Result<Self, LogError> {
        let TurnFact::Created(setup) = &first.event else {
            return Err(LogError::Sequence { seq: first.seq });
        };
        if setup.format > FORMAT {
            return Err(LogError::Newer { format: setup.format });
        }
        let module = Arc::clone(registry.get(setup.game)?);
        let begun = module.begin(&setup.start).map_err(|error| LogError::Impossible {
            seq: first.seq,
            fault: error.to_string(),
        })?;
        Ok(TurnState {
            seats: setup.seats.clone().map(|occupant| SeatState {
                occupant,
                failed: false,
            }),
            record: begun.record,
            clocks: Clocks::new(setup.control),
            undos: module.undos(),
            aided: false,
            offer: None,
            called_off: false,
            begun: first.at,
            touched: first.at,
            next: None,
            turned_out: Vec::new(),
            setup: setup.clone(),
            module,
        })
    }

    /// Changes the state as an event says.
    pub(super) fn apply(&mut self, envelope: &Envelope<TurnFact>) -> Result<(), LogError> {
        let impossible = |fault: String| LogError::Impossible {
            seq: envelope.seq,
            fault,
        };
        match &envelope.event {
            TurnFact::Created(_) => return Err(LogError::Sequence { seq: envelope.seq }),
            TurnFact::Moved { code, used } => {
                let side = self.record.turn();
                let mv = self
                    .record
                    .by_code(code)
                    .ok_or_else(|| impossible(format!("{code} is not legal")))?;
                let at = (envelope.at != Moment(0)).then_some(envelope.at);
                self.record
                    .play(mv, at)
                    .map_err(|refusal| impossible(refusal.to_string()))?;
                self.clocks.end_move(side, Duration::from_millis(*used));
                self.undos.renew();
                // A draw offer lasts while its maker moves; a take-back would now mean another move.
                self.offer
                    .take_if(|offer| offer.by != SeatNumber::from(side) || offer.what != OfferKind::Draw);
                if self.is_over() {
                    self.offer = None;
                }
            }
            TurnFact::Helped => self.aided = true,
            TurnFact::TakenBack { plies } => {
                if *plies >= self.record.plies() {
                    return Err(impossible("no moves are taken back".to_owned()));
                }
                self.undos.spend().map_err(|refusal| impossible(refusal.to_string()))?;
                while self.record.plies() > *plies {
                    self.record.undo().map_err(|refusal| impossible(refusal.to_string()))?;
                }
                self.clocks.back_to(*plies);
                self.aided = true;
                self.offer = None;
            }
            TurnFact::Offered { by, what } => {
                self.offer = Some(Offer {
                    by: *by,
                    what: *what,
                    until: Moment(envelope.at.0 + OFFER_LASTS),
                });
            }
            TurnFact::OfferEnded | TurnFact::OfferExpired | TurnFact::RematchAgreed => self.offer = None,
            TurnFact::CalledOff => {
                if self.is_over() {
                    return Err(impossible("the game is over".to_owned()));
                }
                self.called_off = true;
                self.offer = None;
            }
            TurnFact::Ended { ending } => {
                let ended = match *ending {
                    Ending::Resigned(side) => self.record.resign(side),
                    Ending::Agreed => self.record.agree_draw(),
                    Ending::Claimed => self.record.claim_draw(),
                    Ending::Flagged(side) => {
                        self.clocks.flag(side);
                        self.record.flag(side)
                    }
                    Ending::Forfeited(side, fault) => self.record.forfeit(side, fault),
                    Ending::Abandoned(side) => self.record.forfeit(side, Fault::Absence),
                };
                ended.map_err(|refusal| impossible(refusal.to_string()))?;
                self.offer = None;
            }
            TurnFact::SeatTaken { seat, player } => {
                self.seat_mut(*seat, envelope.seq)?.occupant = Occupant::Person(*player);
            }
            TurnFact::SeatLeft { seat } => self.seat_mut(*seat, envelope.seq)?.occupant = Occupant::Open,
            TurnFact::TurnedOut { seat, player } => {
                self.seat_mut(*seat, envelope.seq)?.occupant = Occupant::Open;
                self.turned_out.push(*player);
            }
            TurnFact::BotSeated { seat, spec } => {
                *self.seat_mut(*seat, envelope.seq)? = SeatState {
                    occupant: Occupant::Bot(spec.clone()),
                    failed: false,
                };
                // The result is no longer against one opponent.
                self.aided |= self.record.plies() > 0;
            }
            TurnFact::BotFailed { seat, .. } => self.seat_mut(*seat, envelope.seq)?.failed = true,
            TurnFact::ClockStopped { used } => self.clocks.stop(Duration::from_millis(*used)),
            TurnFact::Rematched { next } => self.next = Some(next.clone()),
        }
        self.touched = self.touched.max(envelope.at);
        Ok(())
    }

    /// The game in a list.
    pub(super) fn summary(&self, table: TableId) -> Summary {
        let state = if self.is_over() {
            TableState::Over
        } else if Side::BOTH.into_iter().any(|side| self.is_open(side)) {
            TableState::Waiting
        } else {
            TableState::Running
        };
        Summary {
            table,
            game: self.setup.game,
            kind: TableKind::Turn,
            seats: self.seats.iter().map(|seat| seat.occupant.clone()).collect(),
            plies: self.record.plies() as u32,
            state,
            result: self.result().map(str::to_owned),
            begun: self.begun,
            touched: self.touched,
            save: None,
            live: None,
            clock: self.setup.control,
            visibility: Visibility::default(),
        }
    }

    /// The result, once the game is over.
    fn result(&self) -> Option<&'static str> {
        if self.called_off {
            return Some(CALLED_OFF);
        }
        let outcome = self.record.outcome().map(|outcome| play::result_text(outcome.winner));
        outcome.or_else(|| self.recorded().map(|recorded| play::result_text(recorded.winner)))
    }

    fn seat_mut(&mut self, seat: SeatNumber, seq: u64) -> Result<&mut SeatState, LogError> {
        self.seats
            .get_mut(usize::from(seat.0))
            .ok_or_else(|| LogError::Impossible {
                seq,
                fault: format!("there is no seat {}", seat.0),
            })
    }

    pub(super) const fn seat(&self, side: Side) -> &SeatState {
        &self.seats[side.index()]
    }

    /// A result that was recorded elsewhere, unless the moves themselves ended the game or moves were taken back.
    pub(super) fn recorded(&self) -> Option<Recorded> {
        let recorded = self.setup.recorded?;
        (self.record.outcome().is_none() && self.record.plies() == recorded.plies).then_some(recorded)
    }

    /// Whether no move is accepted any more.
    pub(super) fn is_over(&self) -> bool {
        self.called_off || self.record.outcome().is_some() || self.recorded().is_some()
    }

    /// After how many plies one of these sides last had to move, before now.
    pub(super) fn take_back_target(&self, own: &[Side]) -> Option<usize> {
        let earlier = (0..self.record.plies()).rev();
        earlier
            .into_iter()
            .find(|&ply| self.record.turn_after(ply).is_some_and(|side| own.contains(&side)))
    }

    /// Whether a person sits on a seat, or may still take it.
    pub(super) const fn is_person(&self, side: Side) -> bool {
        !matches!(self.seat(side).occupant, Occupant::Bot(_))
    }

    /// Whether somebody sits there since the table was opened.
    pub(super) fn is_opener(&self, side: Side) -> bool {
        self.seat(side).occupant.person().is_some() && self.guest(side).is_none()
    }

    /// Who came to a seat after the table was opened.
    pub(super) fn guest(&self, side: Side) -> Option<PlayerId> {
        let person = self.seat(side).occupant.person()?;
        let opened = self.setup.seats.iter().any(|seat| seat.person() == Some(person));
        (!opened).then_some(person)
    }

    pub(super) fn is_open(&self, side: Side) -> bool {
        self.seat(side).occupant == Occupant::Open
    }

    pub(super) fn has_person(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_person(side))
    }
}

impl PartialEq for TurnState {
    fn eq(&self, other: &Self) -> bool {
        let moves =
            |state: &TurnState| -> Vec<_> { (0..state.record.plies()).map(|ply| state.record.played(ply)).collect() };
        self.setup == other.setup
            && self.seats == other.seats
            && self.record.fingerprint() == other.record.fingerprint()
            && moves(self) == moves(other)
            && self.record.outcome() == other.record.outcome()
            && self.clocks == other.clocks
            && self.undos == other.undos
            && self.aided == other.aided
            && self.offer == other.offer
            && self.called_off == other.called_off
            && (self.begun, self.touched) == (other.begun, other.touched)
            && self.next == other.next
            && self.turned_out == other.turned_out
    }
}

impl std::fmt::Debug for TurnState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TurnState")
            .field("setup", &self.setup)
            .field("seats", &self.seats)
            .field("plies", &self.record.plies())
            .field("outcome", &self.record.outcome())
            .field("clocks", &self.clocks)
            .field("undos", &self.undos)
            .field("offer", &self.offer)
            .field("touched", &self.touched)
            .finish_non_exhaustive()
    }
}
