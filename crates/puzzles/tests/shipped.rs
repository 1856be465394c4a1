//! The puzzles that ship with the program.

use std::collections::HashMap;

use play::GameId;
use puzzles::{Set, Theme, rungs, themes_of};

const GAMES: [GameId; 2] = [GameId::new("chess"), GameId::new("ransom")];

#[test]
fn every_line_is_legal_and_has_the_themes_of_its_file() {
    let registry = games::registry();
    for game in GAMES {
        let module = registry.get(game).unwrap();
        let set = Set::shipped(game);
        assert!(!set.is_empty());
        for puzzle in set.iter() {
            assert_eq!(puzzle.game, game);
            puzzle
                .finished(&**module)
                .unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
            let mut stored = puzzle.themes.clone();
            // That needs a search.
            stored.retain(|theme| *theme != Theme::Zugzwang);
            assert_eq!(
                themes_of(game, &puzzle.position, &puzzle.moves, puzzle.goal),
                stored,
                "{}",
                puzzle.id
            );
        }
    }
}

#[test]
fn there_are_two_thousand_puzzles_of_chess_and_three_hundred_of_ransom() {
    for (game, least) in GAMES.into_iter().zip([2_000, 300]) {
        assert!(Set::shipped(game).len() >= least, "{game}");
    }
}

/// What was found twice is shown once, whatever the move before it was.
#[test]
fn no_two_puzzles_begin_with_the_same_board() {
    let registry = games::registry();
    for game in GAMES {
        let module = registry.get(game).unwrap();
        let mut boards = HashMap::new();
        for puzzle in Set::shipped(game).iter() {
            let text = puzzle.begin(&**module).unwrap().position_text(1).unwrap();
            let board = text.split(' ').next().unwrap().to_owned();
            if let Some(other) = boards.insert(board, puzzle.id) {
                panic!("{} and {other} have the same board", puzzle.id);
            }
        }
    }
}

#[test]
fn every_puzzle_was_tried_by_every_rung() {
    for game in GAMES {
        let count = rungs(game).len();
        assert!(
            Set::shipped(game)
                .iter()
                .all(|puzzle| puzzle.tries.solved().len() == count)
        );
    }
}

/// A finish ends the game for the solver after as many moves as it says.
#[test]
fn finishes_end_the_game() {
    let registry = games::registry();
    for game in GAMES {
        let module = registry.get(game).unwrap();
        for puzzle in Set::shipped(game).iter() {
            if let puzzles::Goal::Finish(moves) = puzzle.goal {
                let solver = puzzle.begin(&**module).unwrap().turn();
                let end = puzzle.finished(&**module).unwrap().outcome().unwrap();
                assert_eq!(
                    (end.winner, puzzle.turns()),
                    (Some(solver), moves as usize),
                    "{}",
                    puzzle.id
                );
            }
        }
    }
}
