//! Getting a seat at a table of a server.

use std::{
    thread,
    time::{Duration, Instant},
};

use host::{SeatNumber, TableId, TableKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::{ServerAddress, line};

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How often the server is asked for an opponent.
const ASK_AGAIN: Duration = Duration::from_millis(1_500);

/// Who comes to a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guest {
    /// The secret of the device: 32 hexadecimal digits.
    pub device: String,
    /// The display name.
    pub name: String,
}

/// What a player without a link seeks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekTerms {
    /// The game.
    pub game: String,
    /// The clock of a turn game, such as `3+2`.
    pub clock: Option<String>,
}

/// A table of a server with the player's seats; none to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatAt {
    /// The server.
    pub server: ServerAddress,
    /// The table.
    pub table: TableId,
    /// Which kind of table it is.
    pub kind: TableKind,
    /// The seats.
    pub seats: Vec<SeatNumber>,
    pub(crate) tokens: Vec<String>,
}

/// Why a client cannot get to a table.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// The server does not answer.
    #[error("{server} does not answer: {fault}")]
    Silent {
        /// Host and port.
        server: String,
        /// What happened.
        fault: String,
    },
    /// The server refuses.
    #[error("{words}")]
    Refused {
        /// Stable, in kebab case.
        code: String,
        /// For people.
        words: String,
    },
    /// The challenged player has said no.
    #[error("{0} has declined")]
    Declined(String),
    /// The challenged player has said nothing.
    #[error("{0} has not answered")]
    Unanswered(String),
    /// The server says something that this version does not understand.
    #[error("{0} says something that this version does not understand")]
    Unreadable(String),
}

#[derive(Deserialize)]
struct Granted {
    seat: SeatNumber,
    token: String,
}

#[derive(Deserialize)]
struct Opened {
    table: TableId,
    seats: Vec<Granted>,
}

impl SeatAt {
    /// Takes an open seat of a table; if there is none, one watches.
    pub fn join(server: &ServerAddress, table: &TableId, guest: &Guest) -> Result<Self, RemoteError> {
        let body = serde_json::to_value(guest).unwrap_or_default();
        let granted = match post(server, &format!("/api/tables/{table}/join"), &body) {
            Ok(answer) => vec![read::<Granted>(server, answer)?],
            Err(RemoteError::Refused { code, .. }) if code == "no-open-seat" => Vec::new(),
            Err(error) => return Err(error),
        };
        SeatAt::of(server, table.clone(), granted)
    }

    /// Waits until the server has found an opponent; `waits` is called with the seconds so far, and ends the search by
    /// answering `false`.
    pub fn seek(
        server: &ServerAddress,
        guest: &Guest,
        terms: &SeekTerms,
        mut waits: impl FnMut(u64) -> bool,
    ) -> Result<Option<Self>, RemoteError> {
        let wanted = json!({
            "device": guest.device, "name": guest.name, "ticket": fastrand::u32(..), "game": terms.game,
            "clock": terms.clock,
        });
        loop {
            let answer = post(server, "/api/pairing", &wanted)?;
            if let Some(table) = answer["table"].as_str() {
                let table = table.parse().map_err(|_| RemoteError::Unreadable(server.to_string()))?;
                return SeatAt::join(server, &table, guest).map(Some);
            }
            if !waits(answer["waited"].as_u64().unwrap_or(0) / 1_000) {
                post(server, "/api/pairing/stop", &json!({"device": guest.device}))?;
                return Ok(None);
            }
            thread::sleep(ASK_AGAIN);
        }
    }

    /// Challenges the player of a name, and waits for the answer; `waits` is called with the seconds so far and ends
    /// the waiting by answering `false`.
    pub fn challenge(
        server: &ServerAddress,
        guest: &Guest,
        terms: &SeekTerms,
        name: &str,
        mut waits: impl FnMut(u64) -> bool,
    ) -> Result<Option<Self>, RemoteError> {
        let mut wanted = json!({"device": guest.device, "name": guest.name, "game": terms.game, "challenge": name});
        let about = if terms.game == "kungfu" {
            let seats = if fastrand::bool() {
                ["you", "link"]
            } else {
                ["link", "you"]
            };
            json!({"board": "standard", "speed": "standard", "seats": seats})
        } else {
            json!({"mode": "link", "side": "random", "clock": terms.clock})
        };
        if let (Some(wanted), Value::Object(about)) = (wanted.as_object_mut(), about) {
            wanted.extend(about);
        }
        let Opened { table, seats } = read(server, post(server, "/api/tables", &wanted)?)?;
        let since = Instant::now();
        loop {
            let answer = ask(server, &format!("/api/challenges/{table}"), None)?;
            match answer["state"].as_str() {
                Some("open") => {}
                Some("accepted") => return SeatAt::of(server, table, seats).map(Some),
                Some("declined") => return Err(RemoteError::Declined(name.to_owned())),
                _ => return Err(RemoteError::Unanswered(name.to_owned())),
            }
            if !waits(since.elapsed().as_secs()) {
                return Ok(None);
            }
            thread::sleep(ASK_AGAIN);
        }
    }

    /// The same players once more.
    pub fn rematch(&self) -> Result<Self, RemoteError> {
        let path = format!("/api/tables/{}/rematch", self.table);
        let answer = post(&self.server, &path, &json!({"tokens": self.tokens}))?;
        let Opened { table, seats } = read(&self.server, answer)?;
        SeatAt::of(&self.server, table, seats)
    }

    fn of(server: &ServerAddress, table: TableId, granted: Vec<Granted>) -> Result<Self, RemoteError> {
        let (seats, tokens): (Vec<SeatNumber>, Vec<String>) =
            granted.into_iter().map(|granted| (granted.seat, granted.token)).unzip();
        let kind = line::kind_of(server, &table, &tokens)?;
        Ok(SeatAt {
            server: server.clone(),
            table,
            kind,
            seats,
            tokens,
        })
    }
}

fn read<T: for<'a> Deserialize<'a>>(server: &ServerAddress, answer: Value) -> Result<T, RemoteError> {
    serde_json::from_value(answer).map_err(|_| RemoteError::Unreadable(server.to_string()))
}

fn post(server: &ServerAddress, path: &str, body: &Value) -> Result<Value, RemoteError> {
    ask(server, path, Some(body))
}

/// Asks a server, with a body or without.
fn ask(server: &ServerAddress, path: &str, body: Option<&Value>) -> Result<Value, RemoteError> {
    let silent = |fault: &dyn std::fmt::Display| RemoteError::Silent {
        server: server.to_string(),
        fault: fault.to_string(),
    };
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(TIMEOUT));
    #[cfg(feature = "tls")]
    let config = config.tls_config(crate::tls::for_requests());
    let agent: ureq::Agent = config.build().into();
    let url = server.url(path);
    let sent = match body {
        Some(body) => agent.post(url).send_json(body),
        None => agent.get(url).call(),
    };
    let mut answer = sent.map_err(|error| silent(&error))?;
    let status = answer.status();
    let text = answer.body_mut().read_to_string().map_err(|error| silent(&error))?;
    let content: Value = serde_json::from_str(&text).map_err(|_| RemoteError::Unreadable(server.to_string()))?;
    if status.is_success() {
        return Ok(content);
    }
    let fact = |name: &str| content["error"][name].as_str().unwrap_or_default().to_owned();
    Err(RemoteError::Refused {
        code: fact("code"),
        words: fact("words"),
    })
}
