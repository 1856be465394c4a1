//! The fold law: whatever happens at a table, replaying its log gives the same state, and the same views for the same
//! people. [`Scene`] compares states after every step; here views are compared as well.

use play::Action;
use proptest::prelude::*;

use super::*;
use crate::OfferAnswer;

/// Something that happens at a table.
#[derive(Clone, Debug)]
enum Step {
    /// The legal move with this index, of the side to move.
    Move(usize),
    /// Some command of some viewer.
    Command(u64, Command<TurnCommand>),
    Connect(u64, Vec<SeatNumber>),
    Disconnect(u64),
    Pass(u64),
    Think,
    TakeSeat(u64),
}

fn commands() -> impl Strategy<Value = Command<TurnCommand>> {
    let kinds = prop_oneof![
        Just(OfferKind::Draw),
        Just(OfferKind::TakeBack),
        Just(OfferKind::Rematch)
    ];
    prop_oneof![
        Just(Command::Own(TurnCommand::TakeBack)),
        Just(Command::Own(TurnCommand::Hint)),
        Just(Command::Own(typed("e4"))),
        Just(Command::Common(CommonCommand::Resign)),
        Just(Command::Common(CommonCommand::Leave)),
        Just(Command::Common(CommonCommand::ClaimWin)),
        Just(Command::Common(CommonCommand::CallOff)),
        kinds.prop_map(|what| Command::Common(CommonCommand::Offer { what })),
        prop_oneof![Just(OfferAnswer::Accept), Just(OfferAnswer::Decline)]
            .prop_map(|answer| Command::Common(CommonCommand::Answer { answer })),
        (0..40usize).prop_map(|ply| Command::Own(TurnCommand::Look { ply })),
        prop_oneof![Just(WHITE), Just(BLACK)].prop_map(|seat| Command::Common(CommonCommand::TurnOut { seat })),
        Just(Command::Common(CommonCommand::SetSeat {
            seat: BLACK,
            occupant: crate::NewOccupant::Bot(BotSpec::stored("easy")),
        })),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let seats = prop_oneof![
        Just(vec![]),
        Just(vec![WHITE]),
        Just(vec![BLACK]),
        Just(vec![WHITE, BLACK])
    ];
    let step = prop_oneof![
        8 => (0..60usize).prop_map(Step::Move),
        4 => (1..4u64, commands()).prop_map(|(viewer, command)| Step::Command(viewer, command)),
        2 => (1..4u64, seats).prop_map(|(viewer, seats)| Step::Connect(viewer, seats)),
        1 => (1..4u64).prop_map(Step::Disconnect),
        2 => (0..9_000u64).prop_map(Step::Pass),
        1 => (50_000..70_000u64).prop_map(Step::Pass),
        2 => Just(Step::Think),
        1 => (1..5u64).prop_map(Step::TakeSeat),
    ];
    prop::collection::vec(step, 1..80)
}

fn do_step(scene: &mut Scene, step: Step) {
    match step {
        Step::Move(index) => {
            let viewers = [ANNA, BERT, CARL].map(|viewer| (viewer, scene.frame(viewer).choices));
            let mover = viewers.into_iter().find(|(_, choices)| !choices.is_empty());
            if let Some((viewer, choices)) = mover {
                let choice = &choices[index % choices.len()];
                let command = TurnCommand::Move {
                    from: choice.from,
                    to: choice.to,
                    action: choice.action,
                };
                // A seat may be open; then the move is refused.
                drop(scene.own(viewer, command));
            }
        }
        Step::Command(viewer, command) => drop(scene.send(Viewer(viewer), command)),
        Step::Connect(viewer, seats) => drop(scene.try_connect(Viewer(viewer), &seats)),
        Step::Disconnect(viewer) => scene.disconnect(Viewer(viewer)),
        Step::Pass(time) => scene.pass(time),
        Step::Think => {
            let jobs = std::mem::take(&mut scene.jobs);
            scene.finish(jobs);
        }
        Step::TakeSeat(player) => {
            if let Ok((_, facts)) = scene.table.take_seat(PlayerId::numbered(player)) {
                scene.commit(facts);
                scene.settle();
            }
        }
    }
}

/// What a view shows of the stored state: all but who is connected, who thinks and running clocks.
fn stored(mut view: TurnView) -> TurnView {
    view.frame.thinking = None;
    view.frame.absence = None;
    (view.frame.may.claim_win, view.frame.may.call_off) = (false, false);
    for seat in &mut view.frame.seats {
        seat.seat.connected = false;
        seat.seat.away_since = None;
        seat.clock = None;
    }
    view
}

fn check_views(scene: &Scene) {
    let mut replayed = scene.replayed();
    for (viewer, connected) in &scene.table.session.viewers {
        let seats: Vec<SeatNumber> = connected.sides.iter().map(|&side| side.into()).collect();
        replayed
            .connect(*viewer, &seats, VisitorId(1), &scene.context, scene.now)
            .unwrap();
    }
    // Bots give themselves names when they are opened.
    replayed.session.bot_names.clone_from(&scene.table.session.bot_names);
    for viewer in [ANNA, BERT, CARL] {
        let again = replayed.view(viewer, &scene.context, scene.now);
        assert_eq!(stored(again), stored(scene.view(viewer)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn chess_with_people_and_clocks(steps in steps()) {
        let mut scene = Scene::at_two_screens(clocked("20+1", people(CHESS)));
        for step in steps {
            do_step(&mut scene, step);
            check_views(&scene);
        }
    }

    #[test]
    fn chess_with_an_open_seat_and_a_quick_end(steps in steps()) {
        let few = "6k1/p4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        let mut scene = Scene::new(from(few, setup(CHESS, "person", "open")));
        scene.connect(ANNA, &[WHITE]);
        for step in steps {
            do_step(&mut scene, step);
            check_views(&scene);
        }
    }

    #[test]
    fn ransom_against_a_bot(steps in steps()) {
        let mut scene = Scene::new(setup(RANSOM, "person", "easy?depth=1"));
        scene.connect(ANNA, &[WHITE]);
        for step in steps {
            do_step(&mut scene, step);
            check_views(&scene);
        }
    }
}

#[test]
fn an_upgrade_is_an_action_of_its_own() {
    let mut scene = Scene::at_one_screen(from("1nn5/8/8/3n4/8/2N5/P7/NN6 w 2/0 9 11", people(RANSOM)));
    let upgrade = TurnCommand::Move {
        from: "a2".parse().unwrap(),
        to: "a2".parse().unwrap(),
        action: Action::Upgrade,
    };
    assert_eq!(scene.own(ANNA, upgrade), Ok(()));
    check_views(&scene);
}

#[test]
fn imported_moves_without_a_time_have_none_in_the_record() {
    let mut scene = Scene::at_one_screen(people(CHESS));
    scene.typed(ANNA, "e4 e5");
    for envelope in &mut scene.log[1..] {
        envelope.at = Moment(0);
    }
    scene.table = scene.replayed();
    scene.connect(ANNA, &[WHITE, BLACK]);
    assert!(scene.view(ANNA).record.iter().all(|mv| mv.at.is_none()));
    assert_eq!(scene.table.summary(&[], &scene.context).touched, scene.now);
}
