//! Random games and random files: what can be read can be written and read again, and nothing is a panic.

use std::time::Duration;

use chess::{
    Position,
    pgn::{self, Game, GameResult, Remark},
};
use play::{Record, Score, Side};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed},
};

use super::{FILES, assert_round_trip, assert_same, only};

/// A random game with random remarks; every third starts as Chess960.
fn random_game(seed: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let start = match seed % 3 {
        0 => Position::chess960(random.u32(..960)).expect("a number below 960"),
        _ => Position::new(),
    };
    let mut record = Record::new(start);
    let plies = random.usize(..200);
    while record.outcome().is_none() && record.moves().len() < plies {
        let mv = record.legal()[random.usize(..record.legal().len())];
        record.play(mv).expect("a listed move");
    }
    let white = ["Anna", "B\\\"o\"", "[Event \"x\"]", "", "{}"][random.usize(..5)];
    let mut game = Game::from_record(record, white, "Bo", Some("2024.12.31"));
    if game.result == GameResult::Open {
        game.result = [GameResult::Open, GameResult::Draw, GameResult::Win(Side::Black)][random.usize(..3)];
    }
    for ply in 0..=game.record.moves().len() {
        let remark = random_remark(&mut random);
        if remark != Remark::default() {
            game.remarks.insert(ply, remark);
        }
    }
    game
}

fn random_remark(random: &mut fastrand::Rng) -> Remark {
    const WORDS: [&str; 10] = [
        "a",
        "[Event \"x\"]",
        "%x",
        "{",
        ";",
        "(1.",
        "e4)",
        "1-0",
        "$7",
        "[%csl Rd4]",
    ];
    let mut remark = Remark::default();
    if random.bool() {
        return remark;
    }
    let words = random.usize(..30);
    let words: Vec<&str> = (0..words).map(|_| WORDS[random.usize(..WORDS.len())]).collect();
    remark.comment = words.join(" ");
    remark.clock = random
        .bool()
        .then(|| Duration::new(random.u64(..100_000), random.u32(..10) * 100_000_000));
    remark.evaluation = match random.u8(..4) {
        0 => Some(Score::Centipawns(random.i32(-9999..9999))),
        1 => Some(Score::Win(random.u32(..50) * 2 + 1)),
        2 => Some(Score::Loss(random.u32(..50) * 2)),
        _ => None,
    };
    remark.nags = (0..random.usize(..3)).map(|_| random.u8(..)).collect();
    remark
}

#[test]
fn two_hundred_games_in_one_file_read_as_they_were_played() {
    let games: Vec<Game> = (0..200).map(random_game).collect();
    let file: String = games.iter().map(pgn::write).collect();
    let read: Vec<Game> = pgn::read(file.as_bytes()).into_iter().map(Result::unwrap).collect();
    assert_eq!(read.len(), games.len());
    for (before, after) in games.iter().zip(&read) {
        assert_same(before, after);
        assert_eq!(before.record.outcome(), after.record.outcome());
    }
}

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(960),
        ..Config::default()
    }
}

/// Reads anything; what can be read can also be written and read again.
fn survive(text: &[u8]) {
    for game in pgn::read(text).into_iter().flatten() {
        let again = only(pgn::write(&game).as_bytes()).expect("what was written");
        assert_same(&game, &again);
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&text);
    }

    #[test]
    fn any_order_of_the_things_that_files_are_made_of(parts in prop::collection::vec(prop::sample::select(vec![
        "[Event \"", "[", "]", "\"", "\\", "{", "}", "(", ")", ";", "%", "\n", "\n\n", "\r", " ", "1.", "1...", ".",
        "e4", "e5", "Nf3", "0-0", "--", "Z0", "exd6", "e.p.", "$1", "$256", "$", "!", "*", "1-0", "½-½", "\u{feff}", "\0",
        "[White \"b\"]", "[FEN \"", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "[Variant \"Chess960\"]", "[%clk ", "[%eval ", "0:00:01", "#3",
    ]), 0..40)) {
        survive(parts.concat().as_bytes());
    }

    #[test]
    fn files_with_errors_of_copying(
        file in prop::sample::select(FILES.to_vec()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<u8>()), 1..8),
    ) {
        let mut text = file.to_vec();
        for (index, edit, byte) in edits {
            let index = index.index(text.len());
            match edit {
                0 => text[index] = byte,
                1 => text.insert(index, byte),
                _ => {
                    text.remove(index);
                }
            }
        }
        survive(&text);
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn any_game_that_was_played_is_kept_whole(seed in any::<u64>()) {
        assert_round_trip(&random_game(seed));
    }
}
