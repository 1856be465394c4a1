//! Live tables in virtual time: whole games pass without a real second.

mod fold;
mod games;
mod presence;
mod restarts;
mod rules;
mod scenario;
mod seats;
mod secrets;

use std::{collections::BTreeMap, sync::Arc};

use play::{Moment, Registry, Square};

use super::*;
use crate::{
    BotSpec, CommonCommand, CommonEvent, Directory, GameSetup, LiveGameSetup, LivePiece, OfferKind, Phase, Place,
    Speed, StoredEvent, Switch, VisitorId, help::HelpLimits, job::Job, pool::MemoryPool, words,
};

const ANNA: Viewer = Viewer(1);
const BERT: Viewer = Viewer(2);
const CARL: Viewer = Viewer(3);
const FIRST: SeatNumber = SeatNumber(0);
const SECOND: SeatNumber = SeatNumber(1);
/// The countdown in milliseconds.
const COUNTDOWN: u64 = 3_000;

/// A table with its log, driven as an actor would, and everything it has sent.
struct Stage {
    table: LiveTable,
    context: Context,
    now: Moment,
    log: Vec<Envelope<LiveFact>>,
    events: Vec<LiveEvent>,
    notes: Vec<(Viewer, LiveNote)>,
    answers: Vec<LiveAnswer>,
    jobs: Vec<Job<LiveReply>>,
    /// How many frames each connected viewer was sent.
    frames: BTreeMap<Viewer, usize>,
}

impl Stage {
    fn new(setup: LiveGameSetup) -> Self {
        let now = Moment(1_000_000);
        let first = Envelope {
            seq: 1,
            at: now,
            cause: None,
            event: LiveTable::first_fact(setup).unwrap(),
        };
        Stage::of(vec![first], Directory::default(), now).unwrap()
    }

    /// A table as a program finds it that has just read its log.
    fn of(log: Vec<Envelope<LiveFact>>, names: Directory, now: Moment) -> Result<Self, LogError> {
        let context = Context {
            table: TableId::numbered(1),
            registry: Arc::new(Registry::default()),
            names,
            hash: 1,
            help: HelpLimits::default(),
            seq: log.len() as u64,
        };
        let mut table = LiveTable::create(&log[0], &context)?;
        for event in &log[1..] {
            table.apply(event, &context)?;
        }
        drop(table.take_outbox());
        Ok(Stage {
            table,
            context,
            now,
            log,
            events: Vec::new(),
            notes: Vec::new(),
            answers: Vec::new(),
            jobs: Vec::new(),
            frames: BTreeMap::new(),
        })
    }

    /// Two people who are ready, the countdown over.
    fn of_two(speed: Speed) -> Self {
        let mut stage = Stage::new(setup(speed, vec![Occupant::Open, Occupant::Open]));
        for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
            stage.connect(viewer, &[seat]).unwrap();
            stage.send(viewer, LiveCommand::Ready).unwrap();
        }
        stage.pass(COUNTDOWN);
        stage
    }

    fn connect(&mut self, viewer: Viewer, seats: &[SeatNumber]) -> Result<(), ConnectError> {
        let connected = self
            .table
            .connect(viewer, seats, VisitorId(viewer.0), &self.context, self.now);
        self.settle();
        if connected.is_ok() {
            self.frames.insert(viewer, 0);
        }
        connected
    }

    fn disconnect(&mut self, viewer: Viewer) {
        self.frames.remove(&viewer);
        let facts = self.table.disconnect(viewer, &self.context, self.now);
        self.commit(facts);
    }

    fn take_seat(&mut self, player: PlayerId) -> Result<SeatNumber, ConnectError> {
        let (seat, facts) = self.table.take_seat(player)?;
        self.commit(facts);
        Ok(seat)
    }

    fn send(&mut self, viewer: Viewer, command: LiveCommand) -> Result<(), Refusal> {
        self.command(viewer, Command::Own(command))
    }

    fn common(&mut self, viewer: Viewer, command: CommonCommand) -> Result<(), Refusal> {
        self.command(viewer, Command::Common(command))
    }

    fn command(&mut self, viewer: Viewer, command: Command<LiveCommand>) -> Result<(), Refusal> {
        let decided = self.table.decide(viewer, command, &self.context, self.now);
        let facts = match decided {
            Ok(Decision::Commit(facts)) => Ok(facts),
            Ok(Decision::Answer(answer)) => {
                self.answers.push(answer);
                Ok(Vec::new())
            }
            Ok(Decision::Later) => panic!("a live table answers at once"),
            Err(refusal) => Err(refusal),
        };
        let done = facts.map(|facts| self.commit(facts));
        self.settle();
        done
    }

    fn typed(&mut self, viewer: Viewer, text: &str) -> Result<(), Refusal> {
        let text = text.to_owned();
        self.send(viewer, LiveCommand::Type { text })
    }

    /// The words of a refusal.
    fn refused(&mut self, viewer: Viewer, text: &str) -> String {
        words::refusal(&self.typed(viewer, text).unwrap_err())
    }

    /// Time passes at once, as for an actor that is late.
    fn pass(&mut self, milliseconds: u64) {
        self.now.0 += milliseconds;
        while self.table.due().is_some_and(|due| due <= self.now) {
            let facts = self.table.elapse(&self.context, self.now);
            self.commit(facts);
        }
    }

    /// Time passes as for an actor that is never late; bots answer at once.
    fn run(&mut self, milliseconds: u64) {
        let until = self.now.0 + milliseconds;
        while let Some(next) = self.table.due().filter(|next| next.0 <= until) {
            self.pass(next.0.saturating_sub(self.now.0));
            self.think();
        }
        self.now.0 = until;
    }

    /// Runs to a tick of the game.
    fn run_to(&mut self, tick: u32) {
        while self.frame(ANNA).tick < tick {
            let next = self.table.due().expect("time runs");
            self.pass(next.0 - self.now.0);
        }
    }

    fn think(&mut self) {
        for job in std::mem::take(&mut self.jobs) {
            let mut replies = Vec::new();
            (job.work)(&MemoryPool::for_threads(1), &mut |reply| replies.push(reply));
            for reply in replies {
                let facts = self.table.hear(reply, &self.context, self.now);
                self.commit(facts);
            }
        }
    }

    /// Stores and applies events, each as it is read again.
    fn commit(&mut self, facts: Vec<LiveFact>) {
        for event in facts {
            self.context.seq += 1;
            let envelope = Envelope {
                seq: self.context.seq,
                at: self.now,
                cause: None,
                event,
            };
            let read: Envelope<LiveFact> = StoredEvent::encode(&envelope).decode().unwrap();
            assert_eq!(read, envelope);
            self.table.apply(&read, &self.context).unwrap();
            self.log.push(read);
        }
        self.settle();
    }

    fn settle(&mut self) {
        self.table.settle(&self.context, self.now);
        let outbox = self.table.take_outbox();
        assert!(outbox.answers.is_empty());
        self.events.extend(outbox.events);
        self.notes.extend(outbox.notes);
        self.jobs.extend(outbox.jobs);
        for (viewer, frames) in &mut self.frames {
            *frames += usize::from(outbox.changed || outbox.changed_for.contains(viewer));
        }
    }

    fn view(&self, viewer: Viewer) -> LiveView {
        self.table.view(viewer, &self.context, self.now)
    }

    fn frame(&self, viewer: Viewer) -> LiveFrame {
        self.table.frame(viewer, &self.context, self.now)
    }

    /// The piece that stands on a square, or left it.
    fn on(&self, viewer: Viewer, square: &str) -> LivePiece {
        let square: Square = square.parse().unwrap();
        let here = |piece: &&LivePiece| match piece.place {
            Place::Standing { square: at, .. } | Place::Moving { from: at, .. } => at == square,
            Place::Flying { .. } => false,
        };
        *self.frame(viewer).pieces.iter().find(here).unwrap()
    }

    /// The same table as a program finds it an hour after this one was killed.
    fn again(&self) -> Stage {
        let later = Moment(self.now.0 + 3_600_000);
        Stage::of(self.log.clone(), self.context.names.clone(), later).unwrap()
    }

    /// How many events of the log a test accepts.
    fn count(&self, wanted: impl Fn(&LiveFact) -> bool) -> usize {
        self.log.iter().filter(|event| wanted(&event.event)).count()
    }

    fn beats(&self) -> usize {
        self.count(|fact| matches!(fact, LiveFact::Ticked { .. }))
    }
}

fn setup(speed: Speed, seats: Vec<Occupant>) -> LiveGameSetup {
    LiveGameSetup {
        board: match seats.len() {
            2 => kungfu::Board::Standard,
            _ => kungfu::Board::Four,
        },
        speed,
        seats,
        seed: 7,
        scenario: None,
    }
}

fn bot(spec: &str) -> Occupant {
    Occupant::Bot(BotSpec::stored(spec))
}

const fn pause(pause: Switch) -> LiveCommand {
    LiveCommand::Pause { pause }
}

const fn offer(what: OfferKind) -> CommonCommand {
    CommonCommand::Offer { what }
}

fn departed(event: &LiveEvent) -> bool {
    matches!(event, LiveEvent::Departed { .. })
}
