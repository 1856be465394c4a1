//! The engine at the other end of a pipe, as a chess program has it.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Far longer than anything takes, even on a busy machine: only what hangs is caught by it.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A running engine; dropped, it is killed.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// `threefold uci`.
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
        command.arg("uci");
        Program::spawn(command)
    }

    /// The engine at this path, without arguments.
    pub(crate) fn start_at(path: &Path) -> Self {
        Program::spawn(Command::new(path))
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("the engine writes text")).is_err() {
                    break;
                }
            }
        });
        Program { child, input, lines }
    }

    /// Sends lines.
    pub(crate) fn say(&mut self, lines: &str) {
        self.say_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends anything.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// Everything up to the first line that begins with `start`, that line last.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        self.until_heard(start, |line| line.starts_with(start))
    }

    /// Everything up to the first line that is `wanted`, that line last; `words` name it when it does not come.
    pub(crate) fn until_heard(&mut self, words: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        loop {
            let line = self.lines.recv_timeout(TIMEOUT);
            let line = line.map_err(|error| format!("no '{words}' came: {error}, after {heard:#?}"));
            heard.push(line.expect("the engine answers"));
            if heard.last().is_some_and(|line| wanted(line)) {
                return heard;
            }
        }
    }

    /// The first line that begins with `start`; what comes before it is passed over.
    pub(crate) fn line(&mut self, start: &str) -> String {
        self.until(start).pop().expect("the line itself is there")
    }

    /// Sends lines and `isready`, and gives what is said before `readyok`.
    pub(crate) fn answers(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    /// Sends lines, and gives the best move and everything before it.
    pub(crate) fn search(&mut self, lines: &str) -> (String, Vec<String>) {
        self.say(lines);
        let mut heard = self.until("bestmove ");
        let best = heard.pop().expect("the answer itself is there");
        let mv = best.split_whitespace().nth(1).expect("a move follows").to_owned();
        (mv, heard)
    }

    /// Ends its input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for its end, and gives what it still said.
    pub(crate) fn end(mut self) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => heard.push(line),
                Err(error) => {
                    assert_eq!(
                        error,
                        RecvTimeoutError::Disconnected,
                        "it does not end, after {heard:#?}"
                    );
                    break;
                }
            }
        }
        assert!(self.wait().success(), "{heard:#?}");
        heard
    }

    /// Waits for the process; its output has ended already, or is not listened to.
    fn wait(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status;
            }
            assert!(begun.elapsed() < TIMEOUT, "the process does not end");
            thread::yield_now();
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
