//! Threefold in a terminal.
//!
//! This crate contains screens, keys, the mouse, boards in cells, themes and the player's files. [`App`] is the program
//! without a terminal; [`run`] runs it in one.
//!
//! It contains no rules: a view of the host lists the legal moves, and commands are sent to a table. Turn games come
//! from the registry of the host it is given.

mod app;
mod canvas;
mod config;
mod context;
mod folders;
mod form;
mod game_file;
mod glyphs;
mod hidden;
mod keys;
mod look;
mod offered;
mod opening;
mod players;
mod remembered;
mod remote;
mod run;
mod screens;
mod setups;
mod slash;
mod statistics;
mod status;
mod theme;
mod training;
mod visit;
mod widgets;

pub use app::App;
pub use config::{Bell, Config, Motion, Preferences, check_config};
pub use context::{AppContext, AppEvent, Effect, Storage};
pub use folders::Folders;
pub use game_file::{FileProgress, GameFile};
pub use glyphs::GlyphSet;
pub use opening::{NewGame, Opening};
pub use players::{LocalPlayer, LocalPlayers};
pub use remembered::Remembered;
pub use remote::{ChatCommand, Deliver, RemoteCommand, RemoteHandle, RemoteLine, RemoteTable};
pub use run::{RunError, Stage, run};
pub use theme::{depth::Depth, file::check_theme};
pub use visit::{ChatLine, ChatMessage, TableMessage, TableView};
