//! What viewers wish for, granted or refused with words.

use bots::BotSpec;
use play::{Claim, Moment, Refusal, Side};

use super::{
    Viewer,
    turn::{TurnTable, number, setup},
};
use crate::{
    Asked, Event, Input, Offer, SeatNumber, Told,
    game::{HallGame, Wish},
    saved::Ending,
    thinking::Mind,
};

impl<R: HallGame> TurnTable<R> {
    /// A wish of a viewer.
    pub(crate) fn input(&mut self, viewer: Viewer, input: Input, now: Moment) -> Result<(), String> {
        // A move that arrives after the flag is too late, even if the flag has not been looked at.
        self.check_flag(now);
        let done = self.grant(viewer, input, now);
        self.settle(now);
        done
    }

    fn grant(&mut self, viewer: Viewer, input: Input, now: Moment) -> Result<(), String> {
        let own = self.desks.get(&viewer).cloned().unwrap_or_default();
        match input {
            Input::Move { from, to, kind } => {
                let side = self.speaker(&own)?;
                self.check_playable()?;
                let mv = R::wish(&self.record, side, Wish { from, to, kind })?;
                self.play(mv, now)
            }
            Input::Typed { text } => {
                let side = self.speaker(&own)?;
                self.check_playable()?;
                let mv = R::typed(&self.record, side, &text)?;
                self.play(mv, now)
            }
            Input::Resign => {
                let side = self.speaker(&own)?;
                self.check_running()?;
                self.record.resign(side).map_err(words)?;
                self.end(Some(Ending::Resigned(side)), now);
                Ok(())
            }
            Input::Offer { what: Asked::Draw } => self.offer_draw(&own, now),
            Input::Offer { what: Asked::Undo } | Input::Undo => self.undo(&own, now),
            Input::Offer { what: Asked::Rematch } => self.offer_rematch(&own),
            Input::Answer { yes } => self.answer(&own, yes, now),
            Input::Look { ply } => self.look(viewer, ply),
            Input::Hint => self.ask_hint(viewer, &own),
            Input::Listen { on } => self.listen(viewer, on),
            Input::Review => self.ask_review(viewer),
            Input::Replace { seat, spec } => self.replace(&own, seat, &spec, now),
            Input::Rename { seat, name } => self.rename(&own, seat, name, now),
            Input::Command { .. }
            | Input::Choices { .. }
            | Input::Cancel { .. }
            | Input::Pause { .. }
            | Input::Ready
            | Input::Seek { .. } => Err("that is for games without turns".to_owned()),
        }
    }

    /// Plays a legal move of the side to move.
    pub(super) fn play(&mut self, mv: R::Move, now: Moment) -> Result<(), String> {
        let side = self.record.turn();
        let before = self.record.position().clone();
        self.record.play_at(mv, now).map_err(words)?;
        let left = self.clocks.end_turn(side, now);
        self.left.push(left);
        let mut ids = self.ids.last().cloned().expect("the start has its pieces");
        before.carry(mv, &mut ids);
        self.ids.push(ids);
        self.undos.renew();
        // An offer stands while its maker moves, but for a take-back, which would mean another turn by now.
        let standing = self
            .offer
            .filter(|offer| offer.by == number(side) && offer.what == Asked::Draw);
        self.changed(now);
        self.offer = standing.filter(|_| self.record.outcome().is_none());
        let entry = self.entry(self.record.moves().len() - 1);
        self.outbox.events.extend(entry.map(|entry| Event::Played { entry }));
        if self.record.outcome().is_some() {
            self.end(None, now);
        }
        Ok(())
    }

    /// A draw that can be claimed is claimed; otherwise the other side is asked.
    fn offer_draw(&mut self, own: &[Side], now: Moment) -> Result<(), String> {
        let by = self.speaker(own)?;
        self.check_running()?;
        if self.record.claim().is_some() {
            self.record.claim_draw().map_err(words)?;
            self.end(Some(Ending::Claimed), now);
            return Ok(());
        }
        let theirs = Offer {
            by: number(by.other()),
            what: Asked::Draw,
        };
        if self.offer == Some(theirs) {
            return self.agree(theirs, now);
        }
        let asked = self.seat(by.other());
        if asked.mind.is_some() && self.record.turn() != by {
            return Err(format!(
                "{} is thinking; offer a draw at your own turn",
                self.name(by.other())
            ));
        }
        self.offer(by, Asked::Draw)
    }

    fn offer_rematch(&mut self, own: &[Side]) -> Result<(), String> {
        let by = self.speaker(own)?;
        if !self.is_over() {
            return Err("the game is not over yet".to_owned());
        }
        self.offer(by, Asked::Rematch)
    }

    fn offer(&mut self, by: Side, what: Asked) -> Result<(), String> {
        let offer = Offer { by: number(by), what };
        if self.offer == Some(offer) {
            return Err("you have asked already".to_owned());
        }
        self.offer = Some(offer);
        self.tell(Event::Offered { by: offer.by, what });
        Ok(())
    }

    fn answer(&mut self, own: &[Side], yes: bool, now: Moment) -> Result<(), String> {
        let offer = self
            .offer
            .filter(|offer| own.iter().any(|side| number(side.other()) == offer.by));
        let offer = offer.ok_or("nobody asks you for anything")?;
        if yes {
            self.agree(offer, now)
        } else {
            self.decline(offer)
        }
    }

    pub(super) fn agree(&mut self, offer: Offer, now: Moment) -> Result<(), String> {
        self.offer = None;
        match offer.what {
            Asked::Draw => {
                self.record.agree_draw().map_err(words)?;
                self.end(Some(Ending::Agreed), now);
            }
            Asked::Undo => {
                let by = Side::BOTH.into_iter().find(|side| number(*side) == offer.by);
                let plies = by.and_then(|side| self.undo_target(&[side]));
                self.take_back(plies.ok_or_else(|| words(Refusal::NothingToUndo))?, now)?;
            }
            Asked::Rematch => self.tell(Event::Agreed { what: offer.what }),
        }
        Ok(())
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "an answer is yes or no, and both may be refused elsewhere"
    )]
    pub(super) fn decline(&mut self, offer: Offer) -> Result<(), String> {
        self.offer = None;
        self.tell(Event::Declined { what: offer.what });
        Ok(())
    }

    /// Back to the last turn of the one who asks; if somebody else plays too, they are asked first.
    fn undo(&mut self, own: &[Side], now: Moment) -> Result<(), String> {
        let by = self.speaker(own)?;
        let plies = self.undo_target(own).ok_or_else(|| words(Refusal::NothingToUndo))?;
        let others = Side::BOTH
            .into_iter()
            .any(|side| self.seat(side).mind.is_none() && !own.contains(&side));
        if others {
            let mut left = self.undos;
            left.spend().map_err(words)?;
            return self.offer(by, Asked::Undo);
        }
        self.take_back(plies, now)
    }

    /// After how many turns one of these sides last had to move, before now.
    pub(super) fn undo_target(&self, own: &[Side]) -> Option<usize> {
        (0..self.record.moves().len()).rev().find(|&ply| {
            self.record
                .position_after(ply)
                .is_some_and(|position| own.contains(&position.turn()))
        })
    }

    fn take_back(&mut self, plies: usize, now: Moment) -> Result<(), String> {
        self.undos.spend().map_err(words)?;
        while self.record.moves().len() > plies {
            self.record.undo().map_err(words)?;
        }
        self.ids.truncate(plies + 1);
        self.left.truncate(plies);
        self.clocks.back_to(plies);
        self.told = None;
        self.ending = None;
        self.addressed = None;
        self.changed(now);
        self.tell(Event::TakenBack { turns: plies });
        Ok(())
    }

    fn look(&mut self, viewer: Viewer, ply: usize) -> Result<(), String> {
        let scene = self
            .scene(ply)
            .ok_or_else(|| format!("Only {} turns have been played", self.record.moves().len()))?;
        let scene = Box::new(scene);
        self.outbox.letters.push((viewer, Told::Scene { scene }));
        Ok(())
    }

    /// Another bot takes over a bot's seat.
    fn replace(&mut self, own: &[Side], seat: SeatNumber, spec: &str, now: Moment) -> Result<(), String> {
        if own.is_empty() && self.has_person() {
            return Err(WATCHING.to_owned());
        }
        let side = Side::BOTH.into_iter().find(|side| number(*side) == seat);
        let side = side.ok_or_else(|| format!("this table has no seat {}", seat.0))?;
        let spec = BotSpec::read(R::GAME, spec).map_err(|error| error.to_string())?;
        let fresh = Mind::new(spec, setup(self.seed, self.hash, side));
        let place = &mut self.seats[side.index()];
        let Some(mind) = &mut place.mind else {
            return Err("a person sits there".to_owned());
        };
        let closed = mind.dismiss();
        self.outbox.jobs.extend(closed);
        place.mind = Some(fresh);
        place.own = None;
        place.failed = false;
        self.addressed = None;
        self.changed(now);
        self.tell(Event::Seated { seat });
        Ok(())
    }

    /// Somebody goes by another name; a name that stands already changes nothing.
    fn rename(&mut self, own: &[Side], seat: SeatNumber, name: String, now: Moment) -> Result<(), String> {
        self.speaker(own)?;
        let side = own.iter().find(|side| number(**side) == seat).ok_or(NOT_YOUR_SEAT)?;
        let given = &mut self.seats[side.index()].given;
        if given.as_ref() != Some(&name) {
            *given = Some(name);
            self.touched = now;
            self.outbox.unsaved = true;
            self.tell(Event::Renamed { seat });
        }
        Ok(())
    }

    /// The side a wish is made for: the one to move if the viewer speaks for it.
    fn speaker(&self, own: &[Side]) -> Result<Side, String> {
        let turn = self.record.turn();
        let first = own.first().copied().ok_or(WATCHING)?;
        Ok(if own.contains(&turn) { turn } else { first })
    }

    fn check_running(&self) -> Result<(), String> {
        if self.is_over() {
            Err(words(Refusal::GameOver))
        } else {
            Ok(())
        }
    }

    /// A game whose end only its sheet knows accepts no move, nor one whose other player has not come yet.
    fn check_playable(&self) -> Result<(), String> {
        if self.told.is_some() {
            Err(R::OVER.to_owned())
        } else if Side::BOTH.into_iter().any(|side| self.is_free(side)) {
            Err("Wait for the other player: nobody sits there yet".to_owned())
        } else {
            Ok(())
        }
    }

    /// The draw that can be claimed now, in words.
    pub(super) fn claim(&self) -> Option<String> {
        let running = !self.is_over();
        self.record
            .claim()
            .filter(|_| running)
            .map(|Claim(reason)| reason.to_string())
    }
}

pub(super) const WATCHING: &str = "you are watching this game";
pub(super) const NOT_YOUR_SEAT: &str = "somebody else sits there";

fn words(refusal: Refusal) -> String {
    refusal.to_string()
}
