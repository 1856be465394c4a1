//! What python-chess says of us: the engine played and our games read, in an environment of its own under `target/`.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};

/// The version the tests are written for.
const PACKAGE: &str = "chess==1.11.2";

/// Plays whole games through the binary at `program` and says how many tests there were.
pub(crate) fn run(program: &Path) -> anyhow::Result<u64> {
    tests("crates/threefold/tests/python_chess.py", program)
}

/// Runs the tests of a file on what is at `path` and says how many there were.
pub(crate) fn tests(file: &str, path: &Path) -> anyhow::Result<u64> {
    let output = Command::new(python()?)
        .arg(file)
        .arg(path)
        .output()
        .context("python cannot be started")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("python-chess is not content:\n{said}");
    }
    counted(&said).context("python says nothing of its tests")
}

/// A python that knows python-chess: the system's, or one in an environment that is made if it is not there.
fn python() -> anyhow::Result<PathBuf> {
    let system = PathBuf::from(if cfg!(windows) { "python" } else { "python3" });
    if knows_chess(&system) {
        return Ok(system);
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let home = target.join("python");
    let own = home.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python3"
    });
    if knows_chess(&own) {
        return Ok(own);
    }
    let steps = [
        (
            &system,
            vec!["-m", "venv", home.to_str().context("the path of target/ is no text")?],
        ),
        (&own, vec!["-m", "pip", "install", "--quiet", PACKAGE]),
    ];
    for (python, arguments) in steps {
        let done = Command::new(python).args(&arguments).status();
        if !done.is_ok_and(|status| status.success()) {
            bail!(
                "python-chess cannot be had; this failed: {} {}",
                python.display(),
                arguments.join(" ")
            );
        }
    }
    Ok(own)
}

fn knows_chess(python: &Path) -> bool {
    let asked = Command::new(python).args(["-c", "import chess.engine"]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// The number in `Ran 11 tests in 3.2s`.
fn counted(said: &str) -> Option<u64> {
    let line = said.lines().find_map(|line| line.strip_prefix("Ran "))?;
    line.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_are_counted() {
        assert_eq!(counted("....\n----\nRan 11 tests in 3.210s\n\nOK\n"), Some(11));
        assert_eq!(counted("Traceback"), None);
    }
}
