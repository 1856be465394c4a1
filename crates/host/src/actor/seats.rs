//! Seats that are taken, tokens that are granted, and rematches.

use super::{After, SeatRequest, TableActor, Unstored};
use crate::{NewTableSetup, OpenError, PlayerId, Refusal, SeatToken, TableId, decider::Decider};

impl<D: Decider> TableActor<D> {
    pub(super) fn seat(&mut self, request: SeatRequest) {
        match request {
            SeatRequest::Take {
                player,
                name,
                token,
                reply,
            } => match self.decider.take_seat(player) {
                Ok((seat, facts)) => {
                    let names: Vec<(PlayerId, String)> = name.map(|name| (player, name)).into_iter().collect();
                    self.context.names.learn(names.clone());
                    let again = facts.is_empty() && token.is_some();
                    let events = self.numbered(facts, None);
                    self.store(Unstored {
                        events,
                        tokens: token.map(|hash| SeatToken { seat, player, hash }).into_iter().collect(),
                        names,
                        after: After::Seat { seat, again, reply },
                    });
                }
                Err(error) => drop(reply.send(Err(error))),
            },
            SeatRequest::Grant { token, reply } => self.store(Unstored {
                events: Vec::new(),
                names: Vec::new(),
                after: After::Granted {
                    seat: token.seat,
                    reply,
                },
                tokens: vec![token],
            }),
            SeatRequest::Rematch { next, reply } => match self.decider.rematch(&next) {
                Ok(fact) => {
                    if !self.commit(
                        fact.into_iter().collect(),
                        None,
                        After::Rematch { reply: reply.clone() },
                    ) {
                        drop(reply.send(self.rematched()));
                    }
                }
                Err(refusal) => drop(reply.send(Err(OpenError::Rematch(refusal)))),
            },
        }
    }

    /// The table of the rematch, and its seats. The seed is derived from the code, so every node opens the same table.
    pub(super) fn rematched(&self) -> Result<(TableId, NewTableSetup), OpenError> {
        let next = self
            .decider
            .next_table()
            .cloned()
            .ok_or(OpenError::Rematch(Refusal::NotOver))?;
        let seed = u64::from(crc32fast::hash(next.as_str().as_bytes()));
        let mut setup = self.decider.rematch_setup(seed);
        setup.visibility = self.label.visibility;
        Ok((next, setup))
    }
}
