//! A socket to a table, on a thread of its own.

use std::{
    io::ErrorKind,
    net::{TcpStream, ToSocketAddrs},
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
    time::Duration,
};

use host::{ClientId, TableId, TableKind};
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket, stream::MaybeTlsStream};

use crate::{RemoteError, SeatAt, ServerAddress, address::Encryption};

/// A stream to a server, encrypted or not.
type Stream = MaybeTlsStream<TcpStream>;

/// How long a connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long the first snapshot may take.
const FIRST: Duration = Duration::from_secs(15);
/// How long the thread waits for the server before it checks for commands, which is the longest delay of a command.
const LISTENS: Duration = Duration::from_millis(10);
/// Close codes after which connecting again does not help.
const FINAL: std::ops::RangeInclusive<u16> = 4_400..=4_499;

/// Something that comes from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message as JSON.
    Text(String),
    /// The socket has ended; connecting again helps.
    Lost,
    /// The socket has ended for good; why, for people.
    Closed(String),
}

/// Commands on their way to a table; dropping it leaves the table.
#[derive(Debug)]
pub struct Line(Sender<String>);

impl Line {
    /// Sends a message as JSON; `false` if the socket has ended.
    pub fn send(&self, message: String) -> bool {
        self.0.send(message).is_ok()
    }
}

impl SeatAt {
    /// Opens a socket. `deliver` is called on its thread, and ends it by answering `false`.
    pub fn connect(
        &self,
        client: ClientId,
        seq: Option<u64>,
        deliver: impl FnMut(Incoming) -> bool + Send + 'static,
    ) -> Result<Line, RemoteError> {
        let mut socket = open(&self.server, &self.table, &self.tokens, client, seq)?;
        listen_for(&self.server, &socket, LISTENS)?;
        let (sender, commands) = channel();
        thread::spawn(move || carry(&mut socket, &commands, deliver));
        Ok(Line(sender))
    }

    /// Whether the server accepts connections.
    pub fn answers(&self) -> bool {
        reach(&self.server).is_ok()
    }
}

/// Carries messages until either end goes.
fn carry(socket: &mut WebSocket<Stream>, commands: &Receiver<String>, mut deliver: impl FnMut(Incoming) -> bool) {
    let mut words = String::new();
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                if let Some(said) = farewell(&text) {
                    words = said;
                }
                if !deliver(Incoming::Text(text.to_string())) {
                    break;
                }
            }
            Ok(Message::Close(frame)) => {
                let code = frame.map_or(0, |frame| frame.code.into());
                let ended = if FINAL.contains(&code) {
                    Incoming::Closed(words)
                } else {
                    Incoming::Lost
                };
                deliver(ended);
                return;
            }
            Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => {
                deliver(Incoming::Lost);
                return;
            }
        }
        loop {
            match commands.try_recv() {
                Ok(command) => {
                    if socket.send(Message::text(command)).is_err() {
                        deliver(Incoming::Lost);
                        return;
                    }
                }
                Err(TryRecvError::Empty) => break,
                // The table is left.
                Err(TryRecvError::Disconnected) => {
                    // A server that has gone needs no farewell.
                    drop(socket.close(None));
                    drop(socket.flush());
                    return;
                }
            }
        }
    }
}

/// The words of a last message.
fn farewell(text: &str) -> Option<String> {
    let message: Value = serde_json::from_str(text).ok()?;
    (message["message"] == "bye").then(|| message["words"].as_str().unwrap_or_default().to_owned())
}

/// Which kind a table is of, as its first snapshot shows.
pub(crate) fn kind_of(server: &ServerAddress, table: &TableId, tokens: &[String]) -> Result<TableKind, RemoteError> {
    let mut socket = open(server, table, tokens, ClientId::random(), None)?;
    listen_for(server, &socket, FIRST)?;
    loop {
        let Message::Text(text) = socket.read().map_err(|error| silent(server, &error))? else {
            continue;
        };
        if let Some(words) = farewell(&text) {
            let code = "refused".to_owned();
            return Err(RemoteError::Refused { code, words });
        }
        let message: Value = serde_json::from_str(&text).map_err(|_| RemoteError::Unreadable(server.to_string()))?;
        if message["message"] == "snapshot" {
            let has = |name: &str| !message["view"][name].is_null();
            return Ok(if has("record") {
                TableKind::Turn
            } else if has("nodes") {
                TableKind::Study
            } else {
                TableKind::Live
            });
        }
    }
}

fn open(
    server: &ServerAddress,
    table: &TableId,
    tokens: &[String],
    client: ClientId,
    seq: Option<u64>,
) -> Result<WebSocket<Stream>, RemoteError> {
    let stream = match server.encryption {
        Encryption::None => MaybeTlsStream::Plain(reach(server)?),
        Encryption::Tls => encrypted(server, reach(server)?)?,
    };
    let opened = tungstenite::client(server.socket_url(&format!("/ws/{table}")), stream);
    let (mut socket, _) = opened.map_err(|error| silent(server, &error))?;
    let hello = json!({"hello": {"tokens": tokens, "client": client, "seq": seq}});
    let said = socket.send(Message::text(hello.to_string()));
    said.map_err(|error| silent(server, &error))?;
    Ok(socket)
}

#[cfg(feature = "tls")]
fn encrypted(server: &ServerAddress, stream: TcpStream) -> Result<Stream, RemoteError> {
    let stream = crate::tls::stream(server.host(), stream).map_err(|fault| silent(server, &fault))?;
    Ok(MaybeTlsStream::Rustls(stream))
}

#[cfg(not(feature = "tls"))]
fn encrypted(server: &ServerAddress, _: TcpStream) -> Result<Stream, RemoteError> {
    Err(silent(server, &crate::AddressError::Encrypted))
}

/// How long reading from a socket may take.
fn listen_for(server: &ServerAddress, socket: &WebSocket<Stream>, timeout: Duration) -> Result<(), RemoteError> {
    let stream = match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        #[cfg(feature = "tls")]
        MaybeTlsStream::Rustls(stream) => &stream.sock,
        _ => return Ok(()),
    };
    let set = stream.set_read_timeout(Some(timeout));
    set.map_err(|error| silent(server, &error))
}

fn reach(server: &ServerAddress) -> Result<TcpStream, RemoteError> {
    let mut last = "no such host".to_owned();
    for address in server
        .authority()
        .to_socket_addrs()
        .map_err(|error| silent(server, &error))?
    {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => {
                stream.set_nodelay(true).map_err(|error| silent(server, &error))?;
                return Ok(stream);
            }
            Err(error) => last = error.to_string(),
        }
    }
    Err(silent(server, &last))
}

fn silent(server: &ServerAddress, fault: &dyn std::fmt::Display) -> RemoteError {
    RemoteError::Silent {
        server: server.to_string(),
        fault: fault.to_string(),
    }
}
