//! The kinds of tables, as far as a client must distinguish them.

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
    /// New lines, or all that are remembered for somebody who comes.
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

/// The parts of a [`Kind`] that differ in nothing but names: its types and their way into the enums of all kinds.
macro_rules! kind {
    (
        $kind:ident: $command:ty, $view:ty, $frame:ty, $event:ty, $answer:ty, $note:ty, $message:ty, $connect:ident
    ) => {
        type Command = $command;
        type View = $view;
        type Frame = $frame;
        type Event = $event;
        type Answer = $answer;
        type Note = $note;

        fn connect(
            host: &Host,
            table: &host::TableId,
            connect: Connect,
            deliver: Box<dyn FnMut($message) -> Delivery<$message> + Send>,
        ) -> Result<TableClient<$command>, ConnectError> {
            host.$connect(table, connect, deliver)
        }

        fn wrap(message: $message) -> TableMessage {
            TableMessage::$kind(Box::new(message))
        }

        fn unwrap(message: TableMessage) -> Option<$message> {
            if let TableMessage::$kind(message) = message {
                Some(*message)
            } else {
                None
            }
        }

        fn remote(command: Command<$command>) -> RemoteCommand {
            RemoteCommand::$kind(command)
        }

        fn borrow(view: &$view) -> TableView<'_> {
            TableView::$kind(view)
        }

        fn seq(view: &$view) -> u64 {
            view.frame.seq
        }
    };
}

/// What a table with players shows of them.
macro_rules! facts {
    ($view:ty, $frame:ident) => {
        fn facts(view: &$view) -> TableFacts<'_> {
            let $frame { now, may, .. } = &view.frame;
            TableFacts {
                game: view.game,
                board: &view.board,
                yours: &view.yours,
                seats: view.frame.seats.iter().map(|seat| &seat.seat).collect(),
                end: view.frame.end.as_ref(),
                may_resign: may.resign,
                absence: view
                    .frame
                    .absence
                    .map(|absence| AbsenceFacts::new(absence, *now, may.claim_win, may.call_off)),
            }
        }
    };
}

/// Players take turns.
pub(crate) struct TurnKind;

impl Kind for TurnKind {
    kind!(Turn: TurnCommand, TurnView, TurnFrame, TurnEvent, TurnAnswer, TurnNote, TurnMessage, connect_turn);

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

    facts!(TurnView, TurnFrame);
}

/// Everybody moves when they like.
pub(crate) struct LiveKind;

impl Kind for LiveKind {
    kind!(Live: LiveCommand, LiveView, LiveFrame, LiveEvent, LiveAnswer, LiveNote, LiveMessage, connect_live);

    fn update(view: &mut LiveView, _events: &[LiveEvent], frame: LiveFrame) {
        view.frame = frame;
    }

    facts!(LiveView, LiveFrame);
}

/// Nobody plays: a tree of positions is worked on.
pub(crate) struct StudyKind;

impl Kind for StudyKind {
    kind!(Study: StudyCommand, StudyView, StudyFrame, StudyEvent, StudyAnswer, StudyNote, StudyMessage, connect_study);

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
