//! A replay of a finished game: any moment, at several speeds, from capture to capture.
//!
//! The screen requests a tick from the table and animates pieces from there until the next event, then requests again.

use std::time::Instant;

use host::{LiveCommand, Phase, ReplayFrame};

use super::{LiveControls, LiveMode};
use crate::{
    keys::Action,
    screens::{Step, Touch},
    visit::Time,
};

/// Speeds in percent.
const SPEEDS: [u64; 5] = [25, 50, 100, 200, 400];

/// Where the player is in a finished game.
pub(super) struct Replay {
    pub(super) at: Time,
    pub(super) state: State,
    opener: Opener,
    /// Which of [`SPEEDS`].
    speed: usize,
    /// When `at` was so.
    since: Option<Instant>,
    /// The moment that the table sent last.
    pub(super) shown: Option<ReplayFrame>,
    /// The tick that was last asked for.
    asked: Option<u32>,
}

/// What is shown when a replay is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    /// The table at which the game was played.
    Table,
    /// A list of games.
    List,
}

/// Whether it goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Playing,
    Standing,
}

impl Replay {
    const fn new(opener: Opener) -> Self {
        Replay {
            opener,
            at: Time::of(0),
            state: State::Playing,
            speed: 2,
            since: None,
            shown: None,
            asked: None,
        }
    }

    /// Milliseconds until the picture changes.
    pub(super) fn next_motion(&self) -> Option<u64> {
        (self.state == State::Playing).then_some(33)
    }

    /// The speed in words.
    pub(super) fn speed_words(&self) -> String {
        format!("{} %", SPEEDS[self.speed])
    }

    pub(super) fn ticks(&self) -> u32 {
        self.shown.as_ref().map_or(0, |shown| shown.ticks)
    }

    fn captures(&self) -> &[u32] {
        self.shown.as_ref().map_or(&[], |shown| &shown.captures)
    }

    fn go_to(&mut self, tick: u32) {
        self.at = Time::of(tick.min(self.ticks()));
        self.since = None;
    }
}

impl LiveMode {
    pub(super) fn begin_replay(&mut self, opener: Opener, controls: &mut LiveControls) {
        if Self::frame(controls).is_some_and(|frame| frame.phase == Phase::Over) {
            self.unchoose();
            controls.cursor = None;
            self.replay = Some(Replay::new(opener));
            self.ask_for(0, controls);
        } else {
            controls.refuse("The replay opens when the game is over.");
        }
    }

    /// Takes the keys of a replay; the rest is the screen's.
    pub(super) fn act_in_replay(&mut self, action: Action, controls: &mut LiveControls) -> Option<Step> {
        let replay = self.replay.as_mut()?;
        let tick = replay.at.tick();
        match action {
            Action::Enter => {
                replay.state = match replay.state {
                    State::Playing => State::Standing,
                    State::Standing => State::Playing,
                };
                if replay.state == State::Playing && tick >= replay.ticks() {
                    replay.go_to(0);
                }
                replay.since = None;
            }
            Action::Left => replay.go_to(tick.saturating_sub(30)),
            Action::Right => replay.go_to(tick + 30),
            Action::Up => replay.speed = (replay.speed + 1).min(SPEEDS.len() - 1),
            Action::Down => replay.speed = replay.speed.saturating_sub(1),
            Action::First => replay.go_to(0),
            Action::Last => replay.go_to(u32::MAX),
            Action::Earlier => {
                // A little before the capture, so that it can be seen.
                let before = replay.captures().iter().rev().find(|&&capture| capture < tick);
                let before = before.copied().unwrap_or(0);
                replay.go_to(before.saturating_sub(LEAD));
            }
            Action::Later => {
                let after = replay.captures().iter().find(|&&capture| capture > tick + LEAD);
                let after = after.map_or(replay.ticks(), |capture| capture - LEAD.min(*capture));
                replay.go_to(after);
            }
            Action::Back => {
                let opener = replay.opener;
                self.replay = None;
                return Some(match opener {
                    Opener::Table => Step::Stay,
                    Opener::List => Step::Back,
                });
            }
            _ => return None,
        }
        self.seek(controls);
        Some(Step::Stay)
    }

    /// The wheel goes through the game by seconds, the bar leads to any moment.
    pub(super) fn touch_in_replay(&mut self, touch: Touch, controls: &mut LiveControls) {
        if let Some(replay) = &mut self.replay {
            let tick = replay.at.tick();
            replay.go_to(match touch {
                Touch::Earlier => tick.saturating_sub(30),
                Touch::Later => tick + 30,
                Touch::Moment(tick) => tick,
                Touch::Press(_) | Touch::Release(_) | Touch::Ply(_) => return,
            });
        }
        self.seek(controls);
    }

    /// Time has passed: the replay goes on, and the table is asked where something happens.
    pub(super) fn replay_on(&mut self, controls: &mut LiveControls, now: Instant) {
        let Some(replay) = &mut self.replay else {
            return;
        };
        if replay.state == State::Standing || replay.shown.is_none() {
            return;
        }
        if let Some(since) = replay.since {
            let gone = now.saturating_duration_since(since).as_millis() as u64;
            replay.at = replay.at.after(gone * SPEEDS[replay.speed] / 100);
        }
        replay.since = Some(now);
        if replay.at >= Time::of(replay.ticks()) {
            replay.at = Time::of(replay.ticks());
            replay.state = State::Standing;
        }
        self.seek(controls);
    }

    /// Asks for the moment, unless what is shown glides there by itself.
    fn seek(&mut self, controls: &mut LiveControls) {
        let Some(replay) = &self.replay else { return };
        let tick = replay.at.tick();
        let is_near = replay.shown.as_ref().is_some_and(|shown| {
            let next = shown.next.unwrap_or(u32::MAX);
            (shown.frame.tick..next).contains(&tick)
        });
        if !is_near && replay.asked != Some(tick) {
            self.ask_for(tick, controls);
        }
    }

    fn ask_for(&mut self, tick: u32, controls: &mut LiveControls) {
        if let Some(replay) = &mut self.replay {
            replay.asked = Some(tick);
        }
        controls.visit.send_own(LiveCommand::Seek { tick });
    }
}

/// Ticks shown before a capture.
const LEAD: u32 = 15;
