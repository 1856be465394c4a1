//! The hall in a terminal.
//!
//! It knows screens, keys, the mouse, boards in cells, themes and the player's files. [`App`] is the program without a
//! terminal: what happens goes in, pictures come out; [`run`] puts it into one.
//!
//! It leaves out every rule: what can be played stands in a [`hall::View`], what is wished for is sent to a table.

mod app;
mod canvas;
mod command;
mod config;
mod folders;
mod glyphs;
mod house;
mod keys;
mod look;
mod opening;
mod run;
mod screens;
mod theme;
mod visit;
mod widgets;

pub use app::App;
pub use config::{Config, Motion, Wardrobe};
pub use folders::Folders;
pub use glyphs::GlyphSet;
pub use house::{Effect, Happening, House};
pub use opening::Opening;
pub use run::{RunError, Stage, run};
pub use theme::depth::Depth;
