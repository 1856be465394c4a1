//! Many who want bots to think on one thread.

use std::time::Duration;

use host::{
    Clock, Command, Connect, GameSetup, Host, HostSettings, MemoryStore, Message, NewTableSetup, Refusal, Switch,
    TurnAnswer, TurnCommand, TurnNote, VisitorId,
};
use play::{Control, GameId, TimeControl};

use crate::{
    gated::{GatedBots, HEXAPAWN},
    support::*,
};

/// A host with one thread for searches, and time that the test moves.
fn one_thread(bots: &GatedBots) -> Host {
    let registry = games::registry().with(bots.clone());
    Host::open(HostSettings {
        searches: 1,
        clock: Clock::manual(),
        ..HostSettings::new(registry, MemoryStore::new())
    })
}

fn clocked(seconds: &str, setup: NewTableSetup) -> NewTableSetup {
    let control = TimeControl::read_seconds(seconds).expect("a clock");
    match setup.game {
        GameSetup::Turn(game) => NewTableSetup {
            game: GameSetup::Turn(host::TurnGameSetup {
                control: Some(Control::Clock(control)),
                ..game
            }),
            ..setup
        },
        GameSetup::Live(_) | GameSetup::Study(_) => setup,
    }
}

/// A visitor at a table of their own, who speaks for both sides.
fn alone(host: &Host, game: GameId, visitor: u64) -> Client {
    let table = create(host, &setup(game, "person", "person"));
    let connect = Connect {
        visitor: VisitorId::of(&visitor),
        ..playing(&[WHITE, BLACK])
    };
    Client::connect(host, &table, connect)
}

fn analyse(client: &Client, analysis: Switch) -> Result<TurnAnswer, Refusal> {
    client.send(Command::Own(TurnCommand::Analyse { analysis }))
}

fn until_thought(client: &Client) {
    client.until(|message| match message {
        Message::Note {
            note: TurnNote::Thought(_),
        } => Some(()),
        _ => None,
    });
}

/// The attack: analysis of a minute each, on the only thread there is.
fn bots_answer_beside(listeners: u64) {
    let bots = GatedBots::default();
    let host = one_thread(&bots);
    let listening: Vec<Client> = (0..listeners)
        .map(|visitor| {
            let client = alone(&host, HEXAPAWN, visitor);
            analyse(&client, Switch::On).expect("one table is allowed");
            client
        })
        .collect();
    // Analysis goes on in turns, so that nobody waits until another has finished.
    for client in &listening {
        until_thought(client);
    }
    let table = create(&host, &setup(CHESS, "person", "easy"));
    let (player, _) = Client::sit(&host, &table, &[WHITE]);
    for (ply, text) in [(2, "a3"), (4, "b3"), (6, "c3")] {
        player.typed(text).expect("a legal move");
        player.until_ply(ply);
    }
    // The analysis was interrupted: one that had used up its minute would not begin again.
    bots.until_begun_more_than("endless", listening.len());
}

#[test]
fn one_listener_elsewhere_does_not_stop_easy() {
    bots_answer_beside(1);
}

#[test]
fn ten_listeners_elsewhere_do_not_stop_easy() {
    bots_answer_beside(10);
}

#[test]
fn a_bot_that_would_think_for_ever_answers_when_others_wait() {
    let host = one_thread(&GatedBots::default());
    let first = create(&host, &setup(HEXAPAWN, "person", "endless"));
    let (greedy, _) = Client::sit(&host, &first, &[WHITE]);
    greedy.typed("a1a2").expect("a legal move");
    let second = create(&host, &setup(CHESS, "person", "easy"));
    let (player, _) = Client::sit(&host, &second, &[WHITE]);
    player.typed("e4").expect("a legal move");
    player.until_ply(2);
    greedy.until_ply(2);
}

#[test]
fn a_bot_does_not_lose_on_time_while_it_waits_for_a_thread() {
    let bots = GatedBots::default();
    let host = one_thread(&bots);
    let table = create(&host, &clocked("15+0", setup(CHESS, "person", "master?nodes=1000")));
    let (player, _) = Client::sit(&host, &table, &[WHITE]);
    // The bot has answered once, so it is ready.
    player.typed("e4").expect("a legal move");
    player.until(|message| match message {
        Message::Update { frame, .. } => (frame.scene.ply == 2).then_some(()),
        _ => None,
    });
    let blocked = create(&host, &setup(HEXAPAWN, "person", "stubborn"));
    let (holder, _) = Client::sit(&host, &blocked, &[WHITE]);
    holder.typed("a1a2").expect("a legal move");
    bots.until_begun("stubborn");
    player.typed("d4").expect("a legal move");
    host.pass(Duration::from_mins(1));
    bots.open_gate();
    let (end, left) = player.until(|message| match message {
        Message::Update { frame, .. } if frame.scene.ply == 4 || frame.end.is_some() => {
            Some((frame.end.clone(), frame.seats[1].clock.map(|clock| clock.left)))
        }
        _ => None,
    });
    assert_eq!((end, left), (None, Some(15_000)));
}

#[test]
fn help_is_bounded_for_each_visitor_and_every_question_is_answered() {
    let host = one_thread(&GatedBots::default());
    let of_one: Vec<Client> = (0..5).map(|_| alone(&host, HEXAPAWN, 1)).collect();
    for client in &of_one[..4] {
        analyse(client, Switch::On).expect("four tables are allowed");
    }
    let refused = Err(Refusal::TooMuchHelp { tables: 4 });
    assert_eq!(analyse(&of_one[4], Switch::On), refused);
    assert_eq!(of_one[4].send(Command::Own(TurnCommand::Review)), refused);
    assert_eq!(of_one[4].send(Command::Own(TurnCommand::Hint)), refused);
    // Where there is help already, there may be more of it.
    analyse(&of_one[0], Switch::On).expect("the table counts once");
    let other = alone(&host, HEXAPAWN, 2);
    analyse(&other, Switch::On).expect("another visitor has four of their own");
    analyse(&of_one[1], Switch::Off).expect("analysis can be ended");
    let hints = [(); 3].map(|()| of_one[4].client.send_own(TurnCommand::Hint));
    for hint in hints {
        assert!(matches!(of_one[4].answer(hint), Ok(TurnAnswer::Hint { .. })));
    }
}
