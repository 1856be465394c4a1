//! `threefold kungfu-bot`: a bot for other programs, in JSON lines; `docs/kungfu.md` describes them.

mod message;
mod session;

use std::io::{self, BufRead, Write};

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
    /// Answer every question at once; the host does the pacing
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
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
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
