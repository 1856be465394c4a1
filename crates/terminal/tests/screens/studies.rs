//! Studies by key scripts: moves, variations, comments, signs, the engine, a review, a mistake tried again.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;

use host::{Host, StudyView};
use terminal::{Folders, Opening, TableView};

use crate::{
    journeys::against_easy,
    player::{Player, Start, host},
};

/// A game in which White hangs the queen, with a comment, a variation and drawings.
const PGN: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Event \"Test\"]\n\n1. e4 {[%csl Ge4] the usual} e5 (1... c5 $1 2. Nf3) \
                   2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Ng6 0-1\n";

fn opened(name: &str, size: (u16, u16), host: Host) -> (Player, std::path::PathBuf) {
    let folder = std::env::temp_dir().join(format!("threefold-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.pgn");
    fs::write(&path, PGN).unwrap();
    let folders = Folders {
        config: folder.join("config"),
        data: folder.clone(),
    };
    let start = Start {
        size,
        opening: Opening::Pgn(path.to_str().unwrap().to_owned()),
        ..Start::default()
    };
    let mut player = Player::in_folders(host, start, folders);
    player.until("Study: Ada – Bob");
    (player, folder)
}

fn study(player: &Player) -> &StudyView {
    match player.table() {
        Some(TableView::Study(view)) => view,
        _ => panic!("the player is at a study"),
    }
}

fn main_line(player: &Player) -> String {
    let view = study(player);
    let labels = view
        .main_line()
        .into_iter()
        .filter_map(|id| Some(view.node(id)?.mv.clone()?.label));
    labels.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_study_is_worked_on_by_keys_alone() {
    let (mut player, folder) = opened("study-keys", (80, 24), host());
    // What the file says is there, and nothing of its own is lost.
    player.until("the usual").until("(1…c5!");
    player.press("<Right>").until("1. e4").until("○e4");
    player.press("<Right>").until("1… e5");
    player.press("<Down>").until("1… c5!");
    player.press("<Right>").until("2. Nf3");
    player.press("d6<Enter>").until("2… d6");
    player
        .press("<C-p>")
        .until_so("the promoted line", |player| main_line(player) == "e4 c5 Nf3 d6");
    player.press("<F2>").until("Comment:");
    player.press("a quiet move<Enter>").until_so("the comment", |player| {
        study(player).nodes.iter().any(|node| node.comment == "a quiet move")
    });
    player.press("/sign !?<Enter>").until("2… d6!?");
    player.press("/arrow d6d5 red<Enter>").until("d6→d5");
    player.press("/tag Annotator Eve<Enter>").until_so("the tag", |player| {
        study(player)
            .tags
            .iter()
            .any(|[name, value]| name == "Annotator" && value == "Eve")
    });
    player.press("<C-s>").until("exports");
    let exported = fs::read_dir(folder.join("exports")).unwrap().next().unwrap().unwrap();
    let text = fs::read_to_string(exported.path()).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "[Annotator \"Eve\"]",
        "d6 $5 {[%cal Rd6d5] a quiet move}",
        "{[%csl Ge4] the usual}",
        "1... c5 $1",
    ] {
        assert!(text.contains(wanted), "{wanted} is in\n{text}");
    }
    player.press("<C-d>").until("2. Nf3");
    player.press("Ke2<Enter>").until("Ke2").until("not");
    player.press("<Esc>").until("Quit");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_review_finds_the_mistake_and_lets_it_be_tried_again() {
    let (mut player, folder) = opened("study-review", (120, 40), host());
    player.press("<F5>").until("3.Qxe5+??");
    player.until_so("the end of the review", |player| {
        let review = study(player).frame.review.as_ref();
        review.is_some_and(|review| !review.running && review.done == review.of)
    });
    player.until("White ").until(" %").until("Turning points: ");
    player.press("<Home><Right>").until("1. e4").until(" % lost");
    player.press("<Home><C-Right>").until("better was");
    // There may be smaller mistakes before the blunder.
    while !player.screen().contains("3. Qxe5+") {
        player.press("<C-Right>");
    }
    player.until("A turning point.");
    player.press("<F3>").until("Find a better move");
    assert!(
        !player.screen().contains("Qxe5+"),
        "the mistake is not shown:\n{}",
        player.screen()
    );
    player.press("Qxe5+<Enter>").until("blunder too");
    player.press("Nf3<Enter>").until_so("an answer", |player| {
        let screen = player.screen();
        screen.contains("Nf3 is") && !screen.contains("looks at it")
    });
    // Another mistake is looked at instead.
    player.press("<Home>").press("<C-Right>").until("better was");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_engine_shows_lines_and_threats() {
    let (mut player, folder) = opened("study-engine", (120, 40), host());
    player.press("/lines 2<Enter>").until("Engine, depth ");
    player.until_so("two lines", |player| player.screen().matches(" 1. ").count() >= 2);
    player.press("<F7>").until("Threat, depth ");
    player
        .press("<F4>")
        .until_so("no engine", |player| !player.screen().contains(", depth "));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_against_a_bot_is_studied_with_one_key_and_the_study_waits_in_the_list() {
    let mut player = Player::sized(80, 24);
    against_easy(&mut player);
    player.press("e4<Enter>").until_turns(2);
    player.press("<F6>").until_so(
        "the study",
        |player| matches!(player.table(), Some(TableView::Study(view)) if view.main_line().len() == 3),
    );
    player.press("<Esc>").until("Your move");
    player.press("<Esc><Down><Enter>").until("Quit");
    player.press("<Home>").until("Continue");
    assert!(player.screen().contains("Continue"), "the game waits, not the study");
}

#[test]
fn studies_fit_into_every_window() {
    for size in [(80, 24), (120, 40), (40, 20)] {
        let name = format!("study-{}x{}", size.0, size.1);
        let (mut player, folder) = opened(&name, size, host());
        player.press("<Right><Right>").until("1… e5");
        insta::assert_snapshot!(name, player.screen());
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The row of the screen with the eighth rank.
fn last_rank(player: &Player) -> Option<String> {
    let screen = player.screen();
    screen.lines().find(|line| line.contains(" 8 ")).map(str::to_owned)
}

#[test]
fn a_reviewed_study_has_a_bar_and_a_graph() {
    for size in [(80, 24), (120, 40)] {
        let name = format!("study-reviewed-{}x{}", size.0, size.1);
        let (mut player, folder) = opened(&name, size, host());
        player.press("<F5>").until_so("the end of the review", |player| {
            let review = study(player).frame.review.as_ref();
            review.is_some_and(|review| !review.running && review.done == review.of)
        });
        player.press("<Home>").until("The start");
        let home = last_rank(&player);
        player.press("<End>").until("4… Ng6");
        player.until_so("the board without the knight of b8", |player| last_rank(player) != home);
        insta::assert_snapshot!(name, player.screen());
        // A press on the graph shows the position there.
        let screen = player.screen();
        let graph = screen.lines().position(|line| line.contains("──^")).unwrap();
        player.click((1, graph as u16));
        player.until("The start");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_small_window_has_the_moves_and_the_engines_lines_below_the_board() {
    let (mut player, folder) = opened("study-small", (40, 20), host());
    player.until("1.e4 the usual");
    player.press("<End>").until("4.d4 Ng6");
    player.press("<F4>");
    player.until_so("a line of the engine", |player| {
        player.screen().lines().any(|row| row.contains(" 5. "))
    });
    // The explorer has moves, not its heading alone.
    player.press("<F4><Home>/explore openings<Enter>").until("Openings, ");
    player.until("e4 ").until("d4 ").until("1.e4 the usual");
    fs::remove_dir_all(folder).unwrap();
}
