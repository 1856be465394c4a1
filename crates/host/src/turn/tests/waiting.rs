//! Bots that wait for a thread, and analysis that gives way.

use super::*;
use crate::{
    ExportFormat, Switch,
    bot_worker::ReplyContent,
    job::{JobPlace, Priority},
};

impl Scene {
    /// Does the one job there is, and has it give way as soon as it has begun.
    fn interrupt(&mut self) {
        let job = self.jobs.pop().unwrap();
        assert!(self.jobs.is_empty());
        let (work, brake) = (job.work, job.brake);
        let mut replies = Vec::new();
        work(&self.memory, &mut |reply| {
            if matches!(reply.content, ReplyContent::Thought(_)) {
                brake.give_way();
            }
            replies.push(reply);
        });
        for reply in replies {
            let facts = self.table.hear(reply, &self.context, self.now);
            self.commit(facts);
            self.settle();
        }
    }

    fn priority(&self) -> Option<(Priority, Option<VisitorId>)> {
        match self.jobs.last()?.place {
            JobPlace::Search { priority, visitor } => Some((priority, visitor)),
            JobPlace::Live | JobPlace::Own => None,
        }
    }

    fn thoughts(&self) -> Vec<u32> {
        let depth = |(_, note): &(Viewer, TurnNote)| match note {
            TurnNote::Thought(thought) => Some(thought.depth),
            TurnNote::Judged(_) | TurnNote::ReviewStopped => None,
        };
        self.notes.iter().filter_map(depth).collect()
    }
}

#[test]
fn a_bots_clock_stands_while_it_waits_for_a_thread() {
    let mut scene = Scene::new(clocked("15+0", setup(CHESS, "person", "medium?depth=1")));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    scene.pass(60_000);
    assert_eq!(scene.end(), None);
    assert_eq!(scene.table.due(), None, "no flag can fall");
    let clock = scene.frame(ANNA).seats[1].clock.unwrap();
    assert_eq!((clock.left, clock.running), (15_000, false));
    // It begins to think, and two seconds pass before its answer is heard.
    let job = scene.jobs.pop().unwrap();
    let mut replies = Vec::new();
    (job.work)(&scene.memory, &mut |reply| replies.push(reply));
    let mut replies = replies.into_iter();
    let started = replies.next().unwrap();
    assert!(matches!(started.content, ReplyContent::Started));
    scene.table.hear(started, &scene.context, scene.now);
    scene.settle();
    assert!(scene.frame(ANNA).seats[1].clock.unwrap().running);
    scene.pass(2_000);
    for reply in replies {
        let facts = scene.table.hear(reply, &scene.context, scene.now);
        scene.commit(facts);
        scene.settle();
    }
    assert_eq!(scene.labels().len(), 2);
    assert_eq!(scene.frame(ANNA).seats[1].clock.unwrap().left, 13_000);
}

#[test]
fn a_move_that_gives_way_is_played_and_analysis_that_does_goes_on() {
    let mut scene = Scene::new(setup(CHESS, "person", "hard"));
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    scene.interrupt();
    assert_eq!(scene.labels().len(), 2);
    let analysis = Switch::On;
    scene.own(ANNA, TurnCommand::Analyse { analysis }).unwrap();
    scene.interrupt();
    let first = scene.thoughts();
    assert!(!first.is_empty());
    scene.interrupt();
    assert!(
        scene.thoughts().is_sorted(),
        "what was shown is not shown again: {:?}",
        scene.thoughts()
    );
    assert_eq!(scene.jobs.len(), 1, "it goes on until its minute is over");
}

#[test]
fn a_bot_that_has_to_give_way_before_it_thinks_answers_all_the_same() {
    let mut scene = Scene::new(setup(CHESS, "person", "medium"));
    scene.connect(ANNA, &[WHITE]);
    for _ in ["it is opened", "it moves"] {
        for job in &scene.jobs {
            job.brake.give_way();
        }
        scene.think();
        if scene.labels().is_empty() {
            scene.typed(ANNA, "e4");
        }
    }
    assert_eq!(scene.labels().len(), 2);
    assert!(
        !scene
            .events
            .iter()
            .any(|event| matches!(event, TurnEvent::Common(crate::CommonEvent::BotFailed { .. })))
    );
}

#[test]
fn people_come_before_hints_and_hints_before_analysis_and_bots_among_themselves() {
    let of_anna = Some(VisitorId(ANNA.0));
    let mut scene = Scene::new(setup(CHESS, "person", "medium?depth=1"));
    scene.connect(CARL, &[]);
    scene.connect(ANNA, &[WHITE]);
    scene.think();
    scene.typed(ANNA, "e4");
    assert_eq!(scene.priority(), Some((Priority::Move, of_anna)));
    scene.think();
    let analysis = Switch::On;
    scene.own(ANNA, TurnCommand::Analyse { analysis }).unwrap();
    assert_eq!(scene.priority(), Some((Priority::Background, of_anna)));
    let away = std::mem::take(&mut scene.jobs);
    scene.own(ANNA, TurnCommand::Hint).unwrap();
    scene.finish(away);
    assert_eq!(scene.priority(), Some((Priority::Hint, of_anna)));
    let mut scene = Scene::new(setup(CHESS, "medium?depth=1", "easy"));
    scene.connect(CARL, &[]);
    let opened = std::mem::take(&mut scene.jobs);
    scene.finish(opened);
    assert_eq!(scene.priority(), Some((Priority::Background, Some(VisitorId(CARL.0)))));
}

#[test]
fn a_running_game_does_not_show_the_seed_of_its_bot() {
    let mut scene = Scene::new(TurnSetup {
        seed: 987_654_321,
        ..setup(CHESS, "person", "easy")
    });
    scene.connect(ANNA, &[WHITE]);
    for format in [ExportFormat::Json, ExportFormat::Pgn, ExportFormat::Sheet] {
        let text = scene.table.export(format, &scene.context).unwrap();
        assert!(!text.contains("seed") && !text.contains("987654321"), "{text}");
    }
    let view = serde_json::to_string(&scene.view(ANNA)).unwrap();
    assert!(!view.contains("seed") && !view.contains("987654321"), "{view}");
}
