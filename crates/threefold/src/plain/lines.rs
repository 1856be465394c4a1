//! Typed lines, each read when it is asked for: a writer that is faster than the game waits in the pipe.

use std::{
    io::{self, BufRead, Read},
    sync::mpsc::{Sender, channel},
    thread,
};

use super::Input;

/// The lines of a reader, which has a thread of its own.
pub(super) struct Lines {
    wanted: Sender<()>,
    /// One has been asked for and has not come.
    waiting: bool,
    /// There will be no more.
    ended: bool,
}

impl Lines {
    /// Lines go where messages of the table go.
    pub(super) fn of(mut input: impl BufRead + Send + 'static, inputs: Sender<Input>) -> Self {
        let (wanted, requests) = channel();
        thread::spawn(move || {
            while requests.recv().is_ok() {
                let line = read_line(&mut input);
                let last = !matches!(line, Some(Ok(_)));
                if inputs.send(line.map_or(Input::NoMoreLines, Input::Line)).is_err() || last {
                    return;
                }
            }
        });
        Lines {
            wanted,
            waiting: false,
            ended: false,
        }
    }

    /// Asks for a line, unless one is on its way.
    pub(super) fn ask(&mut self) {
        if !self.waiting {
            // A reader that is gone has said that there are no more lines.
            self.waiting = self.wanted.send(()).is_ok();
        }
    }

    /// The last line has come.
    pub(super) const fn end(&mut self) {
        self.ended = true;
    }

    pub(super) const fn have_ended(&self) -> bool {
        self.ended
    }

    /// The line has come.
    pub(super) const fn came(&mut self) {
        self.waiting = false;
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
