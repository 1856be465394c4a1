//! A client that plays one game, reconnects after every lost connection, and records what was acknowledged.

use std::{cell::RefCell, collections::BTreeMap, net::SocketAddr, rc::Rc, time::Duration};

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

use super::nodes::Addresses;
use crate::request;

/// How long a client waits for an answer before it tries another node.
const SILENCE: Duration = Duration::from_secs(8);
/// Between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(100);

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Chess,
    Ransom,
    KungFu,
}

impl Kind {
    /// Games of all kinds in turn.
    pub(super) const fn of(number: usize) -> Self {
        match number % 3 {
            0 => Kind::Chess,
            1 => Kind::Ransom,
            _ => Kind::KungFu,
        }
    }

    fn setup(self) -> Value {
        match self {
            Kind::Chess => json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"}),
            Kind::Ransom => json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob"}),
            Kind::KungFu => json!({
                "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "level1"]
            }),
        }
    }
}

/// A command and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) table: String,
    pub(super) command: Value,
    /// Whether it changes the game.
    pub(super) is_stored: bool,
    pub(super) first: Instant,
    pub(super) answered: Option<(Instant, bool)>,
}

/// What a client sent and received.
pub(super) struct Course {
    kind: Kind,
    /// The number of the client, for all its tables.
    pub(super) client: u64,
    pub(super) table: String,
    tokens: Vec<String>,
    pub(super) sent: BTreeMap<u64, Sent>,
    /// The last frame of the present table.
    pub(super) frame: Value,
    /// The highest number of an event that was seen at the present table.
    seq: u64,
    /// How often a lower number was seen after a higher one, of a turn game.
    pub(super) went_back: usize,
    /// Since when the client has had no view of its table.
    away: Option<Instant>,
    /// When a view came after a lost line, and how long that took, by table.
    pub(super) returns: Vec<(String, Instant, Duration)>,
    is_stopped: bool,
}

impl Course {
    pub(super) fn new(kind: Kind) -> Self {
        Course {
            kind,
            client: fastrand::u64(..1 << 53),
            table: String::new(),
            tokens: Vec::new(),
            sent: BTreeMap::new(),
            frame: Value::Null,
            seq: 0,
            went_back: 0,
            away: None,
            returns: Vec::new(),
            is_stopped: false,
        }
    }

    pub(super) fn acknowledged(&self) -> usize {
        let done = |sent: &&Sent| sent.is_stored && sent.answered.is_some_and(|(_, done)| done);
        self.sent.values().filter(done).count()
    }

    /// Sends no new command.
    pub(super) fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Whether every command has been answered.
    pub(super) fn is_settled(&self) -> bool {
        self.sent.values().all(|sent| sent.answered.is_some())
    }

    pub(super) const fn is_turn_game(&self) -> bool {
        !matches!(self.kind, Kind::KungFu)
    }

    fn take_frame(&mut self, frame: &Value) {
        let seq = frame["seq"].as_u64().unwrap_or(0);
        if self.is_turn_game() && seq < self.seq {
            self.went_back += 1;
        }
        self.seq = self.seq.max(seq);
        self.frame = frame.clone();
    }

    /// The line to the table is lost.
    fn leave(&mut self) {
        if !self.table.is_empty() && !self.is_over() {
            self.away.get_or_insert_with(Instant::now);
        }
    }

    /// A view of the table is there again.
    fn come_back(&mut self) {
        if let Some(away) = self.away.take() {
            self.returns.push((self.table.clone(), Instant::now(), away.elapsed()));
        }
    }

    /// How long the client has had no view of its table; zero if it has one.
    pub(super) fn away_for(&self) -> Duration {
        self.away.map_or(Duration::ZERO, |away| away.elapsed())
    }

    fn is_over(&self) -> bool {
        !self.frame["end"].is_null() || self.frame["phase"] == "over"
    }

    /// A command that the last frame allows; for a piece of Kung Fu Chess first the question where it may go.
    fn choose(&self) -> Option<(Value, bool)> {
        match self.kind {
            Kind::Chess | Kind::Ransom => {
                let choice = fastrand::choice(self.frame["choices"].as_array()?)?;
                Some((json!({"kind": "own", "command": "type", "text": choice["code"]}), true))
            }
            Kind::KungFu => {
                let own = |piece: &&Value| piece["army"] == "ivory" && piece["place"]["is"] == "standing";
                let pieces = self.frame["pieces"].as_array()?.iter().filter(own);
                let awake: Vec<&Value> = pieces.filter(|piece| piece["place"]["rests"].is_null()).collect();
                let piece = fastrand::choice(awake)?;
                let is_running = self.frame["phase"] == "running";
                is_running.then(|| {
                    (
                        json!({"kind": "own", "command": "targets", "piece": piece["id"]}),
                        false,
                    )
                })
            }
        }
    }
}

/// Plays one game after the other, at whatever node answers.
pub(super) async fn play(addresses: Addresses, course: Rc<RefCell<Course>>, number: usize, pace: Duration) {
    let mut turn = number;
    loop {
        turn += 1;
        let address = {
            let addresses = addresses.borrow();
            addresses.get(turn % addresses.len().max(1)).copied()
        };
        if let Some(address) = address {
            // Whatever broke, the client comes back; so does one whose node the balancer gave up.
            tokio::select! {
                _ended = visit(address, &course, number, pace) => {}
                () = given_up(&addresses, address) => {}
            }
            course.borrow_mut().leave();
        }
        sleep(PAUSE).await;
    }
}

/// Ends when the balancer no longer sends anybody to a node.
async fn given_up(addresses: &Addresses, address: SocketAddr) {
    while addresses.borrow().contains(&address) {
        sleep(PAUSE).await;
    }
}

async fn open_table(address: SocketAddr, course: &Rc<RefCell<Course>>, number: usize) -> anyhow::Result<()> {
    let mut wanted = course.borrow().kind.setup();
    wanted["device"] = format!("{:032x}", fastrand::u128(..)).into();
    let wanted = wanted.to_string();
    let asked = request::ask(address, number as u32, "/api/tables", Some(&wanted));
    let answer = timeout(SILENCE, asked).await??;
    if answer.status != 201 {
        bail!("no table: {}", answer.body);
    }
    let opened: Value = serde_json::from_str(&answer.body)?;
    let mut course = course.borrow_mut();
    opened["table"]
        .as_str()
        .context("a code")?
        .clone_into(&mut course.table);
    let seats = opened["seats"].as_array().context("seats")?;
    course.tokens = seats
        .iter()
        .filter_map(|seat| seat["token"].as_str().map(str::to_owned))
        .collect();
    (course.frame, course.seq) = (Value::Null, 0);
    Ok(())
}

/// Comes to the table, repeats what was not answered, and plays until the line ends.
async fn visit(address: SocketAddr, course: &Rc<RefCell<Course>>, number: usize, pace: Duration) -> anyhow::Result<()> {
    let is_new = {
        let course = course.borrow();
        course.table.is_empty() || (course.is_over() && course.is_settled() && !course.is_stopped)
    };
    if is_new {
        open_table(address, course, number).await?;
    }
    let mut line = timeout(SILENCE * 2, connect(address, course, number)).await??;
    let unanswered: Vec<(u64, Value)> = {
        let course = course.borrow();
        let open = course.sent.iter().filter(|(_, sent)| sent.answered.is_none());
        open.map(|(id, sent)| (*id, sent.command.clone())).collect()
    };
    for (id, command) in unanswered {
        say(&mut line, id, &command).await?;
    }
    let mut next = Instant::now() + pace.mul_f64(fastrand::f64());
    let mut heard = Instant::now();
    loop {
        let waits = !course.borrow().is_settled();
        tokio::select! {
            message = line.next() => {
                heard = Instant::now();
                match message.context("the line ended")?? {
                    Message::Text(text) => hear(&mut line, course, &text).await?,
                    Message::Close(_) => bail!("closed"),
                    _ => {}
                }
            }
            () = sleep_until(next) => {
                next = Instant::now() + pace.mul_f64(0.5 + fastrand::f64());
                let (is_over, is_stopped) = (course.borrow().is_over(), course.borrow().is_stopped);
                if is_over && !is_stopped {
                    return Ok(());
                }
                let chosen = course.borrow().choose();
                if let Some((command, is_stored)) = chosen
                    && !waits && !is_stopped
                {
                    command_as(&mut line, course, command, is_stored).await?;
                }
            }
            () = sleep_until(heard + SILENCE), if waits => bail!("nobody answers"),
        }
    }
}

type Socket = WebSocketStream<TcpStream>;

async fn connect(address: SocketAddr, course: &Rc<RefCell<Course>>, number: usize) -> anyhow::Result<Socket> {
    let (table, tokens, client) = {
        let course = course.borrow();
        (course.table.clone(), course.tokens.clone(), course.client)
    };
    let stream = request::connect(address, number as u32).await?;
    let (mut line, _) = client_async(format!("ws://{address}/ws/{table}"), stream).await?;
    let hello = json!({"hello": {"tokens": tokens, "client": client, "seq": null}});
    line.send(Message::text(hello.to_string())).await?;
    Ok(line)
}

async fn say(line: &mut Socket, id: u64, command: &Value) -> anyhow::Result<()> {
    let mut command = command.clone();
    command["id"] = id.into();
    Ok(line.send(Message::text(command.to_string())).await?)
}

async fn command_as(
    line: &mut Socket,
    course: &Rc<RefCell<Course>>,
    command: Value,
    is_stored: bool,
) -> anyhow::Result<()> {
    let id = {
        let mut course = course.borrow_mut();
        let id = course.sent.last_key_value().map_or(0, |(id, _)| *id) + 1;
        let sent = Sent {
            table: course.table.clone(),
            command: command.clone(),
            is_stored,
            first: Instant::now(),
            answered: None,
        };
        course.sent.insert(id, sent);
        id
    };
    say(line, id, &command).await
}

async fn hear(line: &mut Socket, course: &Rc<RefCell<Course>>, text: &str) -> anyhow::Result<()> {
    let message: Value = serde_json::from_str(text)?;
    match message["message"].as_str() {
        Some("snapshot") => {
            let mut course = course.borrow_mut();
            course.take_frame(&message["view"]["frame"]);
            course.come_back();
        }
        Some("update") => course.borrow_mut().take_frame(&message["frame"]),
        Some(answer @ ("reply" | "refused")) => {
            let id = message["id"].as_u64().context("a number")?;
            if let Some(sent) = course.borrow_mut().sent.get_mut(&id) {
                sent.answered.get_or_insert((Instant::now(), answer == "reply"));
            }
            let squares = message["answer"]["squares"].as_array();
            let to = squares.and_then(fastrand::choice);
            if let Some(to) = to.filter(|_| !course.borrow().is_stopped) {
                let piece = &message["answer"]["piece"];
                let go = json!({"kind": "own", "command": "go", "piece": piece, "to": to});
                command_as(line, course, go, true).await?;
            }
        }
        Some("bye") => bail!("bye"),
        _ => {}
    }
    Ok(())
}
