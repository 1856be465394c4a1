//! FEN and moves as text: what is accepted, what is refused and with which words.

use chess::{FenError, MoveError, Position, PositionFault};
use play::{Notation, Record, Rules};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    Position::read_position(fen).expect("the position is valid").position
}

#[test]
fn fens_are_read_and_written_again() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        "8/8/4k3/8/8/4K3/8/8 w - - 99 4294967295",
    ] {
        let reading = Position::read_position(fen).unwrap();
        assert_eq!(reading.position.position_text(), fen);
        assert!(reading.notices.is_empty(), "{:?}", reading.notices);
    }
}

#[test]
fn short_fens_are_completed() {
    for (fen, full) in [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3  w - -  ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        assert_eq!(position(fen).position_text(), full);
    }
}

#[test]
fn an_en_passant_square_nobody_can_use_is_no_fault() {
    let reading = Position::read_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    assert!(reading.notices.is_empty());
    assert!(reading.position.position_text().ends_with("b KQkq - 0 1"));
}

#[test]
fn impossible_rights_are_dropped_with_a_notice() {
    for (fen, mended, word) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "KQkq",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",
            "KQkq",
        ),
        (
            "4k3/8/8/8/8/8/8/R4RK1 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1",
            "'Q'",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e6"),
    ] {
        let reading = Position::read_position(fen).unwrap();
        assert_eq!(reading.position.position_text(), mended);
        assert_eq!(reading.notices.len(), 1, "{fen}");
        assert!(reading.notices[0].contains(word), "{:?}", reading.notices);
    }
}

#[test]
fn chess960_is_recognised() {
    for (fen, written) in [
        // Rook files say so; so do two sides that agree on another start.
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "w HAha - 0 1"),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
            "w HFhf - 0 1",
        ),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk - 0 1", "w HFh - 0 1"),
    ] {
        let position = position(fen);
        assert!(position.is_chess960(), "{fen}");
        assert!(
            position.position_text().ends_with(written),
            "{}",
            position.position_text()
        );
    }
    assert!(!position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").is_chess960());
}

#[test]
fn the_first_fault_of_the_text_is_named() {
    for (fen, field, text) in [
        ("4k3/8/8/8/8/8/4K3", "board", "4k3/8/8/8/8/8/4K3"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "board", "4k3/8/8/8/8/8/8/4K4"),
        ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "board", "4k3/8/8/8/8/8/8/4X3"),
        ("hello world", "board", "hello"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w Z - 0 1", "castling field", "Z"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field", "e9"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "move clock", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", "move number", "one"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "end", "extra"),
    ] {
        match Position::read_position(fen).unwrap_err() {
            FenError::Field {
                field: named,
                text: shown,
                ..
            } => assert_eq!((named, shown.as_str()), (field, text), "{fen}"),
            other => panic!("{fen}: {other}"),
        }
    }
    for text in ["", "  ", "\t"] {
        let error = Position::read_position(text).unwrap_err();
        assert!(
            error.to_string().contains("empty") || error.to_string().contains("board"),
            "{error}"
        );
    }
}

#[test]
fn every_fault_of_the_position_is_named() {
    use PositionFault::{
        EmptyBoard, ImpossibleCheck, MissingKing, OppositeCheck, PawnsOnLastRank, TooManyKings, TooMuchMaterial,
    };
    for (fen, faults) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", vec![EmptyBoard, MissingKing]),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", vec![MissingKing]),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", vec![TooManyKings]),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", vec![PawnsOnLastRank]),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", vec![OppositeCheck]),
        (
            "4k3/8/8/8/8/Q7/PPPPQPPP/QQQQ1QQK w - - 0 1",
            vec![OppositeCheck, TooMuchMaterial],
        ),
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", vec![ImpossibleCheck]),
        (
            "p7/8/8/8/8/8/PPPPPPPP/QQQQQQQQ w - - 0 1",
            vec![MissingKing, PawnsOnLastRank, TooMuchMaterial],
        ),
    ] {
        assert_eq!(
            Position::read_position(fen).unwrap_err(),
            FenError::Position(faults),
            "{fen}"
        );
    }
    let text = Position::read_position("P7/8/8/8/8/8/8/8 w - - 0 1")
        .unwrap_err()
        .to_string();
    assert_eq!(
        text,
        "not a chess position: a king is missing; a pawn stands on the first or last rank"
    );
}

#[test]
fn fens_of_other_games_are_refused() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR w KQkq - 0 1",
    ] {
        assert!(
            matches!(Position::read_position(fen), Err(FenError::OtherGame(_))),
            "{fen}"
        );
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    const CASTLING: &str = "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    const PROMOTION: &str = "3r3k/2P5/8/8/8/8/8/K7 w - - 0 1";
    const BISHOP: &str = "4k3/8/8/8/8/p7/1P6/2B1K3 w - - 0 1";
    for (fen, texts, code) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "Nf3 nf3 g1f3 Ng1f3 Ng1-f3 Nf3+ Nf3!? NF3 Ngf3 N1f3 g1-f3 G1F3 ♘f3 1.Nf3 1...Nf3 Nf3.",
            "g1f3",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e4 E4 e2e4 e2-e4 E2E4 e4! 1.e4 …e4 e2–e4",
            "e2e4",
        ),
        (CASTLING, "O-O 0-0 o-o OO oo 00 O-O+ e1g1 e1h1 e1-g1 E1G1 0–0", "e1g1"),
        (CASTLING, "O-O-O 0-0-0 o-o-o OOO e1c1 e1a1", "e1c1"),
        (CASTLING, "exd5 ed5 e4d5 e4xd5 exd5! e:d5 ExD5 eXd5 e×d5", "e4d5"),
        (CASTLING, "Nxe5 Ne5 nxe5 ne5 Nf3xe5 f3e5 NXE5", "f3e5"),
        (PROMOTION, "c8=Q c8Q c8q c7c8q c8=q c7c8=Q C8=Q c8(Q)", "c7c8q"),
        (PROMOTION, "cxd8=N cd8n cxd8N c7d8n", "c7d8n"),
        (BISHOP, "bxa3 ba3 b2a3", "b2a3"),
        (BISHOP, "Bd2 bd2 c1d2", "c1d2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 ed6 e5d6 exd6e.p.", "e5d6"),
    ] {
        let position = position(fen);
        for text in texts.split(' ') {
            let mv = position
                .read_move(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(position.code(mv), code, "{text}");
        }
    }
}

#[test]
fn an_impossible_route_is_never_another_move() {
    for (fen, texts) in [
        ("4k3/p7/8/8/8/8/P7/2B1K3 w - - 0 1", ["b1a3", "b1-a3", "b1 a3"]),
        ("4k3/8/8/8/8/8/8/B2NK3 w - - 0 1", ["b1c3", "b1xc3", "B1C3"]),
    ] {
        for text in texts {
            assert!(position(fen).read_move(text).is_err(), "{text}");
        }
    }
    let knight = position("4k3/8/8/8/8/8/8/BN2K3 w - - 0 1");
    for text in ["b1-c3", "b1 c3", "b1c3"] {
        assert_eq!(knight.code(knight.read_move(text).unwrap()), "b1c3");
    }
}

#[test]
fn doubtful_moves_are_refused_with_the_choices() {
    let knights = position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_eq!(
        knights.read_move("Nd2").unwrap_err().to_string(),
        "'Nd2' could be Nbd2 or Nfd2"
    );
    assert!(knights.read_move("Nbd2").is_ok() && knights.read_move("nfd2").is_ok());

    let promotion = position("3r3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    for text in ["c8", "c7c8"] {
        assert_eq!(
            promotion.read_move(text).unwrap_err().to_string(),
            format!("'{text}' could be c8=Q or c8=R or c8=B or c8=N")
        );
    }

    // With a pawn on b2 and a bishop on c1 both could take on a3: only the exact text is clear.
    let both = position("4k3/8/8/8/8/p7/1P6/2B1K3 w - - 0 1");
    let pawn = both.read_move("bxa3").unwrap();
    let bishop = both.read_move("Bd2").unwrap();
    assert_eq!((both.code(pawn).as_str(), both.code(bishop).as_str()), ("b2a3", "c1d2"));
    let doubtful = position("4k3/8/8/2p5/1P1B4/8/8/4K3 w - - 0 1");
    assert_eq!(
        doubtful.read_move("bc5").unwrap_err().to_string(),
        "'bc5' could be bxc5 or Bxc5"
    );
    assert!(doubtful.read_move("bxc5").is_ok_and(|mv| doubtful.code(mv) == "b4c5"));
    assert!(doubtful.read_move("Bc5").is_ok_and(|mv| doubtful.code(mv) == "d4c5"));
}

#[test]
fn what_is_no_move_is_refused() {
    let start = Position::new();
    for text in [
        "",
        "hello",
        "e9",
        "z4",
        "Nf",
        "x",
        "e2",
        "e2e4e5",
        "N\u{301}f3",
        "--",
        "=Q",
        "e8=",
        "1",
        "0000",
    ] {
        assert!(start.read_move(text).is_err(), "{text:?}");
    }
    assert!(matches!(start.read_move("hello"), Err(MoveError::Unreadable(_))));
    for text in ["e5", "Nd2", "e2e5", "O-O", "Ke2", "e1e2", "a1a1"] {
        assert_eq!(
            start.read_move(text).unwrap_err(),
            MoveError::Illegal(text.to_owned()),
            "{text:?}"
        );
    }
}

#[test]
fn chess960_castles_by_the_rook() {
    let position = position("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1");
    for (text, code) in [("O-O", "d1g1"), ("O-O-O", "d1b1"), ("d1g1", "d1g1")] {
        assert_eq!(position.code(position.read_move(text).unwrap()), code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_as_a_fen(text in "\\PC*") {
        if let Ok(reading) = Position::read_position(&text) {
            Record::new(reading.position);
        }
    }

    #[test]
    fn anything_like_a_fen(text in "([pnbrqkPNBRQK1-8~]{1,9}/){7}[pnbrqkPNBRQK1-8]{1,9} [wb] (-|[KQkqA-Ha-h]{1,5}) (-|[a-i][0-9]) [0-9]{1,12} [0-9]{1,12}") {
        if let Ok(reading) = Position::read_position(&text) {
            let written = reading.position.position_text();
            let again = Position::read_position(&written).expect("what was written is read");
            prop_assert_eq!(again.position.position_text(), written);
        }
    }

    #[test]
    fn a_damaged_fen(at in 0usize..56, byte in any::<u8>()) {
        let mut bytes = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".to_vec();
        bytes[at] = byte;
        if let Ok(reading) = Position::read_position(&String::from_utf8_lossy(&bytes)) {
            let mut moves = Vec::new();
            reading.position.moves(&mut moves);
            for mv in moves {
                reading.position.clone().play(mv);
            }
        }
    }

    #[test]
    fn any_text_as_a_move(text in "\\PC*") {
        check_move(&text)?;
    }

    #[test]
    fn anything_like_a_move(text in "[NBRQKnbrqkO0o]?[a-h1-8x:=+#O0o-]{1,6}[NBRQnbrq]?[+#!?]{0,2}") {
        check_move(&text)?;
    }
}

/// Whatever the text, the answer is a refusal or a legal move.
fn check_move(text: &str) -> Result<(), TestCaseError> {
    let position = position("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1");
    if let Ok(mv) = position.read_move(text) {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        prop_assert!(legal.contains(&mv));
    }
    Ok(())
}
