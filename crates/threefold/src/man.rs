//! The manual pages, written from the command line's own description: one for the program and one for each command.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory, ValueHint};

use crate::cli::Cli;

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  threefold man target/man && man target/man/threefold.1")]
pub(crate) struct ManArgs {
    /// The folder to write the pages to
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub(crate) fn run(args: &ManArgs) -> anyhow::Result<()> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .with_context(|| format!("the manual pages cannot be written to {}", folder.display()))
}
