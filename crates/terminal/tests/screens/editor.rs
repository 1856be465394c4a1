//! The board editor and the explorer by key scripts; the names of openings beside the record.

use std::fs;

use terminal::{Folders, Opening, TableView};

use crate::{
    own_games::TO_GAMES,
    player::{Player, Start, host},
};

/// Opens the editor from the list of games.
fn editor(size: (u16, u16)) -> Player {
    let mut player = Player::sized(size.0, size.1);
    player.press(TO_GAMES).until("Set up a board");
    player.press("<Home><Down><Down><Enter>").until("Board editor: Chess");
    player
}

#[test]
fn a_position_is_set_up_by_keys_alone_and_studied() {
    let mut player = editor((80, 24));
    // The empty board is the last entry but one.
    player.press("<Tab><End><Up><Enter>");
    player.until("White has no king. Black has no king. The board is empty.");
    player.press("<Esc>K").until("8/8/8/8/4K3/8/8/8 w - - 0 1");
    player.press("<Up><Up><Up><Up>k<Left>P");
    player.until("The pawn on d8 cannot stand on the first or last rank.");
    player.press("<Tab><End><Up><Up><Up><Enter>").until("The pawn on d8");
    // A piece is taken up and put down elsewhere.
    player
        .press("<Esc><Enter><Down><Enter>")
        .until("4k3/3P4/8/8/4K3/8/8/8 w - - 0 1");
    player.until("The side not to move is in check.");
    player
        .press("<Tab><Home><Down><Right>")
        .until("4k3/3P4/8/8/4K3/8/8/8 b - - 0 1");
    player.until("Nothing is wrong with this position.");
    player.press("<End><Up><Up><Up><Enter>").until("Type a move to begin.");
    let is_studied = |player: &Player| matches!(player.table(), Some(TableView::Study(_)));
    player.until_so("the study", is_studied);
    player.press("Kxd7<Enter>").until("1… Kxd7");
    player.until_so("the position after it", |player| !player.screen().contains('♟'));
    // The shown position of a study goes back into the editor.
    player.press("/setup<Enter>").until("8/3k4/8/8/4K3/8/8/8 w - - 0 1");
}

#[test]
fn squares_are_emptied_fields_are_changed_and_a_game_begins() {
    let mut player = editor((80, 24));
    player.press("x").until("No piece has the letter x");
    player.press("<Tab><Down><Down><Right>");
    player.until("PPPPPPPP/RNBQKBNR w Qkq - 0 1");
    player.press("<End><Enter>").until("Position: rnbqkbnr");
    player
        .press("<C-u>nonsense<Enter>")
        .until("the board of the FEN, 'nonsense', is wrong");
    player
        .press("<Enter><C-u>4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1<Enter>")
        .until("4k3/8/8/3pP3");
    player
        .press("<Up><Up><Up><Up><Up><Right>")
        .until("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    // Castling without a rook is named.
    player
        .press("<Home><Down><Down><Right>")
        .until("White castles short: that takes the king on rank 1");
    player.press("<Right>").until("Nothing is wrong");
    player.press("<Esc> <Right><Delete>").until("Space empties");
    player
        .press("<Tab><End><Up><Up><Up><Up><Enter>")
        .until("Opponent")
        .until("4k3/8/8/3pP3");
    player.press("<Esc>").until("Board editor");
    // Another game has other pieces and fields.
    player
        .press("<Home><Right>")
        .until("Board editor: Ransom")
        .until("White's purse");
    player.press("<Down><Down><Right>").until("purse");
    player.press("<Esc>r").until("No piece has the letter r");
}

#[test]
fn a_mouse_drags_pieces_in_the_editor() {
    let mut player = editor((80, 24));
    // A square has five columns and two rows here.
    let place = |file: u16, rank: u16| (4 + file * 5 + 2, 2 + (8 - rank) * 2);
    player.drag(place(4, 2), place(4, 4));
    player.until("8/4P3/8/PPPP1PPP");
}

#[test]
fn a_small_window_shows_the_chosen_field_whole() {
    let mut player = editor((40, 20));
    player.press("<Tab><Home><Down>").until("To move: White");
    player
        .press("<Down>")
        .until("White castles short: on")
        .until("w KQkq - 0 1");
    player
        .press("<Right>")
        .until("White castles short: off")
        .until("w Qkq - 0 1");
    player.press("<End>").until("Type the position");
}

#[test]
fn the_editor_fits_into_every_window() {
    for size in [(80, 24), (120, 40), (40, 20)] {
        let mut player = editor(size);
        player.press("q").until("q3").press("<Tab><Down>");
        insta::assert_snapshot!(format!("editor-{}x{}", size.0, size.1), player.screen());
    }
}

const PGN: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";
const OTHERS: &str = "1. e4 c5 1-0\n\n1. e4 e5 0-1\n\n1. d4 d5 1/2-1/2\n";

#[test]
fn the_explorer_shows_what_was_played_in_files_own_games_and_openings() {
    let folder = std::env::temp_dir().join(format!("threefold-explorer-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [path, others] = ["game.pgn", "others.pgn"].map(|name| folder.join(name));
    fs::write(&path, PGN).unwrap();
    fs::write(&others, OTHERS).unwrap();
    let folders = Folders {
        config: folder.join("config"),
        data: folder.clone(),
    };
    let start = Start {
        size: (120, 40),
        opening: Opening::Pgn(path.to_str().unwrap().to_owned()),
        ..Start::default()
    };
    let mut player = Player::in_folders(host(), start, folders);
    player.until("Study: Ada – Bob");
    player.press(&format!("/explore {}<Enter>", others.display()));
    player.until(", 3 games").until("e4       2 50/0/50");
    player
        .press("<Right>")
        .until("c5       1 100/0/0")
        .until("B20 Sicilian Defence");
    player
        .press("/explore openings<Enter>")
        .until("Openings, ")
        .until("B20 Sicilian Defence");
    player
        .press("/explore mine<Enter>")
        .until("My games, 0 games")
        .until("No game has this position.");
    player.press("<C-x>").until("Openings, ");
    player
        .press("<C-x>")
        .until_so("no explorer", |player| !player.screen().contains("Openings, "));
    player.press("/explore nowhere.pgn<Enter>").until("cannot be read");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_opening_is_named_at_the_table_and_at_an_earlier_point() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    player.press("e4<Enter>").until("B00 King's Pawn Game");
    player.press("c5<Enter>").until("B20 Sicilian Defence");
    player.press("<PageUp>").until("B00 King's Pawn Game");
    player.press("<End>").until("B20 Sicilian Defence");
}

#[test]
fn a_review_at_a_table_has_the_explorer() {
    let mut player = Player::sized(120, 40);
    player.two_people("Chess");
    player.press("e4<Enter>").until_turns(1);
    player.press("c5<Enter>").until_turns(2);
    player.resign().until("wins");
    player.press("<Down><Enter>").until("Review: White – Black");
    player.press("<C-x>").until("My games, 1 game").until("e4       1 ");
    player
        .press("<Right>")
        .until("c5       1 ")
        .until("B20 Sicilian Defence");
    player.press("<Right>").until("No game has this position.");
    player.press("<C-x>").until("Openings, ").until("Nf3 ");
    player
        .press("<C-x>")
        .until_so("no explorer", |player| !player.screen().contains("Openings, "));
}
