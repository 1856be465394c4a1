//! The reader thread: parses lines, and handles commands for a running search at once.

use std::{
    io::{self, BufRead, Read as _},
    sync::Arc,
    time::Duration,
};

use super::{command::Command, inbox::Inbox, position::shortened, writer::Writer};

/// The reader of a session; when it is dropped, the session gets the end of input.
pub(super) struct Reader {
    inbox: Arc<Inbox>,
    writer: Arc<Writer>,
    debug: bool,
}

impl Reader {
    /// A reader that hands over to `inbox`.
    pub(super) fn new(inbox: Arc<Inbox>, writer: Arc<Writer>) -> Self {
        Reader {
            inbox,
            writer,
            debug: false,
        }
    }

    /// Reads until `quit`, the end of input, or the end of those who listen.
    pub(super) fn run(mut self, mut input: impl BufRead) {
        loop {
            match next_line(&mut input) {
                Ok(Some(Heard::Line(line))) => self.hear(&line),
                Ok(Some(Heard::TooLong)) => self.writer.info_string("a line was too long and is passed over"),
                // Input that cannot be read has ended.
                Ok(None) | Err(_) => {
                    self.inbox.end();
                    return self.inbox.end_work_after(PATIENCE);
                }
            }
            if self.writer.is_broken() {
                self.inbox.abandon();
            }
            if self.inbox.is_closed() {
                return;
            }
        }
    }

    fn hear(&mut self, line: &str) {
        match Command::read(line) {
            Err(error) => self.writer.info_string(error),
            Ok(None) if self.debug && !line.trim().is_empty() => {
                self.writer
                    .info_string(format_args!("no command in '{}'", shortened(line)));
            }
            Ok(None) => {}
            Ok(Some(command)) => self.pass_on(command),
        }
    }

    fn pass_on(&mut self, command: Command) {
        match command {
            Command::Stop => self.inbox.stop(),
            Command::PonderHit => self.inbox.ponderhit(),
            Command::Quit => self.inbox.quit(),
            Command::IsReady if self.inbox.is_busy() => self.writer.say("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Uci
            | Command::IsReady
            | Command::SetOption(_)
            | Command::Register
            | Command::NewGame
            | Command::Position(_)
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Board
            | Command::Evaluate
            | Command::Bench(_) => self.inbox.put(command),
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.inbox.end();
    }
}

/// How long a perft or a bench may run after the end of input.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug, PartialEq, Eq)]
enum Heard {
    Line(String),
    TooLong,
}

/// Bytes of a line that is read; a game of the greatest possible length takes a quarter of it.
const LONGEST_LINE: u64 = 256 * 1024;

/// The next line, `None` at the end; what is no text in it becomes signs of replacement.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Heard>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Heard::TooLong));
    }
    Ok(Some(Heard::Line(String::from_utf8_lossy(&bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_may_hold_any_bytes() {
        let mut input: &[u8] = b"uci\r\n\n\xff\xfe go\nlast";
        let mut lines = Vec::new();
        while let Some(Heard::Line(line)) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["uci\r\n", "\n", "\u{fffd}\u{fffd} go\n", "last"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_is_read() {
        let mut input = "x".repeat(3 * LONGEST_LINE as usize);
        input.push_str("\nisready\n");
        let mut input = input.as_bytes();
        assert_eq!(next_line(&mut input).unwrap(), Some(Heard::TooLong));
        assert_eq!(
            next_line(&mut input).unwrap(),
            Some(Heard::Line("isready\n".to_owned()))
        );
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
