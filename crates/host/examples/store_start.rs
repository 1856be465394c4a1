//! Measures how a store of files starts with many games, and what a move costs.
//!
//! `cargo run --release -p host --example store_start -- 100000 [DIRECTORY]` writes 100,000 games of 60 moves, unless
//! the directory has them already. It opens them three times: after a clean exit, with logs that are not in the index,
//! and without an index.

use std::{error::Error, fs, path::Path, time::Instant};

use host::{
    Append, BotBehaviour, BotSpec, Cause, ClientId, CommandId, Envelope, FORMAT, FileStore, NewTable, Occupant,
    PlayerId, Query, Store, StoredEvent, Summary, SyncPolicy, TableId, TableKind, TableState, TurnFact, TurnSetup,
    Visibility,
};
use play::{GameId, Moment, Start};

/// Moves of a generated game.
const MOVES: u64 = 60;
/// The player of all games.
const PLAYER: PlayerId = PlayerId::numbered(1);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(100_000), |games| games.parse())?;
    let temporary = std::env::temp_dir().join("threefold-store-start");
    let directory = arguments.next().map_or(temporary, Into::into);
    print_cost_of_moves(&directory.join("one-game"))?;
    let directory = directory.join(format!("{games}-games"));
    if !directory.exists() {
        generate(&directory, games)?;
    }
    open("after a clean end", &directory)?;
    let mut store = FileStore::open_with(&directory, PLAYER, SyncPolicy::Never)?;
    let index = fs::read(directory.join("index"))?;
    for number in 0..games.min(100) {
        let claimed = store.claim(&TableId::numbered(number))?;
        let length = claimed.events.len() as u64;
        let entry = append(&claimed.summary, claimed.epoch, length);
        store.append(&[entry]).into_iter().collect::<Result<Vec<_>, _>>()?;
    }
    drop(store);
    fs::write(directory.join("index"), index)?;
    open("with 100 logs newer than the index", &directory)?;
    fs::remove_file(directory.join("index"))?;
    open("without an index", &directory)
}

fn open(how: &str, directory: &Path) -> Result<(), Box<dyn Error>> {
    let before = resident();
    let begun = Instant::now();
    let mut store = FileStore::open(directory, PLAYER)?;
    let opened = begun.elapsed();
    let page = Query {
        limit: 50,
        ..Query::default()
    };
    let begun = Instant::now();
    let listed = store.list(&page)?.len();
    println!(
        "{how}: opened in {opened:.2?}, {listed} games listed in {:.2?}, {} MiB more resident",
        begun.elapsed(),
        (resident() - before) >> 20
    );
    Ok(())
}

fn generate(directory: &Path, games: u64) -> Result<(), Box<dyn Error>> {
    let mut store = FileStore::open_with(directory, PLAYER, SyncPolicy::Never)?;
    for number in 0..games {
        let mut new = table(number);
        new.events
            .extend((2..MOVES + 2).map(|seq| moved(seq, new.summary.begun)));
        new.summary.plies = MOVES as u32;
        let epoch = store.create(&new)?;
        store.release(&new.table, epoch)?;
    }
    Ok(())
}

fn print_cost_of_moves(directory: &Path) -> Result<(), Box<dyn Error>> {
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    let mut store = FileStore::open_with(directory, PLAYER, SyncPolicy::Never)?;
    let new = table(1);
    let epoch = store.create(&new)?;
    for length in 1..=300 {
        let before = [log_size(directory)?, index_size(directory)?];
        let entry = append(&new.summary, epoch, length);
        store.append(&[entry]).into_iter().collect::<Result<Vec<_>, _>>()?;
        if [10, 100, 300].contains(&length) {
            let [log, index] = [log_size(directory)? - before[0], index_size(directory)? - before[1]];
            println!("move {length}: {log} bytes in the log, {index} bytes in the index");
        }
    }
    Ok(())
}

fn log_size(directory: &Path) -> std::io::Result<u64> {
    Ok(fs::metadata(directory.join(format!("{}.log", TableId::numbered(1))))?.len())
}

fn index_size(directory: &Path) -> std::io::Result<u64> {
    Ok(fs::metadata(directory.join("index"))?.len())
}

fn table(number: u64) -> NewTable {
    let seats = [Occupant::Person(PLAYER), Occupant::Bot(BotSpec::stored("master"))];
    let (game, begun) = (GameId::new("chess"), Moment(1_700_000_000_000 + number));
    let is_over = number.is_multiple_of(2);
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
    NewTable {
        table: TableId::numbered(number),
        events: vec![StoredEvent::encode(&Envelope {
            seq: 1,
            at: begun,
            cause: None,
            event: created,
        })],
        summary: Summary {
            table: TableId::numbered(number),
            game,
            kind: TableKind::Turn,
            seats: seats.to_vec(),
            plies: 0,
            state: if is_over { TableState::Over } else { TableState::Running },
            result: is_over.then(|| "1-0".to_owned()),
            begun,
            touched: begun,
            save: None,
            live: None,
            clock: None,
            visibility: Visibility::Private,
        },
        tokens: Vec::new(),
        names: vec![(PLAYER, "Ann".to_owned())],
    }
}

/// One more move of a game that has so many events.
fn append(summary: &Summary, epoch: host::Epoch, length: u64) -> Append {
    let event = moved(length + 1, summary.begun);
    Append {
        table: summary.table.clone(),
        epoch,
        expected: length,
        events: vec![event],
        summary: Summary {
            plies: length as u32,
            touched: Moment(summary.begun.0 + 5_000 * length),
            ..summary.clone()
        },
        tokens: Vec::new(),
        names: Vec::new(),
        flush: host::Flush::Now,
        claim: host::AfterAppend::Keep,
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
