//! The server from outside: HTTP requests and sockets.

mod accounts;
mod addresses;
mod asleep;
mod attacks;
mod challenges;
mod chat;
mod client;
mod games;
mod guests;
mod killed;
mod killed_live;
mod listeners;
mod live;
mod mutants;
mod own_games;
mod pairing;
mod presence;
mod shared_links;
#[cfg(target_os = "linux")]
mod sign_ins;
mod stored;
mod strangers;
mod traffic;
#[cfg(target_os = "linux")]
mod unread;
