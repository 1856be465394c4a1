//! The law of the log: replayed to the same tick it gives the same state, and with the same session the same views.

use proptest::prelude::*;

use super::*;
use crate::{NewOccupant, OfferAnswer};

/// Something that happens to a table.
#[derive(Clone, Debug)]
enum Step {
    /// Somebody comes, to their usual seat or to watch.
    Connect(Viewer, Watch),
    Disconnect(Viewer),
    TakeSeat(u64),
    /// Sends a piece of the viewer to one of the squares it could go to, or to any square.
    Go(Viewer, u8, u8),
    Cancel(Viewer, u8),
    Command(Viewer, Command<LiveCommand>),
    Pass(u64),
    /// Bots answer, perhaps long after they were asked.
    Think,
    /// The program is killed and reads the log again.
    Kill,
}

/// Whether somebody who comes plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    No,
    Yes,
}

/// Numbers of some pieces of an army that can move soon, few enough to be sent again while they rest.
const PIECES: [u16; 4] = [2, 7, 9, 12];

impl Stage {
    fn step(&mut self, step: &Step) {
        // What a step asks for may be refused: then nothing changes.
        match step {
            Step::Connect(viewer, watch) if !self.frames.contains_key(viewer) => self.come(*viewer, *watch),
            Step::Connect(..) => {}
            Step::Disconnect(viewer) => self.disconnect(*viewer),
            Step::TakeSeat(player) => drop(self.take_seat(PlayerId::numbered(*player))),
            Step::Go(viewer, piece, pick) => self.go(*viewer, *piece, *pick),
            Step::Cancel(viewer, piece) => {
                let waiting = self.frame(*viewer).premoves;
                let piece = match waiting.len() {
                    0 => self.own_piece(*viewer, *piece),
                    count => waiting[usize::from(*piece) % count].piece,
                };
                drop(self.send(*viewer, LiveCommand::Cancel { piece }));
            }
            Step::Command(viewer, command) => drop(self.command(*viewer, command.clone())),
            Step::Pass(milliseconds) => self.pass(*milliseconds),
            Step::Think => self.think(),
            Step::Kill => {
                let viewers: Vec<Viewer> = self.frames.keys().copied().collect();
                *self = self.again();
                for viewer in viewers {
                    self.come(viewer, Watch::No);
                }
            }
        }
    }

    /// Who has no seat of their own watches.
    fn come(&mut self, viewer: Viewer, watch: Watch) {
        let usual = [SeatNumber(viewer.0 as u8 - 1)];
        if watch == Watch::Yes || self.connect(viewer, &usual).is_err() {
            self.connect(viewer, &[]).unwrap();
        }
    }

    fn own_piece(&self, viewer: Viewer, piece: u8) -> u16 {
        let seat = self.view(viewer).yours.first().map_or(0, |seat| seat.0);
        u16::from(seat) * 16 + PIECES[usize::from(piece) % PIECES.len()]
    }

    fn go(&mut self, viewer: Viewer, piece: u8, pick: u8) {
        let piece = self.own_piece(viewer, piece);
        drop(self.send(viewer, LiveCommand::Targets { piece }));
        let squares = match self.answers.pop() {
            Some(LiveAnswer::Squares { squares, .. }) => squares,
            _ => Vec::new(),
        };
        let any = Square {
            file: pick % 8,
            rank: pick / 8 % 8,
        };
        let to = match squares.len() {
            0 => any,
            count => squares[usize::from(pick) % count],
        };
        drop(self.send(viewer, LiveCommand::Go { piece, to }));
    }

    /// Replays the log and compares.
    fn check(&self) {
        let mut again = self.again();
        assert!(again.table.state.tick_count() <= self.table.state.tick_count());
        while again.table.state.tick_count() < self.table.state.tick_count() {
            again.table.state.tick();
        }
        assert_eq!(again.table.state, self.table.state);
        let session = &self.table.session;
        again.table.session.viewers.clone_from(&session.viewers);
        again.table.session.clock = session.clock;
        again.table.session.came_alone = session.came_alone;
        again.table.session.presence.clone_from(&session.presence);
        again.now = self.now;
        for viewer in [ANNA, BERT, CARL, Viewer(4)] {
            assert_eq!(again.view(viewer), self.view(viewer));
        }
        let summaries = [&again, self].map(|stage| stage.table.summary(&[], &stage.context));
        assert_eq!(summaries[0], summaries[1]);
    }
}

fn viewers() -> impl Strategy<Value = Viewer> {
    prop_oneof![Just(ANNA), Just(BERT), Just(CARL)]
}

fn commands() -> impl Strategy<Value = Command<LiveCommand>> {
    let switch = prop_oneof![Just(Switch::On), Just(Switch::Off)];
    let occupant = prop_oneof![
        Just(NewOccupant::Open),
        Just(NewOccupant::Bot(BotSpec::stored("level1")))
    ];
    let set_seat = (0..5_u8, occupant).prop_map(|(seat, occupant)| CommonCommand::SetSeat {
        seat: SeatNumber(seat),
        occupant,
    });
    let accept = CommonCommand::Answer {
        answer: OfferAnswer::Accept,
    };
    let decline = CommonCommand::Answer {
        answer: OfferAnswer::Decline,
    };
    prop_oneof![
        8 => Just(Command::Own(LiveCommand::Ready)),
        4 => switch.prop_map(|switch| Command::Own(pause(switch))),
        1 => any::<u32>().prop_map(|tick| Command::Own(LiveCommand::Seek { tick })),
        1 => Just(Command::Common(CommonCommand::Resign)),
        1 => Just(Command::Common(CommonCommand::Leave)),
        1 => Just(Command::Common(CommonCommand::ClaimWin)),
        1 => Just(Command::Common(CommonCommand::CallOff)),
        1 => Just(Command::Own(LiveCommand::NotReady)),
        1 => Just(Command::Common(offer(OfferKind::Draw))),
        1 => Just(Command::Common(accept)),
        1 => Just(Command::Common(decline)),
        2 => Just(Command::Common(offer(OfferKind::Rematch))),
        2 => set_seat.prop_map(Command::Common),
        2 => (0..5_u8).prop_map(|seat| Command::Common(CommonCommand::TurnOut { seat: SeatNumber(seat) })),
    ]
}

fn steps() -> impl Strategy<Value = Step> {
    let watch = prop_oneof![4 => Just(Watch::No), 1 => Just(Watch::Yes)];
    prop_oneof![
        8 => (viewers(), watch).prop_map(|(viewer, watch)| Step::Connect(viewer, watch)),
        1 => viewers().prop_map(Step::Disconnect),
        1 => (0..3_u64).prop_map(Step::TakeSeat),
        32 => (viewers(), any::<u8>(), any::<u8>()).prop_map(|(viewer, piece, pick)| Step::Go(viewer, piece, pick)),
        6 => (viewers(), any::<u8>()).prop_map(|(viewer, piece)| Step::Cancel(viewer, piece)),
        4 => (viewers(), commands()).prop_map(|(viewer, command)| Step::Command(viewer, command)),
        24 => (0..300_u64).prop_map(Step::Pass),
        4 => (COUNTDOWN..COUNTDOWN + 1_000).prop_map(Step::Pass),
        8 => Just(Step::Think),
        1 => Just(Step::Kill),
    ]
}

/// The usual tables: people, a person and a bot, bots, and a cross of both.
fn tables() -> impl Strategy<Value = LiveGameSetup> {
    let seats = prop_oneof![
        Just(vec![Occupant::Open, Occupant::Open]),
        Just(vec![Occupant::Open, bot("level2")]),
        Just(vec![bot("level1"), bot("random")]),
        Just(vec![Occupant::Open, bot("level1"), Occupant::Open, bot("level2")]),
    ];
    let speeds = prop_oneof![3 => Just(Speed::Lightning), 1 => Just(Speed::Standard)];
    (seats, speeds).prop_map(|(seats, speed)| setup(speed, seats))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_log_gives_the_state_and_every_view(table in tables(), steps in prop::collection::vec(steps(), 40..240)) {
        let mut stage = Stage::new(table);
        // Everybody begins at a seat if there is one, so that most games are played.
        for viewer in [ANNA, BERT, CARL] {
            stage.come(viewer, Watch::No);
            drop(stage.send(viewer, LiveCommand::Ready));
        }
        stage.pass(COUNTDOWN);
        for (number, step) in steps.iter().enumerate() {
            stage.step(step);
            // A replay takes as long as the game so far; what differs once differs for good.
            if number % 4 == 0 {
                stage.check();
            }
        }
        stage.run(30_000);
        stage.check();
    }
}
