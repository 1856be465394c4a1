//! Matches between bots by key scripts: begun step by step, so that pictures do not depend on who is quicker.

use std::{fs, time::Duration};

use ratatui::{
    crossterm::event::{MouseButton, MouseEventKind},
    style::Color,
};
use terminal::{Depth, Folders, GlyphSet};

use crate::player::{Player, Start, host};

const SIZES: [(u16, u16); 3] = [(40, 20), (80, 24), (120, 40)];

/// The form of a match.
fn set_up(start: Start) -> Player {
    let mut player = Player::new(start);
    player
        .press("<Down><Down><Down><Enter>")
        .until("New match between bots");
    player
}

fn sized((width, height): (u16, u16)) -> Start {
    Start {
        size: (width, height),
        ..Start::default()
    }
}

/// A match of chess on four boards that stands at its openings.
fn standing(start: Start) -> Player {
    let mut player = set_up(start);
    player.press("<End><Left><Left>").until("step by step");
    player.press("<Home><Enter>");
    begun(&mut player);
    player
}

/// Waits until every place has its board.
fn begun(player: &mut Player) {
    player.until("0 of ");
    player.until_so("all boards", |player| !player.screen().contains("waits"));
}

/// A match of Easy against itself, to its end: a number of games and how many at once, counted in steps of the form.
fn played(start: Start, games: &str, at_once: &str) -> Player {
    let mut player = set_up(start);
    // Both become Easy, then games and boards are chosen, and the pace is the fastest.
    player
        .press("<Down><Down>")
        .press(&"<Left>".repeat(4))
        .press("<Down>")
        .press(&"<Left>".repeat(5))
        .press("<Down>")
        .press(games);
    player
        .press("<Down>")
        .press(at_once)
        .press("<End><Right><Right>")
        .until("full speed");
    player.press("<Home><Enter>").until("The match is over");
    player
}

/// Times are of the machine.
fn timeless(screen: &str) -> String {
    let words: Vec<&str> = screen.split(' ').collect();
    let is_time = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with("ms"));
    let hidden = |(at, word): (usize, &&str)| {
        if is_time(at) {
            "#".repeat(word.len())
        } else {
            (*word).to_owned()
        }
    };
    words.iter().enumerate().map(hidden).collect::<Vec<_>>().join(" ")
}

#[test]
fn pictures_of_the_set_up() {
    for size in SIZES {
        let mut player = set_up(sized(size));
        let name = format!("{}x{}", size.0, size.1);
        insta::assert_snapshot!(format!("arena-setup-{name}"), player.screen());
        player.press("<Down><Left>").until("Kung Fu Chess");
        player.press("<Down><Right>").until("Fourth bot");
        insta::assert_snapshot!(format!("arena-setup-cross-{name}"), player.screen());
    }
}

#[test]
fn pictures_of_boards_one_board_figures_and_leaving() {
    for size in SIZES {
        let mut player = standing(sized(size));
        let name = format!("{}x{}", size.0, size.1);
        insta::assert_snapshot!(format!("arena-grid-{name}"), player.screen());
        player.press("<Right><Enter>").until("Game 2 of 40");
        insta::assert_snapshot!(format!("arena-board-{name}"), player.screen());
        player.press("<Tab>").until("So far");
        insta::assert_snapshot!(format!("arena-figures-{name}"), player.screen());
        player.press("<Esc><Esc>").until("Leave the arena?");
        insta::assert_snapshot!(format!("arena-leave-{name}"), player.screen());
    }
}

#[test]
fn pictures_of_the_end() {
    for size in SIZES {
        let mut player = played(sized(size), "<Left><Left><Left>", "<Left><Left><Left>");
        let name = format!("{}x{}", size.0, size.1);
        insta::assert_snapshot!(format!("arena-over-{name}"), timeless(&player.screen()));
        player.press("2<Enter>").until("Game 2 of 2");
        insta::assert_snapshot!(format!("arena-game-{name}"), player.screen());
    }
}

#[test]
fn pictures_of_kung_fu_on_both_boards() {
    for size in SIZES {
        for (name, board) in [("kungfu", ""), ("cross", "<Right>")] {
            let mut player = set_up(sized(size));
            player.press("<Down><Left><Down>").press(board);
            player.press("<End><Left><Left>").until("step by step");
            player.press("<Home><Enter>");
            begun(&mut player);
            let name = format!("arena-{name}-{}x{}", size.0, size.1);
            insta::assert_snapshot!(name.clone(), player.screen());
            player.press("<Enter>");
            assert!(!player.screen().contains("No game"), "{}", player.screen());
            insta::assert_snapshot!(format!("{name}-board"), player.screen());
        }
    }
}

#[test]
fn pictures_without_colour() {
    for (name, depth, glyphs) in [
        ("no-color", Depth::None, GlyphSet::Blocks),
        ("ascii", Depth::True, GlyphSet::Ascii),
    ] {
        for size in SIZES {
            let start = || Start {
                size,
                depth,
                glyphs,
                ..Start::default()
            };
            let mut player = standing(start());
            let name = format!("{name}-{}x{}", size.0, size.1);
            insta::assert_snapshot!(format!("arena-grid-{name}"), player.screen());
            player.press("<Enter>").until("Game 1 of 40");
            insta::assert_snapshot!(format!("arena-board-{name}"), player.screen());
            if depth == Depth::None {
                let plain = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
                assert!(player.buffer().content.iter().all(plain));
            }
            let player = played(start(), "<Left><Left><Left>", "<Left><Left><Left>");
            insta::assert_snapshot!(format!("arena-over-{name}"), timeless(&player.screen()));
        }
    }
}

#[test]
fn a_match_goes_step_by_step_stands_and_changes_its_pace() {
    let mut player = set_up(Start::default());
    player.press("<End><Left><Left>").until("step by step");
    player.press("<Up><Up><Left><Left><Left><Home><Enter>").until("0 of 40");
    player.press("<Enter>").until("plies").until("paused");
    let plies = |player: &Player| -> usize {
        let screen = player.screen();
        let before = screen.split(" plies").next().expect("a number");
        before
            .rsplit(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a number")
    };
    let at_first = plies(&player);
    for step in 1..=3 {
        player.press("<F5>");
        player.until_so("a move", |player| plies(player) == at_first + step);
    }
    assert_eq!(player.next_change(), None, "nothing is drawn while nothing happens");
    player
        .press("<F3><F3><F2>")
        .until_so("time", |player| !player.screen().contains("paused"));
    player.press("<F4><F4><F4>").until("full speed");
    player.until("Elo");
}

#[test]
fn games_are_jumped_to_and_gone_through() {
    let mut player = standing(Start::default());
    player.press("3<Enter>").until("Game 3 of 40");
    player.press("40<Enter>").until("Game 40 has not begun.");
    player.press("41<Enter>").until("The games are 1 to 40.");
    player.press("4<Back>2<Enter>").until("Game 2 of 40");
    player.press("7<Esc>");
    assert!(!player.screen().contains("Go to game"), "Esc empties the line first");
    player.press("<Esc>").until("1 Elo 1000");
    // The second board of the first row: a click chooses it, another one shows it alone.
    let (column, row) = (50, 8);
    player.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    player.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    player.until("Game 2 of 40");

    let mut player = played(Start::default(), "<Left><Left>", "");
    player.press("<PageUp>").until("Game 10 of 10");
    player.press("<PageUp>").until("Game 9 of 10");
    player.press("<PageDown>").until("Game 10 of 10");
    player.press("<Esc><Tab><Tab>").until("The match is over");
    player.press("<Esc>").until("Quit");
}

#[test]
fn a_bot_that_meets_itself_is_two_players() {
    let player = played(Start::default(), "<Left><Left>", "");
    let screen = player.screen();
    let row = |name: &str| {
        let line = screen.lines().find(|line| line.trim_start().starts_with(name));
        let line = line.expect("a row").trim_start();
        let words: Vec<&str> = line.strip_prefix(name).expect("its name").split_whitespace().collect();
        (words[0].to_owned(), words[2..5].join(" "))
    };
    let [(first, won), (second, lost)] = [row("Easy  "), row("Easy 2")];
    let points = |text: &str| {
        let whole: f64 = text.trim_end_matches('½').parse().unwrap_or(0.0);
        if text.ends_with('½') { whole + 0.5 } else { whole }
    };
    assert!((points(&first) + points(&second) - 10.0).abs() < 0.01, "{screen}");
    let turned: Vec<&str> = won.split(' ').collect();
    let mirrored = [
        turned[2].replace('-', "+"),
        turned[1].to_owned(),
        turned[0].replace('+', "-"),
    ]
    .join(" ");
    assert_eq!(mirrored, lost, "what one won the other lost");
}

#[test]
fn a_match_is_broken_off_written_down_and_left() {
    let folder = std::env::temp_dir().join(format!("threefold-arena-{}", std::process::id()));
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };

    let mut player = Player::in_folders(host(), Start::default(), folders.clone());
    player
        .press("<Down><Down><Down><Enter>")
        .until("New match between bots");
    player.press("<End><Right><Right><Home><Enter>").until("full speed");
    player.until_so("a game", |player| !player.screen().contains(" 0 of 40"));
    player.press("<C-x>").until("aborted");
    // What was not written is not left without a question.
    player
        .press("<Esc>")
        .until("Leave the arena?")
        .until("nothing is stored");
    player
        .press("<Down><Enter>")
        .until("Written: arena-chess-elo-1000-elo-1200.json and");
    let files: Vec<String> = fs::read_dir(folders.exports())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files.len(), 2, "{files:?}");
    let json = fs::read_to_string(folders.exports().join("arena-chess-elo-1000-elo-1200.json")).unwrap();
    assert!(json.contains("\"finished\":false"));
    let games = fs::read_to_string(folders.exports().join("arena-chess-elo-1000-elo-1200.pgn")).unwrap();
    assert!(games.contains("[Event \"Threefold arena\"]"));
    player
        .press("<C-s>")
        .until("Written: arena-chess-elo-1000-elo-1200-2.json");
    player.press("<Esc>").until("Quit");
    player.wait(Duration::from_secs(1));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_that_do_not_fit_are_counted_and_the_match_goes_on() {
    let folder = std::env::temp_dir().join(format!("threefold-full-{}", std::process::id()));
    let folders = Folders {
        config: folder.join("config"),
        data: folder.join("data"),
    };
    fs::create_dir_all(&folder).unwrap();
    fs::write(&folders.data, "not a folder").unwrap();
    let mut player = Player::in_folders(host(), Start::default(), folders.clone());
    player
        .press("<Down><Down><Down><Enter>")
        .until("New match between bots");
    player
        .press("<Down><Down>")
        .press(&"<Left>".repeat(4))
        .press("<Down>")
        .press(&"<Left>".repeat(5));
    player.press("<Down><Left><Left><Left><End><Right><Right><Home><Enter>");
    player
        .until("The match is over")
        .until("Games are not stored for a file: ");
    player.press("<C-s>").until("cannot be written");
    fs::remove_file(&folders.data).unwrap();
    player
        .press("<C-s>")
        .until("Written without 2 games: arena-chess-easy-easy.json");
    fs::remove_dir_all(folder).unwrap();
}
