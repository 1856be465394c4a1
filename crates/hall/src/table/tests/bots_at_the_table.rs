//! Bots: when they are asked, what becomes of late answers, and how failures are met.

use super::*;
use crate::{Asked, Mistake};

#[test]
fn a_bot_with_white_moves_once_somebody_sits() {
    let mut scene = Scene::new(plan(Game::Chess, "easy", "human"));
    assert!(scene.jobs.is_empty());
    scene.sit(ANNA, &[BLACK]);
    scene.think();
    assert_eq!(scene.labels().len(), 1);
    assert_eq!(scene.frame(ANNA).seats[0].name, "Easy");
    assert_eq!(
        scene.table.sit(BERT, &[WHITE], scene.now).unwrap_err(),
        super::super::SitError::BotsSeat(WHITE)
    );
}

#[test]
fn an_answer_to_an_earlier_position_is_dropped() {
    let mut scene = Scene::new(plan(Game::Chess, "human", "medium?depth=1"));
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    assert_eq!(scene.frame(ANNA).thinking, Some(BLACK));
    let [late] = <[Job; 1]>::try_from(std::mem::take(&mut scene.jobs)).ok().unwrap();
    scene.send(ANNA, Input::Undo).unwrap();
    scene.typed(ANNA, "d4");
    // The bot is still away with the first question.
    assert!(scene.jobs.is_empty());
    let mut answers = Vec::new();
    late.run(&mut |answer| answers.push(answer));
    for answer in answers {
        scene.table.hear(answer, scene.now);
        scene.collect();
    }
    assert_eq!(scene.labels(), ["d4"]);
    scene.think();
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn against_a_bot_undo_returns_to_the_persons_own_turn_as_often_as_wanted() {
    let mut scene = Scene::new(plan(Game::Chess, "human", "medium?depth=1"));
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    for text in ["a3", "b3", "c3", "d3"] {
        scene.typed(ANNA, text);
        scene.think();
    }
    for turns in [6, 4, 2, 0] {
        scene.send(ANNA, Input::Undo).unwrap();
        assert_eq!(scene.labels().len(), turns);
    }
    assert_eq!(
        scene.send(ANNA, Input::Undo).unwrap_err(),
        "there is no move to take back"
    );
}

#[test]
fn in_company_easy_takes_its_time_and_talks_without_a_thread_waiting() {
    let company = Plan {
        manners: Manners::Human,
        ..plan(Game::Chess, "human", "easy")
    };
    let mut scene = Scene::new(company);
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    assert!(matches!(scene.events.last(), Some(Event::Said { seat: BLACK, .. })));
    scene.think();
    assert_eq!((scene.labels().len(), scene.frame(ANNA).thinking), (1, Some(BLACK)));
    let wake = scene.table.wake().unwrap();
    assert!((1_000..2_000).contains(&(wake.0 - scene.now.0)));
    scene.pass(wake.0 - scene.now.0);
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn a_bot_answers_a_draw_offer_and_its_thinking_costs_the_asker_nothing() {
    let mut scene = Scene::new(clocked("60+0", plan(Game::Chess, "human", "medium?depth=2")));
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    scene.send(ANNA, Input::Offer { what: Asked::Draw }).unwrap();
    scene.pass(5_000);
    scene.think();
    assert!(scene.events.contains(&Event::Declined { what: Asked::Draw }));
    assert_eq!(scene.frame(ANNA).seats[0].clock.unwrap().left, 60_000);
    let lost = "4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1";
    let mut scene = Scene::new(from(lost, plan(Game::Chess, "human", "medium?depth=2")));
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    scene.send(ANNA, Input::Offer { what: Asked::Draw }).unwrap();
    scene.think();
    assert_eq!(scene.end().as_deref(), Some("Draw: agreement"));
}

#[test]
fn a_bot_that_fails_leaves_its_seat_to_another() {
    let mut scene = Scene::new(plan(Game::Chess, "uci:/nowhere/to/be/found", "human"));
    scene.sit(ANNA, &[BLACK]);
    scene.think();
    let failed = scene
        .events
        .iter()
        .any(|event| matches!(event, Event::BotFailed { seat: WHITE, words } if words.contains("no such program")));
    assert!(failed, "{:?}", scene.events);
    assert!(scene.jobs.is_empty() && scene.end().is_none() && scene.writes > 1);
    let replace = |spec: &str| Input::Replace {
        seat: WHITE,
        spec: spec.to_owned(),
    };
    assert!(
        scene
            .send(ANNA, replace("genius"))
            .unwrap_err()
            .contains("known are easy")
    );
    scene.send(ANNA, replace("easy")).unwrap();
    scene.think();
    assert_eq!(scene.labels().len(), 1);
}

#[test]
fn with_the_last_viewer_all_thinking_ends() {
    let mut scene = Scene::new(plan(Game::Ransom, "human", "hard"));
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "c1d3");
    let away = std::mem::take(&mut scene.jobs);
    scene.table.leave(ANNA, scene.now);
    scene.collect();
    // The stop flag is up, so this comes back at once; the bot that comes with it is closed.
    let mut answers = Vec::new();
    for job in away {
        job.run(&mut |answer| answers.push(answer));
    }
    for answer in answers {
        scene.table.hear(answer, scene.now);
        scene.collect();
    }
    assert_eq!((scene.labels().len(), scene.jobs.len()), (1, 1));
    scene.think();
    assert!(scene.jobs.is_empty());
    scene.sit(ANNA, &[WHITE]);
    scene.think();
    assert_eq!(scene.labels().len(), 2);
}

#[test]
fn hints_thoughts_and_reviews_come_from_the_adviser() {
    let mate = "6k1/p4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let mut scene = Scene::at_one_desk(from(mate, people(Game::Chess)));
    scene.send(ANNA, Input::Hint).unwrap();
    scene.think();
    let Some((ANNA, Told::Hint { choice, score })) = scene.letters.last() else {
        panic!("a hint was asked for");
    };
    assert_eq!((choice.label.as_str(), score.as_str()), ("Rd8#", "mate in 1"));
    scene.typed(ANNA, "h3 a6 Rd8");
    scene.letters.clear();
    scene.send(ANNA, Input::Review).unwrap();
    scene.think();
    let judged: Vec<_> = scene
        .letters
        .iter()
        .filter_map(|(_, told)| match told {
            Told::Judged { judged } => Some(judged),
            _ => None,
        })
        .collect();
    assert_eq!(
        judged.iter().map(|judged| (judged.ply, judged.of)).collect::<Vec<_>>(),
        [(0, 4), (1, 4), (2, 4), (3, 4)]
    );
    assert_eq!((judged[0].words.as_str(), judged[0].score), ("mate in 1", 29_999));
    assert_eq!(
        (judged[1].better.as_deref(), judged[1].mistake.is_some()),
        (Some("Rd8#"), true)
    );
    assert_eq!(judged[3].mistake, None::<Mistake>);
    assert_eq!(judged[3].score, 30_000);
}
