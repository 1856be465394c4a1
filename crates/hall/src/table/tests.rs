//! Tables by virtual time: no thread, no clock, minds answer when the test lets them.

mod bots_at_the_table;
mod clocks;
mod live;
mod manners;
mod moves;

use bots::{Game, Sitter};
use play::{Moment, TimeControl};

use super::{Outbox, Table, Viewer};
use crate::{Control, Event, Frame, Input, Manners, Plan, SeatNumber, Start, TableId, Told, View, thinking::Job};

const WHITE: SeatNumber = SeatNumber(0);
const BLACK: SeatNumber = SeatNumber(1);
const ANNA: Viewer = Viewer(1);
const BERT: Viewer = Viewer(2);
const CARL: Viewer = Viewer(3);

/// A table, what it has told, and the work it waits for.
struct Scene {
    table: Table,
    now: Moment,
    events: Vec<Event>,
    letters: Vec<(Viewer, Told)>,
    jobs: Vec<Job>,
    writes: usize,
}

impl Scene {
    fn new(plan: Plan) -> Self {
        let now = Moment(1_000_000);
        let mut scene = Scene {
            table: Table::begin(TableId::numbered(1), plan, 1, now).unwrap(),
            now,
            events: Vec::new(),
            letters: Vec::new(),
            jobs: Vec::new(),
            writes: 0,
        };
        scene.collect();
        scene
    }

    /// Two people at one desk.
    fn at_one_desk(plan: Plan) -> Self {
        let mut scene = Scene::new(plan);
        scene.sit(ANNA, &[WHITE, BLACK]);
        scene
    }

    /// Two people at two desks.
    fn at_two_desks(plan: Plan) -> Self {
        let mut scene = Scene::new(plan);
        scene.sit(ANNA, &[WHITE]);
        scene.sit(BERT, &[BLACK]);
        scene
    }

    fn sit(&mut self, viewer: Viewer, seats: &[SeatNumber]) {
        self.table.sit(viewer, seats, self.now).unwrap();
        self.collect();
    }

    fn send(&mut self, viewer: Viewer, input: Input) -> Result<(), String> {
        let done = self.table.input(viewer, input, self.now);
        self.collect();
        done
    }

    /// Types moves, each for whoever may.
    fn typed(&mut self, viewer: Viewer, moves: &str) {
        for text in moves.split(' ') {
            assert_eq!(self.send(viewer, typed(text)), Ok(()), "{text}");
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now.0 += milliseconds;
        self.table.advance(self.now);
        self.collect();
    }

    /// Lets minds do all they were asked to.
    fn think(&mut self) {
        while !self.jobs.is_empty() {
            let mut answers = Vec::new();
            for job in std::mem::take(&mut self.jobs) {
                job.run(&mut |answer| answers.push(answer));
            }
            for answer in answers {
                self.table.hear(answer, self.now);
                self.collect();
            }
        }
    }

    fn collect(&mut self) {
        let Outbox {
            events,
            letters,
            jobs,
            unsaved,
            ..
        } = self.table.take(self.now);
        self.events.extend(events);
        self.letters.extend(letters);
        self.jobs.extend(jobs);
        self.writes += usize::from(unsaved);
    }

    fn frame(&self, viewer: Viewer) -> Frame {
        self.view(viewer).frame
    }

    fn view(&self, viewer: Viewer) -> View {
        let Told::View { view } = self.table.view(viewer, self.now) else {
            panic!("a table with turns has a view");
        };
        *view
    }

    fn end(&self) -> Option<String> {
        self.frame(ANNA).end.map(|end| end.words)
    }

    fn labels(&self) -> Vec<String> {
        let record = self.view(ANNA).record;
        record.into_iter().map(|entry| entry.label).collect()
    }
}

fn plan(game: Game, white: &str, black: &str) -> Plan {
    Plan {
        game,
        sitters: [white, black].map(|text| Sitter::read(game, text).unwrap()),
        names: [None, None],
        start: Start::Usual,
        control: None,
        seed: 1,
        manners: Manners::Brisk,
    }
}

fn people(game: Game) -> Plan {
    plan(game, "human", "human")
}

fn clocked(text: &str, plan: Plan) -> Plan {
    let control = TimeControl::read_seconds(text).unwrap();
    Plan {
        control: Some(Control::Clock(control)),
        ..plan
    }
}

fn from(start: &str, plan: Plan) -> Plan {
    Plan {
        start: Start::Text(start.to_owned()),
        ..plan
    }
}

fn typed(text: &str) -> Input {
    Input::Typed { text: text.to_owned() }
}
