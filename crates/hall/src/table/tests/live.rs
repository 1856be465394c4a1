//! Tables without turns by virtual time: a whole game passes without a real second.

mod games;
mod rooms;
mod rules_of_the_house;
mod secrets;

use play::Moment;

use super::{ANNA, BERT, CARL};
use crate::{
    Input, LiveBoard, LiveEvent, LiveFrame, LivePiece, LivePlan, LiveSitter, LiveView, Place, SeatNumber, Speed,
    Square, TableId, Told,
    kept::Kept,
    table::{Keeping, Outbox, SitError, Table, Viewer},
    thinking::Job,
};

const FIRST: SeatNumber = SeatNumber(0);
const SECOND: SeatNumber = SeatNumber(1);
/// The countdown in milliseconds.
const COUNTDOWN: u64 = 3_000;

/// A table, what it has told, and the work it waits for.
struct Stage {
    table: Table,
    now: Moment,
    events: Vec<LiveEvent>,
    letters: Vec<(Viewer, Told)>,
    jobs: Vec<Job>,
    /// How often viewers were told something.
    frames: usize,
    writes: usize,
    beats: usize,
}

impl Stage {
    fn new(plan: LivePlan) -> Self {
        let now = Moment(1_000_000);
        Stage::of(Table::begin_live(TableId::numbered(1), plan, now).unwrap(), now)
    }

    fn of(table: Table, now: Moment) -> Self {
        let mut stage = Stage {
            table,
            now,
            events: Vec::new(),
            letters: Vec::new(),
            jobs: Vec::new(),
            frames: 0,
            writes: 0,
            beats: 0,
        };
        stage.collect();
        stage
    }

    /// Two people who are ready, the countdown over.
    fn of_two(speed: Speed) -> Self {
        let mut stage = Stage::new(plan(speed, vec![LiveSitter::Free, LiveSitter::Free]));
        for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
            stage.sit(viewer, &[seat]).unwrap();
            stage.send(viewer, Input::Ready).unwrap();
        }
        stage.pass(COUNTDOWN);
        stage
    }

    fn sit(&mut self, viewer: Viewer, seats: &[SeatNumber]) -> Result<(), SitError> {
        let sat = self.table.sit(viewer, seats, self.now);
        self.collect();
        sat
    }

    fn leave(&mut self, viewer: Viewer) {
        self.table.leave(viewer, self.now);
        self.collect();
    }

    fn send(&mut self, viewer: Viewer, input: Input) -> Result<(), String> {
        let done = self.table.input(viewer, input, self.now);
        self.collect();
        done
    }

    fn typed(&mut self, viewer: Viewer, text: &str) -> Result<(), String> {
        self.send(viewer, super::typed(text))
    }

    /// Time passes at once, as for a clerk who is late.
    fn pass(&mut self, milliseconds: u64) {
        self.now.0 += milliseconds;
        self.table.advance(self.now);
        self.collect();
    }

    /// Time passes as for a clerk who is always there; minds answer at once.
    fn run(&mut self, milliseconds: u64) {
        let until = self.now.0 + milliseconds;
        while let Some(next) = self.table.wake().filter(|next| next.0 <= until) {
            self.pass(next.0 - self.now.0);
            self.think();
        }
        self.now.0 = until;
    }

    /// Runs to a tick of the game.
    fn run_to(&mut self, tick: u32) {
        while self.frame(ANNA).tick < tick {
            let next = self.table.wake().expect("time runs");
            self.pass(next.0 - self.now.0);
        }
    }

    fn think(&mut self) {
        for job in std::mem::take(&mut self.jobs) {
            let mut answers = Vec::new();
            job.run(&mut |answer| answers.push(answer));
            for answer in answers {
                self.table.hear(answer, self.now);
            }
        }
        self.collect();
    }

    fn collect(&mut self) {
        let Outbox {
            changed,
            live,
            letters,
            jobs,
            unsaved,
            beat,
            ..
        } = self.table.take(self.now);
        self.events.extend(live);
        self.letters.extend(letters);
        self.jobs.extend(jobs);
        self.frames += usize::from(changed);
        self.writes += usize::from(unsaved);
        self.beats += usize::from(beat);
    }

    fn view(&self, viewer: Viewer) -> LiveView {
        let Told::LiveView { view } = self.table.view(viewer, self.now) else {
            panic!("a table without turns has a live view");
        };
        *view
    }

    fn frame(&self, viewer: Viewer) -> LiveFrame {
        self.view(viewer).frame
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

    /// The same table as a program finds it that was killed now.
    fn again(&self) -> Stage {
        let kept = Kept::read(&self.table.saved(self.now).text()).unwrap();
        let later = Moment(self.now.0 + 3_600_000);
        Stage::of(Table::restore(&kept, 1, Keeping::Kept).unwrap(), later)
    }

    /// What tells two games apart.
    fn hash(&self) -> u64 {
        let Kept::Live(saved) = self.table.saved(self.now) else {
            panic!("a game without turns is kept as one");
        };
        kungfu::Bout::resume(saved.record).unwrap().game().hash()
    }
}

fn plan(speed: Speed, sitters: Vec<LiveSitter>) -> LivePlan {
    LivePlan {
        board: match sitters.len() {
            2 => LiveBoard::Standard,
            _ => LiveBoard::Four,
        },
        speed,
        sitters,
        seed: 7,
    }
}

fn bot(spec: &str) -> LiveSitter {
    LiveSitter::Bot(spec.parse().unwrap())
}
