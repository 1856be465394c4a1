//! Readers that never read: what waits for them is bounded, they are dropped with a word, and nobody else is held up.

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
    client::{House, Page, get, open_table},
    killed::Victim,
};

/// So many sit at a table and never read.
const DEAF: usize = 100;
/// KiB by which the hall may grow while it waits for them.
const GROWTH: u64 = 24 << 10;
/// Between two wishes, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(40);
const DEADLINE: Duration = Duration::from_mins(3);

/// A hall in a process of its own, whose memory can be looked at.
struct Watched {
    hall: Victim,
    _data: TempDir,
}

impl Watched {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("tests may write");
        Watched {
            hall: Victim::start(&data),
            _data: data,
        }
    }

    fn address(&self) -> &str {
        &self.hall.address
    }

    /// The most memory it ever had, in KiB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.hall.process())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.expect("a number of KiB")
    }

    /// A figure that it tells about itself.
    fn figure(&self, name: &str) -> usize {
        let figures = get(self.address(), "/metrics").1;
        let mut lines = figures.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        value.expect("a figure")
    }

    fn expelled(&self) -> usize {
        self.figure("threefold_expelled_total")
    }
}

/// A page that has said who it is, with as little room for what it is told as the system allows.
fn deaf(address: &str, table: &str) -> Page {
    let runtime = runtime::Builder::new_current_thread().enable_io().build();
    let connected = runtime.expect("a runtime").block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(1)?;
        let address: SocketAddr = address.parse().expect("an address");
        let stream: TcpStream = socket.connect(address).await?.into_std()?;
        stream.set_nonblocking(false)?;
        Ok::<_, std::io::Error>(stream)
    });
    let stream = connected.expect("the hall listens");
    let page = Page::over(stream, address, table, None).expect("the socket opens");
    page.greeting(&[])
}

/// Makes two wishes in turn at a table where nobody else reads, until all those are dropped.
fn provoke(wanted: &Value, wishes: &[Value; 2]) {
    let watched = Watched::start();
    let address = watched.address();
    let (table, secrets) = open_table(address, wanted);
    let mut player = Page::sit(address, &table, &secrets);
    let running = |frame: &Value| frame["phase"].is_null() || frame["phase"] == "running";
    if !running(&player.frame()) {
        player.until(|told| running(&told["frame"]) && !told["frame"].is_null());
    }
    let mut deaf: Vec<Page> = (0..DEAF).map(|_| deaf(address, &table)).collect();
    let before = watched.memory();
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reader = Page::sit(address, &table, &[]);
            reader.until(|told| !told["frame"]["end"].is_null());
        });
        let begun = Instant::now();
        for wish in wishes.iter().cycle() {
            player.wish(wish.clone()).expect("it may be done again and again");
            if watched.expelled() >= DEAF {
                break;
            }
            assert!(begun.elapsed() < DEADLINE, "{} are dropped", watched.expelled());
            thread::sleep(BREATH);
        }
        player.wish(json!({"wish": "resign"})).expect("one may give up");
        reader.join().expect("who reads hears of the end");
    });
    let grown = watched.memory() - before;
    assert!(grown < GROWTH, "{grown} KiB for {DEAF} who do not read");
    // Who begins to read while the last words are tried hears them; the others find the line dead.
    let heard: Vec<(String, u16)> = deaf.iter_mut().filter_map(Page::end_if_told).collect();
    let last = ("nobody reads what is sent".to_owned(), 1008);
    assert!(!heard.is_empty() && heard.iter().all(|end| *end == last), "{heard:?}");
}

#[test]
fn news_without_turns_does_not_pile_up_for_who_never_reads() {
    let wanted = json!({
        "game": "kungfu", "board": "standard", "speed": "lightning", "name": "Ada", "seats": ["you", "level1"],
    });
    provoke(&wanted, &[true, false].map(|on| json!({"wish": "pause", "on": on})));
}

#[test]
fn news_of_turns_does_not_pile_up_for_who_never_reads() {
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    provoke(
        &wanted,
        &[json!({"wish": "typed", "text": "e4"}), json!({"wish": "undo"})],
    );
}

#[test]
fn answers_do_not_pile_up_for_who_asks_and_never_reads() {
    let watched = Watched::start();
    let address = watched.address();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, secrets) = open_table(address, &wanted);
    let askers: Vec<Page> = (0..DEAF).map(|_| deaf(address, &table)).collect();
    let before = watched.memory();
    thread::scope(|scope| {
        for mut asker in askers {
            // Writing fails when the hall has hung up, and not before.
            scope.spawn(move || {
                while asker
                    .say_if_open(&json!({"request": 1, "wish": "look", "ply": 0}))
                    .is_ok()
                    && asker.say_if_open(&json!({"ping": 1})).is_ok()
                {
                    thread::sleep(BREATH * 2);
                }
            });
        }
    });
    assert_eq!(watched.expelled(), DEAF);
    let grown = watched.memory() - before;
    assert!(grown < GROWTH, "{grown} KiB for {DEAF} who do not read");
    let mut player = Page::sit(address, &table, &secrets);
    player.typed("e4").expect("the table is in order");
}

#[test]
fn pings_of_the_protocol_are_messages_too() {
    let house = House::open();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, _) = house.table(&wanted);
    let mut page = house.page(&table, &[]);
    page.view();
    for _ in 0..200 {
        page.send(Message::Ping(vec![0; 125].into()));
    }
    let (words, code) = page.end();
    assert_eq!(
        (words.as_str(), code),
        ("too many messages; wait a moment and come back", 1008)
    );
}
