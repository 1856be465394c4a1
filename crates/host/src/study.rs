//! The study: a tree of positions with comments, signs, drawings and evaluations, on which several people work at once.
//!
//! People with a seat may change the tree; others only watch. Positions have numbers that never change, so a command
//! always means the position that its sender saw. There is no clock, and nobody plays a side.

mod decide;
mod engine;
mod export;
mod fact;
mod state;
#[cfg(test)]
mod tests;
mod tree;
mod view;
mod wire;

use std::collections::BTreeMap;

use play::{MemorySource, Moment, MoveTree, Setup};

use crate::{
    Aid, CloseReason, Command, CommonEvent, ConnectError, Digest, Envelope, ExportFormat, GameSetup, LogError,
    NewTableSetup, Occupant, PlayerId, Refusal, SeatNumber, StudyGameSetup, Summary, Switch, TableId, Visibility,
    VisitorId,
    bot_worker::BotReply,
    decider::{Context, Decider, Decision, DeliveryPolicy, Outbox, Viewer, state_after},
};
use engine::Engine;
pub use fact::{StudyFact, StudySetup};
use state::StudyState;
pub use wire::{
    AnalysedSide, Analysis, AnalysisLine, Judgement, NodeId, Participant, ReviewSummary, SideReview, StudyAnswer,
    StudyCommand, StudyEvent, StudyFrame, StudyMay, StudyMessage, StudyMove, StudyNode, StudyNote, StudyPosition,
    StudyView, Value,
};

/// Maximum number of people who take part.
const MOST_PEOPLE: usize = 32;

/// A study.
pub(crate) struct StudyTable {
    state: StudyState,
    /// Who is connected.
    viewers: BTreeMap<Viewer, Connected>,
    engine: Engine,
    outbox: Outbox<StudyTable>,
}

/// A viewer who is connected.
struct Connected {
    seats: Vec<SeatNumber>,
    visitor: VisitorId,
}

impl StudyTable {
    /// The first seat of a viewer; `None` for a spectator.
    fn seat(&self, viewer: Viewer) -> Option<SeatNumber> {
        self.viewers.get(&viewer)?.seats.first().copied()
    }

    fn broadcast(&mut self, event: CommonEvent) {
        self.outbox.broadcast(StudyEvent::Common(event));
    }

    fn broadcast_changed(&mut self, id: NodeId) {
        if let Some(node) = self.node_view(id) {
            self.outbox.broadcast(StudyEvent::Changed { node });
        }
    }

    /// Reports a value and the judgements that depend on it.
    fn broadcast_evaluated(&mut self, id: NodeId) {
        self.broadcast_changed(id);
        let children = self.state.tree.get(id).map(|node| node.children.clone());
        for child in children.unwrap_or_default() {
            let node = self.state.tree.get(child);
            if node.is_some_and(|node| node.remarks.evaluation.is_some()) {
                self.broadcast_changed(child);
            }
        }
    }
}

impl Decider for StudyTable {
    const DELIVERY: DeliveryPolicy = DeliveryPolicy::AfterStore;

    type Fact = StudyFact;
    type Command = StudyCommand;
    type View = StudyView;
    type Frame = StudyFrame;
    type Event = StudyEvent;
    type Answer = StudyAnswer;
    type Note = StudyNote;
    type BotReply = BotReply;

    fn create(first: &Envelope<StudyFact>, context: &Context) -> Result<Self, LogError> {
        let state = StudyState::create(first, &context.registry)?;
        let setup = Setup {
            seed: 0,
            hash: context.hash,
            memory: MemorySource::Lent,
        };
        Ok(StudyTable {
            viewers: BTreeMap::new(),
            engine: Engine::new(&state.module, setup),
            state,
            outbox: Outbox::default(),
        })
    }

    fn apply(&mut self, event: &Envelope<StudyFact>, _context: &Context) -> Result<(), LogError> {
        let before = match &event.event {
            StudyFact::Promoted { node } => self.state.tree.get(*node).and_then(|node| node.parent),
            _ => None,
        };
        self.state.apply(event)?;
        match &event.event {
            StudyFact::Created(_) => {}
            StudyFact::Added { node, by, .. } => {
                if let Some(node) = self.node_view(*node) {
                    self.outbox.broadcast(StudyEvent::Added { node, by: *by });
                }
            }
            StudyFact::Promoted { .. } => {
                if let Some(parent) = before {
                    self.broadcast_changed(parent);
                }
            }
            StudyFact::Deleted { node } => self.outbox.broadcast(StudyEvent::Deleted { node: *node }),
            StudyFact::Commented { node, .. } | StudyFact::Signed { node, .. } | StudyFact::Drawn { node, .. } => {
                self.broadcast_changed(*node);
            }
            StudyFact::Evaluated { node, .. } => self.broadcast_evaluated(*node),
            StudyFact::Tagged { .. } => {
                let tags = self.tags_view();
                self.outbox.broadcast(StudyEvent::Tagged { tags });
            }
            StudyFact::Shared { .. } => self.outbox.changed = true,
            StudyFact::SeatTaken { seat, .. } => self.broadcast(CommonEvent::SeatChanged { seat: *seat }),
            StudyFact::TurnedOut { seat, .. } => {
                let out = self.viewers.iter().filter(|(_, viewer)| viewer.seats.contains(seat));
                let out: Vec<Viewer> = out.map(|(viewer, _)| *viewer).collect();
                let closed = out.into_iter().map(|viewer| (viewer, CloseReason::TurnedOut));
                self.outbox.closed.extend(closed);
                self.broadcast(CommonEvent::SeatChanged { seat: *seat });
            }
        }
        Ok(())
    }

    fn decide(
        &mut self,
        viewer: Viewer,
        command: Command<StudyCommand>,
        context: &Context,
        _now: Moment,
    ) -> Result<Decision<Self>, Refusal> {
        match command {
            Command::Common(common) => self.decide_common(viewer, &common).map(Decision::Commit),
            Command::Own(own) => self.decide_own(viewer, own, context),
        }
    }

    fn due(&self) -> Option<Moment> {
        None
    }

    fn elapse(&mut self, _context: &Context, _now: Moment) -> Vec<StudyFact> {
        Vec::new()
    }

    fn hear(&mut self, reply: BotReply, _context: &Context, _now: Moment) -> Vec<StudyFact> {
        self.hear_engine(reply)
    }

    fn settle(&mut self, _context: &Context, _now: Moment) {
        self.settle_engine();
    }

    fn suspend(&mut self, _since: Moment) {}

    fn resume(&mut self, _now: Moment) {}

    fn connect(
        &mut self,
        viewer: Viewer,
        seats: &[SeatNumber],
        visitor: VisitorId,
        _context: &Context,
        _now: Moment,
    ) -> Result<(), ConnectError> {
        for &seat in seats {
            let occupant = self.state.seats.get(usize::from(seat.0));
            if occupant.and_then(Occupant::person).is_none() {
                return Err(ConnectError::NoSuchSeat(seat));
            }
        }
        let seats = seats.to_vec();
        self.viewers.insert(
            viewer,
            Connected {
                seats: seats.clone(),
                visitor,
            },
        );
        for seat in seats {
            self.broadcast(CommonEvent::SeatChanged { seat });
        }
        Ok(())
    }

    fn disconnect(&mut self, viewer: Viewer, _context: &Context, _now: Moment) -> Vec<StudyFact> {
        let left = self.viewers.remove(&viewer);
        for seat in left.map(|connected| connected.seats).unwrap_or_default() {
            self.broadcast(CommonEvent::SeatChanged { seat });
        }
        self.engine.forget(viewer);
        if self.viewers.is_empty() {
            self.dismiss_bots();
        }
        self.outbox.jobs.append(&mut self.engine.jobs);
        Vec::new()
    }

    fn take_seat(&self, player: PlayerId) -> Result<(SeatNumber, Vec<StudyFact>), ConnectError> {
        if let Some(seat) = self.state.seat_of(player) {
            return Ok((seat, Vec::new()));
        }
        if self.state.turned_out.contains(&player) {
            return Err(ConnectError::TurnedOut);
        }
        let open = self.state.seats.iter().position(|seat| *seat == Occupant::Open);
        let place = open.unwrap_or(self.state.seats.len());
        if self.state.share == Switch::Off || place >= MOST_PEOPLE {
            return Err(ConnectError::NoOpenSeat);
        }
        let seat = SeatNumber(place as u8);
        Ok((seat, vec![StudyFact::SeatTaken { seat, player }]))
    }

    fn rematch(&self, _next: &TableId) -> Result<Option<StudyFact>, Refusal> {
        Err(Refusal::NotHere)
    }

    fn next_table(&self) -> Option<&TableId> {
        None
    }

    fn rematch_setup(&self, _seed: u64) -> NewTableSetup {
        NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Study(Box::new(StudyGameSetup {
                game: self.state.game,
                opener: self
                    .state
                    .seats
                    .first()
                    .and_then(Occupant::person)
                    .unwrap_or_else(PlayerId::random),
                share: self.state.share,
                tree: self.state.moves(),
            })),
        }
    }

    fn seats_player(&self, player: PlayerId) -> bool {
        self.state.seat_of(player).is_some()
    }

    fn take_outbox(&mut self) -> Outbox<Self> {
        std::mem::take(&mut self.outbox)
    }

    fn view(&self, viewer: Viewer, context: &Context, now: Moment) -> StudyView {
        self.study_view(viewer, context, now)
    }

    fn frame(&self, viewer: Viewer, context: &Context, now: Moment) -> StudyFrame {
        self.study_frame(viewer, context, now)
    }

    fn summary(&self, unapplied: &[&Envelope<StudyFact>], context: &Context) -> Summary {
        state_after(&self.state, unapplied, StudyState::apply).summary(context.table.clone())
    }

    fn export(&self, format: ExportFormat, context: &Context) -> Result<String, Refusal> {
        Ok(self.exported(format, context))
    }

    fn tree(&self, _asking: &[PlayerId], _context: &Context) -> Result<MoveTree, Refusal> {
        Ok(self.state.moves())
    }

    /// A study is no game: it has no result, and nobody is rated for it.
    fn digest(&self, summary: Summary) -> Digest {
        Digest {
            summary,
            control: None,
            has_usual_start: false,
            turn: None,
            out: Vec::new(),
            opening: None,
            aid: Aid::Aided,
            places: Vec::new(),
        }
    }

    fn done() -> StudyAnswer {
        StudyAnswer::Done
    }

    fn dismiss_bots(&mut self) {
        self.engine.dismiss();
        self.outbox.jobs.append(&mut self.engine.jobs);
    }
}
