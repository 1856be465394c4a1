//! A server of its own for every test, and a client without a browser.

mod test_server;

use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use fastrand::Rng;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client::IntoClientRequest, protocol::frame::coding::CloseCode};

pub(crate) use test_server::TestServer;

/// So long a test waits for something that must come.
pub(crate) const DEADLINE: Duration = Duration::from_mins(1);
/// So long it waits for something among much else.
const TIMEOUT: Duration = Duration::from_mins(5);

/// The secret of a new device.
pub(crate) fn device() -> String {
    format!("{:032x}", fastrand::u128(..))
}

pub(crate) fn post(address: &str, path: &str, body: &Value) -> (u16, Value) {
    let sent = agent().post(format!("http://{address}{path}")).send_json(body);
    let mut answer = sent.expect("the server answers");
    let text = answer.body_mut().read_to_string().expect("a text");
    (
        answer.status().as_u16(),
        serde_json::from_str(&text).unwrap_or(Value::String(text)),
    )
}

pub(crate) fn get(address: &str, path: &str) -> (u16, String) {
    let sent = agent().get(format!("http://{address}{path}")).call();
    let mut answer = sent.expect("the server answers");
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), text)
}

/// Opens a table, with a device of its own unless one is given; returns its code and its tokens.
pub(crate) fn open_table(address: &str, wanted: &Value) -> (String, Vec<String>) {
    let mut wanted = wanted.clone();
    if wanted["device"].is_null() {
        wanted["device"] = device().into();
    }
    let (status, opened) = post(address, "/api/tables", &wanted);
    assert_eq!(status, 201, "{opened}");
    let seats = opened["seats"].as_array().expect("a list").iter();
    let tokens = seats.map(|granted| text(&granted["token"])).collect();
    (text(&opened["table"]), tokens)
}

/// Takes an open seat with a device of its own; returns the seat and its token.
pub(crate) fn join(address: &str, table: &str, name: &str) -> (u64, String) {
    let guest = json!({"device": device(), "name": name});
    let (status, joined) = post(address, &format!("/api/tables/{table}/join"), &guest);
    assert_eq!(status, 200, "{joined}");
    (joined["seat"].as_u64().expect("a seat"), text(&joined["token"]))
}

pub(crate) fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(DEADLINE));
    config.build().into()
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A command of turn tables.
pub(crate) fn own(command: &str) -> Value {
    json!({"kind": "own", "command": command})
}

/// A command of every table.
pub(crate) fn common(command: &str) -> Value {
    json!({"kind": "common", "command": command})
}

/// A typed move.
pub(crate) fn typed(text: &str) -> Value {
    json!({"kind": "own", "command": "type", "text": text})
}

/// The server is not there any more, as far as the socket says.
#[derive(Debug)]
#[expect(dead_code, reason = "shown when a test fails")]
pub(crate) struct Gone(String);

impl<E: std::error::Error> From<E> for Gone {
    fn from(error: E) -> Self {
        Gone(error.to_string())
    }
}

/// The refusal of a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) code: String,
    pub(crate) words: String,
}

/// The end of a socket.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) reason: String,
    pub(crate) code: u16,
}

/// What a client does on its socket.
pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    commands: u64,
    /// The last frame that was sent.
    frame: Option<Value>,
    /// Every text that came over the socket.
    heard: Vec<String>,
}

impl Client {
    /// Opens a socket without a first message.
    pub(crate) fn open(address: &str, table: &str) -> Self {
        Client::open_from(address, table, None).expect("the socket opens")
    }

    pub(crate) fn open_from(address: &str, table: &str, origin: Option<&str>) -> Result<Self, u16> {
        let stream = TcpStream::connect(address).expect("the server listens");
        Client::over(stream, address, table, origin)
    }

    /// Opens a socket without a first message, if the server is there.
    pub(crate) fn try_open(address: &str, table: &str) -> Result<Self, Gone> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(DEADLINE))?;
        let request = format!("ws://{address}/ws/{table}");
        let (socket, _) = tungstenite::client(request, stream)?;
        Ok(Client::on(socket))
    }

    /// Comes to a table with some tokens.
    pub(crate) fn connect(address: &str, table: &str, tokens: &[String]) -> Self {
        Client::open(address, table).greeting(tokens)
    }

    /// Comes back to a table as a client that was there before.
    pub(crate) fn reconnect(address: &str, table: &str, tokens: &[String], number: u64, seq: Option<u64>) -> Self {
        let mut client = Client::open(address, table);
        client.say(&json!({"hello": {"tokens": tokens, "client": number, "seq": seq}}));
        client
    }

    /// Sends the first message.
    pub(crate) fn greeting(mut self, tokens: &[String]) -> Self {
        let number = Rng::new().u64(..1 << 53);
        self.say(&json!({"hello": {"tokens": tokens, "client": number, "seq": null}}));
        self
    }

    /// A client over a connection that is open.
    pub(crate) fn over(stream: TcpStream, address: &str, table: &str, origin: Option<&str>) -> Result<Self, u16> {
        stream.set_read_timeout(Some(DEADLINE)).expect("a deadline");
        let url = format!("ws://{address}/ws/{table}");
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", origin.parse().expect("a header"));
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Client::on(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => unreachable!("the socket broke: {error}"),
        }
    }

    const fn on(socket: WebSocket<TcpStream>) -> Self {
        Client {
            socket,
            commands: 0,
            frame: None,
            heard: Vec::new(),
        }
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string()));
    }

    /// Says something, if the server is there.
    pub(crate) fn say_if_open(&mut self, message: &Value) -> Result<(), Gone> {
        Ok(self.socket.send(Message::text(message.to_string()))?)
    }

    pub(crate) fn send(&mut self, message: Message) {
        self.socket.send(message).expect("the server listens");
    }

    /// Sends a frame, if the server is there.
    pub(crate) fn try_send(&mut self, message: Message) -> Result<(), Gone> {
        Ok(self.socket.send(message)?)
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn command(&mut self, command: Value) -> Result<Value, Refused> {
        self.command_if_open(command).expect("the server answers")
    }

    /// Sends a command and waits for its answer, if the server is there.
    pub(crate) fn command_if_open(&mut self, command: Value) -> Result<Result<Value, Refused>, Gone> {
        self.commands += 1;
        self.command_as(self.commands, command)
    }

    /// Sends a command under a number and waits for its answer, if the server is there.
    pub(crate) fn command_as(&mut self, id: u64, mut command: Value) -> Result<Result<Value, Refused>, Gone> {
        command["id"] = id.into();
        self.say_if_open(&command)?;
        let answer = self.until_gone(|message| message["id"] == id)?;
        Ok(match answer["message"].as_str() {
            Some("reply") => Ok(answer["answer"].clone()),
            _ => Err(Refused {
                code: text(&answer["refusal"]["code"]),
                words: text(&answer["words"]),
            }),
        })
    }

    /// Plays a typed move.
    pub(crate) fn typed(&mut self, text: &str) -> Result<Value, Refused> {
        self.command(typed(text))
    }

    /// Reads on until a message.
    pub(crate) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.until_gone(wanted).expect("the server sends more")
    }

    /// Reads on until a message, while the server is there.
    pub(crate) fn until_gone(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, Gone> {
        let since = Instant::now();
        // Pings come whatever happens, so there is always something to read.
        while since.elapsed() < TIMEOUT {
            let message = self.socket.read()?;
            assert!(!message.is_close(), "closed: {message}");
            if let Message::Text(text) = message {
                let message = self.hear(&text);
                if wanted(&message) {
                    return Ok(message);
                }
            }
        }
        Err(Gone(format!("nothing came in {TIMEOUT:?}")))
    }

    /// Takes note of a message.
    fn hear(&mut self, text: &str) -> Value {
        let message: Value = serde_json::from_str(text).expect("messages are JSON");
        let frame = message.get("frame").or_else(|| message["view"].get("frame"));
        self.frame = frame.cloned().or(self.frame.take());
        self.heard.push(text.to_owned());
        message
    }

    /// The first snapshot.
    pub(crate) fn view(&mut self) -> Value {
        self.until(|message| message["message"] == "snapshot")["view"].clone()
    }

    /// The table as it was last sent.
    pub(crate) fn frame(&mut self) -> Value {
        if self.frame.is_none() {
            self.until(|message| !message["frame"].is_null() || !message["view"].is_null());
        }
        self.frame.clone().expect("a view has a frame")
    }

    /// Every text that came over the socket.
    pub(crate) fn into_heard(self) -> Vec<String> {
        self.heard
    }

    /// Reads on until an event of this name.
    pub(crate) fn event(&mut self, name: &str) -> Value {
        self.until(|message| {
            let events = message["events"].as_array();
            events.is_some_and(|events| events.iter().any(|event| event["event"] == name))
        })
    }

    /// Reads to the end: the last message and the code of the close frame.
    pub(crate) fn end(&mut self) -> End {
        self.end_if_sent().expect("nobody hangs up without a last message")
    }

    /// Reads to the end: the last message and the code of the close frame, if there were any.
    pub(crate) fn end_if_sent(&mut self) -> Option<End> {
        let mut reason = String::new();
        let since = Instant::now();
        while since.elapsed() < DEADLINE {
            match self.socket.read() {
                Ok(Message::Text(said)) => {
                    let message: Value = serde_json::from_str(&said).expect("messages are JSON");
                    if message["message"] == "bye" {
                        reason = text(&message["reason"]);
                        assert!(!text(&message["words"]).is_empty());
                    }
                }
                Ok(Message::Close(frame)) => {
                    let code = frame.map_or(CloseCode::Status, |frame| frame.code);
                    let code = code.into();
                    return Some(End { reason, code });
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        None
    }
}

/// Asks again and again until something is so; `false` if it never is.
pub(crate) fn until_true(is_so: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while since.elapsed() < DEADLINE {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// White and Black of a table make a move each and Black resigns.
pub(crate) fn play_short_game(server: &TestServer, table: &str, white: &[String], black: &str) {
    let mut one = server.client(table, white);
    let mut other = server.client(table, &[black.to_owned()]);
    one.view();
    other.view();
    one.typed("e4").expect("a legal move");
    other.typed("e5").expect("a legal move");
    other.command(common("resign")).expect("one may resign");
    one.event("ended");
}
