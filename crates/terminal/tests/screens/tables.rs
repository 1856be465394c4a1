//! What the host and its store mean for the screen: any registered game, names, and a store that fails.

use host::{Host, HostSettings, MemoryStore};
use terminal::{Effect, Opening};

use crate::{
    journeys::against_easy,
    player::{Player, Start},
};

/// Home with a toy game after the two that people play.
fn with_a_toy() -> Player {
    let registry = games::registry().with(hexapawn::HexapawnBots);
    Player::at(
        Host::open(HostSettings::new(registry, MemoryStore::new())),
        Start::default(),
    )
}

#[test]
fn a_registered_toy_is_set_up_played_left_continued_and_reviewed() {
    let mut player = with_a_toy();
    player.until("Hexapawn");
    player.press("<Down><Down><Enter>").until("New game: Hexapawn");
    assert!(!player.screen().contains("one of"), "it has no numbered starts");
    player.press("<Enter>").until("Your move");
    let first = player.view().frame.choices[0].clone();
    player.press(&first.code).press("<Enter>").until_turns(2);
    player.press("<F2>").until_turns(0);
    player.press("<Up><Down><Enter>");
    assert!(player.screen().contains('•'), "the pawn of c1 is chosen and can go");
    player.press("<Up><Enter>").until_turns(2);
    player.press("<F3>").until("Hint: ");
    player.press("<Esc>").until("Leave the game?");
    player.press("<Down><Enter>").until("Continue");
    player.press("<Home><Enter>").until_turns(2);
    player.resign().until("You lose");
    player.press("<Down><Enter>").until("Review: ");
    player.press("<Home>").until("The start");
}

#[test]
fn names_are_given_in_the_settings_and_seen_at_tables() {
    let mut player = Player::sized(80, 24);
    player.choose("Settings").until("Your name");
    player
        .press("<Down><Down><Down><Down><Down>Ada<Down>Bob<Esc>")
        .until("Quit");
    player.press("<Home>");
    player.two_people("Chess");
    player.until("Chess: Ada – Bob").until("Ada (White)");
    player.press("e4<Enter>").until_turns(1);
    player.press("<Esc>").until("Leave the game?").press("<Down><Enter>");
    player.until("Ada – Bob, 1 move");
}

#[test]
fn the_bell_rings_for_moves_of_the_other_side_if_it_is_switched_on() {
    for (setting, rings) in [("", 0), ("<Right>", 1)] {
        let mut player = Player::sized(80, 24);
        player.choose("Settings").until("Bell");
        player
            .press("<Down><Down><Down><Down>")
            .press(setting)
            .press("<Esc>")
            .until("Quit");
        player.press("<Home>");
        against_easy(&mut player);
        player.press("e4<Enter>").until_turns(2);
        let rung = player.effects.iter().filter(|effect| **effect == Effect::Bell).count();
        assert_eq!(rung, rings);
    }
}

#[test]
fn a_store_that_fails_is_shown_and_so_is_its_recovery() {
    let store = MemoryStore::new();
    let host = Host::open(HostSettings::new(games::registry(), store.clone()));
    let mut player = Player::at(host, Start::default());
    player.two_people("Chess");
    store.set_failing(true);
    player.press("e4<Enter>").until("could not be stored");
    assert_eq!(player.view().record.len(), 0, "a move that is not stored is not shown");
    store.set_failing(false);
    player.press("e4<Enter>").until_turns(1);
    player.until("Black to move");
}

#[test]
fn a_game_that_is_open_in_another_window_is_not_opened_twice() {
    let folder = std::env::temp_dir().join(format!("threefold-windows-{}", std::process::id()));
    let mut first = Player::in_folder(&folder, Opening::Home);
    first.two_people("Chess");
    first.press("e4<Enter>").until_turns(1);
    let mut second = Player::in_folder(&folder, Opening::Continue);
    second.until("This game is open in another window.");
    second.press("<Down>");
    second.two_people("Chess");
    second.press("d4<Enter>").until_turns(1);
    first.press("e5<Enter>").until_turns(2);
    assert_eq!(second.view().record[0].label, "d4");
    drop(first);
    second.press("<Esc>").until("Leave the game?");
    second.press("<Down><Enter>").until("Continue");
    second.choose("Review").until("White – Black, 2 moves");
    drop(second);
    std::fs::remove_dir_all(folder).unwrap();
}
