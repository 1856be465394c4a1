//! The types of the wire as the page knows them: written from the Rust types, and compared with the page's file.

use std::{env, fs, path::Path};

use host::{
    BotSpec, ClientId, ClockView, CloseReason, Command, CommandId, CommonCommand, CommonEvent, End, Entry, Judged,
    LiveAnswer, LiveCommand, LiveEvent, LiveFrame, LiveMay, LiveMessage, LiveNote, LivePiece, LiveSeat, LiveView,
    Mistake, NewOccupant, Notice, OccupantView, Offer, OfferAnswer, OfferKind, Phase, Place, Premove, Refusal,
    ReplayFrame, Seat, SeatNumber, Switch, TableId, Thought, TurnAnswer, TurnCommand, TurnEvent, TurnFrame, TurnMay,
    TurnMessage, TurnNote, TurnSeat, TurnView,
};
use play::{Action, Army, Board, LegalMove, MoveRefusal, Piece, PieceKind, Scene, Square, Start};
use ts_rs::{Config, TS};

use super::{Bye, ByeReason, ClientMessage, CommandMessage, Greeting, Hello, Ping, ServerMessage, SocketMessage};
use crate::{
    api::body::{
        BoardOffer, ErrorBody, ErrorFacts, GameOffer, GrantedSeat, LevelOffer, LiveBoard, LiveTableRequest, LobbyTable,
        Mode, NamedDevice, OpenedTable, PlayerName, RematchRequest, SideChoice, SpeedOffer, TurnTableRequest,
    },
    seat_token::{Device, Token},
};

const HEAD: &str = "\
// The messages between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server --lib wire writes this file anew.

";

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/host.d.ts");

/// The declarations of some types.
macro_rules! declared {
    ($config:expr, $($name:ty),+ $(,)?) => {
        [$(format!("export {}\n", <$name as TS>::decl($config))),+]
    };
}

#[test]
fn the_page_knows_the_types_of_the_wire() {
    let config = Config::new().with_large_int("number");
    let types = declared!(
        &config,
        TableId,
        Square,
        SeatNumber,
        ClientId,
        CommandId,
        BotSpec,
        Army,
        PieceKind,
        Board,
        Piece,
        Scene,
        LegalMove,
        Action,
        Start,
        MoveRefusal,
        Refusal,
        OccupantView,
        Seat,
        End,
        Offer,
        OfferKind,
        OfferAnswer,
        NewOccupant,
        Switch,
        CommonCommand,
        CommonEvent,
        Notice,
        CloseReason,
        TurnView,
        TurnFrame,
        TurnSeat,
        ClockView,
        TurnMay,
        Entry,
        TurnCommand,
        TurnEvent,
        TurnAnswer,
        TurnNote,
        Thought,
        Judged,
        Mistake,
        LiveView,
        LiveFrame,
        Phase,
        LiveSeat,
        LivePiece,
        Place,
        Premove,
        LiveMay,
        ReplayFrame,
        LiveCommand,
        LiveEvent,
        LiveAnswer,
        LiveNote,
        Command<TurnCommand>,
        TurnMessage,
        Token,
        Device,
        Hello,
        Greeting,
        Ping,
        CommandMessage<TurnCommand>,
        ClientMessage<TurnCommand>,
        SocketMessage,
        Bye,
        ByeReason,
        ServerMessage<TurnMessage>,
        TurnTableRequest,
        LiveTableRequest,
        Mode,
        SideChoice,
        LiveBoard,
        OpenedTable,
        GrantedSeat,
        NamedDevice,
        PlayerName,
        RematchRequest,
        LobbyTable,
        GameOffer,
        LevelOffer,
        BoardOffer,
        SpeedOffer,
        ErrorBody,
        ErrorFacts,
    );
    let aliases = [
        ("TurnMessage", <ServerMessage<TurnMessage> as TS>::name(&config)),
        ("LiveMessage", <ServerMessage<LiveMessage> as TS>::name(&config)),
        ("TurnCommandMessage", <CommandMessage<TurnCommand> as TS>::name(&config)),
        ("LiveCommandMessage", <CommandMessage<LiveCommand> as TS>::name(&config)),
    ];
    let aliases = aliases.map(|(name, meaning)| format!("export type {name} = {meaning};\n"));
    let games = games::registry();
    let games = games.games().map(|game| game.id()).chain([crate::levels::LIVE_GAME]);
    let games: Vec<String> = games.map(|game| format!("\"{game}\"")).collect();
    let written = format!(
        "{HEAD}export type GameId = {};\nexport type RefusalCode = Refusal[\"code\"];\n{}{}",
        games.join(" | "),
        types.concat(),
        aliases.concat()
    );
    let path = Path::new(FILE);
    if env::var_os("UPDATE_WIRE").is_some() {
        fs::write(path, &written).expect("the page can be written");
    }
    let known = fs::read_to_string(path).expect("the page has its file");
    assert_eq!(
        known, written,
        "UPDATE_WIRE=1 cargo test -p server --lib wire brings it up to date"
    );
}
