//! Hosts tables where people and bots play.
//!
//! A table is a decider over an append-only log of events. Turn games, live games and studies are three kinds of tables
//! behind one actor. This crate contains seats, clocks, offers and take-backs, the view of each viewer, the record of
//! answered commands, and the interface of the store. Clients connect to a table, send a [`Command`] and receive a
//! [`Message`]; they need no rules of a game to draw a view.
//!
//! It contains no screens, sockets or SQL: there is no ratatui, axum, tokio or database here.

mod actor;
mod answered;
mod any_table;
mod bot_worker;
mod clock;
mod command;
mod decider;
mod digest;
mod event;
mod help;
mod host;
mod id;
mod job;
mod judgement;
mod lease;
mod live;
mod message;
mod player;
mod pool;
mod presence;
mod refusal;
mod setup;
mod store;
mod store_worker;
mod study;
mod turn;
mod view;
pub mod words;
mod worker;

pub use actor::{Connect, Delivery};
pub use clock::Clock;
pub use command::{
    AnyLiveCommand, AnyTurnCommand, Command, CommonCommand, LiveCommand, NewOccupant, OfferAnswer, OfferKind, Switch,
    TurnCommand,
};
pub use digest::{Aid, Digest};
pub use event::{
    BotBehaviour, Cause, Ending, Envelope, FORMAT, LiveAction, LiveFact, LiveSetup, LogError, Recorded, StopCause,
    StoredEvent, TurnFact, TurnSetup,
};
pub use host::{
    ExportError, Host, HostSettings, LiveClient, SearchCounts, StudyClient, StudySource, TableClient, TickObserver,
    TurnClient, WeakHost,
};
pub use id::{ClientId, CommandId, PlayerId, PlayerIdError, SeatNumber, TableId, TableIdError, VisitorId};
pub use kungfu::{Board as LiveBoard, RULES as LIVE_RULES};
pub use lease::Lease;
pub use live::LiveScene;
pub use message::{
    CloseReason, CommonEvent, Judged, LiveAnswer, LiveEvent, LiveMessage, LiveNote, Message, Mistake, Notice, Thought,
    TurnAnswer, TurnEvent, TurnMessage, TurnNote,
};
pub use play::BotSpec;
pub use player::{Directory, Occupant};
pub use presence::{CLAIM_AFTER, OFFER_LASTS};
pub use refusal::Refusal;
pub use setup::{
    ConnectError, ExportFormat, GameSetup, LiveGameSetup, NewPlayer, NewTableSetup, OpenError, StudyGameSetup,
    TurnGameSetup,
};
#[cfg(any(test, feature = "testing"))]
pub use store::testing;
pub use store::{
    AfterAppend, Append, Claimed, Damaged, Epoch, FileStore, Flush, Listing, MemoryStore, NewTable, Query, SeatToken,
    Store, StoreError, Summary, SyncPolicy, TableKind, TableState, Visibility, check_format, legacy,
};
pub use study::{
    AnalysedSide, Analysis, AnalysisLine, Judgement, NodeId, Participant, ReviewSummary, SideReview, StudyAnswer,
    StudyCommand, StudyEvent, StudyFact, StudyFrame, StudyMay, StudyMessage, StudyMove, StudyNode, StudyNote,
    StudyPosition, StudySetup, StudyView, Value,
};
pub use view::{
    Absence, ClockView, End, Entry, Leaving, LiveFrame, LiveMay, LivePiece, LiveSeat, LiveView, OccupantView, Offer,
    PastSeat, Phase, Place, Premove, ReplayFrame, ScenarioView, Seat, Speed, TurnFrame, TurnMay, TurnSeat, TurnView,
};
