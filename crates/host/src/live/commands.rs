//! Commands to a live table, decided at the tick that is due by then.

use kungfu::{Player, Players, Replay, Sight, Tick};
use play::Moment;

use super::{LiveTable, clock::LiveClock, convert::seat_of, state::Time, words};
use crate::{
    Command, CommonCommand, LiveAction, LiveAnswer, LiveCommand, LiveFact, OfferAnswer, OfferKind, Refusal,
    ReplayFrame, StopCause, Switch,
    decider::{Context, Decision, Viewer},
};

type Decided = Result<Decision<LiveTable>, Refusal>;

impl LiveTable {
    /// Decides a command.
    pub(super) fn decide_command(
        &mut self,
        viewer: Viewer,
        command: Command<LiveCommand>,
        context: &Context,
        now: Moment,
    ) -> Decided {
        match command {
            Command::Common(command) => self.decide_common(viewer, command, now),
            Command::Own(LiveCommand::Go { piece, to }) => self.go(self.speaker(viewer)?, piece, to),
            Command::Own(LiveCommand::Move { from, to }) => self.go_from(self.speaker(viewer)?, from, to),
            Command::Own(LiveCommand::Type { text }) => self.go_typed(self.speaker(viewer)?, &text),
            Command::Own(LiveCommand::Cancel { piece }) => self.cancel(self.speaker(viewer)?, piece),
            Command::Own(LiveCommand::Targets { piece }) => self.targets(self.speaker(viewer)?, piece),
            Command::Own(LiveCommand::Pause { pause }) => self.pause(viewer, pause, now),
            Command::Own(LiveCommand::Ready) => self.make_ready(self.speaker(viewer)?),
            Command::Own(LiveCommand::NotReady) => self.make_unready(self.speaker(viewer)?),
            Command::Own(LiveCommand::Seek { tick }) => self.seek(Tick(tick), context, now),
        }
    }

    fn decide_common(&self, viewer: Viewer, command: CommonCommand, now: Moment) -> Decided {
        let player = self.speaker(viewer)?;
        match command {
            CommonCommand::Resign => self.resign(player),
            CommonCommand::Answer {
                answer: OfferAnswer::Accept,
            } if self.state.is_over() => self.offer_rematch(player),
            CommonCommand::Offer { what: OfferKind::Draw }
            | CommonCommand::Answer {
                answer: OfferAnswer::Accept,
            } => self.offer_draw(player),
            CommonCommand::Answer {
                answer: OfferAnswer::Decline,
            } => self.decline_rematch(player),
            CommonCommand::Offer {
                what: OfferKind::Rematch,
            } => self.offer_rematch(player),
            CommonCommand::Offer {
                what: OfferKind::TakeBack,
            } => Err(Refusal::NotHere),
            CommonCommand::SetSeat { .. } if !self.may_seat_bots(player) => Err(Refusal::NotTheOpener),
            CommonCommand::SetSeat { seat, occupant } => self.set_seat(seat, occupant),
            CommonCommand::TurnOut { seat } => self.turn_out(player, seat),
            CommonCommand::Leave => self.leave_table(player),
            CommonCommand::ClaimWin => self.claim_win(player, now),
            CommonCommand::CallOff => self.call_off(player, now),
        }
    }

    fn resign(&self, player: Player) -> Decided {
        self.check_begun()?;
        let mut game = *self.state.game();
        game.resign(player, &mut |_| {})?;
        Ok(self.act(player, LiveAction::Resign))
    }

    fn offer_draw(&self, player: Player) -> Decided {
        self.check_begun()?;
        let mut game = *self.state.game();
        game.offer_draw(player, &mut |_| {})?;
        if self.state.game().offers().contains(player) {
            return Err(Refusal::AlreadyOffered);
        }
        // The offer of the last person would end the game, so the bots must agree.
        let agreed = game.outcome().is_some();
        if let Some(bot) = self.draw_decliner().filter(|_| agreed) {
            let name = words::side(game.field().board(), bot).to_owned();
            return Err(Refusal::DrawDeclined { name });
        }
        Ok(self.act(player, LiveAction::OfferDraw))
    }

    fn offer_rematch(&self, player: Player) -> Decided {
        if !self.state.is_over() {
            return Err(Refusal::NotOver);
        }
        if self.state.scenario.is_some() {
            return Err(Refusal::NotHere);
        }
        if self.state.rematch.contains(player) {
            return Err(Refusal::AlreadyOffered);
        }
        let seat = seat_of(player);
        Ok(Decision::Commit(vec![LiveFact::RematchWanted { seat }]))
    }

    /// Whether everybody who would have to play again wants to.
    pub(super) fn all_want_rematch(&self) -> bool {
        self.state.people().minus(self.state.rematch) == Players::NONE
    }

    fn pause(&mut self, viewer: Viewer, pause: Switch, now: Moment) -> Decided {
        if self.state.is_over() {
            return Err(Refusal::GameOver);
        }
        if self.state.people() != Players::NONE {
            self.speaker(viewer)?;
        }
        if !self.may_pause(self.session.speaks_for(viewer)) {
            return Err(Refusal::PauseAgainstPeople);
        }
        let tick = self.state.tick_count();
        let facts = match (pause, self.state.time) {
            (Switch::On, _) if self.time_runs() => {
                let by = StopCause::Pause;
                vec![LiveFact::Stopped { tick: tick.0, by }]
            }
            (Switch::Off, Time::Paused) => {
                self.session.clock = LiveClock::Running { since: now, tick };
                vec![LiveFact::Started { tick: tick.0 }]
            }
            (Switch::On, Time::Paused) | (Switch::Off, _) => Vec::new(),
            (Switch::On, Time::NotBegun | Time::Runs | Time::Waits) => return Err(Refusal::NotBegun),
        };
        Ok(Decision::Commit(facts))
    }

    /// Time stops only if no other person has to wait: for a single player, or for spectators of bots.
    pub(super) fn may_pause(&self, player: Option<Player>) -> bool {
        match self.state.people().count() {
            0 => true,
            1 => player.is_some(),
            _ => false,
        }
    }

    fn make_ready(&self, player: Player) -> Decided {
        if self.state.is_over() {
            return Err(Refusal::GameOver);
        }
        let new = !self.ready().contains(player);
        let seat = seat_of(player);
        let fact = new.then_some(LiveFact::Ready { seat });
        Ok(Decision::Commit(fact.into_iter().collect()))
    }

    /// Also cancels a countdown.
    fn make_unready(&self, player: Player) -> Decided {
        if self.state.has_begun() || self.state.is_over() {
            return Err(Refusal::AlreadyBegun);
        }
        let seat = seat_of(player);
        let was = self.state.ready.contains(player);
        let fact = was.then_some(LiveFact::NotReady { seat });
        Ok(Decision::Commit(fact.into_iter().collect()))
    }

    /// A finished game as it was at a tick.
    fn seek(&mut self, tick: Tick, context: &Context, now: Moment) -> Decided {
        if !self.state.is_over() || self.state.called_off {
            return Err(Refusal::NotOver);
        }
        let record = self.state.bout.record();
        let play = || Replay::new(record.clone()).expect("what a game has accepted it accepts again");
        let replay = self.session.replay.take().unwrap_or_else(play);
        let game = replay.at(tick);
        let frame = ReplayFrame {
            frame: self.frame_of(&game, &Sight::afterwards(&game), context, now),
            next: replay.next_change(game.tick_count()).map(|tick| tick.0),
            ticks: replay.record().ticks.0,
            captures: replay.captures().iter().map(|tick| tick.0).collect(),
        };
        self.session.replay = Some(replay);
        Ok(Decision::Answer(LiveAnswer::Replay {
            replay: Box::new(frame),
        }))
    }

    fn speaker(&self, viewer: Viewer) -> Result<Player, Refusal> {
        self.session.speaks_for(viewer).ok_or(Refusal::Watching)
    }

    fn check_begun(&self) -> Result<(), Refusal> {
        self.check_not_over()?;
        if self.state.has_begun() {
            Ok(())
        } else {
            Err(Refusal::NotBegun)
        }
    }
}
