//! The engine's checksum: `threefold bench` must count what the newest commit that names a number says.

use std::{path::Path, process::Command};

use anyhow::{Context, bail};

/// Runs the bench of `program` against the history; returns whether there was a number to check.
pub(crate) fn run(program: &Path) -> anyhow::Result<bool> {
    let log = Command::new("git")
        .args(["log", "--grep=^Bench: [0-9]", "--max-count=1", "--format=%B"])
        .output();
    let named = log.ok().and_then(|log| number(&String::from_utf8_lossy(&log.stdout)));
    let Some(named) = named else {
        println!("no commit names a number (not a checkout of the repository, or not a whole one)");
        return Ok(false);
    };
    let output = Command::new(program)
        .arg("bench")
        .output()
        .context("the program cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let counted = text
        .lines()
        .last()
        .and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    if counted != Some(named) {
        bail!(
            "threefold bench says '{}', but the newest commit that names a number says Bench: {named}; a commit that \
             changes how the engine plays names the new number",
            text.trim()
        );
    }
    println!("threefold bench counts {named} nodes, as the history says");
    Ok(true)
}

/// The last number a message names.
fn number(message: &str) -> Option<u64> {
    message
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("Bench: ")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_read_from_its_own_line() {
        assert_eq!(
            number("engine: more\n\nBench: 123 was before\n\nBench: 4567\n"),
            Some(4567)
        );
        assert_eq!(number("engine: Bench: 12"), None);
        assert_eq!(number(""), None);
    }
}
