//! Programs of Debian that the commands need: found, or installed where that is allowed.
//!
//! As root and in continuous integration missing programs are installed; elsewhere the command for that is printed.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use anyhow::bail;

use crate::cargo_command;

/// A program and where it comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The name by which it is started, or the folder it is in.
    program: &'static str,
    /// What it prints its version with.
    version: &'static str,
    /// The Debian package.
    package: &'static str,
}

impl Tool {
    const fn new(program: &'static str, package: &'static str) -> Tool {
        Tool {
            program,
            version: "--version",
            package,
        }
    }
}

pub(crate) const NODE: Tool = Tool::new("node", "nodejs");
pub(crate) const NPM: Tool = Tool::new("npm", "npm");
pub(crate) const CHROMIUM: Tool = Tool::new("chromium", "chromium");
/// A folder: Debian puts the programs of `PostgreSQL` outside of `PATH`.
pub(crate) const POSTGRES: Tool = Tool::new("/usr/lib/postgresql", "postgresql");
pub(crate) const TMUX: Tool = Tool {
    program: "tmux",
    version: "-V",
    package: "tmux",
};

/// Set once the lists of packages are fresh.
static UPDATED: OnceLock<()> = OnceLock::new();

/// Makes sure that these programs exist; one call of apt installs all that are missing.
pub(crate) fn provide(tools: &[Tool]) -> anyhow::Result<()> {
    let missing: Vec<&str> = tools
        .iter()
        .filter(|tool| !exists(**tool))
        .map(|tool| tool.package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install --yes --no-install-recommends {}", missing.join(" "));
    if !may_install() {
        bail!("more programs are needed; run: sudo {install}");
    }
    if UPDATED.set(()).is_ok() {
        shell("apt-get update --quiet")?;
    }
    shell(&install)
}

/// Whether this machine is there to be set up: a container's root, or continuous integration.
pub(crate) fn may_install() -> bool {
    let root = Command::new("id").arg("-u").output();
    env::var_os("CI").is_some() || root.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn exists(tool: Tool) -> bool {
    let asked = Command::new(tool.program)
        .arg(tool.version)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    Path::new(tool.program).is_dir() || asked.is_ok_and(|status| status.success())
}

/// Runs a line of shell; its output is of no interest unless it fails.
pub(crate) fn shell(line: &str) -> anyhow::Result<()> {
    let output = Command::new("sh")
        .args(["-c", line])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .output()?;
    if !output.status.success() {
        bail!("this failed: {line}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// A program from crates.io: the installed one, or one that is compiled once and stored in `target/tools`.
pub(crate) fn cargo_tool(name: &str) -> anyhow::Result<PathBuf> {
    let asked = Command::new(name).arg("--version").output();
    if asked.is_ok_and(|output| output.status.success()) {
        return Ok(name.into());
    }
    let root = env::current_dir()?.join("target/tools");
    let own = root.join("bin").join(name);
    if !own.exists() {
        println!("{name} is compiled into {}, once", root.display());
        let install = ["install", "--locked", "--quiet", name, "--root"];
        let done = cargo_command(&install).arg(&root).status()?;
        if !done.success() {
            bail!("{name} cannot be installed");
        }
    }
    Ok(own)
}
