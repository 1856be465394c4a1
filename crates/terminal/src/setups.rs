//! The forms of the program: new games of both kinds, a match between bots, and the settings.

mod arena;
mod guests;
mod live;
mod settings;
mod turn;

pub(crate) use arena::{ArenaSetup, MatchPlan, pace_words};
pub(crate) use guests::trial as guest_trial;
pub(crate) use live::LiveSetup;
pub(crate) use settings::SettingsForm;
pub(crate) use turn::{POSITION, START, START_POSITION, TurnSetup};
