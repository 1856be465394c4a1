//! The one test command.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::Stdio,
    thread,
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{
    cargo, cargo_command, checksum, cluster, layers, licences, python,
    steps::{Outcome, Steps},
    tools, web,
};

/// What tests are compiled with; the program is built with the same features, so that nothing is compiled twice.
const ALL: [&str; 2] = ["--workspace", "--all-features"];

/// The examples that tests start; the others are compiled by the lints alone.
const EXAMPLES: [&str; 4] = ["node", "panic_on_stage", "server", "uci_fixture"];

/// Formatting, lints, layers, then every test, with the times and the counts at the end.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut steps = Steps::default();
    // Installing waits for the network and the disk; the processors compile meanwhile.
    let equipment = thread::spawn(equip);
    checks(&mut steps);
    steps.make("programs and packages (beside the steps before)", || {
        let equipped = equipment.join();
        equipped.map_err(|_| anyhow::anyhow!("the thread that installs failed"))??;
        Ok(Outcome::Passed(0))
    });
    steps.make("compiling the tests", || {
        let examples = EXAMPLES.iter().flat_map(|name| ["--example", name]);
        cargo(&["build"].into_iter().chain(ALL).chain(examples).collect::<Vec<_>>())?;
        cargo(&[&["test", "--no-run", "--tests"], &ALL[..]].concat())?;
        Ok(Outcome::Passed(0))
    });
    steps.make("tests", || {
        tests(&[&["test", "--no-fail-fast", "--tests"], &ALL[..]].concat())
    });
    steps.make("examples in the documentation", || {
        tests(&[&["test", "--no-fail-fast", "--doc"], &ALL[..]].concat())
    });
    let mut found = None;
    steps.make("the program", || {
        found = Some(program()?);
        Ok(Outcome::Passed(0))
    });
    if let Some(program) = found {
        steps.make("python-chess", || Ok(Outcome::Passed(python::run(&program)?)));
        steps.make("the browser page", || Ok(Outcome::Passed(web::run(&program)?)));
        steps.make("several nodes", || Ok(one_or_skipped(cluster::quick(&program)?)));
        steps.make("checksum of the engine", || {
            Ok(one_or_skipped(checksum::run(&program)?))
        });
    }
    conclude(&steps)
}

/// Installs what the tests need. Without `PostgreSQL` the tests of several nodes are skipped; the rest is required.
fn equip() -> anyhow::Result<()> {
    tools::provide(&[tools::TMUX]).context("the terminal is tested in tmux")?;
    if let Err(error) = tools::provide(&[tools::POSTGRES]) {
        println!("tests of several nodes will be skipped: {error:#}");
    }
    web::equip()
}

/// What a developer runs after every edit: the checks, and the tests that need no program besides this one and play no
/// long games.
pub(crate) fn quick() -> anyhow::Result<()> {
    let mut steps = Steps::default();
    checks(&mut steps);
    let quick = ["test", "--no-fail-fast", "--lib", "--bins"];
    steps.make("compiling the tests beside the code", || {
        cargo(&[&quick, &ALL[..], &["--no-run"]].concat())?;
        Ok(Outcome::Passed(0))
    });
    steps.make("tests beside the code", || tests(&[&quick, &ALL[..]].concat()));
    conclude(&steps)
}

/// What is known without running the program.
fn checks(steps: &mut Steps) {
    steps.make("formatting", || {
        cargo(&["fmt", "--all", "--check"]).context("run cargo fmt (rustup component add rustfmt if it is missing)")?;
        Ok(Outcome::Passed(0))
    });
    steps.make("layers", || layers::run().map(|()| Outcome::Passed(0)));
    steps.make("licences and sources", || licences::run().map(|()| Outcome::Passed(0)));
    steps.make("lints", || {
        cargo(&[&["clippy", "--all-targets"], &ALL[..], &["--", "-D", "warnings"]].concat())
            .context("clippy found something (rustup component add clippy if it is missing)")?;
        Ok(Outcome::Passed(0))
    });
}

/// Prints the table and the sums.
fn conclude(steps: &Steps) -> anyhow::Result<()> {
    println!("== times\n{steps}");
    let (passed, failed, skipped) = steps.counts();
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 {
        bail!("not every test passed");
    }
    if passed == 0 {
        bail!("no test was run");
    }
    Ok(())
}

fn one_or_skipped(done: bool) -> Outcome {
    if done { Outcome::Passed(1) } else { Outcome::Skipped }
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
    ignored: u64,
}

/// Runs tests, passes their output on and adds up what they say.
fn tests(arguments: &[&str]) -> anyhow::Result<Outcome> {
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
    let Counts {
        passed,
        failed,
        ignored,
    } = counts;
    if ignored > 0 {
        println!("{ignored} tests were ignored");
    }
    if child.wait()?.success() {
        return Ok(Outcome::Passed(passed));
    }
    // A test program that ends in the middle counts nothing, but cargo says that something failed.
    Ok(Outcome::Failed {
        passed,
        failed: failed.max(1),
    })
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
                [count, "ignored"] => self.ignored += count.parse().unwrap_or(0),
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
            ignored: 1,
        };
        assert_eq!(counts, expected);
    }
}
