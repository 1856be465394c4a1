//! The one test command.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{
    cargo, cargo_command, checksum, cluster,
    jobs::{self, Job},
    layers, licences, python,
    steps::{Outcome, Steps},
    test_programs::{self, Counts},
    tools, web,
};

/// What tests are compiled with; the program is built with the same features, so that nothing is compiled twice.
const ALL: [&str; 2] = ["--workspace", "--all-features"];

/// The examples that tests start; the others are compiled by the lints alone.
const EXAMPLES: [&str; 4] = ["node", "panic_on_stage", "server", "uci_fixture"];

/// Formatting, lints, layers, then every test, with the times and the counts at the end.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut steps = Steps::begin();
    // Installing waits for the network and the disk, and a crate that others wait for is compiled by one processor
    // alone: these three run beside each other.
    let equipment = Job::new("programs and packages", equip).start();
    checks(&mut steps);
    let lints = Job::new("lints", lints).start();
    let mut programs = None;
    steps.make("compiling the tests", || {
        let examples = EXAMPLES.iter().flat_map(|name| ["--example", name]);
        cargo(&["build"].into_iter().chain(ALL).chain(examples).collect::<Vec<_>>())?;
        programs = Some((test_programs::compile(&[&["--tests"], &ALL[..]].concat())?, program()?));
        Ok(Outcome::Passed(0))
    });
    steps.add(equipment.join());
    if let Some((tests, program)) = programs {
        let mut jobs = with_program(&program);
        jobs.extend(test_programs::jobs(tests));
        steps.make_jobs("tests, beside each other", || jobs::run(jobs, jobs::at_once()));
    }
    steps.add(lints.join());
    conclude(&steps)
}

/// The jobs that need the program alone; the longest is the first.
fn with_program(program: &Path) -> Vec<Job<'_>> {
    vec![
        Job::new("the browser page", || Ok(Outcome::Passed(web::run(program)?))),
        Job::new("several nodes", || Ok(one_or_skipped(cluster::quick(program)?))),
        Job::new("python-chess", || Ok(Outcome::Passed(python::run(program)?))),
        Job::new("checksum of the engine", || Ok(one_or_skipped(checksum::run(program)?))),
        Job::new("examples in the documentation", documentation),
    ]
}

/// Installs what the tests need. Without `PostgreSQL` the tests of several nodes are skipped; the rest is required.
fn equip() -> anyhow::Result<Outcome> {
    tools::provide(&[tools::TMUX]).context("the terminal is tested in tmux")?;
    if let Err(error) = tools::provide(&[tools::POSTGRES]) {
        println!("tests of several nodes will be skipped: {error:#}");
    }
    web::equip()?;
    Ok(Outcome::Passed(0))
}

/// What a developer runs after every edit: the checks, and the tests that need no program besides this one and play no
/// long games.
pub(crate) fn quick() -> anyhow::Result<()> {
    let mut steps = Steps::begin();
    checks(&mut steps);
    let lints = Job::new("lints", lints).start();
    let mut programs = None;
    steps.make("compiling the tests beside the code", || {
        programs = Some(test_programs::compile(&[&["--lib", "--bins"], &ALL[..]].concat())?);
        Ok(Outcome::Passed(0))
    });
    if let Some(programs) = programs {
        let jobs = test_programs::jobs(programs).collect();
        steps.make_jobs("tests beside the code", || jobs::run(jobs, jobs::at_once()));
    }
    steps.add(lints.join());
    conclude(&steps)
}

/// What is known without compiling the program.
fn checks(steps: &mut Steps) {
    steps.make("formatting", || {
        cargo(&["fmt", "--all", "--check"]).context("run cargo fmt (rustup component add rustfmt if it is missing)")?;
        Ok(Outcome::Passed(0))
    });
    steps.make("layers", || layers::run().map(|()| Outcome::Passed(0)));
    steps.make("licences and sources", || licences::run().map(|()| Outcome::Passed(0)));
}

/// Clippy, in a target directory of its own, so that it need not wait for the tests to be compiled.
fn lints() -> anyhow::Result<Outcome> {
    let own = ["--quiet", "--all-targets", "--target-dir", "target/lints"];
    cargo(&[&["clippy"], &own[..], &ALL[..], &["--", "-D", "warnings"]].concat())
        .context("clippy found something (rustup component add clippy if it is missing)")?;
    Ok(Outcome::Passed(0))
}

/// The examples in the documentation, which cargo compiles and runs.
fn documentation() -> anyhow::Result<Outcome> {
    let output = cargo_command(&["test", "--quiet", "--no-fail-fast", "--doc"])
        .args(ALL)
        .output()?;
    let mut counts = Counts::default();
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().for_each(|line| counts.add(line));
    if output.status.success() {
        return Ok(counts.passed());
    }
    print!("{text}{}", String::from_utf8_lossy(&output.stderr));
    Ok(counts.failed())
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
