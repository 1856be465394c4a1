//! Networks of random weights over random play: every path gives the same value, followed or fresh; files round-trip.

use std::sync::Arc;

use fastrand::Rng;
use shakmaty::{CastlingMode, Chess, Color, FromSetup as _, Position as _, fen::Fen};

use super::*;
use crate::board::Board;

fn random_weights(seed: u64) -> Weights {
    let mut random = Rng::with_seed(seed);
    let mut row = |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect();
    Weights {
        features: row(FEATURES * HIDDEN, 120),
        bias: row(HIDDEN, 200),
        output: row(BUCKETS * 2 * HIDDEN, 110),
        output_bias: row(BUCKETS, 4_000),
    }
}

fn random_network(seed: u64) -> Arc<Network> {
    Arc::new(Network::new(&random_weights(seed), 400, "weights at random").unwrap())
}

/// Positions in which kings cross the middle at once, castle, promote and take in passing.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/3K4 w - - 0 1",
];

fn start(text: &str) -> Chess {
    let fen: Fen = text.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// Walks like a search does, forward and back, and asks for values only now and then.
fn walk(games: u64, mut look: impl FnMut(&Board, &mut Vec<Accumulators>)) {
    let network = random_network(1);
    let paths = Path::available().into_iter();
    let mut followers: Vec<Accumulators> = paths
        .map(|path| Accumulators::new(Arc::clone(&network), path))
        .collect();
    for game in 0..games {
        let mut random = Rng::with_seed(game);
        let mut line = vec![Board::new(start(STARTS[game as usize % STARTS.len()]))];
        for follower in &mut followers {
            follower.begin(&line[0]);
        }
        for _ in 0..200 {
            let board = line.last().unwrap();
            match random.choice(board.moves()) {
                Some(mv) if random.u8(..4) > 0 && line.len() < 150 => {
                    let mut after = board.clone();
                    let changes = after.play(mv);
                    for follower in &mut followers {
                        follower.push(&changes);
                    }
                    line.push(after);
                }
                _ if line.len() > 1 => {
                    followers.iter_mut().for_each(Accumulators::pop);
                    line.pop();
                }
                _ => {}
            }
            if random.bool() {
                look(line.last().unwrap(), &mut followers);
            }
        }
    }
}

#[test]
fn every_path_of_this_processor_gives_the_same_value() {
    let mut values = Vec::new();
    walk(200, |board, followers| {
        let found: Vec<i32> = followers.iter_mut().map(|follower| follower.evaluate(board)).collect();
        assert!(
            found.iter().all(|value| *value == found[0]),
            "{found:?} {:?}",
            board.chess()
        );
        values.push(found[0]);
    });
    values.sort_unstable();
    values.dedup();
    assert!(
        values.len() > 5_000,
        "{} values are too few to compare paths",
        values.len()
    );
}

#[test]
fn sums_that_follow_moves_equal_fresh_ones() {
    let network = random_network(1);
    walk(200, |board, followers| {
        for follower in followers {
            assert_eq!(
                follower.evaluate(board),
                network.evaluate(board.chess()),
                "{:?}",
                board.chess()
            );
        }
    });
}

#[test]
fn a_null_move_turns_the_board_round_and_nothing_else() {
    let network = random_network(2);
    let board = Board::new(start(STARTS[0]));
    let mut accumulators = Accumulators::new(Arc::clone(&network), Path::best());
    accumulators.begin(&board);
    let mut passed = board.clone();
    passed.pass();
    accumulators.push(&crate::board::Changes::default());
    assert_eq!(accumulators.evaluate(&passed), network.evaluate(passed.chess()));
}

#[test]
fn a_position_mirrored_either_way_has_the_same_value() {
    let network = random_network(3);
    walk(60, |board, _| {
        let setup = board.chess().to_setup(shakmaty::EnPassantMode::Legal);
        let value = network.evaluate(board.chess());
        let turned = Chess::from_setup(setup.clone().into_mirrored(), CastlingMode::Standard).unwrap();
        assert_eq!(network.evaluate(&turned), value);
        // Castling rights are no input, but a board that is flipped has none.
        let mut flipped = setup;
        flipped.board.flip_horizontal();
        flipped.castling_rights = shakmaty::Bitboard::EMPTY;
        flipped.ep_square = None;
        if let Ok(flipped) = Chess::from_setup(flipped, CastlingMode::Standard) {
            assert_eq!(network.evaluate(&flipped), value);
        }
    });
}

#[test]
fn inputs_are_counted_from_the_own_side_and_the_half_of_the_king() {
    use shakmaty::{Role, Square};
    let of = |side, king, piece, square| feature(side, king, piece, square);
    let rook = |color: Color| Role::Rook.of(color);
    assert_eq!(of(Color::White, Square::A1, rook(Color::White), Square::A1), 3 * 64);
    assert_eq!(of(Color::White, Square::E1, rook(Color::White), Square::H1), 3 * 64);
    assert_eq!(of(Color::Black, Square::G8, rook(Color::White), Square::H8), 9 * 64);
    assert_eq!(
        of(Color::Black, Square::D8, rook(Color::Black), Square::H1),
        3 * 64 + 63
    );
}

#[test]
fn buckets_divide_the_numbers_of_pieces_evenly() {
    assert_eq!([2, 5, 6, 9, 10, 29, 30, 32].map(bucket), [0, 0, 1, 1, 2, 6, 7, 7]);
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let network = random_network(4);
    let bytes = network.to_bytes();
    let again = Network::from_bytes(&bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.note(), "weights at random");
    assert_eq!(again.weights(), random_weights(4));
    let chess = Chess::default();
    assert_eq!(again.evaluate(&chess), network.evaluate(&chess));
}

#[test]
fn the_embedded_network_is_whole_and_knows_a_queen() {
    let network = Network::embedded();
    assert!(network.note().contains("positions"), "{}", network.note());
    let value = |text: &str| network.evaluate(&start(text));
    assert!(value("3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1").abs() < 150);
    assert!(value("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1") > 400);
    assert!(value("3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1") < -400);
}

#[test]
fn what_is_no_whole_network_is_refused_with_its_reason() {
    let bytes = random_network(5).to_bytes();
    let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    for length in [0, 3, 8, 9, 20, 40, 50_000, bytes.len() - 1] {
        assert!(
            matches!(read(&bytes[..length]), NetworkError::Truncated(found) if found == length),
            "{length}"
        );
    }
    assert!(matches!(read(b"a picture of a network"), NetworkError::Foreign));
    let changed = |place: usize| {
        let mut other = bytes.clone();
        other[place] ^= 1;
        other
    };
    assert!(matches!(read(&changed(0)), NetworkError::Foreign));
    assert!(matches!(read(&changed(8)), NetworkError::Version(0)));
    for place in (10..22).step_by(2) {
        assert!(matches!(read(&changed(place)), NetworkError::Architecture), "{place}");
    }
    for place in [22, 26, 5_000, bytes.len() - 1] {
        assert!(matches!(read(&changed(place)), NetworkError::Damaged), "{place}");
    }
    assert!(matches!(read(&[&bytes[..], b"more"].concat()), NetworkError::Damaged));
    let missing = Network::open(std::path::Path::new("/nowhere/at/all"));
    assert!(matches!(missing, Err(NetworkError::File { .. })));
}

#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let refused = |change: fn(&mut Weights)| {
        let mut weights = random_weights(6);
        change(&mut weights);
        Network::new(&weights, 400, "")
    };
    assert!(matches!(
        refused(|weights| weights.features[7] = 1_100),
        Err(NetworkError::Range)
    ));
    assert!(matches!(
        refused(|weights| weights.output[7] = -129),
        Err(NetworkError::Range)
    ));
    assert!(matches!(
        refused(|weights| weights.output.fill(120)),
        Err(NetworkError::Range)
    ));
    assert!(matches!(
        refused(|weights| weights.bias.truncate(9)),
        Err(NetworkError::Architecture)
    ));
    assert!(refused(|_| {}).is_ok());
}
