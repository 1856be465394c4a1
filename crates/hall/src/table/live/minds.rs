//! The bots at a table without turns: asked off the loop that ticks, answered when they still mean what they saw (8.10).

use kungfu::{Player, Sight};
use play::Moment;

use super::LiveTable;
use crate::{LiveEvent, reflex::Look, thinking::Ticket};

impl LiveTable {
    /// Sends away every mind that wants to look.
    pub(super) fn ask_minds(&mut self) {
        if !self.time_runs() {
            return;
        }
        let game = *self.bout.game();
        let now = game.tick_count();
        for index in 0..self.chairs.len() {
            let chair = &mut self.chairs[index];
            let player = chair.player;
            let Some(reflex) = &mut chair.reflex else {
                continue;
            };
            if game.alive().contains(player) && reflex.is_due(now) {
                self.tickets = Ticket(self.tickets.0 + 1);
                let job = reflex.ask(self.tickets, Box::new(Sight::of_bot(&game, player)));
                self.outbox.jobs.push(job);
            }
        }
    }

    /// A mind comes back; what it wants is done if it still holds.
    pub(crate) fn hear(&mut self, look: Look, now: Moment) {
        self.advance(now);
        let Look {
            player,
            ticket,
            mut thought,
        } = look;
        let runs = self.time_runs();
        let tick = self.bout.game().tick_count();
        let mind = thought.bot.take();
        let Some(reflex) = &mut self.chair_mut(player).reflex else {
            return;
        };
        if !reflex.back(ticket, mind) {
            return;
        }
        let command = thought.command(self.bout.game()).filter(|_| runs);
        let answer = command.and_then(|command| self.bout.submit(player, command).ok());
        let dropped = thought.decision.order.is_some() && answer.is_none();
        let wake = if dropped { tick + 1 } else { thought.decision.wake };
        if let Some(reflex) = &mut self.chair_mut(player).reflex {
            reflex.attention().asked(tick, wake);
        }
        if let Some(answer) = answer {
            self.accepted(player, answer);
        }
        self.ask_minds();
    }

    /// The minds take notice of a start.
    pub(super) fn notice_start(&mut self, by: Player) {
        let tick = self.bout.game().tick_count();
        for chair in &mut self.chairs {
            if let Some(reflex) = &mut chair.reflex {
                reflex.attention().started(tick, by);
            }
        }
    }

    /// The minds take notice of what a tick did.
    pub(super) fn notice(&mut self, event: &kungfu::Event) {
        let field = self.bout.game().field();
        for chair in &mut self.chairs {
            if let Some(reflex) = &mut chair.reflex {
                reflex.attention().note(field, event);
            }
        }
    }

    /// A command was accepted: everybody sees a piece leave, nobody else where to.
    pub(super) fn accepted(&mut self, player: Player, answer: kungfu::Answer) {
        match answer {
            kungfu::Answer::Starts { slot, rook } => {
                for slot in [Some(slot), rook].into_iter().flatten() {
                    let piece = slot.index() as u16;
                    self.tell(LiveEvent::Started { piece });
                }
                self.notice_start(player);
            }
            kungfu::Answer::Waits => self.outbox.changed = true,
        }
    }
}
