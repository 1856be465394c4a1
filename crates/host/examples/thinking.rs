//! What bots cost a host: `cargo run --release -p host --example thinking`.
//!
//! Prints the memory of tables of each kind, idle and after the bot has moved, then that of 1,500 tables against
//! searching bots, then how long twenty people wait for Master when all move at the same moment. The figures vary with
//! the machine; `docs/hosting.md` has those of one run.

#![expect(clippy::print_stdout, reason = "a measurement prints its figures")]

use std::{
    error::Error,
    fs,
    process::Command,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use host::{
    BotBehaviour, BotSpec, ClientId, CommonEvent, Connect, Delivery, GameSetup, Host, HostSettings, MemoryStore,
    Message, NewTableSetup, Occupant, PlayerId, SeatNumber, TurnClient, TurnCommand, TurnEvent, TurnGameSetup,
    TurnMessage, Visibility, VisitorId,
};
use play::Start;

/// Bots whose answers take little time and as much memory as any; the first move of White against them.
const SEARCHING: [(&str, &str, &str); 6] = [
    ("chess", "medium?depth=2", "e4"),
    ("chess", "hard?depth=2", "e4"),
    ("chess", "master?nodes=2000", "e4"),
    ("chess", "elo:2800", "e4"),
    ("ransom", "hard?depth=2", "c1d3"),
    ("ransom", "master?depth=2", "c1d3"),
];

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [game, bot, text] = arguments.as_slice() {
        return tables(game, bot, text);
    }
    println!("| bot | idle table | after a move |\n|---|---:|---:|");
    for (game, bot, text) in [("chess", "easy", "e4")].into_iter().chain(SEARCHING) {
        // In a process of its own: what another kind has left would be used again.
        let measured = Command::new(std::env::current_exe()?)
            .args([game, bot, text])
            .status()?;
        if !measured.success() {
            return Err(format!("{game} {bot} cannot be measured").into());
        }
    }
    many()?;
    waiting()
}

/// The memory of tables of one kind.
fn tables(game: &str, bot: &str, text: &str) -> Outcome<()> {
    const TABLES: usize = 400;
    let host = host();
    // What the program needs, and the memory that is lent to bots, is there before.
    let first = open(&host, game, bot, 20)?;
    play(&first, text)?;
    let before = memory()?;
    let seats = open(&host, game, bot, TABLES)?;
    let idle = memory()?;
    play(&seats, text)?;
    let [idle, busy] = [idle, memory()?].map(|now| now.saturating_sub(before) as f64 / TABLES as f64);
    println!("| {game} {bot} | {idle:.1} KiB | {busy:.1} KiB |");
    Ok(())
}

/// The memory of 1,500 tables against searching bots.
fn many() -> Outcome<()> {
    let host = host();
    let before = memory()?;
    let mut all = Vec::new();
    for (game, bot, text) in SEARCHING {
        all.push((open(&host, game, bot, 250)?, text));
    }
    let idle = memory()?;
    for (seats, text) in &all {
        play(seats, text)?;
    }
    let [before, idle, busy] = [before, idle, memory()?].map(|kibibytes| kibibytes / 1024);
    println!(
        "\n1,500 tables against searching bots: {before} MiB before, {idle} MiB idle, {busy} MiB after a move each"
    );
    Ok(())
}

/// Twenty people who move against Master at the same moment.
fn waiting() -> Outcome<()> {
    let host = host();
    let seats = open(&host, "chess", "master", 20)?;
    let begun = Instant::now();
    for seat in &seats {
        seat.client.send_own(TurnCommand::Type { text: "e4".to_owned() });
    }
    let mut waited: Vec<Duration> = std::thread::scope(|scope| {
        let waiting: Vec<_> = seats
            .into_iter()
            .map(|seat| scope.spawn(move || seat.until_ply(2).map(|()| begun.elapsed())))
            .collect();
        waiting
            .into_iter()
            .filter_map(|thread| thread.join().ok()?.ok())
            .collect()
    });
    waited.sort();
    let [first, median, last] = [0, waited.len() / 2, waited.len() - 1].map(|index| waited[index]);
    println!(
        "\n20 people against Master, who think on {} threads: first answer {first:.1?}, median {median:.1?}, last {last:.1?}",
        HostSettings::new(games::registry(), MemoryStore::new()).searches
    );
    Ok(())
}

/// A person at a table against a bot.
struct Seated {
    client: TurnClient,
    messages: Receiver<TurnMessage>,
}

impl Seated {
    fn until_ply(&self, ply: usize) -> Outcome<()> {
        loop {
            let message = self.messages.recv()?;
            match &message {
                Message::Update { frame, .. } if frame.scene.ply == ply => return Ok(()),
                Message::Update { events, .. }
                    if events
                        .iter()
                        .any(|event| matches!(event, TurnEvent::Common(CommonEvent::BotFailed { .. }))) =>
                {
                    return Err(format!("{events:?}").into());
                }
                Message::Refused { words, .. } => return Err(words.clone().into()),
                _ => {}
            }
        }
    }
}

fn host() -> Host {
    Host::open(HostSettings::new(games::registry(), MemoryStore::new()))
}

/// Opens so many tables for as many people, each with a visitor of its own, and waits until the bots are ready.
fn open(host: &Host, game: &str, bot: &str, count: usize) -> Outcome<Vec<Seated>> {
    let mut all = Vec::new();
    for number in 0..count as u64 {
        let person = PlayerId::numbered(number);
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Turn(TurnGameSetup {
                game: host.registry().by_name(game)?.id(),
                seats: [Occupant::Person(person), Occupant::Bot(BotSpec::stored(bot))],
                start: Start::Usual,
                control: None,
                seed: number,
                behaviour: BotBehaviour::Brisk,
            }),
        };
        let table = host.create(&setup, &[], Vec::new())?;
        let (sender, messages) = channel();
        let connect = Connect {
            seats: vec![SeatNumber(0)],
            holders: Vec::new(),
            client: ClientId::random(),
            last_seq: None,
            visitor: VisitorId::of(&person),
        };
        let client = host.connect_turn(&table, connect, move |message| match sender.send(message) {
            Ok(()) => Delivery::Taken,
            Err(_) => Delivery::Gone,
        })?;
        all.push(Seated { client, messages });
    }
    while host.searches().running + host.searches().waiting > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(all)
}

/// Lets everybody move, one after the other, and waits for the answers.
fn play(seats: &[Seated], text: &str) -> Outcome<()> {
    for seat in seats {
        seat.client.send_own(TurnCommand::Type { text: text.to_owned() });
        seat.until_ply(2)?;
    }
    Ok(())
}

/// The memory of this process in KiB.
fn memory() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| "the system does not report the memory of a process".into())
}
