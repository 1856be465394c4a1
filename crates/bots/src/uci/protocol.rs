//! The lines of the Universal Chess Interface, read and written without any process.

use std::{fmt::Write, time::Duration};

use chess::{
    Position,
    shakmaty::{Move, Position as _, uci::UciMove},
};
use play::{Budget, Notation, Record, Score, Side};

use super::options::Declared;

/// A parsed line of a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply<'a> {
    /// `id name`.
    Name(&'a str),
    /// `id author`.
    Author(&'a str),
    /// `option`.
    Option(Declared),
    /// `uciok`: it has introduced itself.
    Introduced,
    /// `readyok`.
    Ready,
    /// `info` with a judgement.
    Info(Info),
    /// `bestmove`, with its first word, which may be anything.
    BestMove(&'a str),
    /// Whatever else: UCI wants unknown words to be ignored.
    Nothing,
}

impl<'a> Reply<'a> {
    /// Understands a line.
    pub(super) fn read(line: &'a str) -> Self {
        let (word, rest) = first_word(line);
        match word {
            "id" => match first_word(rest) {
                ("name", name) if !name.is_empty() => Reply::Name(name),
                ("author", author) if !author.is_empty() => Reply::Author(author),
                _ => Reply::Nothing,
            },
            "option" => Declared::read(rest).map_or(Reply::Nothing, Reply::Option),
            "uciok" => Reply::Introduced,
            "readyok" => Reply::Ready,
            "info" => Info::read(rest).map_or(Reply::Nothing, Reply::Info),
            "bestmove" => Reply::BestMove(first_word(rest).0),
            _ => Reply::Nothing,
        }
    }
}

/// A judgement with what belongs to it; what the program leaves out is zero, or the best line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: u32,
    pub(super) rank: usize,
    pub(super) score: Score,
    pub(super) nodes: u64,
    pub(super) line: Vec<UciMove>,
}

impl Info {
    /// Reads what follows the word `info`; `None` if it has no exact score or is garbled.
    fn read(text: &str) -> Option<Self> {
        let (mut depth, mut rank, mut score, mut nodes, mut line) = (0, 1, None, 0, Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "multipv" => rank = words.next()?.parse().ok().filter(|&rank| rank > 0)?,
                "nodes" => nodes = words.next()?.parse().ok()?,
                "score" => score = Some(read_score(words.next()?, words.next()?)?),
                "pv" => {
                    while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                        line.push(mv);
                        words.next();
                    }
                }
                // A bound is no score; a search that fails high or low soon reports the exact one.
                "lowerbound" | "upperbound" => return None,
                // The rest of the line is prose.
                "string" => break,
                _ => {}
            }
        }
        Some(Info {
            depth,
            rank,
            score: score?,
            nodes,
            line,
        })
    }

    /// The expected continuation from `position`, up to the first move that is not legal.
    pub(super) fn continuation(&self, position: &Position) -> Vec<Move> {
        let mut chess = position.chess().clone();
        let legal = self.line.iter().map_while(|uci| {
            let mv = uci.to_move(&chess).ok()?;
            chess.play_unchecked(mv);
            Some(mv)
        });
        legal.collect()
    }
}

/// The legal move of `text`, parsed strictly.
pub(super) fn read_move(position: &Position, text: &str) -> Option<Move> {
    text.parse::<UciMove>().ok()?.to_move(position.chess()).ok()
}

/// The command with the game so far.
pub(super) fn position(record: &Record<Position>) -> String {
    let start = record.start().position_text();
    let mut line = if start == Position::new().position_text() {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    if !record.moves().is_empty() {
        line.push_str(" moves");
    }
    for (position, mv) in record.turns() {
        line.push(' ');
        line.push_str(&position.code(mv));
    }
    line
}

/// The command to think within `budget`.
pub(super) fn go(budget: &Budget) -> String {
    let mut line = "go".to_owned();
    let mut limit = |name: &str, number: u64| {
        write!(line, " {name} {number}").expect("a text takes whatever is written to it");
    };
    if let Some(clock) = budget.clock {
        limit("wtime", milliseconds(clock.remaining(Side::White)).max(1));
        limit("btime", milliseconds(clock.remaining(Side::Black)).max(1));
        limit("winc", milliseconds(clock.control(Side::White).increment));
        limit("binc", milliseconds(clock.control(Side::Black).increment));
    }
    if let Some(time) = budget.move_time {
        limit("movetime", milliseconds(time).max(1));
    }
    if let Some(depth) = budget.depth {
        limit("depth", u64::from(depth.max(1)));
    }
    if let Some(nodes) = budget.nodes {
        limit("nodes", nodes.max(1));
    }
    line
}

/// Whole milliseconds, at most what programs hold that count them in 32 bits: 24 days.
fn milliseconds(time: Duration) -> u64 {
    time.as_millis().min(i32::MAX as u128) as u64
}

/// A score of this unit; a mate is counted in moves of the winner, a mate in no moves is on the board.
fn read_score(unit: &str, number: &str) -> Option<Score> {
    let number: i32 = number.parse().ok()?;
    match unit {
        "cp" => Some(Score::Centipawns(number.clamp(-MOST_POINTS, MOST_POINTS))),
        "mate" if number > 0 => Some(Score::Win(number.unsigned_abs() * 2 - 1)),
        "mate" => Some(Score::Loss(number.unsigned_abs().saturating_mul(2))),
        _ => None,
    }
}

/// Beyond what any evaluation means, and far from where a number cannot be reversed any more.
const MOST_POINTS: i32 = 1_000_000;

/// The first word of a text, and the rest without the blanks around it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use play::{Clock, TimeControl};

    use super::*;

    fn info(text: &str) -> Option<Info> {
        Info::read(text)
    }

    #[test]
    fn the_lines_of_a_program_are_distinguished() {
        assert_eq!(Reply::read("id name  Deep Thought 2 "), Reply::Name("Deep Thought 2"));
        assert_eq!(Reply::read("id author A, B"), Reply::Author("A, B"));
        assert!(matches!(Reply::read("option name Hash type spin"), Reply::Option(_)));
        assert_eq!(Reply::read("  uciok "), Reply::Introduced);
        assert_eq!(Reply::read("readyok"), Reply::Ready);
        assert_eq!(Reply::read("bestmove e2e4 ponder e7e5"), Reply::BestMove("e2e4"));
        assert_eq!(Reply::read("bestmove"), Reply::BestMove(""));
        for line in [
            "",
            "id",
            "id name",
            "option",
            "hello",
            "uciok2",
            "BESTMOVE e2e4",
            "info string bestmove e2e4",
        ] {
            assert_eq!(Reply::read(line), Reply::Nothing, "{line}");
        }
    }

    #[test]
    fn a_whole_info_line_is_understood() {
        let line = "depth 12 seldepth 18 multipv 2 score cp -31 wdl 1 2 3 nodes 9000 nps 1 hashfull 0 tbhits 0 time 5 \
                    pv e2e4 e7e5 g1f3";
        let info = info(line).unwrap();
        assert_eq!((info.depth, info.rank, info.nodes), (12, 2, 9000));
        assert_eq!(info.score, Score::Centipawns(-31));
        assert_eq!(info.line.len(), 3);
    }

    #[test]
    fn words_may_follow_the_line_and_most_may_be_missing() {
        let info = info("pv e2e4 e7e5 score mate 2").unwrap();
        assert_eq!((info.depth, info.rank, info.nodes, info.line.len()), (0, 1, 0, 2));
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let scores = [
            ("mate 1", Score::Win(1)),
            ("mate 3", Score::Win(5)),
            ("mate 0", Score::Loss(0)),
            ("mate -1", Score::Loss(2)),
            ("mate -4", Score::Loss(8)),
            ("mate 2147483647", Score::Win(u32::MAX - 2)),
            ("mate -2147483648", Score::Loss(u32::MAX)),
            ("cp +5", Score::Centipawns(5)),
            ("cp -2147483648", Score::Centipawns(-MOST_POINTS)),
        ];
        for (text, score) in scores {
            assert_eq!(info(&format!("score {text}")).unwrap().score, score, "{text}");
        }
    }

    #[test]
    fn bounds_prose_and_garbled_lines_are_ignored() {
        let lines = [
            "",
            "depth 5 currmove e2e4 currmovenumber 1",
            "string score cp 12",
            "score cp 12 lowerbound pv e2e4",
            "score cp 12 upperbound",
            "score",
            "score cp",
            "score cp many",
            "score pawns 1",
            "score cp 99999999999",
            "depth deep score cp 1",
            "depth -1 score cp 1",
            "multipv 0 score cp 1",
            "score cp 1 nodes",
        ];
        for line in lines {
            assert_eq!(info(line), None, "{line}");
        }
    }

    #[test]
    fn an_illegal_move_cuts_the_line() {
        let start = Position::new();
        let length = |line: &str| {
            info(&format!("score cp 0 pv {line}"))
                .unwrap()
                .continuation(&start)
                .len()
        };
        assert_eq!(length("e2e4 e7e5 g1f3"), 3);
        assert_eq!(length("e2e4 e2e4 g1f3"), 1);
        assert_eq!(length("e2e5"), 0);
        assert_eq!(length("e2e4 0000 d2d4"), 1);
    }

    #[test]
    fn answers_are_read_strictly() {
        let start = Position::new();
        assert!(read_move(&start, "g1f3").is_some());
        for text in [
            "", "Nf3", "e4", "e2e5", "0000", "(none)", "e2e4q", "g1f3 ", "♘f3", "P@e4",
        ] {
            assert_eq!(read_move(&start, text), None, "{text}");
        }
    }

    #[test]
    fn the_game_is_sent_from_its_start() {
        let mut record = Record::new(Position::new());
        assert_eq!(position(&record), "position startpos");
        for text in ["e4", "e5"] {
            record.play(record.position().read_move(text).unwrap()).unwrap();
        }
        assert_eq!(position(&record), "position startpos moves e2e4 e7e5");
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let mut record = Record::new(Position::read_position(fen).unwrap().position);
        record.play(record.position().read_move("O-O").unwrap()).unwrap();
        assert_eq!(position(&record), format!("position fen {fen} moves e1g1"));
    }

    #[test]
    fn every_limit_is_sent() {
        let budget = Budget {
            move_time: Some(Duration::from_micros(1_500)),
            clock: Some(Clock::new(TimeControl::read_minutes("1+2").unwrap())),
            depth: Some(7),
            nodes: Some(1000),
        };
        assert_eq!(
            go(&budget),
            "go wtime 60000 btime 60000 winc 2000 binc 2000 movetime 1 depth 7 nodes 1000"
        );
    }

    #[test]
    fn limits_are_never_zero_nor_beyond_measure() {
        let mut clock = Clock::new(TimeControl::read_minutes("0.001").unwrap());
        clock.spend(Side::White, Duration::from_secs(1));
        let budget = Budget {
            move_time: Some(Duration::MAX),
            clock: Some(clock),
            depth: Some(0),
            nodes: Some(0),
        };
        assert_eq!(
            go(&budget),
            "go wtime 1 btime 60 winc 0 binc 0 movetime 2147483647 depth 1 nodes 1"
        );
    }
}
