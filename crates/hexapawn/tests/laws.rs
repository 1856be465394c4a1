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
    // Four pawns step on each side; after two steps of one file the pawns of the neighbouring files meet.
    let counts = [0, 1, 2].map(|depth| perft(&Position::default(), depth));
    assert_eq!(counts, [1, 4, 16]);
}

#[test]
fn a_game_ends_by_arrival_or_without_moves() {
    for (text, outcome) in [
        ("1P2/4/4/4/p3 b", None),
        ("1P2/4/4/p3/4 b", Some("White wins: a pawn has arrived")),
        ("4/4/p3/P3/4 w", Some("Black wins: no move is left")),
        ("4/4/4/P3/4 b", Some("White wins: no move is left")),
    ] {
        let reading = Position::read_position(text);
        let told = reading.map(|reading| {
            Record::new(reading.position)
                .outcome()
                .map(|outcome| outcome.to_string())
        });
        assert_eq!(told.ok().flatten().as_deref(), outcome, "{text}");
    }
}
