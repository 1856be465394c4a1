//! The server through its real doors: requests and sockets.

mod attacks;
mod client;
mod games;
mod killed;
mod killed_live;
mod listeners;
mod live;
mod stored;
mod strangers;
mod traffic;
#[cfg(target_os = "linux")]
mod unread;
