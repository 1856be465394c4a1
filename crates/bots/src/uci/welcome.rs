//! Starts and configures a UCI program, or returns the error as text.

use std::{io, path::Path, time::Duration};

use play::{About, BotError, BotKind, Stop};

use super::{
    exchange::{self, Introduction, Trouble, Wait},
    options::Options,
    process::{Process, shortened},
};
use crate::UciSpec;

/// A program that is ready to play.
pub(super) struct Welcome {
    pub(super) process: Process,
    pub(super) about: About,
    pub(super) options: Options,
}

impl Welcome {
    /// Starts the program, reads its name and sets the options of the spec; each step may take `patience`.
    pub(super) fn of(spec: &UciSpec, patience: Duration) -> Result<Self, BotError> {
        let refusal = |reason| BotError::Start {
            name: spec.program.clone(),
            reason,
        };
        let wait = Wait {
            within: patience,
            stop: &Stop::new(),
            after_stop: Duration::ZERO,
        };
        let mut process =
            Process::start(&spec.program, &spec.args).map_err(|error| refusal(not_started(spec, &error)))?;
        let introduction =
            exchange::introduce(&mut process, wait).map_err(|trouble| refusal(not_ready(&mut process, &trouble)))?;
        let about = about(spec, &introduction);
        for setting in settings(spec, &about.name, &introduction.options)? {
            process.say(&setting);
        }
        exchange::ready(&mut process, wait).map_err(|trouble| refusal(not_ready(&mut process, &trouble)))?;
        Ok(Welcome {
            process,
            about,
            options: introduction.options,
        })
    }
}

/// Characters that are kept of a program's name and author.
const NAME_LENGTH: usize = 80;

fn about(spec: &UciSpec, introduction: &Introduction) -> About {
    let file = Path::new(&spec.program).file_stem().unwrap_or_default();
    let name = introduction.name.as_deref();
    let author = introduction.author.as_deref().unwrap_or("unknown");
    About {
        name: name.map_or_else(
            || file.to_string_lossy().into_owned(),
            |name| shortened(name, NAME_LENGTH),
        ),
        author: shortened(author, NAME_LENGTH),
        version: None,
        kind: BotKind::Uci,
        level: None,
    }
}

/// The commands that set the options of the spec.
fn settings(spec: &UciSpec, name: &str, known: &Options) -> Result<Vec<String>, BotError> {
    let setting = |(option, value): &(String, String)| {
        let declared = known.find(option).ok_or_else(|| BotError::UnknownOption {
            name: name.to_owned(),
            option: option.clone(),
            known: known.names(),
        })?;
        declared.set(value).map_err(|takes| BotError::Start {
            name: name.to_owned(),
            reason: format!("its option '{option}' takes {takes}, not {value:?}"),
        })
    };
    spec.options.iter().map(setting).collect()
}

fn not_started(spec: &UciSpec, error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound if Path::new(&spec.program).is_file() => {
            "the file is there, but something it needs to run is not".to_owned()
        }
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "it is not a program that may be run".to_owned(),
        _ => return error.to_string(),
    };
    // The text after the first space was parsed as arguments.
    if spec.args.is_empty() {
        reason
    } else {
        format!("{reason}; a path with spaces needs quotes")
    }
}

fn not_ready(process: &mut Process, trouble: &Trouble) -> String {
    match trouble {
        Trouble::Ended => format!("it ended before it was ready ({})", process.epitaph()),
        Trouble::Late(waited) => format!("it did not answer as a UCI program does within {waited:.1?}"),
    }
}
