//! The engine as chess programs meet it: conversations through pipes with the real binary.

mod endings;
mod options;
mod ponder;
mod program;
mod searches;

use program::Program;

/// Scholar's mate is on the board, Black to move.
const MATED: &str = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn it_introduces_itself() {
    let mut program = Program::start();
    program.say("uci");
    let heard = program.until("uciok");
    assert!(heard[0].starts_with("id name Threefold "), "{heard:#?}");
    assert_eq!(heard[1], "id author The Threefold authors");
    let options = &heard[2..heard.len() - 1];
    assert!(
        options.iter().all(|line| line.starts_with("option name ")),
        "{options:#?}"
    );
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "Move Overhead",
        "OwnBook",
        "BookFile",
        "SyzygyPath",
        "SyzygyProbeLimit",
    ] {
        let start = format!("option name {name} type ");
        assert_eq!(
            options.iter().filter(|line| line.starts_with(&start)).count(),
            1,
            "{name}"
        );
    }
    program.say("quit");
    assert!(program.end().is_empty());
}

#[test]
fn garbage_between_commands_is_passed_over() {
    let mut program = Program::start();
    program.say_bytes(b"\n \t \r\nhello\n\xff\xfe\x00\x1b[31m\nUCI\nucinew game\njoho uci\r\n");
    program.line("uciok");
    program.say_bytes(&vec![b'x'; 3_000_000]);
    program.say("\nunknown isready");
    let heard = program.until("readyok");
    assert_eq!(heard[0], "info string a line was too long and is passed over");
    assert_eq!(heard.len(), 2);
    assert_eq!(
        program.answers("stop\nponderhit\nregister later\nstop"),
        ["info string there is nothing to register"]
    );
    let (best, _) =
        program.search("position somehow startpos moves e2e4\ngo quickly depth 1 please searchmoves e7e5 c7c5x");
    assert_eq!(best, "e7e5");
}

#[test]
fn debugging_reports_ignored_input() {
    let mut program = Program::start();
    assert!(program.answers("hello there").is_empty());
    assert_eq!(
        program.answers("debug on\nhello there\n"),
        ["info string no command in 'hello there'"]
    );
    assert!(program.answers("debug off\nhello there").is_empty());
    assert_eq!(program.answers("debug"), ["info string debug takes on or off"]);
}

#[test]
fn a_bad_position_is_reported_and_nothing_changes() {
    let mut program = Program::start();
    let fen = |program: &mut Program| {
        let heard = program.answers("d");
        let line = heard
            .iter()
            .find(|line| line.starts_with("Fen: "))
            .expect("the board has its FEN");
        line.clone()
    };
    program.say("position startpos moves e2e4 e7e5");
    let before = fen(&mut program);
    assert!(before.contains("4p3/4P3"), "{before}");
    for (line, words) in [
        ("position", "position takes startpos or fen"),
        ("position fen", "the FEN cannot be read"),
        ("position fen nonsense w - - 0 1 moves e2e4", "the FEN cannot be read"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
        (
            "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "the side not to move is in check",
        ),
        (
            "position startpos moves e2e4 e2e4",
            "move 2, 'e2e4', is not legal there",
        ),
        (
            "position startpos moves d2d4 0000",
            "move 2, '0000', is not legal there",
        ),
    ] {
        let heard = program.answers(line);
        assert_eq!(heard.len(), 1, "{heard:#?}");
        assert!(
            heard[0].starts_with("info string ") && heard[0].contains(words),
            "{heard:#?}"
        );
        assert_eq!(fen(&mut program), before);
    }
    let dropped = program.answers("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    assert_eq!(dropped, ["info string impossible castling rights dropped"]);
}

#[test]
fn the_board_the_evaluation_and_the_bench_are_shown() {
    let mut program = Program::start();
    let board = program.answers("position startpos\nd");
    for part in [
        " | R | N | B | Q | K | B | N | R | 1",
        "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Key: 463B96181691FC9C",
        "Checkers:",
    ] {
        assert!(board.iter().any(|line| line == part), "{part} in {board:#?}");
    }
    program.answers("eval");
    program.say("bench 1");
    let bench = program.until_heard("N nodes M nps", |line| line.ends_with(" nps"));
    let words: Vec<&str> = bench.last().map(|line| line.split(' ').collect()).unwrap_or_default();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{bench:#?}");
}

#[test]
fn without_a_legal_move_there_is_none() {
    let mut program = Program::start();
    for (position, score) in [
        (MATED, "info depth 0 score mate 0"),
        (STALEMATED, "info depth 0 score cp 0"),
    ] {
        let (best, heard) = program.search(&format!("{position}\ngo depth 3"));
        assert_eq!((best.as_str(), heard), ("(none)", vec![score.to_owned()]));
    }
}

#[cfg(unix)]
#[test]
fn under_its_own_name_it_needs_no_argument() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let link = directory.join("threefold-uci");
    if link.symlink_metadata().is_ok() {
        std::fs::remove_file(&link).expect("the link of an earlier run can be removed");
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_threefold"), &link).expect("a link can be made");
    let mut program = Program::start_at(&link);
    program.say("uci");
    program.line("uciok");
    program.say("quit");
    program.end();
}
