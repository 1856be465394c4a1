//! Section 4: positions and moves as text, what is read, what is refused and with which words.

use play::{Notation, Record};
use proptest::prelude::*;
use ransom::{Kind, MoveError, Piece, Position, PositionError, PositionFault, Setup};

fn position(text: &str) -> Position {
    Position::read_position(text).expect("the position is valid").position
}

fn refused(text: &str) -> String {
    Position::read_position(text)
        .expect_err("the text is wrong")
        .to_string()
}

#[test]
fn rule_4_1_positions_are_read_and_written_again() {
    for text in [
        "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1",
        "ppnnnnpp/2bbbb2/8/8/8/3N4/2BBBB2/PP1NNNPP b 0/0 1 2",
        "2Q5/7n/1p6/3B4/3b3p/3N2nQ/2N3N1/q1BB4 w 2/2 5 97",
        "1nn5/8/8/8/8/8/8/NNN5 b 10/9 0 4000",
        "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1 buyback",
        "1nn5/8/8/8/8/8/8/NNN5 b 15/9 0 4000 buyback",
        // What cannot arise but can be played is let through: pawns on other columns, bishops of one colour.
        "nnn5/3p4/8/8/8/B1B1B3/3P4/NNN5 w 0/0 0 1",
    ] {
        let reading = Position::read_position(text).expect("the position is valid");
        assert_eq!(reading.position.position_text(), text);
        assert!(reading.notices.is_empty());
    }
    assert_eq!(
        position("  nnn5/8/8/8/8/8/8/NNN5  w   0/0 0 1 ").position_text(),
        "nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 1"
    );
}

#[test]
fn the_fields_are_five() {
    for (text, count) in [
        ("", 0),
        ("  ", 0),
        ("nnn5/8/8/8/8/8/8/NNN5 w 0/0 0", 4),
        ("nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 1 buyback x", 7),
    ] {
        assert_eq!(
            refused(text),
            format!(
                "a position has five fields, <placement> <w|b> <white purse>/<black purse> <turns since the last capture> \
                 <number of this turn>, and a sixth, buyback, where pieces can be bought back; this text has {count}"
            )
        );
    }
}

#[test]
fn every_field_that_cannot_be_read_is_named() {
    let placement = "it takes eight rows of eight squares from row 8 to row 1, with PNBQ for White and pnbq for Black";
    for board in [
        "nnn5/8/8/8/8/8/NNN5",
        "nnn5/8/8/8/8/8/8/NNN6",
        "nnn5/8/8/8/8/8/8/NNN4",
        "nnn5/8/8/8/8/8/8/NNNNNNNNN",
        "nnn5/8/8/8/8/8/8/KNN5",
        "nnn5/8/8/8/8/8/8/NNN05",
        "nnn5/8/8/8/8/8/8/88888888888888888888888888888888888888888",
        "nnn5/8/8/8/8/8/8/NNN5/8",
    ] {
        assert_eq!(
            refused(&format!("{board} w 0/0 0 1")),
            format!("the placement, '{board}', is wrong: {placement}")
        );
    }
    let board = "nnn5/8/8/8/8/8/8/NNN5";
    for (rest, words) in [
        ("x 0/0 0 1", "the side to move, 'x', is wrong: it is w or b"),
        (
            "w 0/0 0 1 plain",
            "the variant, 'plain', is wrong: it is buyback, or left out",
        ),
        (
            "w 00 0 1",
            "the purses, '00', is wrong: they are two numbers such as 0/2, White's first",
        ),
        (
            "w 0/-1 0 1",
            "the purses, '0/-1', is wrong: they are two numbers such as 0/2, White's first",
        ),
        (
            "w /0 0 1",
            "the purses, '/0', is wrong: they are two numbers such as 0/2, White's first",
        ),
        (
            "w 0/0 +1 1",
            "the count of turns since the last capture, '+1', is wrong: it is a number",
        ),
        (
            "w 0/0 0 one",
            "the number of this turn, 'one', is wrong: it is a number",
        ),
        (
            "w 0/0 0 4294967296",
            "the number of this turn, '4294967296', is wrong: it is a number",
        ),
        (
            "white 0:0 0 1",
            "the side to move, 'white', is wrong: it is w or b; \
             the purses, '0:0', is wrong: they are two numbers such as 0/2, White's first",
        ),
    ] {
        assert_eq!(refused(&format!("{board} {rest}")), words);
    }
    let long = "n".repeat(1_000);
    assert!(refused(&format!("{long} w 0/0 0 1")).contains(&format!("'{}…'", "n".repeat(80))));
}

#[test]
fn every_fault_of_a_position_is_named() {
    for (text, words) in [
        (
            "nnn5/8/8/8/8/8/8/NNNNN3 w 0/0 0 1",
            "White has too many pieces: 5 knights, and never more than 4",
        ),
        (
            "bbbbb3/8/8/8/8/8/8/NNN5 w 0/0 0 1",
            "Black has too many pieces: 5 bishops, and never more than 4",
        ),
        (
            "nnn5/8/8/8/8/8/PP6/NNNQQQ2 w 0/0 0 1",
            "White has too many pieces: 5 pawns and queens, and never more than 4",
        ),
        (
            "nnn4P/8/8/8/8/8/8/NNN5 w 0/0 0 1",
            "White's pawn on H8 stands on the far row and would be a queen",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN4p w 0/0 0 1",
            "Black's pawn on H1 stands on the far row and would be a queen",
        ),
        (
            "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 1/0 0 1",
            "White's purse holds 1, but captures could have paid 0 at the most",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 w 0/10 0 1",
            "Black's purse holds 10, but captures could have paid 9 at the most",
        ),
        ("8/8/8/8/8/8/8/8 w 0/0 0 1", "both sides have fewer than three pieces"),
        (
            "nn6/8/8/8/8/8/8/NN6 w 0/0 0 1",
            "both sides have fewer than three pieces",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 b 0/0 0 1",
            "the number of the turn is 1, but Black's turns are even",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 0",
            "the number of the turn is 0, but White's turns are odd",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 b 0/0 0 0",
            "the number of the turn is 0, but Black's turns are even",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 w 0/0 51 99",
            "51 turns without a capture, but the game ends at 50",
        ),
        (
            "nnn5/8/8/8/8/8/8/NNN5 w 0/0 3 3",
            "3 turns since the last capture, but only 2 before turn 3",
        ),
        (
            "P2nnn2/8/8/8/8/8/8/NNNNN2p b 12/0 51 1",
            "White has too many pieces: 5 knights, and never more than 4; \
             White's pawn on A8 stands on the far row and would be a queen; \
             White's purse holds 12, but captures could have paid 8 at the most; \
             Black's pawn on H1 stands on the far row and would be a queen; \
             the number of the turn is 1, but Black's turns are even; \
             51 turns without a capture, but the game ends at 50",
        ),
    ] {
        assert_eq!(refused(text), format!("not a position of Ransom: {words}"), "{text}");
    }
    assert!(matches!(
        Position::read_position("8/8/8/8/8/8/8/8 w 0/0 0 1"),
        Err(PositionError::Position(faults)) if faults == [PositionFault::BothLost]
    ));
}

#[test]
fn a_set_up_board_goes_through_the_same_door() {
    let mut setup = Setup::START;
    assert_eq!(setup.position(), Ok(Position::new()));
    setup.purses = [0, 2];
    assert!(setup.position().is_err());
    assert_eq!(Piece::from_letter('k'), None);
}

#[test]
fn rule_4_2_moves_are_written_by_squares() {
    let text = "1nnn4/P6P/8/8/8/1P6/8/1NNN4 w 2/0 3 9";
    let position = position(text);
    for (code, read_as) in [
        ("b1c3", "b1c3"),
        ("a7a8q", "a7a8q"),
        ("a7a8", "a7a8q"),
        ("b3b3q", "b3b3q"),
        (" B1C3 ", "b1c3"),
        ("b1-c3", "b1c3"),
        ("b1 c3", "b1c3"),
        ("b1→c3", "b1c3"),
        ("A7A8=Q", "a7a8q"),
        ("B3B3Q", "b3b3q"),
    ] {
        let mv = position.read_move(code).expect(code);
        assert_eq!(position.code(mv), read_as, "{code}");
    }
}

#[test]
fn rule_4_3_moves_are_shown_to_people_in_words() {
    for (text, code, label) in [
        (
            "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1",
            "a1a3",
            "Pawn A1→A3",
        ),
        (
            "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1",
            "c1d3",
            "Knight C1→D3",
        ),
        ("nnn5/8/6n1/8/8/8/2B5/NNN5 w 0/0 0 1", "c2g6", "Bishop C2→G6 (capture)"),
        ("1nnn4/P7/8/8/8/8/8/NNN5 w 0/0 0 1", "a7a8q", "Pawn A7→A8 (promotes)"),
        ("1nnn4/8/8/8/8/P7/8/NNN5 w 2/0 0 1", "a3a3q", "Pawn A3 upgraded"),
        ("1nnn4/8/8/8/8/Q7/8/NNN5 w 2/0 0 1", "a3a8", "Queen A3→A8"),
    ] {
        let position = position(text);
        let mv = position.read_move(code).expect("the move is legal");
        assert_eq!(position.label(mv), label);
        assert_eq!(position.read_move(label), Ok(mv));
        assert_eq!(position.read_move(&label.to_uppercase()), Ok(mv));
    }
}

#[test]
fn what_is_no_move_is_refused_with_words() {
    let start = Position::new();
    for text in [
        "",
        "hello",
        "c1",
        "c1d",
        "c1d3x",
        "c1d3qq",
        "Nd3",
        "pawn",
        "upgraded",
        "c1d3 upgraded",
        "ä1a2",
        "c99999999999d3",
    ] {
        assert_eq!(
            start.read_move(text).expect_err(text).to_string(),
            format!("'{text}' is not a move; write it like c1d3, or a3a3q to upgrade the pawn on a3")
        );
    }
    assert_eq!(
        start.read_move("Knight A1→A3").expect_err("it is a pawn").to_string(),
        "On A1 stands a pawn, not a knight"
    );
    assert!(matches!(
        start.read_move("Bishop C1→D3"),
        Err(MoveError::OtherPiece {
            found: Kind::Knight,
            named: Kind::Bishop,
            ..
        })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_position_or_refused(text in "\\PC*") {
        prop_assert!(Position::read_position(&text).is_err());
    }

    #[test]
    fn anything_like_a_position(text in "([PNBQpnbq1-8]{1,8}/){7}[PNBQpnbq1-8]{1,8} [wb] [0-9]{1,2}/[0-9]{1,2} [0-9]{1,2} [0-9]{1,3}") {
        if let Ok(reading) = Position::read_position(&text) {
            prop_assert_eq!(position(&reading.position.position_text()), reading.position);
        }
    }

    #[test]
    fn any_text_is_a_move_or_refused(text in "\\PC{0,12}", squares in "[A-Ka-k][0-9]{1,2}[- →x]?[A-Ka-k][0-9]{1,2}[qQ]?") {
        let record = Record::new(Position::new());
        for text in [text, squares] {
            if let Ok(mv) = record.position().read_move(&text) {
                prop_assert!(record.legal().contains(&mv));
            }
        }
    }
}
