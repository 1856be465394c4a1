//! Several nodes on `PostgreSQL`: the whole table of faults, and the quick part that belongs to the tests.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

use crate::{cargo, test};

/// Builds the server and the clients, and brings about every fault.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    install();
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

/// Installs Debian's `PostgreSQL` where it is missing and we may; otherwise the tests that need it say that they are
/// skipped.
pub(crate) fn install() {
    let exists = Path::new("/usr/lib/postgresql").is_dir() || is_ok(Command::new("postgres").arg("--version"));
    if exists {
        println!("PostgreSQL is installed");
        return;
    }
    let may = is_ok(Command::new("sh").args(["-c", "test \"$(id -u)\" = 0 && command -v apt-get"]));
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "--no-install-recommends", "postgresql"]);
    if may && is_ok(&mut install) {
        println!("PostgreSQL was installed");
    } else {
        println!("skipped: PostgreSQL is not installed and cannot be; tests of several nodes are skipped");
    }
}

fn is_ok(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
