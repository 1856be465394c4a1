//! `threefold play`: a game as plain lines of text, for people, pipes and bots alike.

mod lines;
mod person;
#[cfg(test)]
mod tests;
mod typed;

use std::{
    io::{self, BufRead, BufReader, IsTerminal, Write},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use host::{
    BotBehaviour, ClientId, ClockView, CommandId, CommonEvent, Connect, Delivery, Entry, GameSetup, Host, HostSettings,
    MemoryStore, Message, NewTableSetup, Occupant, OccupantView, OfferKind, PlayerId, Refusal, SeatNumber, Switch,
    Thought, TurnAnswer, TurnClient, TurnCommand, TurnEvent, TurnFrame, TurnGameSetup, TurnMessage, TurnNote,
    Visibility, VisitorId,
};
use play::{Control, GameModule, Mover, Registry, Side, Start};

use crate::{
    cli::{self, PlayArgs},
    line,
};
use lines::Lines;

pub(crate) fn run(args: &PlayArgs, registry: Registry) -> anyhow::Result<()> {
    let console = Console {
        input: BufReader::new(io::stdin()),
        output: Box::new(io::stdout()),
        prompts: io::stdin().is_terminal(),
        is_terminal: io::stdin().is_terminal() && io::stdout().is_terminal(),
    };
    play(args, registry, console)
}

/// Where lines are typed and printed.
struct Console<I> {
    input: I,
    output: Box<dyn Write>,
    /// Whether a prompt is printed before a line is read.
    prompts: bool,
    /// Whether a person sees and types the lines.
    is_terminal: bool,
}

fn play(args: &PlayArgs, registry: Registry, console: Console<impl BufRead + Send + 'static>) -> anyhow::Result<()> {
    let why = "has no turns and is not played on plain lines; open it with: threefold --game kungfu";
    let module = Arc::clone(cli::turn_game(&registry, args.game, why)?);
    // Reports what is wrong with the start, or had to be dropped from its text.
    args.start.begin(&*module)?;
    let start = args.start.start()?;
    let seats = args.seats(&*module)?;
    let people: Vec<SeatNumber> = (0..)
        .map(SeatNumber)
        .zip(&seats)
        .filter_map(|(seat, occupant)| matches!(occupant, Occupant::Person(_)).then_some(seat))
        .collect();
    let setup = args.chance.setup();
    let chats = console.is_terminal && !people.is_empty() && !args.no_pause;
    let host = Host::open(HostSettings {
        hash: setup.hash,
        ..HostSettings::new(registry, MemoryStore::new())
    });
    let game = TurnGameSetup {
        game: module.id(),
        seats,
        start,
        control: args.clock.map(Control::Clock),
        seed: setup.seed,
        behaviour: if chats {
            BotBehaviour::Human
        } else {
            BotBehaviour::Brisk
        },
    };
    let setup = NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Turn(game),
    };
    let table = host.create(&setup, &[], Vec::new())?;
    let (sender, inputs) = channel();
    let lines = Lines::of(console.input, sender.clone());
    let mailbox = move |message| match sender.send(Input::Message(message)) {
        Ok(()) => Delivery::Taken,
        Err(_) => Delivery::Gone,
    };
    let connect = Connect {
        seats: people,
        holders: Vec::new(),
        client: ClientId::random(),
        last_seq: None,
        visitor: VisitorId::LOCAL,
    };
    let client = host.connect_turn(&table, connect, mailbox)?;
    let Ok(Input::Message(Message::Snapshot { view })) = inputs.recv() else {
        bail!("the table was closed");
    };
    let mut table = PlainTable {
        host,
        module,
        client,
        inputs,
        lines,
        frame: view.frame,
        seen: Instant::now(),
        thought: None,
        prompts: console.prompts,
        shows_thoughts: args.thoughts,
        out: console.output,
    };
    table.play()
}

/// A seat for a person at this keyboard.
pub(crate) fn person() -> Occupant {
    Occupant::Person(PlayerId::random())
}

/// What arrives: messages of the table, and lines that were typed.
enum Input {
    Message(TurnMessage),
    Line(io::Result<String>),
    NoMoreLines,
}

/// A table as plain lines.
struct PlainTable {
    host: Host,
    module: Arc<dyn GameModule>,
    client: TurnClient,
    inputs: Receiver<Input>,
    lines: Lines,
    frame: TurnFrame,
    /// When the frame came, for running clocks.
    seen: Instant,
    /// The last thought of a bot about its move.
    thought: Option<Thought>,
    prompts: bool,
    shows_thoughts: bool,
    out: Box<dyn Write>,
}

/// Whether the table stays open.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

/// The answer to a command.
type Answer = (CommandId, Result<TurnAnswer, (Refusal, String)>);

impl PlainTable {
    fn play(&mut self) -> anyhow::Result<()> {
        let person = Side::BOTH.into_iter().any(|side| self.is_person(side));
        if self.prompts && person {
            writeln!(self.out, "{} 'help' lists the rest.", self.module.typing())?;
        }
        self.show_board()?;
        if self.shows_thoughts {
            self.client.send_own(TurnCommand::Analyse { analysis: Switch::On });
        }
        self.await_bots()?;
        let mut announced = false;
        loop {
            let end = self.frame.end.clone();
            if let Some(end) = &end
                && !announced
            {
                writeln!(self.out, "{} ({})", end.words, end.result)?;
                announced = true;
            }
            if end.is_some() && !person {
                return Ok(());
            }
            if end.is_some() || self.is_person(self.turn()) {
                if self.read_line()? == Then::Leave {
                    return Ok(());
                }
            } else {
                self.await_message()?;
            }
            announced &= self.frame.end.is_some();
        }
    }

    /// Waits until every bot is open, so that one that cannot be opened is reported at once.
    fn await_bots(&mut self) -> anyhow::Result<()> {
        let bots = Side::BOTH.into_iter().filter(|side| !self.is_person(*side)).count();
        let mut open = 0;
        while open < bots && self.frame.end.is_none() {
            if let Input::Message(message) = self.inputs.recv()? {
                if let Message::Update { events, .. } = &message {
                    let opened =
                        |event: &&TurnEvent| matches!(event, TurnEvent::Common(CommonEvent::SeatChanged { .. }));
                    open += events.iter().filter(opened).count();
                }
                self.receive(message)?;
            }
        }
        Ok(())
    }

    /// Waits for the next message.
    fn await_message(&mut self) -> anyhow::Result<()> {
        match self.inputs.recv()? {
            Input::Message(message) => self.receive(message).map(drop),
            // No line is asked for while a bot thinks.
            Input::Line(_) | Input::NoMoreLines => Ok(()),
        }
    }

    /// Takes in a message; the answer to a command, if it is one.
    fn receive(&mut self, message: TurnMessage) -> anyhow::Result<Option<Answer>> {
        match message {
            Message::Snapshot { view } => self.turn_to(view.frame),
            Message::Update { events, frame } => self.update(events, *frame)?,
            Message::Reply { id, answer } => return Ok(Some((id, Ok(answer)))),
            Message::Refused { id, refusal, words } => return Ok(Some((id, Err((refusal, words))))),
            Message::Note {
                note: TurnNote::Thought(thought),
            } => self.thought = Some(thought).filter(|thought| thought.by.is_some()),
            // Nobody asks for a review here, and the game is stored in memory.
            Message::Note { .. } | Message::Notice { .. } => {}
            Message::Closed { words, .. } => bail!(words),
        }
        Ok(None)
    }

    fn turn_to(&mut self, frame: TurnFrame) {
        self.frame = frame;
        self.seen = Instant::now();
    }

    fn update(&mut self, events: Vec<TurnEvent>, frame: TurnFrame) -> anyhow::Result<()> {
        let (before, offer) = (self.frame.scene.text.clone(), self.frame.offer);
        self.turn_to(frame);
        for event in events {
            match event {
                TurnEvent::Moved { entry } => self.show_move(&before, &entry)?,
                TurnEvent::TakenBack { .. } => self.show_board()?,
                TurnEvent::Common(CommonEvent::Declined { what: OfferKind::Draw }) => {
                    if let Some(by) = offer.and_then(|offer| side_of(offer.by)) {
                        writeln!(self.out, "{} declines the draw.", by.other())?;
                    }
                }
                TurnEvent::Common(CommonEvent::Said { words, .. }) => writeln!(self.out, "… {words}")?,
                TurnEvent::Common(CommonEvent::BotFailed { words, .. }) if self.frame.end.is_some() => {
                    writeln!(self.out, "{words}.")?;
                }
                TurnEvent::Common(CommonEvent::BotFailed { words, .. }) => bail!(words),
                // Nobody comes or goes here; the end is announced once.
                TurnEvent::Common(
                    CommonEvent::Offered { .. }
                    | CommonEvent::Accepted { .. }
                    | CommonEvent::Declined { .. }
                    | CommonEvent::Expired { .. }
                    | CommonEvent::SeatChanged { .. }
                    | CommonEvent::Rematch { .. }
                    | CommonEvent::Ended,
                ) => {}
            }
        }
        Ok(())
    }

    fn show_move(&mut self, before: &str, entry: &Entry) -> anyhow::Result<()> {
        let Some(side) = side_of(entry.seat) else {
            return Ok(());
        };
        if let Some(thought) = self.thought.take()
            && self.shows_thoughts
            && thought.by == Some(entry.seat)
        {
            self.show_thought(&thought, side)?;
        }
        let line = self.move_line(before, entry, side)?;
        writeln!(self.out, "{line}")?;
        if let Some(reason) = &self.frame.may.claim
            && self.is_person(side.other())
        {
            writeln!(self.out, "A draw can be claimed ({reason}): type draw.")?;
        }
        // Nobody needs the board between a person's move and the bot's answer.
        let answered_at_once = self.is_person(side) && !self.is_person(side.other()) && self.frame.end.is_none();
        if answered_at_once { Ok(()) } else { self.show_board() }
    }

    /// The move on one line, played once more in the position before it.
    fn move_line(&self, before: &str, entry: &Entry, side: Side) -> anyhow::Result<String> {
        let seat = &self.frame.seats[side.index()].seat;
        let mover = match seat.occupant {
            OccupantView::Bot(_) => Mover::Bot(&seat.name),
            OccupantView::Person | OccupantView::Open => Mover::Person(side),
        };
        let mut record = self.module.begin(&Start::Text(before.to_owned()))?.record;
        let mv = record
            .by_code(&entry.code)
            .context("the table played a move that is not legal")?;
        record.play(mv, None)?;
        record.move_line(0, mover).context("a move was played")
    }

    fn turn(&self) -> Side {
        self.frame.scene.turn.unwrap_or(Side::White)
    }

    fn is_person(&self, side: Side) -> bool {
        !matches!(self.frame.seats[side.index()].seat.occupant, OccupantView::Bot(_))
    }

    /// From whose side the board is seen.
    fn viewer(&self) -> Side {
        let only_black = self.is_person(Side::Black) && !self.is_person(Side::White);
        if only_black { Side::Black } else { Side::White }
    }

    /// What a side has left on the clock by now.
    fn left(&self, side: Side) -> Option<Duration> {
        let ClockView { left, running } = self.frame.seats[side.index()].clock?;
        let passed = if running { self.seen.elapsed() } else { Duration::ZERO };
        Some(Duration::from_millis(left).saturating_sub(passed))
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        self.show_position(&self.frame.scene.text.clone())?;
        if let [Some(white), Some(black)] = Side::BOTH.map(|side| self.left(side)) {
            writeln!(self.out, "White {}  Black {}", shown(white), shown(black))?;
        }
        Ok(())
    }

    fn show_position(&mut self, text: &str) -> anyhow::Result<()> {
        let record = self.module.begin(&Start::Text(text.to_owned()))?.record;
        let board = record.draw(0, self.viewer()).unwrap_or_default();
        Ok(writeln!(self.out, "{board}")?)
    }

    fn show_thought(&mut self, thought: &Thought, side: Side) -> anyhow::Result<()> {
        let score = match side {
            Side::White => thought.score,
            Side::Black => -thought.score,
        };
        let score = match score {
            29_001.. => format!("#{}", (30_000 - score + 1) / 2),
            ..=-29_001 => format!("#-{}", (30_000 + score + 1) / 2),
            _ => format!("{:+.2}", f64::from(score) / 100.0),
        };
        Ok(writeln!(
            self.out,
            "… depth {}, {score}, {} positions: {}",
            thought.depth,
            thought.nodes,
            line::joined(&thought.line)
        )?)
    }
}

fn side_of(seat: SeatNumber) -> Option<Side> {
    Side::BOTH.get(usize::from(seat.0)).copied()
}

/// A time as minutes and seconds.
fn shown(left: Duration) -> String {
    let left = left.as_secs_f64();
    if left < 9.95 {
        format!("0:0{left:.1}")
    } else {
        let seconds = left.ceil() as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}
