//! Lines from stdin that can be waited for with a limit, so that a flag can fall while a person thinks.

use std::{
    io::{self, BufRead, Read},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

/// The lines of stdin, read by a thread of their own.
pub(super) struct Lines(Receiver<io::Result<String>>);

/// What came of waiting for a line.
pub(super) enum Heard {
    Line(String),
    /// The wait was over first.
    Nothing,
    /// There will be no more lines.
    End,
}

impl Lines {
    /// Begins to read.
    pub(super) fn from_stdin() -> Self {
        // One line ahead is enough: a writer that is faster than the game waits in the pipe.
        let (sender, receiver) = sync_channel(1);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read_line(&mut input) {
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Lines(receiver)
    }

    /// Waits for the next line, at most `limit` if there is one.
    pub(super) fn next(&self, limit: Option<Duration>) -> io::Result<Heard> {
        let heard = match limit {
            Some(limit) => self.0.recv_timeout(limit),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(line) => line.map(Heard::Line),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
        }
    }
}

/// A line without its end, bytes that are no text replaced; of an endless one the first part.
fn read_line(input: &mut impl BufRead) -> Option<io::Result<String>> {
    const LONGEST: u64 = 4096;
    let mut bytes = Vec::new();
    match input.take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) => None,
        Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).trim().to_owned())),
        Err(error) => Some(Err(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_input_comes_in_bounded_pieces() {
        let mut input: &[u8] = &[vec![b'x'; 10_000], b"\n\xff\xfe\ne4\r\n".to_vec()].concat();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input))
            .map(Result::unwrap)
            .collect();
        let lengths: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!(lengths[..3], [4096, 4096, 1808]);
        assert_eq!(lines[3..], ["\u{fffd}\u{fffd}".to_owned(), "e4".to_owned()]);
    }
}
