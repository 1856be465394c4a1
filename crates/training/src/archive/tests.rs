//! Archives that were written, torn, damaged and gone on with.

use std::{fs, path::PathBuf};

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

use super::*;
use crate::{GameResult, ScoredMove, TrainingGame};

const ORIGIN: Origin = Origin { seed: 3, nodes: 77 };

/// A file of its own for a test, gone afterwards.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("threefold-{}-{name}", std::process::id()));
        drop(fs::remove_file(&path));
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// A game of random moves with random scores.
fn game(number: u32, start: &Chess) -> TrainingGame {
    let mut random = fastrand::Rng::with_seed(number.into());
    let mut position = start.clone();
    let mut moves = Vec::new();
    while let Some(mv) = random.choice(position.legal_moves()).filter(|_| moves.len() < 150) {
        position.play_unchecked(mv);
        let score = random.i16(-32_000..=32_000);
        moves.push(ScoredMove { mv, score });
    }
    TrainingGame {
        number,
        start: start.clone(),
        opening: moves.drain(..8).map(|scored| scored.mv).collect(),
        moves,
        result: random
            .choice([GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins])
            .unwrap(),
    }
}

fn games(count: u32) -> Vec<TrainingGame> {
    (0..count).map(|number| game(number, &Chess::default())).collect()
}

fn bytes_of(games: &[TrainingGame]) -> Vec<u8> {
    let mut bytes = ORIGIN.header().to_vec();
    bytes.extend(games.iter().flat_map(|game| record::write(game).unwrap()));
    bytes
}

fn read(bytes: &[u8]) -> (Vec<TrainingGame>, u64) {
    let mut reader = GameReader::new(bytes).unwrap();
    let games = reader.by_ref().collect::<io::Result<_>>().unwrap();
    (games, reader.lost())
}

#[test]
fn games_come_back_as_they_were() {
    let mut games = games(40);
    let position = |fen: &str, mode| fen.parse::<Fen>().unwrap().into_position(mode).unwrap();
    let starts = [
        position("8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", CastlingMode::Standard),
        position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", CastlingMode::Standard),
        position(
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            CastlingMode::Chess960,
        ),
    ];
    games.extend(starts.iter().zip(40..).map(|(start, number)| game(number, start)));
    assert_eq!(read(&bytes_of(&games)), (games, 0));
}

#[test]
fn a_ply_takes_about_four_bytes() {
    let games = games(100);
    let plies: usize = games.iter().map(|game| game.opening.len() + game.moves.len()).sum();
    assert!(bytes_of(&games).len() * 100 < plies * 420);
}

#[test]
fn damage_costs_only_the_damaged_games() {
    let games = games(30);
    let whole = bytes_of(&games);
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..300 {
        let mut bytes = whole.clone();
        let place = random.usize(HEADER..bytes.len());
        bytes[place] ^= 1 << random.u8(..8);
        let (left, lost) = read(&bytes);
        assert_eq!(left.len(), 29, "byte {place}");
        assert!(lost > 0 && left.iter().all(|game| games.contains(game)));
    }
}

#[test]
fn a_stretch_cut_out_or_put_in_costs_only_its_games() {
    let games = games(30);
    let mut bytes = bytes_of(&games);
    let middle = bytes.len() / 2;
    bytes.drain(middle..middle + 100);
    bytes.splice(200..200, [record::MARK.as_slice(), &[0xff; 40]].concat());
    let (left, _) = read(&bytes);
    assert!((27..30).contains(&left.len()));
}

#[test]
fn a_damaged_header_costs_no_game() {
    let games = games(5);
    for place in 0..HEADER {
        let mut bytes = bytes_of(&games);
        bytes[place] ^= 0x20;
        assert_eq!(read(&bytes), (games.clone(), HEADER as u64));
    }
}

#[test]
fn records_longer_than_a_buffer_are_found_behind_rubbish() {
    let games = games(3);
    let mut bytes = ORIGIN.header().to_vec();
    bytes.extend(vec![record::MARK[0]; 900_001]);
    bytes.extend(&bytes_of(&games)[HEADER..]);
    assert_eq!(read(&bytes), (games, 900_001));
}

#[test]
fn a_torn_file_is_gone_on_with() {
    let place = Place::new("torn");
    let games = games(6);
    let whole = bytes_of(&games[..3]);
    for torn in [0, 1, HEADER - 1, HEADER, HEADER + 5, whole.len() - 1, whole.len()] {
        fs::write(&place.0, &whole[..torn]).unwrap();
        let (mut writer, held) = GameWriter::open(&place.0, ORIGIN).unwrap();
        let before = games.iter().filter(|game| held.numbers.contains(&game.number)).count();
        for game in &games[before..] {
            writer.add(game).unwrap();
        }
        assert_eq!(read(&fs::read(&place.0).unwrap()), (games.clone(), 0), "torn at {torn}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let place = Place::new("others");
    let refused = |bytes: &[u8], origin| {
        fs::write(&place.0, bytes).unwrap();
        let error = GameWriter::open(&place.0, origin).unwrap_err();
        assert_eq!(fs::read(&place.0).unwrap(), bytes);
        error
    };
    let other = Origin { seed: 4, ..ORIGIN };
    assert!(matches!(refused(b"a letter", ORIGIN), ArchiveError::NoHeader(_)));
    assert!(matches!(
        refused(&bytes_of(&games(1)), other),
        ArchiveError::OtherOrigin { origin: ORIGIN, .. }
    ));
    let mut newer = ORIGIN.header();
    newer[8] = 9;
    let checksum = crc32fast::hash(&newer[..26]).to_le_bytes();
    newer[26..].copy_from_slice(&checksum);
    assert!(matches!(
        refused(&newer, ORIGIN),
        ArchiveError::Version { version: 9, .. }
    ));
}

#[test]
fn a_file_has_one_writer() {
    let place = Place::new("busy");
    let _writer = GameWriter::open(&place.0, ORIGIN).unwrap();
    assert!(matches!(GameWriter::open(&place.0, ORIGIN), Err(ArchiveError::Busy(_))));
}
