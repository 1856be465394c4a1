//! Mistakes counted from the record of a game.

use kungfu::{Board, Bout, Command, PieceId, Record, Speed, Start};
use kungfu_bots::Blunders;

/// Plays commands, each at its tick, and some ticks more.
fn played(names: &str, commands: &[(u32, &str, [i32; 2])], ticks: u32) -> Record {
    let pieces = names.split_whitespace().map(|name| name.parse().expect("a name"));
    let start = Start::new(Board::Standard, Speed::Standard, pieces.collect()).expect("a start");
    let mut bout = Bout::new(start, 0);
    for tick in 0..ticks {
        for &(_, name, [row, col]) in commands.iter().filter(|(at, ..)| *at == tick) {
            let piece: PieceId = name.parse().expect("a name");
            let sent = bout.submit(piece.player, Command::new(piece, row, col));
            sent.expect("a possible move");
        }
        bout.tick(&mut |_| {});
    }
    bout.record().clone()
}

/// The mistakes of player 1.
fn of_first(record: &Record) -> Blunders {
    Blunders::of(record).expect("a record that replays")[0]
}

const KINGS: &str = "K:1:7:0 K:2:0:7";

#[test]
fn a_rook_on_a_covered_square_is_hung_once_its_captor_gets_away() {
    let pieces = format!("{KINGS} R:1:7:3 B:2:1:0");
    let record = played(&pieces, &[(20, "R:1:7:3", [4, 3]), (120, "B:2:1:0", [4, 3])], 900);
    let found = of_first(&record);
    assert_eq!((found.commands, found.hung, found.missed_dodges), (1, 1, 0));
}

#[test]
fn a_piece_that_is_regained_or_paid_for_is_not_hung() {
    let guarded = format!("{KINGS} R:1:7:3 B:2:1:0 R:1:4:7");
    let moves = [
        (20, "R:1:7:3", [4, 3]),
        (120, "B:2:1:0", [4, 3]),
        (260, "R:1:4:7", [4, 3]),
    ];
    assert_eq!(of_first(&played(&guarded, &moves, 1200)).hung, 0);
    let paid = format!("{KINGS} R:1:7:3 B:2:1:0 Q:2:4:3");
    let moves = [(20, "R:1:7:3", [4, 3]), (120, "B:2:1:0", [4, 3])];
    assert_eq!(of_first(&played(&paid, &moves, 900)).hung, 0);
}

#[test]
fn a_bishop_that_shields_its_king_is_not_hung() {
    let pieces = "K:1:7:0 K:2:0:7 R:2:2:0 B:1:7:3 P:2:3:1";
    let record = played(pieces, &[(20, "B:1:7:3", [4, 0]), (130, "R:2:2:0", [4, 0])], 900);
    assert_eq!(of_first(&record).hung, 0);
}

#[test]
fn a_king_that_steps_onto_a_covered_square_walked_into_capture() {
    let pieces = format!("{KINGS} R:2:0:1 R:1:1:7");
    let record = played(&pieces, &[(20, "K:1:7:0", [7, 1]), (60, "R:2:0:1", [7, 1])], 900);
    let found = of_first(&record);
    assert_eq!((found.kings_walked, found.hung), (1, 0));
}

#[test]
fn a_ready_piece_that_waits_for_its_attacker_missed_a_dodge() {
    let pieces = format!("{KINGS} N:1:4:3 R:2:4:7");
    let record = played(&pieces, &[(20, "R:2:4:7", [4, 3])], 900);
    let found = of_first(&record);
    assert_eq!((found.missed_dodges, found.missed_king_dodges), (1, 0));
    let beside = format!("{KINGS} N:1:4:3 R:2:4:4");
    let record = played(&beside, &[(20, "R:2:4:4", [4, 3])], 900);
    assert_eq!(of_first(&record).missed_dodges, 0, "nobody dodges within 18 ticks");
}
