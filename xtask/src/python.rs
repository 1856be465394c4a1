//! Python scripts, with their packages in an environment under `target/`. One plays against the engine and reads
//! exported games with python-chess; another records the program in a terminal emulator.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};

/// A module that a script imports, and the package that has it, in the version the script is written for.
struct Needed {
    module: &'static str,
    package: &'static str,
}

const CHESS: Needed = Needed {
    module: "chess.engine",
    package: "chess==1.11.2",
};
/// A terminal without a window.
const TERMINAL: Needed = Needed {
    module: "pyte",
    package: "pyte==0.8.2",
};

/// Plays whole games through the binary at `program` and says how many tests there were.
pub(crate) fn run(program: &Path) -> anyhow::Result<u64> {
    tests("crates/threefold/tests/python_chess.py", program)
}

/// Runs the tests of a file on what is at `path` and says how many there were.
pub(crate) fn tests(file: &str, path: &Path) -> anyhow::Result<u64> {
    let output = Command::new(python(&CHESS)?)
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

/// Records a session of the program in a terminal, into docs/pictures.
pub(crate) fn record(program: &Path) -> anyhow::Result<()> {
    let mut script = Command::new(python(&TERMINAL)?);
    crate::started(script.arg("xtask/record.py").arg(program).arg("docs/pictures")).context("the recording")
}

/// A python that has a module: the system's, or one in an environment that is made if it does not exist.
fn python(needed: &Needed) -> anyhow::Result<PathBuf> {
    let system = PathBuf::from(if cfg!(windows) { "python" } else { "python3" });
    if imports(&system, needed) {
        return Ok(system);
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let home = target.join("python");
    let own = home.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python3"
    });
    if imports(&own, needed) {
        return Ok(own);
    }
    let steps = [
        (
            &system,
            vec!["-m", "venv", home.to_str().context("the path of target/ is no text")?],
        ),
        (&own, vec!["-m", "pip", "install", "--quiet", needed.package]),
    ];
    for (python, arguments) in steps {
        let done = Command::new(python).args(&arguments).status();
        if !done.is_ok_and(|status| status.success()) {
            bail!(
                "{} cannot be installed; this failed: {} {}",
                needed.package,
                python.display(),
                arguments.join(" ")
            );
        }
    }
    Ok(own)
}

fn imports(python: &Path, needed: &Needed) -> bool {
    let line = format!("import {}", needed.module);
    let asked = Command::new(python).args(["-c", &line]).output();
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
