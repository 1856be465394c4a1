//! A match between bots as a person watches it.

use std::fs;

use crate::{PROGRAM, window::Window};

#[test]
fn forty_games_of_easy_are_watched_broken_off_and_written_down() {
    let window = Window::open("arena", 80, 24);
    window.run(PROGRAM);
    window.until("Quit");
    window.keys(&["Down", "Down", "Down", "Enter"]);
    window.until("New match between bots");
    // Both are Easy; forty games, four at once, calm.
    window.keys(&["Down", "Down", "Left", "Left", "Left", "Left", "Down"]);
    window.keys(&["Left", "Left", "Left", "Left", "Left", "Home"]);
    window.until("Second bot   ‹ Easy · below 400 ›");
    window.keys(&["Enter"]);
    window.until("0 of 40");
    window.until("4 Easy");
    window.keys(&["F2"]);
    window.until("paused");
    window.resize(120, 40);
    window.until_so(|screen| screen.contains("paused") && screen.lines().count() > 30);
    window.typed("3");
    window.until("Go to game 3");
    window.keys(&["Enter"]);
    window.until("Game 3 of 40");
    window.resize(40, 20);
    window.until_so(|screen| screen.contains("Game 3 of 40") && screen.contains("paused"));
    window.resize(10, 5);
    window.until("10x5");
    window.resize(80, 24);
    window.until("Game 3 of 40");
    window.keys(&["F2", "F4", "F4"]);
    // At full speed it is over before long; what is aborted before or after is seen either way.
    window.until("Elo");
    window.keys(&["C-x"]);
    window.until_so(|screen| screen.contains("The match was aborted") || screen.contains("The match is over"));
    window.until_so(|_| window.threads("arena-0") == 0);
    window.keys(&["C-s"]);
    window.until("Written: arena-chess-easy-easy.json");
    let exports = window.home().join(".local/share/threefold/exports");
    let json = fs::read_to_string(exports.join("arena-chess-easy-easy.json")).expect("the results");
    assert!(json.contains("\"easy#2\""), "{json}");
    let games = fs::read_to_string(exports.join("arena-chess-easy-easy.pgn")).expect("the games");
    assert!(games.contains("[Event \"Threefold arena\"]"));
    window.keys(&["Escape"]);
    window.until("Quit");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn a_match_that_runs_is_left_only_when_one_wants_to() {
    let window = Window::open("arena-leave", 80, 24);
    window.run(PROGRAM);
    window.until("Quit");
    window.keys(&["Down", "Down", "Down", "Enter"]);
    window.until("New match between bots");
    window.keys(&["Enter"]);
    window.until("0 of 40");
    window.keys(&["Escape"]);
    window.until("Leave the arena?");
    window.keys(&["Escape"]);
    window.until_so(|screen| !screen.contains("Leave the arena?"));
    window.keys(&["Escape"]);
    window.until("Leave the arena?");
    window.keys(&["Down", "Enter"]);
    window.until("Quit");
    window.until_so(|_| window.threads("arena-") == 0);
    window.keys(&["C-c"]);
    window.until_shell();
}
