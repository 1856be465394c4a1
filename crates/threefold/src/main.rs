//! Three games of the chess family in one program.
//!
//! This crate contains the command line and connects the others; it contains no rules.

mod account;
mod analyse;
mod app;
mod arena;
mod bench;
mod cli;
mod datagen;
mod join;
mod kungfu_bot;
mod kungfu_check;
mod line;
mod man;
mod migrate;
mod model;
mod perft;
mod pgn;
mod plain;
mod puzzles;
mod serve;
mod signals;
mod start;
mod train;
mod tune;
mod uci;
mod vacuum;

use std::{io, process::ExitCode};

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    signals::answer_full_files();
    let done = if uci::is_own_name() {
        uci::run()
    } else {
        let cli = Cli::parse();
        match cli.command {
            Some(command) => obey(command),
            None => app::run(cli.app),
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit_code(&error),
    }
}

fn obey(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Play(args) => plain::run(&args, games::registry()),
        Command::Perft(args) => perft::run(&args, &games::registry()),
        Command::Pgn(args) => pgn::run(&args),
        Command::Analyse(args) => analyse::run(&args, &games::registry()),
        Command::Model(args) => model::run(&args),
        Command::Puzzles(args) => puzzles::run(&args, &games::registry()),
        Command::Arena(args) => arena::run(*args, &games::registry()),
        Command::Uci => uci::run(),
        Command::Bench(args) => bench::run(&args),
        Command::Datagen(args) => datagen::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::KungfuBot(args) => kungfu_bot::run(&args),
        Command::KungfuCheck(args) => kungfu_check::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Join(args) => join::run(args),
        Command::Vacuum(args) => vacuum::run(args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Account(args) => account::run(&args),
        Command::Completions(args) => app::completions(args.shell),
        Command::Man(args) => man::run(&args),
    }
}

/// The only place that turns errors into texts and exit codes.
fn exit_code(error: &anyhow::Error) -> ExitCode {
    let reader_left = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if reader_left {
        return ExitCode::SUCCESS;
    }
    cli::print_status(&format!("threefold: {error:#}"));
    if error.is::<cli::Usage>() {
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}
