//! What people do from one screen to the next.

use std::{fs, time::Duration};

use host::SeatNumber;
use play::GameId;
use terminal::{Effect, NewGame, Opening};

use crate::player::{Player, Start, host};

/// Longer than Easy waits before its move is shown.
const ANSWER: Duration = Duration::from_secs(2);

pub(crate) fn against_easy(player: &mut Player) {
    player.press("<Enter>").until("Opponent");
    player
        .press("<Down><Down>")
        .press(&"<Left>".repeat(4))
        .press("<Home>")
        .until("Easy");
    player.press("<Enter>").until("Your move");
}

#[test]
fn a_game_is_left_continued_resigned_and_played_again() {
    let mut player = Player::sized(80, 24);
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.press("<Esc>").until("Leave the game?");
    player.press("<Esc>").until("Your move");
    player.press("<Esc>").until("Leave the game?");
    player.press("<Down><Enter>").until("Continue");
    player.press("<Home><Enter>").until("Your move");
    assert_eq!(player.view().record.len(), 2, "the game goes on where it was left");
    player.resign().until("You lose");
    player.press("<Down><Down><Enter>");
    // Sides are swapped: Easy has White and moves at once.
    player.until_so("Easy's move", |player| {
        let view = player.view_if_any();
        view.is_some_and(|view| view.record.len() == 1 && view.yours == [SeatNumber(1)])
    });
    player.resign().until("You lose").press("<End><Enter>").until("Quit");
    assert!(!player.screen().contains("Continue"), "a finished game does not wait");
}

#[test]
fn escape_goes_back_exactly_one_level() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    player.press("<Up><Enter>Nf<Esc>");
    assert!(!player.screen().contains("> Nf"), "first the line is emptied");
    player
        .press("<F1>")
        .until("Moves")
        .press("<Esc>")
        .until("White to move");
    assert!(player.screen().contains('•'), "the piece is still chosen");
    player.press("<Esc>");
    assert!(!player.screen().contains('•'), "then it is let go");
    player
        .press("<Esc>")
        .until("Leave the game?")
        .press("<Esc>")
        .until("White to move");
}

#[test]
fn tab_completes_moves_and_commands() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    player.press("Nf<Tab>").until("> Nf3");
    player.press("<Enter>").until_turns(1);
    assert_eq!(player.view().record[0].label, "Nf3");
    player.press("g8<Tab>").until("> g8");
    player.press("<Enter>").until_turns(2);
    player.press("/fl<Tab>").until("> /flip");
    player.press("<Enter>");
    let screen = player.screen();
    let first = screen.lines().find(|line| line.trim_start().starts_with('1')).unwrap();
    assert!(first.contains('♜'), "White's rank is above now: {first}");
}

#[test]
fn the_rules_are_one_key_away_at_home_and_at_a_table() {
    let mut player = Player::sized(80, 24);
    for title in ["Rules of Chess", "Rules of Ransom", "Rules of Kung Fu Chess"] {
        player.press("<F9>").until(title).press("<Esc>").until("Quit");
        player.press("<Down>");
    }
    let mut player = Player::sized(40, 20);
    player.two_people("Ransom");
    player.press("/rules<Enter>").until("Rules of Ransom");
    for _ in 0..5 {
        player.press("<PageDown>");
    }
    player.until("How to win").press("<F9>").until("White to move");
}

#[test]
fn refusals_say_why_and_nothing_changes() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    for (typed, said) in [
        ("Nf4", "Nf4"),
        ("/fly", "There is no command /fly"),
        ("/re", "could be"),
        ("/accept", "Nothing is offered to you"),
        ("/rematch", "not over"),
    ] {
        player.press(typed).press("<Enter>").until(said);
        assert_eq!(player.view().record.len(), 0, "{typed}");
    }
    player.press("Nf4<Enter>").until("> Nf4");
    player.press("/fly<Enter>").until("> /fly").press("<Esc>");
    player.press("<C-f>");
    player.press("<Up><Up><Up><Enter>").until("No piece of yours stands on");
}

#[test]
fn blanks_are_no_move() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    // Enter on an empty line takes the square under the cursor: e2, then e4.
    player.press("  <Enter> <Enter>");
    assert!(player.screen().contains('•'), "{}", player.screen());
    player.press("<Up><Up>  <Enter>").until_turns(1);
    assert_eq!(player.view().record[0].label, "e4");
}

#[test]
fn a_move_typed_while_the_bot_thinks_waits_for_the_turn() {
    let mut player = Player::against("hard");
    player.until("Your move");
    player.press("e4<Enter>a3<Enter>");
    player.until_turns(4);
    assert_eq!(player.view().record[2].label, "a3");
    // An impossible one comes back to the line with its reason.
    player.until("Your move").press("b3<Enter>Ke5<Enter>").until_turns(6);
    player.until("> Ke5").until("Ke5");
    player.press("c3").until("> c3");
}

#[test]
fn a_premove_by_mouse_is_shown_played_and_can_be_dropped() {
    let mut player = Player::against_patient("chess");
    player.until("Your move");
    let square = |file: u16, rank: u16| (4 + file * 5 + 2, 3 + (7 - rank) * 2);
    player.press("e4<Enter>").until_turns(1);
    player.click(square(0, 1));
    player.click(square(0, 2));
    player.until("a2a3 waits for your turn. Esc drops it.").press("<Esc>");
    assert!(!player.screen().contains("waits for your turn"), "{}", player.screen());
    player.press("b3<Enter>").until("b3 waits for your turn. Esc drops it.");
    player.pass(ANSWER);
    player.until_turns(3);
    assert_eq!(player.view().record[2].label, "b3");
}

#[test]
fn what_a_bot_says_is_shown_in_the_panel_and_hides_no_status() {
    let mut player = Player::against_patient("chess");
    player.until("Your move");
    player.press("e4<Enter>").until_turns(1);
    player.until("Easy: ").pass(ANSWER);
    player.until_turns(2);
    player.until("Your move.").until("Easy: ");
    player
        .press("<Home>")
        .until("The start · 0 of 2 · End returns to the game")
        .until("Easy: ");
    player
        .press("<End>/fly<Enter>")
        .until("There is no command /fly")
        .until("Easy: ");
}

#[test]
fn easy_waits_before_it_answers_in_both_turn_games() {
    for (game, mv) in [("chess", "e4"), ("ransom", "a1a3")] {
        let mut player = Player::against_patient(game);
        player.until("Your move");
        player.press(mv).press("<Enter>").until_turns(1);
        player.pass(Duration::from_millis(900));
        assert_eq!(player.view().record.len(), 1, "{game}: the own move is seen first");
        player.pass(ANSWER);
        player.until_turns(2);
    }
}

#[test]
fn positions_are_copied_and_quitting_quits() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    player.press("/fen<Enter>");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(player.effects, [Effect::Copy(start.to_owned())]);
    for (keys, effect) in [
        ("<C-c>", Effect::Quit),
        ("/quit<Enter>", Effect::Quit),
        ("<C-z>", Effect::Suspend),
        ("<C-l>", Effect::Redraw),
    ] {
        player.effects.clear();
        player.press(keys);
        assert_eq!(player.effects, [effect], "{keys}");
    }
}

#[test]
fn the_record_is_browsed_without_changing_the_game() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    for (turn, mv) in ["e4", "e5", "Nf3"].iter().enumerate() {
        player.press(mv).press("<Enter>").until_turns(turn + 1);
    }
    player
        .press("<PageUp>")
        .until("1… e5 · 2 of 3 · End returns to the game");
    player.press("<Home>").until("The start · 0 of 3");
    player.press("<PageDown>").until("1. e4 · 1 of 3");
    player.press("<End>").until("Black to move");
    player.press("<PageUp>").until("2 of 3");
    player.press("Nc6<Enter>").until("moves are played there");
    player.until("> Nc6").until("2 of 3");
    assert_eq!(player.view().record.len(), 3, "nothing is played in the past");
    player
        .press("<Esc><End>")
        .until("Black to move")
        .press("Nc6<Enter>")
        .until_turns(4);
}

#[test]
fn the_past_is_shown_with_what_the_seats_had_then() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    for (turn, mv) in ["e4", "d5", "exd5", "Qxd5"].iter().enumerate() {
        player.press(mv).press("<Enter>").until_turns(turn + 1);
    }
    let pawns = |player: &Player| {
        let screen = player.screen();
        let seat = screen.lines().find(|line| line.contains("▸ White"));
        seat.expect("White's seat").matches('♟').count()
    };
    assert_eq!(pawns(&player), 1);
    player.press("<Home>").until("The start · 0 of 4");
    assert_eq!(pawns(&player), 0, "{}", player.screen());
}

#[test]
fn the_record_is_clicked() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    for (turn, mv) in ["e4", "d5", "exd5"].iter().enumerate() {
        player.press(mv).press("<Enter>").until_turns(turn + 1);
    }
    let screen = player.screen();
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains("d5") && line.contains("1."))
        .unwrap();
    let column = line[..line.find("d5").unwrap()]
        .chars()
        .filter(|letter| *letter != '\u{FE0E}')
        .count();
    player.click((column as u16, row as u16));
    player.until("1… d5 · 2 of 3");
}

#[test]
fn a_file_of_several_games_is_reviewed_and_a_broken_one_reported_with_its_line() {
    let folder = std::env::temp_dir().join(format!("threefold-terminal-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.pgn");
    let text = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                [White \"Eve\"]\n\n1. e4 e9 *\n\n[White \"Cem\"]\n[Black \"Dora\"]\n\n1. d4 d5 1/2-1/2\n";
    fs::write(&path, text).unwrap();
    let mut player = Player::new(Start {
        opening: Opening::Pgn(path.to_str().unwrap().to_owned()),
        ..Start::default()
    });
    player.until("games.pgn: 3 games");
    player.press("<Down><Enter>").until("Line 8: move 1... ");
    player.until("1.e4");
    player.press("<Esc>").until("games.pgn: 3 games");
    player.press("<Up><Enter>").until("Study: Ada");
    player.press("<F5>").until("g4??");
    player.press("<Home>").until("The start");
    player.press("<End>").until("2… Qh4#");
    player.press("<C-Left>").until("better was");
    player.press("<Esc>").until("games.pgn: 3 games");
    player.press("<End><Enter>").until("Cem");
    player.press("<Esc><Esc>").until("Quit");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_hint_names_a_move_that_can_be_played() {
    let mut player = Player::sized(80, 24);
    against_easy(&mut player);
    player.press("<F3>").until("Hint: ");
    let screen = player.screen();
    let hint = screen
        .split("Hint: ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_owned();
    assert!(
        player.view().frame.choices.iter().any(|choice| choice.label == hint),
        "{hint}"
    );
}

#[test]
fn a_game_opened_by_the_command_line_can_be_continued_by_it() {
    let host = host();
    let mut player = Player::at(
        host.clone(),
        Start {
            opening: Opening::Game(NewGame {
                level: Some("easy".to_owned()),
                ..NewGame::of(GameId::new("ransom"))
            }),
            ..Start::default()
        },
    );
    player.until("Your move");
    player.press("a1a3<Enter>").until_turns(2);
    drop(player);
    let mut player = Player::at(
        host.clone(),
        Start {
            opening: Opening::Continue,
            ..Start::default()
        },
    );
    player.until("Your move");
    assert_eq!(player.view().record.len(), 2);
    let mut other = Player::at(
        crate::player::host(),
        Start {
            opening: Opening::Continue,
            ..Start::default()
        },
    );
    other.until("No game waits to be continued");
}

#[test]
fn an_undo_against_a_bot_goes_back_to_ones_own_turn() {
    let mut player = Player::sized(80, 24);
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.press("d4<Enter>").until_turns(4);
    player.press("<F2>").until_turns(2);
    player.press("/undo<Enter>").until_turns(0);
}

#[test]
fn themes_change_at_once_and_every_screen_wears_them() {
    let mut player = Player::sized(80, 24);
    player.choose("Settings").until("Theme");
    let before = player.buffer()[(0, 5)].bg;
    player.press("<Right>").until("paper");
    assert_ne!(player.buffer()[(0, 5)].bg, before);
    player.press("<Right><Right>").until("mono");
    player.press("<Esc>").until("Quit");
}
