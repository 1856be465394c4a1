//! The bots at a turn table: their jobs, their replies, and what happens when one fails.

use std::{ops::Range, time::Duration};

use play::{Army, BotError, Budget, Choice, Control, DrawAnswer, Fault, Moment, MoveIndex, PieceKind, Side};

use super::{Held, TurnTable, decide::ended};
use crate::{
    BotBehaviour, CommonEvent, Ending, OfferKind, SeatNumber, TurnFact, VisitorId,
    bot_worker::{Asked, BotReply, BotWorker, Found, Question, QuestionId, ReplyContent, Returned},
    job::Priority,
};

/// How long a bot may think about a draw offer.
const ANSWER_TIME: Duration = Duration::from_millis(200);

/// Small talk for every game, in addition to the game's own.
const TALK: [&str; 12] = [
    "Now, where did I put my plan?",
    "Hm. Not the square I expected.",
    "I had not expected this. Or had I?",
    "One moment, the bishop has an opinion.",
    "Counting pawns. Yours first.",
    "There must be something here.",
    "I like your knight. For now.",
    "If I go there, you go there …",
    "This reminds me of a game I lost.",
    "Quiet, please: thinking.",
    "Every pawn wants to be a queen.",
    "Let me sit on my hands first.",
];

/// Pieces that a chat line mentions; it is said only while the bot has one, or the other side if it says "your".
const NAMED: [(&str, PieceKind); 5] = [
    ("pawn", PieceKind::Pawn),
    ("knight", PieceKind::Knight),
    ("bishop", PieceKind::Bishop),
    ("rook", PieceKind::Rook),
    ("king", PieceKind::King),
];

impl TurnTable {
    /// Starts the bot jobs that are due, and runs the right clock.
    pub(super) fn settle_bots(&mut self, now: Moment) {
        if !self.session.viewers.is_empty() {
            self.open_bots();
            if !self.state.is_over() {
                match self.offered_to_bot() {
                    Some(side) => self.ask_for_draw(side),
                    None => self.ask_to_move(now),
                }
            }
            self.advise();
        }
        let ran = self.session.clock.is_running();
        if self.time_runs() {
            self.session.clock.run(now);
        } else {
            self.session.clock.stand(now);
        }
        // Viewers count the time themselves while a clock runs.
        let changed = ran != self.session.clock.is_running();
        self.outbox.changed |= changed && self.state.clocks.control().is_some();
    }

    /// Time runs while somebody is connected, everybody is ready, no bot considers an offer, and the bot to move, if
    /// any, has a search thread.
    fn time_runs(&self) -> bool {
        let ready = Side::BOTH.into_iter().all(|side| {
            let bot = &self.session.bots[side.index()];
            !self.state.seat(side).failed && bot.as_ref().is_none_or(BotWorker::is_open) && !self.is_free(side)
        });
        let mover = &self.session.bots[self.state.record.turn().index()];
        let waits = mover.as_ref().is_some_and(|bot| !bot.is_thinking()) && self.session.held.is_none();
        ready
            && !waits
            && !self.is_first_move_of_person()
            && !self.session.viewers.is_empty()
            && !self.state.is_over()
            && self.offered_to_bot().is_none()
    }

    /// A person's first move costs no time, unless both sides are played at one screen: a person first has to look at
    /// the board.
    fn is_first_move_of_person(&self) -> bool {
        let at_one_screen = |viewers: &super::Connected| viewers.sides.len() > 1;
        let first = self.state.record.plies() < Side::BOTH.len() && self.state.is_person(self.state.record.turn());
        first && !self.session.viewers.values().any(at_one_screen)
    }

    /// Bots are opened before anything is asked of them: that is not thinking time.
    fn open_bots(&mut self) {
        if self.state.is_over() {
            return;
        }
        for side in Side::BOTH {
            let closed = self.session.bots[side.index()]
                .as_ref()
                .is_some_and(BotWorker::is_closed);
            if closed && !self.state.seat(side).failed {
                self.ask(side, Question::Open);
            }
        }
    }

    /// The bot that a draw is offered to.
    fn offered_to_bot(&self) -> Option<Side> {
        let offer = self.state.offer.filter(|offer| offer.what == OfferKind::Draw)?;
        let asked = Side::BOTH
            .into_iter()
            .find(|side| SeatNumber::from(side.other()) == offer.by)?;
        self.session.bots[asked.index()].as_ref().map(|_| asked)
    }

    fn ask_for_draw(&mut self, side: Side) {
        if self.session.bots[side.index()].as_ref().is_some_and(BotWorker::is_here) {
            let record = self.state.record.clone();
            let budget = Budget::move_time(ANSWER_TIME);
            self.ask(side, Question::Draw { record, budget, side });
        }
    }

    fn ask_to_move(&mut self, now: Moment) {
        let side = self.state.record.turn();
        let here = self.session.bots[side.index()].as_ref().is_some_and(BotWorker::is_here);
        if !here || self.state.seat(side).failed || self.session.held.is_some() {
            return;
        }
        self.announce(side, now);
        let record = self.state.record.clone();
        let budget = self.state.clocks.budget(side, &self.session.clock, now);
        self.ask(side, Question::Choose { record, budget });
        self.outbox.changed = true;
    }

    /// Once per move: a bot talks to a person, and a bot that needs no time waits a little.
    fn announce(&mut self, side: Side, now: Moment) {
        let ply = self.state.record.plies();
        if self.session.announced.is_some_and(|(announced, _)| announced == ply) {
            return;
        }
        let mut show_at = now;
        if self.state.setup.behaviour == BotBehaviour::Human && self.state.has_person() {
            if let Some(words) = self.talk(side) {
                self.broadcast(CommonEvent::Said {
                    seat: side.into(),
                    words: words.to_owned(),
                });
            }
            let spec = self.session.bots[side.index()].as_ref().map(|bot| &bot.spec);
            let pause = spec.and_then(|spec| self.state.module.traits(spec).pause);
            if let Some(pause) = pause {
                show_at = Moment(now.0 + self.pause(side, pause, now));
            }
        }
        self.session.announced = Some((ply, show_at));
    }

    /// How long a bot that needs no time waits before its move is shown, in milliseconds. With a clock it takes about
    /// as long as a person would, with a random deviation, so that its clock runs down like a person's.
    fn pause(&mut self, side: Side, usual: Range<u64>, now: Moment) -> u64 {
        let budget = self.state.clocks.budget(side, &self.session.clock, now);
        let Some(share) = budget.allotment(side).map(|share| share.as_millis() as u64) else {
            return self.session.random.u64(usual);
        };
        let percent = match self.state.clocks.control() {
            Some(Control::EachMove(_)) => self.session.random.u64(5..=50),
            Some(Control::Clock(_)) | None => self.session.random.u64(20..=160),
        };
        share * percent / 100
    }

    /// A line of small talk that fits the board and was not used in this game; `None` when all are used.
    fn talk(&mut self, side: Side) -> Option<&'static str> {
        let pieces = self.state.record.scene(self.state.record.plies())?.pieces;
        let has = |side: Side, kind: PieceKind| {
            let army = Army::from(side);
            pieces.iter().any(|piece| piece.army == army && piece.kind == kind)
        };
        let fits = |line: &&str| {
            let line = line.to_lowercase();
            let owner = if line.contains("your") { side.other() } else { side };
            let mut words = line.split(|letter: char| !letter.is_alphabetic());
            let kind_of = |word: &str| NAMED.iter().find(|(name, _)| *name == word.trim_end_matches('s'));
            words.all(|word| kind_of(word).is_none_or(|(_, kind)| has(owner, *kind)))
        };
        let lines = TALK.iter().chain(self.state.module.small_talk()).copied();
        let fresh: Vec<&str> = lines
            .filter(fits)
            .filter(|line| !self.session.said.contains(line))
            .collect();
        let line = self.session.random.choice(fresh)?;
        self.session.said.push(line);
        Some(line)
    }

    fn ask(&mut self, side: Side, question: Question) {
        let id = self.next_question();
        let (priority, visitor) = (self.bot_priority(), self.bot_visitor());
        let bot = self.session.bots[side.index()].as_mut();
        let job = bot.and_then(|bot| bot.ask(Asked::Seat(side), id, question, priority, visitor));
        self.outbox.jobs.extend(job);
    }

    /// Bots that play each other have a lower priority than bots that people wait for.
    fn bot_priority(&self) -> Priority {
        if self.state.has_person() {
            Priority::Move
        } else {
            Priority::Background
        }
    }

    /// The visitor for whom a bot of the table searches: a player, or else a spectator.
    fn bot_visitor(&self) -> Option<VisitorId> {
        let viewers = &self.session.viewers;
        let player = viewers.values().find(|connected| !connected.sides.is_empty());
        player
            .or_else(|| viewers.values().next())
            .map(|connected| connected.visitor)
    }

    pub(super) const fn next_question(&mut self) -> QuestionId {
        self.session.questions.0 += 1;
        self.session.questions
    }

    /// Handles a reply of a bot.
    pub(super) fn hear_bot(&mut self, reply: BotReply, now: Moment) -> Vec<TurnFact> {
        let BotReply {
            asked,
            question,
            content,
        } = reply;
        let side = match asked {
            Asked::Seat(side) => side,
            Asked::Adviser => {
                self.hear_adviser(question, content);
                return Vec::new();
            }
        };
        let Some(bot) = &mut self.session.bots[side.index()] else {
            return Vec::new();
        };
        let (result, returned) = match content {
            ReplyContent::Started => {
                bot.started(question);
                return Vec::new();
            }
            ReplyContent::Thought(thought) => {
                if bot.awaits(question) {
                    self.show_thought(Some(side), &thought);
                }
                return Vec::new();
            }
            ReplyContent::Answer { bot: came, result, .. } => {
                let (returned, closed) = bot.back(question, came);
                self.outbox.jobs.extend(closed);
                (result, returned)
            }
        };
        self.learn_name(side);
        if returned == Returned::Stale {
            return Vec::new();
        }
        match result {
            Ok(Found::Choice(choice)) => {
                let ply = self.state.record.plies();
                let show_at = self.session.announced.filter(|(announced, _)| *announced == ply);
                match show_at.map(|(_, moment)| moment).filter(|moment| *moment > now) {
                    Some(until) => {
                        self.session.held = Some(Held { choice, until });
                        Vec::new()
                    }
                    None => self.bot_does(side, choice, now),
                }
            }
            Ok(Found::Draw(answer)) => self.bot_answers(answer),
            Ok(Found::Opened | Found::Study { .. }) => Vec::new(),
            Err(error) => Self::bot_failed(side, &error),
        }
    }

    /// Uses the name that a bot reports.
    fn learn_name(&mut self, side: Side) {
        let name = self.session.bots[side.index()]
            .as_ref()
            .and_then(BotWorker::name)
            .map(str::to_owned);
        if name.is_some() && self.session.bot_names[side.index()] != name {
            self.session.bot_names[side.index()] = name;
            self.broadcast(CommonEvent::SeatChanged { seat: side.into() });
        }
    }

    fn bot_answers(&self, answer: DrawAnswer) -> Vec<TurnFact> {
        if self.state.offer.is_none() || self.state.is_over() {
            return Vec::new();
        }
        match answer {
            DrawAnswer::Accept => vec![ended(Ending::Agreed)],
            DrawAnswer::Decline => vec![TurnFact::OfferEnded],
        }
    }

    /// The events of a bot's choice.
    pub(super) fn bot_does(&self, side: Side, choice: Choice<MoveIndex>, now: Moment) -> Vec<TurnFact> {
        if self.state.is_over() {
            return Vec::new();
        }
        let done = match choice {
            Choice::Move(mv) => self.moved(mv, now).ok(),
            Choice::ClaimDraw => self.state.record.claim().map(|_| vec![ended(Ending::Claimed)]),
            Choice::Resign => Some(vec![ended(Ending::Resigned(side))]),
        };
        done.unwrap_or_else(|| {
            let answer = format!("{choice:?}");
            let name = self.session.bot_names[side.index()]
                .clone()
                .unwrap_or_else(|| side.to_string());
            Self::bot_failed(side, &BotError::IllegalMove { name, answer })
        })
    }

    /// A bot cannot go on: an illegal answer loses the game; after anything else its seat waits for another bot.
    fn bot_failed(side: Side, error: &BotError) -> Vec<TurnFact> {
        let lost = match error.fault() {
            Some(fault @ Fault::IllegalMove) => Some(ended(Ending::Forfeited(side, fault))),
            Some(Fault::Crash | Fault::Silence | Fault::Absence | Fault::Unusable) | None => None,
        };
        let failed = TurnFact::BotFailed {
            seat: side.into(),
            words: error.to_string(),
        };
        lost.into_iter().chain([failed]).collect()
    }
}
