//! Parses the arguments of `go`.
//!
//! The words may come in any order, `searchmoves` included: its moves end at the next word that `go` knows. An invalid
//! limit is reported and skipped; if no other limit is left, the engine moves at once, because an unlimited search
//! would not end.

use std::{iter::Peekable, time::Duration};

use shakmaty::{ByColor, Chess, Move};
use thiserror::Error;

use super::position::{read_move, shortened};
use crate::{GameClock, Limits};

/// The words behind `go`, read but not yet bound to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Think on the opponent's time.
    pub(super) ponder: bool,
    /// Think until `stop`.
    pub(super) infinite: bool,
    /// Count move sequences instead of thinking.
    pub(super) perft: Option<u32>,
    search_moves: Vec<String>,
    left: ByColor<Option<Duration>>,
    increment: ByColor<Option<Duration>>,
    moves_left: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    movetime: Option<Duration>,
    /// Limits that cannot be read.
    faults: Vec<GoError>,
}

/// Why a limit cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum GoError {
    /// A limit without a number.
    #[error("go {limit} takes a number, not '{text}'")]
    Number {
        /// The word before it.
        limit: &'static str,
        /// The text that was given.
        text: String,
    },
    /// A count that nobody could wait for.
    #[error("go perft counts sequences of up to {MOST_PLIES} plies")]
    Perft,
}

impl Go {
    /// Reads what follows `go`; words it does not know are passed over.
    pub(super) fn read(text: &str) -> Self {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if let Err(fault) = go.read_word(word, &mut words) {
                go.faults.push(fault);
            }
        }
        if !go.faults.is_empty() && !go.infinite && !go.is_limited() {
            go.depth = Some(1);
        }
        go
    }

    fn read_word<'a>(
        &mut self,
        word: &str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), GoError> {
        let go = self;
        // A limit without a number leaves the next word alone.
        let mut number_after = |limit| number(limit, words.next_if(|word| !KEYWORDS.contains(word)));
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            "wtime" => go.left.white = Some(milliseconds(number_after("wtime")?)),
            "btime" => go.left.black = Some(milliseconds(number_after("btime")?)),
            "winc" => go.increment.white = Some(milliseconds(number_after("winc")?)),
            "binc" => go.increment.black = Some(milliseconds(number_after("binc")?)),
            "movestogo" => go.moves_left = Some(small(number_after("movestogo")?)),
            "depth" => go.depth = Some(small(number_after("depth")?)),
            "nodes" => go.nodes = Some(number_after("nodes")?.max(1)),
            "mate" => go.mate = Some(small(number_after("mate")?)),
            "movetime" => go.movetime = Some(milliseconds(number_after("movetime")?)),
            "perft" => {
                let plies = u32::try_from(number_after("perft")?).ok();
                go.perft = Some(plies.filter(|plies| *plies <= MOST_PLIES).ok_or(GoError::Perft)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// What could not be read.
    pub(super) fn faults(&self) -> &[GoError] {
        &self.faults
    }

    /// Whether only `stop` ends it: `go infinite`, and `go` without any limit.
    pub(super) fn is_endless(&self) -> bool {
        self.infinite || !self.is_limited()
    }

    fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock().is_some()
    }

    /// Whether a book may answer: a move is wanted for a game, not an opinion.
    pub(super) fn wants_a_move(&self) -> bool {
        !self.is_endless() && !self.ponder && self.mate.is_none() && self.search_moves.is_empty()
    }

    /// The limits in a position, and the moves to search that are not legal there.
    ///
    /// These are left out, and if none remains, every legal move is looked at.
    pub(super) fn limits(&self, position: &Chess) -> (Limits, Vec<&str>) {
        let mut moves: Vec<Move> = Vec::new();
        let mut illegal = Vec::new();
        for text in &self.search_moves {
            match read_move(position, text) {
                Some(mv) if moves.contains(&mv) => {}
                Some(mv) => moves.push(mv),
                None => illegal.push(text.as_str()),
            }
        }
        let mut limits = Limits {
            moves,
            ..Limits::default()
        };
        if !self.infinite {
            limits.depth = self.depth;
            limits.nodes = self.nodes;
            limits.mate = self.mate;
            limits.movetime = self.movetime;
            limits.clock = self.clock();
        }
        (limits, illegal)
    }

    /// The clocks, if any was given; a side without one gets that of the other side.
    fn clock(&self) -> Option<GameClock> {
        let (white, black) = match (self.left.white, self.left.black) {
            (Some(white), black) => (white, black.unwrap_or(white)),
            (None, Some(black)) => (black, black),
            (None, None) => return None,
        };
        Some(GameClock {
            left: ByColor { white, black },
            increment: self.increment.map(Option::unwrap_or_default),
            moves_to_go: self.moves_left,
        })
    }
}

/// The words that end the moves of `searchmoves`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The deepest count, far beyond any that ends; each ply takes stack.
const MOST_PLIES: u32 = 40;

/// A count that is at least one.
fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX).max(1)
}

/// A time; programs write an overdrawn clock as a negative one.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(LONGEST))
}

/// A whole number; below zero counts as zero, and what is too large as the largest.
fn number(limit: &'static str, word: Option<&str>) -> Result<u64, GoError> {
    let text = word.unwrap_or_default();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(GoError::Number {
            limit,
            text: shortened(text),
        });
    }
    if text.starts_with('-') {
        return Ok(0);
    }
    // Nothing but digits: it can only be too large.
    Ok(digits.parse().unwrap_or(u64::MAX))
}

/// A hundred years in milliseconds: sums of times stay far from overflowing.
const LONGEST: u64 = 3_155_760_000_000;

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;

    fn limits(text: &str) -> Limits {
        Go::read(text).limits(&Chess::default()).0
    }

    #[test]
    fn every_limit_is_read_in_any_order() {
        let go = Go::read(
            "depth 6 nodes 500 mate 3 movetime 200 searchmoves e2e4 d2d4 e2e4 ponder winc 5 wtime 1000 btime 900 movestogo 12",
        );
        assert!(go.ponder && !go.infinite && !go.is_endless());
        let (limits, illegal) = go.limits(&Chess::default());
        assert!(illegal.is_empty());
        assert_eq!(limits.moves.len(), 2);
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(6), Some(500), Some(3)));
        assert_eq!(limits.movetime, Some(Duration::from_millis(200)));
        let clock = limits.clock.unwrap();
        assert_eq!(clock.left.white, Duration::from_secs(1));
        assert_eq!(clock.left.black, Duration::from_millis(900));
        assert_eq!(clock.increment.white, Duration::from_millis(5));
        assert_eq!(clock.increment.black, Duration::ZERO);
        assert_eq!(clock.moves_to_go, Some(12));
    }

    #[test]
    fn unknown_words_are_passed_over() {
        assert_eq!(limits("quickly depth 4 please"), limits("depth 4"));
    }

    #[test]
    fn moves_to_search_that_are_not_legal_are_named() {
        let go = Go::read("searchmoves e2e5 e2e4 nonsense depth 3");
        let (limits, illegal) = go.limits(&Chess::default());
        assert_eq!(illegal, ["e2e5", "nonsense"]);
        assert_eq!(limits.moves.len(), 1);
        assert!(Chess::default().is_legal(limits.moves[0]));
    }

    #[test]
    fn without_a_limit_there_is_no_end() {
        for text in [
            "",
            "infinite",
            "infinite depth 3",
            "ponder",
            "searchmoves e2e4",
            "winc 100",
            "movestogo 3",
        ] {
            assert!(Go::read(text).is_endless(), "{text}");
        }
        for text in [
            "depth 3",
            "nodes 1",
            "mate 2",
            "movetime 5",
            "wtime 100",
            "btime 100 ponder",
        ] {
            assert!(!Go::read(text).is_endless(), "{text}");
        }
        assert_eq!(limits("infinite depth 3"), Limits::default());
    }

    #[test]
    fn numbers_beyond_their_range_become_its_ends() {
        assert_eq!(limits("depth 0").depth, Some(1));
        assert_eq!(limits("nodes 0").nodes, Some(1));
        assert_eq!(limits("depth 99999999999999999999999").depth, Some(u32::MAX));
        assert_eq!(limits("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(limits("wtime -250 btime 10").clock.unwrap().left.white, Duration::ZERO);
        assert!(limits("movetime 99999999999999999999999").movetime.unwrap() > Duration::from_hours(1000));
    }

    #[test]
    fn limits_that_are_no_numbers_are_reported_and_never_leave_a_search_without_end() {
        for (text, depth) in [
            ("depth", Some(1)),
            ("depth five", Some(1)),
            ("movetime 1.5", Some(1)),
            ("nodes 1e6", Some(1)),
            ("wtime", Some(1)),
            ("winc 5 movestogo x", Some(1)),
            ("perft", Some(1)),
            ("perft 41", Some(1)),
            ("perft 99999999999999999999", Some(1)),
            ("mate depth 3", Some(3)),
            ("wtime - btime 5", None),
        ] {
            let go = Go::read(text);
            assert_eq!((go.faults().len(), go.perft), (1, None), "{text}");
            assert!(!go.is_endless(), "{text}");
            assert_eq!(go.limits(&Chess::default()).0.depth, depth, "{text}");
        }
        assert!(Go::read("infinite depth x").is_endless());
    }

    #[test]
    fn a_book_answers_only_when_a_move_is_wanted() {
        for (text, wanted) in [
            ("wtime 1000 btime 1000", true),
            ("movetime 100", true),
            ("infinite", false),
            ("", false),
            ("ponder wtime 1000", false),
            ("depth 3 searchmoves e2e4", false),
            ("mate 3", false),
        ] {
            assert_eq!(Go::read(text).wants_a_move(), wanted, "{text}");
        }
    }
}
