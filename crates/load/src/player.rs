//! A player: a game against a bot, then another.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep, sleep_until},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, Utf8Bytes},
};

use crate::{figures::Figures, request, server::Address};

/// What all players have in common.
pub(crate) struct Habits {
    pub(crate) address: Address,
    pub(crate) figures: Figures,
    /// Games whose time runs.
    pub(crate) running: Cell<usize>,
    /// The table that was opened last.
    pub(crate) table: RefCell<Option<String>>,
    pace: Duration,
    bot: String,
    speed: String,
}

/// A seat at a table.
pub(crate) struct Seat {
    table: String,
    token: String,
}

impl Habits {
    pub(crate) fn new(address: Address, pace: f64, bot: &str, speed: &str) -> Self {
        Habits {
            address,
            figures: Figures::default(),
            running: Cell::new(0),
            table: RefCell::default(),
            pace: Duration::from_secs_f64(pace.clamp(0.1, 3_600.0)),
            bot: bot.to_owned(),
            speed: speed.to_owned(),
        }
    }

    /// Opens a game against the bot.
    pub(crate) async fn open(&self, visitor: u32) -> anyhow::Result<Seat> {
        let opened = self.table(visitor, &["you", &self.bot]).await?;
        let token = opened["seats"][0]["token"].as_str().context("no token was given")?;
        self.table.replace(Some(name(&opened)?));
        Ok(Seat {
            table: name(&opened)?,
            token: token.to_owned(),
        })
    }

    /// Opens a table that waits for somebody who does not come.
    pub(crate) async fn open_waiting(&self) -> anyhow::Result<String> {
        name(&self.table(0, &["link", "link"]).await?)
    }

    async fn table(&self, visitor: u32, seats: &[&str]) -> anyhow::Result<Value> {
        let wanted = json!({
            "game": "kungfu", "board": "standard", "speed": self.speed, "name": "Crowd", "seats": seats,
            "device": format!("{visitor:032x}"),
        });
        let answer = request::ask(self.address.0, visitor, "/api/tables", Some(&wanted.to_string())).await?;
        let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body));
        if answer.status != 201 {
            bail!(
                "{} ({})",
                body["error"]["words"].as_str().unwrap_or("no table was opened"),
                answer.status
            );
        }
        Ok(body)
    }

    /// A moment before the next command, not the same for everybody.
    fn breath(&self) -> Duration {
        self.pace.mul_f64(0.5 + fastrand::f64())
    }
}

fn name(opened: &Value) -> anyhow::Result<String> {
    Ok(opened["table"].as_str().context("no table was named")?.to_owned())
}

/// Plays one game after the other.
pub(crate) async fn play_on(habits: Rc<Habits>, visitor: u32, mut seat: Seat) {
    loop {
        match Line::open(habits.address, visitor, &seat.table, Some(&seat.token)).await {
            Ok(line) => {
                let mut game = Game::new(&habits, line);
                match game.play().await {
                    Some(()) => habits.figures.ended(),
                    None => habits.figures.lost(),
                }
            }
            Err(_) => habits.figures.lost(),
        }
        // A server that is full, or finds us too fast, is asked again.
        seat = loop {
            if let Ok(seat) = habits.open(visitor).await {
                break seat;
            }
            habits.figures.turn_away();
            sleep(Duration::from_secs(1)).await;
        };
    }
}

/// A socket at a table.
pub(crate) struct Line(WebSocketStream<TcpStream>);

impl Line {
    pub(crate) async fn open(address: Address, visitor: u32, table: &str, token: Option<&str>) -> anyhow::Result<Self> {
        let stream = request::connect(address.0, visitor).await?;
        let (socket, _) = client_async(format!("ws://{}/ws/{table}", address.0), stream).await?;
        let mut line = Line(socket);
        let tokens: Vec<&str> = token.into_iter().collect();
        let client = fastrand::u64(..1 << 53);
        line.say(&json!({"hello": {"tokens": tokens, "client": client, "seq": null}}))
            .await?;
        Ok(line)
    }

    async fn say(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// The next message; nothing when the server has closed the connection.
    pub(crate) async fn hear(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.0.next().await?.ok()? {
                Message::Text(text) => return Some(text),
                Message::Close(_) => return None,
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

/// A game under way.
struct Game<'a> {
    habits: &'a Habits,
    line: Line,
    /// The last message with a frame; it is read only when a command is due.
    latest: Option<Utf8Bytes>,
    /// The piece that was sent last, until it is seen to leave.
    commanded: Option<(u64, Instant)>,
    /// The number of the last command.
    commands: u64,
    runs: bool,
}

impl<'a> Game<'a> {
    const fn new(habits: &'a Habits, line: Line) -> Self {
        Game {
            habits,
            line,
            latest: None,
            commanded: None,
            commands: 0,
            runs: false,
        }
    }

    /// Plays to the end; nothing if the line breaks before.
    async fn play(&mut self) -> Option<()> {
        let mut next = Instant::now() + self.habits.breath();
        loop {
            tokio::select! {
                message = self.line.hear() => {
                    if self.hear(message?).await? {
                        return Some(());
                    }
                }
                () = sleep_until(next) => {
                    next += self.habits.breath();
                    self.ask().await?;
                }
            }
        }
    }

    /// Takes note of a message; returns whether the game is over.
    async fn hear(&mut self, message: Utf8Bytes) -> Option<bool> {
        self.habits.figures.heard(message.len());
        if message.starts_with(r#"{"message":"update""#) {
            let events = message.split_once(r#""frame":"#).map_or("", |(events, _)| events);
            if !self.runs && events.contains(r#""event":"started""#) {
                self.runs = true;
                self.habits.running.set(self.habits.running.get() + 1);
            }
            if let Some((piece, since)) = self.commanded
                && events.contains(&format!(r#""event":"departed","piece":{piece}}}"#))
            {
                self.habits.figures.seen_after(since.elapsed());
                self.commanded = None;
            }
            let over = events.contains(r#""event":"ended""#);
            self.latest = Some(message);
            return Some(over);
        }
        if message.starts_with(r#"{"message":"snapshot""#) {
            self.latest = Some(message);
        } else if message.starts_with(r#"{"message":"reply""#) && message.contains(r#""answer":"squares""#) {
            self.command(&message).await?;
        } else if message.starts_with(r#"{"message":"refused""#) {
            self.habits.figures.refused(&refusal_code(&message));
            self.commanded = None;
        }
        Some(false)
    }

    /// Asks where some piece that does not rest could go.
    async fn ask(&mut self) -> Option<()> {
        if !self.runs {
            return Some(());
        }
        let message: Value = serde_json::from_str(self.latest.as_ref()?).ok()?;
        let frame = message.get("frame").or_else(|| message["view"].get("frame"))?;
        let own = |piece: &&Value| piece["army"] == "ivory" && piece["place"]["is"] == "standing";
        let pieces = frame["pieces"].as_array()?.iter().filter(own);
        let awake: Vec<&Value> = pieces.filter(|piece| piece["place"]["rests"].is_null()).collect();
        if let Some(piece) = fastrand::choice(awake) {
            let piece = piece["id"].clone();
            self.send(json!({"kind": "own", "command": "targets", "piece": piece}))
                .await?;
        }
        Some(())
    }

    /// Sends a piece to one of the squares of an answer.
    async fn command(&mut self, message: &str) -> Option<()> {
        let message: Value = serde_json::from_str(message).ok()?;
        let answer = &message["answer"];
        if let Some(to) = fastrand::choice(answer["squares"].as_array()?) {
            self.commanded = Some((answer["piece"].as_u64()?, Instant::now()));
            self.send(json!({"kind": "own", "command": "go", "piece": answer["piece"], "to": to}))
                .await?;
        }
        Some(())
    }

    async fn send(&mut self, mut command: Value) -> Option<()> {
        self.commands += 1;
        command["id"] = self.commands.into();
        self.line.say(&command).await.ok()
    }
}

/// The code of a refusal; of a move that the game refuses, the game's own code.
fn refusal_code(message: &str) -> String {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    let refusal = &message["refusal"];
    let code = refusal["refusal"]["code"].as_str().or(refusal["code"].as_str());
    code.unwrap_or("without a code").to_owned()
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        if self.runs {
            self.habits.running.set(self.habits.running.get() - 1);
        }
    }
}
