//! Bots: when they are asked, what becomes of late answers, and what happens when one fails.

use super::*;
use crate::{CommonEvent, Mistake, NewOccupant, Switch};

#[test]
fn a_bot_with_white_moves_once_somebody_connects() {
    let mut scene = Scene::new(setup(CHESS, "easy", "person"));
    assert!(scene.jobs.is_empty());
    scene.connect(ANNA, &[BLACK]);
    scene.think();
    assert_eq!(scene.labels().len(), 1);
    assert_eq!(scene.frame(ANNA).seats[0].seat.name, "Easy");
    assert_eq!(scene.try_connect(BERT, &[WHITE]), Err(ConnectError::SeatOfBot(WHITE)));
}

#[test]
fn an_answer_to_an_earlier_position_is_dropped() {
    let mut scene = Scene::new(setup(CHESS, "person", "medium?depth=1"));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    assert_eq!(scene.frame(ANNA).thinking, Some(BLACK));
    let late = std::mem::take(&mut scene.jobs);
    assert_eq!(late.len(), 1);
    scene.own(ANNA, TurnCommand::TakeBack).unwrap();
    scene.typed(ANNA, "d4");
    // The bot is still away with the first question.
    assert!(scene.jobs.is_empty());
    scene.finish(late);
    assert_eq!(scene.labels(), ["d4"]);
    scene.think();
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn against_a_bot_taking_back_returns_to_the_persons_own_turn_as_often_as_wanted() {
    let mut scene = Scene::new(setup(CHESS, "person", "medium?depth=1"));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    for text in ["a3", "b3", "c3", "d3"] {
        scene.typed(ANNA, text);
        scene.think();
    }
    for plies in [6, 4, 2, 0] {
        scene.own(ANNA, TurnCommand::TakeBack).unwrap();
        assert_eq!(scene.labels().len(), plies);
    }
    let refused = scene.send(ANNA, Command::Own(TurnCommand::TakeBack)).unwrap_err();
    assert_eq!(refused, Refusal::NothingToTakeBack);
}

#[test]
fn easy_takes_its_time_and_talks_to_people_without_a_thread_waiting() {
    let human = TurnSetup {
        behaviour: BotBehaviour::Human,
        ..setup(CHESS, "person", "easy")
    };
    let mut scene = Scene::new(human);
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    assert!(matches!(
        scene.events.last(),
        Some(TurnEvent::Common(CommonEvent::Said { seat: BLACK, .. }))
    ));
    scene.think();
    assert_eq!((scene.labels().len(), scene.frame(ANNA).thinking), (1, Some(BLACK)));
    let due = scene.table.due().unwrap();
    assert!((1_000..2_000).contains(&(due.0 - scene.now.0)));
    scene.pass(due.0 - scene.now.0);
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn a_bot_answers_a_draw_offer_and_its_thinking_costs_the_asker_nothing() {
    let mut scene = Scene::new(clocked("60+0", setup(CHESS, "person", "medium?depth=2")));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.common(ANNA, DRAW).unwrap();
    scene.pass(5_000);
    scene.think();
    let declined = CommonEvent::Declined { what: OfferKind::Draw };
    assert!(scene.events.contains(&TurnEvent::Common(declined)));
    assert_eq!(scene.frame(ANNA).seats[0].clock.unwrap().left, 60_000);
    let lost = "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1";
    let mut scene = Scene::new(from(lost, setup(CHESS, "person", "medium?depth=2")));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.common(ANNA, DRAW).unwrap();
    scene.think();
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn a_bot_that_fails_leaves_its_seat_to_another() {
    let mut scene = Scene::new(setup(CHESS, "uci:/nowhere/to/be/found", "person"));
    scene.connect(ANNA, &[BLACK]);
    scene.think();
    let failed = scene.events.iter().any(|event| {
        matches!(event, TurnEvent::Common(CommonEvent::BotFailed { seat: WHITE, words }) if words.contains("no such program"))
    });
    assert!(failed, "{:?}", scene.events);
    assert!(scene.jobs.is_empty() && scene.end().is_none());
    assert!(matches!(
        scene.log.last().map(|event| &event.event),
        Some(TurnFact::BotFailed { seat: WHITE, .. })
    ));
    let replace = |spec: &str| CommonCommand::SetSeat {
        seat: WHITE,
        occupant: NewOccupant::Bot(BotSpec::stored(spec)),
    };
    let refused = scene.send(ANNA, Command::Common(replace("genius"))).unwrap_err();
    assert_eq!(
        refused,
        Refusal::NoSuchBot {
            spec: "genius".to_owned()
        }
    );
    scene.common(ANNA, replace("easy")).unwrap();
    scene.think();
    assert_eq!(scene.labels().len(), 1);
}

#[test]
fn with_the_last_viewer_all_thinking_ends() {
    let mut scene = Scene::new(setup(RANSOM, "person", "hard"));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "c1d3");
    let away = std::mem::take(&mut scene.jobs);
    scene.disconnect(ANNA);
    // The stop flag is raised, so this comes back at once; the bot that comes with it is closed.
    scene.finish(away);
    assert_eq!((scene.labels().len(), scene.jobs.len()), (1, 1));
    scene.think();
    assert!(scene.jobs.is_empty());
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn hints_thoughts_and_reviews_come_from_the_adviser() {
    let mate = "6k1/p4ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1";
    let mut scene = Scene::at_one_screen(from(mate, people(CHESS)));
    assert_eq!(scene.send(ANNA, Command::Own(TurnCommand::Hint)), Ok(None));
    scene.think();
    let Some((ANNA, Ok(TurnAnswer::Hint { choice, score }))) = scene.answers.last() else {
        panic!("a hint was asked for");
    };
    assert_eq!((choice.label.as_str(), score.as_str()), ("Rd8#", "White mates in 1"));
    assert_eq!(scene.send(ANNA, Command::Own(TurnCommand::Hint)), Ok(None));
    scene.typed(ANNA, "h3");
    assert_eq!(scene.answers.last(), Some(&(ANNA, Err(Refusal::Outdated))));
    scene.typed(ANNA, "a6 Rd8");
    scene.own(ANNA, TurnCommand::Review).unwrap();
    scene.think();
    let judged: Vec<_> = scene
        .notes
        .iter()
        .filter_map(|(_, note)| match note {
            TurnNote::Judged(judged) => Some(judged),
            TurnNote::Thought(_) | TurnNote::ReviewStopped => None,
        })
        .collect();
    assert_eq!(
        judged.iter().map(|judged| (judged.ply, judged.of)).collect::<Vec<_>>(),
        [(0, 4), (1, 4), (2, 4), (3, 4)]
    );
    assert_eq!(
        (judged[0].words.as_str(), judged[0].score),
        ("White mates in 1", 29_999)
    );
    assert_eq!(
        (judged[1].better.as_deref(), judged[1].mistake.is_some()),
        (Some("Rd8#"), true)
    );
    assert_eq!(judged[3].mistake, None::<Mistake>);
    assert_eq!((judged[3].score, judged[3].words.as_str()), (30_000, "White has won"));
}

#[test]
fn values_are_counted_from_whites_side_and_mates_name_the_winner() {
    let hinted = |position: &str| {
        let mut scene = Scene::new(from(position, setup(CHESS, "easy", "person")));
        scene.connect(ANNA, &[BLACK]);
        scene.think();
        assert_eq!(scene.send(ANNA, Command::Own(TurnCommand::Hint)), Ok(None));
        scene.think();
        match scene.answers.last() {
            Some((ANNA, Ok(TurnAnswer::Hint { score, .. }))) => score.clone(),
            other => panic!("a hint was asked for: {other:?}"),
        }
    };
    let lost = hinted("4k3/8/8/8/8/8/q7/4K3 b - - 0 1");
    assert!(lost.starts_with("Black mates in "), "{lost}");
    let better = hinted("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 b - - 0 1");
    assert!(better.starts_with('+'), "White has a rook more: {better}");
}

#[test]
fn a_draw_is_answered_while_the_engine_analyses() {
    let mut scene = Scene::new(setup(CHESS, "person", "medium?depth=2"));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.own(ANNA, TurnCommand::Analyse { analysis: Switch::On }).unwrap();
    let analysis = std::mem::take(&mut scene.jobs);
    scene.common(ANNA, DRAW).unwrap();
    scene.think();
    let declined = CommonEvent::Declined { what: OfferKind::Draw };
    assert!(
        scene.events.contains(&TurnEvent::Common(declined)),
        "{:?}",
        scene.events
    );
    drop(analysis);
}

#[test]
fn small_talk_speaks_of_pieces_that_are_there_and_does_not_repeat_itself() {
    let human = TurnSetup {
        behaviour: BotBehaviour::Human,
        ..from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", setup(CHESS, "person", "elo:800"))
    };
    let mut scene = Scene::new(human);
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    for mv in 0..24 {
        scene.typed(ANNA, if mv % 2 == 0 { "Ra2" } else { "Ra1" });
        scene.think();
        if let Some(due) = scene.table.due() {
            scene.pass(due.0 - scene.now.0);
        }
        if scene.end().is_some() {
            break;
        }
    }
    let said = scene.events.iter().filter_map(|event| match event {
        TurnEvent::Common(CommonEvent::Said { words, .. }) => Some(words.as_str()),
        _ => None,
    });
    let mut said: Vec<&str> = said.collect();
    assert!(!said.is_empty());
    for absent in ["knight", "bishop", "pawn"] {
        assert!(said.iter().all(|words| !words.contains(absent)), "{said:?}");
    }
    let count = said.len();
    said.sort_unstable();
    said.dedup();
    assert_eq!(said.len(), count, "{said:?}");
}

#[test]
fn a_bot_that_needs_no_time_uses_its_clock_as_people_do() {
    let human = TurnSetup {
        behaviour: BotBehaviour::Human,
        ..clocked("180+2", setup(CHESS, "person", "elo:1200"))
    };
    let mut scene = Scene::new(human);
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    let mut used = Vec::new();
    for text in ["a3", "b3", "c3", "d3"] {
        let before = scene.frame(ANNA).seats[1].clock.unwrap().left;
        scene.typed(ANNA, text);
        scene.think();
        let due = scene.table.due().unwrap();
        scene.pass(due.0 - scene.now.0);
        used.push(before + 2_000 - scene.frame(ANNA).seats[1].clock.unwrap().left);
    }
    // A thirtieth of three minutes and most of the increment are 7.5 seconds.
    assert!(used.iter().all(|used| (1_000..=12_500).contains(used)), "{used:?}");
    assert!(used.iter().any(|time| *time != used[0]), "{used:?}");
}
