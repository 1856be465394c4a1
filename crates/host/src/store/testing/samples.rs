//! Tables to test with.

use play::{GameId, Moment, Start};

use crate::{
    AfterAppend, Append, BotBehaviour, BotSpec, Envelope, Epoch, FORMAT, Flush, NewTable, Occupant, PlayerId,
    SeatNumber, SeatToken, StoredEvent, Summary, TableId, TableKind, TableState, TurnFact, TurnSetup, Visibility,
};

/// The person who plays White at every table here.
pub const ANN: PlayerId = PlayerId::numbered(1);
/// Another person.
pub const BEN: PlayerId = PlayerId::numbered(2);

/// A table with its first event, Ann against a bot.
pub fn table(number: u64) -> NewTable {
    table_of_format(number, FORMAT)
}

pub(super) fn table_of_format(number: u64, format: u32) -> NewTable {
    let seats = [Occupant::Person(ANN), Occupant::Bot(BotSpec::stored("easy"))];
    let game = GameId::new("chess");
    let created = TurnFact::Created(TurnSetup {
        format,
        game,
        seats: seats.clone(),
        start: Start::Usual,
        control: None,
        seed: number,
        behaviour: BotBehaviour::Brisk,
        recorded: None,
    });
    let begun = Moment(1_000 * number);
    NewTable {
        table: TableId::numbered(number),
        events: vec![event(1, begun, created)],
        summary: Summary {
            table: TableId::numbered(number),
            game,
            kind: TableKind::Turn,
            seats: seats.to_vec(),
            plies: 0,
            state: TableState::Running,
            result: None,
            begun,
            touched: begun,
            save: None,
            live: None,
            clock: None,
            visibility: Visibility::Private,
        },
        tokens: Vec::new(),
        names: vec![(ANN, "Ann".to_owned())],
    }
}

/// Moves to be appended to [`table`]: so many, behind so many events.
pub fn append(table: &NewTable, epoch: Epoch, expected: u64, count: u64) -> Append {
    let at = |seq: u64| Moment(table.summary.begun.0 + seq);
    let moved = |seq: u64| TurnFact::Moved {
        code: format!("move {seq}"),
        used: seq,
    };
    Append {
        table: table.table.clone(),
        epoch,
        expected,
        events: (expected + 1..=expected + count)
            .map(|seq| event(seq, at(seq), moved(seq)))
            .collect(),
        summary: Summary {
            plies: (expected + count - 1) as u32,
            touched: at(expected + count),
            ..table.summary.clone()
        },
        tokens: Vec::new(),
        names: Vec::new(),
        flush: Flush::Now,
        claim: AfterAppend::Keep,
    }
}

fn event(seq: u64, at: Moment, event: TurnFact) -> StoredEvent {
    StoredEvent::encode(&Envelope {
        seq,
        at,
        cause: None,
        event,
    })
}

pub(super) fn token(seat: u8, player: PlayerId, byte: u8) -> SeatToken {
    SeatToken {
        seat: SeatNumber(seat),
        player,
        hash: vec![byte; 32],
    }
}
