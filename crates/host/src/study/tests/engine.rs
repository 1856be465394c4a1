//! What the engine does at a study.

use play::Action;

use super::*;
use crate::{AnalysedSide, Analysis, ExportFormat, Mistake};

/// White hangs the queen with the third move.
const GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Ng6 *";

fn analyses(scene: &Scene, viewer: Viewer) -> Vec<Analysis> {
    let notes = scene.notes.iter().filter(|(to, _)| *to == viewer);
    notes
        .filter_map(|(_, note)| match note {
            StudyNote::Analysis(analysis) => Some(analysis.clone()),
            StudyNote::EngineFailed => None,
        })
        .collect()
}

#[test]
fn a_position_that_is_over_has_nothing_to_analyse() {
    let mut scene = Scene::new(CHESS, pgn("1. f3 e5 2. g4 Qh4# 0-1"));
    let mate = *scene.view(ANNA).main_line().last().unwrap();
    let analyse = StudyCommand::Analyse {
        node: mate,
        lines: 3,
        side: AnalysedSide::Mover,
    };
    scene.own(CARL, analyse).unwrap();
    assert!(scene.jobs.is_empty());
    let shown = analyses(&scene, CARL);
    assert!(shown[0].done && shown[0].lines.is_empty());
    let threat = StudyCommand::Analyse {
        node: mate,
        lines: 1,
        side: AnalysedSide::Threat,
    };
    assert_eq!(scene.own(CARL, threat), Err(Refusal::NoThreat));
}

#[test]
fn an_analysis_that_is_stopped_costs_nothing_more() {
    let mut scene = Scene::chess();
    let analyse = |node| StudyCommand::Analyse {
        node,
        lines: 2,
        side: AnalysedSide::Mover,
    };
    scene.own(ANNA, analyse(NodeId::ROOT)).unwrap();
    assert_eq!(scene.jobs.len(), 1);
    assert!(scene.table.engine_permits() == 1);
    scene.own(ANNA, StudyCommand::Stop).unwrap();
    assert!(scene.table.engine_permits() == 0);
    // The job finds that nobody wants its answer.
    scene.think();
    assert!(analyses(&scene, ANNA).is_empty());
    scene.own(ANNA, analyse(NodeId::ROOT)).unwrap();
    scene.disconnect(ANNA);
    scene.think();
    assert!(analyses(&scene, ANNA).is_empty() && scene.table.engine_permits() == 0);
}

#[test]
fn a_review_marks_the_mistake_and_two_reviews_agree() {
    let mut scene = Scene::new(CHESS, pgn(GAME));
    assert_eq!(scene.own(CARL, StudyCommand::Review), Err(Refusal::Watching));
    scene.own(ANNA, StudyCommand::Review).unwrap();
    scene.think();
    scene.check();
    let view = scene.view(ANNA);
    let line = view.main_line();
    let queen = view.node(line[5]).unwrap();
    let judged = queen.judgement.clone().unwrap();
    assert_eq!(judged.mistake, Some(Mistake::Blunder), "{judged:?}");
    assert!(judged.better.is_some() && judged.loss > 150);
    let review = view.frame.review.clone().unwrap();
    assert_eq!((review.done, review.of, review.running), (9, 9, false));
    assert!(review.sides[0].blunders >= 1);
    assert!(review.turning_points.contains(&queen.id), "{review:?}");
    let written = scene.table.export(ExportFormat::Pgn, &scene.context).unwrap();
    assert!(written.contains("Qxe5+ $4") && written.contains("[%eval "), "{written}");
    assert!(pgn(&written).moves.len() > 8, "the better line is a variation");

    let events = scene.log.len();
    scene.own(BERT, StudyCommand::Review).unwrap();
    scene.think();
    assert_eq!(scene.log.len(), events, "the second review finds nothing new");
    assert_eq!(scene.view(ANNA).nodes, view.nodes);

    let before = line[4];
    let attempt = |from: &str, to: &str| StudyCommand::Try {
        node: before,
        from: from.parse().unwrap(),
        to: to.parse().unwrap(),
        action: Action::Move,
    };
    scene.own(CARL, attempt("h5", "e5")).unwrap();
    scene.own(BERT, attempt("g1", "f3")).unwrap();
    scene.think();
    let mistakes: Vec<_> = scene
        .answers
        .iter()
        .filter_map(|(viewer, answer)| match answer {
            Ok(StudyAnswer::Tried { judgement, .. }) => Some((*viewer, judgement.mistake)),
            _ => None,
        })
        .collect();
    assert!(mistakes.contains(&(CARL, Some(Mistake::Blunder))), "{mistakes:?}");
    assert!(
        mistakes
            .iter()
            .any(|(viewer, mistake)| *viewer == BERT && *mistake != Some(Mistake::Blunder))
    );
}

#[test]
fn a_move_is_tried_where_a_review_knows_the_best_one() {
    let mut scene = Scene::chess();
    let attempt = StudyCommand::Try {
        node: NodeId::ROOT,
        from: "e2".parse().unwrap(),
        to: "e4".parse().unwrap(),
        action: Action::Move,
    };
    assert_eq!(scene.own(ANNA, attempt), Err(Refusal::NotReviewed));
}

#[test]
fn a_review_ends_when_its_line_is_deleted() {
    let mut scene = Scene::new(CHESS, pgn(GAME));
    scene.own(ANNA, StudyCommand::Review).unwrap();
    let first = scene.view(ANNA).main_line()[1];
    scene.own(BERT, StudyCommand::Delete { node: first }).unwrap();
    scene.think();
    let review = scene.view(ANNA).frame.review.unwrap();
    assert_eq!((review.done, review.of, review.running), (1, 1, false));
    scene.check();
}
