//! `threefold play`: a game on plain lines, for people, pipes and bots alike; a front end of the hall.

mod chess;
mod game;
mod lines;
mod person;
mod ransom;
mod typed;

use std::{
    io::{self, IsTerminal, Write},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use anyhow::bail;
use bots::{Game, Sitter};
use hall::{
    Asked, ClockFace, Control, Delivery, Desk, Entry, Event, Frame, Hall, Input, Manners, MemoryStore, Plan, Scene,
    SeatNumber, Settings, Sitting, Start, Thought, Told,
};
use play::Side;

use crate::{
    cli::{PlayArgs, Usage},
    line,
};
use game::{Player, TableGame};
use lines::Lines;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => {
            let position = args.start.chess()?;
            sit_down(args, &position)
        }
        Game::Ransom => {
            let position = args.start.ransom()?;
            sit_down(args, &position)
        }
        Game::Kungfu => Err(Usage::new(
            "Kung Fu Chess has no turns, and no table here yet; watch its bots in threefold arena",
        )
        .into()),
    }
}

fn sit_down<R: TableGame>(args: &PlayArgs, position: &R) -> anyhow::Result<()> {
    let sitters = args.sitters()?;
    let setup = args.chance.setup();
    let people: Vec<SeatNumber> = (0..)
        .map(SeatNumber)
        .zip(&sitters)
        .filter_map(|(seat, sitter)| matches!(sitter, Sitter::Human).then_some(seat))
        .collect();
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let chats = terminal && !people.is_empty() && !args.no_pause;
    let hall = Hall::open(Settings {
        hash: setup.hash,
        ..Settings::with_store(MemoryStore::new())
    });
    let id = hall.begin(Plan {
        game: args.game,
        sitters,
        names: [None, None],
        start: match args.start.chess960.and_then(|number| u16::try_from(number).ok()) {
            Some(number) => Start::Chess960(number),
            None => Start::Text(position.position_text()),
        },
        control: args.clock.map(Control::Clock),
        seed: setup.seed,
        manners: if chats { Manners::Human } else { Manners::Brisk },
    })?;
    let (sender, news) = channel();
    let lines = Lines::from_stdin(sender.clone());
    let mailbox = move |told| {
        sender
            .send(News::Told(told))
            .map_or(Delivery::Gone, |()| Delivery::Taken)
    };
    let desk = hall.sit(&id, &people, Box::new(mailbox))?;
    let Ok(News::Told(Told::View { view })) = news.recv() else {
        bail!("the table was closed");
    };
    let mut table: Table<R> = Table {
        hall,
        desk,
        news,
        lines,
        position: position.clone(),
        frame: view.frame,
        seen: Instant::now(),
        looked_at: None,
        thought: None,
        prompts: io::stdin().is_terminal(),
        shows_thoughts: args.thoughts,
        out: io::stdout(),
    };
    table.play()
}

/// What comes to a front end.
enum News {
    Told(Told),
    Line(io::Result<String>),
    NoMoreLines,
}

/// A table of the hall on plain lines.
struct Table<R: TableGame> {
    hall: Hall,
    desk: Desk,
    news: Receiver<News>,
    lines: Lines,
    /// The position of the frame.
    position: R,
    frame: Frame,
    /// When the frame came, for running clocks.
    seen: Instant,
    /// The earlier board that was asked for.
    looked_at: Option<Scene>,
    /// The last thought of a bot about its turn.
    thought: Option<Thought>,
    prompts: bool,
    shows_thoughts: bool,
    out: io::Stdout,
}

/// Whether the table stays open.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

impl<R: TableGame> Table<R> {
    fn play(&mut self) -> anyhow::Result<()> {
        let person = Side::BOTH.into_iter().any(|side| self.is_person(side));
        if self.prompts && person {
            writeln!(self.out, "{}", R::GREETING)?;
        }
        self.show_board()?;
        if self.shows_thoughts {
            self.desk.send(Input::Listen { on: true });
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
                if self.hear()? == Then::Leave {
                    return Ok(());
                }
            } else {
                self.await_news()?;
            }
            announced &= self.frame.end.is_some();
        }
    }

    /// Waits until every bot has come, so that one that cannot is told at once.
    fn await_bots(&mut self) -> anyhow::Result<()> {
        let bots = Side::BOTH.into_iter().filter(|side| !self.is_person(*side)).count();
        let mut came = 0;
        while came < bots && self.frame.end.is_none() {
            if let News::Told(told) = self.news.recv()? {
                if let Told::News { events, .. } = &told {
                    let seated = events.iter().filter(|event| matches!(event, Event::Seated { .. }));
                    came += seated.count();
                }
                self.hear_told(told)?;
            }
        }
        Ok(())
    }

    /// Waits for the next thing that is told.
    fn await_news(&mut self) -> anyhow::Result<()> {
        match self.news.recv()? {
            News::Told(told) => self.hear_told(told).map(|_| ()),
            // No line is asked for while a bot thinks.
            News::Line(_) | News::NoMoreLines => Ok(()),
        }
    }

    /// Takes in what is told; the answer to a wish, if it was one.
    fn hear_told(&mut self, told: Told) -> anyhow::Result<Option<(u64, Result<(), String>)>> {
        match told {
            Told::View { view } => self.turn_to(view.frame)?,
            Told::News { events, frame } => self.tell(events, *frame)?,
            Told::Done { request } => return Ok(Some((request, Ok(())))),
            Told::Refused { request, words } => return Ok(Some((request, Err(words)))),
            Told::Scene { scene } => self.looked_at = Some(*scene),
            Told::Thought { thought } => self.thought = Some(thought).filter(|thought| thought.by.is_some()),
            Told::Closed { words } => bail!(words),
            // Nobody asks for these here.
            Told::Hint { .. }
            | Told::Judged { .. }
            | Told::LiveView { .. }
            | Told::LiveNews { .. }
            | Told::Squares { .. }
            | Told::Dropped { .. }
            | Told::Replayed { .. } => {}
        }
        Ok(None)
    }

    fn turn_to(&mut self, frame: Frame) -> anyhow::Result<()> {
        self.position = R::read_position(&frame.scene.text)?.position;
        self.frame = frame;
        self.seen = Instant::now();
        Ok(())
    }

    fn tell(&mut self, events: Vec<Event>, frame: Frame) -> anyhow::Result<()> {
        let (before, offer) = (self.position.clone(), self.frame.offer);
        self.turn_to(frame)?;
        for event in events {
            match event {
                Event::Played { entry } => self.tell_turn(&before, &entry)?,
                Event::TakenBack { .. } => self.show_board()?,
                Event::Declined { what: Asked::Draw } => {
                    if let Some(by) = offer.and_then(|offer| side_of(offer.by)) {
                        writeln!(self.out, "{} declines the draw.", by.other())?;
                    }
                }
                Event::Said { words, .. } => writeln!(self.out, "… {words}")?,
                Event::BotFailed { words, .. } if self.frame.end.is_some() => writeln!(self.out, "{words}.")?,
                Event::BotFailed { words, .. } => bail!(words),
                // There is nothing to save here, and nobody to come or go; the end is announced once.
                Event::Offered { .. }
                | Event::Agreed { .. }
                | Event::Declined { .. }
                | Event::Seated { .. }
                | Event::Renamed { .. }
                | Event::NotSaved { .. }
                | Event::Ended => {}
            }
        }
        Ok(())
    }

    fn tell_turn(&mut self, before: &R, entry: &Entry) -> anyhow::Result<()> {
        let Some(side) = side_of(entry.seat) else {
            return Ok(());
        };
        if let Some(thought) = self.thought.take()
            && self.shows_thoughts
            && thought.by == Some(entry.seat)
        {
            self.show_thought(&thought, side)?;
        }
        let seat = &self.frame.seats[side.index()];
        let player = match seat.sitter {
            Sitting::Bot(_) => Player::Bot(&seat.name),
            Sitting::Person | Sitting::Nobody => Player::Person(side),
        };
        let line = before.turn_line(before.read_move(&entry.code)?, player);
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

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn is_person(&self, side: Side) -> bool {
        !matches!(self.frame.seats[side.index()].sitter, Sitting::Bot(_))
    }

    /// From whose side the board is seen.
    fn viewer(&self) -> Side {
        let only_black = self.is_person(Side::Black) && !self.is_person(Side::White);
        if only_black { Side::Black } else { Side::White }
    }

    /// What a side has left on the clock by now.
    fn left(&self, side: Side) -> Option<Duration> {
        let ClockFace { left, runs } = self.frame.seats[side.index()].clock?;
        let passed = if runs { self.seen.elapsed() } else { Duration::ZERO };
        Some(Duration::from_millis(left).saturating_sub(passed))
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        writeln!(self.out, "{}", self.position.draw(self.viewer()))?;
        if let [Some(white), Some(black)] = Side::BOTH.map(|side| self.left(side)) {
            writeln!(self.out, "White {}  Black {}", shown(white), shown(black))?;
        }
        Ok(())
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
