//! `threefold model`: what an ONNX file is, and models that are offered by name.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Instant,
};

use anyhow::Context;
use clap::Args;
use games::OfferedModel;
use models::{Model, ModelError};

use crate::cli::Usage;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold model maia-1500.onnx\n  \
        threefold play --white human --black onnx:maia-1500.onnx\n\n\
    docs/models.md describes the supported files.")]
pub(crate) struct ModelArgs {
    /// The file
    file: PathBuf,
}

/// Models that can be chosen by name.
#[derive(Args, Debug, Default)]
pub(crate) struct ModelsArgs {
    /// Offer a model among the levels under this name; parameters may follow the file
    #[arg(long = "model", value_name = "NAME=FILE")]
    models: Vec<String>,
}

impl ModelsArgs {
    /// Reads the files; `flag` names the argument in errors.
    pub(crate) fn read(&self, flag: &str) -> Result<Vec<OfferedModel>, Usage> {
        let mut models: Vec<OfferedModel> = Vec::new();
        for text in &self.models {
            let model = OfferedModel::read(text).map_err(|error| Usage::new(format!("{flag}: {error}")))?;
            if models.iter().any(|other| other.name() == model.name()) {
                return Err(Usage::new(format!("{flag}: the name {} is given twice", model.name())));
            }
            models.push(model);
        }
        Ok(models)
    }
}

/// Prints what a file is; a file that cannot play is an error with its reason.
pub(crate) fn run(args: &ModelArgs) -> anyhow::Result<()> {
    let begun = Instant::now();
    let refused = || format!("{} cannot play", args.file.display());
    let model = Model::read(&args.file).with_context(refused)?;
    match OfferedModel::check(&model) {
        // A program that runs no models still says what a file is.
        Ok(()) | Err(ModelError::NotBuilt) => {}
        Err(error) => return Err(error).with_context(refused),
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{model}")?;
    Ok(writeln!(out, "loaded    in {} ms", begun.elapsed().as_millis())?)
}
