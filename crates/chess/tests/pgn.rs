//! PGN files from outside: what is accepted, what is refused and how, and that nothing is lost on the way.

#[path = "pgn/forgiven.rs"]
mod forgiven;
#[path = "pgn/random.rs"]
mod random;
#[path = "pgn/trees.rs"]
mod trees;

use std::time::Duration;

use chess::pgn::{self, BrokenGame, Game, GameResult, PgnError, Remark};
use play::{Notation, Score, Side};

const FILES: [&[u8]; 7] = [SEVERAL, CRLF_BOM, COMMENTS, CHESS960, BLACK_TO_MOVE, TRUNCATED, HOSTILE];
const SEVERAL: &[u8] = include_bytes!("pgn/several.pgn");
const CRLF_BOM: &[u8] = include_bytes!("pgn/crlf_bom.pgn");
const COMMENTS: &[u8] = include_bytes!("pgn/comments.pgn");
const CHESS960: &[u8] = include_bytes!("pgn/chess960.pgn");
const BLACK_TO_MOVE: &[u8] = include_bytes!("pgn/black_to_move.pgn");
const TRUNCATED: &[u8] = include_bytes!("pgn/truncated.pgn");
const HOSTILE: &[u8] = include_bytes!("pgn/hostile.pgn");

fn only(text: &[u8]) -> Result<Game, BrokenGame> {
    let mut games = pgn::read(text);
    assert_eq!(games.len(), 1, "{}", String::from_utf8_lossy(text));
    games.remove(0)
}

fn moves(game: &Game) -> String {
    let moves: Vec<String> = game.turns().map(|(position, mv)| position.label(mv)).collect();
    moves.join(" ")
}

/// Everything but the warnings; `after` may have the tags that writing adds.
fn assert_same(before: &Game, after: &Game) {
    let added = ["ECO", "Opening", "Termination"];
    let mut tags = after.tags.clone();
    tags.retain(|name, _| before.tags.contains_key(name) || !added.contains(&name.as_str()));
    assert_eq!(before.tags, tags);
    assert_eq!(
        before.record.start().position_text(),
        after.record.start().position_text()
    );
    assert_eq!(before.record.moves(), after.record.moves());
    assert_eq!(moves(before), moves(after));
    assert_eq!(before.remarks, after.remarks);
    assert_eq!(before.result, after.result);
}

fn assert_round_trip(game: &Game) {
    let text = pgn::write(game);
    let again = only(text.as_bytes()).expect("what was written");
    assert_same(game, &again);
    assert_eq!(again.warnings, [""; 0], "{text}");
    assert_eq!(pgn::write(&again), text);
}

#[test]
fn a_broken_game_costs_only_itself() {
    let games = pgn::read(SEVERAL);
    let text: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(game) => format!("{} {}", moves(game), game.result),
            Err(broken) => broken.to_string(),
        })
        .collect();
    assert_eq!(
        text,
        [
            "f3 e5 g4 Qh4# 0-1",
            "game starting on line 11: move 2. 'Zf3' is not a move; write it like Nf3 or g1f3",
            "game starting on line 18: a comment is not closed by '}'",
            "game starting on line 26: move 4. 'Qxd5' is not a legal move here",
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 1-0",
            "c4 e5 Nc3 1/2-1/2",
        ]
    );
    let first = games[0].as_ref().unwrap();
    assert_eq!(first.tags["Site"], "Town hall");
    assert_eq!(first.warnings, [""; 0]);
    // The board does not show this result; it is preserved nevertheless.
    let by_time = games[4].as_ref().unwrap();
    assert_eq!(by_time.record.outcome(), None);
    assert_eq!(by_time.tags["Termination"], "time forfeit");
}

#[test]
fn files_of_other_systems() {
    assert!(CRLF_BOM.starts_with(b"\xef\xbb\xbf") && CRLF_BOM.ends_with(b"\r\n"));
    let games: Vec<Game> = pgn::read(CRLF_BOM).into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(moves(&games[0]), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert_eq!(games[0].remarks[&3].comment, "two lines");
    assert_eq!(games[0].remarks[&6].comment, "a slip");
    assert_eq!(games[1].tags["Event"], "Second");
    let latin = only(b"[White \"J\xf6rg\"] 1. e4 *").unwrap();
    assert_eq!(latin.tags["White"], "Jörg");
}

#[test]
fn comments_clocks_and_glyphs_stay_with_their_moves_and_variations_are_skipped() {
    let game = only(COMMENTS).unwrap();
    assert_eq!(moves(&game), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    assert_eq!(game.remarks[&0].comment, "Before the first move");
    assert_eq!(
        game.remarks[&1],
        Remark {
            comment: "best by test and again".to_owned(),
            clock: Some(Duration::from_mins(10)),
            evaluation: Some(Score::Centipawns(-33)),
            nags: vec![1],
        }
    );
    assert_eq!(game.remarks[&2].nags, [6]);
    assert_eq!(
        game.remarks[&2].comment,
        "a comment with (brackets), [square ones], ; and % and $7 and a blank line, [%csl Ge5,Rd4]"
    );
    assert_eq!(game.remarks[&3].nags, [3]);
    assert_eq!(game.remarks[&3].comment, "to the end ) of the line");
    assert_eq!(game.remarks.get(&4), None);
    assert_eq!(game.remarks[&5].clock, Some(Duration::from_millis(598_700)));
    assert_eq!(game.remarks[&6].evaluation, Some(Score::Loss(8)));
    assert_eq!(game.remarks[&9].comment, "White resigned");
    assert_eq!(game.result, GameResult::Win(Side::White));
}

#[test]
fn a_long_comment_arrives_whole() {
    let comment = "½".repeat(50_000);
    let game = only(format!("1. e4 {{{comment}}} {{end}} *").as_bytes()).unwrap();
    assert_eq!(game.remarks[&1].comment, format!("{comment} end"));
}

#[test]
fn a_resignation_is_kept_as_a_result() {
    let mut record = only(b"1. e4 *").unwrap().record;
    record.resign(Side::White).unwrap();
    let game = Game::from_record(record, "Anna", "Bo", None);
    let again = only(pgn::write(&game).as_bytes()).unwrap();
    assert_eq!(again.result, GameResult::Win(Side::Black));
    assert_eq!(again.tags["Termination"], "normal");
    assert_eq!(again.record.outcome(), None);
    assert_round_trip(&game);
}

#[test]
fn other_starts() {
    let games = pgn::read(CHESS960);
    let [Ok(letters), Ok(variant), Err(other)] = games.as_slice() else {
        panic!("{games:?}");
    };
    assert_eq!(moves(letters), "Ng3 Ng6 O-O O-O");
    assert_eq!(moves(variant), "d3 d6 Be3 Be6 O-O-O O-O-O");
    assert!(letters.record.start().is_chess960() && variant.record.start().is_chess960());
    assert_eq!(
        (other.line, &other.reason),
        (16, &PgnError::Variant("Crazyhouse".to_owned()))
    );

    let game = only(BLACK_TO_MOVE).unwrap();
    assert_eq!(moves(&game), "Kd5 Kd3 Ke5 Ke3");
    assert!(pgn::write(&game).contains("\n40... Kd5 41. Kd3 Ke5 42. Ke3 1/2-1/2\n"));
}

#[test]
fn a_file_that_was_cut_off_keeps_its_whole_games() {
    let whole = TRUNCATED.windows(4).position(|end| end == b"1-0\n").unwrap();
    for length in whole + 4..TRUNCATED.len() {
        let games = pgn::read(&TRUNCATED[..length]);
        assert!(games[0].is_ok() && games.len() <= 2, "{length}");
    }
    let broken = pgn::read(TRUNCATED).remove(1).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "game starting on line 6: move 4... 'Be' is not a move; write it like Nf3 or g1f3"
    );
}

#[test]
fn hostile_files_are_refused_game_by_game() {
    let broken: Vec<Option<usize>> = pgn::read(HOSTILE)
        .into_iter()
        .map(|game| game.err().map(|broken| broken.line))
        .collect();
    // The one that is well begins on line 16.
    let lines = [1, 2, 6, 8, 10, 12, 14, 16, 17, 20, 22];
    assert_eq!(broken, lines.map(|line| (line != 16).then_some(line)));
}

#[test]
fn accepted() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3"),
        ("1.e4 e5 2.Nf3*", "e4 e5 Nf3"),
        ("1 e4 e5 2 Nf3 1/2", "e4 e5 Nf3"),
        ("e2e4 e7e5 g1f3 *", "e4 e5 Nf3"),
        ("1. e4! e5?? 2. Nf3!? $10 1–0", "e4 e5 Nf3"),
        ("1. e4 (1. d4 d5) 1... e5 ½-½", "e4 e5"),
        ("1. e4 e5 2. nf3 nc6 3. bb5 a6 4. 0-0 *", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
        ("1. e4 d5 2. ed5 Qd5 *", "e4 d5 exd5 Qxd5"),
        ("1. e4 c6 2. e5 d5 3. exd6 e.p. *", "e4 c6 e5 d5 exd6"),
        ("1. e4+ e5# *", "e4 e5"),
        ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"] 1. a8Q *", "a8=Q"),
        ("[SetUp \"0\"] [FEN \"\"] [Variant \"Standard\"] 1. e4 *", "e4"),
        ("[Event \"no moves\"]", ""),
        ("*", ""),
    ] {
        let game = only(text.as_bytes()).unwrap_or_else(|broken| panic!("{text}: {broken}"));
        assert_eq!(moves(&game), expected, "{text}");
        assert_round_trip(&game);
    }
}

#[test]
fn refused() {
    for (text, reason) in [
        (
            "\n1. e4 e4 *",
            "game starting on line 2: move 1... 'e4' is not a legal move here",
        ),
        (
            "1. d4 d5 2. Nf3 Nf6 3. Nd2",
            "game starting on line 1: move 3. 'Nd2' could be Nbd2 or Nfd2",
        ),
        (
            "1. e4 <e5>",
            "game starting on line 1: move 1... '<e5>' is not a move; write it like Nf3 or g1f3",
        ),
        (
            "1. e4 )",
            "game starting on line 1: move 1... ')' is not a move; write it like Nf3 or g1f3",
        ),
        (
            "1. e4 $+3",
            "game starting on line 1: move 1... '$+3' is not a move; write it like Nf3 or g1f3",
        ),
        (
            "1. e4 (1. d4",
            "game starting on line 1: a variation is not closed by ')'",
        ),
        (
            "1. e4 {1. d4",
            "game starting on line 1: a comment is not closed by '}'",
        ),
        (
            "[White Anna]\n1. e4",
            "game starting on line 1: '[White Anna]' is not a tag; one is like [White \"Name\"]",
        ),
        (
            "[Variant \"Atomic\"] *",
            "game starting on line 1: the variant 'Atomic' is not played here, only normal chess and Chess960",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"] *",
            "game starting on line 1: not a chess position: a king is missing",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3",
            "game starting on line 1: move 3. 'a3' comes after the end of the game: Black wins: checkmate",
        ),
    ] {
        assert_eq!(only(text.as_bytes()).unwrap_err().to_string(), reason);
    }
}

#[test]
fn doubtful_results_are_warnings() {
    for (text, result, warnings) in [
        ("[Result \"1-0\"] 1. e4 1-0", "1-0", 0),
        ("[Result \"1-0\"] 1. e4 *", "1-0", 0),
        ("[Result \"1-0\"] 1. e4", "1-0", 1),
        ("[Result \"1-0\"] 1. e4 0-1", "0-1", 1),
        ("[Result \"won\"] 1. e4 0-1", "0-1", 1),
        ("1. f3 e5 2. g4 Qh4# *", "0-1", 0),
        ("1. f3 e5 2. g4 Qh4# 1-0", "1-0", 1),
        ("[Result \"1-0\"] 1. f3 e5 2. g4 Qh4#", "1-0", 2),
    ] {
        let game = only(text.as_bytes()).unwrap();
        assert_eq!(game.result.to_string(), result, "{text}");
        assert_eq!(game.warnings.len(), warnings, "{text}: {:?}", game.warnings);
    }
}
