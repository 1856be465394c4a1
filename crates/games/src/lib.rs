//! The turn games of Threefold, in one registry.
//!
//! This crate knows which turn games there are and joins each with its bots; hosting, matches and front ends are given
//! the registry and name no game. A new game is added here and nowhere above: see `docs/add-a-game.md`. It leaves out
//! everything else: rules are in the games' crates, and Kung Fu Chess, which has no turns, has a host of its own.

pub use bots::OfferedModel;
use bots::{ChessBots, RansomBots, WithModels};
use play::Registry;

/// All turn games, in the order in which people are offered them.
pub fn registry() -> Registry {
    registry_with(&[])
}

/// All turn games with models that are offered by name, each at the game it plays.
pub fn registry_with(models: &[OfferedModel]) -> Registry {
    Registry::new()
        .with(WithModels::new(ChessBots, models))
        .with(WithModels::new(RansomBots, models))
}
