//! All figures of docs/benchmarks.md by one command.

use std::{
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::Context;

use crate::{cargo, cargo_command, release};

/// Who makes a figure.
enum Maker {
    /// The program, with these arguments.
    Program(&'static [&'static str]),
    /// Cargo: a benchmark or an example.
    Cargo(&'static [&'static str]),
}

use Maker::{Cargo, Program};

const FIGURES: [(&str, Maker); 12] = [
    (
        "Medium and Hard, time of a move and positions a second",
        Cargo(&["bench", "--package", "bots", "--bench", "levels"]),
    ),
    ("Master, nodes a second", Program(&["bench"])),
    ("chess, perft 6", Program(&["perft", "6"])),
    (
        "games of Easy against Easy",
        Program(&["arena", "easy", "easy", "--games", "100000"]),
    ),
    (
        "Easy, Medium and Hard in a round robin",
        Program(&["arena", "easy", "medium", "hard"]),
    ),
    (
        "Master against Hard at 1+0.01",
        Program(&["arena", "master", "hard", "--tc", "1+0.01"]),
    ),
    ("Ransom, perft 5", Program(&["perft", "5", "--game", "ransom"])),
    ("Ransom, Hard to depth 6", Program(&["bench", "--game", "ransom"])),
    (
        "Ransom, Hard against Easy",
        Program(&[
            "arena",
            "--game",
            "ransom",
            "hard",
            "easy",
            "--games",
            "200",
            "--random-plies",
            "4",
        ]),
    ),
    (
        "Kung Fu, level 3 against level 2 at equal pace",
        Cargo(&[
            "run",
            "--release",
            "--package",
            "kungfu-bots",
            "--example",
            "duel",
            "--",
            "standard",
            "3",
            "400",
            "9551",
            "level3",
            "level2",
        ]),
    ),
    (
        "Kung Fu, a decision of each level",
        Cargo(&[
            "bench",
            "--package",
            "kungfu-bots",
            "--bench",
            "kungfu",
            "--",
            "decisions",
        ]),
    ),
    (
        "the engine's overrun of its time in hostile positions",
        Cargo(&["bench", "--package", "engine", "--bench", "hostile"]),
    ),
];

/// Runs every command and prints what it says, how long it took, and the command itself.
pub(crate) fn run() -> anyhow::Result<()> {
    cargo(&["build", "--release", "--package", "threefold"])?;
    let program = release::target().join("release/threefold");
    for (what, maker) in FIGURES {
        let mut command = match maker {
            Program(arguments) => {
                let mut command = Command::new(&program);
                command.args(arguments);
                command
            }
            Cargo(arguments) => cargo_command(arguments),
        };
        println!("\n## {what}\n\n{command:?}\n");
        let start = Instant::now();
        let status = command.stderr(Stdio::null()).status().context(what)?;
        println!(
            "\n({:.1} s{})",
            start.elapsed().as_secs_f64(),
            if status.success() { "" } else { ", FAILED" }
        );
    }
    Ok(())
}
