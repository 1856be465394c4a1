//! Ransom in the program as a process.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
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

/// What a run that succeeds prints on stdout.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What a game prints on stdout when it is fed these lines.
fn played(arguments: &[&str], lines: &str) -> String {
    let mut child = threefold(&[&["play", "--game", "ransom"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    // The program may leave before it has read everything.
    drop(input.write_all(lines.as_bytes()));
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn last(printed: &str) -> &str {
    printed.lines().last().unwrap_or_default()
}

#[test]
fn perft_counts_turns() {
    assert_eq!(last(&printed(&["perft", "3", "--game", "ransom"])), "total 106566");
    let stuck = "8/8/8/p5pp/P5PP/8/8/8 w 0/0 0 1";
    assert_eq!(
        printed(&["perft", "3", "--game", "ransom", "--fen", stuck]),
        "total 0\n"
    );
    let divided = printed(&["perft", "2", "--game", "ransom", "--divide"]);
    assert_eq!(divided.lines().count(), 49);
    assert!(divided.lines().any(|line| line == "c1d3: 48"), "{divided}");
}

#[test]
fn two_people_play_to_the_end() {
    let printed = played(
        &["--fen", "1nn5/8/8/3n4/8/2N5/P7/NN6 w 2/0 9 11"],
        "a2a2q\nb8a6\nc3d5\nrecord\n",
    );
    for line in [
        "White: Pawn A2 upgraded",
        "Black: Knight B8→A6",
        "White: Knight C3→D5 (capture)",
        "White wins: the other side has fewer than three pieces left (1-0)",
        "Turn 13. Purses: White 0, Black 0. Without a capture: 11 of 50.",
    ] {
        assert!(printed.contains(line), "{line} in {printed}");
    }
    let sheet = printed
        .split("1nn5/8/8/3n4/8/2N5/P7/NN6 w 2/0 9 11")
        .nth(1)
        .expect("the record");
    let turns: Vec<&str> = sheet.lines().filter(|line| line.contains(". ")).collect();
    assert_eq!(turns.len(), 3, "{sheet}");
    assert!(turns[2].starts_with("  13. ") && turns[2].ends_with("  White: Knight C3→D5 (capture)"));
}

#[test]
fn refusals_have_their_exact_words() {
    let printed = played(
        &["--fen", "nnp4n/8/8/p2n4/P2Q4/1B6/P5N1/N6P w 1/0 4 9"],
        "a2z9\na2a4\na4a5\nb3f7\nh1h1q\na2a2q\nd4d4q\na5a4\nc3c4\nhello\nd4a7\nresign\nd4d5\n",
    );
    let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with("Invalid")).collect();
    assert_eq!(
        lines,
        [
            "Invalid: out of bounds",
            "Invalid: illegal move for piece type",
            "Invalid: blocked",
            "Invalid: obstructed",
            "Invalid: pawn cannot be upgraded on row 1 or 8",
            "Invalid: not enough points",
            "Invalid: only pawns can be upgraded",
            "Invalid: not your turn",
            "Invalid: no piece there",
            "Invalid: game over",
        ],
        "{printed}"
    );
    assert!(
        printed.contains("'hello' is not a move; write it like c1d3"),
        "{printed}"
    );
}

#[test]
fn three_undos_in_a_row_are_allowed_and_a_move_renews_them() {
    let moves = "c1d3\nc8d6\nd1e3\nd8e6\n";
    let printed = played(&[], &format!("{moves}undo\nundo\nundo\nundo\nfen\nf8g6\nundo\nfen\n"));
    let refused = "Not possible: Only 3 undos in a row are allowed; play a move first.";
    assert_eq!(printed.matches(refused).count(), 1, "{printed}");
    // Three turns of four are taken back, one is left; the undo after the new move comes back to it.
    let left = "ppnnnnpp/2bbbb2/8/8/8/3N4/2BBBB2/PP1NNNPP b 0/0 1 2";
    assert_eq!(printed.matches(left).count(), 2, "{printed}");
    let printed = played(&[], "c1d3\nundo\nundo\n");
    assert!(
        printed.contains("Not possible: There is no move to take back."),
        "{printed}"
    );
}

#[test]
fn against_a_bot_one_undo_is_two_turns() {
    let printed = played(&["--black", "easy"], "c1d3\nd1c3\nundo\nfen\nundo\nfen\n");
    let texts: Vec<&str> = printed
        .lines()
        .filter(|line| line.contains('/') && line.contains(" w "))
        .collect();
    assert_eq!(texts.len(), 2, "{printed}");
    assert!(
        texts[0].ends_with(" 3") && texts[1].ends_with(" w 0/0 0 1"),
        "{printed}"
    );
    assert!(printed.contains("Easy: "), "{printed}");
}

#[test]
fn any_point_of_the_game_is_shown_again() {
    let printed = played(&[], "c1d3\nc8d6\nshow 1\nshow 7\nfen\n");
    assert_eq!(printed.matches("Turn 2. ").count(), 2, "{printed}");
    assert!(printed.contains("Only 2 moves have been played."), "{printed}");
    assert!(
        printed.contains("pp1nnnpp/2bbbb2/3n4/8/8/3N4/2BBBB2/PP1NNNPP w 0/0 2 3"),
        "{printed}"
    );
}

#[test]
fn bots_play_each_other_to_the_end() {
    let arguments = [
        "play",
        "--game",
        "ransom",
        "--white",
        "hard?depth=2",
        "--black",
        "easy?depth=1",
        "--seed",
        "4",
    ];
    let first = printed(&arguments);
    assert!(first.contains("Hard: ") && first.contains("Easy: "), "{first}");
    let end = last(&first);
    assert!(
        end.ends_with(')') && (end.contains(" wins: ") || end.starts_with("Draw: ")),
        "{end}"
    );
    assert_eq!(first, printed(&arguments), "the same seed plays the same game");
}

#[test]
fn analysis_is_for_scripts_and_people() {
    let winning = "1nn5/8/8/3n4/8/2N5/8/NN6 w 0/0 9 11";
    for bot in ["easy", "hard", "master"] {
        let answer = printed(&["analyse", "--game", "ransom", "--bot", bot, "--json", winning]);
        let answer: Value = serde_json::from_str(&answer).expect("the answer is JSON");
        assert_eq!(answer["game"], "ransom");
        assert_eq!(answer["best"]["code"], "c3d5");
        assert_eq!(answer["best"]["label"], "Knight C3→D5 (capture)");
        assert_eq!(answer["lines"][0]["score"]["mate"], 1);
    }
    let printed = printed(&[
        "analyse",
        "--game",
        "ransom",
        "--depth",
        "3",
        "--multipv",
        "2",
        "startpos",
    ]);
    assert!(printed.contains("Master looked 3 plies ahead"), "{printed}");
    assert!(
        printed.contains("  2. ") && last(&printed).starts_with("best "),
        "{printed}"
    );
}

#[test]
fn wrong_usage_is_exit_code_two_with_words() {
    for (arguments, words) in [
        (
            &["perft", "1", "--fen", "8/8/8/8/8/8/8/8 w 0/0 0 1"][..],
            "both sides have fewer than three pieces",
        ),
        (&["perft", "1", "--chess960", "5"], "--chess960 is of chess"),
        (
            &["play", "--white", "medium"],
            "known are beginner, novice, easy, hard, master and onnx:FILE",
        ),
        (
            &["analyse", "startpos", "--bot", "uci:stockfish"],
            "no bot of Ransom is called 'uci:stockfish'",
        ),
        (&["arena", "easy", "genius"], "no bot of Ransom is called 'genius'"),
        (
            &["arena", "easy", "hard", "--syzygy", "."],
            "Ransom has no endgame tables",
        ),
        (&["bench", "0"], "1..=100"),
    ] {
        let output = run(&[arguments, &["--game", "ransom"]].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn matches_are_played_from_random_openings_or_a_file() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ransom");
    fs::create_dir_all(&directory).expect("the directory can be made");
    let file = |name: &str| directory.join(name).to_str().expect("test paths are text").to_owned();
    let (games, report, openings) = (file("games.pgn"), file("report.json"), file("openings.txt"));
    let arguments = [
        "arena",
        "--game",
        "ransom",
        "hard?depth=2",
        "easy?depth=1",
        "--games",
        "8",
        "--seed",
        "5",
    ];
    let written = printed(&[&arguments[..], &["--pgn", &games, "--json", &report]].concat());
    assert!(
        written.contains("openings: balanced set") && written.contains("8 distinct"),
        "{written}"
    );
    assert!(last(&written).starts_with("score hard?depth=2 "), "{written}");
    let pgn = fs::read_to_string(&games).expect("the games are there");
    assert_eq!(pgn.matches("[Variant \"Ransom\"]").count(), 8);
    assert_eq!(pgn.matches("[FEN ").count(), 8);
    assert!(pgn.contains("\n9. ") && pgn.contains("{depth 1, "), "{pgn}");
    let json: Value = serde_json::from_slice(&fs::read(&report).expect("the report is there")).expect("it is JSON");
    assert_eq!(
        (&json["settings"]["game"], &json["finished"]),
        (&Value::from("ransom"), &Value::from(true))
    );

    fs::write(&openings, "# one position\n8/8/p5pp/3nn3/3NN3/P5PP/8/8 w 0/0 0 1\n").expect("the file can be written");
    let written = printed(&[&arguments[..], &["--openings", &openings]].concat());
    assert!(written.contains("8 of 8 games"), "{written}");
    fs::write(&openings, "nonsense\n").expect("the file can be written");
    let output = run(&[&arguments[..], &["--openings", &openings]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("line 1: a position has five fields"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn the_bench_is_fixed_work() {
    let first = printed(&["bench", "--game", "ransom", "3"]);
    let nodes = |printed: &str| last(printed).split(' ').next().map(str::to_owned);
    assert_eq!(
        first.lines().filter(|line| line.starts_with("depth 3: ")).count(),
        1,
        "{first}"
    );
    assert!(last(&first).ends_with(" nps"), "{first}");
    assert_eq!(nodes(&first), nodes(&printed(&["bench", "--game", "ransom", "3"])));
}
