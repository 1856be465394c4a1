//! Puzzles, lessons, missions and drills by key scripts.

use std::time::{Duration, Instant};

use host::{Clock, Host, HostSettings, LivePiece, MemoryStore, Phase, Place};
use play::{GameId, PieceKind, Square};
use practice::{Step, lesson, live_lesson};
use puzzles::Set;
use terminal::{Folders, TableView};

use crate::player::{Player, Start, host};

#[test]
fn the_lesson_of_chess_is_played_by_typing_and_by_the_cursor() {
    let mut player = Player::sized(80, 24);
    player.choose("Lessons");
    player.until("about five minutes");
    player.press("<Enter>").until("1 of");
    player.press("<Enter>").until("e2 to e4");
    player.press("d4<Enter>").until("That is another move");
    // The cursor begins on e2.
    player.press("<Enter><Up><Up><Enter>").until("Play Nf3");
    let steps = &lesson(GameId::new("chess")).unwrap().steps;
    take(&mut player, &steps[2..7]);
    player.until("Right: Ra8+.").press("<Enter>");
    player.until("8 of 12").press("Rd8<Enter>").until("Right: Rd8#.");
    let mate = player.screen();
    let last_row = mate.lines().find(|line| line.starts_with(" 8 ")).unwrap();
    assert!(
        last_row.contains('♜'),
        "the mate is seen before the next position:\n{mate}"
    );
    player.press("<Enter>").until("Beware of stalemate");
    take(&mut player, &steps[8..]);
    player.until("That was the lesson");
    player.press("<Enter>").until("about five minutes");
}

/// Does what steps of a lesson ask for, and goes on where the result is shown before another position.
fn take(player: &mut Player, steps: &[Step]) {
    for (at, step) in steps.iter().enumerate() {
        if let Some(code) = step.moves.first() {
            player.press(code).press("<Enter>");
            if steps.get(at + 1).is_some_and(|next| next.position.is_some()) {
                player.until("Right: ").press("<Enter>");
            }
        } else {
            player.press("<Enter>");
        }
    }
}

#[test]
fn the_lesson_of_ransom_is_played_in_a_small_window() {
    let mut player = Player::sized(40, 20);
    player.choose("Lessons");
    player.press("<Down><Enter>").until("without kings");
    take(&mut player, &lesson(GameId::new("ransom")).unwrap().steps);
    player.until("That was the lesson");
}

#[test]
fn the_lesson_of_kung_fu_is_played_at_a_table_in_a_small_window() {
    let mut player = Player::by_hand(Start {
        size: (40, 20),
        ..Start::default()
    });
    let board = |player: &Player| player.screen().contains("     a  b  c  d  e  f  g  h\n");
    player.choose("Lessons");
    player.press("<Down><Down><Enter>").until("Lesson 1 of 6");
    assert!(board(&player), "{}", player.screen());
    player.pass(Duration::from_millis(3_020));
    player.press("e2e4<Enter>").until("Lesson 2 of 6");
    assert!(board(&player), "{}", player.screen());
    player.pass(Duration::from_millis(2_500));
    player.press("d1h5<Enter>").until("Lesson 3 of 6");
    player.pass(Duration::from_millis(4_500));
    // The queen rests now; the command waits.
    player.press("h5h7<Enter>").until("Lesson 4 of 6");
    // The premove may be dropped because a piece blocks it by then.
    while player.screen().contains("Lesson 4 of 6") {
        let own = standing(&player, |piece, is_own| is_own && piece.kind != PieceKind::King);
        let others = standing(&player, |piece, is_own| !is_own && piece.kind != PieceKind::King);
        for (from, to) in own.iter().flat_map(|from| others.iter().map(move |to| (from, to))) {
            player.press(&format!("{from}{to}<Enter>"));
        }
        player.pass(Duration::from_secs(4));
    }
    player.until("Lesson 5 of 6");
    assert!(board(&player), "{}", player.screen());
    for king in standing(&player, |piece, is_own| is_own && piece.kind == PieceKind::King) {
        for to in ["d1", "e2", "d2", "f2", "f1"] {
            player.press(&format!("{king}{to}<Enter>"));
        }
    }
    player.until("Lesson 6 of 6");
    assert_eq!(live_lesson().steps.len(), 6);
    player.resign().until("You lose");
    player.press("<Esc>").until("That was the lesson");
}

/// The squares of pieces that stand and have rested.
fn standing(player: &Player, is_wanted: impl Fn(&LivePiece, bool) -> bool) -> Vec<Square> {
    let view = player.live();
    let own = view.frame.seats[usize::from(view.yours[0].0)].seat.army;
    let pieces = view.frame.pieces.iter();
    let wanted = pieces.filter(|piece| is_wanted(piece, piece.army == own));
    wanted
        .filter_map(|piece| match piece.place {
            Place::Standing { square, rests: None } => Some(square),
            _ => None,
        })
        .collect()
}

#[test]
fn puzzles_are_solved_missed_and_counted() {
    let mut player = Player::sized(80, 24);
    player.choose("Puzzles");
    player.until("by theme");
    player.press("<Enter>").until("Puzzle ");
    player.until("to move");
    player.press("<F3>").until("moves.");
    for _ in 0..6 {
        player.press("<F4>");
    }
    player.until("Enter: next puzzle");
    player.until("streak 0");
    let first = player.screen();
    player.press("<Enter>");
    player.until_so("another puzzle", |player| {
        player.screen() != first && !player.screen().contains("next puzzle")
    });
    player.press("<Esc>").until("by theme");
    player.press("<Down><Enter>").until("Puzzles by theme");
    player.press("<Enter>").until("Puzzle ");
}

/// Plays the moves of the shown puzzle, by their codes.
fn solve(player: &mut Player) {
    let screen = player.screen();
    let (_, id) = screen.split_once("Puzzle ").expect("a puzzle is shown");
    let id = id[..7].parse().expect("the title ends with its id");
    let puzzle = Set::shipped(GameId::new("chess")).get(id).expect("it is shipped");
    for code in puzzle.moves.iter().skip(1).step_by(2) {
        player.press(code).press("<Enter>");
    }
}

#[test]
fn a_puzzle_that_is_solved_counts_for_the_rating_and_the_streak() {
    let mut player = Player::sized(80, 24);
    player.choose("Puzzles");
    player.until("by theme");
    player.press("<Enter>").until("to move");
    solve(&mut player);
    player.until("Solved. Rated ").until("streak 1");
    player.press("<Enter>").until("to move");
    solve(&mut player);
    player.until("Solved. Rated ").until("streak 2");
}

#[test]
fn a_mistake_of_an_own_game_becomes_a_puzzle() {
    let folder = std::env::temp_dir().join(format!("threefold-own-puzzles-{}", std::process::id()));
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };
    let mut player = Player::in_folders(host(), Start::default(), folders.clone());
    player.choose("Puzzles");
    player.choose("Chess: search my games").until("no finished games");
    player.press("<Esc>").until("Quit").press("<Home>");
    player.two_people("Chess");
    for (turns, text) in (1..).zip(["f3", "e5", "g4", "Qh4"]) {
        player.press(text).press("<Enter>").until_turns(turns);
    }
    player.until("wins").press("<End><Enter>").until("Quit");
    player.choose("Puzzles");
    player.choose("Chess: search my games");
    let deadline = Instant::now() + Duration::from_mins(2);
    while !player.screen().contains("Searched: 1 of 1 game, 1 new puzzle.") {
        assert!(Instant::now() < deadline, "{}", player.screen());
        player.wait(Duration::from_millis(200));
        std::thread::yield_now();
    }
    player.choose("Chess: my mistakes").until("Black to move");
    player.press("Qh4<Enter>").until("Solved. Rated ");
    // It is stored.
    let mut again = Player::in_folders(host(), Start::default(), folders);
    again
        .choose("Puzzles")
        .until("my mistakes")
        .until("1 from your own games");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_drill_is_answered_and_begun_again() {
    let mut player = Player::sized(80, 24);
    player.choose("Drills");
    player.until("Mate with the queen");
    player.press("<Enter>").until("to move and win");
    let before = player.screen();
    assert!(!before.contains("F3 hint"), "a drill has no hint:\n{before}");
    player.press("<Tab><Enter>");
    player.until_so("a reply", |player| player.screen() != before);
    player.press("<F2>").until("to move and win");
    player.press("<Esc>").until("Mate with the rook");
}

/// From the first screen to the list of belts.
fn open_missions(player: &mut Player) {
    player.choose("Lessons");
    player.until("Kung Fu missions");
    player.press("<End><Enter>").until("White belt");
}

#[test]
fn a_mission_is_won_kept_and_followed_by_the_next() {
    let folder = std::env::temp_dir().join(format!("threefold-campaign-{}", std::process::id()));
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };
    let host = Host::open(HostSettings {
        clock: Clock::manual(),
        ..HostSettings::new(games::registry(), MemoryStore::new())
    });
    let mut player = Player::in_folders(host, Start::default(), folders);
    open_missions(&mut player);
    player.until("0 of 6 done");
    player.press("<Enter>").until("Capture the standing");
    assert!(!player.screen().contains("such as"), "there is no pawn for an example");
    player.pass(Duration::from_millis(3_020));
    player.press("d1d8").until_so("a rook that runs", |player| {
        let moves = |piece: &LivePiece| matches!(piece.place, Place::Moving { .. });
        player.live().frame.pieces.iter().any(moves)
    });
    player.pass(Duration::from_secs(7));
    player.until("Mission accomplished");
    insta::assert_snapshot!("mission-won-80x24", player.screen());
    player.press("<Down><Down><Enter>");
    player.until_so(
        "the next mission",
        |player| matches!(player.table(), Some(TableView::Live(view)) if view.frame.phase == Phase::Countdown),
    );
    player.until("Over their");
    player.pass(Duration::from_millis(3_020));
    player.until_so("the mission", |player| player.live().frame.phase == Phase::Running);
    player.press("<Esc>").until("Leave the mission?");
    player.press("<Down><Enter>").until("1 of 6 done");
    player.press("<Down><Enter>").until("done, 20 s");
    // Neither the mission that was won nor the one that was left is a game.
    player
        .press("<Esc>")
        .until("White belt")
        .press("<Esc>")
        .until("about five minutes");
    player.press("<Esc>").until("Quit");
    player.choose("Player").until("No finished game yet.");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_mission_is_lost_when_time_is_up_and_begun_again() {
    let mut player = Player::by_hand(Start::default());
    open_missions(&mut player);
    player.press("<Enter>").until("Capture the standing");
    player.pass(Duration::from_millis(3_020));
    player.pass(Duration::from_secs(21));
    player.until("Mission failed");
    player.until("Time is up");
    player.press("<Down><Enter>");
    player.until_so(
        "the mission again",
        |player| matches!(player.table(), Some(TableView::Live(view)) if view.frame.phase == Phase::Countdown),
    );
    player.until("Capture the standing");
}
