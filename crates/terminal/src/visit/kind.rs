//! The kinds of tables, as far as a client must tell them apart.

use std::time::Duration;

use host::{
    Absence, Command, Connect, ConnectError, Delivery, End, Host, LiveAnswer, LiveCommand, LiveEvent, LiveFrame,
    LiveMessage, LiveNote, LiveView, Message, Seat, SeatNumber, StudyAnswer, StudyCommand, StudyEvent, StudyFrame,
    StudyMessage, StudyNote, StudyView, TableClient, TurnAnswer, TurnCommand, TurnEvent, TurnFrame, TurnMessage,
    TurnNote, TurnView,
};
use play::{Board, GameId, Moment};

use crate::remote::RemoteCommand;

/// The message types of a kind of table.
pub(crate) trait Kind: Sized + 'static {
    type Command: Clone;
    type View;
    type Frame;
    type Event;
    type Answer;
    type Note;

    fn connect(
        host: &Host,
        table: &host::TableId,
        connect: Connect,
        deliver: Box<dyn FnMut(MessageOf<Self>) -> Delivery<MessageOf<Self>> + Send>,
    ) -> Result<TableClient<Self::Command>, ConnectError>;

    fn wrap(message: MessageOf<Self>) -> TableMessage;

    /// The message, if it is of this kind.
    fn unwrap(message: TableMessage) -> Option<MessageOf<Self>>;

    fn borrow(view: &Self::View) -> TableView<'_>;

    /// A command for a table of a server.
    fn remote(command: Command<Self::Command>) -> RemoteCommand;

    /// The last sequence number in a view.
    fn seq(view: &Self::View) -> u64;

    /// Brings a view up to date.
    fn update(view: &mut Self::View, events: &[Self::Event], frame: Self::Frame);

    fn facts(view: &Self::View) -> TableFacts<'_>;
}

/// A message of a table of kind `K`.
pub(crate) type MessageOf<K> =
    Message<<K as Kind>::View, <K as Kind>::Frame, <K as Kind>::Event, <K as Kind>::Answer, <K as Kind>::Note>;

/// A message of a table of any kind.
#[derive(Debug)]
pub enum TableMessage {
    /// Of a turn table.
    Turn(Box<TurnMessage>),
    /// Of a live table.
    Live(Box<LiveMessage>),
    /// Of a study.
    Study(Box<StudyMessage>),
    /// What is said at a table of a server.
    Chat(ChatMessage),
}

/// What is said at a table of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatMessage {
    /// New lines, or all that are kept for somebody who comes.
    Lines(Vec<ChatLine>),
    /// Something was not said; why, for people.
    Refused(String),
}

/// A line of a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The seat of a player who says it.
    pub seat: Option<SeatNumber>,
    /// The name of somebody who watches.
    pub name: String,
    /// What is said.
    pub text: String,
}

/// The view of a table of any kind.
#[derive(Clone, Copy, Debug)]
pub enum TableView<'a> {
    /// Of a turn table.
    Turn(&'a TurnView),
    /// Of a live table.
    Live(&'a LiveView),
    /// Of a study.
    Study(&'a StudyView),
}

/// What views of every kind have.
pub(crate) struct TableFacts<'a> {
    pub(crate) game: GameId,
    pub(crate) board: &'a Board,
    pub(crate) yours: &'a [SeatNumber],
    pub(crate) seats: Vec<&'a Seat>,
    pub(crate) end: Option<&'a End>,
    pub(crate) may_resign: bool,
    pub(crate) absence: Option<AbsenceFacts>,
}

/// A player for whom the others wait.
#[derive(Clone, Copy)]
pub(crate) struct AbsenceFacts {
    pub(crate) seat: SeatNumber,
    /// How long after the frame the game can be claimed or called off.
    pub(crate) wait: Duration,
    pub(crate) may_claim: bool,
    pub(crate) may_call_off: bool,
}

impl AbsenceFacts {
    fn new(absence: Absence, now: Moment, may_claim: bool, may_call_off: bool) -> Self {
        AbsenceFacts {
            seat: absence.seat,
            wait: Duration::from_millis(absence.claim_at.0.saturating_sub(now.0)),
            may_claim,
            may_call_off,
        }
    }
}

/// Players take turns.
pub(crate) struct TurnKind;

impl Kind for TurnKind {
    type Command = TurnCommand;
    type View = TurnView;
    type Frame = TurnFrame;
    type Event = TurnEvent;
    type Answer = TurnAnswer;
    type Note = TurnNote;

    fn connect(
        host: &Host,
        table: &host::TableId,
        connect: Connect,
        deliver: Box<dyn FnMut(TurnMessage) -> Delivery<TurnMessage> + Send>,
    ) -> Result<TableClient<TurnCommand>, ConnectError> {
        host.connect_turn(table, connect, deliver)
    }

    fn wrap(message: TurnMessage) -> TableMessage {
        TableMessage::Turn(Box::new(message))
    }

    fn unwrap(message: TableMessage) -> Option<TurnMessage> {
        match message {
            TableMessage::Turn(message) => Some(*message),
            TableMessage::Live(_) | TableMessage::Study(_) | TableMessage::Chat(_) => None,
        }
    }

    fn remote(command: Command<TurnCommand>) -> RemoteCommand {
        RemoteCommand::Turn(command)
    }

    fn borrow(view: &TurnView) -> TableView<'_> {
        TableView::Turn(view)
    }

    fn seq(view: &TurnView) -> u64 {
        view.frame.seq
    }

    fn update(view: &mut TurnView, events: &[TurnEvent], frame: TurnFrame) {
        for event in events {
            match event {
                TurnEvent::Moved { entry } => view.record.push(entry.clone()),
                TurnEvent::TakenBack { plies } => view.record.truncate(*plies),
                TurnEvent::Common(_) => {}
            }
        }
        view.frame = frame;
    }

    fn facts(view: &TurnView) -> TableFacts<'_> {
        TableFacts {
            game: view.game,
            board: &view.board,
            yours: &view.yours,
            seats: view.frame.seats.iter().map(|seat| &seat.seat).collect(),
            end: view.frame.end.as_ref(),
            may_resign: view.frame.may.resign,
            absence: view.frame.absence.map(|absence| {
                let TurnFrame { now, may, .. } = &view.frame;
                AbsenceFacts::new(absence, *now, may.claim_win, may.call_off)
            }),
        }
    }
}

/// Everybody moves when they like.
pub(crate) struct LiveKind;

impl Kind for LiveKind {
    type Command = LiveCommand;
    type View = LiveView;
    type Frame = LiveFrame;
    type Event = LiveEvent;
    type Answer = LiveAnswer;
    type Note = LiveNote;

    fn connect(
        host: &Host,
        table: &host::TableId,
        connect: Connect,
        deliver: Box<dyn FnMut(LiveMessage) -> Delivery<LiveMessage> + Send>,
    ) -> Result<TableClient<LiveCommand>, ConnectError> {
        host.connect_live(table, connect, deliver)
    }

    fn wrap(message: LiveMessage) -> TableMessage {
        TableMessage::Live(Box::new(message))
    }

    fn unwrap(message: TableMessage) -> Option<LiveMessage> {
        match message {
            TableMessage::Live(message) => Some(*message),
            TableMessage::Turn(_) | TableMessage::Study(_) | TableMessage::Chat(_) => None,
        }
    }

    fn remote(command: Command<LiveCommand>) -> RemoteCommand {
        RemoteCommand::Live(command)
    }

    fn borrow(view: &LiveView) -> TableView<'_> {
        TableView::Live(view)
    }

    fn seq(view: &LiveView) -> u64 {
        view.frame.seq
    }

    fn update(view: &mut LiveView, _events: &[LiveEvent], frame: LiveFrame) {
        view.frame = frame;
    }

    fn facts(view: &LiveView) -> TableFacts<'_> {
        TableFacts {
            game: view.game,
            board: &view.board,
            yours: &view.yours,
            seats: view.frame.seats.iter().map(|seat| &seat.seat).collect(),
            end: view.frame.end.as_ref(),
            may_resign: view.frame.may.resign,
            absence: view.frame.absence.map(|absence| {
                let LiveFrame { now, may, .. } = &view.frame;
                AbsenceFacts::new(absence, *now, may.claim_win, may.call_off)
            }),
        }
    }
}

/// Nobody plays: a tree of positions is worked on.
pub(crate) struct StudyKind;

impl Kind for StudyKind {
    type Command = StudyCommand;
    type View = StudyView;
    type Frame = StudyFrame;
    type Event = StudyEvent;
    type Answer = StudyAnswer;
    type Note = StudyNote;

    fn connect(
        host: &Host,
        table: &host::TableId,
        connect: Connect,
        deliver: Box<dyn FnMut(StudyMessage) -> Delivery<StudyMessage> + Send>,
    ) -> Result<TableClient<StudyCommand>, ConnectError> {
        host.connect_study(table, connect, deliver)
    }

    fn wrap(message: StudyMessage) -> TableMessage {
        TableMessage::Study(Box::new(message))
    }

    fn unwrap(message: TableMessage) -> Option<StudyMessage> {
        match message {
            TableMessage::Study(message) => Some(*message),
            TableMessage::Turn(_) | TableMessage::Live(_) | TableMessage::Chat(_) => None,
        }
    }

    fn borrow(view: &StudyView) -> TableView<'_> {
        TableView::Study(view)
    }

    fn remote(command: Command<StudyCommand>) -> RemoteCommand {
        RemoteCommand::Study(command)
    }

    fn seq(view: &StudyView) -> u64 {
        view.frame.seq
    }

    fn update(view: &mut StudyView, events: &[StudyEvent], frame: StudyFrame) {
        view.update(events, frame);
    }

    fn facts(view: &StudyView) -> TableFacts<'_> {
        TableFacts {
            game: view.game,
            board: &view.board,
            yours: &view.yours,
            seats: Vec::new(),
            end: None,
            may_resign: false,
            absence: None,
        }
    }
}
