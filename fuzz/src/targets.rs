//! The parsers that are fuzzed.

use std::{
    cell::RefCell,
    fs,
    io::{self, Cursor},
};

use chess::shakmaty::Chess;
use host::{
    AnyLiveCommand, AnyTurnCommand, ExportFormat, Host, HostSettings, LiveFact, MemoryStore, NewTable, Occupant, Store,
    StoredEvent, Summary, TableId, TableKind, TableState, TurnFact, Visibility, legacy,
};
use kungfu_bots::KungfuSpec;
use play::{GameId, Moment, Notation, Record, Rules};
use serde::{Serialize, de::DeserializeOwned};

/// A reader of something.
pub struct Target {
    /// Its name, also that of its folder in the corpus.
    pub name: &'static str,
    /// Reads an input.
    pub read: fn(&[u8]),
    /// Inputs that are too large for the repository.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every reader.
pub static TARGETS: [Target; 13] = [
    target("fen", |input| with_text(input, position_and_moves::<chess::Position>)),
    target("ransom", |input| {
        with_text(input, position_and_moves::<ransom::Position>);
    }),
    target("epd", |input| {
        with_text(input, |text| drop(chess::book::read_positions(text)));
    }),
    target("pgn", pgn),
    target("trace", |input| with_text(input, trace)),
    target("log", |input| with_text(input, log)),
    target("legacy", |input| with_text(input, legacy_game)),
    target("config", |input| {
        with_text(input, |text| drop(terminal::check_config(text)));
    }),
    target("theme", |input| {
        with_text(input, |text| drop(terminal::check_theme("damaged", text)));
    }),
    Target {
        seeds: networks,
        ..target("network", |input| drop(engine::network::Network::from_bytes(input)))
    },
    target("book", book),
    target("uci", uci),
    target("command", command),
];

const fn target(name: &'static str, read: fn(&[u8])) -> Target {
    Target {
        name,
        read,
        seeds: Vec::new,
    }
}

fn with_text(input: &[u8], read: impl FnOnce(&str)) {
    read(&String::from_utf8_lossy(input));
}

/// The first line is a position, the others are moves, of which those that are legal are played.
fn position_and_moves<R: Rules + Notation>(text: &str) {
    let mut lines = text.lines();
    let Ok(reading) = R::read_position(lines.next().unwrap_or_default()) else {
        return;
    };
    let mut record = Record::new(reading.position);
    for line in lines.take(200) {
        if let Ok(mv) = record.position().read_move(line) {
            // A game that is over takes no move.
            record.play(mv).ok();
        }
    }
}

fn pgn(input: &[u8]) {
    for game in chess::pgn::read(input).into_iter().flatten() {
        assert!(game.record.moves().len() < 1 << 20, "a small file has a small game");
    }
    drop(chess::book::read_games(input, 12));
    for tree in chess::pgn::read_trees(input).into_iter().flatten() {
        let written = chess::pgn::write_tree(&tree);
        assert!(
            chess::pgn::read_trees(written.as_bytes()).iter().all(Result::is_ok),
            "{written}"
        );
    }
    let index = chess::pgn::index(input).expect("bytes in memory can be read");
    for entry in index.iter().take(50) {
        chess::pgn::read_indexed(entry, &mut Cursor::new(input)).ok();
    }
}

fn trace(text: &str) {
    for line in text.lines().take(4) {
        if let Ok(trace) = kungfu::trace::Trace::read(line) {
            drop(trace.check());
        }
    }
}

thread_local! {
    /// A host that reads logs, and how many it has read.
    static READER: RefCell<Option<(Host, MemoryStore, u64)>> = const { RefCell::new(None) };
}

/// The first letter says which kind of table it is, and every further line is the JSON of an event. The checksums are
/// right, for they do not stop anybody who writes a log on purpose.
fn log(text: &str) {
    let (kind, text) = if let Some(text) = text.strip_prefix('L') {
        (TableKind::Live, text)
    } else if let Some(text) = text.strip_prefix('S') {
        (TableKind::Study, text)
    } else {
        (TableKind::Turn, text)
    };
    let seal = |(seq, line): (u64, &str)| StoredEvent {
        seq,
        text: format!("{:08x} {line}", crc32fast::hash(line.as_bytes())),
    };
    let events: Vec<StoredEvent> = (1..)
        .zip(text.lines().filter(|line| line.len() > 1))
        .map(seal)
        .collect();
    for event in &events {
        rewritten::<TurnFact>(event);
        rewritten::<LiveFact>(event);
    }
    READER.with_borrow_mut(|reader| {
        let (host, store, count) = reader.get_or_insert_with(|| {
            let store = MemoryStore::new();
            let host = Host::open(HostSettings::new(games::registry(), store.clone()));
            (host, store, 0)
        });
        *count += 1;
        let table = TableId::numbered(*count);
        let new = NewTable {
            table: table.clone(),
            events,
            summary: summary(&table, kind),
            tokens: Vec::new(),
            names: Vec::new(),
        };
        // An empty log is refused by the store, any other one when it is read.
        if store.create(&new).is_ok() {
            for format in [
                ExportFormat::Json,
                ExportFormat::Pgn,
                ExportFormat::Sheet,
                ExportFormat::Position,
            ] {
                host.export(&table, format).ok();
            }
        }
        if *count == 1_000 {
            *reader = None;
        }
    });
}

/// An event that can be read is written and read as the same.
fn rewritten<F: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(event: &StoredEvent) {
    if let Ok(read) = event.decode::<F>() {
        assert_eq!(StoredEvent::encode(&read).decode::<F>().as_ref(), Ok(&read));
    }
}

fn summary(table: &TableId, kind: TableKind) -> Summary {
    Summary {
        table: table.clone(),
        game: GameId::new(match kind {
            TableKind::Turn | TableKind::Study => "chess",
            TableKind::Live => "kungfu",
        }),
        kind,
        seats: vec![Occupant::Open, Occupant::Open],
        plies: 0,
        state: TableState::Running,
        result: None,
        begun: Moment(0),
        touched: Moment(0),
        save: None,
        live: None,
        clock: None,
        visibility: Visibility::Private,
    }
}

/// A game of version 0.1, which is read as a log once it is converted.
fn legacy_game(text: &str) {
    let Ok(converted) = legacy::convert(text, None, |_, name| name.map(legacy::player_of)) else {
        return;
    };
    let kind = match converted.summary.kind {
        TableKind::Turn => "T",
        TableKind::Live => "L",
        TableKind::Study => "S",
    };
    let lines = converted.events.iter().filter_map(|event| event.text.get(9..));
    log(&lines.fold(kind.to_owned(), |text, line| text + "\n" + line));
}

fn networks() -> Vec<Vec<u8>> {
    vec![engine::network::Network::embedded().to_bytes()]
}

fn book(input: &[u8]) {
    let written = tempfile::NamedTempFile::new().and_then(|file| {
        fs::write(file.path(), input)?;
        Ok(file)
    });
    // Without room for a file there is nothing to read.
    if let Ok(file) = written
        && let Ok(book) = engine::Book::open(file.path())
        && let Ok(moves) = book.moves(&Chess::default())
    {
        moves.choose(7);
    }
}

/// A conversation that ends with `quit`. Lines that reach files or ask for much memory are left out.
fn uci(input: &[u8]) {
    let text = String::from_utf8_lossy(input).to_lowercase();
    let harmless = |line: &&str| {
        !["hash", "threads", "file", "path"]
            .iter()
            .any(|word| line.contains(word))
    };
    let mut lines: Vec<&str> = text.lines().filter(harmless).take(40).collect();
    lines.extend(["stop", "quit"]);
    let ended = engine::uci::run(Cursor::new(lines.join("\n") + "\n"), io::sink());
    assert!(ended.is_ok(), "everything is heard");
}

/// A command of a client, and the specs of bots, which are part of commands.
fn command(input: &[u8]) {
    same_again::<AnyTurnCommand>(input);
    same_again::<AnyLiveCommand>(input);
    let text = String::from_utf8_lossy(input);
    for module in games::registry().games() {
        module.read_bot(&text).ok();
    }
    text.parse::<KungfuSpec>().ok();
}

fn same_again<C: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(input: &[u8]) {
    if let Ok(read) = serde_json::from_slice::<C>(input) {
        let text = serde_json::to_string(&read).expect("what was read can be written");
        assert_eq!(serde_json::from_str::<C>(&text).ok().as_ref(), Some(&read));
    }
}
