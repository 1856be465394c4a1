//! The one test command.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::Stdio,
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo, cargo_command, checksum, cluster, layers, python, tmux, web};

/// Formatting, lints, layers, then every test, with the counts at the end.
pub(crate) fn run() -> anyhow::Result<()> {
    step("formatting", || {
        cargo(&["fmt", "--all", "--check"]).context("run cargo fmt (rustup component add rustfmt if it is missing)")
    })?;
    step("lints", || {
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ])
        .context("clippy is not content (rustup component add clippy if it is missing)")
    })?;
    step("layers", layers::run)?;
    let tmux = step("tmux", tmux::ready);
    step("PostgreSQL", || {
        cluster::install();
        Ok(())
    })?;
    let mut counts = step("tests", || {
        tests(&["test", "--workspace", "--all-features", "--no-fail-fast"])
    })?;
    if let Err(error) = tmux {
        eprintln!("{error:#}");
        counts.broken = true;
    }
    let program = program()?;
    let elsewhere = [
        step("python-chess", || python::run(&program)),
        step("the browser page", || web::run(&program)),
    ];
    for group in elsewhere {
        match group {
            Ok(passed) => counts.passed += passed,
            Err(error) => {
                eprintln!("{error:#}");
                counts.broken = true;
            }
        }
    }
    match step("several nodes", || cluster::quick(&program)) {
        Ok(true) => counts.passed += 1,
        Ok(false) => counts.skipped += 1,
        Err(error) => {
            eprintln!("{error:#}");
            counts.failed += 1;
        }
    }
    match step("checksum of the engine", || checksum::run(&program)) {
        Ok(true) => counts.passed += 1,
        Ok(false) => counts.skipped += 1,
        Err(error) => {
            eprintln!("{error:#}");
            counts.failed += 1;
        }
    }
    println!(
        "{} passed, {} failed, {} skipped",
        counts.passed, counts.failed, counts.skipped
    );
    if counts.failed > 0 || counts.broken {
        bail!("not every test passed");
    }
    if counts.passed == 0 {
        bail!("no test was run");
    }
    Ok(())
}

fn step<T>(name: &str, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    println!("== {name}");
    // What follows comes from other processes; this line must stand before it.
    std::io::stdout().flush()?;
    work()
}

/// The binary that the tests have been run with.
pub(crate) fn program() -> anyhow::Result<PathBuf> {
    built("threefold")
}

/// A binary with the features that the tests have been run with.
pub(crate) fn built(name: &str) -> anyhow::Result<PathBuf> {
    // The same features as in the tests, so that nothing is compiled twice.
    let arguments = [
        "build",
        "--workspace",
        "--all-features",
        "--bin",
        name,
        "--message-format",
        "json",
    ];
    let output = cargo_command(&arguments).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    let artifacts = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    for artifact in artifacts {
        let artifact = artifact.context("cargo's messages cannot be read")?;
        if artifact["target"]["name"] == name
            && let Some(path) = artifact["executable"].as_str()
        {
            return Ok(path.into());
        }
    }
    bail!("cargo names no program")
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
    /// Cargo itself says that something failed.
    broken: bool,
}

/// Runs tests, passes their output on and adds up what they say.
fn tests(arguments: &[&str]) -> anyhow::Result<Counts> {
    let mut child = cargo_command(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo cannot be started")?;
    let output = child.stdout.take().context("the output of cargo is not there")?;
    let mut counts = Counts::default();
    for line in BufReader::new(output).lines() {
        let line = line?;
        counts.add(&line);
        println!("{line}");
    }
    counts.broken = !child.wait()?.success();
    Ok(counts)
}

impl Counts {
    /// Adds a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        for part in result.split([';', '.']) {
            match *part.split_whitespace().collect::<Vec<_>>().as_slice() {
                [count, "passed"] => self.passed += count.parse().unwrap_or(0),
                [count, "failed"] => self.failed += count.parse().unwrap_or(0),
                [count, "ignored"] => self.skipped += count.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 9 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.68s",
        ] {
            counts.add(line);
        }
        let expected = Counts {
            passed: 12,
            failed: 2,
            skipped: 1,
            broken: false,
        };
        assert_eq!(counts, expected);
    }
}
