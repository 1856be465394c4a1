//! Conversations at random: whatever comes in, every `go` is answered once, and the end of input is the end.

use std::{
    io::{self, Cursor, Write},
    sync::{Arc, Mutex},
};

/// Lines that a program might send, sensible and not.
const LINES: [&str; 39] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "stop stop",
    "ponderhit",
    "debug on",
    "debug off",
    "debug",
    "register later",
    "d",
    "eval",
    "joho isready",
    "",
    "   \t",
    "nonsense",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e4 e2e4",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen",
    "position",
    "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "setoption name Hash value 1",
    "setoption name Hash value many",
    "setoption name MultiPV value 218",
    "setoption name MultiPV value 1",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowWDL value true",
    "setoption name Clear Hash",
    "setoption name SyzygyPath value /nowhere",
    "setoption name OwnBook value true",
    "setoption name",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "go perft 2",
    "\u{fffd}\u{0}\u{1b}",
];

/// Lines that are answered by a move, or by none if there is none.
const QUESTIONS: [&str; 11] = [
    "go",
    "go infinite",
    "go depth 2",
    "go nodes 300",
    "go movetime 1",
    "go ponder wtime 5 btime 5",
    "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
    "go searchmoves e2e4 a1a9 depth 1",
    "go mate 1 nodes 500",
    "go depth lots",
    "go wtime",
];

/// An output that several threads may look at.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody broke it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn conversation(input: Vec<u8>) -> String {
    let paper = Paper::default();
    engine::uci::run(Cursor::new(input), paper.clone()).expect("the paper takes everything");
    let bytes = paper.0.lock().expect("nobody broke it").clone();
    String::from_utf8(bytes).expect("the engine writes text")
}

fn moves(said: &str) -> usize {
    said.lines().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn every_question_is_answered_once() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut input = String::new();
        let mut asked = 0;
        for _ in 0..random.usize(1..40) {
            let question = random.u8(..) < 80;
            let lines = if question { &QUESTIONS[..] } else { &LINES[..] };
            input.push_str(lines[random.usize(..lines.len())]);
            input.push_str(if random.bool() { "\n" } else { "\r\n" });
            asked += usize::from(question);
        }
        let said = conversation(input.clone().into_bytes());
        assert_eq!(moves(&said), asked, "seed {seed}:\n{input}\n{said}");
        assert!(!said.contains("broke"), "seed {seed}:\n{input}\n{said}");
    }
}

#[test]
fn damaged_lines_end_as_well() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut input = Vec::new();
        for _ in 0..random.usize(1..40) {
            let line = if random.bool() {
                QUESTIONS[random.usize(..QUESTIONS.len())]
            } else {
                LINES[random.usize(..LINES.len())]
            };
            // A bench or a deep count would only take long.
            let mut bytes = line.replace("perft", "perft 1").into_bytes();
            for _ in 0..random.usize(..3) {
                let place = random.usize(..=bytes.len());
                match random.u8(..3) {
                    0 => bytes.insert(place, random.u8(..)),
                    1 => bytes.truncate(place),
                    _ => bytes.extend_from_within(..place),
                }
            }
            input.extend(bytes);
            input.push(b'\n');
        }
        if random.bool() {
            input.extend(b"quit\n");
        } else {
            input.extend(b"stop\n");
        }
        let said = conversation(input.clone());
        assert!(
            !said.contains("broke"),
            "seed {seed}: {}\n{said}",
            String::from_utf8_lossy(&input)
        );
    }
}

#[test]
fn everything_before_quit_is_answered() {
    let said = conversation(b"uci\nisready\ngo depth 1\nd\nquit\nisready\n".to_vec());
    let count = |wanted: &str| said.lines().filter(|line| line.starts_with(wanted)).count();
    assert_eq!(
        (count("id name "), count("uciok"), count("readyok"), moves(&said)),
        (1, 1, 1, 1),
        "{said}"
    );
    assert!(count("option name ") > 5 && said.contains("Fen"), "{said}");
}

#[test]
fn limits_that_cannot_be_read_are_reported_and_answered_by_a_move() {
    for limits in [
        "depth abc",
        "nodes 1.5",
        "wtime",
        "movetime -",
        "perft x",
        "mate",
        "wtime btime",
        "depth 2 nodes x",
    ] {
        let said = conversation(format!("go {limits}\nisready\n").into_bytes());
        assert_eq!(moves(&said), 1, "{limits}: {said}");
        assert!(said.contains("info string go "), "{limits}: {said}");
    }
}

#[test]
fn nothing_is_done_after_quit() {
    let said = conversation(b"isready\ngo infinite\nquit\nuci\n".to_vec());
    assert!(!said.contains("uciok"), "{said}");
}
