//! `threefold uci`: the engine for chess programs.

use std::{
    env,
    ffi::OsStr,
    io::{self, BufReader},
    path::Path,
};

use engine::uci::UciError;

/// Talks UCI on stdin and stdout until the program quits.
pub(crate) fn run() -> anyhow::Result<()> {
    engine::uci::run(BufReader::new(io::stdin()), io::stdout()).map_err(|error| match error {
        // A closed pipe is recognised by the error of the system.
        UciError::Io(error) => error.into(),
        UciError::Engine(error) => error.into(),
    })
}

/// Whether the program was started under the name of the engine, for chess programs that cannot pass arguments.
pub(crate) fn is_own_name() -> bool {
    env::args_os().next().is_some_and(|name| is_engine_name(&name))
}

fn is_engine_name(name: &OsStr) -> bool {
    Path::new(name).file_stem() == Some(OsStr::new("threefold-uci"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_is_known_by_its_name() {
        for (name, own) in [
            ("threefold-uci", true),
            ("/usr/games/threefold-uci", true),
            ("threefold-uci.exe", true),
            ("threefold", false),
            ("threefold-uci-2", false),
            ("threefold-uci/threefold", false),
            ("", false),
        ] {
            assert_eq!(is_engine_name(OsStr::new(name)), own, "{name}");
        }
    }
}
