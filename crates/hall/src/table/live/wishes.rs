//! What viewers wish for at a table without turns, granted or refused with words.

use kungfu::{Command, PieceId, Player, Players, Refusal, Replay, Sight, Slot, Tick};
use play::Moment;

use super::{LiveTable, course::Course, number, picture::square_of};
use crate::{
    Asked, Input, LiveEvent, Replayed, Square, Told,
    table::{Viewer, wishes::WATCHING},
};

impl LiveTable {
    /// A wish of a viewer, which comes at the tick that is due by now.
    pub(crate) fn input(&mut self, viewer: Viewer, input: Input, now: Moment) -> Result<(), String> {
        self.advance(now);
        match input {
            Input::Command { piece, to } => self.command(viewer, piece, to),
            Input::Move { from, to, .. } => self.move_from(viewer, from, to),
            Input::Typed { text } => {
                let (from, to) = read_squares(&text).ok_or_else(|| {
                    let text: String = text.chars().take(20).collect();
                    format!("'{text}' is not two squares, such as e2e4")
                })?;
                self.move_from(viewer, from, to)
            }
            Input::Choices { piece } => self.choices(viewer, piece),
            Input::Cancel { piece } => self.cancel(viewer, piece),
            Input::Resign => self.resign(viewer, now),
            Input::Offer { what: Asked::Draw } | Input::Answer { yes: true } => self.offer_draw(viewer, now),
            Input::Answer { yes: false } => Err("An offer stands; nobody has to answer it".to_owned()),
            Input::Offer { what: Asked::Rematch } => self.offer_rematch(viewer),
            Input::Pause { on } => self.pause(viewer, on, now),
            Input::Ready => self.make_ready(viewer, now),
            Input::Seek { tick } => self.seek(viewer, Tick(tick), now),
            Input::Replace { seat, spec } => {
                self.speaker(viewer)?;
                self.replace(seat, &spec, now)
            }
            Input::Rename { seat, name } => {
                let player = self.speaker(viewer)?;
                self.rename(player, seat, name, now)
            }
            Input::Offer { what: Asked::Undo }
            | Input::Undo
            | Input::Look { .. }
            | Input::Hint
            | Input::Listen { .. }
            | Input::Review => Err("That is for games with turns".to_owned()),
        }
    }

    /// Sends a piece somewhere.
    fn command(&mut self, viewer: Viewer, piece: u16, to: Square) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        self.check_running()?;
        let piece = self.piece(piece)?;
        let rows = i32::from(self.bout.game().field().board().size());
        let command = Command::new(piece, rows - 1 - i32::from(to.rank), i32::from(to.file));
        let answer = self.bout.submit(player, command).map_err(words)?;
        self.accepted(player, answer);
        // What a person did is worth a write; what bots do goes with the next.
        self.outbox.unsaved = true;
        Ok(())
    }

    /// Sends the viewer's piece that stands on a square.
    fn move_from(&mut self, viewer: Viewer, from: Square, to: Square) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        self.check_running()?;
        let field = self.bout.game().field();
        let on = |slot: &Slot| {
            let piece = field.get(*slot);
            piece.stands() && square_of(field.board(), piece.square) == from
        };
        let Some(slot) = field.living().find(on) else {
            // Their own piece that has just left, comes by or will be there is the one that is meant.
            let meant = field.moving().find(|slot| {
                let piece = field.get(*slot);
                let goal = piece.motion().map(|motion| motion.destination(piece.square));
                let mut squares = goal.into_iter().chain([field.spot(*slot).nearest()]);
                piece.player() == player && squares.any(|square| square_of(field.board(), square) == from)
            });
            return Err(match meant {
                Some(slot) => words(Refusal::Moving {
                    kind: field.get(slot).kind,
                }),
                None => format!("Nothing stands on {from}."),
            });
        };
        let piece = field.get(slot);
        if piece.player() != player {
            return Err(words(Refusal::NotYours { kind: piece.kind }));
        }
        self.command(viewer, slot.index() as u16, to)
    }

    /// Tells where a piece could go as far as its owner can see.
    fn choices(&mut self, viewer: Viewer, piece: u16) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        let game = self.bout.game();
        let slot = game.field().find(self.piece(piece)?).ok_or_else(no_piece)?;
        let mut squares = Vec::new();
        let board = game.field().board();
        Sight::of_player(game, player).choices(slot, &mut |square| squares.push(square_of(board, square)));
        self.outbox.letters.push((viewer, Told::Squares { piece, squares }));
        Ok(())
    }

    fn cancel(&mut self, viewer: Viewer, piece: u16) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        let piece = self.piece(piece)?;
        self.bout.forget(player, piece).map_err(words)?;
        self.outbox.changed = true;
        self.outbox.unsaved = true;
        Ok(())
    }

    fn resign(&mut self, viewer: Viewer, now: Moment) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        self.check_begun()?;
        let before = *self.bout.game().field();
        let mut events = Vec::new();
        self.bout
            .resign(player, &mut |event| events.push(event))
            .map_err(words)?;
        self.done(&events, &before, now);
        Ok(())
    }

    fn offer_draw(&mut self, viewer: Viewer, now: Moment) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        self.check_begun()?;
        let before = *self.bout.game().field();
        let mut events = Vec::new();
        self.bout
            .offer_draw(player, &mut |event| events.push(event))
            .map_err(words)?;
        self.tell(LiveEvent::Offered {
            by: number(player),
            what: Asked::Draw,
        });
        self.done(&events, &before, now);
        Ok(())
    }

    /// What resigning and offering have in common: it is told, kept, and may end the game.
    fn done(&mut self, events: &[kungfu::Event], before: &kungfu::Field, now: Moment) {
        for event in events {
            self.notice(event);
            self.tell_event(event, before);
        }
        self.outbox.unsaved = true;
        self.finish_if_over(now);
    }

    fn offer_rematch(&mut self, viewer: Viewer) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        if !self.is_over() {
            return Err("The game is not over yet".to_owned());
        }
        self.again = self.again.with(player);
        let what = Asked::Rematch;
        self.tell(LiveEvent::Offered {
            by: number(player),
            what,
        });
        if self.people().minus(self.again) == Players::NONE {
            self.tell(LiveEvent::Agreed { what });
        }
        Ok(())
    }

    fn pause(&mut self, viewer: Viewer, on: bool, now: Moment) -> Result<(), String> {
        if self.is_over() {
            return Err(words(Refusal::NotRunning));
        }
        if !self.may_pause(self.speaks_for(viewer)) {
            return Err("Only a game against bots can be paused".to_owned());
        }
        self.course = match (self.course, on) {
            (Course::Runs { .. }, true) => {
                self.outbox.unsaved = true;
                Course::Paused
            }
            (Course::Paused, false) => Course::Runs {
                since: now,
                tick: self.bout.game().tick_count(),
            },
            (Course::Waiting | Course::Countdown { .. }, true) => return Err(NOT_BEGUN.to_owned()),
            (same, _) => same,
        };
        self.outbox.changed = true;
        Ok(())
    }

    /// Nobody but bots has to wait: the one person may stop time, or whoever watches bots.
    pub(super) fn may_pause(&self, player: Option<Player>) -> bool {
        match self.people().count() {
            0 => true,
            1 => player.is_some(),
            _ => false,
        }
    }

    fn make_ready(&mut self, viewer: Viewer, now: Moment) -> Result<(), String> {
        let player = self.speaker(viewer)?;
        self.chair_mut(player).ready = true;
        self.tell(LiveEvent::Seated { seat: number(player) });
        self.settle(now);
        Ok(())
    }

    /// Tells how a finished game was at a tick.
    fn seek(&mut self, viewer: Viewer, tick: Tick, now: Moment) -> Result<(), String> {
        if !self.is_over() {
            return Err("The replay opens when the game is over".to_owned());
        }
        if self.replay.is_none() {
            let replay = Replay::new(self.bout.record().clone()).map_err(|error| error.to_string())?;
            self.replay = Some(replay);
        }
        let Some(replay) = &self.replay else {
            return Ok(());
        };
        let game = replay.at(tick);
        let replayed = Replayed {
            frame: self.frame_of(&game, &Sight::afterwards(&game), now),
            next: replay.next_change(game.tick_count()).map(|tick| tick.0),
            ticks: replay.record().ticks.0,
            captures: replay.captures().iter().map(|tick| tick.0).collect(),
        };
        let replayed = Box::new(replayed);
        self.outbox.letters.push((viewer, Told::Replayed { replayed }));
        Ok(())
    }

    fn speaker(&self, viewer: Viewer) -> Result<Player, String> {
        self.speaks_for(viewer).ok_or_else(|| WATCHING.to_owned())
    }

    /// Whether time has begun to run, now or before.
    pub(super) const fn has_begun(&self) -> bool {
        matches!(self.course, Course::Runs { .. } | Course::Paused) || self.bout.game().tick_count().0 > 0
    }

    fn check_begun(&self) -> Result<(), String> {
        if self.has_begun() {
            Ok(())
        } else {
            Err(NOT_BEGUN.to_owned())
        }
    }

    fn check_running(&self) -> Result<(), String> {
        match self.course {
            _ if self.is_over() => Err(words(Refusal::NotRunning)),
            Course::Runs { .. } => Ok(()),
            Course::Paused => Err("The game is paused.".to_owned()),
            Course::Waiting | Course::Countdown { .. } => Err(NOT_BEGUN.to_owned()),
        }
    }

    fn piece(&self, number: u16) -> Result<PieceId, String> {
        let pieces = self.bout.record().start.pieces();
        pieces.get(usize::from(number)).copied().ok_or_else(no_piece)
    }
}

const NOT_BEGUN: &str = "The game has not begun yet.";

fn no_piece() -> String {
    words(Refusal::NoSuchPiece)
}

fn words(refusal: Refusal) -> String {
    refusal.to_string()
}

/// `e2e4`, `e2 e4`, `E2-E4`, `j12j10`.
fn read_squares(text: &str) -> Option<(Square, Square)> {
    let text = text.trim().to_lowercase();
    let second = text
        .char_indices()
        .skip(1)
        .find(|(_, letter)| letter.is_ascii_alphabetic())?
        .0;
    let (from, to) = text.split_at(second);
    let from = from.trim_end_matches([' ', '-', '→', 'x', '>']);
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_squares_are_read_as_people_type_them() {
        for text in ["e2e4", "e2 e4", " E2-E4 ", "e2→e4", "e2->e4"] {
            let (from, to) = read_squares(text).unwrap();
            assert_eq!((from.to_string(), to.to_string()), ("e2".to_owned(), "e4".to_owned()));
        }
        assert_eq!(read_squares("j12j10").unwrap().0.to_string(), "j12");
        for text in ["", "e2", "e4e", "Nf3", "e2e4e5", "e2e400", "ä2e4"] {
            assert_eq!(read_squares(text), None, "{text}");
        }
    }
}
