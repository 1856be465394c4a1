//! What the minds of Kung Fu Chess promise.

mod arrivals;
mod hidden;
mod pace;
mod pool;
mod scenes;
mod specs;
mod tables;
