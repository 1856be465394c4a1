//! A page at a table: wishes go to the table's inbox, what it tells comes back.

use std::{collections::VecDeque, sync::Arc, time::Instant};

use axum::{
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, WebSocket},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use hall::{Delivery, Desk, Input, TableId, Told};
use tokio::{
    sync::mpsc,
    time::{interval, timeout},
};
use tracing::debug;

use crate::{
    api::ApiError,
    levels,
    limits::{self, Pace},
    name::DisplayName,
    serve::{Shared, closed},
    wire::{Bye, Greeting, Hello, Message, Ping, Pong, Request, Said},
};

/// Opens the socket of a table for pages of this very server.
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers) {
        return ApiError::ForeignOrigin.into_response();
    }
    let Ok(place) = Arc::clone(&shared.sockets).try_acquire_owned() else {
        return ApiError::Full.into_response();
    };
    upgrade
        .read_buffer_size(limits::MESSAGE)
        .max_message_size(limits::FRAME)
        .max_frame_size(limits::FRAME)
        .on_upgrade(async move |socket| {
            shared.metrics.sockets.inc();
            let mut line = Line { socket };
            let bye = attend(&shared, &mut line, &table).await;
            if let Err(bye) = bye {
                debug!(table, code = bye.code, "{}", bye.words);
                if bye.blames() {
                    shared.metrics.expelled.inc();
                }
                line.close(bye).await;
            }
            shared.metrics.sockets.dec();
            drop(place);
        })
}

/// A browser names the page that opens a socket; programs name none.
fn is_own_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    match (text("origin"), text("host")) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, origin)| origin == host),
        (Some(_), None) => false,
    }
}

/// Greets, sits down and carries messages until either end goes.
async fn attend(shared: &Arc<Shared>, line: &mut Line, table: &str) -> Result<(), Bye> {
    let Some(greeting) = line.greeting().await? else {
        return Ok(());
    };
    let Greeting { secrets, seen } = greeting;
    let table: TableId = table.parse().map_err(|_| Bye::no_table("there is no such table"))?;
    let (mailbox, mut news) = mpsc::channel::<Told>(limits::WAITING_NEWS);
    let deliver = Box::new(move |told| match mailbox.try_send(told) {
        Ok(()) => Delivery::Taken,
        Err(mpsc::error::TrySendError::Full(_)) => Delivery::Full,
        Err(mpsc::error::TrySendError::Closed(_)) => Delivery::Gone,
    });
    let desk = {
        let shared = Arc::clone(shared);
        // A table that sleeps on disk is read first.
        tokio::task::spawn_blocking(move || shared.rooms.sit(&shared.hall, &table, &secrets, deliver))
            .await
            .map_err(|_| Bye::busy("the table cannot be opened now"))?
            .map_err(|error| Bye::no_table(&error.to_string()))?
    };
    let mut visit = Visit {
        desk,
        pace: Pace::of_messages(Instant::now()),
        open: VecDeque::new(),
        seen,
    };
    tokio::select! {
        carried = carry(shared, line, &mut visit, &mut news) => carried,
        // Nobody is waited for who does not read.
        () = closed(shared.closing.clone()) => Err(Bye::going()),
    }
}

async fn carry(
    shared: &Shared,
    line: &mut Line,
    visit: &mut Visit,
    news: &mut mpsc::Receiver<Told>,
) -> Result<(), Bye> {
    let mut pings = interval(limits::PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            told = news.recv() => match told {
                Some(told) => {
                    let told = visit.answered(told, shared);
                    line.send(&Message::Told(told)).await?;
                }
                None => return Ok(()),
            },
            frame = line.socket.recv() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Frame::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => return Err(broken(&error)),
                    // The library answers a ping by itself, and keeps the answer until it is read.
                    Some(Ok(_)) if !visit.pace.allows(heard) => return Err(Bye::flood()),
                    Some(Ok(Frame::Text(text))) => {
                        if let Some(answer) = visit.hear(shared, &text, heard)? {
                            line.send(&answer).await?;
                        }
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Binary(_))) => return Err(Bye::malformed("messages are text")),
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() > limits::PING * 3 {
                    return Ok(());
                }
                line.push(Frame::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// A library's error about a socket in our words.
fn broken(error: &axum::Error) -> Bye {
    let words = error.to_string();
    if words.contains("too long") || words.contains("too big") {
        Bye::too_long()
    } else if words.starts_with("IO error") || words.contains("reset without closing") {
        Bye::gone()
    } else {
        Bye::malformed("that is no message of a page")
    }
}

/// A wish as a page may make it: bots are ours, and names are read as everywhere.
fn permitted(input: Input) -> Result<Input, String> {
    match input {
        Input::Replace { spec, .. } if !levels::is_sitter(&spec) => Err("no such bot plays here".to_owned()),
        Input::Rename { seat, name } => match DisplayName::read(&name) {
            Ok(name) => Ok(Input::Rename {
                seat,
                name: name.into_text(),
            }),
            Err(error) => Err(error.to_string()),
        },
        other => Ok(other),
    }
}

/// Somebody at a table.
struct Visit {
    desk: Desk,
    pace: Pace,
    /// Wishes without an answer: our number, the page's, and since when.
    open: VecDeque<(u64, u64, Instant)>,
    /// The version that the page says it has, until it was told something.
    seen: Option<u64>,
}

impl Visit {
    /// Hands a wish over; what needs no table is answered at once.
    fn hear(&mut self, shared: &Shared, text: &str, now: Instant) -> Result<Option<Message>, Bye> {
        if self.open.len() >= limits::OPEN_WISHES {
            return Err(Bye::flood());
        }
        if text.len() > limits::MESSAGE {
            return Err(Bye::too_long());
        }
        let said = serde_json::from_str(text).map_err(|_| Bye::malformed("that is no message of a page"))?;
        let Request { request, input } = match said {
            Said::Ping(Ping { ping }) => {
                let now = shared.hall.now();
                return Ok(Some(Message::Pong(Pong { ping, now })));
            }
            Said::Wish(request) => request,
        };
        shared.metrics.wishes.inc();
        let input = match permitted(input) {
            Ok(input) => input,
            Err(words) => {
                shared.metrics.refusals.inc();
                return Ok(Some(Message::Told(Told::Refused { request, words })));
            }
        };
        let number = self.desk.send(input);
        self.open.push_back((number, request, now));
        Ok(None)
    }

    /// Puts the page's own number on an answer; a page that has seen everything is spared the whole view.
    fn answered(&mut self, mut told: Told, shared: &Shared) -> Told {
        let seen = self.seen.take();
        if let Told::View { view } = &told
            && seen == Some(view.frame.version)
        {
            return Told::News {
                events: Vec::new(),
                frame: Box::new(view.frame.clone()),
            };
        }
        if let Told::LiveView { view } = &told
            && seen == Some(view.frame.version)
        {
            return Told::LiveNews {
                events: Vec::new(),
                frame: Box::new(view.frame.clone()),
            };
        }
        if let Told::Done { request } | Told::Refused { request, .. } = &mut told
            && let Some(place) = self.open.iter().position(|(number, ..)| number == request)
            && let Some((_, number, since)) = self.open.remove(place)
        {
            *request = number;
            shared.metrics.answers.observe(since.elapsed().as_secs_f64());
        }
        if matches!(told, Told::Refused { .. }) {
            shared.metrics.refusals.inc();
        }
        told
    }
}

/// The socket itself.
struct Line {
    socket: WebSocket,
}

impl Line {
    /// Who is there; nothing if it went again.
    async fn greeting(&mut self) -> Result<Option<Greeting>, Bye> {
        let first = timeout(limits::GREETING, self.socket.recv())
            .await
            .map_err(|_| Bye::refused("nobody said hello"))?;
        match first {
            Some(Ok(Frame::Text(text))) => serde_json::from_str::<Hello>(&text)
                .map(|hello| Some(hello.hello))
                .map_err(|_| Bye::malformed("the first message says hello")),
            Some(Ok(Frame::Close(_))) | None => Ok(None),
            Some(Ok(_)) => Err(Bye::malformed("the first message says hello")),
            Some(Err(error)) => Err(broken(&error)),
        }
    }

    async fn send(&mut self, message: &Message) -> Result<(), Bye> {
        let text = serde_json::to_string(message).map_err(|_| Bye::busy("the table cannot be told"))?;
        self.push(Frame::Text(text.into())).await
    }

    async fn push(&mut self, frame: Frame) -> Result<(), Bye> {
        match timeout(limits::READING, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Bye::gone()),
            Err(_) => Err(Bye::refused("nobody reads what is sent")),
        }
    }

    /// Says why and goes; nobody waits long for a reader that has gone first.
    async fn close(&mut self, bye: Bye) {
        let frame = CloseFrame {
            code: bye.code,
            reason: bye.words.clone().into(),
        };
        let words = async {
            self.send(&Message::Bye(bye)).await?;
            self.push(Frame::Close(Some(frame))).await
        };
        if !matches!(timeout(limits::LAST_WORDS, words).await, Ok(Ok(()))) {
            debug!("last words were not read");
            return;
        }
        // Hanging up on what is still on its way would lose the last words.
        let hung_up = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        if timeout(limits::HANGING_UP, hung_up).await.is_err() {
            debug!("last words were not answered");
        }
    }
}
