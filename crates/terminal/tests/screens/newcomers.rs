//! What hurt people who tried the program for the first time: each test is an entry of theirs.

use std::fs;

use play::{GameId, Side};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use terminal::{Folders, NewGame, Opening};

use crate::player::{Player, Start, host};

fn new_game(new: NewGame) -> Player {
    let mut player = Player::new(Start {
        opening: Opening::Game(new),
        ..Start::default()
    });
    player.until("Your move");
    player
}

fn chess() -> NewGame {
    NewGame::of(GameId::new("chess"))
}

fn against(level: &str) -> Player {
    new_game(NewGame {
        level: Some(level.to_owned()),
        ..chess()
    })
}

/// Where words begin on the screen.
fn place(player: &Player, words: &str) -> (u16, u16) {
    let screen = player.screen();
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(words))
        .expect(words);
    let before = &line[..line.find(words).unwrap_or(0)];
    let column = before.chars().filter(|letter| *letter != '\u{FE0E}').count();
    (column as u16, row as u16)
}

#[test]
fn every_rung_of_the_ladder_has_a_number_and_a_newcomer_begins_near_a_thousand() {
    let mut player = Player::sized(80, 24);
    player.press("<Enter>").until("Level      ‹ Elo 1000 ›");
    player
        .press("<Down><Down><Left><Left><Left><Left>")
        .until("Easy · below 400");
    player.press("<Left>").until("Master · above 3200");
    player
        .press("<Right>")
        .press(&"<Right>".repeat(9))
        .until("Medium · about 1870");
    player.press("<Esc><Down><Enter>").until("Novice · about");
    player.press("<Down><Down><Left>").until("Beginner · about");
    player.press("<Esc><Down><Enter>").until("Novice · about 800");
}

#[test]
fn enter_begins_from_every_row_and_arrows_change_the_way_they_point() {
    let mut player = Player::sized(80, 24);
    player.press("<Enter>").until("Elo 1000");
    let back = place(&player, "‹ Elo 1000");
    player.click(back);
    player.until("Elo 800");
    player.click((back.0 + 6, back.1));
    player.until("Elo 1000");
    player.mouse(MouseEventKind::ScrollDown, back);
    player.until("Elo 1200");
    player.mouse(MouseEventKind::Down(MouseButton::Left), place(&player, "Clock"));
    player.until("Minutes for the game");
    player
        .press("<Enter>")
        .until("Chess: You – Elo 1200")
        .until("Your move");
}

#[test]
fn what_was_chosen_is_remembered_at_the_next_start() {
    let folder = std::env::temp_dir().join(format!("threefold-choices-{}", std::process::id()));
    let mut player = Player::remembering(&folder);
    player.press("<Enter>").until("Elo 1000");
    player.press("<Down><Down><Left><Down><Right><Esc>").until("Quit");
    drop(player);
    let mut player = Player::remembering(&folder);
    player.press("<Enter>").until("Elo 800").until("Black");
    player.press("<Enter>").until("Chess: Elo 800 – You");
    drop(player);
    let mut player = Player::remembering(&folder);
    player.press("<Down><Down><Down><C-n>").until("Chess: Elo 800 – You");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn letters_after_the_end_go_to_the_line_and_the_next_rung_is_offered() {
    let mut player = against("elo:1200");
    player.press("e4<Enter>").until_turns(2);
    player.resign().until("You lose").until("Weaker    Elo 1000");
    assert!(
        player.screen().contains("▸  Board"),
        "nothing that begins something is chosen"
    );
    player.press("/draw<Enter>").until("The game is over");
    assert_eq!(player.view().record.len(), 2, "no other game has begun");
    player.press("/rematch<Enter>").until("Elo 1200 – You");
    let mut player = against("elo:1200");
    player.resign().until("Weaker");
    player.press("<Down><Down><Down><Enter>").until("Chess: You – Elo 1000");
}

#[test]
fn a_won_game_offers_a_stronger_opponent_and_leaves_the_mate_in_sight() {
    let mut player = new_game(NewGame {
        level: Some("elo:800".to_owned()),
        position: Some("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".to_owned()),
        ..chess()
    });
    player.press("Rd8<Enter>").until("You win").until("Stronger   Elo 1000");
    let screen = player.screen();
    assert!(
        screen.lines().any(|line| line.contains('♜') && line.contains('♚')),
        "{screen}"
    );
}

#[test]
fn draw_offers_are_shown_to_both_players_in_words_of_their_own() {
    let mut player = against("medium?depth=1");
    player.press("<F4>").until("depth");
    player
        .press("/draw<Enter>")
        .until("The draw is declined; play goes on.");
    assert!(!player.screen().contains("You offers"));
}

#[test]
fn a_mate_is_told_by_the_name_of_the_side_in_the_hint_and_by_the_engine() {
    let mut player = new_game(NewGame {
        level: Some("easy".to_owned()),
        side: Some(Side::Black),
        position: Some("4k3/8/8/8/8/8/q7/4K3 b - - 0 1".to_owned()),
        ..chess()
    });
    player.press("<F3>").until("(Black mates in ");
    player.press("<F4>").until("Black mates in ").until("at depth");
    assert!(!player.screen().contains("other side"), "{}", player.screen());
}

#[test]
fn a_running_game_is_reviewed() {
    let mut player = against("easy");
    player.press("f3<Enter>").until_turns(2);
    player
        .press("/review<Enter>")
        .until("Review: You – Easy")
        .until("The start");
    player
        .press("<Down>")
        .until_so("judgements", |player| !player.screen().contains("has looked at 0 of"));
    player.press("q").until("Your move");
}

#[test]
fn resigning_asks_and_is_not_the_first_completion() {
    let mut player = against("easy");
    player.press("/<Tab>").until("> /help").press("<Esc>");
    player
        .press("/resign<Enter>")
        .until("Resign?")
        .press("<Enter>")
        .until("Your move");
    assert!(player.view().frame.end.is_none());
}

#[test]
fn a_guest_is_tried_before_the_game_begins() {
    let mut player = Player::sized(80, 24);
    player.press("<Enter>").until("Opponent");
    player.press("<Down><Right><Right>").until("a UCI program");
    player
        .press("<Down>no-such-engine<Enter>")
        .until("Choose another bot: cannot start no-such-engine");
    assert!(player.screen().contains("New game: Chess"));
}

#[test]
fn a_guest_that_cannot_start_does_not_take_the_seat_of_a_bot() {
    let mut player = against("easy");
    player
        .press("/bot uci:no-such-engine<Enter>")
        .until("Choose another bot: cannot start no-such-engine");
    player.until("Chess: You – Easy");
    player.press("e4<Enter>").until_turns(2);
}

#[test]
fn guests_of_a_match_are_tried_before_it_begins() {
    let mut player = Player::sized(80, 24);
    player.choose("Arena").until("New match between bots");
    player.press("<Down><Down>").until("First bot");
    // From Elo 1000 over Easy to the end of the list.
    player.press(&"<Left>".repeat(5)).until("a bot as text");
    player.press("<Left>").until("a model (ONNX file)");
    player
        .press("<Down>/no/such/file.onnx<Enter>")
        .until("Choose another bot: cannot start /no/such/file.onnx");
    player.press("<Up><Left>").until("a UCI program");
    player.press("<Enter>").until("Which program? Type its name.");
    player
        .press("<Down>no-such-engine<Enter>")
        .until("Choose another bot: cannot start no-such-engine");
    player.press("<Up><Right><Right>").until("a bot as text");
    player.press("<Down>elo:1250<Enter>").until("elo:1250");
    assert!(!player.screen().contains("New match"), "{}", player.screen());
}

#[test]
fn file_names_are_completed() {
    let folder = std::env::temp_dir().join(format!("threefold-tab-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("multi.pgn"), "1. e4 *\n").unwrap();
    let mut player = Player::sized(80, 24);
    player.choose("Review").until("Open a PGN file");
    player.press("<Enter>").until("File:");
    player
        .paste(&format!("{}/mul", folder.display()))
        .press("<Tab>")
        .until("multi.pgn");
    player.press("<Enter>").until("The start");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn menus_know_the_keys_of_vi() {
    let mut player = Player::sized(80, 24);
    player
        .press("jk<Enter>")
        .until("New game: Chess")
        .press("jjl")
        .until("Elo 1200");
    player
        .press("h")
        .until("Elo 1000")
        .press("?")
        .until("Moves")
        .press("q")
        .until("New game");
    player.press("q").until("Quit").press(" ").until("New game");
}

#[test]
fn sides_clocks_specs_and_numbered_starts_come_from_the_command_line() {
    let mut player = Player::new(Start {
        opening: Opening::Game(NewGame {
            level: Some("medium?depth=1".to_owned()),
            side: Some(Side::Black),
            clock: Some("7+4".to_owned()),
            number: Some(0),
            ..chess()
        }),
        ..Start::default()
    });
    player.until("Chess: Medium – You").until("7:00").until_turns(1);
    let mut player = new_game(NewGame {
        level: Some("elo:1250".to_owned()),
        ..chess()
    });
    player.until("1250").press("e4<Enter>").until_turns(2);
    let mut player = Player::new(Start {
        opening: Opening::Game(NewGame {
            number: Some(3),
            ..NewGame::of(GameId::new("ransom"))
        }),
        ..Start::default()
    });
    player.until("Ransom");
    assert!(player.view_if_any().is_none(), "Ransom has no numbered starts");
}

#[test]
fn a_clock_of_ones_own_is_typed_in_the_form() {
    let mut player = Player::sized(80, 24);
    player.press("<Enter>").until("Clock");
    player.press("<Down><Down><Down><Down><Left>").until("your own");
    player.press("<Down>soon<Enter>").until("base+increment");
    player.press("<C-u>0.5+1<Enter>").until("0:30");
}

#[test]
fn the_record_of_a_position_counts_on_from_its_number() {
    let mut player = new_game(NewGame {
        level: Some("easy".to_owned()),
        position: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 80".to_owned()),
        ..chess()
    });
    player.press("e4<Enter>").until_turns(2);
    player.until("80. e4");
}

#[test]
fn without_a_store_the_first_screen_says_so_and_leaving_promises_nothing() {
    let mut player = Player::unstored();
    player.until("they are lost when you quit");
    player.two_people("Chess");
    player.press("e4<Enter>").until_turns(1);
    player.press("<Esc>").until("until you quit");
}

#[test]
fn a_large_window_is_used() {
    let mut player = Player::sized(200, 60);
    player.two_people("Chess");
    for (turn, mv) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].iter().enumerate() {
        player.press(mv).press("<Enter>").until_turns(turn + 1);
    }
    insta::assert_snapshot!("large-window", player.screen());
    let blocks = player.screen().lines().filter(|line| line.contains('█')).count();
    assert!(blocks > 20, "pieces are large");
}

#[test]
fn an_exported_game_of_a_file_gets_no_invented_date() {
    let folder = std::env::temp_dir().join(format!("threefold-dates-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("old.pgn");
    fs::write(&path, "[White \"Ada\"]\n\n1. e4 e5 1-0\n").unwrap();
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };
    let start = Start {
        opening: Opening::Pgn(path.to_str().unwrap().to_owned()),
        ..Start::default()
    };
    let mut player = Player::in_folders(host(), start, folders);
    player.until("The start").press("<C-s>").until("Written to");
    let exports = fs::read_dir(folder.join("data/exports")).unwrap();
    let text = fs::read_to_string(exports.last().unwrap().unwrap().path()).unwrap();
    assert!(text.contains("[Date \"????.??.??\"]"), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_card_of_a_bot_says_what_it_is_and_changes_level_and_thinking_time() {
    let mut player = against("master");
    player
        .press("/bot<Enter>")
        .until("Bot: Master")
        .until("the Threefold authors");
    player
        .until("part of Threefold")
        .until("resigns when lost")
        .until("above 3200");
    player.press("<Enter>").until("choose another first");
    player
        .press("<Down><Down>")
        .until("Thinks")
        .press("<Right>")
        .until("at most 1 s a move");
    player
        .press("<Home><Enter>")
        .until("The seat of Master goes to Master, 1 s.");
    player.press("e4<Enter>").until_turns(2);
    player.press("/bot<Enter>").until("at most 1 s a move");
    // Easy has no thinking time.
    player.press("<Down><Right>").until("Easy · below 400");
    assert!(!player.screen().contains("Thinks"), "{}", player.screen());
    player
        .press("<Home><Enter>")
        .until("goes to Easy.")
        .until("Chess: You – Easy");
}

#[test]
fn the_card_fits_into_a_small_window() {
    let mut player = Player::new(Start {
        size: (40, 20),
        opening: Opening::Game(NewGame {
            level: Some("elo:1200".to_owned()),
            ..chess()
        }),
        ..Start::default()
    });
    player.until("Your move");
    player
        .press("/bot<Enter>")
        .until("errs on purpose")
        .until("Change")
        .until("Back");
    player.press("<Esc>").until("Your move");
}
