//! Polyglot books, written here and read by the engine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use engine::{Book, BookError, BookMoves};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _, Square, fen::Fen, uci::UciMove, zobrist::Zobrist64,
};

/// A file of this test, gone when it is dropped.
struct Paper(PathBuf);

impl Paper {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = env::temp_dir().join(format!("threefold-{}-{name}.bin", process::id()));
        fs::write(&path, bytes).expect("a file can be written");
        Paper(path)
    }

    fn book(name: &str, entries: &mut [(u64, u16, u16)]) -> (Self, Book) {
        entries.sort_by_key(|entry| entry.0);
        let bytes: Vec<u8> = entries
            .iter()
            .flat_map(|(key, mv, weight)| {
                [
                    &key.to_be_bytes()[..],
                    &mv.to_be_bytes(),
                    &weight.to_be_bytes(),
                    &[0; 4],
                ]
                .concat()
            })
            .collect();
        let paper = Paper::new(name, &bytes);
        let book = Book::open(&paper.0).expect("a whole book");
        (paper, book)
    }
}

impl Drop for Paper {
    fn drop(&mut self) {
        fs::remove_file(&self.0).expect("the file is there");
    }
}

fn after(moves: &str) -> Chess {
    moves.split_whitespace().fold(Chess::default(), |position, word| {
        let uci: UciMove = word.parse().expect("a move");
        position
            .clone()
            .play(uci.to_move(&position).expect("a legal move"))
            .expect("a legal move")
    })
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// A move as the format packs it.
fn packed(from: Square, to: Square, promotion: u16) -> u16 {
    promotion << 12 | u16::from(from) << 6 | u16::from(to)
}

fn written(moves: &BookMoves) -> Vec<(String, u16)> {
    let text = |(mv, weight): &(Move, u16)| (UciMove::from_standard(*mv).to_string(), *weight);
    moves.moves.iter().map(text).collect()
}

/// The keys that the description of the format gives to test by.
#[test]
fn keys_are_those_of_the_format() {
    for (moves, expected) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key(&after(moves)), expected, "{moves}");
    }
}

#[test]
fn the_moves_of_a_position_are_found_among_others() {
    let (start, reply) = (Chess::default(), after("e2e4"));
    let mut entries = vec![
        (key(&start), packed(Square::E2, Square::E4, 0), 3),
        (key(&start), packed(Square::D2, Square::D4, 0), 1),
        (key(&reply), packed(Square::C7, Square::C5, 0), 1),
    ];
    entries.extend((0..50).map(|number| (number << 58, 0, 1)));
    let (_paper, book) = Paper::book("among", &mut entries);
    assert_eq!(
        written(&book.moves(&start).unwrap()),
        [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]
    );
    assert_eq!(written(&book.moves(&reply).unwrap()), [("c7c5".to_owned(), 1)]);
    assert_eq!(book.moves(&after("a2a3")).unwrap(), BookMoves::default());
}

#[test]
fn weights_are_kept_by_the_choice() {
    let start = Chess::default();
    let mut entries = [
        (key(&start), packed(Square::E2, Square::E4, 0), 3),
        (key(&start), packed(Square::A2, Square::A3, 0), 0),
        (key(&start), packed(Square::D2, Square::D4, 0), 1),
    ];
    let (_paper, book) = Paper::book("weights", &mut entries);
    let moves = book.moves(&start).unwrap();
    let mut random = fastrand::Rng::with_seed(4);
    let mut counts = [0, 0, 0];
    for _ in 0..4_000 {
        let chosen = moves.choose(random.u64(..)).unwrap();
        counts[moves.moves.iter().position(|(mv, _)| *mv == chosen).unwrap()] += 1;
    }
    assert_eq!(counts[1], 0);
    assert!((2_900..3_100).contains(&counts[0]), "{counts:?}");
    assert_eq!(moves.choose(0), Some(moves.moves[0].0));
    assert_eq!(moves.choose(u64::MAX), Some(moves.moves[2].0));
}

#[test]
fn castling_and_promotion_are_read() {
    let fen: Fen = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let key = key(&position);
    let mut entries = [
        (key, packed(Square::E1, Square::H1, 0), 1),
        (key, packed(Square::E1, Square::A1, 0), 1),
        (key, packed(Square::A7, Square::A8, 4), 1),
        (key, packed(Square::A7, Square::A8, 1), 1),
    ];
    let (_paper, book) = Paper::book("castling", &mut entries);
    let texts: Vec<String> = written(&book.moves(&position).unwrap())
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert_eq!(texts, ["e1g1", "e1c1", "a7a8q", "a7a8n"]);
}

#[test]
fn damaged_entries_are_left_out_and_counted() {
    let start = Chess::default();
    let mut entries = [
        (key(&start), packed(Square::E2, Square::E5, 0), 9),
        (key(&start), packed(Square::E2, Square::E4, 7), 9),
        (key(&start), 0, 9),
        (key(&start), packed(Square::G1, Square::F3, 0), 1),
    ];
    let (_paper, book) = Paper::book("damaged", &mut entries);
    let moves = book.moves(&start).unwrap();
    assert_eq!((written(&moves), moves.damaged), (vec![("g1f3".to_owned(), 1)], 3));
}

#[test]
fn a_book_that_advises_against_everything_chooses_nothing() {
    let start = Chess::default();
    let mut entries = [(key(&start), packed(Square::E2, Square::E4, 0), 0)];
    let (_paper, book) = Paper::book("nothing", &mut entries);
    assert_eq!(book.moves(&start).unwrap().choose(7), None);
}

#[test]
fn files_that_are_no_books_are_refused() {
    let missing = Book::open(Path::new("/nowhere/book.bin")).unwrap_err();
    assert!(missing.to_string().contains("/nowhere/book.bin"), "{missing}");
    assert!(matches!(Book::open(&env::temp_dir()), Err(BookError::Read { .. })));
    for (name, length) in [("empty", 0), ("cut", 40), ("short", 3)] {
        let paper = Paper::new(name, &vec![1; length]);
        let error = Book::open(&paper.0).unwrap_err();
        assert!(matches!(error, BookError::Size { .. }), "{error}");
    }
}
