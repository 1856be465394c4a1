//! Line coverage of the crates with rules, tables and bots, by LLVM's instrumentation.
//!
//! The tools have to be of the LLVM that rustc is built with: those of the toolchain (`rustup component add
//! llvm-tools`) or Debian's `llvm-NN`.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo_command, tools};

/// The crates that must be covered.
const CRATES: [&str; 6] = ["play", "chess", "ransom", "kungfu", "host", "bots"];
/// Crates whose tests also run code of those: the registry in `play`, the missions in `kungfu`.
const ALSO_TESTED: [&str; 4] = ["games", "hexapawn", "kungfu-bots", "practice"];
/// What is asked of each of them, in percent of its lines.
const WANTED: f64 = 90.0;
/// Files below this are named.
const NAMED: f64 = 80.0;

/// Lines of a file or a crate.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Lines {
    all: u64,
    run: u64,
}

impl Lines {
    fn percent(self) -> f64 {
        100.0 * self.run as f64 / self.all.max(1) as f64
    }
}

/// Runs the tests of the crates, or of those that are named, with instrumentation, prints the table and fails if a
/// crate has too little.
pub(crate) fn run(named: &[&str]) -> anyhow::Result<()> {
    if let Some(unknown) = named.iter().find(|name| !CRATES.contains(name)) {
        bail!(
            "'{unknown}' is none of the crates that must be covered: {}",
            CRATES.join(", ")
        );
    }
    let chosen: Vec<&str> = CRATES
        .into_iter()
        .filter(|name| named.is_empty() || named.contains(name))
        .collect();
    let mut tested = chosen.clone();
    if named.is_empty() {
        tested.extend(ALSO_TESTED);
    }
    let [profdata, cov] = llvm()?;
    let folder = env::current_dir()?.join("target/coverage");
    let profiles = folder.join("profiles");
    if profiles.exists() {
        fs::remove_dir_all(&profiles)?;
    }
    let programs = tests(&tested, &folder, &profiles)?;
    let merged = folder.join("merged.profdata");
    let inputs: Vec<PathBuf> = fs::read_dir(&profiles)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    let done = Command::new(profdata)
        .args(["merge", "--sparse", "-o"])
        .arg(&merged)
        .args(&inputs)
        .status()?;
    if !done.success() {
        bail!("llvm-profdata failed");
    }
    let mut export = Command::new(cov);
    export
        .args(["export", "--summary-only", "--instr-profile"])
        .arg(&merged);
    for program in &programs {
        export.arg("--object").arg(program);
    }
    let output = export.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("llvm-cov failed");
    }
    let summary: Value = serde_json::from_slice(&output.stdout).context("llvm-cov's answer cannot be read")?;
    report(&chosen, &files(&summary, &env::current_dir()?)?)
}

/// `llvm-profdata` and `llvm-cov` of the LLVM that rustc has.
fn llvm() -> anyhow::Result<[PathBuf; 2]> {
    let names = ["llvm-profdata", "llvm-cov"];
    let said = |arguments: &[&str]| -> anyhow::Result<String> {
        let output = Command::new("rustc").args(arguments).output().context("rustc")?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let version = said(&["-vV"])?;
    let field = |name: &str| version.lines().find_map(|line| line.strip_prefix(name));
    let host = field("host: ").context("rustc does not name its host")?;
    let major = field("LLVM version: ")
        .and_then(|version| version.split('.').next())
        .context("rustc does not name its LLVM")?;
    let root = PathBuf::from(said(&["--print", "sysroot"])?.trim());
    let own = names.map(|name| root.join("lib/rustlib").join(host).join("bin").join(name));
    if own.iter().all(|path| path.exists()) {
        return Ok(own);
    }
    let debian = names.map(|name| PathBuf::from(format!("/usr/bin/{name}-{major}")));
    if !debian.iter().all(|path| path.exists()) {
        let install = format!("apt-get install --yes --no-install-recommends llvm-{major}");
        if !tools::may_install() {
            bail!("the tools of LLVM {major} are missing; run: rustup component add llvm-tools, or sudo {install}");
        }
        tools::shell(&install)?;
    }
    Ok(debian)
}

/// Compiles and runs the tests; returns the test programs.
fn tests(tested: &[&str], folder: &Path, profiles: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let packages = tested.iter().flat_map(|name| ["--package", name]);
    let common: Vec<&str> = ["--all-features"].into_iter().chain(packages).collect();
    let instrumented = |arguments: &[&str]| {
        let mut command = cargo_command(&[arguments, &common].concat());
        command
            .env("RUSTFLAGS", "-C instrument-coverage")
            .env("CARGO_TARGET_DIR", folder)
            .env("LLVM_PROFILE_FILE", profiles.join("%p-%8m.profraw"));
        command
    };
    // The tests of UCI programs start it.
    if tested.contains(&"bots") && !instrumented(&["build", "--example", "uci_fixture"]).status()?.success() {
        bail!("the example does not compile");
    }
    let output = instrumented(&["test", "--tests", "--no-run", "--message-format", "json"])
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("the tests do not compile");
    }
    // What the compilers' own build scripts and macros have written says nothing about the tests.
    if profiles.exists() {
        fs::remove_dir_all(profiles)?;
    }
    fs::create_dir_all(profiles)?;
    if !instrumented(&["test", "--tests", "--no-fail-fast"]).status()?.success() {
        bail!("a test failed");
    }
    let mut programs = Vec::new();
    for message in serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>() {
        if let Some(program) = message?["executable"].as_str() {
            programs.push(program.into());
        }
    }
    Ok(programs)
}

/// The lines of every file of the crates, but for those that hold nothing but tests.
fn files(summary: &Value, root: &Path) -> anyhow::Result<BTreeMap<String, Lines>> {
    let list = summary["data"][0]["files"]
        .as_array()
        .context("llvm-cov lists no file")?;
    let mut files = BTreeMap::new();
    for file in list {
        let name = file["filename"].as_str().context("a file without a name")?;
        let Ok(path) = Path::new(name).strip_prefix(root) else {
            continue;
        };
        let path = path.to_string_lossy().replace('\\', "/");
        let is_test = path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains("/examples/");
        if crate_of(&path).is_none() || is_test {
            continue;
        }
        let lines = &file["summary"]["lines"];
        let count = |name: &str| lines[name].as_u64().context("llvm-cov counts no lines");
        let counted = Lines {
            all: count("count")?,
            run: count("covered")?,
        };
        files.insert(path, counted);
    }
    Ok(files)
}

/// The crate that a file belongs to, if it is one of those that must be covered.
fn crate_of(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix("crates/")?.split('/').next()?;
    CRATES.into_iter().find(|known| *known == name)
}

/// Prints a line for each crate and for each of their files with little coverage.
fn report(chosen: &[&str], files: &BTreeMap<String, Lines>) -> anyhow::Result<()> {
    let mut missed = Vec::new();
    let of_chosen = |path: &str| crate_of(path).is_some_and(|name| chosen.contains(&name));
    println!("| crate | lines | run | percent |\n|---|---|---|---|");
    for &name in chosen {
        let sum =
            files
                .iter()
                .filter(|(path, _)| crate_of(path) == Some(name))
                .fold(Lines::default(), |sum, (_, lines)| Lines {
                    all: sum.all + lines.all,
                    run: sum.run + lines.run,
                });
        println!("| `{name}` | {} | {} | {:.1} |", sum.all, sum.run, sum.percent());
        if sum.all == 0 || sum.percent() < WANTED {
            missed.push(name);
        }
    }
    println!("\nFiles below {NAMED} %:\n");
    for (path, lines) in files
        .iter()
        .filter(|(path, lines)| of_chosen(path) && lines.percent() < NAMED)
    {
        println!(
            "- `{path}`: {} of {} lines, {:.1} %",
            lines.run,
            lines.all,
            lines.percent()
        );
    }
    if !missed.is_empty() {
        bail!("less than {WANTED} % of these crates is covered: {}", missed.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn files_of_the_crates_are_counted_without_tests() {
        let file = |name: &str| json!({ "filename": name, "summary": { "lines": { "count": 10, "covered": 9 } } });
        let summary = json!({ "data": [{ "files": [
            file("/p/crates/play/src/clock.rs"),
            file("/p/crates/play/src/clock/tests.rs"),
            file("/p/crates/play/tests/toy.rs"),
            file("/p/crates/server/src/lib.rs"),
            file("/registry/serde/src/lib.rs"),
        ] }] });
        let files = files(&summary, Path::new("/p")).unwrap();
        let lines = Lines { all: 10, run: 9 };
        assert_eq!(files, BTreeMap::from([("crates/play/src/clock.rs".to_owned(), lines)]));
        assert!((lines.percent() - 90.0).abs() < 1e-9);
    }

    #[test]
    fn a_crate_without_coverage_fails() {
        assert!(report(&CRATES, &BTreeMap::new()).is_err());
        let all = CRATES.map(|name| (format!("crates/{name}/src/lib.rs"), Lines { all: 10, run: 9 }));
        assert!(report(&CRATES, &BTreeMap::from(all.clone())).is_ok());
        let mut little = BTreeMap::from(all);
        little.insert("crates/play/src/other.rs".to_owned(), Lines { all: 10, run: 8 });
        assert!(report(&CRATES, &little).is_err());
        assert!(report(&["chess"], &little).is_ok());
    }
}
