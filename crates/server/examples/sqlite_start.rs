//! Measures how a database starts with many games.
//!
//! `cargo run --release -p server --example sqlite_start -- 100000 [DIRECTORY]` writes so many games of 60 moves,
//! unless the directory has them already, opens the database and asks for the lists that the server asks for.

use std::{error::Error, fs, path::Path, time::Instant};

use host::{
    BotBehaviour, BotSpec, Cause, ClientId, CommandId, Envelope, FORMAT, NewTable, Occupant, PlayerId, Query, Store,
    StoredEvent, Summary, TableId, TableKind, TableState, TurnFact, TurnSetup, Visibility,
};
use play::{GameId, Moment, Start};
use server::SqliteStore;

/// Moves of a generated game.
const MOVES: u64 = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(100_000), |games| games.parse())?;
    let temporary = std::env::temp_dir().join("threefold-sqlite-start");
    let directory = arguments.next().map_or(temporary, Into::into);
    let directory = directory.join(format!("{games}-games"));
    if !directory.exists() {
        generate(&directory, games)?;
    }
    let before = resident();
    let begun = Instant::now();
    let mut store = SqliteStore::open(&directory)?;
    println!("{games} games: opened in {:.2?}", begun.elapsed());
    let all = Query {
        limit: 50,
        ..Query::default()
    };
    let lobby = Query {
        states: vec![TableState::Waiting, TableState::Running],
        visibility: Some(Visibility::Public),
        ..all.clone()
    };
    let own = Query {
        player: Some(PlayerId::numbered(5)),
        ..all.clone()
    };
    for (name, query) in [("newest", all), ("lobby", lobby), ("of a player", own)] {
        let begun = Instant::now();
        let listed = store.list(&query)?.len();
        println!("{name}: {listed} games listed in {:.2?}", begun.elapsed());
    }
    let begun = Instant::now();
    let claimed = store.claim(&TableId::numbered(games / 2))?;
    println!("a claim of {} events: {:.2?}", claimed.events.len(), begun.elapsed());
    println!("{} MiB more resident", (resident() - before) >> 20);
    Ok(())
}

fn generate(directory: &Path, games: u64) -> Result<(), Box<dyn Error>> {
    let mut store = SqliteStore::open(directory)?;
    for number in 0..games {
        store.create(&table(number))?;
    }
    Ok(())
}

fn table(number: u64) -> NewTable {
    let player = PlayerId::numbered(number % 1_000);
    let seats = [Occupant::Person(player), Occupant::Bot(BotSpec::stored("master"))];
    let (game, begun) = (GameId::new("chess"), Moment(1_700_000_000_000 + number));
    let is_over = !number.is_multiple_of(10);
    let created = TurnFact::Created(TurnSetup {
        format: FORMAT,
        game,
        seats: seats.clone(),
        start: Start::Usual,
        control: None,
        seed: number,
        behaviour: BotBehaviour::Human,
        recorded: None,
    });
    let first = StoredEvent::encode(&Envelope {
        seq: 1,
        at: begun,
        cause: None,
        event: created,
    });
    NewTable {
        table: TableId::numbered(number),
        events: std::iter::once(first)
            .chain((2..MOVES + 2).map(|seq| moved(seq, begun)))
            .collect(),
        summary: Summary {
            table: TableId::numbered(number),
            game,
            kind: TableKind::Turn,
            seats: seats.to_vec(),
            plies: MOVES as u32,
            state: if is_over { TableState::Over } else { TableState::Running },
            result: is_over.then(|| "1-0".to_owned()),
            begun,
            touched: begun,
            save: None,
            live: None,
            clock: None,
            visibility: if number.is_multiple_of(20) {
                Visibility::Public
            } else {
                Visibility::Private
            },
        },
        tokens: Vec::new(),
        names: vec![(player, format!("Player {}", number % 1_000))],
    }
}

fn moved(seq: u64, begun: Moment) -> StoredEvent {
    StoredEvent::encode(&Envelope {
        seq,
        at: Moment(begun.0 + 5_000 * seq),
        cause: Some(Cause {
            client: ClientId(1 << 52),
            command: CommandId(seq),
        }),
        event: TurnFact::Moved {
            code: "g1f3".to_owned(),
            used: 4_000 + seq,
        },
    })
}

/// Bytes of memory in use; 0 where the system does not say.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = status
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse().ok())
        .unwrap_or(0);
    pages * 4_096
}
