//! Damaged input for every reader of Threefold.
//!
//! A [`Target`] reads arbitrary bytes. It may refuse them, but must not panic or take long. Inputs are the files of
//! `fuzz/corpus` and [mutations](Mutator) of them. `cargo xtask fuzz --minutes N [TARGET]` runs for as long as asked;
//! the tests of this crate run a short, fixed part of the same. It needs no nightly compiler and so does not use
//! coverage; where cargo-fuzz is available, it would find more in the same time.

mod corpus;
mod mutate;
mod targets;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

pub use corpus::{Corpus, keep};
pub use mutate::Mutator;
pub use targets::{TARGETS, Target};

/// No input may take longer to read; a machine that does much else is slow, so this is generous.
pub const LONGEST: Duration = Duration::from_secs(10);

/// What is wrong with the reading of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It panicked with these words.
    Panic(String),
    /// It took so long.
    Slow(Duration),
}

/// Reads an input.
pub fn read(target: &Target, input: &[u8]) -> Result<(), Fault> {
    let since = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| (target.read)(input)));
    if let Err(panic) = done {
        let words = panic.downcast_ref::<&str>().map(ToString::to_string);
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        return Err(Fault::Panic(words.unwrap_or_default()));
    }
    let taken = since.elapsed();
    if taken > LONGEST {
        Err(Fault::Slow(taken))
    } else {
        Ok(())
    }
}
