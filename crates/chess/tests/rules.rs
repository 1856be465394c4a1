//! How chess games end, and the laws every game obeys.

use chess::{End, Position};
use play::{Claim, Notation, Outcome, Reason, Record, Rules, Side, laws};

fn record(fen: &str) -> Record<Position> {
    Record::new(Position::read_position(fen).expect("the position is valid").position)
}

fn play(record: &mut Record<Position>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = record.position().read_move(text).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
}

#[test]
fn the_laws_hold_over_random_games() {
    let starts = [
        Position::new(),
        Position::chess960(0).unwrap(),
        Position::chess960(959).unwrap(),
        Position::chess960(339).unwrap(),
        Position::read_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
            .unwrap()
            .position,
        Position::read_position("8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1")
            .unwrap()
            .position,
    ];
    let mut positions = 0;
    for (seed, start) in starts.iter().enumerate() {
        let tally = laws::obey(start, 40, 200, seed as u64).unwrap_or_else(|broken| panic!("{broken}"));
        positions += tally.positions;
    }
    assert!(positions > 20_000, "{positions}");
}

#[test]
fn keys_are_those_of_a_fresh_position() {
    let mut random = fastrand::Rng::with_seed(7);
    for number in 0..60 {
        let mut position = Position::chess960(number * 16).unwrap();
        let mut moves = Vec::new();
        for _ in 0..150 {
            position.moves(&mut moves);
            let Some(mv) = random.choice(&moves) else { break };
            position.play(*mv);
            let fresh = Position::from(position.chess().clone());
            assert_eq!(position.key(), fresh.key(), "{}", position.position_text());
        }
    }
}

#[test]
fn positions_end_games() {
    for (fen, winner, end) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some(Side::Black),
            End::Checkmate,
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, End::Stalemate),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", None, End::InsufficientMaterial),
        ("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1", None, End::InsufficientMaterial),
        ("8/8/4k3/4b3/8/4K1B1/8/8 w - - 0 1", None, End::InsufficientMaterial),
        ("8/8/4k3/8/8/4K1R1/8/8 w - - 150 90", None, End::SeventyFiveMoves),
    ] {
        let outcome = record(fen).outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason), (winner, Reason::Rule(end)), "{fen}");
    }
}

#[test]
fn enough_material_plays_on() {
    for fen in [
        "8/8/4k3/8/8/4K1R1/8/8 w - - 149 90",
        "8/8/4k3/8/8/4KNN1/8/8 w - - 0 1",
        "8/8/4k3/4n3/8/4K1N1/8/8 w - - 0 1",
        "8/8/4k3/4b3/8/4K3/8/5B2 w - - 0 1",
    ] {
        assert_eq!(record(fen).outcome(), None, "{fen}");
    }
}

#[test]
fn mate_comes_before_the_seventy_five_moves() {
    let mut record = record("7k/8/6K1/8/8/8/8/R7 w - - 149 100");
    play(&mut record, "Ra8#");
    assert_eq!(
        record.outcome(),
        Some(Outcome::win(Side::White, Reason::Rule(End::Checkmate)))
    );
}

#[test]
fn fifty_moves_are_claimed() {
    let mut record = record("7k/8/6K1/8/8/8/8/R7 w - - 98 100");
    play(&mut record, "Ra7");
    assert_eq!(record.claim(), None);
    play(&mut record, "Kg8");
    assert_eq!(record.claim(), Some(Claim(Reason::Rule(End::FiftyMoves))));
    record.claim_draw().unwrap();
    assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Rule(End::FiftyMoves))));
}

#[test]
fn repetition_is_counted_from_the_start() {
    let mut record = Record::new(Position::new());
    play(&mut record, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!((record.occurrences(), record.claim()), (2, None));
    play(&mut record, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(record.claim(), Some(Claim(Reason::Repetition(3))));
    play(&mut record, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Repetition(5))));
}

#[test]
fn lost_castling_rights_make_another_position() {
    let mut record = record("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut record, "Ke2 Ke7 Ke1 Ke8");
    assert_eq!(record.occurrences(), 1);
    play(&mut record, "Ke2 Ke7 Ke1 Ke8");
    assert_eq!(record.occurrences(), 2);
}

#[test]
fn an_en_passant_square_counts_only_if_it_can_be_used() {
    // After e4 nobody can take on e3, so the position recurs as it is.
    let mut record = Record::new(Position::new());
    play(&mut record, "e4 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(record.occurrences(), 2);
    // Here d4 could take on e3 at once, and later no more.
    let mut record = self::record("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    play(&mut record, "e4 Kd8 Nf3 Ke8 Ng1");
    assert_eq!(record.occurrences(), 1);
}

#[test]
fn a_flag_loses_only_against_a_side_that_could_mate() {
    let flagged = |fen| {
        let mut record = record(fen);
        record.flag(Side::White).unwrap();
        record.outcome().unwrap()
    };
    assert_eq!(
        flagged("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        Outcome::draw(Reason::TimeWithoutWinner)
    );
    assert_eq!(
        flagged("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1"),
        Outcome::win(Side::Black, Reason::Time)
    );
    assert_eq!(
        flagged("4kb2/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        Outcome::win(Side::Black, Reason::Time)
    );
}
