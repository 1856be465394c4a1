//! Every numbered rule of `docs/kungfu.md` that is not a matter of data, each test citing its number.

mod blocking;
mod castling;
mod collisions;
mod commands;
mod results;
mod scene;
mod sight;
mod waiting;
