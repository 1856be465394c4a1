//! A client's state of a table: the last snapshot with every update since, and the unanswered commands.
//!
//! Commands are numbered here, under a client id that outlives the connection. When a table closes a connection with
//! the request to reconnect, the visit does so with its last sequence number and repeats unanswered commands. The table
//! recognises commands that it has already executed.

mod kind;
mod live_time;

use std::{
    collections::VecDeque,
    sync::mpsc::Sender,
    time::{Duration, Instant},
};

use host::{
    ClientId, CloseReason, Command, CommandId, CommonCommand, Connect, ConnectError, Delivery, Host, Message, Notice,
    SeatNumber, StoreError, TableClient, TableId, VisitorId,
};

use crate::{
    context::{AppContext, AppEvent},
    remote::{ChatCommand, RemoteHandle, RemoteLine},
};
pub use kind::{ChatLine, ChatMessage, TableMessage, TableView};
pub(crate) use kind::{Kind, LiveKind, MessageOf, StudyKind, TableFacts, TurnKind};
pub(crate) use live_time::{SQUARE, Time, next_motion};

/// A connection to a table of kind `K`.
pub(crate) struct Visit<K: Kind> {
    place: Place,
    table: TableId,
    seats: Vec<SeatNumber>,
    line: Line<K::Command>,
    id: ClientId,
    number: u64,
    events: Sender<AppEvent>,
    view: Option<K::View>,
    /// When the frame came, for clocks.
    heard: Instant,
    /// Commands without an answer, the oldest first.
    pending: VecDeque<Pending<K::Command>>,
    next: u64,
}

/// Where a table is.
#[derive(Clone)]
enum Place {
    Here(Host),
    Server(RemoteHandle),
}

/// How commands reach a table.
enum Line<C> {
    Here(TableClient<C>),
    Server(Box<dyn RemoteLine>),
}

struct Pending<C> {
    id: CommandId,
    command: Command<C>,
    /// A busy table has not taken it yet.
    is_sent: bool,
}

/// What a message means to a screen.
pub(crate) enum Received<K: Kind> {
    /// The first picture of the table, or one after updates were missed.
    Snapshot,
    /// What happened; the view includes it.
    Events(Vec<K::Event>),
    /// The answer to a command.
    Answer(K::Answer),
    /// A command was refused; why, for people.
    Refused(CommandId, String),
    /// Something for this viewer alone.
    Note(K::Note),
    /// Something about the table as a whole, for people.
    Notice(Notice, String),
    /// The table is closed and cannot be reached again; why, for people.
    Closed(String),
    /// Nothing that is shown.
    Nothing,
}

impl<K: Kind> Visit<K> {
    /// Connects for `seats`, none to watch; the snapshot follows as an event.
    pub(crate) fn open(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Visit<K>, String> {
        let (number, events) = context.subscriber();
        let id = ClientId::random();
        let connect = Connect {
            seats: seats.to_vec(),
            holders: Vec::new(),
            client: id,
            last_seq: None,
            visitor: VisitorId::LOCAL,
        };
        let place = match context.remote(table) {
            Some(remote) => Place::Server(remote.clone()),
            None => Place::Here(context.host.clone()),
        };
        let line = connected::<K>(&place, table, connect, number, &events)?;
        Ok(Visit {
            place,
            table: table.clone(),
            seats: seats.to_vec(),
            line,
            id,
            number,
            events,
            view: None,
            heard: context.now,
            pending: VecDeque::new(),
            next: 1,
        })
    }

    /// The number its messages arrive under.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) const fn table(&self) -> &TableId {
        &self.table
    }

    /// The table as it was last shown; nothing until the first snapshot.
    pub(crate) const fn view(&self) -> Option<&K::View> {
        self.view.as_ref()
    }

    /// What every kind of table shows.
    pub(crate) fn facts(&self) -> Option<TableFacts<'_>> {
        self.view.as_ref().map(K::facts)
    }

    pub(crate) fn send_own(&mut self, command: K::Command) {
        self.send(Command::Own(command));
    }

    /// Sends a command of this kind of table; gives its number.
    pub(crate) fn send_numbered(&mut self, command: K::Command) -> CommandId {
        self.send(Command::Own(command))
    }

    pub(crate) fn send_common(&mut self, command: CommonCommand) {
        self.send(Command::Common(command));
    }

    fn send(&mut self, command: Command<K::Command>) -> CommandId {
        let id = CommandId(self.next);
        self.next += 1;
        self.pending.push_back(Pending {
            id,
            command,
            is_sent: false,
        });
        self.flush();
        id
    }

    /// Takes part in the chat; `false` where there is none, or while the connection is lost.
    pub(crate) fn chat(&self, command: &ChatCommand) -> bool {
        match &self.line {
            Line::Here(_) => false,
            Line::Server(line) => line.chat(command),
        }
    }

    /// Sends what a busy table has not taken, in order.
    fn flush(&mut self) {
        for pending in self.pending.iter_mut().filter(|pending| !pending.is_sent) {
            let command = pending.command.clone();
            let is_taken = match &self.line {
                Line::Here(client) => client.send_as(pending.id, command).is_ok(),
                Line::Server(line) => line.send(pending.id, K::remote(command)),
            };
            if !is_taken {
                return;
            }
            pending.is_sent = true;
        }
    }

    /// Applies a message to the state and returns its meaning for the screen.
    pub(crate) fn receive(&mut self, message: MessageOf<K>, now: Instant) -> Received<K> {
        let received = match message {
            Message::Snapshot { view } => {
                self.view = Some(*view);
                self.heard = now;
                Received::Snapshot
            }
            Message::Update { events, frame } => {
                let Some(view) = &mut self.view else {
                    return Received::Nothing;
                };
                K::update(view, &events, *frame);
                self.heard = now;
                Received::Events(events)
            }
            Message::Reply { id, answer } => {
                self.answered(id);
                Received::Answer(answer)
            }
            Message::Refused { id, words, .. } => {
                self.answered(id);
                Received::Refused(id, words)
            }
            Message::Note { note } => Received::Note(note),
            Message::Notice { notice, words } => Received::Notice(notice, words),
            Message::Closed { reason, words } => match reason {
                CloseReason::Reload | CloseReason::TooSlow => match self.reconnect() {
                    Ok(()) => Received::Nothing,
                    Err(words) => Received::Closed(words),
                },
                CloseReason::ShuttingDown | CloseReason::TurnedOut | CloseReason::Left | CloseReason::Fault => {
                    Received::Closed(words)
                }
            },
        };
        self.flush();
        received
    }

    fn answered(&mut self, id: CommandId) {
        self.pending.retain(|pending| pending.id != id);
    }

    /// Connects again from the last sequence number, and sends every unanswered command again.
    fn reconnect(&mut self) -> Result<(), String> {
        let connect = Connect {
            seats: self.seats.clone(),
            holders: Vec::new(),
            client: self.id,
            last_seq: self.view.as_ref().map(K::seq),
            visitor: VisitorId::LOCAL,
        };
        self.line = connected::<K>(&self.place, &self.table, connect, self.number, &self.events)?;
        for pending in &mut self.pending {
            pending.is_sent = false;
        }
        Ok(())
    }

    /// How long ago the frame came.
    pub(crate) fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.heard)
    }
}

impl Visit<TurnKind> {
    /// What a seat's clock shows at `now`, and whether it runs.
    pub(crate) fn clock(&self, seat: usize, now: Instant) -> Option<(Duration, bool)> {
        let clock = self.view.as_ref()?.frame.seats.get(seat)?.clock?;
        let left = Duration::from_millis(clock.left);
        let gone = if clock.running { self.age(now) } else { Duration::ZERO };
        Some((left.saturating_sub(gone), clock.running))
    }
}

fn connected<K: Kind>(
    place: &Place,
    table: &TableId,
    connect: Connect,
    number: u64,
    events: &Sender<AppEvent>,
) -> Result<Line<K::Command>, String> {
    let events = events.clone();
    let send = move |message| events.send(AppEvent::Table(number, message)).is_ok();
    match place {
        Place::Here(host) => {
            let deliver = move |message| {
                if send(K::wrap(message)) {
                    Delivery::Taken
                } else {
                    Delivery::Gone
                }
            };
            let client = K::connect(host, table, connect, Box::new(deliver)).map_err(words)?;
            Ok(Line::Here(client))
        }
        Place::Server(remote) => {
            let line = remote.0.connect(connect.client, connect.last_seq, Box::new(send));
            line.map(Line::Server).map_err(|error| sentence(&error))
        }
    }
}

/// Why a table cannot be connected to, for people.
pub(crate) fn words(error: ConnectError) -> String {
    match error {
        ConnectError::Store(StoreError::Claimed(_)) => "This game is open in another window.".to_owned(),
        other => sentence(&other.to_string()),
    }
}

/// An error as a sentence.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters
        .next()
        .map_or_else(String::new, |letter| letter.to_uppercase().collect());
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
