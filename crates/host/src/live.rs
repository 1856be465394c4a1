//! Stub while it is written elsewhere.
use crate::decider::*;
use crate::*;
use play::{GameId, Moment};
pub(crate) const GAME: GameId = GameId::new("kungfu");
pub(crate) struct LiveTable;
impl Decider for LiveTable {
    const DELIVERY: DeliveryPolicy = DeliveryPolicy::AtOnce;
    type Fact = LiveFact;
    type Command = LiveCommand;
    type View = LiveView;
    type Frame = LiveFrame;
    type Event = LiveEvent;
    type Answer = LiveAnswer;
    type Note = LiveNote;
    type BotReply = ();
    fn create(_: &Envelope<LiveFact>, _: &Context) -> Result<Self, LogError> {
        todo!()
    }
    fn apply(&mut self, _: &Envelope<LiveFact>, _: &Context) -> Result<(), LogError> {
        todo!()
    }
    fn decide(
        &mut self,
        _: Viewer,
        _: Command<LiveCommand>,
        _: &Context,
        _: Moment,
    ) -> Result<Decision<Self>, Refusal> {
        todo!()
    }
    fn due(&self) -> Option<Moment> {
        todo!()
    }
    fn elapse(&mut self, _: &Context, _: Moment) -> Vec<LiveFact> {
        todo!()
    }
    fn hear(&mut self, _: (), _: &Context, _: Moment) -> Vec<LiveFact> {
        todo!()
    }
    fn settle(&mut self, _: &Context, _: Moment) {
        todo!()
    }
    fn connect(&mut self, _: Viewer, _: &[SeatNumber], _: &Context, _: Moment) -> Result<(), ConnectError> {
        todo!()
    }
    fn disconnect(&mut self, _: Viewer, _: &Context, _: Moment) -> Vec<LiveFact> {
        todo!()
    }
    fn take_seat(&self, _: PlayerId) -> Result<(SeatNumber, Vec<LiveFact>), ConnectError> {
        todo!()
    }
    fn rematch(&self, _: &TableId) -> Result<Option<LiveFact>, Refusal> {
        todo!()
    }
    fn next_table(&self) -> Option<&TableId> {
        todo!()
    }
    fn rematch_setup(&self, _: u64) -> NewTableSetup {
        todo!()
    }
    fn seats_player(&self, _: PlayerId) -> bool {
        todo!()
    }
    fn take_outbox(&mut self) -> Outbox<Self> {
        todo!()
    }
    fn view(&self, _: Viewer, _: &Context, _: Moment) -> LiveView {
        todo!()
    }
    fn frame(&self, _: Viewer, _: &Context, _: Moment) -> LiveFrame {
        todo!()
    }
    fn summary(&self, _: &[&Envelope<LiveFact>], _: &Context) -> Summary {
        todo!()
    }
    fn export(&self, _: ExportFormat, _: &Context) -> Result<String, Refusal> {
        todo!()
    }
    fn done() -> LiveAnswer {
        LiveAnswer::Done
    }
    fn dismiss_bots(&mut self) {
        todo!()
    }
}
