//! Section 5: every refusal with its exact words, and that a refusal is the truth.

use play::{Notation, Record, Rules, Side};
use ransom::{Kind, Place, Position, Refusal, Square, TurnRequest, Variant, consider};

use crate::{position, said};

/// A pawn before a pawn, pieces to be stopped by, a queen, points for an upgrade.
const TABLE: &str = "nnp4n/8/8/p7/P2Q4/1B6/P5N1/N6P w 2/0 4 9";

#[test]
fn out_of_bounds() {
    for mv in [
        "a9a8", "a2a9", "i1a1", "a1i1", "a0a1", "h1h0", "z1z1q", "a10a10q", "a2k77",
    ] {
        assert_eq!(said(TABLE, mv), "Invalid: out of bounds", "{mv}");
    }
}

#[test]
fn obstructed() {
    // A bishop behind an own piece, a queen behind an enemy's and an own one, pawns that would jump.
    let table = "nnp4b/8/5n2/3B4/3Q4/1B6/n6N/P2N3P w 0/0 4 9";
    for mv in ["b3e6", "b3f7", "d4g7", "d4d6", "d4d8", "a1a3", "h1h3"] {
        assert_eq!(said(table, mv), "Invalid: obstructed", "{mv}");
    }
    assert_eq!(said(table, "d4f6"), "Queen D4→F6 (capture)");
    // Obstructed comes first where the destination would be blocked as well.
    assert_eq!(
        said("nnn5/8/8/8/8/3N4/2N5/1B6 w 0/0 0 1", "b1d3"),
        "Invalid: obstructed"
    );
}

#[test]
fn blocked() {
    let table = "nnp4b/8/5n2/p2B4/P2Q4/1B5p/n6N/3N3P w 0/0 4 9";
    // An own piece on the destination; before a pawn, any piece.
    for mv in ["b3d5", "b3a4", "d4d5", "a4a5"] {
        assert_eq!(said(table, mv), "Invalid: blocked", "{mv}");
    }
    assert_eq!(said("nnn5/8/8/8/8/p7/8/P2NN3 w 0/0 0 1", "a1a3"), "Invalid: blocked");
    assert_eq!(said("nnn5/8/8/8/8/8/N7/P2NN3 w 0/0 0 1", "a1a2"), "Invalid: blocked");
    assert_eq!(said("p1nnn3/p7/8/8/8/8/8/NNN5 b 0/0 0 2", "a8a7"), "Invalid: blocked");
    assert_eq!(said("nnn5/8/8/8/8/3N4/8/2N1N3 w 0/0 0 1", "c1d3"), "Invalid: blocked");
}

#[test]
fn illegal_move_for_piece_type() {
    for mv in [
        // Pawns: back, sideways, on a diagonal, two squares away from home, three.
        "a2a1", "a2b2", "a2b3", "a2a4", "h1h4",
        // A knight, a bishop, a queen sideways, straight back, and leaping.
        "g2g3", "b3b4", "d4e4", "d4d3", "d4e6", // A mark of promotion where nothing promotes.
        "g2f4q", "h1h2q", "d4d8q",
    ] {
        assert_eq!(said(TABLE, mv), "Invalid: illegal move for piece type", "{mv}");
    }
    assert_eq!(
        said("p1nnn3/8/8/8/3q4/8/8/NNN5 b 0/0 0 2", "d4d5"),
        "Invalid: illegal move for piece type"
    );
    assert_eq!(
        said("p1nnn3/8/8/8/3q4/8/8/NNN5 b 0/0 0 2", "a8a5"),
        "Invalid: illegal move for piece type"
    );
}

/// A square twice is an upgrade, also without its letter: nobody means to move a piece nowhere.
#[test]
fn a_square_twice_is_an_upgrade_or_refused_as_one() {
    assert_eq!(said(TABLE, "a2a2"), "Pawn A2 upgraded");
    assert_eq!(said(TABLE, "A2 A2"), "Pawn A2 upgraded");
    let poor = TABLE.replace("2/0", "1/0");
    for (mv, words) in [
        ("a2a2", "Invalid: not enough points"),
        ("h1h1", "Invalid: pawn cannot be upgraded on row 1 or 8"),
        ("g2g2", "Invalid: only pawns can be upgraded"),
        ("e5e5", "Invalid: no piece there"),
    ] {
        assert_eq!(said(&poor, mv), words, "{mv}");
    }
    // A piece that is dropped where it stands has not asked for an upgrade.
    let here = Place { column: 1, row: 2 };
    let dropped = TurnRequest::Go { from: here, to: here };
    assert_eq!(position(TABLE).consider(dropped), Err(Refusal::IllegalForKind));
}

#[test]
fn not_your_turn() {
    for mv in ["a5a4", "a8b6", "a5a5q", "c8c7"] {
        assert_eq!(said(TABLE, mv), "Invalid: not your turn", "{mv}");
    }
    let record = Record::new(position(TABLE));
    let request = TurnRequest::Upgrade(Place { column: 1, row: 2 });
    assert_eq!(consider(&record, Side::Black, request), Err(Refusal::NotYourTurn));
    assert!(consider(&record, Side::White, request).is_ok_and(ransom::Move::is_upgrade));
}

#[test]
fn game_over() {
    let leap = TurnRequest::Go {
        from: Place { column: 3, row: 1 },
        to: Place { column: 4, row: 3 },
    };
    let nowhere = TurnRequest::Upgrade(Place { column: 9, row: 9 });
    let mut resigned = Record::new(Position::new());
    assert!(consider(&resigned, Side::White, leap).is_ok());
    resigned.resign(Side::Black).expect("the game goes on");
    let ended = [
        "1nn5/8/8/8/8/8/8/NNN5 b 1/0 0 2",
        "8/8/8/p5pp/P5PP/8/8/8 w 0/0 0 1",
        "nnn5/8/8/8/8/8/8/NNN5 w 0/0 50 51",
    ]
    .map(|text| Record::new(position(text)));
    for record in ended.iter().chain([&resigned]) {
        for (side, request) in [(Side::White, leap), (Side::Black, leap), (Side::White, nowhere)] {
            let refusal = consider(record, side, request).expect_err("the game is over");
            assert_eq!(refusal.to_string(), "Invalid: game over");
        }
    }
}

#[test]
fn no_piece_there() {
    for mv in ["c3c4", "e5e5q", "b1b2", "c7c8q"] {
        assert_eq!(said(TABLE, mv), "Invalid: no piece there", "{mv}");
    }
}

#[test]
fn not_enough_points() {
    for purses in ["0/2", "1/2"] {
        let poor = TABLE.replace("2/0", purses);
        assert_eq!(said(&poor, "a2a2q"), "Invalid: not enough points");
    }
}

#[test]
fn pawn_cannot_be_upgraded_on_row_1_or_8() {
    assert_eq!(said(TABLE, "h1h1q"), "Invalid: pawn cannot be upgraded on row 1 or 8");
    let black = "p1nnn3/8/8/8/8/8/8/NNN5 b 0/0 0 2";
    // The row is named before the points.
    assert_eq!(said(black, "a8a8q"), "Invalid: pawn cannot be upgraded on row 1 or 8");
}

#[test]
fn only_pawns_can_be_upgraded() {
    for mv in ["d4d4q", "b3b3q", "a1a1q"] {
        assert_eq!(said(TABLE, mv), "Invalid: only pawns can be upgraded", "{mv}");
    }
}

/// Every request there is on the board, in positions of random games: granted exactly when the move is listed, and
/// refused for a reason that holds.
#[test]
fn a_request_is_granted_exactly_when_it_is_legal() {
    let mut random = fastrand::Rng::with_seed(23);
    let (mut granted, mut refused) = (0, 0);
    for game in 0..40 {
        let mut position = Position::of(Variant::ALL[game % 2]);
        let mut moves = Vec::new();
        for ply in 0..150 {
            position.moves(&mut moves);
            if position.verdict(&moves).is_some() {
                break;
            }
            if ply % 10 == 3 {
                for request in requests() {
                    match position.consider(request) {
                        Ok(mv) => {
                            assert!(moves.contains(&mv), "{mv} in {}", position.position_text());
                            granted += 1;
                        }
                        Err(refusal) => {
                            assert!(
                                holds(&position, request, refusal),
                                "{request:?} {refusal} {}",
                                position.position_text()
                            );
                            refused += 1;
                        }
                    }
                }
                let listed = requests().filter(|&request| !matches!(request, TurnRequest::Promote { .. }));
                assert_eq!(
                    listed.filter_map(|request| position.consider(request).ok()).count(),
                    moves.len()
                );
            }
            position.play(moves[random.usize(..moves.len())]);
        }
    }
    assert!(granted > 10_000 && refused > 100_000, "{granted} {refused}");
}

fn requests() -> impl Iterator<Item = TurnRequest> {
    Square::all().flat_map(|from| {
        let going = Square::all().flat_map(move |to| {
            let (from, to) = (Place::from(from), Place::from(to));
            [TurnRequest::Go { from, to }, TurnRequest::Promote { from, to }]
        });
        let bought_back = Kind::ALL.map(|kind| TurnRequest::BuyBack {
            kind,
            at: Place::from(from),
        });
        going
            .chain([TurnRequest::Upgrade(Place::from(from))])
            .chain(bought_back)
    })
}

/// Whether the reason is true of the board, as far as the squares that it names show it.
fn holds(position: &Position, request: TurnRequest, refusal: Refusal) -> bool {
    let (from, to) = match request {
        TurnRequest::Go { from, to } | TurnRequest::Promote { from, to } => (from, to),
        TurnRequest::Upgrade(place) | TurnRequest::BuyBack { at: place, .. } => (place, place),
    };
    let bought = |wanted: &[Kind]| matches!(request, TurnRequest::BuyBack { kind, .. } if wanted.contains(&kind));
    let returning = [Kind::Knight, Kind::Bishop];
    let at = |place: Place| {
        let square = Square::new(place.column as u8 - 1, place.row as u8 - 1).expect("on the board");
        position.piece_at(square)
    };
    match refusal {
        Refusal::NoPiece => at(from).is_none(),
        Refusal::NotYourTurn => at(from).is_some_and(|piece| piece.side != position.turn()),
        Refusal::Blocked => at(to).is_some(),
        Refusal::Obstructed => {
            let (columns, rows) = (to.column.abs_diff(from.column), to.row.abs_diff(from.row));
            at(from).is_some() && columns.max(rows) > 1
        }
        Refusal::IllegalForKind => at(from).is_some_and(|piece| piece.side == position.turn()),
        Refusal::NotEnoughPoints => position.purse(position.turn()) < 2,
        Refusal::PawnOnEdgeRow => from.row == 1 || from.row == 8,
        Refusal::NotAPawn => at(from).is_some_and(|piece| piece.kind != Kind::Pawn),
        Refusal::NoBuyingBack => bought(&Kind::ALL) && position.variant() == Variant::Plain,
        Refusal::StaysCaptured => bought(&[Kind::Pawn, Kind::Queen]),
        Refusal::NotCaptured => returning
            .into_iter()
            .any(|kind| bought(&[kind]) && position.pieces(position.turn(), kind).count() == 4),
        Refusal::NotTheHomeRow => {
            let home = match position.turn() {
                Side::White => 1,
                Side::Black => 8,
            };
            bought(&returning) && to.row != home
        }
        Refusal::OutOfBounds | Refusal::GameOver => false,
    }
}
