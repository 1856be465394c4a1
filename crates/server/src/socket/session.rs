//! A client at a table of one kind: commands in, messages out.

use std::{collections::HashMap, sync::Arc, time::Instant};

use axum::extract::ws::Message as Frame;
use host::{Command, CommandId, CommonCommand, Connect, NewOccupant, Refusal, TableClient, TableId};
use play::GameId;
use tokio::{runtime::Handle, time::interval};

use super::{
    kind::{Kind, Role, TableMessage as _},
    line::{Ended, Line, broken},
    mailbox::{Receiver, mailbox},
};
use crate::{
    chat::{ChatRefusal, ChatUpdate, Member},
    context::{AppContext, Opening},
    levels,
    limits::{self, Pace},
    visitor::VisitorAddress,
    wire::{Bye, ByeReason, ChatMessage, ClientMessage, CommandMessage, Ping, ServerMessage, SocketMessage},
};

/// Bytes charged for a stored command; its event is shorter.
const COMMAND: usize = 400;

/// Who comes to which table.
pub(super) struct Visit {
    pub(super) table: TableId,
    pub(super) game: GameId,
    pub(super) visitor: VisitorAddress,
    /// Of a table that has to be opened.
    pub(super) opening: Option<Opening>,
    pub(super) connect: Connect,
}

/// A client at a table of some kind.
pub(super) struct Session<K: Kind> {
    client: Connected<K::Command>,
    game: GameId,
    visitor: VisitorAddress,
    pace: Pace,
    /// Commands without an answer, and since when.
    unanswered: HashMap<CommandId, Instant>,
    /// Where there is a chat.
    chat: Option<Member>,
    /// Lines that were said before; sent after the first message of the table.
    backlog: Option<ChatUpdate>,
}

impl<K: Kind> Session<K> {
    /// Connects to the table and carries messages.
    pub(super) async fn run(context: &Arc<AppContext>, line: &mut Line, visit: Visit) -> Result<(), Ended> {
        let Visit {
            table,
            game,
            visitor,
            opening,
            connect,
        } = visit;
        let chat = context.chats.as_ref().map(|chats| chats.enter(&table, &connect.seats));
        let (sender, mut messages) = mailbox();
        let mailbox = move |message| sender.send(message);
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
            backlog: None,
        };
        // An empty chat is not sent; a disabled chat is reported once.
        let so_far = match chat {
            Some((member, so_far)) => {
                session.chat = Some(member);
                so_far
            }
            None => ChatUpdate::none(),
        };
        if so_far != ChatUpdate::nothing_yet() {
            session.backlog = Some(so_far);
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
                    // The table dropped this client without a message, for instance because it reconnected.
                    None => return Err(ByeReason::Reload.into()),
                },
                frame = line.socket.recv() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Frame::Close(_))) | None => return Ok(()),
                        Some(Err(error)) => return Err(broken(&error)),
                        // The library replies to a ping itself, and holds the reply until the next read.
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
                update = heard_chat(&mut self.chat) => {
                    line.send(&ServerMessage::<K::Message>::Socket(SocketMessage::Chat(update))).await?;
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
        let role = message.role();
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
        if let Some(update) = self.backlog.take() {
            line.send(&ServerMessage::<K::Message>::Socket(SocketMessage::Chat(update)))
                .await?;
        }
        match role {
            Role::Closed(reason) => Err(ByeReason::from(reason).into()),
            Role::Reply(_) | Role::Refusal(_) | Role::Other => Ok(()),
        }
    }

    /// Sends a command to the table; messages that need no table are answered at once.
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
        Ok(Some(ServerMessage::Table(K::Message::refused(id, refusal))))
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

/// The next update of the chat; waits forever without a chat.
async fn heard_chat(chat: &mut Option<Member>) -> ChatUpdate {
    match chat {
        Some(member) => member.next_update().await,
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
