//! Reviews a game twice and compares what was found: `cargo run --release -p host --example review -- [FILE]`.
//!
//! The file is a PGN file, of which the first game is reviewed; without one it is `review.pgn` beside this program, a
//! game of sixty moves. Prints the time, the accuracy of both sides and the marked moves, and fails if the second
//! review marks others. `docs/study.md` has the figures of one run.
//!
//! With a second path, `-- FILE OUT`, it reviews every game of the file once and writes the annotated games to that
//! path.

#![expect(clippy::print_stdout, reason = "a measurement prints its figures")]

use std::{
    env,
    error::Error,
    fs::{self, File},
    io::Write,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use host::{
    ClientId, Connect, Delivery, ExportFormat, GameSetup, Host, HostSettings, MemoryStore, Message, NewPlayer,
    NewTableSetup, PlayerId, ReviewSummary, StudyCommand, StudyGameSetup, StudyMessage, StudyView, Switch, Visibility,
    VisitorId,
};
use play::{GameId, MoveTree};

const CHESS: GameId = GameId::new("chess");
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/review.pgn");

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let path = env::args().nth(1).unwrap_or_else(|| GAME.to_owned());
    let registry = games::registry();
    let read = registry.get(CHESS)?.read_trees(&fs::read(&path)?);
    if let Some(out) = env::args().nth(2) {
        let trees = read.into_iter().flatten().map(|game| game.tree);
        return annotate(trees, &out);
    }
    let tree = read.into_iter().next().ok_or("there is no game in the file")??.tree;
    println!("{path}: {} positions", tree.main_line().count() + 1);
    let [first, second] = [reviewed(tree.clone())?, reviewed(tree)?];
    for review in [&first, &second] {
        println!("{:.1} s", review.time.as_secs_f64());
    }
    for (side, found) in ["White", "Black"].iter().zip(&first.summary.sides) {
        println!(
            "{side}: accuracy {} %, {} inaccuracies, {} mistakes, {} blunders",
            found.accuracy.as_deref().unwrap_or("?"),
            found.inaccuracies,
            found.mistakes,
            found.blunders
        );
    }
    println!("{}", first.marked.join(" "));
    if first.marked != second.marked || first.summary.sides != second.summary.sides {
        return Err(format!("the second review marks {}", second.marked.join(" ")).into());
    }
    println!("the second review marks the same {} moves", second.marked.len());
    Ok(())
}

/// Reviews games and writes them with what was found.
fn annotate(trees: impl Iterator<Item = MoveTree>, path: &str) -> Outcome<()> {
    let mut out = File::create(path)?;
    let (mut games, mut marked) = (0_usize, 0_usize);
    let began = Instant::now();
    for tree in trees {
        let review = reviewed(tree)?;
        writeln!(out, "{}\n", review.annotated.trim_end())?;
        games += 1;
        marked += review.marked.len();
    }
    let time = began.elapsed().as_secs_f64();
    println!("{games} games, {marked} marked moves, {time:.0} s");
    Ok(())
}

/// What a review found.
struct Reviewed {
    time: Duration,
    summary: ReviewSummary,
    /// The moves with their signs and what would have been better.
    marked: Vec<String>,
    /// The game as PGN, with signs and better lines.
    annotated: String,
}

/// Reviews a game at a table of a new host.
fn reviewed(tree: MoveTree) -> Outcome<Reviewed> {
    let host = Host::open(HostSettings::new(games::registry(), MemoryStore::new()));
    let player = NewPlayer {
        player: PlayerId::numbered(1),
        name: None,
    };
    let setup = NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Study(Box::new(StudyGameSetup {
            game: CHESS,
            opener: player.player,
            share: Switch::Off,
            tree,
        })),
    };
    let table = host.create(&setup, std::slice::from_ref(&player), Vec::new())?;
    let seat = host.take_seat(&table, player, None)?;
    let (sender, messages) = channel();
    let connect = Connect {
        seats: vec![seat],
        holders: Vec::new(),
        client: ClientId::random(),
        last_seq: None,
        visitor: VisitorId::of(&seat),
    };
    let client = host.connect_study(&table, connect, move |message| match sender.send(message) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    })?;
    let began = Instant::now();
    client.send_own(StudyCommand::Review);
    let view = until_reviewed(&messages)?;
    let time = began.elapsed();
    let marked = view.main_line().into_iter().filter_map(|id| marked(&view, id));
    let marked = marked.collect();
    let summary = view.frame.review.ok_or("nothing was reviewed")?;
    let annotated = host.export(&table, ExportFormat::Pgn)?;
    Ok(Reviewed {
        time,
        summary,
        marked,
        annotated,
    })
}

/// Follows the study until every position has a value.
fn until_reviewed(messages: &Receiver<StudyMessage>) -> Outcome<StudyView> {
    let mut view: Option<StudyView> = None;
    loop {
        match messages.recv()? {
            Message::Snapshot { view: fresh } => view = Some(*fresh),
            Message::Update { events, frame } => {
                if let Some(view) = &mut view {
                    view.update(&events, *frame);
                }
            }
            Message::Reply { .. } | Message::Note { .. } | Message::Notice { .. } => {}
            Message::Refused { words, .. } | Message::Closed { words, .. } => return Err(words.into()),
        }
        let review = view.as_ref().and_then(|view| view.frame.review.as_ref());
        if review.is_some_and(|review| !review.running && review.done == review.of)
            && let Some(view) = view
        {
            return Ok(view);
        }
    }
}

/// A move that is marked as a mistake.
fn marked(view: &StudyView, id: host::NodeId) -> Option<String> {
    let node = view.node(id)?;
    let (mv, judgement) = (node.mv.as_ref()?, node.judgement.as_ref()?);
    let sign = match judgement.mistake? {
        host::Mistake::Inaccuracy => "?!",
        host::Mistake::Mistake => "?",
        host::Mistake::Blunder => "??",
    };
    let better = judgement.better.as_deref().unwrap_or("?");
    Some(format!("{}{}{sign}({better})", mv.number, mv.label))
}
