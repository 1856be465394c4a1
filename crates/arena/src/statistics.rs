//! Statistics of results.
//!
//! Games are counted by [`Results`] for one pairing and by a [`CrossTable`] for many. From the counts follow the Elo
//! difference with its interval ([`Estimate`]), the sequential test that says when to stop ([`Sprt`]) and the ratings
//! of a field ([`ratings()`]). Everything here is arithmetic on counts: memory does not grow with the
//! number of games, nothing is read, written or timed, and the order in which games end does not matter.
//!
//! All intervals and margins have a confidence of 95 %.

mod bradley_terry;
mod cross_table;
mod elo;
mod fit;
mod pentanomial;
mod ratings;
mod results;
mod sprt;
mod sprt_state;

pub use cross_table::CrossTable;
pub use elo::{Estimate, elo_of_score, expected_score};
pub use pentanomial::{Pentanomial, Points};
pub use ratings::{Rating, ratings};
pub use results::Results;
pub use sprt::{Sprt, SprtError};
pub use sprt_state::{Hypothesis, SprtState};
