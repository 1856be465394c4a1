//! The server through its real doors: requests and sockets.

mod accounts;
mod addresses;
mod asleep;
mod attacks;
mod client;
mod games;
mod guests;
mod killed;
mod killed_live;
mod listeners;
mod live;
mod mutants;
mod own_games;
mod stored;
mod strangers;
mod traffic;
#[cfg(target_os = "linux")]
mod unread;
