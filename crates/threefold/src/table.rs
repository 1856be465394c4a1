//! `threefold play`: a game on plain lines, for people, pipes and bots alike.

mod chess;
mod game;
mod lines;
mod person;
mod ransom;
mod typed;

use std::{
    io::{self, IsTerminal, Write},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bots::{
    BotSpec, Game, Sitter,
    company::{self, SmallTalk},
};
use fastrand::Rng;
use play::{Ask, Bot, BotError, Budget, Choice, Clock, Moment, Purpose, Record, Side, Stop, Stopwatch, Thought, Undos};

use crate::{
    cli::{PlayArgs, Usage},
    line,
};
use game::{Player, TableGame};
use lines::Lines;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => sit_down(args, args.start.chess()?),
        Game::Ransom => sit_down(args, args.start.ransom()?),
        Game::Kungfu => Err(Usage::new(
            "Kung Fu Chess has no turns, and no table here yet; watch its bots in threefold arena",
        )
        .into()),
    }
}

fn sit_down<R: TableGame>(args: &PlayArgs, position: R) -> anyhow::Result<()> {
    let [white, black] = args.sitters()?;
    let setup = args.chance.setup();
    let other = bots::Setup {
        seed: setup.seed.wrapping_add(1),
        ..setup
    };
    let seats = [Seat::open(white, setup)?, Seat::open(black, other)?];
    let person = seats.iter().any(Seat::is_person);
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let clock = args.clock.map(Clock::new);
    let mut table = Table {
        record: Record::new(position),
        seats,
        clock,
        earlier_clocks: Vec::new(),
        undos: R::UNDOS,
        turn_began: Instant::now(),
        lines: Lines::from_stdin(),
        prompts: io::stdin().is_terminal(),
        chats: terminal && person && !args.no_pause,
        shows_thoughts: args.thoughts,
        random: Rng::with_seed(setup.seed),
        talk: SmallTalk::of(args.game),
        out: io::stdout(),
    };
    table.play()
}

/// A game, who plays it and the lines it is played on.
struct Table<R: TableGame> {
    record: Record<R>,
    /// White's and Black's.
    seats: [Seat<R>; 2],
    clock: Option<Clock>,
    /// The clock before every move, for taking back.
    earlier_clocks: Vec<Option<Clock>>,
    undos: Undos,
    turn_began: Instant,
    lines: Lines,
    prompts: bool,
    chats: bool,
    shows_thoughts: bool,
    random: Rng,
    talk: SmallTalk,
    out: io::Stdout,
}

enum Seat<R: TableGame> {
    Person,
    Bot { spec: BotSpec, bot: Box<dyn Bot<R>> },
}

impl<R: TableGame> Seat<R> {
    fn open(sitter: Sitter, setup: bots::Setup) -> Result<Self, BotError> {
        Ok(match sitter {
            Sitter::Human => Seat::Person,
            Sitter::Bot(spec) => Seat::Bot {
                bot: R::open(&spec, setup)?,
                spec,
            },
        })
    }

    const fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }

    fn player(&self, side: Side) -> Player<'_> {
        match self {
            Seat::Person => Player::Person(side),
            Seat::Bot { bot, .. } => Player::Bot(&bot.about().name),
        }
    }
}

/// Whether the table stays open.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

impl<R: TableGame> Table<R> {
    fn play(&mut self) -> anyhow::Result<()> {
        let person = self.seats.iter().any(Seat::is_person);
        if self.prompts && person {
            writeln!(self.out, "{}", R::GREETING)?;
        }
        self.show_board()?;
        self.turn_began = Instant::now();
        let mut announced = false;
        loop {
            let over = self.record.outcome();
            if let Some(outcome) = over
                && !announced
            {
                writeln!(self.out, "{outcome} ({})", outcome.result())?;
                announced = true;
            }
            if over.is_some() && !person {
                return Ok(());
            }
            if over.is_some() || self.seats[self.record.turn().index()].is_person() {
                if self.hear()? == Then::Leave {
                    return Ok(());
                }
            } else {
                self.bots_turn()?;
            }
            announced &= self.record.outcome().is_some();
        }
    }

    /// Plays a legal move of the side to move, unless its flag has fallen.
    fn make(&mut self, mv: R::Move) -> anyhow::Result<()> {
        let before = self.clock;
        self.spend_time();
        if self.record.outcome().is_some() {
            return Ok(());
        }
        let side = self.record.turn();
        let line = self
            .record
            .position()
            .turn_line(mv, self.seats[side.index()].player(side));
        self.record.play_at(mv, now())?;
        self.earlier_clocks.push(before);
        self.undos.renew();
        writeln!(self.out, "{line}")?;
        if let Some(play::Claim(reason)) = self.record.claim()
            && self.seats[side.other().index()].is_person()
        {
            writeln!(self.out, "A draw can be claimed ({reason}): type draw.")?;
        }
        // Nobody needs the board between a person's move and the bot's answer.
        let answered_at_once = self.seats[side.index()].is_person()
            && !self.seats[side.other().index()].is_person()
            && self.record.outcome().is_none();
        if answered_at_once { Ok(()) } else { self.show_board() }
    }

    /// Charges the side to move for its turn so far; its flag may fall.
    fn spend_time(&mut self) {
        let side = self.record.turn();
        if let Some(clock) = &mut self.clock {
            clock.spend(side, self.turn_began.elapsed());
            if clock.fallen() == Some(side) {
                self.record.flag(side).expect("time runs only while the game does");
            }
        }
        self.turn_began = Instant::now();
    }

    fn bots_turn(&mut self) -> anyhow::Result<()> {
        let side = self.record.turn();
        if self.chats {
            let line = self.talk.next(&mut self.random);
            writeln!(self.out, "… {line}")?;
        }
        let Seat::Bot { spec, bot } = &mut self.seats[side.index()] else {
            return Ok(());
        };
        if self.chats
            && self.clock.is_none()
            && let Some(pause) = company::pause(spec, &mut self.random)
        {
            thread::sleep(pause);
        }
        let mut last = None;
        let choice = bot.choose(&mut Ask {
            record: &self.record,
            budget: Budget {
                clock: self.clock,
                ..Budget::UNLIMITED
            },
            stop: &Stop::new(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Game,
            report: &mut |thought| last = Some(thought),
        });
        if self.shows_thoughts
            && let Some(thought) = last
        {
            self.show_thought(&thought)?;
        }
        match choice {
            Ok(Choice::Move(mv)) => self.make(mv),
            Ok(Choice::ClaimDraw) => Ok(self.record.claim_draw()?),
            Ok(Choice::Resign) => Ok(self.record.resign(side)?),
            Err(error) => {
                let fault = error.fault().ok_or_else(|| error.clone())?;
                writeln!(self.out, "{error}.")?;
                Ok(self.record.forfeit(side, fault)?)
            }
        }
    }

    /// From whose side the board is seen.
    fn viewer(&self) -> Side {
        let only_black = self.seats[Side::Black.index()].is_person() && !self.seats[Side::White.index()].is_person();
        if only_black { Side::Black } else { Side::White }
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let viewer = self.viewer();
        writeln!(self.out, "{}", self.record.position().draw(viewer))?;
        if let Some(clock) = self.clock {
            let running = |side| self.record.outcome().is_none() && side == self.record.turn();
            let [white, black] = Side::BOTH.map(|side| {
                let elapsed = if running(side) {
                    self.turn_began.elapsed()
                } else {
                    Duration::ZERO
                };
                shown(clock.running(side, elapsed))
            });
            writeln!(self.out, "White {white}  Black {black}")?;
        }
        Ok(())
    }

    fn show_thought(&mut self, thought: &Thought<R::Move>) -> anyhow::Result<()> {
        let walk = self.record.position().walk(&thought.line);
        let line = line::joined(walk.map(|(before, mv)| before.label(mv)));
        Ok(writeln!(
            self.out,
            "… depth {}, {}, {} positions: {line}",
            thought.depth, thought.score, thought.nodes
        )?)
    }
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

/// The time of the clock on the wall; before 1970 there was none.
fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(since.as_millis() as u64)
}

/// Today as a PGN writes it, in UTC.
pub(crate) fn today() -> String {
    let today = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day())
}
