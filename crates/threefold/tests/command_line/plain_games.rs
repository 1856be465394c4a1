//! Games on plain lines.

use super::*;

#[test]
fn two_people_play_to_mate() {
    let printed = fed(&["play"], "f3\ne5\ng4\nQh4\npgn\n");
    assert!(printed.contains("2... Qh4# (d8h4)"), "{printed}");
    assert!(printed.contains("Black wins: checkmate (0-1)"), "{printed}");
    assert!(printed.trim_end().ends_with("1. f3 e5 2. g4 Qh4# 0-1"), "{printed}");
    assert!(!printed.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn a_bot_answers_and_undo_returns_to_the_persons_turn() {
    let printed = fed(&["play", "--black", "medium"], "e4\nundo\nfen\nd4\nresign\n");
    assert!(printed.contains("Medium: 1... "), "{printed}");
    assert!(
        printed.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "{printed}"
    );
    assert!(printed.contains("1. d4 (d2d4)"), "{printed}");
    assert!(printed.contains("Black wins: resignation (0-1)"), "{printed}");
}

#[test]
fn a_person_can_play_black() {
    let printed = fed(&["play", "--white", "easy"], "undo\nmoves\n");
    assert!(printed.contains("Easy: 1. "), "{printed}");
    assert!(printed.contains("no move to take back"), "{printed}");
    assert!(
        printed.contains("8 | r n b k q b n r |"),
        "Black sees the board from Black's side: {printed}"
    );
    assert!(printed.contains("The game is not finished."), "{printed}");
}

#[test]
fn draws_are_offered_claimed_and_declined() {
    let agreed = fed(&["play"], "draw\nyes\n");
    assert!(agreed.contains("Draw: agreement (1/2-1/2)"), "{agreed}");
    let declined = fed(&["play"], "draw\nno\ne4\n");
    assert!(declined.contains("Black declines the draw.\n1. e4"), "{declined}");
    let claimed = fed(&["play"], "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\ndraw\n");
    assert!(
        claimed.contains("A draw can be claimed (threefold repetition): type draw."),
        "{claimed}"
    );
    assert!(claimed.contains("Draw: threefold repetition (1/2-1/2)"), "{claimed}");
    let refused = fed(&["play", "--black", "hard"], "draw\n");
    assert!(refused.contains("Black declines the draw."), "{refused}");
}

#[test]
fn whatever_is_typed_the_game_goes_on() {
    let printed = fed(
        &["play", "--black", "easy", "--seed", "1"],
        "\n\u{7}\u{0}\nNf9\ne5\nxxxxxxxx\n♞f3\nhelp\nthoughts\nboard\nO-O\nNf3\nfen\n",
    );
    assert!(printed.contains("'e5' is not a legal move here"), "{printed}");
    assert!(printed.contains("thoughts  show or hide"), "{printed}");
    assert!(printed.contains("1. Nf3 (g1f3)\nEasy: 1... "), "{printed}");
    let long = "x".repeat(100_000);
    assert!(fed(&["play"], &format!("{long}\ne4\n")).contains("1. e4"));
}

#[test]
fn after_the_end_only_questions_are_answered() {
    let printed = fed(&["play"], "resign\ne4\ndraw\nresign\nfen\nundo\nquit\n");
    assert!(printed.contains("\nThe game is over\n"), "{printed}");
    assert_eq!(
        printed.matches("Not possible: The game is over.").count(),
        3,
        "{printed}"
    );
    assert_eq!(printed.matches("Black wins").count(), 1, "{printed}");
}

#[test]
fn a_game_can_begin_at_its_end() {
    let printed = fed(&["play", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "");
    assert!(printed.contains("Draw: stalemate (1/2-1/2)"), "{printed}");
}

#[test]
fn bots_play_each_other_to_the_end() {
    let arguments = ["play", "--white", "medium", "--black", "easy", "--seed", "5"];
    let printed = text(&run(&arguments).stdout);
    assert!(
        printed.contains("Medium: 1. ") && printed.contains("Easy: 1... "),
        "{printed}"
    );
    let end = printed.lines().last().expect("something is printed");
    assert!(end.starts_with("White wins: ") && end.ends_with("(1-0)"), "{end}");
    assert_eq!(
        printed,
        text(&run(&arguments).stdout),
        "the same seed plays the same game"
    );
}

#[test]
fn a_flag_falls_while_a_person_thinks() {
    let mut child = piped(&["play", "--clock", "0.01"]);
    // Nothing is typed and stdin stays open.
    let input = child.stdin.take();
    let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let end = output.lines().map_while(Result::ok).find(|line| line.contains("wins"));
        // The test may have given up.
        drop(sender.send(end));
    });
    let end = receiver
        .recv_timeout(Duration::from_mins(1))
        .expect("the flag falls within a minute");
    assert_eq!(end.as_deref(), Some("Black wins: time (0-1)"));
    drop(input);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn thoughts_are_shown_on_request() {
    let typed = fed(&["play", "--black", "medium"], "thoughts\ne4\n");
    let flagged = fed(&["play", "--black", "medium", "--thoughts"], "e4\n");
    for printed in [typed, flagged] {
        assert!(printed.contains("… depth 4, "), "{printed}");
    }
}

#[test]
fn chess960_starts_by_number() {
    let printed = fed(&["play", "--chess960", "0"], "fen\npgn\n");
    assert!(
        printed.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
        "{printed}"
    );
    assert!(printed.contains("[Variant \"Chess960\"]"), "{printed}");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    for arguments in [
        &["perft", "3", "--divide"][..],
        &["analyse", "startpos", "--depth", "2", "--multipv", "20", "--json"],
    ] {
        let mut child = piped(arguments);
        drop(child.stdout.take());
        let mut said = String::new();
        let mut errors = child.stderr.take().expect("stderr is piped");
        errors.read_to_string(&mut said).expect("the errors are text");
        assert!(child.wait().expect("the program ends").success());
        assert_eq!(said, "");
    }
}

#[test]
fn the_rest_of_a_long_line_is_not_obeyed() {
    let printed = fed(&["play"], &format!("{}resign\ne4\n", "x".repeat(4096)));
    assert!(
        printed.contains("1. e4") && !printed.contains("resignation"),
        "{printed}"
    );
}

#[test]
fn clocks_are_written_to_the_pgn() {
    let printed = fed(&["play", "--clock", "5+3"], "e4\ne5\nundo\nc5\npgn\n");
    assert!(printed.contains("[TimeControl \"300+3\"]"), "{printed}");
    assert_eq!(printed.matches("[%clk 0:05:0").count(), 2, "{printed}");
}
