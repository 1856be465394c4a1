//! Lists of PGN files by key scripts: searched, paged, opened game by game.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use std::{fmt::Write, fs, path::PathBuf};

use terminal::Opening;

use crate::player::{Player, Start};

fn written(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("threefold-files-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn opened(path: &std::path::Path) -> Player {
    Player::new(Start {
        opening: Opening::Pgn(path.to_str().unwrap().to_owned()),
        ..Start::default()
    })
}

/// So many games; the openings of the later ones are known by their tags only.
fn many(games: usize) -> String {
    let mut text = String::new();
    for game in 1..=games {
        let result = ["1-0", "0-1", "1/2-1/2"][game % 3];
        let opening = if game > 1_500 {
            "[ECO \"D10\"]\n[Opening \"Slav Defence\"]\n"
        } else {
            ""
        };
        writeln!(
            text,
            "[White \"Player {game}\"]\n[Black \"Bob\"]\n[Date \"{}.01.02\"]\n[Result \"{result}\"]\n{opening}\n\
             1. e4 c5 {result}\n",
            1900 + game % 100
        )
        .unwrap();
    }
    text
}

#[test]
fn a_large_file_is_searched_by_player_opening_result_and_date() {
    let path = written("many.pgn", &many(2_000));
    let mut player = opened(&path);
    player
        .until("many.pgn: 2000 games")
        .until("B20 Sicilian Defence, 2 moves");
    player.press("/player 1777<Enter>").until("many.pgn: 1 of 2000 games");
    player
        .until("1777")
        .until("Player 1777 – Bob 0-1, 1977.01.02, D10 Slav Defence, 2 moves");
    player.press("<Enter>").until("Study: Player 1777 – Bob");
    player.press("<Esc>").until("1 of 2000 games");
    player.press("<Esc>").until("many.pgn: 2000 games");
    player.press("/slav").until("500 of 2000 games");
    player.press(" 1-0").until("166 of 2000 games");
    player.press(" 1998").until("2 of 2000 games");
    player.press("x").until("0 of 2000 games");
    player.press("<Enter>").until("No game has “slav 1-0 1998x”.");
    player.press("<Enter>").press("/<Back>").until("2 of 2000 games");
    // The openings of the first games are known without tags.
    player
        .press("<Esc>/sicilian 1950.01.02<Enter>")
        .until("many.pgn: 10 of 2000 games");
    player.press("<Esc><End>").until("2000").until("Player 2000");
    player.press("<PageUp>").until_so("another page", |player| {
        let screen = player.screen();
        screen.contains("Player 1984") && screen.contains("2000 games")
    });
    player.press("<Home><PageDown>").until("Player 17 ");
}

#[test]
fn a_file_without_a_game_says_so_and_a_missing_one_opens_nothing() {
    let path = written("empty.pgn", "\n\n");
    let mut player = opened(&path);
    player.until("There is no game in").press("<Esc>").until("Quit");
    let mut player = opened(&path.with_file_name("nowhere.pgn"));
    player.until("cannot be read").until("Quit");
    let mut player = opened(path.parent().unwrap());
    player.until("is a folder").until("Quit");
}
