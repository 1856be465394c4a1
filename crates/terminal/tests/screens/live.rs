//! Kung Fu Chess by key scripts and a clock that is moved by hand: no real second passes.

use std::time::Duration;

use host::{LivePiece, Phase, Place};
use play::Square;
use ratatui::style::Color;
use terminal::{Depth, GlyphSet};

use crate::player::{Player, Start};

/// A little more than the countdown.
const COUNTDOWN: Duration = Duration::from_millis(3_001);

fn ticks(count: u64) -> Duration {
    Duration::from_millis(count * 1_000 / 30)
}

/// At a table of two, lightning, White against the Novice, the countdown running.
fn sit(start: Start) -> Player {
    let mut player = Player::by_hand(start);
    set_up_lightning(&mut player);
    player.press("<Enter>").until("Begins in 3");
    player
}

/// The form with lightning chosen, at its beginning.
fn set_up_lightning(player: &mut Player) {
    player.press("<Down><Down><Enter>").until("standard");
    player.press("<Down><Down><Right><Home>").until("lightning");
}

/// The same when time has begun to run; bots stay still for half a second.
fn begin(start: Start) -> Player {
    let mut player = sit(start);
    player.pass(COUNTDOWN);
    player.until("0:00");
    player
}

fn sized(width: u16, height: u16) -> Start {
    Start {
        size: (width, height),
        ..Start::default()
    }
}

fn piece_from(player: &Player, square: &str) -> LivePiece {
    let square: Square = square.parse().expect("a square");
    let here = |piece: &&LivePiece| match piece.place {
        Place::Standing { square: at, .. } | Place::Moving { from: at, .. } => at == square,
        Place::Flying { .. } => false,
    };
    *player.live().frame.pieces.iter().find(here).expect("a piece")
}

/// Sends a piece and waits until it goes.
fn go(player: &mut Player, text: &str) {
    player.press(text);
    player.until_so(text, |player| {
        matches!(piece_from(player, &text[..2]).place, Place::Moving { .. })
    });
}

#[test]
fn pictures_of_gliding_resting_and_waiting() {
    for (width, height) in [(40, 20), (80, 24), (120, 40)] {
        let mut player = begin(sized(width, height));
        insta::assert_snapshot!(format!("live-begun-{width}x{height}"), player.screen());
        go(&mut player, "e2e4");
        player.pass(ticks(4));
        insta::assert_snapshot!(format!("live-gliding-{width}x{height}"), player.screen());
        player.pass(ticks(10));
        player.press("e4e5");
        player.until_so("a premove", |player| player.live().frame.premoves.len() == 1);
        insta::assert_snapshot!(format!("live-waiting-{width}x{height}"), player.screen());
    }
}

#[test]
fn pictures_without_colour() {
    for (name, depth, glyphs) in [
        ("mono", Depth::None, GlyphSet::Unicode),
        ("ascii", Depth::True, GlyphSet::Ascii),
    ] {
        let mut player = begin(Start {
            depth,
            glyphs,
            ..Start::default()
        });
        go(&mut player, "e2e4");
        go(&mut player, "b1c3");
        player.pass(ticks(4));
        insta::assert_snapshot!(format!("live-gliding-{name}"), player.screen());
        player.pass(ticks(10));
        player.press("e4e5");
        player.until_so("a premove", |player| player.live().frame.premoves.len() == 1);
        insta::assert_snapshot!(format!("live-waiting-{name}"), player.screen());
        if depth == Depth::None {
            let plain = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
            assert!(player.buffer().content.iter().all(plain));
        }
    }
}

#[test]
fn pictures_of_the_cross() {
    for (width, height) in [(40, 20), (80, 24), (120, 40)] {
        let mut player = Player::by_hand(sized(width, height));
        set_up_lightning(&mut player);
        player
            .press("<Down><Right><Down><Down><Right><Right><Home>")
            .until("Vermilion");
        player.press("<Enter>");
        player.until_so("a table", |player| player.screen().contains("Kung Fu Chess: Novice"));
        player.until_so("a countdown", |player| player.live().frame.phase == Phase::Countdown);
        insta::assert_snapshot!(format!("live-cross-{width}x{height}"), player.screen());
    }
}

#[test]
fn four_armies_look_different() {
    let mut player = Player::by_hand(Start::default());
    set_up_lightning(&mut player);
    player.press("<Down><Right><Home><Enter>").until("Begins in 3");
    let mut looks: Vec<(Color, Color)> = Vec::new();
    for cell in &player.buffer().content {
        // The seats show an army as the board does, on a square of its own.
        let look = (cell.fg, cell.bg);
        if cell.symbol() == "♚" && !looks.contains(&look) {
            looks.push(look);
        }
    }
    let bands = [Color::Rgb(0xB5, 0x37, 0x2A), Color::Rgb(0x2F, 0x5F, 0xC8)];
    for band in bands {
        assert!(looks.iter().any(|(_, behind)| *behind == band), "{looks:?}");
    }
    let fronts = looks
        .iter()
        .filter(|(_, behind)| !bands.contains(behind))
        .map(|(front, _)| *front);
    let [ivory, ink] = [Color::Rgb(0xFF, 0xFF, 0xFF), Color::Rgb(0x0B, 0x0D, 0x10)];
    assert!(fronts.clone().any(|front| front == ivory) && fronts.clone().any(|front| front == ink));
}

#[test]
fn set_up() {
    let mut player = Player::by_hand(sized(80, 24));
    set_up_lightning(&mut player);
    player.press("<Down><Right>");
    insta::assert_snapshot!("live-setup", player.screen());
}

#[test]
fn a_piece_is_chosen_shown_its_squares_and_sent_by_the_cursor_and_by_the_mouse() {
    let mut player = begin(Start::default());
    player.press("<Up><Enter>");
    player.until_so("the squares", |player| player.screen().contains('•'));
    player.press("<Up><Up><Enter>");
    player.until_so("a start", |player| {
        matches!(piece_from(player, "e2").place, Place::Moving { .. })
    });
    // d2 and d4: four columns of labels and frame, five a file, two rows a rank.
    let square = |file: u16, rank: u16| (4 + file * 5 + 2, 3 + (7 - rank) * 2);
    player.drag(square(3, 1), square(3, 3));
    player.until_so("a start", |player| {
        matches!(piece_from(player, "d2").place, Place::Moving { .. })
    });
}

#[test]
fn refusals_say_why_and_time_can_be_stopped() {
    let mut player = begin(Start::default());
    player.press("e1e5").until("A king goes one square");
    player.press("e7e5").until("That pawn is not yours.");
    player.press("a2b3").until("onto an enemy that stands there.");
    player.press("xyz<Enter>").until("is not a move").press("<Esc>");
    player
        .press("/undo<Enter>")
        .until("That command is for games with turns.");
    player.press("/re<Tab>").until("> /re");
    player.press("<Esc><F2>").until("Paused");
    let tick = player.live().frame.tick;
    player.pass(Duration::from_secs(5));
    assert_eq!(player.live().frame.tick, tick);
    assert_eq!(player.next_change(), None, "nothing moves while time stands");
    go(&mut player, "e2e4");
    assert_eq!(player.live().frame.tick, tick, "orders are taken while time stands");
    player.press("/pause<Enter>");
    player.until_so("time", |player| player.live().frame.phase == Phase::Running);
    player.press("<C-z>").until("Paused");
    player.press("<Esc>").until("Leave the game?");
    player.press("<Down><Enter>").until("Continue");
    player.press("<Home><Enter>").until("Paused");
    assert_eq!(player.live().frame.tick, tick, "it goes on where it was left");
}

#[test]
fn time_stands_while_the_help_or_the_rules_hide_the_board() {
    let mut player = begin(Start::default());
    for key in ["<F1>", "<F9>"] {
        player.press(key);
        player.until_so("a pause", |player| player.live().frame.phase == Phase::Paused);
        let tick = player.live().frame.tick;
        player.pass(Duration::from_secs(5));
        assert_eq!(player.live().frame.tick, tick);
        player.press("<Esc>");
        player.until_so("time", |player| player.live().frame.phase == Phase::Running);
    }
    // Time that the player has stopped stays so.
    player.press("<F2>").until("Paused");
    player.press("<F1>").until("Moves").press("<Esc>").until("Paused");
    // A window leaves the board in sight.
    player.press("<F2>");
    player.until_so("time", |player| player.live().frame.phase == Phase::Running);
    player.press("<Esc>").until("Leave the game?").pass(ticks(30));
    assert_eq!(player.live().frame.phase, Phase::Running);
}

#[test]
fn orders_are_typed_as_chess_is_written() {
    let mut player = begin(Start::default());
    let goes = |player: &Player, square: &str| matches!(piece_from(player, square).place, Place::Moving { .. });
    for (typed, from) in [("Nf3", "g1"), ("e4", "e2")] {
        player.press(typed).press("<Enter>");
        player.until_so(typed, |player| goes(player, from));
    }
    player.press("Nf6<Enter>").until("No such piece of yours can go to f6");
    player.press("<Esc>d2<Enter>");
    player.until_so("the squares of the pawn", |player| player.screen().contains('•'));
    player.press("<Esc>c2<Tab>").until("c2c3").press("<Tab>").until("> c2c");
    player.press("<Enter>");
    player.until_so("c2", |player| goes(player, "c2"));
}

#[test]
fn the_cross_is_named_as_its_player_sees_it() {
    let mut player = Player::by_hand(Start {
        size: (120, 40),
        ..Start::default()
    });
    set_up_lightning(&mut player);
    player.press("<Down><Right><Home><Enter>").until("Begins in 3");
    let screen = player.screen();
    let advice = screen
        .split("such as ")
        .nth(1)
        .expect("an example")
        .split(',')
        .next()
        .unwrap()
        .to_owned();
    player.pass(COUNTDOWN);
    player.until("0:00");
    player.press(&advice).press("<Enter>");
    player.until_so("a pawn of one's own", |player| {
        let moves = |piece: &LivePiece| matches!(piece.place, Place::Moving { .. });
        player.live().frame.pieces.iter().any(moves)
    });
    assert!(screen.contains("king is taken is out; the last one wins."), "{screen}");
    let labels: Vec<&str> = screen
        .lines()
        .filter(|line| line.contains(" a ") && line.contains(" k "))
        .collect();
    assert_eq!(labels.len(), 1, "letters run from left to right:\n{screen}");
}

#[test]
fn long_words_are_whole_in_a_small_window() {
    let mut player = begin(sized(40, 20));
    player.press("e1e5").until("A king goes one square");
    player.until("if neither has moved.");
}

#[test]
fn a_small_window_names_all_four_players_of_the_cross_and_who_is_out() {
    let mut player = Player::by_hand(sized(40, 20));
    set_up_lightning(&mut player);
    player.press("<Down><Right><Home><Enter>").until("Begins in 3");
    player.until("♚ You  ♚ Ink  ♚ Vermilion  ♚ Cobalt");
    player.pass(COUNTDOWN);
    player.until("0:00");
    player.resign().until("x You  ♚ Ink  ♚ Vermilion  ♚ Cobalt");
}

#[test]
fn a_player_who_resigns_sees_the_result() {
    let mut player = begin(Start::default());
    player.resign().until("You lose").until("You are out.");
    let mut player = Player::by_hand(Start::default());
    set_up_lightning(&mut player);
    player.press("<Down><Right><Home><Enter>").until("Begins in 3");
    player.pass(COUNTDOWN);
    player.until("0:00");
    player.resign().until("You are out; the others play on.");
}

#[test]
fn who_is_out_on_the_cross_can_watch_or_leave_but_neither_resign_nor_continue() {
    let mut player = Player::by_hand(Start::default());
    set_up_lightning(&mut player);
    player.press("<Down><Right><Home><Enter>").until("Begins in 3");
    player.press("<Esc>").until("Leave the game?").until("Play on");
    assert!(!player.screen().contains("Resign"), "the game has not begun");
    player.press("<Esc>").pass(COUNTDOWN);
    player.until("0:00");
    player.press("<Esc>").until("Leave the game?").until("Resign");
    player.press("<End><Enter>").until("You are out; the others play on.");
    player.press("<Esc>").until("Leave the game?").until("Watch on");
    assert!(!player.screen().contains("Resign"), "{}", player.screen());
    player.press("<Esc>/resign<Enter>").until("You are out of this game.");
    player
        .press("<C-u><Esc>")
        .until("Watch on")
        .press("<Down><Enter>")
        .until("Quit");
    assert!(
        !player.screen().contains("Continue"),
        "who is out has nothing to continue:\n{}",
        player.screen()
    );
}

#[test]
fn a_command_that_waited_in_vain_is_named() {
    let mut player = begin(Start::default());
    go(&mut player, "a2a4");
    player.press("a4").pass(ticks(14));
    player.press("a3");
    player.until_so("a premove", |player| player.live().frame.premoves.len() == 1);
    player.pass(Duration::from_secs(3));
    player.until("The premove of a4 is dropped. A pawn goes straight ahead");
}

#[test]
fn a_whole_game_is_played_replayed_and_played_again() {
    let mut player = begin(Start::default());
    let openings = [
        "e2e4", "d2d4", "g1f3", "b1c3", "f1c4", "c1f4", "a2a4", "h2h4", "d1d3", "e4e5",
    ];
    for text in openings.iter().cycle() {
        if player.screen().contains("Rematch") {
            break;
        }
        player.press(text);
        player.pass(Duration::from_secs(3));
    }
    let frame = player.live().frame.clone();
    assert_eq!(frame.phase, Phase::Over);
    let has_happened = |player: &Player| player.screen().contains("takes") || player.screen().contains("out.");
    assert!(has_happened(&player));
    // Part of a command may have been typed when the game ended.
    while player.screen().contains("Rematch") {
        player.press("<Esc>");
    }
    player.press("<C-u>/review<Enter>").until(" of ");
    player.until("plays at 100 %");
    player.pass(Duration::from_millis(2_200));
    player.until_so("the second second", |player| player.screen().contains("0:02 of"));
    player.press("<Up>").until("200 %");
    player.press("<Enter>").until("stands");
    player.press("<Right>").until("0:03 of");
    player.press("<Home>").until("0:00 of");
    player.until_so("the start", |player| {
        player.screen().matches('♟').count() == 16 && player.screen().matches('♜').count() == 4
    });
    assert!(!has_happened(&player), "a replay does not show later events");
    player.press("<PageDown><End>").until("stands");
    let whole = frame.tick / 30;
    let whole = format!("{}:{:02}", whole / 60, whole % 60);
    let bar = 22;
    player.click((1, bar));
    player.until(&format!("0:00 of {whole}"));
    player.drag((1, bar), (78, bar));
    player.until(&format!("{whole} of {whole}"));
    player.press("<Esc><Esc>").until("Review");
    player.choose("Review").until("Kung Fu ");
    player.press("<Down><Down><Down><Enter>").until(" of ");
}
