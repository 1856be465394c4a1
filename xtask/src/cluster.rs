//! Several nodes on `PostgreSQL`: the whole table of faults, and the quick part that belongs to the tests.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

use crate::{cargo, test, tools};

/// Builds the server and the clients, and causes every fault.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    tools::provide(&[tools::POSTGRES])?;
    cargo(&["build", "--release", "--package", "threefold"])?;
    let clients = ["run", "--release", "--quiet", "--package", "load", "--", "cluster"];
    cargo(&[&clients, arguments].concat())
}

/// A few games and each fault once; `false` where there is no database.
pub(crate) fn quick(program: &Path) -> anyhow::Result<bool> {
    let output = Command::new(test::built("load")?)
        .args(["cluster", "--quick", "--program"])
        .arg(program)
        .stderr(Stdio::inherit())
        .output()
        .context("the clients cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    if !output.status.success() {
        bail!("several nodes did not keep everything");
    }
    Ok(!text.starts_with("skipped"))
}
