//! The bots at a table: when they are asked, what they answer, and what happens when one fails.

use std::time::Duration;

use bots::company;
use play::{BotError, Budget, Choice, DrawAnswer, Fault, Moment, Side};

use super::turn::{Held, TurnTable, number};
use crate::{
    Asked, Event, Manners,
    game::HallGame,
    saved::Ending,
    thinking::{Found, Mind, Post, Question, Reply, Returned, Said},
};

/// How long a bot may think about a draw offer.
const ANSWER_TIME: Duration = Duration::from_millis(200);

impl<R: HallGame> TurnTable<R> {
    /// Asks whoever has to be asked now, and lets the right clock run.
    pub(super) fn settle(&mut self, now: Moment) {
        if !self.desks.is_empty() {
            self.ready_bots();
            if !self.is_over() {
                match self.offered_to_bot() {
                    Some(side) => self.ask_for_draw(side),
                    None => self.ask_bot_to_move(now),
                }
            }
            self.advise();
        }
        if self.time_runs() {
            self.clocks.run(now);
        } else {
            self.clocks.stand(now);
        }
    }

    /// Time runs while somebody looks on, everybody is ready, and nobody waits for a bot's answer to an offer.
    fn time_runs(&self) -> bool {
        let ready = self
            .seats
            .iter()
            .all(|seat| !seat.failed && seat.mind.as_ref().is_none_or(Mind::is_open))
            && !Side::BOTH.into_iter().any(|side| self.is_free(side));
        !self.desks.is_empty() && !self.is_over() && ready && self.offered_to_bot().is_none()
    }

    /// Getting ready is not thinking: bots are opened before anything is asked of them.
    fn ready_bots(&mut self) {
        if self.is_over() {
            return;
        }
        for side in Side::BOTH {
            let seat = self.seat(side);
            if !seat.failed && seat.mind.as_ref().is_some_and(Mind::is_closed) {
                self.ask(side, Question::Ready);
            }
        }
    }

    /// The bot that has been offered a draw.
    fn offered_to_bot(&self) -> Option<Side> {
        let offer = self.offer.filter(|offer| offer.what == Asked::Draw)?;
        let asked = Side::BOTH.into_iter().find(|side| number(side.other()) == offer.by)?;
        self.seat(asked).mind.as_ref().map(|_| asked)
    }

    fn ask_for_draw(&mut self, side: Side) {
        if self.seat(side).mind.as_ref().is_some_and(Mind::is_home) {
            let record = self.record.clone();
            let budget = Budget::move_time(ANSWER_TIME);
            self.ask(side, Question::Draw { record, budget, side });
        }
    }

    fn ask_bot_to_move(&mut self, now: Moment) {
        let side = self.record.turn();
        let seat = self.seat(side);
        let home = seat.mind.as_ref().is_some_and(Mind::is_home);
        if !home || seat.failed || self.held.is_some() {
            return;
        }
        self.address(side, now);
        let record = self.record.clone();
        let budget = self.clocks.budget(side, now);
        self.ask(side, Question::Choose { record, budget });
        self.outbox.changed = true;
    }

    /// Once a turn: a bot in company says something, and one that needs no time takes a little.
    fn address(&mut self, side: Side, now: Moment) {
        let ply = self.record.moves().len();
        if self.addressed.is_some_and(|(addressed, _)| addressed == ply) {
            return;
        }
        let mut politely = now;
        if self.manners == Manners::Human && self.has_person() {
            let words = self.talk.next(&mut self.random).to_owned();
            self.tell(Event::Said {
                seat: number(side),
                words,
            });
            let spec = self.seats[side.index()].mind.as_ref().map(|mind| &mind.spec);
            let pause = spec.and_then(|spec| company::pause(spec, &mut self.random));
            if let Some(pause) = pause.filter(|_| self.clocks.control().is_none()) {
                politely = Moment(now.0 + pause.as_millis() as u64);
            }
        }
        self.addressed = Some((ply, politely));
    }

    fn ask(&mut self, side: Side, question: Question<R>) {
        let ticket = self.next_ticket();
        let mind = self.seats[side.index()].mind.as_mut();
        let job = mind.and_then(|mind| mind.ask(Post::Seat(side), ticket, question));
        self.outbox.jobs.extend(job);
    }

    /// A mind says something.
    pub(crate) fn hear(&mut self, reply: Reply<R>, now: Moment) {
        self.check_flag(now);
        match reply.post {
            Post::Seat(side) => self.hear_bot(side, reply, now),
            Post::Adviser => self.hear_adviser(reply),
        }
        self.settle(now);
    }

    fn hear_bot(&mut self, side: Side, reply: Reply<R>, now: Moment) {
        let Some(mind) = &mut self.seats[side.index()].mind else {
            return;
        };
        let (bot, result) = match reply.said {
            Said::Thought(thought) if mind.awaits(reply.ticket) => {
                return self.think_aloud(Some(side), &thought);
            }
            Said::Thought(_) => return,
            Said::Last { bot, result } => (bot, result),
        };
        let (returned, closed) = mind.back(reply.ticket, bot);
        self.outbox.jobs.extend(closed);
        self.introduce(side);
        if matches!(returned, Returned::Stale) {
            return;
        }
        match result {
            Ok(Found::Choice(choice)) => {
                let ply = self.record.moves().len();
                let until = self.addressed.filter(|(addressed, _)| *addressed == ply);
                match until.map(|(_, moment)| moment).filter(|moment| *moment > now) {
                    Some(until) => self.held = Some(Held { choice, until }),
                    None => self.bot_does(side, choice, now),
                }
            }
            Ok(Found::Draw(answer)) => self.bot_answers(answer, now),
            // It is introduced already; nobody asks a player to study.
            Ok(Found::Ready | Found::Study { .. }) => {}
            Err(error) => self.bot_failed(side, &error, now),
        }
    }

    /// A bot is here and tells its name.
    fn introduce(&mut self, side: Side) {
        let seat = &mut self.seats[side.index()];
        let name = seat.mind.as_ref().and_then(Mind::name).map(str::to_owned);
        if name.is_some() && seat.own != name {
            seat.own = name;
            self.tell(Event::Seated { seat: number(side) });
        }
    }

    fn bot_answers(&mut self, answer: DrawAnswer, now: Moment) {
        let Some(offer) = self.offer else {
            return;
        };
        let answered = match answer {
            DrawAnswer::Accept => self.agree(offer, now),
            DrawAnswer::Decline => self.decline(offer),
        };
        // An offer stands only while the game runs; if it could not be agreed to, it was never made.
        if answered.is_err() {
            self.offer = None;
        }
    }

    /// A bot does what it chose.
    pub(super) fn bot_does(&mut self, side: Side, choice: Choice<R::Move>, now: Moment) {
        let name = self.name(side);
        let done = match choice {
            Choice::Move(mv) => self.play(mv, now).is_ok(),
            Choice::ClaimDraw => {
                let claimed = self.record.claim_draw().is_ok();
                if claimed {
                    self.end(Some(Ending::Claimed), now);
                }
                claimed
            }
            Choice::Resign => {
                let resigned = self.record.resign(side).is_ok();
                if resigned {
                    self.end(Some(Ending::Resigned(side)), now);
                }
                resigned
            }
        };
        if !done && !self.is_over() {
            let answer = format!("{choice:?}");
            self.bot_failed(side, &BotError::IllegalMove { name, answer }, now);
        }
    }

    /// A bot cannot go on: an illegal answer loses the game, anything else lets it wait for another bot.
    fn bot_failed(&mut self, side: Side, error: &BotError, now: Moment) {
        let seat = &mut self.seats[side.index()];
        seat.failed = true;
        let closed = seat.mind.as_mut().and_then(Mind::dismiss);
        self.outbox.jobs.extend(closed);
        self.changed(now);
        self.tell(Event::BotFailed {
            seat: number(side),
            words: error.to_string(),
        });
        if let Some(fault @ Fault::IllegalMove) = error.fault()
            && self.record.forfeit(side, fault).is_ok()
        {
            self.end(Some(Ending::Forfeited(side, fault)), now);
        }
    }

    /// All thinking ends, and what minds hold is closed.
    pub(super) fn dismiss_all(&mut self) {
        self.held = None;
        self.addressed = None;
        for seat in &mut self.seats {
            let closed = seat.mind.as_mut().and_then(Mind::dismiss);
            self.outbox.jobs.extend(closed);
        }
        let closed = self.advice.dismiss();
        self.outbox.jobs.extend(closed);
    }
}
