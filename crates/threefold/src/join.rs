//! `threefold join`: a seat at a table of a server, with the screens of the terminal.

use std::{
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use clap::Args;
use host::{ClientId, CloseReason, CommandId, Notice, SeatNumber, TableId, TableKind};
use remote::{Address, Guest, Incoming, Line, SeatAt, SeekTerms};
use serde::Deserialize;
use serde_json::{Value, json};
use terminal::{
    ChatCommand, ChatLine, ChatMessage, Deliver, Folders, LocalPlayers, Opening, RemoteCommand, RemoteHandle,
    RemoteLine, RemoteTable, RunError, TableMessage,
};

use crate::cli::Usage;

/// Between two attempts to reach a server that was lost, and how long it is tried.
const PAUSE: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_mins(2);

/// Take a seat at a table of a server by its link; without a table code, look for an opponent
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold join http://localhost:3333/t/abc234\n  \
        threefold join 'http://localhost:3333/#abc234' --name Anna\n  \
        threefold join http://localhost:3333 --game ransom\n  \
        threefold join https://chess.example --challenge Bob --clock 5+3\n\n\
    If all seats are taken, you watch.")]
pub(crate) struct JoinArgs {
    /// The link to a table, or the address of a server
    url: Address,
    /// The name that others see [default: the player's, or Guest]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// If the URL names no table: the game to play
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// If the URL names no table: the clock, as 3+2
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// If the URL names no table: the account to challenge
    #[arg(long, value_name = "NAME")]
    challenge: Option<String>,
}

pub(crate) fn run(args: JoinArgs) -> anyhow::Result<()> {
    let guest = guest(args.name)?;
    let Address { server, table } = args.url;
    let terms = SeekTerms {
        game: args.game,
        clock: args.clock,
    };
    let seat = if let Some(table) = table {
        SeatAt::join(&server, &table, &guest)?
    } else if let Some(name) = args.challenge {
        let waits = |seconds| writeln!(io::stderr(), "Waiting for {name}… {seconds} s").is_ok();
        SeatAt::challenge(&server, &guest, &terms, &name, waits)?.context("the challenge was ended")?
    } else {
        let waits = |seconds| writeln!(io::stderr(), "Looking for an opponent… {seconds} s").is_ok();
        SeatAt::seek(&server, &guest, &terms, waits)?.context("the search was ended")?
    };
    let handle = RemoteHandle(Arc::new(Joined { seat, name: guest.name }));
    match terminal::run(games::registry(), Opening::Remote(handle)) {
        Err(error @ RunError::NoTerminal) => Err(Usage::new(error.to_string()).into()),
        other => Ok(other?),
    }
}

/// The player: the secret of this device is stored beside the player's games.
fn guest(name: Option<String>) -> anyhow::Result<Guest> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    let known = folders
        .as_ref()
        .and_then(|folders| LocalPlayers::open(&folders.data).0.you.name);
    let name = name.or(known).unwrap_or_else(|| "Guest".to_owned());
    let new = || format!("{:032x}", fastrand::u128(..));
    let Some(folders) = folders else {
        return Ok(Guest { device: new(), name });
    };
    let path = folders.data.join("device");
    let device = match fs::read_to_string(&path) {
        Ok(text) if text.trim().len() == 32 => text.trim().to_owned(),
        Ok(_) => anyhow::bail!("{} is damaged; it should hold 32 hexadecimal digits", path.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let device = new();
            let written = fs::create_dir_all(&folders.data).and_then(|()| fs::write(&path, &device));
            written.with_context(|| format!("{} cannot be written", path.display()))?;
            device
        }
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
    };
    Ok(Guest { device, name })
}

/// A seat at a table of a server, as the screens use it.
struct Joined {
    seat: SeatAt,
    /// The name under which somebody who watches takes part in the chat.
    name: String,
}

impl RemoteTable for Joined {
    fn table(&self) -> &TableId {
        &self.seat.table
    }

    fn kind(&self) -> TableKind {
        self.seat.kind
    }

    fn seats(&self) -> &[SeatNumber] {
        &self.seat.seats
    }

    fn connect(&self, client: ClientId, seq: Option<u64>, mut deliver: Deliver) -> Result<Box<dyn RemoteLine>, String> {
        let (kind, seat) = (self.seat.kind, self.seat.clone());
        let line = self.seat.connect(client, seq, move |incoming| match incoming {
            Incoming::Text(text) => read(kind, &text).is_none_or(&mut deliver),
            Incoming::Closed(words) => deliver(closed(kind, CloseReason::Fault, words)),
            Incoming::Lost => wait_for(&seat, kind, &mut deliver),
        });
        let line = line.map_err(|error| error.to_string())?;
        let name = self.name.clone();
        Ok(Box::new(Sending { line, name }))
    }

    fn rematch(&self) -> Result<RemoteHandle, String> {
        let seat = self.seat.rematch().map_err(|error| error.to_string())?;
        let name = self.name.clone();
        Ok(RemoteHandle(Arc::new(Joined { seat, name })))
    }
}

/// Waits for a server that was lost, and asks the screen to connect again.
fn wait_for(seat: &SeatAt, kind: TableKind, deliver: &mut Deliver) -> bool {
    let lost = "The connection is lost. Trying again…";
    if !deliver(notice(kind, Notice::NotStored, lost)) {
        return false;
    }
    let since = Instant::now();
    while !seat.answers() {
        if since.elapsed() > TIMEOUT {
            return deliver(closed(
                kind,
                CloseReason::Fault,
                "The server does not answer.".to_owned(),
            ));
        }
        thread::sleep(PAUSE);
    }
    deliver(notice(kind, Notice::StoredAgain, "Connected again."))
        && deliver(closed(kind, CloseReason::Reload, String::new()))
}

/// A message of the table; what is about neither the game nor the chat is left out.
fn read(kind: TableKind, text: &str) -> Option<TableMessage> {
    if let Ok(said) = serde_json::from_str::<ChatText>(text) {
        return Some(TableMessage::Chat(said.into()));
    }
    match kind {
        TableKind::Turn => serde_json::from_str(text)
            .ok()
            .map(|read| TableMessage::Turn(Box::new(read))),
        TableKind::Live => serde_json::from_str(text)
            .ok()
            .map(|read| TableMessage::Live(Box::new(read))),
        TableKind::Study => serde_json::from_str(text)
            .ok()
            .map(|read| TableMessage::Study(Box::new(read))),
    }
}

/// What a server says about its chat.
#[derive(Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
enum ChatText {
    Chat { lines: Vec<LineText> },
    ChatRefused { words: String },
}

#[derive(Deserialize)]
struct LineText {
    seat: Option<SeatNumber>,
    name: String,
    text: String,
}

impl From<ChatText> for ChatMessage {
    fn from(said: ChatText) -> Self {
        match said {
            ChatText::Chat { lines } => {
                let line = |LineText { seat, name, text }| ChatLine { seat, name, text };
                ChatMessage::Lines(lines.into_iter().map(line).collect())
            }
            ChatText::ChatRefused { words } => ChatMessage::Refused(words),
        }
    }
}

fn closed(kind: TableKind, reason: CloseReason, words: String) -> TableMessage {
    match kind {
        TableKind::Turn => TableMessage::Turn(Box::new(host::Message::Closed { reason, words })),
        TableKind::Live => TableMessage::Live(Box::new(host::Message::Closed { reason, words })),
        TableKind::Study => TableMessage::Study(Box::new(host::Message::Closed { reason, words })),
    }
}

fn notice(kind: TableKind, notice: Notice, words: &str) -> TableMessage {
    let words = words.to_owned();
    match kind {
        TableKind::Turn => TableMessage::Turn(Box::new(host::Message::Notice { notice, words })),
        TableKind::Live => TableMessage::Live(Box::new(host::Message::Notice { notice, words })),
        TableKind::Study => TableMessage::Study(Box::new(host::Message::Notice { notice, words })),
    }
}

struct Sending {
    line: Line,
    name: String,
}

impl RemoteLine for Sending {
    fn send(&self, id: CommandId, command: RemoteCommand) -> bool {
        let written = match &command {
            RemoteCommand::Turn(command) => serde_json::to_value(command),
            RemoteCommand::Live(command) => serde_json::to_value(command),
            RemoteCommand::Study(command) => serde_json::to_value(command),
        };
        let mut message: Value = written.unwrap_or_default();
        message["id"] = json!(id);
        self.line.send(message.to_string())
    }

    fn chat(&self, command: &ChatCommand) -> bool {
        let chat = match command {
            ChatCommand::Say(text) => json!({"say": {"text": text, "name": self.name}}),
            ChatCommand::Off => json!("off"),
        };
        self.line.send(json!({"chat": chat}).to_string())
    }
}
