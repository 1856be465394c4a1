//! Searches with every limit, and what is asked while they run.

use crate::{MATED, program::Program};

/// White mates in one with its queen on f7.
const MATE_IN_ONE: &str = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6";

fn number(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1)?.parse().ok()
}

#[test]
fn every_limit_ends_a_search() {
    let mut program = Program::start();
    for limit in [
        "depth 2",
        "nodes 500",
        "movetime 1",
        "movetime 0",
        "wtime 100 btime 100 winc 1 binc 1",
        "wtime 1000 btime 1000 movestogo 1",
        "wtime -5 btime -5",
        "wtime 0 btime 0",
        "depth 0",
        "depth 1 nodes 100000 movetime 100000",
    ] {
        let (best, _) = program.search(&format!("position startpos\ngo {limit}"));
        assert!(best.len() == 4, "{limit}: {best}");
    }
    let (best, heard) = program.search(&format!("{MATE_IN_ONE}\ngo mate 1"));
    assert_eq!(best, "h5f7");
    assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:#?}");
}

#[test]
fn a_limit_that_cannot_be_read_is_reported_and_the_search_answers_at_once() {
    let mut program = Program::start();
    let (best, heard) = program.search("position startpos\ngo depth five");
    assert_eq!(heard[0], "info string go depth takes a number, not 'five'");
    assert_eq!(best.len(), 4, "{best}");
    let (best, heard) = program.search("go depth five nodes 500");
    assert_eq!(heard[0], "info string go depth takes a number, not 'five'");
    assert_eq!(best.len(), 4, "{best}");
}

#[test]
fn a_line_has_the_fields_of_the_protocol() {
    let mut program = Program::start();
    let (best, heard) = program.search("position startpos moves e2e4\ngo depth 3");
    let line = heard
        .iter()
        .rfind(|line| line.contains(" pv "))
        .expect("a line is printed");
    assert_eq!(number(line, "depth"), Some(3));
    for name in ["seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
        assert!(number(line, name).is_some(), "{name} in {line}");
    }
    assert!(line.contains(" score cp "), "{line}");
    assert!(line.contains(&format!(" pv {best}")), "{line}");
    assert!(!line.contains("currmove"), "only long searches report their move");
}

#[test]
fn moves_to_search_stand_anywhere() {
    let mut program = Program::start();
    for line in [
        "go searchmoves h2h3 depth 2",
        "go depth 2 searchmoves h2h3",
        "go searchmoves h2h3 a2a9 depth 2",
    ] {
        let (best, _) = program.search(&format!("position startpos\n{line}"));
        assert_eq!(best, "h2h3", "{line}");
    }
    let (best, heard) = program.search("go depth 1 searchmoves e7e5");
    assert_eq!(heard[0], "info string 'e7e5' is not legal and not searched");
    assert_ne!(best, "(none)");
}

#[test]
fn isready_is_answered_during_a_search_and_stop_ends_it() {
    let mut program = Program::start();
    for go in [
        "go",
        "go infinite",
        "go infinite depth 1",
        "go ponder",
        "go searchmoves e2e4",
    ] {
        program.say(&format!("position startpos\n{go}"));
        for _ in 0..3 {
            let heard = program.answers("");
            assert!(
                !heard.iter().any(|line| line.starts_with("bestmove")),
                "{go}: {heard:#?}"
            );
        }
        program.say("stop");
        assert!(program.line("bestmove").len() >= 13, "{go}");
    }
}

#[test]
fn an_endless_search_with_nothing_left_to_search_waits_for_stop() {
    let mut program = Program::start();
    for go in [
        "go infinite",
        "go",
        "go ponder wtime 1000 btime 1000",
        "go ponder depth 1",
    ] {
        program.say(&format!("{MATED}\n{go}"));
        program.line("info depth 0");
        // The search is over; an answer would come before one of these.
        for _ in 0..20 {
            assert!(program.answers("").is_empty(), "{go}");
        }
        program.say("stop");
        assert_eq!(program.until("bestmove"), ["bestmove (none)"]);
    }
}

#[test]
fn a_new_search_ends_the_one_before_and_both_answer() {
    let mut program = Program::start();
    program.say("position startpos\ngo infinite searchmoves a2a3\ngo depth 1 searchmoves h2h3\ngo perft 1");
    assert!(program.line("bestmove").starts_with("bestmove a2a3"));
    assert!(program.line("bestmove").starts_with("bestmove h2h3"));
    program.line("Nodes searched: 20");
}

#[test]
fn what_comes_during_a_search_is_done_after_it() {
    let mut program = Program::start();
    program.say("position startpos\ngo infinite");
    program.say("position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1\nsetoption name MultiPV value 0\nucinewgame\nd");
    let during = program.answers("");
    assert!(!during.iter().any(|line| line.starts_with("Fen:")), "{during:#?}");
    program.say("stop");
    let heard = program.until("Fen:");
    let place = |start: &str| heard.iter().position(|line| line.starts_with(start));
    assert!(
        place("bestmove").is_some() && place("bestmove") < place("info string MultiPV takes"),
        "{heard:#?}"
    );
    assert!(
        heard.last().is_some_and(|line| line.contains("6k1/8/8/8/8/8/8/K6R w")),
        "{heard:#?}"
    );
}

#[test]
fn perft_lists_the_moves_and_can_be_stopped() {
    let mut program = Program::start();
    program.say("position startpos\ngo perft 3");
    let heard = program.until("Nodes searched");
    assert_eq!(heard.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert_eq!(heard.iter().filter(|line| line.contains(": ")).count(), 21);
    assert!(heard.contains(&"e2e4: 600".to_owned()), "{heard:#?}");
    program.say("go perft 0");
    assert_eq!(program.until("Nodes searched"), ["Nodes searched: 1"]);
    program.say("go perft 20");
    assert!(program.answers("").is_empty());
    program.say("stop");
    program.line("info string perft stopped");
    program.say(&format!("{MATED}\ngo perft 2"));
    assert_eq!(
        program.until("Nodes searched").last().map(String::as_str),
        Some("Nodes searched: 0")
    );
}

/// The search counted as running for a moment after its answer was heard, and `isready` was answered before what came
/// in between was done.
#[test]
fn readiness_right_behind_an_answer_waits_for_what_was_asked() {
    let mut program = Program::start();
    for _ in 0..300 {
        program.search("position startpos\ngo depth 1");
        let heard = program.answers("position startpos moves e2e4\nd");
        assert!(heard.iter().any(|line| line.starts_with("Fen: ")), "{heard:#?}");
    }
}
