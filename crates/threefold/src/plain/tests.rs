//! A game that is registered and nothing else, on plain lines.

use std::{
    io::{self, Cursor, Write},
    sync::{Arc, Mutex, PoisonError},
};

use clap::Parser;
use hexapawn::HexapawnBots;

use super::{Console, play};
use crate::cli::{Cli, Command};

/// Keeps what is printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What `threefold play` prints when it is fed these lines.
fn fed(arguments: &[&str], lines: &'static str) -> anyhow::Result<String> {
    let line = [&["threefold", "play"], arguments].concat();
    let Some(Command::Play(args)) = Cli::try_parse_from(line)?.command else {
        anyhow::bail!("play is a command");
    };
    let printed = Printed::default();
    let console = Console {
        input: Cursor::new(lines),
        output: Box::new(printed.clone()),
        prompts: false,
        is_terminal: false,
    };
    play(&args, games::registry().with(HexapawnBots), console)?;
    let bytes = printed.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(String::from_utf8(bytes)?)
}

#[test]
fn a_person_plays_the_toy_game_against_its_bot() {
    let printed = fed(
        &["--game", "hexapawn", "--black", "greedy", "--seed", "1"],
        "moves\na1a4\na1a2\nresign\n",
    )
    .unwrap();
    for part in [
        "5 pppp",
        "1 PPPP",
        "  abcd",
        "a1-a2 b1-b2 c1-c2 d1-d2",
        "White: a1-a2",
        "Greedy: ",
        "(0-1)",
    ] {
        assert!(printed.contains(part), "{part} in\n{printed}");
    }
    assert!(printed.contains("no pawn of yours goes from a1 to a4"), "{printed}");
}

#[test]
fn two_bots_play_the_toy_game_to_its_end() {
    let printed = fed(
        &[
            "--game", "hexapawn", "--white", "greedy", "--black", "greedy", "--seed", "1",
        ],
        "",
    )
    .unwrap();
    assert!(
        printed.trim_end().ends_with("(1-0)") || printed.trim_end().ends_with("(0-1)"),
        "{printed}"
    );
}

#[test]
fn an_unknown_game_is_refused_with_those_there_are() {
    let error = fed(&["--game", "checkers"], "").unwrap_err().to_string();
    assert_eq!(
        error,
        "no game is called 'checkers'; known are chess, ransom, hexapawn and kungfu"
    );
}
