//! The turn games of Threefold, in one registry.
//!
//! This crate knows which turn games there are and joins each with its bots; hosting, matches and front ends are given
//! the registry and name no game. A new game is added here and nowhere above: see `docs/add-a-game.md`. It leaves out
//! everything else: rules are in the games' crates, and Kung Fu Chess, which has no turns, has a host of its own.

use bots::{ChessBots, RansomBots};
use play::Registry;

/// All turn games, in the order in which people are offered them.
pub fn registry() -> Registry {
    Registry::new().with(ChessBots).with(RansomBots)
}
