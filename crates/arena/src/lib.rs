//! Matches between bots, and what their results are worth.
//!
//! This crate knows how to play many games between several [`play::Bot`]s, fairly and reproducibly, and how to say
//! what the results mean: Elo with an interval, SPRT, ratings. It is generic over the rules; what belongs to one game
//! only (its files, its tablebases) is passed in. It leaves out screens and every rule.
//!
//! A [`Plan`] says who plays whom from which openings; [`Match::start`] plays it on worker threads and is at once the
//! stream of [`Event`]s, the [`Standing`] and the handle that pauses, steps and stops.

mod adjudication;
mod control;
mod game;
pub mod html;
mod openings;
mod plan;
mod running;
mod standing;
pub mod statistics;
mod worker;

pub use adjudication::{Adjudication, Oracle, Patience};
pub use control::{Alarm, Control, Leave};
pub use game::{GameReport, Turn};
pub use openings::{Opening, Openings};
pub use plan::{Detail, Format, Limits, Plan, PlanError, Player, Task};
pub use running::{Event, Match, MatchError, Quiet};
pub use standing::{Costs, Counted, Course, Distinct, Lengths, Placing, Progress, Spent, Standing};
