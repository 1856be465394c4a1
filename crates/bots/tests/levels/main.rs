//! What Easy, Medium and Hard promise, seen from outside.

#![expect(clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod asking;
mod easy;
mod endings;
mod evaluation;
mod manners;
mod retrograde;
mod search;
mod specs;
mod suites;
mod time;
