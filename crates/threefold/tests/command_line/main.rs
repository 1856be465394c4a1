//! The program as a process: arguments, pipes and exit codes.

mod plain_games;

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::Value;

fn threefold(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    threefold(arguments).output().expect("the program starts")
}

/// What a run prints on stdout when it is fed these lines.
fn fed(arguments: &[&str], lines: &str) -> String {
    let mut child = piped(arguments);
    let mut input = child.stdin.take().expect("stdin is piped");
    // The program may leave before it has read everything.
    let written = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{:?} {written:?}", text(&output.stderr));
    text(&output.stdout)
}

fn piped(arguments: &[&str]) -> Child {
    threefold(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn total(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn perft_ends_with_the_total() {
    assert_eq!(total(&["perft", "0"]), "total 1");
    assert_eq!(total(&["perft", "0", "--divide"]), "total 1");
    assert_eq!(total(&["perft", "4"]), "total 197281");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(total(&["perft", "3", "--fen", kiwipete]), "total 97862");
    assert_eq!(total(&["perft", "3", "--chess960", "959"]), "total 9006");
    assert_eq!(total(&["perft", "3", "--game", "chess"]), "total 8902");
}

#[test]
fn divide_lists_every_first_move() {
    let output = text(&run(&["perft", "3", "--divide"]).stdout);
    let (moves, total) = output.trim_end().rsplit_once('\n').expect("several lines");
    assert_eq!((moves.lines().count(), total), (20, "total 8902"));
    assert!(moves.lines().any(|line| line == "e2e4: 600"));
}

#[test]
fn wrong_usage_is_exit_code_two_with_words() {
    for (arguments, words) in [
        (&["perft", "many"][..], "many"),
        (
            &["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "a king is missing",
        ),
        (&["perft", "3", "--fen", ""], "the FEN is empty"),
        (&["perft", "3", "--chess960", "960"], "numbered 0 to 959"),
        (&["perft", "3", "--chess960", "1", "--fen", "x"], "cannot be used with"),
        (
            &["perft", "3", "--game", "checkers"],
            "known are chess, ransom and kungfu",
        ),
        (&["play", "--white", "genius"], "known are easy, medium, hard"),
        (&["play", "--black", "hard?depth=0"], "from 1 to 20"),
        (&["play", "--clock", "soon"], "base+increment"),
        (&["play", "--white", "hard?depth=21"], "--white"),
        (&["analyse", "nonsense"], "board"),
        (
            &["analyse", "startpos", "--bot", "human"],
            "no bot of Chess is called 'human'",
        ),
        (&["analyse", "startpos", "--multipv", "0"], "multipv"),
        (&["analyse", "startpos", "--hash", "5000"], "4096"),
        (&["dance"], "dance"),
        (
            &["arena", "easy"],
            "a match needs two players or more, such as: threefold arena easy medium",
        ),
        (&["--level", "genius"], "--level: no bot of Chess is called 'genius'"),
        (
            &["--game", "kungfu", "--level", "hard"],
            "--level: no Kung Fu bot is called 'hard'",
        ),
        (&["--side", "left"], "possible values: white, black"),
        (&["--clock", "soon"], "base+increment"),
        (&["play", "--game", "kungfu"], "threefold --game kungfu"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn completions_know_games_bots_and_sides() {
    let bash = text(&run(&["completions", "bash"]).stdout);
    for words in ["chess ransom kungfu", "elo:1000", "beginner", "level1", "white black"] {
        assert!(bash.contains(words), "{words}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let written = run(&["man", &folder.to_string_lossy()]);
    assert!(written.status.success(), "{}", text(&written.stderr));
    for (page, words) in [
        ("threefold.1", "Ransom"),
        ("threefold-serve.1", "\\-\\-listen"),
        ("threefold-arena.1", "sprt"),
    ] {
        let page = fs::read_to_string(folder.join(page)).expect("the page is written");
        assert!(page.contains(words), "{words}");
    }
    let refused = run(&["man", env!("CARGO_BIN_EXE_threefold")]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("cannot be written"));
}

#[test]
fn a_program_that_does_not_start_is_exit_code_one() {
    let own = env!("CARGO_BIN_EXE_threefold");
    for (spec, words) in [
        ("uci:/nowhere/to/be/found".to_owned(), "no such program"),
        // It runs, but speaks no UCI.
        (format!("uci:\"{own}\" --version"), "cannot start"),
    ] {
        for arguments in [
            &["play", "--white", &spec][..],
            &["analyse", "startpos", "--bot", &spec],
        ] {
            let output = run(arguments);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(words), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn every_level_of_help_has_an_example() {
    for arguments in [
        &["--help"][..],
        &["play", "--help"],
        &["perft", "--help"],
        &["analyse", "--help"],
        &["uci", "--help"],
    ] {
        let output = run(arguments);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Example"), "{arguments:?}");
    }
}

fn analysed(arguments: &[&str]) -> Value {
    let output = run(&[&["analyse", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

#[test]
fn analysis_as_json() {
    let mate = analysed(&["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]);
    assert_eq!(mate["best"]["code"], "d1d8");
    assert_eq!(mate["best"]["label"], "Rd8#");
    assert_eq!(mate["lines"][0]["score"]["mate"], 1);
    assert_eq!(
        (&mate["bot"], &mate["game"]),
        (&Value::from("master"), &Value::from("chess"))
    );

    let start = analysed(&["startpos", "--bot", "medium?depth=3", "--multipv", "4"]);
    let lines = start["lines"].as_array().expect("lines are a list");
    assert_eq!(lines.len(), 4);
    assert!(
        lines
            .iter()
            .all(|line| line["depth"] == 3 && line["score"]["cp"].is_i64())
    );
    assert_eq!(start["about"]["name"], "Medium");

    let over = analysed(&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(over["outcome"], "Draw: stalemate");
    assert!(over["best"].is_null() && over["lines"].as_array().is_some_and(Vec::is_empty));

    let mated = analysed(&["7k/8/6K1/8/8/8/8/R7 b - - 0 1", "--depth", "8"]);
    assert_eq!(mated["lines"][0]["score"]["mate"], -1);
}

#[test]
fn analysis_for_people() {
    let printed = text(&run(&["analyse", "startpos", "--depth", "3", "--multipv", "2"]).stdout);
    assert!(printed.contains("Master looked 3 plies ahead"), "{printed}");
    assert!(printed.contains("  1. ") && printed.contains("  2. "), "{printed}");
    assert!(
        printed.lines().last().is_some_and(|line| line.starts_with("best ")),
        "{printed}"
    );
}

#[test]
fn what_was_dropped_from_a_fen_is_reported_on_stderr() {
    let output = run(&["perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"]);
    assert!(output.status.success());
    assert!(
        text(&output.stderr).contains("Castling rights"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(text(&output.stdout), "total 5\n");
}

#[test]
fn pgn_files_are_listed_checked_and_rewritten() {
    let folder = std::env::temp_dir().join(format!("threefold-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (file, out) = (folder.join("in.pgn"), folder.join("out.pgn"));
    let [file, out] = [&file, &out].map(|path| path.to_str().expect("a path in letters"));
    let good = "[White \"Anna\"]\n[Black \"Bo\"]\n\n1. e4 (1. d4 {x} d5 $1) 1... e5 1-0\n\n";
    let faulty = "1. e4 e5 2. Ke3 *\n\n";
    std::fs::write(file, format!("{good}{faulty}")).expect("the file can be written");
    let listed = run(&["pgn", file]);
    assert!(listed.status.success());
    assert!(text(&listed.stdout).starts_with("     1  ?           ?        Anna – Bo\n     2"));
    assert_eq!(
        text(&run(&["pgn", file, "--search", "anna BO"]).stdout).lines().count(),
        1
    );
    let checked = run(&["pgn", file, "--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        text(&checked.stdout),
        "line 6: move 2. 'Ke3' is not a legal move here\n2 games, 1 with faults\n"
    );
    assert!(run(&["pgn", file, "--rewrite", out]).status.success());
    let written = std::fs::read_to_string(out).expect("the file was written");
    assert!(
        written.contains("\n1. e4 (1. d4 {x} 1... d5 $1) 1... e5 1-0\n"),
        "{written}"
    );
    assert!(written.ends_with(faulty), "a game with a fault is copied: {written}");
    let json = text(&run(&["pgn", file, "--json"]).stdout);
    let games: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert_eq!(games[0]["nodes"][2]["san"], "d4");
    assert_eq!(games[1]["faults"][0]["line"], 6);
    let same = run(&["pgn", file, "--rewrite", file]);
    assert_eq!(same.status.code(), Some(2), "{}", text(&same.stderr));
    assert_eq!(
        std::fs::read_to_string(file).expect("it is still there"),
        format!("{good}{faulty}")
    );
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
