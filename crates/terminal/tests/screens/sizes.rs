//! What small windows show, and what the bar below promises.

use std::time::Duration;

use host::Phase;

use crate::{
    journeys::against_easy,
    player::{Player, Start},
};

fn last_row(player: &Player) -> String {
    player.screen().trim_end().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_way_back_and_the_help_are_in_the_bar_of_a_small_window() {
    let mut player = Player::sized(40, 20);
    player.until("Quit");
    assert!(last_row(&player).contains("F1 help"), "{}", last_row(&player));
    assert!(
        !last_row(&player).contains("Esc"),
        "there is nothing behind the first screen"
    );
    against_easy(&mut player);
    assert_eq!(last_row(&player), " F2 undo  F3 hint  Esc back  F1 help");
    player.press("<F6>").until("Study");
    assert!(
        last_row(&player).ends_with("Esc back  F1 help"),
        "{}",
        last_row(&player)
    );
}

#[test]
fn what_the_engine_thinks_is_shown_in_a_small_window_about_the_shown_position_only() {
    let mut player = Player::sized(40, 20);
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.press("<F4>").until("at depth");
    player.press("<PageUp>").until("End returns to the");
    assert!(!player.screen().contains("at depth"), "{}", player.screen());
    player.press("<End>").until("Your move").until("at depth");
    player.resign().until("You lose").press("<Esc>").until("/rematch");
    assert!(!player.screen().contains("thinking"), "{}", player.screen());
}

#[test]
fn a_game_that_was_left_is_chosen_and_described_in_whole_words() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    player.press("e4<Enter>").until_turns(1);
    player.press("c5<Enter>").until_turns(2);
    player.press("<Esc>").until("Leave the game?");
    player.press("<Down><Enter>").until("Continue");
    let screen = player.screen();
    let row = screen.lines().find(|row| row.contains("Continue")).unwrap_or_default();
    assert!(row.contains("▸  Continue"), "{row}");
    assert!(
        row.trim_end().ends_with("White's turn"),
        "the opening is left out: {row}"
    );
    player.press("<Enter>").until("White to move");
}

#[test]
fn a_note_that_is_cut_is_whole_below_the_list() {
    let mut player = Player::sized(40, 20);
    player.choose("Kung Fu").until("New game").press("<Esc>").until("Quit");
    player.until("chess without turns, for two or four");
    player.choose("Lessons").until("12 steps, about five minutes");
    player.press("<Down>").until("10 steps, about five minutes");
}

#[test]
fn the_task_of_a_mission_is_beside_a_board_with_large_squares() {
    let mut player = Player::by_hand(Start::default());
    player
        .choose("Lessons")
        .until("Kung Fu missions")
        .press("<End><Enter>")
        .until("White belt");
    player.press("<Enter>").until("Send your rook");
    let screen = player.screen();
    assert!(!screen.contains("larger squares"), "{screen}");
    assert!(screen.contains('▀'), "squares of two rows: {screen}");
}

/// The cross leaves one row for a task in the smallest window; while time stands still, the task covers the board.
#[test]
fn a_task_that_is_too_long_for_the_smallest_window_is_whole_while_time_stands_still() {
    let mut player = Player::by_hand(Start {
        size: (40, 20),
        ..Start::default()
    });
    let is_whole = |player: &Player| {
        let screen = player.screen();
        let words: Vec<&str> = screen.split_whitespace().collect();
        words.join(" ").contains("Your king must survive for twenty seconds.")
    };
    player.choose("Lessons").until("Kung Fu missions");
    player.press("<End><Enter>").until("White belt");
    player.press("<End><Enter>").until("Hold the cross");
    player.press("<End>");
    assert!(is_whole(&player), "in the list: {}", player.screen());
    player.press("<Enter>").until("Begins in");
    assert!(is_whole(&player), "before the game: {}", player.screen());
    player.pass(Duration::from_millis(3_020));
    player.until_so("the game", |player| player.live().frame.phase == Phase::Running);
    let screen = player.screen();
    assert!(
        screen.contains("Hold the cross (20 s)") && screen.contains('…'),
        "{screen}"
    );
    assert!(!is_whole(&player), "the board is free: {screen}");
    player.press("<F2>").until("Paused");
    assert!(is_whole(&player), "in a pause: {}", player.screen());
}

#[test]
fn texts_are_read_to_their_end() {
    let mut player = Player::sized(80, 24);
    player.press("<F1>").until("Moves");
    assert!(
        last_row(&player).contains("Down scroll"),
        "nothing can be chosen: {}",
        last_row(&player)
    );
    player.press("<PageDown>");
    assert!(!player.screen().contains("  Moves"), "{}", player.screen());
    player.press("<PageUp>").until("  Moves");
    player.press("<End>");
    let screen = player.screen();
    assert!(
        !screen.contains('↓') && screen.contains('↑'),
        "this is the end: {screen}"
    );
    player.press("<Home>").until("  Moves");
    player.press("<Esc>").until("Quit");
}

#[test]
fn the_rules_are_one_key_away_where_a_game_is_set_up_or_practised() {
    let mut player = Player::sized(80, 24);
    player.choose("Kung Fu").until("New game");
    player
        .press("<F9>")
        .until("Rules of Kung Fu Chess")
        .press("<Esc>")
        .until("New game");
    player.press("<Esc>").until("Quit");
    player.choose("Lessons").until("Kung Fu missions");
    player.press("<End><F9>").until("Rules of Kung Fu Chess");
    player.press("<Esc>").until("Kung Fu missions");
    player.press("<Home><F9>").until("Rules of Chess");
}

#[test]
fn the_record_of_ransom_has_the_same_numbers_in_windows_of_any_width() {
    for (width, height) in [(40, 20), (80, 24), (200, 60)] {
        let mut player = Player::sized(width, height);
        player.choose("Ransom").until("New game");
        player
            .press("<Down><Right><Down><Down><Left><Down>")
            .paste("ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 6 7")
            .press("<Enter>")
            .until("White to move");
        player.press("a1a3<Enter>").until_turns(1);
        player.press("h8h7<Enter>").until_turns(2);
        for row in ["7. Pawn A1→A3", "8. Pawn H8→H7"] {
            assert!(player.screen().contains(row), "{width}×{height}:\n{}", player.screen());
        }
    }
}
