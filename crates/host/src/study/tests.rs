//! Studies in virtual time: no thread, no clock; the engine answers when the test lets it. After every step the log is
//! replayed and must give the same state and the same views.

mod edits;
mod engine;
mod fold;

use std::sync::Arc;

use play::{GameId, Moment, MoveTree, Start};

use super::{NodeId, StudyAnswer, StudyCommand, StudyEvent, StudyFact, StudyNote, StudySetup, StudyTable, StudyView};
use crate::{
    Command, CommonCommand, Directory, Envelope, FORMAT, PlayerId, Refusal, SeatNumber, Switch, TableId, VisitorId,
    bot_worker::BotReply,
    decider::{Context, Decider, Decision, Viewer, rehearsal},
    help::HelpLimits,
    job::Job,
    pool::MemoryPool,
};

const ANNA: Viewer = Viewer(1);
const BERT: Viewer = Viewer(2);
const CARL: Viewer = Viewer(3);
const CHESS: GameId = GameId::new("chess");
const RANSOM: GameId = GameId::new("ransom");

/// A study, its log, what it has sent, and the work it waits for.
struct Scene {
    table: StudyTable,
    context: Context,
    now: Moment,
    log: Vec<Envelope<StudyFact>>,
    events: Vec<StudyEvent>,
    notes: Vec<(Viewer, StudyNote)>,
    answers: Vec<(Viewer, Result<StudyAnswer, Refusal>)>,
    jobs: Vec<Job<BotReply>>,
    memory: MemoryPool,
    /// What Anna's program has folded from events.
    folded: StudyView,
}

impl Scene {
    /// Anna has opened a study, Bert takes part, Carl looks on.
    fn new(game: GameId, tree: MoveTree) -> Self {
        let now = Moment(1_000_000);
        let context = Context {
            table: TableId::numbered(1),
            registry: Arc::new(games::registry()),
            names: Directory::default(),
            hash: 1,
            help: HelpLimits::default(),
            seq: 1,
        };
        let setup = StudySetup {
            format: FORMAT,
            game,
            opener: PlayerId::numbered(1),
            share: Switch::On,
            tree,
        };
        let first = Envelope {
            seq: 1,
            at: now,
            cause: None,
            event: StudyFact::Created(Box::new(setup)),
        };
        let table = StudyTable::create(&first, &context).unwrap();
        let mut scene = Scene {
            folded: table.view(ANNA, &context, now),
            table,
            context,
            now,
            log: vec![first],
            events: Vec::new(),
            notes: Vec::new(),
            answers: Vec::new(),
            jobs: Vec::new(),
            memory: MemoryPool::for_threads(1),
        };
        let (seat, facts) = scene.table.take_seat(PlayerId::numbered(2)).unwrap();
        assert_eq!(seat, SeatNumber(1));
        scene.commit(facts);
        scene.connect(ANNA, &[SeatNumber(0)]);
        scene.connect(BERT, &[SeatNumber(1)]);
        scene.connect(CARL, &[]);
        scene
    }

    fn chess() -> Self {
        Scene::new(CHESS, MoveTree::default())
    }

    fn connect(&mut self, viewer: Viewer, seats: &[SeatNumber]) {
        let visitor = VisitorId(viewer.0);
        let connected = self.table.connect(viewer, seats, visitor, &self.context, self.now);
        connected.unwrap();
        self.settle();
    }

    fn disconnect(&mut self, viewer: Viewer) {
        let facts = self.table.disconnect(viewer, &self.context, self.now);
        self.commit(facts);
        self.settle();
    }

    fn send(&mut self, viewer: Viewer, command: Command<StudyCommand>) -> Result<Option<StudyAnswer>, Refusal> {
        self.now.0 += 1;
        let decided = self.table.decide(viewer, command, &self.context, self.now);
        let answer = decided.map(|decision| match decision {
            Decision::Commit(facts) => {
                self.commit(facts);
                Some(StudyAnswer::Done)
            }
            Decision::Answer(answer) => Some(answer),
            Decision::Later => None,
        });
        self.settle();
        answer
    }

    fn own(&mut self, viewer: Viewer, command: StudyCommand) -> Result<StudyAnswer, Refusal> {
        self.send(viewer, Command::Own(command))
            .map(|answer| answer.unwrap_or(StudyAnswer::Done))
    }

    /// Types moves one after another from a position, which must be accepted; gives the last position.
    fn play(&mut self, from: NodeId, moves: &str) -> NodeId {
        let mut at = from;
        for text in moves.split(' ') {
            let next = self.table.state.tree.next();
            let command = StudyCommand::Type {
                node: at,
                text: text.to_owned(),
            };
            at = match self
                .own(ANNA, command)
                .unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
            {
                StudyAnswer::Known { node } => node,
                _ => next,
            };
        }
        at
    }

    /// Lets the engine do all it was asked to.
    fn think(&mut self) {
        while !self.jobs.is_empty() {
            let jobs = std::mem::take(&mut self.jobs);
            self.finish(jobs);
        }
    }

    fn finish(&mut self, jobs: Vec<Job<BotReply>>) {
        for reply in rehearsal::work(jobs, &self.memory) {
            let facts = self.table.hear(reply, &self.context, self.now);
            self.commit(facts);
            self.settle();
        }
    }

    fn commit(&mut self, facts: Vec<StudyFact>) {
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
    }

    fn collect(&mut self) {
        let outbox = self.table.take_outbox();
        let frame = self.table.frame(ANNA, &self.context, self.now);
        self.folded.update(&outbox.events, frame);
        self.events.extend(outbox.events);
        self.notes.extend(outbox.notes);
        self.answers.extend(outbox.answers);
        self.jobs.extend(outbox.jobs);
    }

    /// The state is the fold of the log, and a client's view the fold of the events.
    fn check(&self) {
        assert_eq!(self.replayed().state, self.table.state);
        let view = self.view(ANNA);
        assert_eq!(self.folded.nodes, view.nodes);
        assert_eq!(self.folded.tags, view.tags);
    }

    fn replayed(&self) -> StudyTable {
        rehearsal::replayed(&self.log, &self.context)
    }

    fn view(&self, viewer: Viewer) -> StudyView {
        self.table.view(viewer, &self.context, self.now)
    }

    /// The labels of the main line.
    fn main_line(&self) -> String {
        let view = self.view(ANNA);
        let labels = view
            .main_line()
            .into_iter()
            .filter_map(|id| Some(view.node(id)?.mv.clone()?.label));
        labels.collect::<Vec<_>>().join(" ")
    }
}

fn pgn(text: &str) -> MoveTree {
    let chess = games::registry();
    let mut read = chess.get(CHESS).unwrap().read_trees(text.as_bytes());
    read.remove(0).unwrap().tree
}

fn from(position: &str) -> MoveTree {
    MoveTree {
        start: Start::Text(position.to_owned()),
        ..MoveTree::default()
    }
}
