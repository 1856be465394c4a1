//! The lessons, drills and puzzles of the program as a learner does them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use play::GameId;
use practice::{Action, Door, DrillTheme, Exercise, State, Task, Tone, drills, lesson, live_lesson};

const GAMES: [GameId; 2] = [GameId::new("chess"), GameId::new("ransom")];

fn open(task: Task) -> Exercise {
    Exercise::open(&games::registry(), task).unwrap()
}

#[test]
fn every_lesson_can_be_played_through() {
    for game in GAMES {
        let mut exercise = open(Task::Lesson { game });
        let steps = &lesson(game).unwrap().steps;
        for (at, step) in steps.iter().enumerate() {
            assert_eq!(exercise.card().step, [at, steps.len()], "{game}");
            let action = match step.moves.first() {
                Some(code) => Action::Move { code: code.clone() },
                None => Action::Continue,
            };
            exercise
                .act(action)
                .unwrap_or_else(|error| panic!("{game}, step {at}: {error}"));
            if !step.moves.is_empty() && steps.get(at + 1).is_some_and(|next| next.position.is_some()) {
                let card = exercise.card();
                assert_eq!(card.step[0], at, "{game}: the result is shown before another position");
                assert!(card.words.starts_with("Right: "), "{game}: {}", card.words);
                assert_eq!((card.choices.len(), card.doors), (0, vec![Door::Continue]));
                exercise.act(Action::Continue).unwrap();
            }
        }
        assert_eq!(exercise.card().state, State::Done);
        let again = Exercise::resume(&games::registry(), Task::Lesson { game }, exercise.log().to_vec()).unwrap();
        assert_eq!(again.card().words, exercise.card().words);
    }
}

/// Another legal move than the lesson's is answered with a hint and not played.
#[test]
fn other_moves_of_a_lesson_are_wrong_and_hints_show_the_squares() {
    for game in GAMES {
        let mut exercise = open(Task::Lesson { game });
        exercise.act(Action::Continue).unwrap();
        let before = exercise.card();
        let right = &lesson(game).unwrap().steps[1].moves;
        let other = before.choices.iter().find(|mv| !right.contains(&mv.code)).unwrap();
        exercise
            .act(Action::Move {
                code: other.code.clone(),
            })
            .unwrap();
        let after = exercise.card();
        assert_eq!((after.tone, after.step), (Tone::Wrong, before.step));
        assert_eq!(after.scene, before.scene);
        exercise.act(Action::Hint).unwrap();
        assert_eq!(exercise.card().marked.len(), 2);
        assert!(
            exercise.act(Action::Continue).is_err(),
            "a step with a move is not read over"
        );
        exercise.act(Action::Show).unwrap();
        assert_eq!(exercise.card().step[0], 2);
    }
}

#[test]
fn the_live_lesson_has_steps() {
    assert!(live_lesson().steps.len() > 3);
}

#[test]
fn every_drill_begins_and_is_answered() {
    let registry = games::registry();
    let chess = registry.get(DrillTheme::GAME).unwrap();
    let mut bot = chess.open_bot(&chess.adviser(), play::Setup::seeded(1)).unwrap();
    for theme in DrillTheme::ALL {
        let count = drills(theme).len();
        assert!(count > 0, "{theme} has no positions");
        for number in 0..count {
            let exercise = open(Task::Drill { theme, number });
            assert_eq!(exercise.card().state, State::Open, "{theme} {number}");
        }
        let mut exercise = open(Task::Drill { theme, number: 0 });
        let code = exercise.card().choices[0].code.clone();
        exercise.act(Action::Move { code }).unwrap();
        if exercise.awaits_reply() {
            assert!(exercise.card().choices.is_empty());
            exercise.reply(&mut *bot).unwrap();
            assert!(matches!(exercise.log().last(), Some(Action::Reply { .. })));
        }
    }
    assert!(
        Exercise::open(
            &registry,
            Task::Drill {
                theme: DrillTheme::Queen,
                number: 10_000
            }
        )
        .is_err()
    );
}

/// The engine at full strength plays the learner's part of a simple mate.
#[test]
fn a_drill_ends_with_the_mate() {
    let registry = games::registry();
    let chess = registry.get(DrillTheme::GAME).unwrap();
    let mut bot = chess.open_bot(&chess.adviser(), play::Setup::seeded(1)).unwrap();
    let mut exercise = open(Task::Drill {
        theme: DrillTheme::Queen,
        number: 0,
    });
    for _ in 0..30 {
        if exercise.card().state != State::Open {
            break;
        }
        let mut learner = chess.open_bot(&chess.adviser(), play::Setup::seeded(2)).unwrap();
        let choice = learner.choose(&mut play::GameAsk {
            record: exercise.record(),
            budget: play::Budget {
                nodes: Some(20_000),
                ..play::Budget::UNLIMITED
            },
            stop: &play::Stop::new(),
            watch: &play::Stopwatch::start(),
            purpose: play::Purpose::Study { lines: 1 },
            lines: play::Lines::Empty,
            report: &mut |_| {},
        });
        let Ok(play::Choice::Move(mv)) = choice else {
            panic!("{choice:?}")
        };
        let code = exercise.record().describe(mv).unwrap().code;
        exercise.act(Action::Move { code }).unwrap();
        if exercise.awaits_reply() {
            exercise.reply(&mut *bot).unwrap();
        }
    }
    assert_eq!(exercise.card().state, State::Done);
}

#[test]
fn a_puzzle_says_whether_it_was_solved_at_the_first_try() {
    let game = GAMES[0];
    let puzzle = puzzles::Set::shipped(game).iter().next().unwrap().clone();
    let task = Task::Puzzle { game, id: puzzle.id };
    let mut exercise = open(task.clone());
    assert_eq!(exercise.card().first_try, None);
    for code in puzzle.moves.iter().skip(1).step_by(2) {
        exercise.act(Action::Move { code: code.clone() }).unwrap();
    }
    assert_eq!(
        (exercise.card().state, exercise.card().first_try),
        (State::Done, Some(true))
    );
    assert!(exercise.act(Action::Hint).is_err());
    let mut missed = open(task);
    missed.act(Action::Show).unwrap();
    assert_eq!(missed.card().first_try, Some(false));
    assert!(
        Exercise::open(
            &games::registry(),
            Task::Own {
                line: "nothing".to_owned()
            }
        )
        .is_err()
    );
}
