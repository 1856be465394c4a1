//! What the tests of models share.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::{fs, path::PathBuf, time::Duration};

use models::Deadline;
use play::Watch;

/// The bytes of a file beside the tests.
pub fn data(name: &str) -> Vec<u8> {
    fs::read(path(name)).expect("the file is there")
}

/// Where a file beside the tests is.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// As long as a test may take.
pub fn deadline(watch: &dyn Watch) -> Deadline<'_> {
    Deadline {
        watch,
        until: Duration::from_mins(5),
        stop: None,
    }
}
