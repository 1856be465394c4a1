//! The browser hall through its real doors: requests and sockets.

mod client;
mod games;
mod killed;
mod killed_live;
mod live;
mod strangers;
mod traffic;
#[cfg(target_os = "linux")]
mod unread;
