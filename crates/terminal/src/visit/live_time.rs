//! The time at a live table between two frames, and where pieces are by then.

use std::time::Instant;

use host::{LiveFrame, LivePiece, Phase, Place};

use super::{LiveKind, Visit};

/// A moment of a live game, in thousandths of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time(pub(crate) u64);

/// The rules of Kung Fu Chess fix it: docs/kungfu.md.
const TICKS_PER_SECOND: u64 = 30;

/// The side of a square in the unit of [`Place::Flying`].
pub(crate) const SQUARE: i32 = 60;

impl Visit<LiveKind> {
    /// Milliseconds until time begins to run.
    pub(crate) fn countdown(&self, now: Instant) -> Option<u64> {
        let frame = &self.view()?.frame;
        let until = frame.since.filter(|_| frame.phase == Phase::Countdown)?;
        Some(until.0.saturating_sub(frame.now.0 + self.age(now).as_millis() as u64))
    }

    /// The time in the game.
    pub(crate) fn time(&self, now: Instant) -> Time {
        let Some(frame) = self.view().map(|view| &view.frame) else {
            return Time(0);
        };
        let gone = self.age(now).as_millis() as u64;
        let running = frame
            .since
            .map_or(0, |since| (frame.now.0 + gone).saturating_sub(since.0));
        Time(u64::from(frame.tick) * 1_000 + running * TICKS_PER_SECOND)
    }
}

impl Time {
    /// The moment of a tick.
    pub(crate) const fn of(tick: u32) -> Time {
        Time(tick as u64 * 1_000)
    }

    /// The last tick that has passed.
    pub(crate) const fn tick(self) -> u32 {
        (self.0 / 1_000) as u32
    }

    /// Minutes and seconds, as a clock shows them.
    pub(crate) fn clock(self) -> String {
        let seconds = self.0 / 1_000 / TICKS_PER_SECOND;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// Later by so many milliseconds.
    #[must_use]
    pub(crate) const fn after(self, milliseconds: u64) -> Time {
        Time(self.0 + milliseconds * TICKS_PER_SECOND)
    }

    /// Where a piece is, by file and rank in sixtieths of a square: between two frames it glides on.
    pub(crate) fn place(self, piece: &LivePiece) -> [i32; 2] {
        match piece.place {
            Place::Standing { square, .. } => [square.file, square.rank].map(|at| i32::from(at) * SQUARE),
            Place::Flying { at } => at,
            Place::Moving {
                from,
                since,
                step,
                ticks,
                to,
            } => {
                let gone = self.0.saturating_sub(Time::of(since).0) as i64;
                let done = (gone * i64::from(SQUARE) / (i64::from(ticks.max(1)) * 1_000)) as i32;
                let whole = to.map(|to| {
                    let files = i32::from(to.file.abs_diff(from.file)) / i32::from(step[0].unsigned_abs().max(1));
                    let ranks = i32::from(to.rank.abs_diff(from.rank)) / i32::from(step[1].unsigned_abs().max(1));
                    files.max(ranks) * SQUARE
                });
                let done = whole.map_or(done, |whole| done.min(whole));
                let at = |from: u8, step: i8| i32::from(from) * SQUARE + i32::from(step) * done;
                [at(from.file, step[0]), at(from.rank, step[1])]
            }
        }
    }

    /// Ticks that a piece still rests.
    pub(crate) fn rest(self, piece: &LivePiece) -> u32 {
        match piece.place {
            Place::Standing { rests: Some(until), .. } => until.saturating_sub(self.tick()),
            Place::Standing { rests: None, .. } | Place::Moving { .. } | Place::Flying { .. } => 0,
        }
    }
}

/// Whether something in a frame goes on by itself, and how soon it shows.
pub(crate) fn next_motion(frame: &LiveFrame) -> Option<u64> {
    let moving = |piece: &LivePiece| matches!(piece.place, Place::Moving { .. });
    let resting = |piece: &LivePiece| matches!(piece.place, Place::Standing { rests: Some(_), .. });
    match frame.phase {
        Phase::Countdown => Some(100),
        Phase::Running if frame.pieces.iter().any(moving) => Some(1_000 / TICKS_PER_SECOND),
        Phase::Running if frame.pieces.iter().any(resting) => Some(100),
        Phase::Running => Some(500),
        Phase::Waiting | Phase::Paused | Phase::Over => None,
    }
}

#[cfg(test)]
mod tests {
    use play::{Army, PieceKind, Square};

    use super::*;

    fn piece(place: Place) -> LivePiece {
        LivePiece {
            id: 0,
            army: Army::Ivory,
            kind: PieceKind::Knight,
            place,
        }
    }

    #[test]
    fn pieces_glide_and_stop_where_they_are_known_to_stop() {
        let from: Square = "e2".parse().unwrap();
        let along = |to| {
            piece(Place::Moving {
                from,
                since: 10,
                step: [0, 1],
                ticks: 6,
                to,
            })
        };
        let known = along("e4".parse().ok());
        assert_eq!(Time::of(5).place(&known), [240, 60], "it has not left yet");
        assert_eq!(Time::of(13).place(&known), [240, 90]);
        assert_eq!(Time(13_500).place(&known), [240, 95]);
        assert_eq!(Time::of(30).place(&known), [240, 180]);
        assert_eq!(Time::of(30).place(&along(None)), [240, 260]);
        let leap = piece(Place::Moving {
            from,
            since: 0,
            step: [1, 2],
            ticks: 12,
            to: "f4".parse().ok(),
        });
        assert_eq!(Time::of(6).place(&leap), [270, 120]);
        assert_eq!(Time::of(99).place(&leap), [300, 180]);
    }

    #[test]
    fn a_clock_shows_minutes_and_seconds() {
        assert_eq!(Time::of(0).clock(), "0:00");
        assert_eq!(Time::of(30 * 75).clock(), "1:15");
    }
}
