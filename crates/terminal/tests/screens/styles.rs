//! Where colour carries meaning, the colour is there; and where there is none, something else is.

use std::time::Duration;

use ratatui::style::{Color, Modifier};
use terminal::{Depth, GlyphSet};

use crate::player::{Player, Start};

fn square(player: &Player, file: u16, rank: u16) -> (Color, Color) {
    let cell = &player.buffer()[(4 + file * 5 + 2, 3 + (7 - rank) * 2)];
    (cell.fg, cell.bg)
}

#[test]
fn sides_squares_and_marks_have_their_colours() {
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    let [ivory, ink] = [Color::Rgb(0xFF, 0xFF, 0xFF), Color::Rgb(0x0B, 0x0D, 0x10)];
    let [light, dark] = [Color::Rgb(0x87, 0x97, 0x8B), Color::Rgb(0x56, 0x70, 0x6A)];
    assert_eq!(square(&player, 0, 0), (ivory, dark), "a1");
    assert_eq!(square(&player, 0, 7), (ink, light), "a8");
    for (mv, turns) in [("e4", 1), ("f5", 2), ("Qh5", 3)] {
        player.press(mv).press("<Enter>").until_turns(turns);
    }
    let [(_, from), (_, to), (_, check)] = [square(&player, 3, 0), square(&player, 7, 4), square(&player, 4, 7)];
    assert!(
        ![light, dark].contains(&from) && ![light, dark].contains(&to),
        "the last move is marked"
    );
    assert_eq!(check, Color::Rgb(0xC0, 0x39, 0x2B), "the king in check");
    // g7 is the third to the right of the cursor's start on e2, five up.
    player.press("<Up><Right><Right><Up><Up><Up><Up><Up><Enter>");
    let (_, chosen) = square(&player, 6, 6);
    assert_eq!(chosen, Color::Rgb(0xB8, 0x86, 0x0B), "the chosen square");
    assert_eq!(
        player.buffer()[(4 + 6 * 5 + 2, 3 + 2 * 2)].symbol(),
        "•",
        "g6 can be gone to"
    );
}

#[test]
fn without_colour_no_cell_has_one() {
    for (depth, theme, glyphs) in [
        (Depth::None, "ink", GlyphSet::Blocks),
        (Depth::True, "mono", GlyphSet::Ascii),
    ] {
        let mut player = Player::new(Start {
            depth,
            theme,
            glyphs,
            ..Start::default()
        });
        player.two_people("Chess");
        player.press("e4<Enter>").until_turns(1);
        player.press("xyz<Enter>").until("xyz");
        for cell in &player.buffer().content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
    }
}

#[test]
fn few_colours_are_the_named_ones() {
    let mut player = Player::new(Start {
        depth: Depth::Sixteen,
        ..Start::default()
    });
    player.two_people("Chess");
    for cell in &player.buffer().content {
        assert!(!matches!(cell.fg, Color::Rgb(..) | Color::Indexed(_)), "{cell:?}");
        assert!(!matches!(cell.bg, Color::Rgb(..) | Color::Indexed(_)), "{cell:?}");
    }
}

#[test]
fn where_colours_do_not_show_the_sides_the_seats_do() {
    let king = |player: &Player, name: &str| {
        let screen = player.screen();
        let is_seat = |line: &str| line.contains(name) && !line.contains("Chess:");
        let row = screen.lines().position(is_seat).unwrap();
        let cells = &player.buffer().content[row * 80..(row + 1) * 80];
        cells.iter().find(|cell| cell.symbol() == "♚").map(|cell| cell.fg)
    };
    let mut player = Player::new(Start {
        depth: Depth::Sixteen,
        ..Start::default()
    });
    player.two_people("Chess");
    assert_eq!(king(&player, "Black"), Some(square(&player, 4, 7).0), "as on e8");
    assert_eq!(king(&player, "▸"), Some(square(&player, 4, 0).0), "as on e1");
    let mut player = Player::sized(80, 24);
    player.two_people("Chess");
    assert_eq!(king(&player, "▸"), None, "white pieces are white");
}

#[test]
fn a_refusal_and_a_low_clock_are_in_the_colour_of_danger() {
    let danger = Color::Rgb(0xE4, 0x69, 0x5B);
    let mut player = Player::sized(80, 24);
    player
        .press("<Enter><Down><Right><Down><Right><Home><Enter>")
        .until("White to move");
    player.press("Ke4<Enter>").until("Ke4");
    assert_eq!(player.cell_of("Ke4").fg, danger);
    player.press("e4<Enter>").until_turns(1);
    player.press("e5<Enter>").until_turns(2);
    player.until("1:00");
    player.wait(Duration::from_secs(30));
    assert_ne!(player.cell_of("0:30").fg, danger);
    player.wait(Duration::from_secs(15));
    assert_eq!(player.cell_of("0:15").fg, danger);
}

#[test]
fn without_colour_danger_is_underlined() {
    let mut player = Player::new(Start {
        depth: Depth::None,
        ..Start::default()
    });
    player.two_people("Chess");
    player.press("Ke4<Enter>").until("Ke4");
    assert!(player.cell_of("Ke4").modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn the_screen_changes_by_itself_only_for_a_clock() {
    let mut player = Player::sized(80, 24);
    assert_eq!(player.next_change(), None);
    player.two_people("Chess");
    assert_eq!(player.next_change(), None);
    let mut player = Player::sized(80, 24);
    player
        .press("<Enter><Down><Right><Down><Right><Home><Enter>")
        .until("White to move");
    player.press("e4<Enter>").until_turns(1);
    player.press("e5<Enter>").until_turns(2);
    let next = player.next_change().expect("a clock runs");
    assert!(next <= Duration::from_secs(1), "{next:?}");
}
