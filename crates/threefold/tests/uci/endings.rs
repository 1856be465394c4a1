//! The end of a conversation, in every state it can be in.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

use crate::program::Program;

/// What the engine may be doing, and the line that shows it has begun.
const STATES: [(&str, Option<&str>); 10] = [
    ("", None),
    ("uci", Some("uciok")),
    ("position startpos\ngo infinite", Some("info depth 1")),
    ("position startpos\ngo", None),
    (
        "position startpos\ngo ponder wtime 60000 btime 60000",
        Some("info depth 1"),
    ),
    ("position startpos\ngo movetime 100000000", Some("info depth 1")),
    ("position startpos\ngo perft 20", None),
    (
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite",
        Some("info depth 0"),
    ),
    (
        "position startpos\ngo infinite\nposition startpos\nd\nisready",
        Some("readyok"),
    ),
    ("bench 60", None),
];

#[test]
fn quit_ends_it_in_every_state() {
    for (state, begun) in STATES {
        let mut program = Program::start();
        program.say(state);
        if let Some(line) = begun {
            program.line(line);
        }
        program.say("quit");
        program.end();
    }
}

#[test]
fn the_end_of_input_ends_it_in_every_state_without_an_end_of_its_own() {
    for (state, begun) in STATES {
        if state.contains("movetime") || state.contains("perft") || state.contains("bench") {
            continue;
        }
        let mut program = Program::start();
        program.say(state);
        if let Some(line) = begun {
            program.line(line);
        }
        program.hang_up();
        let heard = program.end();
        if state.contains("go") {
            assert!(
                heard.iter().any(|line| line.starts_with("bestmove ")),
                "{state}: {heard:#?}"
            );
        }
    }
}

#[test]
fn commands_from_a_file_are_done_to_their_end() {
    for (commands, last) in [
        ("position startpos\ngo depth 3\n", "bestmove "),
        // The last line of a file may lack its end.
        ("position startpos\ngo nodes 2000", "bestmove "),
        ("position startpos\ngo perft 4\n", "Nodes searched: 197281"),
        ("bench 1\n", ""),
    ] {
        let mut program = Program::start();
        program.say_bytes(commands.as_bytes());
        program.hang_up();
        let heard = program.end();
        assert!(
            heard.last().is_some_and(|line| line.starts_with(last)),
            "{commands}: {heard:#?}"
        );
        assert!(
            !commands.contains("depth") || heard.iter().any(|line| line.contains(" depth 3 ")),
            "{heard:#?}"
        );
    }
}

#[test]
fn what_follows_quit_is_not_done() {
    let mut program = Program::start();
    program.say("isready\nquit\nuci\ngo infinite");
    let heard = program.end();
    assert!(!heard.contains(&"uciok".to_owned()), "{heard:#?}");
}

#[test]
fn it_leaves_quietly_when_nobody_listens() {
    for state in ["position startpos\ngo infinite\n", ""] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_threefold"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("stdin is piped");
        // It may leave before it has read everything.
        let written = input.write_all(format!("{state}uci\nisready\nisready\n").as_bytes());
        let status = child.wait().expect("it ends although its input stays open");
        let mut said = String::new();
        child
            .stderr
            .take()
            .expect("stderr is piped")
            .read_to_string(&mut said)
            .expect("it is text");
        assert!(status.success() && said.is_empty(), "{status} {said} {written:?}");
    }
}
