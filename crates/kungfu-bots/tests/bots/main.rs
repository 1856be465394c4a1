//! What the bots of Kung Fu Chess guarantee.

mod arrivals;
mod blunders;
mod hidden;
mod pace;
mod scenes;
mod specs;
mod stale;
mod tables;
