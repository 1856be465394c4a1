//! The project's commands; `cargo xtask` without an argument lists them.

mod checksum;
mod cluster;
mod coverage;
mod deb;
mod figures;
mod jobs;
mod layers;
mod licences;
mod matches;
mod python;
mod release;
mod steps;
mod test;
mod test_programs;
mod tools;
mod web;

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const HELP: &str = "\
cargo xtask COMMAND
  test           formatting, lints, layers, licences and every test: what a change must pass
  test --quick   the checks and the unit tests, for daily work
  layers         allowed dependencies between crates
  licences       licences, bans and sources of the dependencies, by deny.toml
  deny           cargo deny check, advisories included (compiles cargo-deny once)
  web            the browser page only: types, style, tests in Chromium; web haproxy and web nginx run the tests
                 against two nodes behind that proxy
  coverage [CRATE…]  line coverage of the crates with rules, tables and bots
  matches [GAME] [--games N] [--program PATH]
                 matches of the levels against each other and themselves, with intervals; takes a night without --games
  bench          every benchmark
  figures        the figures of docs/benchmarks.md; needs a quiet machine
  load           how many games a server supports, on this machine only (load --help lists options)
  siege          the same with 200 games during an attack from one address
  cluster        faults of several nodes on PostgreSQL, and what was lost (cluster --help lists options)
  fuzz           damaged input for every parser: fuzz [--minutes N] [TARGET]
  pictures       the pictures of the terminal and the page in docs/pictures
  package        the Debian package, with manual pages, completions and the SBOM
  man            the manual pages and completions only, in target/package
  parts          the SBOM of the program, as a CycloneDX file in target/package
  release-notes VERSION   the section of CHANGELOG.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *arguments.as_slice() {
        ["test"] => test::run(),
        ["test", "--quick"] => test::quick(),
        ["licences"] => licences::run(),
        ["deny"] => tools::cargo_tool("cargo-deny").and_then(|deny| started(Command::new(deny).arg("check"))),
        ["figures"] => figures::run(),
        ["coverage", ref crates @ ..] => coverage::run(crates),
        ["matches", ref rest @ ..] => matches::run(rest),
        ["package"] => release::package(),
        ["man"] => test::program().and_then(|program| release::pages(&program)),
        ["parts"] => release::parts(),
        ["release-notes", version] => release::notes(version),
        ["layers"] => layers::run(),
        ["web"] => test::program()
            .and_then(|program| web::run(&program))
            .map(|passed| println!("{passed} passed")),
        ["web", proxy @ ("haproxy" | "nginx")] => test::program()
            .and_then(|program| web::run_on_nodes(&program, proxy))
            .map(|passed| println!("{passed} passed")),
        ["pictures"] => {
            cargo(&["run", "--package", "terminal", "--example", "pictures", "docs/pictures"]).and_then(|()| {
                let program = test::program()?;
                python::record(&program)?;
                web::pictures(&program)
            })
        }
        ["load", ref rest @ ..] => load(rest),
        // With the checks for overflow that a release leaves out.
        ["fuzz", ref rest @ ..] => cargo(&[&["run", "--quiet", "--package", "fuzz", "--"], rest].concat()),
        ["siege", ref rest @ ..] => load(&[&["--siege", "--games", "200"], rest].concat()),
        ["cluster", ref rest @ ..] => cluster::run(rest),
        ["bench"] => cargo(&["bench", "--workspace", "--benches"]),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the server and connects many clients to it.
fn load(arguments: &[&str]) -> anyhow::Result<()> {
    cargo(&["build", "--release", "--package", "threefold"])?;
    let crowd = ["run", "--release", "--quiet", "--package", "load", "--"];
    cargo(&[&crowd, arguments].concat())
}

/// Runs cargo, its output shown as it comes.
fn cargo(arguments: &[&str]) -> anyhow::Result<()> {
    started(&mut cargo_command(arguments)).with_context(|| format!("cargo {}", arguments.join(" ")))
}

/// Runs a program, its output shown as it comes.
fn started(command: &mut Command) -> anyhow::Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{} cannot be started", command.get_program().display()))?;
    if !status.success() {
        bail!("{} failed", command.get_program().display());
    }
    Ok(())
}

/// The cargo that runs this command.
fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}
