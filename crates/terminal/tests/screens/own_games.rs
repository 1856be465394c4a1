//! The player's own games and profile.

use std::fs;

use terminal::Folders;

use crate::{
    journeys::against_easy,
    player::{Player, Start, host},
};

/// From the first screen to the list of games, when no game waits.
pub(crate) const TO_GAMES: &str = "<Home><Down><Down><Down><Down><Enter>";

#[test]
fn a_game_that_was_left_says_whose_turn_it_is_and_which_opening() {
    let mut player = Player::sized(120, 40);
    player.two_people("Chess");
    player.press("e4<Enter>").until_turns(1);
    player.press("c5<Enter>").until_turns(2);
    player.press("<Esc>").until("Leave the game?");
    player.press("<Down><Enter>").until("Continue");
    player.until("today, White's turn, B20 Sicilian Defence");
}

#[test]
fn finished_games_are_searched_exported_and_deleted_from_the_list() {
    let folder = std::env::temp_dir().join(format!("threefold-own-games-{}", std::process::id()));
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };
    let mut player = Player::in_folders(host(), Start::default(), folders.clone());
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.resign().until("You lose").press("<End><Enter>").until("Quit");
    player.press(TO_GAMES).until("Open a PGN file");
    player.until("Easy, 2 moves");
    player.press("/").until("Search:");
    player.press("ransom");
    assert!(!player.screen().contains("Easy, 2 moves"), "it was no game of Ransom");
    player.press("<Esc>").until("Easy, 2 moves");
    player.press("/easy").until("Easy, 2 moves").press("<Enter>");
    player.press("<C-s>").until("Written to");
    let exported = fs::read_dir(folders.exports()).expect("a folder").count();
    assert_eq!(exported, 1);
    player.press("<C-d>").until("Once more deletes this game");
    player.press("<Up><Down><C-d>").until("Once more deletes this game");
    player.press("<C-d>").until("is deleted from the list");
    assert!(!player.screen().contains("Easy, 2 moves"));
    // It stays so.
    let again = fs::read_to_string(folders.data.join("deleted-games")).expect("a file");
    assert_eq!(again.lines().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_profile_shows_level_results_and_openings() {
    let mut player = Player::sized(80, 40);
    player
        .press("<End><Up><Up><Up><Enter>")
        .until("No finished game yet.")
        .until("shows your level");
    player.press("<Esc>").until("Quit");
    player.press("<Home>");
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.resign().until("You lose").press("<End><Enter>").until("Quit");
    player.press("<End><Up><Up><Up><Enter>").until("1 finished game");
    player.until("Chess, White").until("+0 =0 -1").until("Chess, Easy");
}

#[test]
fn several_players_have_games_and_results_of_their_own() {
    let mut player = Player::sized(80, 40);
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player
        .press("<Esc>")
        .until("Leave the game?")
        .press("<Down><Enter>")
        .until("Continue");
    player.choose("Player").until("No finished game yet.");
    player.press("p").until("Player 1").until("plays now");
    player.press("<Enter>").until("No finished game yet.");
    player.press("p<End><Enter>").until("Type the name of the new player.");
    player.press("Bob<Enter>").until("Bob").until("No finished game yet.");
    player.press("<Esc>").until("Quit");
    assert!(!player.screen().contains("Continue"), "the game is of the other player");
    player.press("<C-n>").until("Chess: Bob – Easy");
    player.press("d4<Enter>").until_turns(2);
    player.resign().until("You lose").press("<End><Enter>").until("Quit");
    player.choose("Player").until("1 finished game");
    player.press("p").until("plays now; 1 finished game");
    player.press("<Up>").press("<C-d>").until("Player 1 has games");
    player.press("<Enter>").until("No finished game yet.");
    player.press("<Esc>").until("Continue");
    player.choose("Review").until("Open a PGN file");
    assert!(!player.screen().contains("Bob"), "{}", player.screen());
}
