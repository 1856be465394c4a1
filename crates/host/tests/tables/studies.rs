//! Studies with several people: edits at the same time, lines that break, and what everybody sees afterwards.

use std::{
    collections::BTreeMap,
    sync::mpsc::{Receiver, channel},
};

use host::{
    ClientId, Command, CommandId, Connect, Delivery, GameSetup, Host, Message, NewPlayer, NewTableSetup, NodeId,
    PlayerId, Refusal, SeatNumber, StudyAnswer, StudyClient, StudyCommand, StudyGameSetup, StudyMessage, StudySource,
    StudyView, Switch, TableId, TableKind, Visibility, VisitorId,
};
use play::MoveTree;
use proptest::prelude::*;

use crate::support::{BLACK, CHESS, Client, DEADLINE, WHITE, create, host, setup};

fn study(tree: MoveTree) -> NewTableSetup {
    NewTableSetup {
        visibility: Visibility::Private,
        game: GameSetup::Study(Box::new(StudyGameSetup {
            game: CHESS,
            opener: PlayerId::numbered(1),
            share: Switch::On,
            tree,
        })),
    }
}

/// Somebody at a study, as a program of theirs works: it folds updates, numbers commands and sends unanswered ones
/// again.
struct Editor {
    id: ClientId,
    seat: SeatNumber,
    line: Option<(StudyClient, Receiver<StudyMessage>)>,
    view: Option<StudyView>,
    pending: BTreeMap<u64, StudyCommand>,
    next: u64,
    /// Commands that were answered, and what they were answered with.
    answered: Vec<(StudyCommand, Result<StudyAnswer, Refusal>)>,
}

impl Editor {
    fn new(host: &Host, table: &TableId, player: u64) -> Editor {
        let player = NewPlayer {
            player: PlayerId::numbered(player),
            name: None,
        };
        let mut editor = Editor {
            id: ClientId::random(),
            seat: host.take_seat(table, player, None).expect("everybody may take part"),
            line: None,
            view: None,
            pending: BTreeMap::new(),
            next: 1,
            answered: Vec::new(),
        };
        editor.connect(host, table);
        editor
    }

    fn connect(&mut self, host: &Host, table: &TableId) {
        let (sender, messages) = channel();
        let connect = Connect {
            seats: vec![self.seat],
            holders: Vec::new(),
            client: self.id,
            last_seq: self.view.as_ref().map(|view| view.frame.seq),
            visitor: VisitorId::of(&self.seat),
        };
        let mailbox = move |message| match sender.send(message) {
            Ok(()) => Delivery::Taken,
            Err(_) => Delivery::Gone,
        };
        let client = host.connect_study(table, connect, mailbox).expect("the seat is there");
        for (id, command) in &self.pending {
            client
                .send_as(CommandId(*id), Command::Own(command.clone()))
                .expect("it is not busy");
        }
        self.line = Some((client, messages));
        while self.view.is_none() {
            self.receive();
        }
    }

    /// The line breaks; what is on its way to this client is lost.
    fn cut(&mut self) {
        self.line = None;
    }

    fn send(&mut self, command: StudyCommand) {
        let id = self.next;
        self.next += 1;
        self.pending.insert(id, command.clone());
        if let Some((client, _)) = &self.line {
            client
                .send_as(CommandId(id), Command::Own(command))
                .expect("it is not busy");
        }
    }

    /// Takes what is there without waiting.
    fn catch_up(&mut self) {
        while let Some(message) = self.line.as_ref().and_then(|(_, messages)| messages.try_recv().ok()) {
            self.take(message);
        }
    }

    fn receive(&mut self) {
        let (_, messages) = self.line.as_ref().expect("there is a line");
        let message = messages.recv_timeout(DEADLINE).expect("it comes in time");
        self.take(message);
    }

    fn take(&mut self, message: StudyMessage) {
        match message {
            Message::Snapshot { view } => self.view = Some(*view),
            Message::Update { events, frame } => {
                if let Some(view) = &mut self.view {
                    view.update(&events, *frame);
                }
            }
            Message::Reply { id, answer } => self.answer(id, Ok(answer)),
            Message::Refused { id, refusal, .. } => self.answer(id, Err(refusal)),
            Message::Note { .. } | Message::Notice { .. } | Message::Closed { .. } => {}
        }
    }

    fn answer(&mut self, id: CommandId, answer: Result<StudyAnswer, Refusal>) {
        if let Some(command) = self.pending.remove(&id.0) {
            self.answered.push((command, answer));
        }
    }

    /// Connects if it is not, and waits until every command is answered and `seq` seen.
    fn finish(&mut self, host: &Host, table: &TableId) {
        if self.line.is_none() {
            self.connect(host, table);
        }
        while !self.pending.is_empty() {
            self.receive();
        }
    }

    fn until_seq(&mut self, seq: u64) {
        while self.view.as_ref().is_none_or(|view| view.frame.seq < seq) {
            self.receive();
        }
    }

    fn accepted(&self) -> impl Iterator<Item = &StudyCommand> {
        let done = |answer: &Result<StudyAnswer, Refusal>| matches!(answer, Ok(StudyAnswer::Done));
        self.answered
            .iter()
            .filter(move |(_, answer)| done(answer))
            .map(|(command, _)| command)
    }
}

/// Something one of two people does.
#[derive(Clone, Debug)]
enum Step {
    Type(usize, &'static str),
    Comment(usize),
    Promote(usize),
    Delete(usize),
    Cut,
    Connect,
    Wait,
}

fn steps(deletes: bool) -> impl Strategy<Value = Vec<(usize, Step)>> {
    let place = 0..1_000usize;
    let moves = [
        "e4", "d4", "Nf3", "c4", "e5", "d5", "Nf6", "c5", "Nc6", "g6", "Bb5", "h3",
    ];
    let step = prop_oneof![
        10 => (place.clone(), prop::sample::select(moves.to_vec())).prop_map(|(node, text)| Step::Type(node, text)),
        4 => place.clone().prop_map(Step::Comment),
        2 => place.clone().prop_map(Step::Promote),
        1 => place.prop_map(move |node| if deletes { Step::Delete(node) } else { Step::Wait }),
        2 => Just(Step::Cut),
        2 => Just(Step::Connect),
        3 => Just(Step::Wait),
    ];
    prop::collection::vec((0..2usize, step), 1..80)
}

/// Lets two people do things at once; gives the study as a newcomer sees it, and the two.
fn worked(steps: Vec<(usize, Step)>) -> (StudyView, [Editor; 2]) {
    let host = host();
    let table = create(&host, &study(MoveTree::default()));
    let mut editors = [1, 2].map(|player| Editor::new(&host, &table, player));
    for (number, (who, step)) in steps.into_iter().enumerate() {
        let editor = &mut editors[who];
        let view = editor.view.as_ref().expect("it has been connected");
        let at = |place: usize| &view.nodes[place % view.nodes.len()];
        match step {
            Step::Type(place, text) => {
                let (node, text) = (at(place).id, text.to_owned());
                editor.send(StudyCommand::Type { node, text });
            }
            Step::Comment(place) => {
                let (node, seen) = (at(place).id, at(place).comment_version);
                let text = format!("comment {number}");
                editor.send(StudyCommand::Comment { node, seen, text });
            }
            Step::Promote(place) => {
                let node = at(place).id;
                editor.send(StudyCommand::Promote { node });
            }
            Step::Delete(place) => {
                let node = at(place).id;
                editor.send(StudyCommand::Delete { node });
            }
            Step::Cut => editor.cut(),
            Step::Connect => editor.connect(&host, &table),
            Step::Wait => editor.catch_up(),
        }
    }
    for editor in &mut editors {
        editor.finish(&host, &table);
    }
    let newcomer = Editor::new(&host, &table, 3);
    let end = newcomer.view.expect("a snapshot has come");
    // The newcomer's seat is the last event.
    for editor in &mut editors {
        editor.until_seq(end.frame.seq);
    }
    (end, editors)
}

fn check_same(end: &StudyView, editors: &[Editor; 2]) {
    for editor in editors {
        let view = editor.view.as_ref().expect("it has been connected");
        assert_eq!(view.nodes, end.nodes);
        assert_eq!(view.tags, end.tags);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn both_see_the_same_tree(steps in steps(true)) {
        let (end, editors) = worked(steps);
        check_same(&end, &editors);
    }

    #[test]
    fn no_edit_is_lost(steps in steps(false)) {
        let (end, editors) = worked(steps);
        check_same(&end, &editors);
        let accepted: Vec<&StudyCommand> = editors.iter().flat_map(Editor::accepted).collect();
        let moves = accepted.iter().filter(|command| matches!(command, StudyCommand::Type { .. })).count();
        prop_assert_eq!(end.nodes.len(), moves + 1);
        for command in &accepted {
            match command {
                StudyCommand::Type { node, text } => {
                    let children = &end.node(*node).expect("nothing was deleted").children;
                    let label = |id: &NodeId| end.node(*id).and_then(|node| Some(node.mv.as_ref()?.label.clone()));
                    // `d5` may be typed for `cxd5`, and `Bb5` for `Bb5+`.
                    let is_typed = |label: String| label.trim_end_matches('+').ends_with(text.as_str());
                    prop_assert!(children.iter().filter_map(label).any(is_typed), "{text} is there");
                }
                StudyCommand::Comment { node, seen, .. } => {
                    // Every comment was replaced once at the most, by somebody who had seen it.
                    let replaced = accepted.iter().filter(|other| {
                        matches!(other, StudyCommand::Comment { node: at, seen: also, .. } if at == node && also == seen)
                    });
                    prop_assert_eq!(replaced.count(), 1);
                    let stands = &end.node(*node).expect("nothing was deleted").comment;
                    let is_written = accepted.iter().any(|other| {
                        matches!(other, StudyCommand::Comment { node: at, text, .. } if at == node && text == stands)
                    });
                    prop_assert!(is_written, "{stands} was accepted");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_study_sleeps_and_is_as_it_was() {
    let host = host();
    let table = create(&host, &study(MoveTree::default()));
    let mut editor = Editor::new(&host, &table, 1);
    editor.send(StudyCommand::Type {
        node: NodeId::ROOT,
        text: "e4".to_owned(),
    });
    editor.finish(&host, &table);
    let before = editor.view.as_ref().map(|view| view.nodes.clone());
    editor.cut();
    while host.viewers(&table).is_some() {
        std::thread::yield_now();
    }
    editor.view = None;
    editor.connect(&host, &table);
    assert_eq!(editor.view.map(|view| view.nodes), before);
    assert_eq!(host.kind(&table), Ok(TableKind::Study));
}

#[test]
fn a_finished_game_becomes_a_study_and_a_running_one_of_people_does_not() {
    let host = host();
    let table = create(&host, &setup(CHESS, "person", "person"));
    let (both, _) = Client::sit(&host, &table, &[WHITE, BLACK]);
    for text in ["f3", "e5", "g4"] {
        both.typed(text).expect("it is legal");
    }
    let source = StudySource::Table {
        table: table.clone(),
        asking: vec![PlayerId::numbered(1)],
    };
    let refused = host.tree(source.clone());
    assert!(
        matches!(refused, Err(host::OpenError::NotStudied(Refusal::NoHelp))),
        "{refused:?}"
    );
    both.typed("Qh4#").expect("it is legal");
    let (game, tree) = host.tree(source).expect("the game is over");
    assert_eq!((game, tree.moves.len()), (CHESS, 4));
    let study = create(&host, &study(tree));
    let editor = Editor::new(&host, &study, 1);
    let view = editor.view.expect("a snapshot has come");
    assert_eq!(view.main_line().len(), 5);
    let (_, copied) = host
        .tree(StudySource::Table {
            table: study,
            asking: Vec::new(),
        })
        .expect("a study can be copied");
    assert_eq!(copied.moves.len(), 4);
}

#[test]
fn a_tree_that_cannot_be_played_opens_no_study() {
    let host = host();
    let tree = MoveTree {
        moves: vec![play::TreeMove {
            code: "e2e5".to_owned(),
            ..play::TreeMove::default()
        }],
        ..MoveTree::default()
    };
    let opened = host.create(&study(tree), &[], Vec::new());
    assert!(matches!(opened, Err(host::OpenError::Tree(_))), "{opened:?}");
}
