//! What the minds of Kung Fu Chess promise.

mod arrivals;
mod hidden;
mod pace;
mod scenes;
mod specs;
mod stale;
mod tables;
