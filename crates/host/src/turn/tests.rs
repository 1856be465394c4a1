//! Turn tables in virtual time: no thread, no clock; bots answer when the test lets them. After every step the log is
//! replayed and must give the same state and the same views.

mod bots_at_the_table;
mod clocks;
mod fold;
mod moves;
mod offers;
mod presence;
mod waiting;

use std::sync::Arc;

use play::{BotSpec, Control, GameId, Moment, Start, TimeControl};

use super::TurnTable;
use crate::{
    BotBehaviour, Command, CommonCommand, ConnectError, Directory, Envelope, FORMAT, Occupant, OfferKind, PlayerId,
    Refusal, SeatNumber, TableId, TurnAnswer, TurnCommand, TurnEvent, TurnFact, TurnFrame, TurnNote, TurnSetup,
    TurnView, VisitorId,
    bot_worker::BotReply,
    decider::{Context, Decider, Decision, Viewer, rehearsal},
    help::HelpLimits,
    job::Job,
    pool::MemoryPool,
    words,
};

const WHITE: SeatNumber = SeatNumber(0);
const BLACK: SeatNumber = SeatNumber(1);
const ANNA: Viewer = Viewer(1);
const BERT: Viewer = Viewer(2);
const CARL: Viewer = Viewer(3);
const CHESS: GameId = GameId::new("chess");
const RANSOM: GameId = GameId::new("ransom");

/// A table, its log, what it has sent, and the work it waits for.
struct Scene {
    table: TurnTable,
    context: Context,
    now: Moment,
    log: Vec<Envelope<TurnFact>>,
    events: Vec<TurnEvent>,
    notes: Vec<(Viewer, TurnNote)>,
    answers: Vec<(Viewer, Result<TurnAnswer, Refusal>)>,
    jobs: Vec<Job<BotReply>>,
    memory: MemoryPool,
}

impl Scene {
    fn new(setup: TurnSetup) -> Self {
        let now = Moment(1_000_000);
        let mut context = Context {
            table: TableId::numbered(1),
            registry: Arc::new(games::registry()),
            names: Directory::default(),
            hash: 1,
            help: HelpLimits::default(),
            seq: 1,
        };
        let first = Envelope {
            seq: 1,
            at: now,
            cause: None,
            event: TurnFact::Created(setup),
        };
        context.seq = 1;
        let mut scene = Scene {
            table: TurnTable::create(&first, &context).unwrap(),
            context,
            now,
            log: vec![first],
            events: Vec::new(),
            notes: Vec::new(),
            answers: Vec::new(),
            jobs: Vec::new(),
            memory: MemoryPool::for_threads(1),
        };
        scene.collect();
        scene
    }

    /// Two people at one screen.
    fn at_one_screen(setup: TurnSetup) -> Self {
        let mut scene = Scene::new(setup);
        scene.connect(ANNA, &[WHITE, BLACK]);
        scene
    }

    /// Two people at two screens.
    fn at_two_screens(setup: TurnSetup) -> Self {
        let mut scene = Scene::new(setup);
        scene.connect(ANNA, &[WHITE]);
        scene.connect(BERT, &[BLACK]);
        scene
    }

    fn connect(&mut self, viewer: Viewer, seats: &[SeatNumber]) {
        self.try_connect(viewer, seats).unwrap();
    }

    fn try_connect(&mut self, viewer: Viewer, seats: &[SeatNumber]) -> Result<(), ConnectError> {
        let connected = self
            .table
            .connect(viewer, seats, VisitorId(viewer.0), &self.context, self.now);
        self.settle();
        connected
    }

    fn disconnect(&mut self, viewer: Viewer) {
        let facts = self.table.disconnect(viewer, &self.context, self.now);
        self.commit(facts);
        self.settle();
    }

    fn send(&mut self, viewer: Viewer, command: Command<TurnCommand>) -> Result<Option<TurnAnswer>, Refusal> {
        self.elapse();
        let decided = self.table.decide(viewer, command, &self.context, self.now);
        let answer = decided.map(|decision| match decision {
            Decision::Commit(facts) => {
                self.commit(facts);
                Some(TurnAnswer::Done)
            }
            Decision::Answer(answer) => Some(answer),
            Decision::Later => None,
        });
        self.settle();
        answer
    }

    fn own(&mut self, viewer: Viewer, command: TurnCommand) -> Result<(), String> {
        let sent = self.send(viewer, Command::Own(command));
        sent.map(drop).map_err(|refusal| words::refusal(&refusal))
    }

    fn common(&mut self, viewer: Viewer, command: CommonCommand) -> Result<(), String> {
        let sent = self.send(viewer, Command::Common(command));
        sent.map(drop).map_err(|refusal| words::refusal(&refusal))
    }

    /// Types moves, which must be accepted.
    fn typed(&mut self, viewer: Viewer, moves: &str) {
        for text in moves.split(' ') {
            assert_eq!(self.own(viewer, typed(text)), Ok(()), "{text}");
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now.0 += milliseconds;
        self.elapse();
        self.settle();
    }

    fn elapse(&mut self) {
        let facts = self.table.elapse(&self.context, self.now);
        self.commit(facts);
    }

    /// Lets bots do all they were asked to.
    fn think(&mut self) {
        while !self.jobs.is_empty() {
            let jobs = std::mem::take(&mut self.jobs);
            self.finish(jobs);
        }
    }

    fn finish(&mut self, jobs: Vec<Job<BotReply>>) {
        for reply in rehearsal::work(jobs, &self.memory) {
            self.elapse();
            let facts = self.table.hear(reply, &self.context, self.now);
            self.commit(facts);
            self.settle();
        }
    }

    fn commit(&mut self, facts: Vec<TurnFact>) {
        let Scene {
            table,
            log,
            context,
            now,
            ..
        } = self;
        rehearsal::commit(table, log, context, *now, facts);
        self.collect();
    }

    fn settle(&mut self) {
        self.table.settle(&self.context, self.now);
        self.collect();
        self.check_fold();
    }

    /// The state is the fold of the log.
    fn check_fold(&self) {
        let replayed = self.replayed();
        assert_eq!(replayed.state, self.table.state);
    }

    fn replayed(&self) -> TurnTable {
        rehearsal::replayed(&self.log, &self.context)
    }

    fn collect(&mut self) {
        let outbox = self.table.take_outbox();
        self.events.extend(outbox.events);
        self.notes.extend(outbox.notes);
        self.answers.extend(outbox.answers);
        self.jobs.extend(outbox.jobs);
    }

    fn frame(&self, viewer: Viewer) -> TurnFrame {
        self.table.frame(viewer, &self.context, self.now)
    }

    fn view(&self, viewer: Viewer) -> TurnView {
        self.table.view(viewer, &self.context, self.now)
    }

    fn end(&self) -> Option<String> {
        self.frame(ANNA).end.map(|end| end.words)
    }

    fn labels(&self) -> Vec<String> {
        let record = self.view(ANNA).record;
        record.into_iter().map(|entry| entry.label).collect()
    }
}

fn setup(game: GameId, white: &str, black: &str) -> TurnSetup {
    let occupant = |(number, text): (u64, &str)| match text {
        "person" => Occupant::Person(PlayerId::numbered(number)),
        "open" => Occupant::Open,
        spec => Occupant::Bot(BotSpec::stored(spec)),
    };
    TurnSetup {
        format: FORMAT,
        game,
        seats: [(1, white), (2, black)].map(occupant),
        start: Start::Usual,
        control: None,
        seed: 1,
        behaviour: BotBehaviour::Brisk,
        recorded: None,
    }
}

fn people(game: GameId) -> TurnSetup {
    setup(game, "person", "person")
}

fn clocked(text: &str, setup: TurnSetup) -> TurnSetup {
    let control = TimeControl::read_seconds(text).unwrap();
    TurnSetup {
        control: Some(Control::Clock(control)),
        ..setup
    }
}

fn from(start: &str, setup: TurnSetup) -> TurnSetup {
    TurnSetup {
        start: Start::Text(start.to_owned()),
        ..setup
    }
}

fn typed(text: &str) -> TurnCommand {
    TurnCommand::Type { text: text.to_owned() }
}

const DRAW: CommonCommand = CommonCommand::Offer { what: OfferKind::Draw };
