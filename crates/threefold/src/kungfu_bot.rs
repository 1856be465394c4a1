//! `threefold kungfu-bot`: a bot for other programs, in JSON lines; `docs/kungfu.md` describes them.

mod message;
mod session;

use std::io::{self, BufRead, Read as _, Write};

use clap::Args;
use kungfu_bots::Level;
use serde_json::json;

use message::Message;
use session::Session;

/// Reads one JSON object a line and answers each `go` with one line.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  threefold kungfu-bot --level 3 --no-delay")]
pub(crate) struct KungfuBotArgs {
    /// 1 to 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    level: u8,
    /// Answer every request at once; the host does the pacing
    #[arg(long)]
    no_delay: bool,
}

pub(crate) fn run(args: &KungfuBotArgs) -> anyhow::Result<()> {
    let level = Level::new(args.level);
    let level = if args.no_delay { level.without_delay() } else { level };
    let mut session: Option<Session> = None;
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        match next_line(&mut input, &mut line)? {
            Heard::End => return Ok(()),
            Heard::Line => {}
            Heard::TooLong => {
                writeln!(
                    out,
                    "{}",
                    json!({"error": format!("a line has more than {LONGEST_LINE} bytes")})
                )?;
                out.flush()?;
                continue;
            }
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = match serde_json::from_slice::<Message>(&line) {
            Ok(Message::Quit) => return Ok(()),
            Ok(Message::End(_)) => {
                session = None;
                None
            }
            Ok(Message::New(new)) => match Session::new(&new, level) {
                Ok(begun) => {
                    session = Some(begun);
                    None
                }
                Err(error) => Some(json!({"error": error.to_string()})),
            },
            Ok(Message::Go(go)) => Some(match &mut session {
                Some(session) => session
                    .answer(&go)
                    .unwrap_or_else(|error| json!({"error": error.to_string()})),
                None => json!({"error": "there is no game; send new first"}),
            }),
            Err(error) => Some(json!({"error": format!("this is no message: {error}")})),
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
}

/// Bytes of a line at the most; a question about the largest board has a hundredth of it.
const LONGEST_LINE: u64 = 1 << 20;

/// What came of reading a line.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    Line,
    TooLong,
    End,
}

/// Reads a line; one that is too long is dropped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Heard> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(Heard::End);
    }
    if read as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Heard::TooLong);
    }
    Ok(Heard::Line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_is_read() {
        let mut input = vec![b'x'; 5 * LONGEST_LINE as usize];
        input.extend(b"\n{}\n");
        let (mut input, mut line) = (&input[..], Vec::new());
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Heard::TooLong);
        assert!(line.capacity() <= 2 * LONGEST_LINE as usize);
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Heard::Line);
        assert_eq!(line, b"{}\n");
        assert_eq!(next_line(&mut input, &mut line).unwrap(), Heard::End);
    }
}
