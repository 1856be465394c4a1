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

/// A line without its end, bytes that are no text replaced; of a long one only the first part.
fn read_line(input: &mut impl BufRead) -> Option<io::Result<String>> {
    const LONGEST: u64 = 4096;
    let mut bytes = Vec::new();
    match input.take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) => return None,
        Ok(_) => {}
        Err(error) => return Some(Err(error)),
    }
    // What is left of a long line is no line of its own.
    if bytes.len() as u64 == LONGEST
        && bytes.last() != Some(&b'\n')
        && let Err(error) = input.skip_until(b'\n')
    {
        return Some(Err(error));
    }
    Some(Ok(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_and_its_rest_is_not_obeyed() {
        let mut input: &[u8] = &[vec![b'x'; 10_000], b"\n\xff\xfe\ne4\r\n".to_vec()].concat();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input))
            .map(Result::unwrap)
            .collect();
        let lengths: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!(lengths[0], 4096);
        assert_eq!(lines[1..], ["\u{fffd}\u{fffd}".to_owned(), "e4".to_owned()]);
    }
}
