//! A child process that reads and writes lines.
//!
//! Memory and waiting times are bounded, whatever the program does. There are three threads: one writes, so that a
//! program that does not read blocks nobody; one splits the output into lines; one stores the last lines of the error
//! output. They end with the pipes and are joined with a time limit, because a grandchild may hold a pipe open after
//! its parent is gone. Child processes of a program end with it, unless they left its process group. If this process is
//! killed (SIGKILL), a program that ignores the end of its input stays.
//!
//! Other modules parse the lines.

mod group;

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// A running program; dropping it asks it to quit, and ends it if it does not.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes; closed, the input of the program ends.
    ///
    /// Not bounded, because there is one request at a time, and a program that does not read it is killed.
    mouth: Option<Sender<String>>,
    lines: Receiver<String>,
    /// Ends with the error output and gives its last lines.
    last_words: Option<JoinHandle<VecDeque<String>>>,
}

/// What came of listening for a while.
pub(super) enum Heard {
    /// A line without its end, cut to a bearable length, free of control characters.
    Line(String),
    /// No line yet.
    Nothing,
    /// No line will come any more.
    End,
}

impl Process {
    /// Starts a program: a path, or a name to be found as the shell would.
    pub(super) fn start(program: &str, args: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        set_apart(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take().expect("it was piped and not yet taken");
        let stdout = child.stdout.take().expect("it was piped and not yet taken");
        let stderr = child.stderr.take().expect("it was piped and not yet taken");
        let (mouth, said) = mpsc::channel();
        let (heard, lines) = mpsc::sync_channel(QUEUE);
        // Complete before the threads are, so that a system out of threads leaves no child behind.
        let mut process = Process {
            child,
            mouth: Some(mouth),
            lines,
            last_words: None,
        };
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("guest-input").spawn(move || write_lines(stdin, &said))?;
        thread("guest-output").spawn(move || forward_lines(stdout, &heard))?;
        process.last_words = Some(thread("guest-errors").spawn(move || last_lines(stderr))?);
        Ok(process)
    }

    /// Says a line, without waiting until it is read.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(mouth) = &self.mouth {
            // A program that closed its input is detected when its answer is awaited.
            drop(mouth.send(format!("{line}\n")));
        }
    }

    /// Listens for the next line.
    pub(super) fn hear(&mut self, within: Duration) -> Heard {
        match self.lines.recv_timeout(within) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Disconnected) => Heard::End,
            Err(RecvTimeoutError::Timeout) if self.status().is_none() => Heard::Nothing,
            // Its last line may not have arrived yet; the pipe itself may stay open, held by a grandchild.
            Err(RecvTimeoutError::Timeout) => self.lines.recv_timeout(SETTLING).map_or(Heard::End, Heard::Line),
        }
    }

    /// How it ended, with its last words; what has only closed its output is ended now.
    pub(super) fn epitaph(&mut self) -> String {
        let status = self.gone_within(SETTLING).unwrap_or_else(|| {
            self.kill();
            "it closed its output".to_owned()
        });
        let words = self.words();
        if words.is_empty() {
            return status;
        }
        format!("{status}; its last words: {}", words.join(" / "))
    }

    /// The end of its error output, if that comes to an end; can be asked for once.
    fn words(&mut self) -> Vec<String> {
        let Some(reader) = self.last_words.take() else {
            return Vec::new();
        };
        let since = Instant::now();
        while !reader.is_finished() && since.elapsed() < SETTLING {
            thread::sleep(PAUSE);
        }
        if reader.is_finished() {
            // A reader that panicked has no words to give.
            reader.join().unwrap_or_default().into()
        } else {
            Vec::new()
        }
    }

    /// Ends it at once with every program it started, and waits for it, so that no zombie is left.
    pub(super) fn kill(&mut self) {
        if self.status().is_some() {
            return;
        }
        group::kill(&self.child);
        // A process that cannot be killed must not be waited for: it could run forever.
        if self.child.kill().is_ok() {
            // The status is asked for elsewhere; here it only has to be collected.
            drop(self.child.wait());
        }
    }

    /// Its exit status in words, once it has one.
    fn status(&mut self) -> Option<String> {
        // Its child processes end with it. Its id is that of its group until its status is collected.
        if group::has_ended(&self.child) {
            group::kill(&self.child);
        }
        match self.child.try_wait() {
            Ok(status) => status.map(|status| status.to_string()),
            // A child that the system does not know any more.
            Err(error) => Some(error.to_string()),
        }
    }

    /// Its exit status, if it ends soon enough.
    fn gone_within(&mut self, time: Duration) -> Option<String> {
        let since = Instant::now();
        loop {
            let status = self.status();
            if status.is_some() || since.elapsed() >= time {
                return status;
            }
            // A program whose output nobody reads might never end, so the output is read while waiting.
            if self.lines.recv_timeout(PAUSE) == Err(RecvTimeoutError::Disconnected) {
                thread::sleep(PAUSE);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.mouth = None;
        if self.gone_within(PARTING).is_none() {
            self.kill();
        }
    }
}

/// Bytes of a line that are kept: the longest line of use, a principal variation, takes a tenth of it.
const LINE_LIMIT: usize = 16 * 1024;

/// Lines that may wait to be read; beyond that the program waits.
const QUEUE: usize = 64;

/// Lines of the error output that are kept, and the characters of each.
const LAST_WORDS: usize = 3;
const WORDS_LENGTH: usize = 160;

/// For what is still on its way out of a program that has ended.
const SETTLING: Duration = Duration::from_millis(500);

/// To leave after `quit`.
const PARTING: Duration = Duration::from_millis(100);

/// Between two looks at what gives no sign of its own.
const PAUSE: Duration = Duration::from_millis(1);

/// A text of at most `length` characters, with a mark where something was left out.
pub(super) fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Shields the program from Ctrl-C at a terminal: the process that started it decides when it ends.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn set_apart(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn set_apart(_command: &mut Command) {}

fn write_lines(mut stdin: ChildStdin, said: &Receiver<String>) {
    for line in said {
        // The caller that waits for an answer handles a broken pipe.
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn forward_lines(stdout: impl Read, heard: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = next_line(&mut stdout) {
        if heard.send(line).is_err() {
            return;
        }
    }
}

fn last_lines(stderr: impl Read) -> VecDeque<String> {
    let mut stderr = BufReader::new(stderr);
    let mut last = VecDeque::with_capacity(LAST_WORDS);
    while let Ok(Some(line)) = next_line(&mut stderr) {
        if line.trim().is_empty() {
            continue;
        }
        if last.len() == LAST_WORDS {
            last.pop_front();
        }
        last.push_back(shortened(line.trim(), WORDS_LENGTH));
    }
    last
}

/// The next line, cut at [`LINE_LIMIT`]; what is beyond is read and forgotten. `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(begun.then(|| text(&line)));
        }
        begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let content = &chunk[..end.unwrap_or(chunk.len())];
        let room = LINE_LIMIT - line.len();
        line.extend_from_slice(&content[..content.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(text(&line)));
        }
    }
}

/// Bytes of a guest program as text without control characters, so that a terminal can show it.
fn text(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    line.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut input = BufReader::with_capacity(7, input);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        assert_eq!(lines(b"uciok\r\n\nreadyok"), ["uciok ", "", "readyok"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; LINE_LIMIT * 3];
        input.extend_from_slice(b"\nuciok\n");
        let lines = lines(&input);
        assert_eq!(lines[0].len(), LINE_LIMIT);
        assert_eq!(lines[1..], ["uciok"]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(lines(b"\xff\x1b[2J\0ok\n"), ["\u{fffd} [2J ok"]);
    }

    #[test]
    fn only_the_last_words_are_kept() {
        let many = format!("{}\nlast but one\n\nlast\n", "noise\n".repeat(1000));
        assert_eq!(last_lines(many.as_bytes()), ["noise", "last but one", "last"]);
        let long = "y".repeat(WORDS_LENGTH + 1);
        assert_eq!(last_lines(long.as_bytes())[0].chars().count(), WORDS_LENGTH + 1);
    }

    #[test]
    fn shortening_counts_characters_and_marks_the_cut() {
        assert_eq!(shortened("tüchtig", 7), "tüchtig");
        assert_eq!(shortened("tüchtiger", 7), "tüchtig…");
    }
}
