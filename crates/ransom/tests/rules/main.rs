//! Tests of every numbered rule of sections 1, 2, 3 and 7, each named after its rule numbers. Sections 5 and 8 have
//! separate files.

mod buy_back;
mod refusals;

use std::collections::BTreeSet;

use play::{Moment, Notation, Outcome, Reason, Record, Rules, Side, Undos};
use ransom::{End, Kind, Position, Square, SquareSet};

const START: &str = "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1";

fn position(text: &str) -> Position {
    Position::read_position(text).expect("the position is valid").position
}

/// A move as it is read, or why it is refused.
fn said(text: &str, mv: &str) -> String {
    position(text)
        .read_move(mv)
        .map_or_else(|refusal| refusal.to_string(), |mv| mv.to_string())
}

fn record(text: &str) -> Record<Position> {
    Record::new(position(text))
}

fn play(record: &mut Record<Position>, codes: &str) {
    for code in codes.split_whitespace() {
        let mv = record.position().read_move(code).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
}

/// Where the moves from a square lead; upgrades are its own square.
fn targets(text: &str, from: &str) -> BTreeSet<String> {
    let record = record(text);
    let moves = record.legal().iter().filter(|mv| format!("{:#}", mv.from()) == from);
    moves.map(|mv| format!("{:#}", mv.to())).collect()
}

fn set(squares: &str) -> BTreeSet<String> {
    squares.split_whitespace().map(str::to_owned).collect()
}

fn after(text: &str, codes: &str) -> String {
    let mut record = record(text);
    play(&mut record, codes);
    record.position().position_text()
}

fn outcome(text: &str) -> Option<Outcome<End>> {
    record(text).outcome()
}

#[test]
fn rule_1_1_the_first_player_sits_at_row_1_and_moves_first() {
    let start = Position::new();
    assert_eq!(start.turn(), Side::White);
    assert_eq!(start.side(Side::White), SquareSet(0x3CFF));
    assert_eq!(start.side(Side::Black), start.side(Side::White).mirrored());
    assert_eq!(
        (Square::all().next_back().map(|square| square.to_string())).as_deref(),
        Some("H8")
    );
}

#[test]
fn rule_1_2_twelve_pieces_a_side() {
    let start = Position::default();
    assert_eq!(start.position_text(), START);
    for side in Side::BOTH {
        let counts = Kind::ALL.map(|kind| start.pieces(side, kind).count());
        assert_eq!(counts, [4, 4, 4, 0]);
        let bishops = start.pieces(side, Kind::Bishop).into_iter();
        let dark = bishops.filter(|square| (square.column() + square.row()) % 2 == 0);
        assert_eq!(dark.count(), 2);
    }
}

#[test]
fn rule_1_3_both_purses_start_empty() {
    let start = Position::new();
    assert_eq!(Side::BOTH.map(|side| start.purse(side)), [0, 0]);
}

#[test]
fn rule_2_1_a_pawn_goes_straight_forward_and_never_captures() {
    // From home one square or two, from elsewhere one; so for Black downwards.
    let free = "p6p/8/8/8/7P/8/1n6/P1N1N3 w 0/0 0 1";
    assert_eq!(targets(free, "a1"), set("a2 a3"));
    assert_eq!(targets(free, "h4"), set("h5"));
    let black = "p6p/8/8/8/7P/8/1n6/P1N1N3 b 0/0 0 2";
    assert_eq!(targets(black, "a8"), set("a7 a6"));
    // A pawn on row 2 has moved, and goes one square only.
    assert_eq!(targets("nnn5/8/8/8/8/8/P7/1NN5 w 0/0 0 1", "a2"), set("a3"));
    assert_eq!(targets("1nn5/p7/8/8/8/8/8/NNN5 b 0/0 0 2", "a7"), set("a6"));
    // It enters no occupied square, passes none, and takes nothing on a diagonal.
    assert_eq!(targets("nnn5/8/8/8/8/8/bb6/P1NN4 w 0/0 0 1", "a1"), set(""));
    assert_eq!(targets("nnn5/8/8/8/8/n7/1b6/P1NN4 w 0/0 0 1", "a1"), set("a2"));
    assert_eq!(targets("nnn5/8/8/8/8/N7/8/P1NN4 w 0/0 0 1", "a1"), set("a2"));
}

#[test]
fn rule_2_2_a_pawn_on_the_far_row_becomes_a_queen() {
    let white = "1nnn4/P7/8/8/8/8/8/1NNN4 w 0/0 3 9";
    assert_eq!(after(white, "a7a8q"), "Qnnn4/8/8/8/8/8/8/1NNN4 b 0/0 4 10");
    let black = "1nnn4/8/8/8/8/8/p7/1NNN4 b 1/2 3 10";
    assert_eq!(after(black, "a2a1"), "1nnn4/8/8/8/8/8/8/qNNN4 w 1/2 4 11");
    let promotion = position(white).read_move("a7a8").expect("the q may be missing");
    assert!(promotion.is_promotion() && !promotion.is_upgrade());
}

#[test]
fn rule_2_3_the_knight_jumps_and_captures_by_landing() {
    let crowded = "nnn5/8/8/8/2BPB3/2PNP3/2B1B3/8 w 0/0 0 1";
    assert_eq!(targets(crowded, "d3"), set("b2 b4 c5 e5 f4 f2 c1 e1"));
    assert_eq!(
        after("nnn5/8/8/3n4/5N2/8/8/1NN5 w 0/0 5 7", "f4d5"),
        "nnn5/8/8/3N4/8/8/8/1NN5 b 1/0 0 8"
    );
}

#[test]
fn rule_2_4_the_bishop_stops_at_the_first_piece() {
    let text = "nn6/8/1n4P1/8/3B4/8/1N6/6N1 w 0/0 0 1";
    assert_eq!(targets(text, "d4"), set("c5 b6 e5 f6 g7 h8 c3 e3 f2"));
}

#[test]
fn rule_2_5_the_queen_goes_on_diagonals_and_straight_forward() {
    let white = "nn6/3n4/8/8/3Q4/8/8/NN6 w 0/0 0 1";
    let diagonals = "a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1";
    let mut expected = set(&format!("{diagonals} d5 d6 d7"));
    expected.remove("a1");
    assert_eq!(targets(white, "d4"), expected);
    // Black's forward is down; neither goes sideways or back.
    let black = "nn6/8/8/8/3q4/8/3N4/NN6 b 0/0 0 2";
    assert_eq!(targets(black, "d4"), set(&format!("{diagonals} d3 d2")));
    // An own piece ahead stops it before, an enemy's is taken.
    assert_eq!(targets("nn6/8/3n4/8/8/3N4/3Q4/N7 w 0/0 0 1", "d2").len(), 9);
    assert!(!targets("nn6/8/3n4/8/8/3N4/3Q4/N7 w 0/0 0 1", "d2").contains("d3"));
    assert_eq!(after(white, "d4d7"), "nn6/3Q4/8/8/8/8/8/NN6 b 1/0 0 2");
}

#[test]
fn rule_2_6_an_upgrade_costs_two_points_and_the_turn() {
    let text = "nnn5/8/8/8/8/P7/1P6/P1N4N w 2/0 7 15";
    let upgrades: Vec<String> = record(text)
        .legal()
        .iter()
        .filter(|mv| mv.is_upgrade())
        .map(ToString::to_string)
        .collect();
    // The pawn on row 1 is not among them.
    assert_eq!(upgrades, ["Pawn B2 upgraded", "Pawn A3 upgraded"]);
    assert_eq!(after(text, "a3a3q"), "nnn5/8/8/8/8/Q7/1P6/P1N4N b 0/0 8 16");
    // One point is too few; of three, one is left. Black pays from Black's purse.
    let poor = text.replace("2/0", "1/2");
    assert!(record(&poor).legal().iter().all(|mv| !mv.is_upgrade()));
    assert_eq!(
        after(&text.replace("2/0", "3/0"), "b2b2q").split(' ').nth(2),
        Some("1/0")
    );
    let black = "nn5p/p6p/8/8/8/8/8/NNN5 b 1/5 7 16";
    assert_eq!(after(black, "a7a7q"), "nn5p/q6p/8/8/8/8/8/NNN5 w 1/3 8 17");
    assert!(!targets(black, "h8").contains("h8"));
}

#[test]
fn rule_2_7_every_capture_pays_the_captor_one_point() {
    for (victim, captor) in [("p", "c3"), ("n", "c3"), ("b", "c3"), ("q", "c3")] {
        let text = format!("nnn5/8/8/3{victim}4/8/2N5/8/NN6 w 4/1 9 11");
        assert_eq!(
            after(&text, &format!("{captor}d5")),
            "nnn5/8/8/3N4/8/8/8/NN6 b 5/1 0 12",
            "{victim}"
        );
    }
    assert_eq!(
        after("nnn5/8/2b5/8/4N3/8/8/NNN5 b 0/0 0 2", "c6e4"),
        "nnn5/8/8/8/4b3/8/8/NNN5 w 0/1 0 3"
    );
}

#[test]
fn rule_2_8_there_is_no_check_and_no_passing() {
    // Every piece may be left to be taken, and every move moves or upgrades something.
    let text = "nnn5/8/8/8/8/1b6/8/N1NN4 w 0/0 0 1";
    let record = record(text);
    assert_eq!(record.legal().len(), 10);
    let before = record.position();
    for &mv in record.legal() {
        let mut next = *before;
        next.play(mv);
        assert_ne!(next.side(Side::White), before.side(Side::White), "{mv}");
    }
}

#[test]
fn rule_3_1_fewer_than_three_pieces_have_lost() {
    let mut game = record("1nn5/8/8/3n4/8/2N5/8/NN6 w 0/0 9 11");
    play(&mut game, "c3d5");
    let won = Outcome::win(Side::White, Reason::Rule(End::TooFewPieces));
    assert_eq!(game.outcome(), Some(won));
    assert_eq!(
        won.to_string(),
        "White wins: the other side has fewer than three pieces left"
    );
    assert_eq!(outcome("1nn5/8/8/8/8/2N5/8/NN6 w 0/0 0 11"), Some(won));
    assert_eq!(outcome("nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 11"), None);
    // It comes before being stuck and before the fiftieth turn.
    assert_eq!(outcome("pp6/PP6/P7/8/8/8/8/8 b 0/0 50 60"), Some(won));
}

#[test]
fn rule_3_2_a_side_without_a_legal_move_has_lost() {
    let mut game = record("8/8/p5pp/8/P5PP/8/8/8 w 0/0 10 11");
    play(&mut game, "a4a5 g6g5 h4h5");
    let won = Outcome::win(Side::White, Reason::Rule(End::NoMove));
    assert_eq!(game.outcome(), Some(won));
    let stuck = "8/8/8/p5pp/P5PP/8/8/8 w 0/0 0 1";
    let lost = Outcome::win(Side::Black, Reason::Rule(End::NoMove));
    assert_eq!(outcome(stuck), Some(lost));
    assert_eq!(lost.to_string(), "Black wins: no legal move");
    // Two points are a move, and being stuck comes before the fiftieth turn.
    assert_eq!(outcome(&stuck.replace("0/0", "2/0")), None);
    assert_eq!(outcome(&stuck.replace("0/0 0 1", "0/0 50 51")), Some(lost));
}

#[test]
fn rule_3_3_fifty_turns_without_a_capture_are_a_draw() {
    let text = "nnn5/8/8/p7/8/2N4P/8/NN6 w 2/0 48 61";
    let drawn = Outcome::draw(Reason::Rule(End::FiftyTurns));
    // Neither a pawn move nor an upgrade resets the count.
    for codes in ["h3h4 a5a4", "h3h3q a5a4"] {
        let mut game = record(text);
        play(&mut game, codes);
        assert_eq!(game.outcome(), Some(drawn), "{codes}");
        assert!(!game.legal().is_empty());
    }
    assert_eq!(drawn.to_string(), "Draw: fifty turns without a capture");
    // Nor does a promotion; a capture does.
    let mut game = record("1nn5/P7/8/8/8/2N4b/8/NN6 w 2/0 49 61");
    play(&mut game, "a7a8q");
    assert_eq!(game.outcome(), Some(drawn));
    let mut game = record("nnn5/8/8/3b4/8/2N5/8/NN6 w 2/0 49 61");
    play(&mut game, "c3d5");
    assert_eq!((game.outcome(), game.position().quiet_turns()), (None, 0));
}

#[test]
fn rule_3_4_resignation_and_agreement_end_the_game() {
    let mut resigned = record(START);
    resigned.resign(Side::White).expect("the game goes on");
    let mv = resigned.legal()[0];
    assert_eq!(resigned.play(mv), Err(play::Refusal::GameOver));
    let mut agreed = record(START);
    agreed.agree_draw().expect("the game goes on");
    assert_eq!(agreed.outcome(), Some(Outcome::draw(Reason::Agreement)));
    assert_eq!(agreed.resign(Side::Black), Err(play::Refusal::GameOver));
    // There is nothing to claim in Ransom, and a flag that falls always loses.
    assert_eq!(record(START).claim(), None);
    let mut flagged = record(START);
    flagged.flag(Side::Black).expect("the game goes on");
    assert_eq!(flagged.outcome(), Some(Outcome::win(Side::White, Reason::Time)));
}

#[test]
fn rule_7_1_the_record_keeps_every_turn() {
    let mut game = record("1nnn4/P7/8/3n4/8/P1N5/8/NN6 w 2/0 9 11");
    for (second, code) in ["a3a3q", "b8c6", "a7a8q", "c8b6", "c3d5"].into_iter().enumerate() {
        let mv = game.position().read_move(code).expect("the move is legal");
        game.play_at(mv, Moment(1_000 * second as u64))
            .expect("the game goes on");
    }
    let kept: Vec<_> = game
        .moves()
        .iter()
        .map(|mv| (mv.is_upgrade(), mv.is_promotion(), mv.captured()))
        .collect();
    let plain = (false, false, None);
    assert_eq!(
        kept,
        [
            (true, false, None),
            plain,
            (false, true, None),
            plain,
            (false, false, Some(Kind::Knight))
        ]
    );
    let seconds: Vec<u64> = game.moments().iter().flatten().map(|moment| moment.0 / 1_000).collect();
    assert_eq!(seconds, [0, 1, 2, 3, 4]);
}

#[test]
fn rule_7_2_three_undos_in_a_row() {
    let mut game = record(START);
    play(&mut game, "c1d3 c8d6 d1e3 d8e6");
    let mut undos = Undos::at_most(ransom::UNDOS);
    let texts: Vec<String> = (0..3)
        .map(|_| {
            undos.spend().expect("three are allowed");
            game.undo().expect("there are turns");
            game.position().position_text()
        })
        .collect();
    assert_eq!(undos.spend(), Err(play::Refusal::NoUndoLeft(3)));
    assert_eq!(texts[2], after(START, "c1d3"));
    play(&mut game, "c8b6");
    undos.renew();
    assert_eq!(undos.spend(), Ok(()));
}

#[test]
fn rule_7_3_any_point_of_the_record_can_be_shown() {
    let mut game = record(START);
    play(&mut game, "c1d3 c8d6 d1e3");
    let shown = |plies| game.position_after(plies).map(Notation::position_text);
    assert_eq!(shown(0).as_deref(), Some(START));
    assert_eq!(shown(2), Some(after(START, "c1d3 c8d6")));
    assert_eq!(shown(4), None);
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn positions_may_recur() {
    let mut game = record(START);
    for _ in 0..12 {
        play(&mut game, "c1b3 c8b6 b3c1 b6c8");
    }
    assert_eq!((game.outcome(), game.occurrences()), (None, 13));
    play(&mut game, "c1b3 c8b6");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Rule(End::FiftyTurns))));
}

#[test]
fn the_number_of_the_turn_stays_odd_for_white_at_the_end_of_counting() {
    let text = format!("nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 {}", u32::MAX);
    let text = after(&text, "a1b3");
    assert!(text.ends_with("b 0/0 1 4294967294"), "{text}");
    assert_eq!(position(&text).number(), u32::MAX - 1);
}

#[test]
fn passing_which_2_8_forbids_can_be_imagined_and_changes_the_turn_alone() {
    let start = position(START);
    let passed = start.passed();
    assert_eq!((passed.turn(), passed.passed()), (Side::Black, start));
    assert_eq!(passed.key(), position(&START.replace("w 0/0 0 1", "b 0/0 1 2")).key());
    assert_eq!(SquareSet::EMPTY.any(), !SquareSet::EMPTY.is_empty());
}
