//! The project's own chores: `cargo xtask test`, `layers`, `web`, `bench`, `load`, `siege`, `cluster`, `fuzz`, `pictures`.

mod checksum;
mod cluster;
mod layers;
mod python;
mod test;
mod tmux;
mod web;

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const HELP: &str = "\
cargo xtask CHORE
  test      formatting, lints, layers and every test: the one test command
  layers    which crate may know which
  web       the browser page alone: types, style, tests in Chromium; web haproxy and web nginx run the tests against two
            nodes behind that proxy
  bench     every benchmark
  load      how many games a server supports, on this machine alone (load --help says more)
  fuzz      damaged input for every reader: fuzz [--minutes N] [TARGET]
  siege     the same with 200 games besides one hostile address
  cluster   several nodes on PostgreSQL, clients and faults: what was lost (cluster --help says more)
  pictures  the pictures of the terminal and the page in docs/pictures";

fn main() -> ExitCode {
    let chores: Vec<String> = std::env::args().skip(1).collect();
    let chores: Vec<&str> = chores.iter().map(String::as_str).collect();
    let done = match *chores.as_slice() {
        ["test"] => test::run(),
        ["layers"] => layers::run(),
        ["web"] => test::program()
            .and_then(|program| web::run(&program))
            .map(|passed| println!("{passed} passed")),
        ["web", proxy @ ("haproxy" | "nginx")] => test::program()
            .and_then(|program| web::run_on_nodes(&program, proxy))
            .map(|passed| println!("{passed} passed")),
        ["pictures"] => cargo(&["run", "--package", "terminal", "--example", "pictures", "docs/pictures"])
            .and_then(|()| web::pictures(&test::program()?)),
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
    let status = cargo_command(arguments).status().context("cargo cannot be started")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

/// The cargo that runs this chore.
fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}
