//! What the tests share: setups, and a client that takes everything.

use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use host::{
    BotBehaviour, BotSpec, ClientId, Command, CommandId, CommonCommand, Connect, Delivery, GameSetup, Host,
    HostSettings, MemoryStore, Message, NewTableSetup, Occupant, PlayerId, Refusal, SeatNumber, Store, TableId,
    TurnAnswer, TurnClient, TurnCommand, TurnGameSetup, TurnMessage, TurnView, Visibility, VisitorId,
};
use play::{GameId, Start};

pub(crate) const WHITE: SeatNumber = SeatNumber(0);
pub(crate) const BLACK: SeatNumber = SeatNumber(1);
pub(crate) const CHESS: GameId = GameId::new("chess");
pub(crate) const RANSOM: GameId = GameId::new("ransom");
/// Far longer than anything here takes.
pub(crate) const DEADLINE: Duration = Duration::from_mins(2);

pub(crate) fn setup(game: GameId, white: &str, black: &str) -> NewTableSetup {
    let occupant = |(number, text): (u64, &str)| match text {
        "person" => Occupant::Person(PlayerId::numbered(number)),
        "open" => Occupant::Open,
        spec => Occupant::Bot(BotSpec::stored(spec)),
    };
    NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Turn(TurnGameSetup {
            game,
            seats: [(1, white), (2, black)].map(occupant),
            start: Start::Usual,
            control: None,
            seed: 3,
            behaviour: BotBehaviour::Brisk,
        }),
    }
}

pub(crate) fn on(store: impl Store + 'static) -> Host {
    Host::open(HostSettings::new(games::registry(), store))
}

pub(crate) fn host() -> Host {
    on(MemoryStore::new())
}

pub(crate) fn create(host: &Host, setup: &NewTableSetup) -> TableId {
    host.create(setup, &[], Vec::new()).expect("the table can be opened")
}

pub(crate) fn playing(seats: &[SeatNumber]) -> Connect {
    Connect {
        seats: seats.to_vec(),
        holders: Vec::new(),
        client: ClientId::random(),
        last_seq: None,
        visitor: VisitorId::of(&seats),
    }
}

/// A client of a turn table that takes everything.
pub(crate) struct Client {
    pub(crate) client: TurnClient,
    pub(crate) messages: Receiver<TurnMessage>,
}

impl Client {
    pub(crate) fn connect(host: &Host, table: &TableId, connect: Connect) -> Client {
        let (sender, messages) = channel();
        let mailbox = move |message| match sender.send(message) {
            Ok(()) => Delivery::Taken,
            Err(_) => Delivery::Gone,
        };
        let client = host.connect_turn(table, connect, mailbox).expect("the seats are there");
        Client { client, messages }
    }

    /// Connects and takes the snapshot.
    pub(crate) fn sit(host: &Host, table: &TableId, seats: &[SeatNumber]) -> (Client, TurnView) {
        let client = Client::connect(host, table, playing(seats));
        let first = client.messages.recv_timeout(DEADLINE).expect("a snapshot comes");
        let view = match first {
            Message::Snapshot { view } => Some(*view),
            _ => None,
        };
        (client, view.expect("the first message is a snapshot"))
    }

    /// Waits for a message.
    pub(crate) fn until<T>(&self, mut wanted: impl FnMut(&TurnMessage) -> Option<T>) -> T {
        loop {
            let message = self.messages.recv_timeout(DEADLINE).expect("it comes in time");
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Waits for the answer to a command.
    pub(crate) fn answer(&self, command: CommandId) -> Result<TurnAnswer, Refusal> {
        self.until(|message| match message {
            Message::Reply { id, answer } if *id == command => Some(Ok(answer.clone())),
            Message::Refused { id, refusal, .. } if *id == command => Some(Err(refusal.clone())),
            _ => None,
        })
    }

    pub(crate) fn send(&self, command: Command<TurnCommand>) -> Result<TurnAnswer, Refusal> {
        self.answer(self.client.send(command))
    }

    pub(crate) fn typed(&self, text: &str) -> Result<TurnAnswer, Refusal> {
        self.send(Command::Own(typed(text)))
    }

    pub(crate) fn common(&self, command: CommonCommand) -> Result<TurnAnswer, Refusal> {
        self.send(Command::Common(command))
    }

    /// Waits until the board is after so many plies.
    pub(crate) fn until_ply(&self, ply: usize) {
        self.until(|message| match message {
            Message::Update { frame, .. } => (frame.scene.ply == ply).then_some(()),
            _ => None,
        });
    }
}

pub(crate) fn typed(text: &str) -> TurnCommand {
    TurnCommand::Type { text: text.to_owned() }
}
