//! A hall of its own for every test, and a page without a browser.

use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::{Server, Settings};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket, client::IntoClientRequest, protocol::frame::coding::CloseCode};

/// So long a test waits for something that must come.
pub(crate) const DEADLINE: Duration = Duration::from_mins(1);
/// So long it waits for something among much else.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) struct House {
    server: Option<Server>,
    data: TempDir,
    tables: usize,
}

impl House {
    pub(crate) fn open() -> Self {
        House::with_tables(Settings::TABLES)
    }

    /// A hall in which only so many tables find room.
    pub(crate) fn with_tables(tables: usize) -> Self {
        let data = tempfile::tempdir().expect("tests may write");
        let mut house = House {
            server: None,
            data,
            tables,
        };
        house.reopen();
        house
    }

    /// Opens the hall, a second time perhaps, on the same data.
    pub(crate) fn reopen(&mut self) {
        self.close();
        let settings = Settings {
            listen: "127.0.0.1:0".parse().expect("an address"),
            data: self.data.path().to_owned(),
            tables: self.tables,
        };
        self.server = Some(Server::open(&settings).expect("the hall opens"));
    }

    pub(crate) fn close(&mut self) {
        if let Some(server) = self.server.take() {
            server.close().expect("the hall closes");
        }
    }

    pub(crate) fn address(&self) -> String {
        self.server.as_ref().expect("the hall is open").address().to_string()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        post(&self.address(), path, body)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        get(&self.address(), path)
    }

    pub(crate) fn table(&self, wanted: &Value) -> (String, Vec<String>) {
        open_table(&self.address(), wanted)
    }

    pub(crate) fn page(&self, table: &str, secrets: &[String]) -> Page {
        Page::sit(&self.address(), table, secrets)
    }
}

pub(crate) fn post(address: &str, path: &str, body: &Value) -> (u16, Value) {
    let sent = agent().post(format!("http://{address}{path}")).send_json(body);
    let mut answer = sent.expect("the hall answers");
    let text = answer.body_mut().read_to_string().expect("a text");
    (
        answer.status().as_u16(),
        serde_json::from_str(&text).unwrap_or(Value::String(text)),
    )
}

pub(crate) fn get(address: &str, path: &str) -> (u16, String) {
    let sent = agent().get(format!("http://{address}{path}")).call();
    let mut answer = sent.expect("the hall answers");
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), text)
}

/// Opens a table and tells its name and secrets.
pub(crate) fn open_table(address: &str, wanted: &Value) -> (String, Vec<String>) {
    let (status, opened) = post(address, "/api/tables", wanted);
    assert_eq!(status, 201, "{opened}");
    let secrets = opened["secrets"].as_array().expect("a list").iter();
    let secrets = secrets.map(|given| text(&given["secret"])).collect();
    (text(&opened["table"]), secrets)
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(DEADLINE));
    config.build().into()
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// The hall has hung up.
#[derive(Debug)]
pub(crate) struct Gone;

/// What a page does on its socket.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    requests: u64,
    /// The last frame that was told.
    frame: Option<Value>,
    /// Every text that came over the socket.
    heard: Vec<String>,
}

impl Page {
    pub(crate) fn connect(address: &str, table: &str) -> Self {
        Page::connect_from(address, table, None).expect("the socket opens")
    }

    pub(crate) fn connect_from(address: &str, table: &str, origin: Option<&str>) -> Result<Self, u16> {
        let stream = TcpStream::connect(address).expect("the hall listens");
        Page::over(stream, address, table, origin)
    }

    /// Comes to a table and says who it is.
    pub(crate) fn sit(address: &str, table: &str, secrets: &[String]) -> Self {
        Page::connect(address, table).greeting(secrets)
    }

    /// Says who it is.
    pub(crate) fn greeting(mut self, secrets: &[String]) -> Self {
        self.say(&json!({"hello": {"secrets": secrets, "seen": null}}));
        self
    }

    /// A page over a connection that stands.
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
            Ok((socket, _)) => Ok(Page {
                socket,
                requests: 0,
                frame: None,
                heard: Vec::new(),
            }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => unreachable!("the socket broke: {error}"),
        }
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string()));
    }

    /// Says something, if the hall is there.
    pub(crate) fn say_if_open(&mut self, message: &Value) -> Result<(), Gone> {
        self.socket.send(Message::text(message.to_string())).map_err(|_| Gone)
    }

    pub(crate) fn send(&mut self, message: Message) {
        self.socket.send(message).expect("the hall listens");
    }

    /// Makes a wish and waits for its answer.
    pub(crate) fn wish(&mut self, wish: Value) -> Result<(), String> {
        self.wish_if_open(wish).expect("the hall answers")
    }

    /// Makes a wish and waits for its answer, if the hall is there.
    pub(crate) fn wish_if_open(&mut self, mut wish: Value) -> Result<Result<(), String>, Gone> {
        self.requests += 1;
        let number = self.requests;
        wish["request"] = number.into();
        self.say_if_open(&wish)?;
        let answer = self.until_gone(|told| told["request"] == number)?;
        Ok(match answer["told"].as_str() {
            Some("done") => Ok(()),
            _ => Err(text(&answer["words"])),
        })
    }

    pub(crate) fn typed(&mut self, text: &str) -> Result<(), String> {
        self.wish(json!({"wish": "typed", "text": text}))
    }

    /// Reads on until something is told.
    pub(crate) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.until_gone(wanted).expect("the hall tells more")
    }

    /// Reads on until something is told, while the hall is there.
    pub(crate) fn until_gone(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, Gone> {
        let since = Instant::now();
        // Pings come whatever happens, so there is always something to read.
        while since.elapsed() < PATIENCE {
            let message = self.socket.read().map_err(|_| Gone)?;
            assert!(!message.is_close(), "closed: {message}");
            if let Message::Text(text) = message {
                let told = self.hear(&text);
                if wanted(&told) {
                    return Ok(told);
                }
            }
        }
        Err(Gone)
    }

    /// Takes note of something that was told.
    fn hear(&mut self, text: &str) -> Value {
        let told: Value = serde_json::from_str(text).expect("the hall speaks JSON");
        let frame = told.get("frame").or_else(|| told["view"].get("frame"));
        self.frame = frame.cloned().or(self.frame.take());
        self.heard.push(text.to_owned());
        told
    }

    /// The first view.
    pub(crate) fn view(&mut self) -> Value {
        self.until(|told| told["told"] == "view" || told["told"] == "live-view")["view"].clone()
    }

    /// The table as it was last told.
    pub(crate) fn frame(&mut self) -> Value {
        if self.frame.is_none() {
            self.view();
        }
        self.frame.clone().expect("a view has a frame")
    }

    /// Every text that came over the socket.
    pub(crate) fn into_heard(self) -> Vec<String> {
        self.heard
    }

    /// Reads on until an event of this name.
    pub(crate) fn event(&mut self, name: &str) -> Value {
        self.until(|told| {
            let events = told["events"].as_array();
            events.is_some_and(|events| events.iter().any(|event| event["event"] == name))
        })
    }

    /// Reads to the end: the last words and the code of the closing.
    pub(crate) fn end(&mut self) -> (String, u16) {
        self.end_if_told().expect("nobody hangs up without a word")
    }

    /// Reads to the end: the last words and the code of the closing, if there were any.
    pub(crate) fn end_if_told(&mut self) -> Option<(String, u16)> {
        let mut words = String::new();
        let since = Instant::now();
        while since.elapsed() < DEADLINE {
            match self.socket.read() {
                Ok(Message::Text(said)) => {
                    let told: Value = serde_json::from_str(&said).expect("the hall speaks JSON");
                    if told["told"] == "bye" {
                        words = text(&told["words"]);
                    }
                }
                Ok(Message::Close(frame)) => {
                    let code = frame.map_or(CloseCode::Status, |frame| frame.code);
                    return Some((words, code.into()));
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        None
    }
}
