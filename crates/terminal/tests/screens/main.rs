//! The terminal hall through its real door: key scripts on a real hall, looked at in cells.

mod arena;
mod crash;
mod journeys;
mod live;
mod moves;
mod pictures;
mod player;
mod styles;
