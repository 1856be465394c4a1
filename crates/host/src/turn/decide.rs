//! What the commands of a turn table change, or why they are refused. Nothing is changed here.

use play::{Moment, MoveIndex, MoveRequest, Side};

use super::{TurnTable, side_of};
use crate::{
    Command, CommonCommand, Ending, NewOccupant, Occupant, Offer, OfferAnswer, OfferKind, Refusal, SeatNumber,
    TurnCommand, TurnFact, decider::Context,
};

impl TurnTable {
    /// The events of a command by a client that speaks for `own`.
    pub(super) fn changes(
        &self,
        own: &[Side],
        command: Command<TurnCommand>,
        context: &Context,
        now: Moment,
    ) -> Result<Vec<TurnFact>, Refusal> {
        match command {
            Command::Own(TurnCommand::Move { from, to, action }) => {
                let side = self.mover(own)?;
                let request = MoveRequest { from, to, action };
                let mv = self.state.record.find(side, request)?;
                self.moved(mv, now)
            }
            Command::Own(TurnCommand::Type { text }) => {
                let side = self.mover(own)?;
                let mv = self.state.record.read(side, &text)?;
                self.moved(mv, now)
            }
            Command::Own(TurnCommand::TakeBack) => self.take_back(own),
            Command::Own(
                TurnCommand::Look { .. } | TurnCommand::Hint | TurnCommand::Analyse { .. } | TurnCommand::Review,
            ) => {
                // These change nothing and are answered elsewhere.
                Err(Refusal::NotHere)
            }
            Command::Common(CommonCommand::Resign) => {
                let side = self.speaker(own)?;
                self.check_running()?;
                self.check_opponents()?;
                Ok(vec![ended(Ending::Resigned(side))])
            }
            Command::Common(CommonCommand::Offer { what }) => match what {
                OfferKind::Draw => self.offer_draw(own, context),
                OfferKind::TakeBack => self.take_back(own),
                OfferKind::Rematch => self.offer_rematch(own),
            },
            Command::Common(CommonCommand::Answer { answer }) => self.answer(own, answer),
            Command::Common(CommonCommand::SetSeat { seat, occupant }) => self.set_seat(own, seat, occupant),
            Command::Common(CommonCommand::TurnOut { seat }) => self.turn_out(own, seat),
            Command::Common(CommonCommand::Leave) => self.leave(own),
            Command::Common(CommonCommand::ClaimWin) => self.claim_win(own, now),
            Command::Common(CommonCommand::CallOff) => self.call_off(own, now),
        }
    }

    /// A legal move, with the time it took.
    pub(super) fn moved(&self, mv: MoveIndex, now: Moment) -> Result<Vec<TurnFact>, Refusal> {
        let described = self.state.record.describe(mv).ok_or(play::Refusal::IllegalMove)?;
        let used = match self.state.clocks.control() {
            Some(_) => self.state.clocks.used(&self.session.clock, now).as_millis() as u64,
            None => 0,
        };
        let helped = self.session.helped.then_some(TurnFact::Helped);
        let moved = TurnFact::Moved {
            code: described.code,
            used,
        };
        Ok(helped.into_iter().chain([moved]).collect())
    }

    /// The flag of the side to move, if it has fallen by now.
    pub(super) fn fallen_flag(&self, now: Moment) -> Option<TurnFact> {
        let turn = self.state.record.turn();
        let falls = self.state.clocks.flag_falls(turn, &self.session.clock)?;
        (falls <= now && !self.state.is_over()).then_some(ended(Ending::Flagged(turn)))
    }

    /// A draw that can be claimed is claimed; otherwise it is offered.
    fn offer_draw(&self, own: &[Side], context: &Context) -> Result<Vec<TurnFact>, Refusal> {
        let by = self.speaker(own)?;
        self.check_running()?;
        self.check_opponents()?;
        if self.state.record.claim().is_some() {
            return Ok(vec![ended(Ending::Claimed)]);
        }
        if self.is_offered(by.other(), OfferKind::Draw) {
            return Ok(vec![ended(Ending::Agreed)]);
        }
        if !self.state.is_person(by.other()) && self.state.record.turn() != by {
            let name = self.name(by.other(), context);
            return Err(Refusal::BotIsThinking { name });
        }
        self.offered(by, OfferKind::Draw)
    }

    fn offer_rematch(&self, own: &[Side]) -> Result<Vec<TurnFact>, Refusal> {
        let by = self.speaker(own)?;
        if !self.state.is_over() {
            return Err(Refusal::NotOver);
        }
        let others = Side::BOTH
            .into_iter()
            .any(|side| self.state.is_person(side) && !own.contains(&side));
        if !others || self.is_offered(by.other(), OfferKind::Rematch) {
            return Ok(vec![TurnFact::RematchAgreed]);
        }
        self.offered(by, OfferKind::Rematch)
    }

    fn is_offered(&self, by: Side, what: OfferKind) -> bool {
        let same = |offer: Offer| offer.by == SeatNumber::from(by) && offer.what == what;
        self.state.offer.is_some_and(same)
    }

    fn offered(&self, by: Side, what: OfferKind) -> Result<Vec<TurnFact>, Refusal> {
        if self.is_offered(by, what) {
            return Err(Refusal::AlreadyOffered);
        }
        Ok(vec![TurnFact::Offered { by: by.into(), what }])
    }

    fn answer(&self, own: &[Side], answer: OfferAnswer) -> Result<Vec<TurnFact>, Refusal> {
        let to_own = |offer: &Offer| own.iter().any(|side| SeatNumber::from(side.other()) == offer.by);
        let offer = self.state.offer.filter(to_own).ok_or(Refusal::NothingOffered)?;
        match answer {
            OfferAnswer::Accept => self.agreed(offer),
            OfferAnswer::Decline => Ok(vec![TurnFact::OfferEnded]),
        }
    }

    fn agreed(&self, offer: Offer) -> Result<Vec<TurnFact>, Refusal> {
        match offer.what {
            OfferKind::Draw => Ok(vec![ended(Ending::Agreed)]),
            OfferKind::TakeBack => {
                let by = side_of(offer.by).ok_or(Refusal::NothingOffered)?;
                self.check_take_back()?;
                let plies = self.state.take_back_target(&[by]).ok_or(Refusal::NothingToTakeBack)?;
                Ok(vec![TurnFact::TakenBack { plies }])
            }
            OfferKind::Rematch => Ok(vec![TurnFact::RematchAgreed]),
        }
    }

    /// Back to the last move of the sender; another person is asked first.
    fn take_back(&self, own: &[Side]) -> Result<Vec<TurnFact>, Refusal> {
        let by = self.speaker(own)?;
        self.check_take_back()?;
        let plies = self.state.take_back_target(own).ok_or(Refusal::NothingToTakeBack)?;
        let others = Side::BOTH
            .into_iter()
            .any(|side| self.state.is_person(side) && !own.contains(&side));
        if others {
            return self.offered(by, OfferKind::TakeBack);
        }
        Ok(vec![TurnFact::TakenBack { plies }])
    }

    /// A finished game stays as it ended: its result may be counted and rated already.
    pub(super) fn check_take_back(&self) -> Result<(), Refusal> {
        self.check_running()?;
        let mut undos = self.state.undos;
        Ok(undos.spend()?)
    }

    fn turn_out(&self, own: &[Side], seat: SeatNumber) -> Result<Vec<TurnFact>, Refusal> {
        self.speaker(own)?;
        if !own.iter().any(|side| self.state.is_opener(*side)) {
            return Err(Refusal::NotTheOpener);
        }
        self.check_running()?;
        if self.state.record.plies() > 0 {
            return Err(Refusal::AlreadyBegun);
        }
        let side = side_of(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        let player = self.state.guest(side).ok_or(Refusal::NoGuest { seat })?;
        Ok(vec![TurnFact::TurnedOut { seat, player }])
    }

    /// The seats of guests that somebody who speaks for `own` may turn out now.
    pub(super) fn guests_of(&self, own: &[Side]) -> Vec<SeatNumber> {
        let seats = Side::BOTH.into_iter().map(SeatNumber::from);
        seats.filter(|seat| self.turn_out(own, *seat).is_ok()).collect()
    }

    /// Another bot gets a bot's seat.
    fn set_seat(&self, own: &[Side], seat: SeatNumber, occupant: NewOccupant) -> Result<Vec<TurnFact>, Refusal> {
        if own.is_empty() && self.state.has_person() {
            return Err(Refusal::Watching);
        }
        let side = side_of(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        match &self.state.seat(side).occupant {
            Occupant::Bot(_) => {}
            Occupant::Open | Occupant::Person(_) => return Err(Refusal::SeatOfPerson { seat }),
        }
        match occupant {
            NewOccupant::Bot(spec) => {
                let read = self.state.module.read_bot(spec.as_str());
                let spec = read.map_err(|_| Refusal::NoSuchBot { spec: spec.to_string() })?;
                Ok(vec![TurnFact::BotSeated { seat, spec }])
            }
            NewOccupant::Open => Err(Refusal::AlreadyBegun),
        }
    }

    /// The side a command is for: the one to move, if the sender speaks for it.
    pub(super) fn speaker(&self, own: &[Side]) -> Result<Side, Refusal> {
        let turn = self.state.record.turn();
        let first = own.first().copied().ok_or(Refusal::Watching)?;
        Ok(if own.contains(&turn) { turn } else { first })
    }

    /// The side that moves a piece, where moves are accepted.
    fn mover(&self, own: &[Side]) -> Result<Side, Refusal> {
        let side = self.speaker(own)?;
        if self.state.recorded().is_some() || self.state.called_off {
            return Err(Refusal::GameOver);
        }
        self.check_opponents()?;
        Ok(side)
    }

    /// Whether every seat is taken.
    fn check_opponents(&self) -> Result<(), Refusal> {
        if Side::BOTH.into_iter().any(|side| self.is_free(side)) {
            Err(Refusal::WaitingForPlayer)
        } else {
            Ok(())
        }
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        if self.state.is_over() {
            Err(Refusal::GameOver)
        } else {
            Ok(())
        }
    }
}

pub(super) const fn ended(ending: Ending) -> TurnFact {
    TurnFact::Ended { ending }
}
