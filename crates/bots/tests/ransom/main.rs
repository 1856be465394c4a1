//! What the levels of Ransom guarantee, tested from outside.

#![expect(clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod asking;
#[path = "../clocks/clocks.rs"]
mod clocks;
mod endings;
mod evaluation;
mod levels;
mod search;
mod specs;
mod themes;
