//! The browser page: its types, its style, and its tests in Chromium.
//!
//! Node, npm and Chromium come from Debian, the packages of `web/package-lock.json` from npm (`tools.rs`). The tests
//! start their own servers.

use std::{
    ffi::OsStr,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use scratch_postgres::ScratchPostgres;

use crate::{python, tools};

const PAGE: &str = "web";

/// Checks the page, tests it on servers of the binary at `program`, and says how many tests there were.
pub(crate) fn run(program: &Path) -> anyhow::Result<u64> {
    equip()?;
    npm(&["run", "--silent", "types"], &[])?;
    npm(&["run", "--silent", "lint"], &[])?;
    let played = play(&[("THREEFOLD", program.as_os_str()), ("WHOLE_PAGE", OsStr::new("1"))])?;
    let read = python::tests("web/tests/pgn.py", &Path::new(PAGE).join("tests/results/exports"))?;
    Ok(played + read)
}

/// Tests the page against two nodes behind the proxy of `deploy/` that is named.
pub(crate) fn run_on_nodes(program: &Path, proxy: &str) -> anyhow::Result<u64> {
    equip()?;
    let postgres = ScratchPostgres::start()?;
    play(&[
        ("THREEFOLD", program.as_os_str()),
        ("NODES", OsStr::new(proxy)),
        ("DATABASE", OsStr::new(&postgres.url())),
    ])
}

/// Makes the pictures of the page on a server of the binary at `program`.
pub(crate) fn pictures(program: &Path) -> anyhow::Result<()> {
    equip()?;
    npm(&["run", "--silent", "pictures"], &[("THREEFOLD", program.as_os_str())])
}

/// Makes sure that programs and packages exist.
pub(crate) fn equip() -> anyhow::Result<()> {
    tools::provide(&[tools::NODE, tools::NPM, tools::CHROMIUM]).context("the page is tested with them")?;
    if packages_are_there() {
        return Ok(());
    }
    if !tools::may_install() {
        bail!("the page cannot be tested without its packages; run: npm --prefix {PAGE} ci");
    }
    tools::shell(&format!(
        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm --prefix {PAGE} ci --no-audit --no-fund"
    ))
}

/// Whether what npm installed last is at least as new as what the lock asks for.
fn packages_are_there() -> bool {
    let changed = |path: &str| Path::new(PAGE).join(path).metadata()?.modified();
    match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
        (Ok(asked), Ok(installed)) => installed >= asked,
        _ => false,
    }
}

/// Runs the tests, prints their output at the end, since other tests print beside them, and reads how many passed.
fn play(setting: &[(&str, &OsStr)]) -> anyhow::Result<u64> {
    let output = npm_command(&["test", "--silent"])
        .envs(setting.iter().copied())
        .stderr(Stdio::inherit())
        .output()
        .context("npm cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let passed = text.lines().filter_map(counted).next_back();
    if !output.status.success() {
        bail!("the page does not pass its tests; pictures of what failed are in {PAGE}/tests/results/failures");
    }
    passed.context("the tests of the page say nothing of themselves")
}

/// The number in `  33 passed (1.2m)`.
fn counted(line: &str) -> Option<u64> {
    let (count, _) = line.trim().split_once(" passed (")?;
    count.parse().ok()
}

fn npm(arguments: &[&str], setting: &[(&str, &OsStr)]) -> anyhow::Result<()> {
    let mut command = npm_command(arguments);
    let status = command
        .envs(setting.iter().copied())
        .status()
        .context("npm cannot be started")?;
    if !status.success() {
        bail!("npm {} failed", arguments.join(" "));
    }
    Ok(())
}

fn npm_command(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command
        .args(arguments)
        .current_dir(PAGE)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_are_counted() {
        assert_eq!(counted("  33 passed (5.7m)"), Some(33));
        assert_eq!(counted("  3 failed"), None);
        assert_eq!(counted("  ✓  14 a test that has passed (3.8s)"), None);
    }
}
