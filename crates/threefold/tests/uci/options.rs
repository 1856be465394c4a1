//! Options: what they change, and what is said when they cannot be set.

use std::{fs, path::Path};

use crate::program::Program;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/tables");

fn set(program: &mut Program, name: &str, value: &str) -> Vec<String> {
    program.answers(&format!("setoption name {name} value {value}"))
}

#[test]
fn wrong_options_are_reported_and_change_nothing() {
    let mut program = Program::start();
    for (line, words) in [
        ("setoption", "setoption takes name NAME"),
        ("setoption name Skill Level value 3", "there is no option 'Skill Level'"),
        (
            "setoption name Hash value 0",
            "Hash takes a number from 1 to 65536, not '0'",
        ),
        ("setoption name Hash value lots", "not 'lots'"),
        (
            "setoption name MultiPV value 219",
            "MultiPV takes a number from 1 to 218",
        ),
        ("setoption name Ponder value maybe", "Ponder takes true or false"),
        (
            "setoption name BookFile value /nowhere/book.bin",
            "/nowhere/book.bin cannot be read",
        ),
        (
            "setoption name SyzygyPath value /nowhere",
            "the tables in /nowhere cannot be read",
        ),
        ("setoption name UCI_Elo value 5", "UCI_Elo takes a number from"),
    ] {
        let heard = program.answers(line);
        assert_eq!(heard.len(), 1, "{line}: {heard:#?}");
        assert!(
            heard[0].starts_with("info string ") && heard[0].contains(words),
            "{heard:#?}"
        );
    }
    let (best, heard) = program.search("position startpos\ngo depth 1");
    assert_ne!(best, "(none)");
    assert!(!heard.iter().any(|line| line.contains("multipv 2")), "{heard:#?}");
}

#[test]
fn options_are_set_without_a_word() {
    let mut program = Program::start();
    for line in [
        "setoption name Hash value 1",
        "setoption name hash value 32",
        "setoption name Clear Hash",
        "setoption name Threads value 2",
        "setoption name Ponder value true",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name Move Overhead value 100",
        "setoption name OwnBook value true",
        "setoption name BookFile value <empty>",
        "setoption name SyzygyPath value",
        "setoption name SyzygyProbeLimit value 0",
    ] {
        assert!(program.answers(line).is_empty(), "{line}");
    }
    let (best, _) = program.search("position startpos\ngo depth 2");
    assert_ne!(best, "(none)");
}

#[test]
fn several_lines_are_printed() {
    let mut program = Program::start();
    assert!(set(&mut program, "MultiPV", "3").is_empty());
    let (best, heard) = program.search("position startpos\ngo depth 2");
    for rank in 1..=3 {
        assert!(
            heard.iter().any(|line| line.contains(&format!(" multipv {rank} "))),
            "{heard:#?}"
        );
    }
    assert!(!heard.iter().any(|line| line.contains(" multipv 4 ")), "{heard:#?}");
    let first = heard
        .iter()
        .rfind(|line| line.contains(" multipv 1 "))
        .expect("a best line");
    assert!(first.contains(&format!(" pv {best}")), "{first} {best}");
}

#[test]
fn chances_are_printed_on_request() {
    let mut program = Program::start();
    let (_, heard) = program.search("position startpos\ngo depth 2");
    assert!(!heard.iter().any(|line| line.contains(" wdl ")), "{heard:#?}");
    set(&mut program, "UCI_ShowWDL", "true");
    let (_, heard) = program.search("go depth 2");
    let line = heard
        .iter()
        .rfind(|line| line.contains(" pv "))
        .expect("a line is printed");
    let words: Vec<&str> = line.split(' ').skip_while(|word| *word != "wdl").collect();
    let sum: u32 = words[1..4]
        .iter()
        .map(|word| word.parse::<u32>().expect("a chance"))
        .sum();
    assert_eq!(sum, 1000, "{line}");
}

#[test]
fn castling_is_written_as_the_program_wants_it() {
    let mut program = Program::start();
    let normal = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (position, searched, best) in [
        (normal, "e1g1", "e1g1"),
        (normal, "e1h1", "e1g1"),
        // Without the option, as the king's way could be read as a step.
        ("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1"),
    ] {
        let (found, _) = program.search(&format!("{position}\ngo depth 1 searchmoves {searched}"));
        assert_eq!(found, best);
    }
    set(&mut program, "UCI_Chess960", "true");
    let (found, heard) = program.search(&format!("{normal}\ngo depth 1 searchmoves e1h1"));
    assert_eq!(found, "e1h1");
    assert!(heard.iter().any(|line| line.contains(" pv e1h1")), "{heard:#?}");
    let castled = program.answers("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1\nd");
    assert!(
        castled.iter().any(|line| line.contains("/RNBQ1RK1 b kq")),
        "{castled:#?}"
    );
}

/// A book with one move, a2a4, for the start.
fn book(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the book can be written");
    path.to_str().expect("test paths are text").to_owned()
}

fn entry(mv: u16) -> Vec<u8> {
    let key = 0x463b_9618_1691_fc9c_u64;
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &1_u16.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn a_book_is_played_from_when_it_is_switched_on() {
    let mut program = Program::start();
    let a2a4 = 0o10 << 6 | 0o30;
    let path = book("one move.bin", &entry(a2a4));
    assert!(set(&mut program, "BookFile", &path).is_empty());
    let searched = "info string from the book".to_owned();
    let (_, heard) = program.search("position startpos\ngo depth 1");
    assert!(!heard.contains(&searched), "not switched on: {heard:#?}");
    set(&mut program, "OwnBook", "true");
    let (best, heard) = program.search("go wtime 1000 btime 1000");
    assert_eq!((best.as_str(), heard), ("a2a4", vec![searched.clone()]));
    let (best, _) = program.search("go depth 1 searchmoves h2h3");
    assert_eq!(best, "h2h3");
    let (_, heard) = program.search("position startpos moves a2a4\ngo depth 1");
    assert!(!heard.contains(&searched), "{heard:#?}");
}

#[test]
fn a_damaged_book_is_reported_and_the_engine_searches() {
    let mut program = Program::start();
    set(&mut program, "OwnBook", "true");
    let cut = set(&mut program, "BookFile", &book("cut.bin", &[0; 40]));
    assert!(cut[0].contains("is cut or no Polyglot book"), "{cut:#?}");
    assert!(set(&mut program, "BookFile", &book("illegal.bin", &entry(0o777))).is_empty());
    let (best, heard) = program.search("position startpos\ngo depth 1");
    assert_eq!(heard[0], "info string 1 entries of the book are no legal moves");
    assert_ne!(best, "(none)");
}

#[test]
fn endgame_tables_are_opened_and_reported() {
    let mut program = Program::start();
    assert_eq!(
        set(&mut program, "SyzygyPath", TABLES),
        ["info string 10 tables of up to 3 pieces"]
    );
    let (best, _) = program.search("position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\ngo depth 3");
    assert_eq!(best, "b1b8");
    assert!(set(&mut program, "SyzygyPath", "<empty>").is_empty());
}
