//! Hosts with their real threads: games to the end, leaving, slow clients, lost lines, restarts, failing stores.

mod faults;
mod games;
mod gated;
mod lines;
mod nodes;
mod studies;
mod support;
mod thinking;
