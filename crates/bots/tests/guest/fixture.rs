//! The fixture program as a guest, and what it receives.

use std::{
    env,
    io::{ErrorKind, Read},
    net::TcpListener,
    time::Duration,
};

use bots::{Guest, UciSpec};
use chess::{Position, shakmaty::Move};
use play::{Ask, Bot, BotError, Budget, Choice, DrawAnswer, Notation, Purpose, Record, Side, Stop, Stopwatch, Thought};

/// The fixture with these arguments.
pub(crate) fn spec(args: &[&str]) -> UciSpec {
    let test = env::current_exe().expect("a test knows its own file");
    let target = test.ancestors().nth(2).expect("tests lie two folders deep");
    let program = target
        .join("examples")
        .join(format!("uci_fixture{}", env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "build it with: cargo build -p bots --examples");
    UciSpec {
        program: program.to_str().expect("the path is text").to_owned(),
        args: args.iter().map(ToString::to_string).collect(),
        ..UciSpec::default()
    }
}

/// A guest that gets all the time it may need on a busy machine.
pub(crate) fn guest(args: &[&str]) -> Guest {
    let mut patience = Guest::PATIENCE;
    patience.handshake = Duration::from_mins(1);
    patience.grace = Duration::from_mins(1);
    patience.after_stop = Duration::from_mins(1);
    Guest::start_with(&spec(args), patience).expect("it starts")
}

/// A guest that is not waited for: one that will never answer.
pub(crate) fn hopeless_guest(args: &[&str]) -> Guest {
    let mut patience = Guest::PATIENCE;
    patience.grace = Duration::from_millis(50);
    patience.without_clock = Duration::from_millis(50);
    patience.after_stop = Duration::from_millis(50);
    Guest::start_with(&spec(args), patience).expect("it starts")
}

/// A budget that ends by itself, however slow the machine.
pub(crate) const SHALLOW: Budget = Budget {
    depth: Some(3),
    ..Budget::UNLIMITED
};

pub(crate) const SHORT: Budget = Budget::move_time(Duration::from_millis(1));

pub(crate) fn game(moves: &[&str]) -> Record<Position> {
    game_from(Position::new(), moves)
}

pub(crate) fn game_from(start: Position, moves: &[&str]) -> Record<Position> {
    let mut record = Record::new(start);
    for text in moves {
        let mv = record.position().read_move(text).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
    record
}

pub(crate) fn position(fen: &str) -> Position {
    Position::read_position(fen).expect("the position is valid").position
}

pub(crate) fn choose(guest: &mut Guest, record: &Record<Position>, budget: Budget) -> Result<Choice<Move>, BotError> {
    put(guest, record, budget, Purpose::Game, &Stop::new(), &mut |_| {})
}

pub(crate) fn put(
    guest: &mut Guest,
    record: &Record<Position>,
    budget: Budget,
    purpose: Purpose,
    stop: &Stop,
    report: &mut dyn FnMut(Thought<Move>),
) -> Result<Choice<Move>, BotError> {
    guest.choose(&mut Ask {
        record,
        budget,
        stop,
        watch: &Stopwatch::start(),
        purpose,
        report,
    })
}

pub(crate) fn answer_draw(guest: &mut Guest, record: &Record<Position>, side: Side) -> Result<DrawAnswer, BotError> {
    let mut ask = Ask {
        record,
        budget: SHALLOW,
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        report: &mut |_| {},
    };
    guest.answer_draw(&mut ask, side)
}

/// The move that the fixture prefers.
pub(crate) fn first(record: &Record<Position>) -> Choice<Move> {
    Choice::Move(record.legal()[0])
}

/// Hears what a fixture hears.
pub(crate) struct Ear(pub(crate) TcpListener);

impl Ear {
    pub(crate) fn new() -> Self {
        Ear(TcpListener::bind("127.0.0.1:0").expect("there is a free port"))
    }

    pub(crate) fn echo(&self) -> String {
        format!("echo={}", self.0.local_addr().expect("it is bound"))
    }

    /// All the lines up to the end of the process, which must come: a fixture that lives on fails the test.
    pub(crate) fn transcript(self) -> Vec<String> {
        let (mut stream, _) = self.0.accept().expect("the fixture calls before it answers");
        let limit = Some(Duration::from_mins(1));
        stream.set_read_timeout(limit).expect("a minute is a valid limit");
        let mut text = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let length = match stream.read(&mut buffer) {
                // How some systems report that the other process was killed.
                Err(error) if error.kind() == ErrorKind::ConnectionReset => 0,
                result => result.expect("the process ends"),
            };
            if length == 0 {
                break;
            }
            text.extend_from_slice(&buffer[..length]);
        }
        let text = String::from_utf8(text).expect("commands are text");
        text.lines().map(str::to_owned).collect()
    }
}

pub(crate) fn with_prefix<'a>(transcript: &'a [String], prefix: &str) -> Vec<&'a str> {
    let lines = transcript.iter().map(String::as_str);
    lines.filter(|line| line.starts_with(prefix)).collect()
}
