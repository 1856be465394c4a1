//! A client at a table: its commands go to the table, the table's messages come back.

mod kind;
mod line;

use std::{collections::HashMap, sync::Arc, time::Instant};

use axum::{
    extract::{
        Extension, Path, State, WebSocketUpgrade,
        ws::{Message as Frame, WebSocket},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use host::{
    Command, CommandId, CommonCommand, Connect, Delivery, NewOccupant, Refusal, TableClient, TableId, TableKind,
    VisitorId,
};
use play::GameId;
use tokio::{
    runtime::Handle,
    sync::mpsc::{Receiver, channel, error::TrySendError},
    time::interval,
};
use tracing::debug;

use crate::{
    api::ApiError,
    chat::{ChatNews, ChatRefusal, Member},
    context::{AppContext, Opening},
    guard::is_own_page,
    levels,
    limits::{self, Pace},
    listen::closed,
    seat_token::Token,
    seats::Held,
    visitor::VisitorAddress,
    visitors::NoPlace,
    wire::{Bye, ByeReason, ChatMessage, ClientMessage, CommandMessage, Ping, ServerMessage, SocketMessage},
};
use kind::{Kind, Live, Role, Study, Turn};
use line::{Ended, Line, broken};

/// What a command costs that is stored: its event is shorter.
const COMMAND: usize = 400;

/// Opens the socket of a table for pages of this very server.
pub(crate) async fn open(
    State(context): State<Arc<AppContext>>,
    Path(table): Path<String>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers) {
        return ApiError::ForeignOrigin.into_response();
    }
    let place = match context.visitors.socket(visitor) {
        Ok(place) => place,
        Err(NoPlace::All) => return ApiError::NoSocketFree.into_response(),
        Err(NoPlace::OfOne) => return ApiError::TooManySockets.into_response(),
    };
    upgrade
        .read_buffer_size(limits::MESSAGE)
        .max_message_size(limits::FRAME)
        .max_frame_size(limits::FRAME)
        .on_upgrade(async move |socket| {
            context.metrics.sockets.inc();
            serve(&context, socket, &table, visitor).await;
            context.metrics.sockets.dec();
            drop(place);
        })
}

async fn serve(context: &Arc<AppContext>, socket: WebSocket, table: &str, visitor: VisitorAddress) {
    let mut line = Line { socket };
    let ended = tokio::select! {
        ended = visit(context, &mut line, table, visitor) => ended,
        // Nobody is waited for who does not read.
        () = closed(context.closing.clone()) => ByeReason::ShuttingDown.into(),
    };
    if let Ended::Bye(bye) = ended {
        debug!(table, code = bye.code, "{}", bye.words);
        if bye.reason.blames_client() {
            context.metrics.expelled.inc();
        }
        line.close(bye).await;
    }
}

/// Greets, finds the table and its kind, and carries messages until either end goes.
async fn visit(context: &Arc<AppContext>, line: &mut Line, table: &str, visitor: VisitorAddress) -> Ended {
    let visited = async {
        let greeting = line.greeting().await?;
        let (table, held) = find(context, table, greeting.tokens, visitor).await?;
        let opening = context.admit_to(visitor, &table)?;
        let watches = held.seats.is_empty();
        let _spectator = match watches.then(|| context.spectator(&table)) {
            Some(None) => return Err(ByeReason::Full.into()),
            Some(place) => place,
            None => None,
        };
        let (seats, holders): (Vec<_>, Vec<_>) = held.seats.into_iter().unzip();
        // Spectators are known by their address.
        let known_as = holders.first().map_or_else(|| VisitorId::of(&visitor), VisitorId::of);
        let _present = context.online.enter(known_as);
        let visit = Visit {
            game: held.summary.game,
            table,
            visitor,
            opening,
            connect: Connect {
                seats,
                holders,
                client: greeting.client,
                last_seq: greeting.seq,
                visitor: known_as,
            },
        };
        match held.summary.kind {
            TableKind::Turn => Session::<Turn>::run(context, line, visit).await,
            TableKind::Live => Session::<Live>::run(context, line, visit).await,
            TableKind::Study => Session::<Study>::run(context, line, visit).await,
        }
    };
    match visited.await {
        Ok(()) => Ended::Gone,
        Err(ended) => ended,
    }
}

/// The table and the seats that the tokens open there. A client whose tokens open no seat gets an answer that says so.
async fn find(
    context: &Arc<AppContext>,
    table: &str,
    tokens: Vec<Token>,
    visitor: VisitorAddress,
) -> Result<(TableId, Held), Ended> {
    // Who holds a seat does not guess.
    let guesses = context.check_guesses(visitor);
    if tokens.is_empty() {
        guesses?;
    }
    let Ok(table) = table.parse::<TableId>() else {
        context.note_guess(visitor);
        guesses?;
        return Err(ByeReason::NoTable.into());
    };
    let brings_tokens = !tokens.is_empty();
    let of_table = table.clone();
    let held = context
        .blocking(move |context| context.seats.held(&of_table, &tokens))
        .await
        .map_err(|_| ByeReason::Fault)?;
    match held {
        Ok(held) if held.seats.is_empty() && brings_tokens => {
            context.note_guess(visitor);
            guesses?;
            Err(ByeReason::WrongToken.into())
        }
        Ok(held) => Ok((table, held)),
        Err(error) => {
            context.note_guess(visitor);
            guesses?;
            Err(Bye::from(&error).into())
        }
    }
}

/// Who comes to which table.
struct Visit {
    table: TableId,
    game: GameId,
    visitor: VisitorAddress,
    /// Of a table that has to be opened.
    opening: Option<Opening>,
    connect: Connect,
}

/// A client at a table of some kind.
struct Session<K: Kind> {
    client: Connected<K::Command>,
    game: GameId,
    visitor: VisitorAddress,
    pace: Pace,
    /// Commands without an answer, and since when.
    unanswered: HashMap<CommandId, Instant>,
    /// Where there is a chat.
    chat: Option<Member>,
    /// What was said before; told after the first message of the table.
    untold: Option<ChatNews>,
}

impl<K: Kind> Session<K> {
    /// Connects to the table and carries messages.
    async fn run(context: &Arc<AppContext>, line: &mut Line, visit: Visit) -> Result<(), Ended> {
        let Visit {
            table,
            game,
            visitor,
            opening,
            connect,
        } = visit;
        let chat = context.chats.as_ref().map(|chats| chats.enter(&table, &connect.seats));
        let (sender, mut messages) = channel(limits::WAITING_MESSAGES);
        let mailbox = move |message| match sender.try_send(message) {
            Ok(()) => Delivery::Taken,
            Err(TrySendError::Full(message)) => Delivery::Full(message),
            Err(TrySendError::Closed(_)) => Delivery::Gone,
        };
        let client = context
            .blocking(move |context| {
                let connected = K::connect(&context.host, &table, connect, mailbox);
                if let (Ok(_), Some(opening)) = (&connected, opening) {
                    opening.done(&table);
                }
                connected
            })
            .await
            .map_err(|_| ByeReason::Fault)?
            .map_err(|error| Bye::from(&error))?;
        let mut session = Session::<K> {
            client: Connected(Some(client)),
            game,
            visitor,
            pace: Pace::of_messages(Instant::now()),
            unanswered: HashMap::new(),
            chat: None,
            untold: None,
        };
        // Nothing is said of a chat in which nothing was said; where there is none, that is said once.
        let so_far = match chat {
            Some((member, so_far)) => {
                session.chat = Some(member);
                so_far
            }
            None => ChatNews::none(),
        };
        if so_far != ChatNews::nothing_yet() {
            session.untold = Some(so_far);
        }
        session.carry(context, line, &mut messages).await
    }

    async fn carry(
        &mut self,
        context: &AppContext,
        line: &mut Line,
        messages: &mut Receiver<K::Message>,
    ) -> Result<(), Ended> {
        let mut pings = interval(limits::PING);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.deliver(context, line, message).await?,
                    // The table let go of this client without a word, for instance because it reconnected.
                    None => return Err(ByeReason::Reload.into()),
                },
                frame = line.socket.recv() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Frame::Close(_))) | None => return Ok(()),
                        Some(Err(error)) => return Err(broken(&error)),
                        // The library answers a ping by itself, and keeps the answer until it is read.
                        Some(Ok(_)) if !self.pace.allows(heard) => return Err(ByeReason::TooFast.into()),
                        Some(Ok(Frame::Text(text))) => {
                            if let Some(answer) = self.hear(context, &text, heard)? {
                                line.send(&answer).await?;
                            }
                        }
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Binary(_))) => return Err(ByeReason::Malformed.into()),
                    }
                },
                news = heard_chat(&mut self.chat) => {
                    line.send(&ServerMessage::<K::Message>::Socket(SocketMessage::Chat(news))).await?;
                },
                _ = pings.tick() => {
                    if heard.elapsed() > limits::PING * 3 {
                        return Ok(());
                    }
                    self.check_stored(context)?;
                    line.ping().await?;
                }
            }
        }
    }

    /// Sends a message of the table.
    async fn deliver(&mut self, context: &AppContext, line: &mut Line, message: K::Message) -> Result<(), Ended> {
        let role = K::role(&message);
        if let Role::Reply(id) | Role::Refusal(id) = role
            && let Some(since) = self.unanswered.remove(&id)
        {
            context.metrics.answers.observe(since.elapsed().as_secs_f64());
        }
        match role {
            Role::Reply(_) => context.visitors.charge(self.visitor, COMMAND),
            Role::Refusal(_) => {
                context.metrics.refusals.inc();
            }
            Role::Closed(_) | Role::Other => {}
        }
        line.send(&ServerMessage::Table(message)).await?;
        if let Some(news) = self.untold.take() {
            line.send(&ServerMessage::<K::Message>::Socket(SocketMessage::Chat(news)))
                .await?;
        }
        match role {
            Role::Closed(reason) => Err(ByeReason::from(reason).into()),
            Role::Reply(_) | Role::Refusal(_) | Role::Other => Ok(()),
        }
    }

    /// Hands a command over; what needs no table is answered at once.
    fn hear(
        &mut self,
        context: &AppContext,
        text: &str,
        now: Instant,
    ) -> Result<Option<ServerMessage<K::Message>>, Ended> {
        if text.len() > limits::MESSAGE {
            return Err(ByeReason::TooLong.into());
        }
        let message = serde_json::from_str(text).map_err(|_| ByeReason::Malformed)?;
        let CommandMessage { id, command } = match message {
            ClientMessage::Ping(Ping { ping }) => {
                let now = context.host.now();
                return Ok(Some(ServerMessage::Socket(SocketMessage::Pong { ping, now })));
            }
            ClientMessage::Chat(ChatMessage { chat }) => {
                let now = context.host.now();
                let done = self.chat.as_mut().map(|member| member.command(chat, now));
                let refused = |reason: ChatRefusal| {
                    let words = reason.words();
                    ServerMessage::Socket(SocketMessage::ChatRefused { reason, words })
                };
                return Ok(done.unwrap_or(Err(ChatRefusal::Off)).err().map(refused));
            }
            ClientMessage::Command(command) => command,
        };
        context.metrics.commands.inc();
        self.check_stored(context)?;
        let refusal = match self.hand_over(context, id, command) {
            Ok(()) => {
                self.unanswered.insert(id, now);
                return Ok(None);
            }
            Err(refusal) => refusal,
        };
        context.metrics.refusals.inc();
        Ok(Some(ServerMessage::Table(K::refused(id, refusal))))
    }

    /// Whether the visitor may have more stored; a table that its visitors have left stores nothing.
    fn check_stored(&self, context: &AppContext) -> Result<(), Ended> {
        if context.visitors.may_store(self.visitor) {
            Ok(())
        } else {
            Err(ByeReason::TooMuchStored.into())
        }
    }

    fn hand_over(&self, context: &AppContext, id: CommandId, command: Command<K::Command>) -> Result<(), Refusal> {
        if let Command::Common(CommonCommand::SetSeat {
            occupant: NewOccupant::Bot(spec),
            ..
        }) = &command
            && !levels::is_offered(&context.host.registry(), self.game, spec.as_str())
        {
            let spec = spec.as_str().chars().take(40).collect();
            return Err(Refusal::NoSuchBot { spec });
        }
        if self.unanswered.len() >= limits::UNANSWERED {
            return Err(Refusal::Busy);
        }
        let client = self.client.0.as_ref();
        client.map_or(Err(Refusal::Busy), |client| {
            client.send_as(id, command).map_err(|_| Refusal::Busy)
        })
    }
}

/// The next news of a chat, if there is one.
async fn heard_chat(chat: &mut Option<Member>) -> ChatNews {
    match chat {
        Some(member) => member.news().await,
        None => std::future::pending().await,
    }
}

/// A client's end of a table. Leaving may wait for the table, so it is done away from the sockets.
struct Connected<C: Send + 'static>(Option<TableClient<C>>);

impl<C: Send + 'static> Drop for Connected<C> {
    fn drop(&mut self) {
        let client = self.0.take();
        if let Ok(runtime) = Handle::try_current() {
            drop(runtime.spawn_blocking(move || drop(client)));
        }
    }
}
