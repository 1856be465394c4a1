//! The laws every game obeys, and counts that anyone can check by hand.

use hexapawn::Position;
use play::{Notation, Record, laws, perft};

#[test]
fn the_laws_hold_over_random_games() {
    let tally = laws::obey(&Position::default(), 300, 100, 1).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(tally.finished, tally.games, "every game ends");
}

#[test]
fn the_first_moves_are_counted() {
    // Four pawns on each side, and three ranks between them.
    let counts = [0, 1, 2].map(|depth| perft(&Position::default(), depth));
    assert_eq!(counts, [1, 4, 16]);
}

#[test]
fn a_game_ends_by_arrival_or_without_moves() {
    for (text, outcome) in [
        (".P../..../..../..../p... b", None),
        (".P../..../..../p.../.... b", Some("White wins: a pawn has arrived")),
        ("..../..../p.../P.../.... w", Some("Black wins: no move is left")),
        ("..../..../..../P.../.... b", Some("White wins: no move is left")),
    ] {
        let reading = Position::read_position(text);
        let shown = reading.map(|reading| {
            Record::new(reading.position)
                .outcome()
                .map(|outcome| outcome.to_string())
        });
        assert_eq!(shown.ok().flatten().as_deref(), outcome, "{text}");
    }
}
