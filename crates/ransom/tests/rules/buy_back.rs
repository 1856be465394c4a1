//! Section 8: pieces that are bought back, in the variant that has it and nowhere else.

use play::{Action, GameRecord, MoveRequest, Notation, PieceKind, Record, Rules, Side, TurnGame, TypedRecord, perft};
use ransom::{Kind, Position, Variant};

use crate::{position, said};

/// White has lost a knight and two bishops and has three points; Black has lost nothing.
const RICH: &str = "p1nnnnp1/2bbbb2/1p6/8/4N3/7P/2BB4/PPN1N3 w 3/6 4 19 buyback";

#[test]
fn rule_8_1_two_points_return_a_captured_knight_or_bishop_to_the_home_row() {
    let mut position = position(RICH);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let bought: Vec<String> = moves
        .iter()
        .filter(|mv| mv.is_buy_back())
        .map(|&mv| position.code(mv))
        .collect();
    assert_eq!(
        bought,
        ["d1d1n", "f1f1n", "g1g1n", "h1h1n", "d1d1b", "f1f1b", "g1g1b", "h1h1b"]
    );
    let mv = position.read_move("f1f1b").expect("the move is legal");
    let quiet_turns = position.quiet_turns();
    position.play(mv);
    assert_eq!(
        position.position_text(),
        "p1nnnnp1/2bbbb2/1p6/8/4N3/7P/2BB4/PPN1NB2 b 1/6 5 20 buyback"
    );
    // It is the whole turn, and no capture (3.3).
    assert_eq!(
        (position.turn(), position.quiet_turns()),
        (Side::Black, quiet_turns + 1)
    );
    // Black has the points, but nothing was captured from it.
    assert!(!position.can_buy_back(Side::Black));
}

#[test]
fn a_piece_that_returned_can_be_captured_and_bought_back_again() {
    let mut record = Record::new(position("nnn4q/8/8/8/8/8/8/NNN5 w 4/0 0 1 buyback"));
    for code in ["h1h1n", "h8h1", "g1g1n"] {
        let mv = record.position().read_move(code).expect("the move is legal");
        record.play(mv).expect("a legal move plays");
    }
    let position = record.position();
    assert_eq!((position.purse(Side::White), position.purse(Side::Black)), (0, 1));
    assert_eq!(position.pieces(Side::White, Kind::Knight).count(), 4);
}

#[test]
fn a_side_that_can_buy_back_has_a_move() {
    // Every white pawn is blocked (3.2).
    let blocked = "1nn4n/8/8/p5pp/P5PP/8/8/8 w 2/0 0 1";
    let mut moves = Vec::new();
    position("1nn4n/8/8/p5pp/P5PP/8/8/8 w 0/0 0 1 buyback").moves(&mut moves);
    assert_eq!(moves.len(), 0);
    position(&format!("{blocked} buyback")).moves(&mut moves);
    // Three upgrades, two kinds on eight squares.
    assert_eq!(moves.len(), 3 + 16);
}

#[test]
fn every_refusal_has_its_words() {
    for (mv, words) in [
        ("c9c9n", "Invalid: out of bounds"),
        (
            "queen d1 bought back",
            "Invalid: only knights and bishops can be bought back",
        ),
        (
            "pawn d1 bought back",
            "Invalid: only knights and bishops can be bought back",
        ),
        ("d2d2n", "Invalid: pieces are bought back to the home row"),
        ("d8d8n", "Invalid: pieces are bought back to the home row"),
        ("c1c1n", "Invalid: blocked"),
        ("d1d1n", "Knight D1 bought back"),
        ("Bishop D1 bought back", "Bishop D1 bought back"),
    ] {
        assert_eq!(said(RICH, mv), words, "{mv}");
    }
    assert_eq!(said(&RICH.replace("3/6", "1/6"), "d1d1n"), "Invalid: not enough points");
    assert_eq!(
        said("nnnn4/8/8/8/8/8/8/NNNN4 w 2/2 0 1 buyback", "h1h1n"),
        "Invalid: no such piece was captured"
    );
    assert_eq!(
        said("nnn5/8/8/8/8/8/8/NNN5 w 2/2 0 1", "h1h1n"),
        "Invalid: nothing can be bought back in this game"
    );
}

#[test]
fn front_ends_find_the_move_by_its_square_and_action() {
    let record = Record::new(position(RICH));
    let at = |text: &str| text.parse().expect("a square");
    for (square, kind, code) in [("d1", PieceKind::Knight, "d1d1n"), ("h1", PieceKind::Bishop, "h1h1b")] {
        let request = MoveRequest {
            from: at(square),
            to: at(square),
            action: Action::Return(kind),
        };
        let mv = Position::find(&record, Side::White, request).expect("the move is legal");
        assert_eq!(record.position().code(mv), code);
        let shown = record.position().describe(mv);
        assert_eq!(
            (shown.from, shown.to, shown.action),
            (at(square), at(square), request.action)
        );
    }
}

#[test]
fn a_game_is_exported_and_begun_again_with_its_variant() {
    let [variant] = Position::variants() else {
        panic!("there is one variant");
    };
    assert_eq!(position(variant.start), Position::of(Variant::BuyBack));
    let record = Record::new(position(variant.start));
    let text = Position::pgn(&record, &play::GameFacts::default());
    assert!(text.contains("[Variant \"Ransom with buying back\"]"), "{text}");
    assert!(text.contains("0 1 buyback\"]"), "{text}");
    assert_eq!(Position::new().variant(), Variant::Plain);
    assert_ne!(Position::new(), Position::of(Variant::BuyBack));
}

#[test]
fn a_piece_that_returns_has_an_id_of_its_own() {
    let mut record = TypedRecord::new(position(RICH));
    let ids = |record: &TypedRecord<Position>| {
        let scene = record.scene(record.plies()).expect("the ply was played");
        let mut ids: Vec<u16> = scene.pieces.iter().map(|piece| piece.id).collect();
        ids.sort_unstable();
        ids
    };
    let before = ids(&record);
    let mv = record.by_code("d1d1n").expect("the move is legal");
    record.play(mv, None).expect("a legal move plays");
    let after = ids(&record);
    assert_eq!(after.len(), before.len() + 1);
    assert!(before.iter().all(|id| after.contains(id)));
}

#[test]
fn the_variant_differs_only_where_something_can_be_bought_back() {
    assert_eq!(perft(&Position::new(), 3), perft(&Position::of(Variant::BuyBack), 3));
    assert!(position(RICH).is_missing(Side::White, Kind::Knight));
    assert!(!position(RICH).is_missing(Side::Black, Kind::Knight));
}
