//! Clients that never read: what waits for them is bounded, they are dropped with a reason, and nobody else is held up.

use std::{
    fs,
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpSocket, runtime};
use tungstenite::Message;

use crate::{
    client::{Client, End, TestServer, common, get, open_table, own, typed},
    killed::Victim,
};

/// So many sit at a table and never read.
const DEAF: usize = 100;
/// KiB by which the server may grow while it waits for them.
const GROWTH: u64 = 24 << 10;
/// Between two commands, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(40);
const DEADLINE: Duration = Duration::from_mins(3);

/// A server in a process of its own, whose memory can be looked at.
pub(crate) struct Watched {
    server: Victim,
    _data: TempDir,
}

impl Watched {
    pub(crate) fn start() -> Self {
        let data = tempfile::tempdir().expect("tests may write");
        Watched {
            server: Victim::start(&data),
            _data: data,
        }
    }

    pub(crate) fn address(&self) -> &str {
        &self.server.address
    }

    /// The most memory it ever had, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.server.process())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.expect("a number of KiB")
    }

    /// A figure from its metrics.
    fn figure(&self, name: &str) -> usize {
        let figures = get(&self.server.metrics, "/metrics").1;
        let mut lines = figures.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        value.expect("a figure")
    }

    fn expelled(&self) -> usize {
        self.figure("threefold_expelled_total")
    }
}

/// A client that has sent its first message, with as little room for what it is sent as the system allows.
fn deaf(address: &str, table: &str) -> Client {
    let runtime = runtime::Builder::new_current_thread().enable_io().build();
    let connected = runtime.expect("a runtime").block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(1)?;
        let address: SocketAddr = address.parse().expect("an address");
        let stream: TcpStream = socket.connect(address).await?.into_std()?;
        stream.set_nonblocking(false)?;
        Ok::<_, std::io::Error>(stream)
    });
    let stream = connected.expect("the server listens");
    let client = Client::over(stream, address, table, None).expect("the socket opens");
    client.greeting(&[])
}

/// Sends two commands in turn at a table where nobody else reads, until all those are dropped.
fn provoke(wanted: &Value, commands: &[Value; 2]) {
    let watched = Watched::start();
    let address = watched.address();
    let (table, tokens) = open_table(address, wanted);
    let mut player = Client::connect(address, &table, &tokens);
    let running = |frame: &Value| frame["phase"].is_null() || frame["phase"] == "running";
    if !running(&player.frame()) {
        player.until(|message| running(&message["frame"]) && !message["frame"].is_null());
    }
    let mut deaf: Vec<Client> = (0..DEAF).map(|_| deaf(address, &table)).collect();
    let before = watched.memory();
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reader = Client::connect(address, &table, &[]);
            reader.until(|message| !message["frame"]["end"].is_null());
        });
        let begun = Instant::now();
        for command in commands.iter().cycle() {
            player.command(command.clone()).expect("it may be done again and again");
            if watched.expelled() >= DEAF {
                break;
            }
            assert!(begun.elapsed() < DEADLINE, "{} are dropped", watched.expelled());
            thread::sleep(BREATH);
        }
        player.command(common("resign")).expect("one may resign");
        reader.join().expect("who reads hears of the end");
    });
    let grown = watched.memory().saturating_sub(before);
    assert!(grown < GROWTH, "{grown} KiB for {DEAF} who do not read");
    // A client that begins to read while the last message is tried gets it; the others find the connection closed.
    let heard: Vec<End> = deaf.iter_mut().filter_map(Client::end_if_sent).collect();
    let reason = "too-slow".to_owned();
    let last = End { reason, code: 1008 };
    assert!(!heard.is_empty() && heard.iter().all(|end| *end == last), "{heard:?}");
}

#[test]
fn updates_of_live_games_do_not_pile_up_for_a_client_that_never_reads() {
    let wanted = json!({
        "game": "kungfu", "board": "standard", "speed": "lightning", "name": "Ada", "seats": ["you", "level1"],
    });
    provoke(
        &wanted,
        &["on", "off"].map(|pause| json!({"kind": "own", "command": "pause", "pause": pause})),
    );
}

#[test]
fn updates_of_turn_games_do_not_pile_up_for_a_client_that_never_reads() {
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    provoke(&wanted, &[typed("e4"), own("take-back")]);
}

#[test]
fn answers_do_not_pile_up_for_a_client_that_asks_and_never_reads() {
    let watched = Watched::start();
    let address = watched.address();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, tokens) = open_table(address, &wanted);
    let askers: Vec<Client> = (0..DEAF).map(|_| deaf(address, &table)).collect();
    let before = watched.memory();
    thread::scope(|scope| {
        for mut asker in askers {
            // Writing fails when the server has hung up, and not before.
            scope.spawn(move || {
                while asker
                    .say_if_open(&json!({"id": 1, "kind": "own", "command": "look", "ply": 0}))
                    .is_ok()
                    && asker.say_if_open(&json!({"ping": 1})).is_ok()
                {
                    thread::sleep(BREATH * 2);
                }
            });
        }
    });
    assert_eq!(watched.expelled(), DEAF);
    let grown = watched.memory().saturating_sub(before);
    assert!(grown < GROWTH, "{grown} KiB for {DEAF} who do not read");
    let mut player = Client::connect(address, &table, &tokens);
    player.typed("e4").expect("the table is in order");
}

#[test]
fn pings_of_the_protocol_are_messages_too() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, _) = server.table(&wanted);
    let mut client = server.client(&table, &[]);
    client.view();
    for _ in 0..200 {
        client.send(Message::Ping(vec![0; 125].into()));
    }
    let reason = "too-fast".to_owned();
    assert_eq!(client.end(), End { reason, code: 1008 });
}
