//! A tick, and what is told of it.

use kungfu::{Event, Kind, SQUARE, Slot, Square};
use play::Moment;

use super::{LiveTable, number, picture::square_of};
use crate::{LiveEvent, Told};

/// How often in the time of a square the place of a flying knight is told, for nobody else can work it out.
const GLIMPSES: u32 = 3;

impl LiveTable {
    /// Lets a tick pass.
    pub(super) fn tick(&mut self, now: Moment) {
        let before = *self.bout.game().field();
        let mut events = Vec::new();
        self.bout.tick(&mut |event| events.push(event));
        for event in &events {
            self.notice(event);
            self.tell_event(event, &before);
        }
        self.finish_if_over(now);
        let field = self.bout.game().field();
        let often = (field.speed().ticks_per_square() / GLIMPSES).max(1);
        let flies = |slot: Slot| field.get(slot).kind == Kind::Knight;
        if field.tick().0.is_multiple_of(often) && field.moving().any(flies) {
            self.outbox.changed = true;
        }
    }

    /// What has just been done may have ended the game.
    pub(super) fn finish_if_over(&mut self, now: Moment) {
        if self.is_over() {
            self.touched = now;
            self.outbox.unsaved = true;
            self.outbox.changed = true;
        }
    }

    /// Tells something that happened; `before` is the field in which captured pieces still lived.
    pub(super) fn tell_event(&mut self, event: &Event, before: &kungfu::Field) {
        let id = |slot: Slot| slot.index() as u16;
        let board = before.board();
        match *event {
            Event::Started(slot) => self.tell(LiveEvent::Started { piece: id(slot) }),
            Event::Dropped { slot, refusal } => self.tell_dropped(slot, refusal),
            Event::Captured { captor, captured } => {
                let words = self.capture_words(captor, captured, before);
                self.tell(LiveEvent::Captured {
                    piece: id(captured),
                    by: captor.map(id),
                    words,
                });
            }
            Event::Lost(slot) => {
                let words = format!("{} loses a castling rook.", self.side(before.get(slot).player()));
                let piece = id(slot);
                self.tell(LiveEvent::Captured { piece, by: None, words });
            }
            Event::Returned(slot) => self.tell(LiveEvent::Arrived {
                piece: id(slot),
                square: square_of(board, before.get(slot).square),
            }),
            Event::Arrived { slot, square } => self.tell(LiveEvent::Arrived {
                piece: id(slot),
                square: square_of(board, square),
            }),
            Event::Promoted(slot) => self.tell(LiveEvent::Promoted { piece: id(slot) }),
            Event::Woke(slot) => self.tell(LiveEvent::Woke { piece: id(slot) }),
            Event::Out(player) => {
                let words = format!("{} is out.", self.name(player));
                let seat = number(player);
                self.tell(LiveEvent::Out { seat, words });
            }
            Event::Ended(_) => self.tell(LiveEvent::Ended),
        }
    }

    /// Only whose premove it was hears that it came to nothing.
    fn tell_dropped(&mut self, slot: Slot, refusal: kungfu::Refusal) {
        let owner = self.bout.game().field().get(slot).player();
        let piece = slot.index() as u16;
        let desks = self.desks.iter().filter(|(_, player)| **player == Some(owner));
        let letters = desks.map(|(viewer, _)| {
            let words = refusal.to_string();
            (*viewer, Told::Dropped { piece, words })
        });
        let letters: Vec<_> = letters.collect();
        self.outbox.letters.extend(letters);
        self.outbox.changed = true;
    }

    fn capture_words(&self, captor: Option<Slot>, captured: Slot, before: &kungfu::Field) -> String {
        let victim = before.get(captured);
        let loser = self.side(victim.player());
        match captor {
            Some(captor) => {
                let taker = before.get(captor);
                let place = nearest(before, captured).name(before.board());
                let winner = self.side(taker.player());
                format!("{winner}'s {} takes {loser}'s {} on {place}.", taker.kind, victim.kind)
            }
            None if victim.kind == Kind::King => format!("{loser}'s king leaves the board."),
            None => format!("{loser}'s {} falls in a clash.", victim.kind),
        }
    }
}

/// The square that a piece is nearest to.
fn nearest(field: &kungfu::Field, slot: Slot) -> Square {
    let place = field.spot(slot);
    let near = |at: i32| (at + SQUARE / 2) / SQUARE;
    let square = field.board().square(near(place.row), near(place.col));
    square.unwrap_or(field.get(slot).square)
}
