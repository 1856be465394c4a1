//! The test programs of the workspace: compiled by cargo, run by ourselves, since cargo runs one after the other and
//! leaves processors idle while the last tests of a program wait.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo_command, jobs::Job, steps::Outcome};

/// A program with tests.
#[derive(Debug)]
pub(crate) struct TestProgram {
    /// The package and the target, such as `server doors`.
    name: String,
    path: PathBuf,
    /// The directory of the package, where cargo would run it.
    package: PathBuf,
}

/// The programs that take longest, by the times that the test command prints. They are started first, so that none of
/// them runs alone at the end.
const LONGEST: [&str; 5] = [
    "bots levels",
    "server doors",
    "host lib",
    "threefold terminal",
    "threefold arena",
];

/// Compiles the tests that cargo selects by these arguments.
pub(crate) fn compile(selection: &[&str]) -> anyhow::Result<Vec<TestProgram>> {
    let arguments = ["test", "--no-run", "--message-format", "json-render-diagnostics"];
    let output = cargo_command(&arguments)
        .args(selection)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("the tests do not compile");
    }
    let messages = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let mut programs = Vec::new();
    for message in messages {
        programs.extend(TestProgram::read(&message.context("cargo's messages cannot be read")?));
    }
    programs.sort_by_key(|program| {
        LONGEST
            .iter()
            .position(|name| *name == program.name)
            .unwrap_or(LONGEST.len())
    });
    Ok(programs)
}

/// A job for each program.
pub(crate) fn jobs<'a>(programs: Vec<TestProgram>) -> impl Iterator<Item = Job<'a>> {
    programs
        .into_iter()
        .map(|program| Job::new(program.name.clone(), move || program.run()))
}

impl TestProgram {
    /// The program that one of cargo's messages names, if it does.
    fn read(message: &Value) -> Option<TestProgram> {
        if message["profile"]["test"] != true {
            return None;
        }
        let package = Path::new(message["manifest_path"].as_str()?).parent()?;
        let target = match message["target"]["kind"][0].as_str()? {
            "test" => message["target"]["name"].as_str()?,
            kind => kind,
        };
        Some(TestProgram {
            name: format!("{} {target}", package.file_name()?.to_str()?),
            path: message["executable"].as_str()?.into(),
            package: package.to_owned(),
        })
    }

    /// Runs all of its tests; the output of a program whose tests do not all pass is printed.
    fn run(&self) -> anyhow::Result<Outcome> {
        // A file, not a pipe: a process that a test leaves behind would hold a pipe open forever.
        let directory = env::current_dir()?.join("target/test-output");
        fs::create_dir_all(&directory)?;
        let path = directory.join(self.name.replace(' ', "-")).with_extension("txt");
        let file = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        let status = Command::new(&self.path)
            .current_dir(&self.package)
            .env("CARGO_MANIFEST_DIR", &self.package)
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .status()
            .context("the program cannot be started")?;
        let output = fs::read(&path)?;
        let output = String::from_utf8_lossy(&output);
        let mut counts = Counts::default();
        output.lines().for_each(|line| counts.add(line));
        if status.success() {
            return Ok(counts.passed());
        }
        print!("{output}");
        Ok(counts.failed())
    }
}

/// What test programs say of themselves, added up.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Counts {
    /// Adds a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    pub(crate) fn add(&mut self, line: &str) {
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

    /// The outcome where the program ended well.
    pub(crate) fn passed(&self) -> Outcome {
        if self.ignored > 0 {
            println!("{} tests were ignored", self.ignored);
        }
        Outcome::Passed(self.passed)
    }

    /// The outcome of a program without a result line: it ended in the middle, so no test is counted, but it failed.
    pub(crate) fn failed(&self) -> Outcome {
        Outcome::Failed {
            passed: self.passed,
            failed: self.failed.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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

    #[test]
    fn a_program_that_ends_in_the_middle_has_failed() {
        assert_eq!(Counts::default().failed(), Outcome::Failed { passed: 0, failed: 1 });
    }

    #[test]
    fn programs_are_named_by_package_and_target() {
        let message = |kind: &str, test: bool| {
            json!({
                "reason": "compiler-artifact",
                "manifest_path": "/project/crates/server/Cargo.toml",
                "target": {"kind": [kind], "name": "doors"},
                "profile": {"test": test},
                "executable": "/project/target/debug/deps/doors-1",
            })
        };
        let name = |kind, test| TestProgram::read(&message(kind, test)).map(|program| program.name);
        assert_eq!(name("test", true).as_deref(), Some("server doors"));
        assert_eq!(name("lib", true).as_deref(), Some("server lib"));
        assert_eq!(name("bin", false), None);
    }
}
