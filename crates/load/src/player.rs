//! A player: a game against a bot, then another.

use std::{cell::Cell, rc::Rc, time::Duration};

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

use crate::{figures::Figures, hall::Address, request};

/// What all players have in common.
pub(crate) struct Habits {
    pub(crate) address: Address,
    pub(crate) figures: Figures,
    /// Games whose time runs.
    pub(crate) running: Cell<usize>,
    pace: Duration,
    bot: String,
    speed: String,
}

/// A seat at a table.
pub(crate) struct Seat {
    table: String,
    secret: String,
}

impl Habits {
    pub(crate) fn new(address: Address, pace: f64, bot: &str, speed: &str) -> Self {
        Habits {
            address,
            figures: Figures::default(),
            running: Cell::new(0),
            pace: Duration::from_secs_f64(pace.clamp(0.1, 3_600.0)),
            bot: bot.to_owned(),
            speed: speed.to_owned(),
        }
    }

    /// Opens a game against the bot.
    pub(crate) async fn open(&self, visitor: u32) -> anyhow::Result<Seat> {
        let opened = self.table(visitor, &["you", &self.bot]).await?;
        let secret = opened["secrets"][0]["secret"].as_str().context("no secret was given")?;
        Ok(Seat {
            table: name(&opened)?,
            secret: secret.to_owned(),
        })
    }

    /// Opens a table that waits for somebody who does not come.
    pub(crate) async fn open_waiting(&self) -> anyhow::Result<String> {
        name(&self.table(0, &["link", "link"]).await?)
    }

    async fn table(&self, visitor: u32, seats: &[&str]) -> anyhow::Result<Value> {
        let wanted = json!({
            "game": "kungfu", "board": "standard", "speed": self.speed, "name": "Crowd", "seats": seats,
        });
        let answer = request::ask(self.address.0, visitor, "/api/tables", Some(&wanted.to_string())).await?;
        let body: Value = serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body));
        if answer.status != 201 {
            bail!(
                "{} ({})",
                body["error"].as_str().unwrap_or("no table was opened"),
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
        match Line::open(habits.address, visitor, &seat.table, Some(&seat.secret)).await {
            Ok(line) => {
                let mut game = Game::new(&habits, line);
                match game.play().await {
                    Some(()) => habits.figures.ended(),
                    None => habits.figures.lost(),
                }
            }
            Err(_) => habits.figures.lost(),
        }
        // A hall that is full, or finds us too quick, is asked again.
        seat = loop {
            match habits.open(visitor).await {
                Ok(seat) => break seat,
                Err(_) => sleep(Duration::from_secs(1)).await,
            }
        };
    }
}

/// A socket at a table.
pub(crate) struct Line(WebSocketStream<TcpStream>);

impl Line {
    pub(crate) async fn open(
        address: Address,
        visitor: u32,
        table: &str,
        secret: Option<&str>,
    ) -> anyhow::Result<Self> {
        let stream = request::connect(address.0, visitor).await?;
        let (socket, _) = client_async(format!("ws://{}/ws/{table}", address.0), stream).await?;
        let mut line = Line(socket);
        let secrets: Vec<&str> = secret.into_iter().collect();
        line.say(&json!({"hello": {"secrets": secrets, "seen": null}})).await?;
        Ok(line)
    }

    async fn say(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// The next thing that is told; nothing when the hall has hung up.
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
    /// What was told last with a frame; it is read only when a command is due.
    latest: Option<Utf8Bytes>,
    /// The piece that was commanded last, until it is seen to leave.
    commanded: Option<(u64, Instant)>,
    runs: bool,
}

impl<'a> Game<'a> {
    const fn new(habits: &'a Habits, line: Line) -> Self {
        Game {
            habits,
            line,
            latest: None,
            commanded: None,
            runs: false,
        }
    }

    /// Plays to the end; nothing if the line breaks before.
    async fn play(&mut self) -> Option<()> {
        let mut next = Instant::now() + self.habits.breath();
        loop {
            tokio::select! {
                told = self.line.hear() => {
                    if self.hear(told?).await? {
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

    /// Takes note of something; tells whether the game is over.
    async fn hear(&mut self, told: Utf8Bytes) -> Option<bool> {
        self.habits.figures.heard(told.len());
        if told.starts_with(r#"{"told":"live-news""#) {
            let events = told.split_once(r#""frame":"#).map_or("", |(events, _)| events);
            if !self.runs && events.contains(r#""event":"begun""#) {
                self.runs = true;
                self.habits.running.set(self.habits.running.get() + 1);
            }
            if let Some((piece, since)) = self.commanded
                && events.contains(&format!(r#""event":"started","piece":{piece}}}"#))
            {
                self.habits.figures.seen_after(since.elapsed());
                self.commanded = None;
            }
            let over = events.contains(r#""event":"ended""#);
            self.latest = Some(told);
            return Some(over);
        }
        if told.starts_with(r#"{"told":"live-view""#) {
            self.latest = Some(told);
        } else if told.starts_with(r#"{"told":"squares""#) {
            self.command(&told).await?;
        } else if told.starts_with(r#"{"told":"refused""#) {
            self.habits.figures.refused();
            self.commanded = None;
        }
        Some(false)
    }

    /// Asks where some piece that does not rest could go.
    async fn ask(&mut self) -> Option<()> {
        if !self.runs {
            return Some(());
        }
        let told: Value = serde_json::from_str(self.latest.as_ref()?).ok()?;
        let frame = told.get("frame").or_else(|| told["view"].get("frame"))?;
        let own = |piece: &&Value| piece["army"] == "ivory" && piece["place"]["is"] == "standing";
        let pieces = frame["pieces"].as_array()?.iter().filter(own);
        let awake: Vec<&Value> = pieces.filter(|piece| piece["place"]["rests"].is_null()).collect();
        if let Some(piece) = fastrand::choice(awake) {
            let wish = json!({"request": 1, "wish": "choices", "piece": piece["id"]});
            self.line.say(&wish).await.ok()?;
        }
        Some(())
    }

    /// Sends a piece to one of the squares that were told.
    async fn command(&mut self, told: &str) -> Option<()> {
        let told: Value = serde_json::from_str(told).ok()?;
        if let Some(to) = fastrand::choice(told["squares"].as_array()?) {
            let wish = json!({"request": 2, "wish": "command", "piece": told["piece"], "to": to});
            self.commanded = Some((told["piece"].as_u64()?, Instant::now()));
            self.line.say(&wish).await.ok()?;
        }
        Some(())
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        if self.runs {
            self.habits.running.set(self.habits.running.get() - 1);
        }
    }
}
