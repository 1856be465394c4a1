//! Every screen in three sizes, and without colour: snapshots that arise from key scripts.

use terminal::{Depth, GlyphSet};

use crate::player::{Player, Start};

const SIZES: [(u16, u16); 3] = [(40, 20), (80, 24), (120, 40)];

/// A picture of a script's end in every size.
fn pictures(name: &str, script: impl Fn(&mut Player)) {
    for (width, height) in SIZES {
        let mut player = Player::sized(width, height);
        script(&mut player);
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), player.screen());
    }
}

/// A mate in a few moves, with a check on the way.
const FOOLS_MATE: [&str; 4] = ["f3", "e5", "g4", "Qh4#"];

fn typed(player: &mut Player, moves: &[&str]) {
    for mv in moves {
        let turns = player.view().record.len() + 1;
        player.press(mv).press("<Enter>").until_turns(turns);
    }
}

fn from_position(player: &mut Player, fen: &str) {
    player.press("<Enter><Down><Right>").until("a person, here");
    player.press("<Down><Down><Left><Down>").until("Position");
    player.paste(fen).press("<Enter>").until("to move");
}

#[test]
fn home() {
    pictures("home", |_| {});
}

#[test]
fn home_with_a_game_that_waits() {
    pictures("home-waiting", |player| {
        player.two_people("Chess");
        typed(player, &["e4", "e5", "Nf3"]);
        player.press("<Esc>").until("Leave the game?");
        player.press("<Down><Enter>").until("Continue");
    });
}

#[test]
fn setup() {
    pictures("setup", |player| {
        player.press("<Enter>").until("Opponent");
    });
}

#[test]
fn setup_with_a_position_that_is_none() {
    pictures("setup-refused", |player| {
        player.press("<Enter>").until("Opponent");
        player.press("<End><Left><Down>").until("Position");
        player.press("8/8/8 w").press("<Enter>");
    });
}

#[test]
fn play_at_the_start() {
    pictures("play-start", |player| {
        player.two_people("Chess");
    });
}

#[test]
fn play_with_a_chosen_piece_and_prey() {
    pictures("play-chosen", |player| {
        player.two_people("Chess");
        typed(player, &["e4", "d5", "Nc3", "Nf6"]);
        // The cursor starts on e2.
        player.press("<Up><Up><Up><Enter>");
    });
}

#[test]
fn play_while_typing() {
    pictures("play-typing", |player| {
        player.two_people("Chess");
        player.press("N");
    });
}

#[test]
fn play_with_a_check() {
    pictures("play-check", |player| {
        player.two_people("Chess");
        typed(player, &["e4", "f5", "Qh5+"]);
    });
}

#[test]
fn play_ransom() {
    pictures("play-ransom", |player| {
        player.two_people("Ransom");
        typed(player, &["c2g6", "f7g6", "a1a3"]);
    });
}

#[test]
fn an_upgrade() {
    pictures("upgrade", |player| {
        player.choose("Ransom").until("New game");
        player
            .press("<Down><Right><Down><Down><Left><Down>")
            .paste("ppnnnn2/2bbbb2/8/8/8/P7/2BBBB2/1PNNNNPP w 2/0 0 21")
            .press("<Enter>")
            .until("purse 2");
        // From the cursor's start to a3, which is chosen and then taken again.
        player.press("<Up><Left><Left><Left><Left><Up><Enter>");
        assert_eq!(player.screen().matches('^').count(), 2, "{}", player.screen());
        player.press("<Enter>").until("Upgrade?");
    });
}

#[test]
fn a_promotion() {
    pictures("promotion", |player| {
        from_position(player, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
        player.press("<Up>");
        player.press("<Up><Up><Up><Up><Up><Enter><Up><Enter>");
        player.until("Your pawn becomes");
    });
}

#[test]
fn leaving() {
    pictures("leave", |player| {
        player.two_people("Chess");
        player.press("<Esc>").until("Leave the game?");
    });
}

#[test]
fn the_end() {
    pictures("ended", |player| {
        player.two_people("Chess");
        typed(player, &FOOLS_MATE);
        player.until("Rematch");
    });
}

/// A mate in one is thrown away for a stalemate: whatever time there is, the engine says the same of both.
#[test]
fn review() {
    pictures("review", |player| {
        from_position(player, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
        typed(player, &["Qg6"]);
        player.until("Rematch").press("<Down><Enter>").until("Qg6??");
        player.press("<End>").until("1. Qg6");
    });
}

#[test]
fn games() {
    for (width, height) in SIZES {
        // Dates are those of a clock that stands.
        let mut player = Player::by_hand(Start {
            size: (width, height),
            ..Start::default()
        });
        player.two_people("Chess");
        typed(&mut player, &FOOLS_MATE);
        player.until("Rematch").press("<End><Enter>").until("Three games");
        player.two_people("Ransom");
        typed(&mut player, &["a1a3"]);
        player.press("<Esc>").until("Leave the game?").press("<Down><Enter>");
        player.until("Continue").choose("Review").until("Open a PGN file");
        insta::assert_snapshot!(format!("games-{width}x{height}"), player.screen());
    }
}

#[test]
fn settings() {
    pictures("settings", |player| {
        player.choose("Settings").until("Theme");
    });
}

#[test]
fn help() {
    pictures("help", |player| {
        player.press("<F1>").until("Moves");
    });
}

#[test]
fn too_small() {
    for (width, height) in [(39, 20), (40, 19), (10, 5), (1, 1)] {
        let mut player = Player::sized(80, 24);
        player.two_people("Chess");
        player.resize(width, height);
        insta::assert_snapshot!(format!("too-small-{width}x{height}"), player.screen());
        player.resize(80, 24);
        player.until("White to move");
    }
}

#[test]
fn without_colour_every_mark_can_be_read() {
    for (name, depth, theme, glyphs) in [
        ("no-color", Depth::None, "ink", GlyphSet::Blocks),
        ("mono", Depth::True, "mono", GlyphSet::Unicode),
        ("ascii", Depth::None, "ink", GlyphSet::Ascii),
    ] {
        for size in SIZES {
            let mut player = Player::new(Start {
                size,
                depth,
                theme,
                glyphs,
                ..Start::default()
            });
            player.two_people("Chess");
            typed(&mut player, &["e4", "d5", "Bb5+"]);
            // Black's bishop on c8 can go between, and the cursor is one square on.
            player.press("<Up><Up><Up><Up><Up><Up><Up><Left><Left><Enter><Right>");
            let (width, height) = size;
            insta::assert_snapshot!(format!("{name}-{width}x{height}"), player.screen());
        }
    }
}
