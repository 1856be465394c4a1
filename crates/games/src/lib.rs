//! The turn games of Threefold, in one registry.
//!
//! This crate lists the turn games and their bots. Hosting, matches and front ends receive the registry and name no
//! game. A new game is added only here: see `docs/add-a-game.md`. The rules are in the crates of the games. Kung Fu
//! Chess has no turns and is not in the registry.

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
