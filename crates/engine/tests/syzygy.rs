//! Endgame tables of up to three pieces, which lie beside this test.

use std::{env, fs};

use engine::{Game, Syzygy, SyzygyError};
use shakmaty::{CastlingMode, Chess, Move, Position as _, fen::Fen, uci::UciMove};
use shakmaty_syzygy::{AmbiguousWdl, Wdl};

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");

fn tables() -> Syzygy {
    Syzygy::open(DIRECTORY).expect("the tables lie beside the test")
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

fn text(mv: Move) -> String {
    UciMove::from_standard(mv).to_string()
}

fn played(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    for word in moves.split_whitespace() {
        let uci: UciMove = word.parse().expect("a move");
        let mv = uci.to_move(game.position()).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn directories_are_listed_as_the_system_lists_paths() {
    let list = env::join_paths(["", DIRECTORY]).unwrap();
    let tables = Syzygy::open(list.to_str().unwrap()).unwrap();
    assert_eq!((tables.count(), tables.most_pieces()), (10, 3));
}

#[test]
fn what_is_not_there_is_named() {
    let nowhere = Syzygy::open("/nowhere/to/be/found").unwrap_err();
    assert!(nowhere.to_string().contains("/nowhere/to/be/found"), "{nowhere}");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert!(matches!(Syzygy::open(sources), Err(SyzygyError::None(_))));
    assert!(matches!(Syzygy::open(""), Err(SyzygyError::None(_))));
}

#[test]
fn a_table_that_was_cut_is_named() {
    let directory = env::temp_dir().join(format!("threefold-cut-table-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("KQvK.rtbw"), [0; 100]).unwrap();
    let error = Syzygy::open(directory.to_str().unwrap()).unwrap_err();
    fs::remove_dir_all(&directory).unwrap();
    assert!(
        matches!(&error, SyzygyError::File { path, .. } if path.ends_with("KQvK.rtbw")),
        "{error}"
    );
}

#[test]
fn results_are_given_only_where_they_are_certain() {
    let tables = tables();
    let wdl = |fen: &str, limit| tables.wdl(&position(fen), limit);
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", 7), Some(Wdl::Win));
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2Q b - - 0 1", 7), Some(Wdl::Loss));
    assert_eq!(wdl("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 7), Some(Wdl::Draw));
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2Q w - - 1 1", 7), None, "moves were counted");
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 7), None, "castling");
    assert_eq!(wdl("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", 2), None, "beyond the limit");
    assert_eq!(wdl("4k3/7r/8/8/8/8/8/4K2Q w - - 0 1", 7), None, "no such table");
}

#[test]
fn won_endings_are_won_by_the_best_moves_alone() {
    let tables = tables();
    for fen in [
        "8/8/8/8/3k4/8/8/KQ6 w - - 0 1",
        "8/8/8/8/3k4/8/8/KR6 w - - 0 1",
        "8/4k3/8/4K3/8/8/4P3/8 w - - 0 1",
        // Half of the fifty moves are gone.
        "8/8/8/8/3k4/8/8/KR6 w - - 50 60",
    ] {
        let mut game = Game::new(position(fen));
        while !game.position().is_checkmate() {
            let (_, moves) = tables.best_moves(&game, 7).unwrap();
            game.play(*moves.last().unwrap()).unwrap();
            assert!(game.position().halfmoves() < 100, "{fen}");
            assert!(
                !game.position().is_stalemate() && !game.position().is_insufficient_material(),
                "{fen}"
            );
        }
    }
}

#[test]
fn mates_come_first() {
    let (result, moves) = tables()
        .best_moves(&played("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", ""), 7)
        .unwrap();
    assert_eq!(result, AmbiguousWdl::Win);
    let mates = moves.iter().all(|&mv| {
        played("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", &text(mv))
            .position()
            .is_checkmate()
    });
    assert!(mates && !moves.is_empty());
}

#[test]
fn draws_are_kept_by_the_only_move() {
    let (result, moves) = tables()
        .best_moves(&played("8/8/8/2k2P2/8/5K2/8/8 b - - 0 1", ""), 7)
        .unwrap();
    let moves: Vec<String> = moves.into_iter().map(text).collect();
    assert_eq!((result, moves), (AmbiguousWdl::Draw, vec!["c5d6".to_owned()]));
}

#[test]
fn lost_positions_keep_every_move() {
    let lost = played("8/8/8/3k4/8/8/1Q6/K7 b - - 0 1", "");
    let (result, moves) = tables().best_moves(&lost, 7).unwrap();
    assert_eq!(result, AmbiguousWdl::Loss);
    assert_eq!(moves.len(), lost.position().legal_moves().len());
}

#[test]
fn the_fifty_moves_are_counted() {
    let near = played("8/8/8/8/3k4/8/8/KR6 w - - 90 100", "");
    let (result, _) = tables().best_moves(&near, 7).unwrap();
    assert_eq!(result, AmbiguousWdl::CursedWin);
}

#[test]
fn a_third_repetition_is_a_draw() {
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let around = "b1b2 h8g8 b2b1 g8h8";
    let result = |game: &Game, wanted: &str| {
        let ranked = tables().rank_root(game, 7).unwrap();
        ranked.iter().find(|ranked| text(ranked.mv) == wanted).unwrap().result
    };
    assert_eq!(
        result(&played(fen, around), "b1b2"),
        AmbiguousWdl::Win,
        "the second time"
    );
    assert_eq!(
        result(&played(fen, &format!("{around} {around}")), "b1b2"),
        AmbiguousWdl::Draw
    );
    assert_eq!(
        result(&played(fen, &format!("{around} {around}")), "b1b3"),
        AmbiguousWdl::Win
    );
}
