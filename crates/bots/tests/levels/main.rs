//! What Easy, Medium and Hard guarantee, tested from outside.

#![expect(clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod asking;
mod behaviour;
#[path = "../clocks/clocks.rs"]
mod clocks;
mod easy;
mod endings;
mod evaluation;
mod retrograde;
mod search;
mod specs;
mod suites;
mod time;
