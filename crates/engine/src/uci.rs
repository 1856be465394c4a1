//! The Universal Chess Interface.
//!
//! It runs on two threads. One reads and never searches, so that it handles `stop`, `ponderhit`, `isready` and `quit`
//! at once in every state; the other owns the engine and executes the other commands in order. Commands during a
//! search:
//!
//! - `stop`, `ponderhit`, `isready` and `quit` are done at once; outside a search `isready` waits for what was asked
//!   before it, as programs use it to wait for memory and tables.
//! - `go`, `go perft` and `bench` end the search before them, which answers first.
//! - `position`, `setoption`, `ucinewgame` and the rest wait until the search has answered.
//! - `quit` ends a search; everything that was asked before it is answered first, as people pipe commands from files.
//! - The end of input lets a search with limits finish; one without is ended, and a count or a bench after a while.
//!
//! Every `go` is answered by one `bestmove`, also one whose limits cannot be read.
//!
//! For an invalid command the engine prints an `info string`; it changes nothing.

mod board;
mod command;
mod go;
mod inbox;
mod options;
mod perft;
mod position;
mod reader;
mod session;
mod task;
mod thinking;
mod writer;

use std::{
    io::{self, BufRead, Write},
    sync::Arc,
    thread,
};

use thiserror::Error;

use self::{inbox::Inbox, reader::Reader, session::Session, writer::Writer};
use crate::EngineError;

/// Why the session ended early.
#[derive(Debug, Error)]
pub enum UciError {
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program no longer listens, or the system gives no thread.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Talks to a chess program until it quits or its input ends.
///
/// The input is read on a thread of its own, which may still wait for a line when this returns because nobody listens
/// to the output any more.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Result<(), UciError> {
    let inbox = Arc::new(Inbox::default());
    let writer = Arc::new(Writer::new(output));
    let session = Session::new(Arc::clone(&inbox), Arc::clone(&writer))?;
    let reader = Reader::new(inbox, writer);
    thread::Builder::new()
        .name("uci input".to_owned())
        .spawn(move || reader.run(input))?;
    Ok(session.run()?)
}
