//! One hostile address. As fast as it can, it holds connections, watches games with and without reading, guesses codes,
//! joins and opens tables.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    rc::Rc,
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::{client_async, tungstenite::Message};

use futures_util::{SinkExt, StreamExt};

/// Where all of it comes from.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 99, 99, 99);
/// How many of each kind there are at once.
const HALF_REQUESTS: usize = 500;
const SPECTATORS: usize = 300;
const DEAF: usize = 100;
const FLOODS: usize = 4;
/// Before something is tried again that was refused.
const PAUSE: Duration = Duration::from_millis(50);

/// What an attack has got so far.
#[derive(Default)]
pub(crate) struct Spoils(RefCell<BTreeMap<(&'static str, &'static str), u64>>);

impl Spoils {
    fn note(&self, attack: &'static str, outcome: &'static str) {
        *self.0.borrow_mut().entry((attack, outcome)).or_default() += 1;
    }

    /// One line for each kind of attack.
    pub(crate) fn print(&self) {
        for ((attack, outcome), count) in &*self.0.borrow() {
            println!("  {attack}: {count} {outcome}");
        }
    }
}

/// A hostile address at work; it stops when this is dropped.
pub(crate) struct Siege {
    _tasks: JoinSet<()>,
    pub(crate) spoils: Rc<Spoils>,
}

impl Siege {
    /// Attacks a server, and one table of it in particular.
    pub(crate) fn begin(server: SocketAddr, table: &str) -> Self {
        let spoils = Rc::new(Spoils::default());
        let mut tasks = JoinSet::new();
        let enemy = Enemy {
            server,
            table: table.to_owned(),
            spoils: Rc::clone(&spoils),
        };
        for _ in 0..HALF_REQUESTS {
            tasks.spawn_local(enemy.clone().half_requests());
        }
        for _ in 0..SPECTATORS {
            tasks.spawn_local(enemy.clone().watch(true));
        }
        for _ in 0..DEAF {
            tasks.spawn_local(enemy.clone().watch(false));
        }
        for _ in 0..FLOODS {
            tasks.spawn_local(enemy.clone().open_tables());
            tasks.spawn_local(enemy.clone().join());
            tasks.spawn_local(enemy.clone().guess());
            tasks.spawn_local(enemy.clone().list());
            tasks.spawn_local(enemy.clone().listen());
        }
        Siege { _tasks: tasks, spoils }
    }
}

#[derive(Clone)]
struct Enemy {
    server: SocketAddr,
    table: String,
    spoils: Rc<Spoils>,
}

impl Enemy {
    async fn connect(&self, buffer: Option<u32>) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        if let Some(bytes) = buffer {
            socket.set_recv_buffer_size(bytes).ok()?;
        }
        socket.bind(SocketAddr::new(FROM.into(), 0)).ok()?;
        socket.connect(self.server).await.ok()
    }

    /// Begins a request and never ends it.
    async fn half_requests(self) {
        loop {
            if let Some(mut stream) = self.connect(None).await
                && stream
                    .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ")
                    .await
                    .is_ok()
            {
                self.spoils.note("half requests", "connections made");
                // The server ends it.
                let mut rest = Vec::new();
                drop(stream.read_to_end(&mut rest).await);
                let refused = rest.starts_with(b"HTTP/1.1 503");
                let outcome = if refused {
                    "connections refused"
                } else {
                    "connections ended by the server"
                };
                self.spoils.note("half requests", outcome);
            }
            sleep(PAUSE * 4).await;
        }
    }

    /// Watches the table, and reads or does not.
    async fn watch(self, reads: bool) {
        let attack = if reads {
            "spectators"
        } else {
            "spectators that never read"
        };
        loop {
            let stream = self.connect((!reads).then_some(1)).await;
            let address = format!("ws://{}/ws/{}", self.server, self.table);
            if let Some(stream) = stream
                && let Ok((mut socket, _)) = client_async(address, stream).await
            {
                let hello = json!({"hello": {"tokens": [], "client": fastrand::u64(..1 << 53), "seq": null}});
                drop(socket.send(Message::text(hello.to_string())).await);
                self.spoils.note(attack, "let in");
                if reads {
                    while let Some(Ok(_)) = socket.next().await {}
                } else {
                    sleep(Duration::from_secs(15)).await;
                }
            } else {
                self.spoils.note(attack, "refused");
            }
            sleep(PAUSE * 10).await;
        }
    }

    async fn open_tables(self) {
        loop {
            self.ask("tables", "/api/tables", Some(&new_table())).await;
        }
    }

    async fn join(self) {
        loop {
            let path = format!("/api/tables/{}/join", self.table);
            self.ask("joins", &path, Some(&json!({"device": device(), "name": "Enemy"})))
                .await;
        }
    }

    async fn guess(self) {
        const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
        loop {
            let code: String = (0..6)
                .filter_map(|_| fastrand::choice(LETTERS).map(|letter| char::from(*letter)))
                .collect();
            let path = format!("/api/tables/{code}/export?format=json");
            self.ask("guesses", &path, None).await;
        }
    }

    async fn list(self) {
        loop {
            self.ask("lobby", "/api/tables", None).await;
        }
    }

    /// Opens a table and has the engine analyse it for as long as the server likes.
    async fn listen(self) {
        loop {
            let opened = self.ask("listeners", "/api/tables", Some(&new_table())).await;
            let table = opened.as_ref().and_then(|opened| opened["table"].as_str());
            if let Some(table) = table
                && let Some(stream) = self.connect(None).await
                && let Ok((mut socket, _)) = client_async(format!("ws://{}/ws/{table}", self.server), stream).await
            {
                let hello = json!({"hello": {"tokens": [], "client": fastrand::u64(..1 << 53), "seq": null}});
                let analyse = json!({"id": 1, "kind": "own", "command": "analyse", "analysis": "on"});
                drop(socket.send(Message::text(hello.to_string())).await);
                drop(socket.send(Message::text(analyse.to_string())).await);
                while let Some(Ok(_)) = socket.next().await {}
            }
            sleep(PAUSE * 10).await;
        }
    }

    /// Asks for something; the answer, if it was granted.
    async fn ask(&self, attack: &'static str, path: &str, body: Option<&Value>) -> Option<Value> {
        let asked = async {
            let mut stream = self.connect(None).await?;
            let method = body.map_or("GET", |_| "POST");
            let body = body.map(Value::to_string).unwrap_or_default();
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.ok()?;
            Some(answer)
        };
        let answer = timeout(Duration::from_secs(10), asked).await.ok().flatten();
        let status = answer.as_deref().and_then(|answer| answer.get(9..12)).unwrap_or("");
        let outcome = match status {
            "200" | "201" => "granted",
            "429" | "503" => "refused",
            "404" | "409" => "in vain",
            _ => "not answered",
        };
        self.spoils.note(attack, outcome);
        if outcome == "refused" || outcome == "not answered" {
            sleep(PAUSE).await;
        }
        let granted = answer.filter(|_| outcome == "granted")?;
        serde_json::from_str(granted.split_once("\r\n\r\n")?.1).ok()
    }
}

fn device() -> String {
    format!("{:032x}", fastrand::u128(..))
}

fn new_table() -> Value {
    json!({"game": "chess", "mode": "machine", "level": "master", "name": "Enemy", "device": device()})
}
