//! Requests to a program, and waiting for its answers.
//!
//! A process runs in real time, whatever clock the caller uses, so the system's clock measures every wait. No wait is
//! longer than its [`Wait`], however much or little the program prints.

use std::time::{Duration, Instant};

use chess::Position;
use play::{Ask, Budget, Score, Stop, Thought};

use super::{
    options::Options,
    process::{Heard, Process},
    protocol::{self, Reply},
};

/// How long an answer may take.
#[derive(Clone, Copy)]
pub(super) struct Wait<'a> {
    /// The time for an answer of its own accord.
    pub(super) within: Duration,
    /// Ends that time early.
    pub(super) stop: &'a Stop,
    /// The time for an answer after that.
    pub(super) after_stop: Duration,
}

/// Why there is no answer.
pub(super) enum Trouble {
    /// The program has ended, or says nothing any more.
    Ended,
    /// All patience is used up, this much.
    Late(Duration),
}

/// How a program introduces itself.
#[derive(Default)]
pub(super) struct Introduction {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    pub(super) options: Options,
}

/// The result of a search.
pub(super) struct Thinking {
    /// The first word after `bestmove`; it may be anything.
    pub(super) best: String,
    /// The last judgement of the best line, for the side to move.
    pub(super) score: Option<Score>,
}

/// Sends `uci` to a program and reads its name.
pub(super) fn introduce(process: &mut Process, wait: Wait<'_>) -> Result<Introduction, Trouble> {
    let mut introduction = Introduction::default();
    process.say("uci");
    answer(process, wait, None, |line| {
        match Reply::read(line) {
            Reply::Introduced => return Some(()),
            Reply::Name(name) => introduction.name = Some(name.to_owned()),
            Reply::Author(author) => introduction.author = Some(author.to_owned()),
            Reply::Option(declared) => introduction.options.add(declared),
            Reply::Ready | Reply::Info(_) | Reply::BestMove(_) | Reply::Nothing => {}
        }
        None
    })?;
    Ok(introduction)
}

/// Waits until a program has executed every command, and drops its output so far, so that a late or second `bestmove`
/// is not taken for the answer to the next request.
pub(super) fn ready(process: &mut Process, wait: Wait<'_>) -> Result<(), Trouble> {
    process.say("isready");
    answer(process, wait, None, |line| {
        (Reply::read(line) == Reply::Ready).then_some(())
    })
}

/// Lets a program think about the current position; at the end of the wait it gets `stop`.
pub(super) fn search(
    process: &mut Process,
    wait: Wait<'_>,
    ask: &mut Ask<'_, Position>,
    budget: &Budget,
    lines: usize,
) -> Result<Thinking, Trouble> {
    let mut score = None;
    process.say(&protocol::position(ask.record));
    process.say(&protocol::go(budget));
    let best = answer(process, wait, Some("stop"), |line| match Reply::read(line) {
        Reply::BestMove(text) => Some(text.to_owned()),
        Reply::Info(info) => {
            if info.rank == 1 {
                score = Some(info.score);
            }
            if info.rank <= lines {
                (ask.report)(Thought {
                    depth: info.depth,
                    rank: info.rank,
                    score: info.score,
                    nodes: info.nodes,
                    elapsed: ask.watch.elapsed(),
                    line: info.continuation(ask.record.position()),
                });
            }
            None
        }
        Reply::Name(_) | Reply::Author(_) | Reply::Option(_) | Reply::Introduced | Reply::Ready | Reply::Nothing => {
            None
        }
    })?;
    Ok(Thinking { best, score })
}

/// Reads lines until `heard` returns a result; at the end of the time it sends `nudge` and waits a little longer.
fn answer<T>(
    process: &mut Process,
    wait: Wait<'_>,
    nudge: Option<&str>,
    mut heard: impl FnMut(&str) -> Option<T>,
) -> Result<T, Trouble> {
    let asked = Instant::now();
    while asked.elapsed() < wait.within && !wait.stop.is_raised() {
        if let Some(found) = listen(process, &mut heard)? {
            return Ok(found);
        }
    }
    if let Some(nudge) = nudge {
        process.say(nudge);
    }
    let nudged = Instant::now();
    while nudged.elapsed() < wait.after_stop {
        if let Some(found) = listen(process, &mut heard)? {
            return Ok(found);
        }
    }
    Err(Trouble::Late(asked.elapsed()))
}

/// Hears one line at the most.
fn listen<T>(process: &mut Process, heard: &mut impl FnMut(&str) -> Option<T>) -> Result<Option<T>, Trouble> {
    match process.hear(POLL) {
        Heard::Line(line) => Ok(heard(&line)),
        Heard::Nothing => Ok(None),
        Heard::End => Err(Trouble::Ended),
    }
}

/// Between two looks at the flag and the clock: a fifth of what our own bots may take to stop.
const POLL: Duration = Duration::from_millis(10);
