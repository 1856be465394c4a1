//! Models as bots: by text, at the board, and what they do when something is wrong.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::{path::PathBuf, time::Duration};

use bots::{ChessBots, ChessSpec, OfferedModel, RansomBots, Setup, WithModels};
use play::{
    Ask, Bot, BotCatalog as _, BotError, BotKind, Budget, Choice, DrawAnswer, Notation as _, Purpose, Record,
    Rules as _, Score, Side, Stop, Stopwatch, Thought, TurnGame, Watch,
};

fn file(name: &str) -> String {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/tests/data");
    data.join(name).to_string_lossy().into_owned()
}

fn open(name: &str, parameters: &str) -> Box<dyn Bot<chess::Position>> {
    ChessBots
        .open(&format!("onnx:{}{parameters}", file(name)), Setup::seeded(1))
        .unwrap()
}

fn words(opened: Result<Box<dyn Bot<impl TurnGame>>, BotError>) -> String {
    match opened {
        Ok(_) => "it was opened".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A choice, and what was thought on the way.
type Answer<R> = (
    Result<Choice<<R as play::Rules>::Move>, BotError>,
    Vec<Thought<<R as play::Rules>::Move>>,
);

fn ask<R: TurnGame>(bot: &mut dyn Bot<R>, record: &Record<R>, purpose: Purpose, watch: &dyn Watch) -> Answer<R> {
    let mut thoughts = Vec::new();
    let choice = bot.choose(&mut Ask {
        record,
        budget: Budget::move_time(Duration::from_mins(1)),
        stop: &Stop::new(),
        watch,
        purpose,
        report: &mut |thought| thoughts.push(thought),
    });
    (choice, thoughts)
}

fn moved<R: TurnGame>(bot: &mut dyn Bot<R>, record: &Record<R>) -> String {
    match ask(bot, record, Purpose::Game, &Stopwatch::start()).0.unwrap() {
        Choice::Move(mv) => record.position().code(mv),
        other => panic!("{other:?}"),
    }
}

fn game(fen: &str, moves: &[&str]) -> Record<chess::Position> {
    let mut record = Record::new(chess::Position::read_position(fen).unwrap().position);
    for text in moves {
        record.play(record.position().read_move(text).unwrap()).unwrap();
    }
    record
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn texts_are_read_and_printed_back() {
    for text in [
        "onnx:maia.onnx",
        "onnx:/models/maia%201500.onnx?temperature=0.5",
        "onnx:net.onnx?temperature=1&nodes=400&seed=7",
    ] {
        assert_eq!(ChessBots.read(text).unwrap(), text);
        assert_eq!(RansomBots.read(text).unwrap(), text);
    }
    assert_eq!(
        ChessBots.read(" onnx:my net.onnx?nodes=0 ").unwrap(),
        "onnx:my%20net.onnx"
    );
    for (text, wanted) in [
        ("onnx:", "needs the file of a model"),
        ("onnx:a.onnx?nodes=-1", "nodes is a whole number from 0 to 100000"),
        ("onnx:a.onnx?nodes=100001", "nodes is a whole number from 0 to 100000"),
        ("onnx:a.onnx?temperature=hot", "temperature is a number from 0 to 10"),
        ("onnx:a.onnx?depth=3", "it takes temperature (0 to 10"),
    ] {
        let words = ChessBots.read(text).unwrap_err().to_string();
        assert!(words.contains(wanted), "{text}: {words}");
    }
    let unknown = "stockfish".parse::<ChessSpec>().unwrap_err().to_string();
    assert!(unknown.contains("onnx:FILE"), "{unknown}");
}

#[test]
fn a_planted_policy_is_played_by_both_sides() {
    let mut bot = open("lc0_planted.onnx", "");
    assert_eq!(
        (bot.about().kind, bot.about().name.as_str()),
        (BotKind::Model, "lc0_planted")
    );
    // The first moves of the policy are those of a1 and b1, as the mover sees them.
    assert_eq!(moved(&mut *bot, &game(START, &[])), "b1a3");
    assert_eq!(moved(&mut *bot, &game(START, &["e4"])), "b8a6");
    // Castling is the king's move to its rook: e1a1 comes before all other moves of e1 and after those of a1.
    let castling = game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &[]);
    assert_eq!(moved(&mut *bot, &castling), "a1b1");
}

#[test]
fn a_value_model_takes_what_is_for_nothing() {
    let hanging = game("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", &[]);
    for parameters in ["", "?nodes=50", "?nodes=400"] {
        assert_eq!(moved(&mut *open("value_material.onnx", parameters), &hanging), "e4d5");
    }
    // One ply sees a pawn, more see that it is guarded.
    let guarded = game("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", &[]);
    assert_eq!(moved(&mut *open("value_material.onnx", ""), &guarded), "d1d6");
    assert_ne!(moved(&mut *open("value_material.onnx", "?nodes=200"), &guarded), "d1d6");
    // Mate needs no model.
    let mate = game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", &[]);
    assert_eq!(moved(&mut *open("value_random.onnx", ""), &mate), "d1d8");
}

#[test]
fn chance_follows_from_the_seed() {
    let record = game(START, &[]);
    let mut seen = Vec::new();
    let mut bot = open("lc0_planted.onnx", "?temperature=10");
    for seed in 0..12 {
        bot.begin(seed).unwrap();
        let first = moved(&mut *bot, &record);
        bot.begin(seed).unwrap();
        assert_eq!(moved(&mut *bot, &record), first);
        if !seen.contains(&first) {
            seen.push(first);
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
    // A seed of its own is stronger than the game's.
    let mut bot = open("lc0_planted.onnx", "?temperature=10&seed=5");
    bot.begin(1).unwrap();
    let first = moved(&mut *bot, &record);
    bot.begin(2).unwrap();
    assert_eq!(moved(&mut *bot, &record), first);
}

#[test]
fn a_study_has_lines_with_scores() {
    let record = game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", &[]);
    let mut bot = open("value_material.onnx", "?nodes=100");
    let (choice, thoughts) = ask(&mut *bot, &record, Purpose::Study { lines: 3 }, &Stopwatch::start());
    assert!(matches!(choice, Ok(Choice::Move(_))));
    let last: Vec<&Thought<_>> = thoughts.iter().rev().take(3).collect();
    assert_eq!(last.iter().map(|thought| thought.rank).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(last[2].score, Score::Win(1));
}

#[test]
fn a_draw_is_answered_by_what_the_game_is_worth() {
    let mut bot = open("value_material.onnx", "");
    let record = game("4k3/8/8/8/8/8/8/q3K3 w - - 0 1", &[]);
    let mut answer = |side| {
        bot.answer_draw(
            &mut Ask {
                record: &record,
                budget: Budget::UNLIMITED,
                stop: &Stop::new(),
                watch: &Stopwatch::start(),
                purpose: Purpose::Game,
                report: &mut |_| {},
            },
            side,
        )
    };
    assert_eq!(answer(Side::White), Ok(DrawAnswer::Accept));
    assert_eq!(answer(Side::Black), Ok(DrawAnswer::Decline));
}

#[test]
fn models_of_ransom_play_ransom_and_no_other() {
    let spec = format!("onnx:{}?nodes=30", file("ransom_material.onnx"));
    let mut bot = RansomBots.open(&spec, Setup::seeded(1)).unwrap();
    let mut record = Record::new(ransom::Position::new());
    let mut plies = 0;
    while record.outcome().is_none() && plies < 200 {
        let (choice, _) = ask(&mut *bot, &record, Purpose::Game, &Stopwatch::start());
        let Ok(Choice::Move(mv)) = choice else {
            panic!("{choice:?}")
        };
        record.play(mv).unwrap();
        plies += 1;
    }
    assert!(plies > 10);
    let chess = words(ChessBots.open(&spec, Setup::seeded(1)));
    assert!(chess.contains("it is a model of Ransom, not of"), "{chess}");
    for name in ["value_material.onnx", "lc0_planted.onnx"] {
        let ransom = words(RansomBots.open(&format!("onnx:{}", file(name)), Setup::seeded(1)));
        assert!(ransom.contains("it is a model of chess, not of Ransom"), "{ransom}");
    }
}

#[test]
fn the_points_of_ransom_are_seen() {
    // Both sides have the same pieces; White has two points, which the model counts.
    let mut bot = RansomBots
        .open(&format!("onnx:{}", file("ransom_material.onnx")), Setup::seeded(1))
        .unwrap();
    let value = |bot: &mut dyn Bot<ransom::Position>, purses: &str| {
        let text = format!("ppnnn1pp/2bbbb2/8/8/8/8/2BBBB2/PPNN1NPP w {purses} 0 31");
        let record = Record::new(ransom::Position::read_position(&text).unwrap().position);
        let (_, thoughts) = ask(bot, &record, Purpose::Study { lines: 1 }, &Stopwatch::start());
        match thoughts.last().unwrap().score {
            Score::Centipawns(points) => points,
            other => panic!("{other:?}"),
        }
    };
    let [even, rich] = ["0/1", "1/0"].map(|purses| value(&mut *bot, purses));
    assert!(rich > even + 50, "{rich} and {even}");
}

/// A watch that an hour has passed on.
struct AnHourLater;

impl Watch for AnHourLater {
    fn elapsed(&self) -> Duration {
        Duration::from_hours(1)
    }
}

#[test]
fn a_model_that_outlasts_the_time_of_a_move_has_not_answered() {
    let mut bot = open("lc0_planted.onnx", "");
    let record = Record::new(chess::Position::new());
    let (choice, thoughts) = ask(&mut *bot, &record, Purpose::Game, &AnHourLater);
    let error = choice.unwrap_err();
    assert!(matches!(error, BotError::Silent { .. }), "{error}");
    assert_eq!(error.fault(), Some(play::Fault::Silence));
    assert!(thoughts.is_empty());
    // Its thread may still be busy, so it is not asked again.
    let (choice, _) = ask(&mut *bot, &record, Purpose::Game, &Stopwatch::start());
    assert!(matches!(choice, Err(BotError::Died { .. })), "{choice:?}");
}

#[test]
fn bad_files_are_refused_when_the_bot_is_opened() {
    for (name, wanted) in [
        ("refused_nan.onnx", "is not a number"),
        ("refused_loop.onnx", "the operator Loop"),
        ("missing.onnx", "cannot be read"),
    ] {
        let words = words(ChessBots.open(&format!("onnx:{}", file(name)), Setup::seeded(1)));
        assert!(words.starts_with("cannot start ") && words.contains(wanted), "{words}");
    }
}

#[test]
fn offered_models_are_levels_of_their_game() {
    let offered = |text: &str| OfferedModel::read(text);
    let models = [
        offered(&format!("queens={}", file("lc0_planted.onnx"))).unwrap(),
        offered(&format!("purse={}?nodes=10", file("ransom_material.onnx"))).unwrap(),
    ];
    let catalog = WithModels::new(ChessBots, &models);
    let level = catalog.levels().last().unwrap();
    assert_eq!((level.spec, level.name), ("model:queens", "queens"));
    assert_eq!(catalog.read("model:queens").unwrap(), "model:queens");
    let mut bot = catalog.open("model:queens", Setup::seeded(1)).unwrap();
    assert_eq!(bot.about().name, "queens");
    assert_eq!(moved(&mut *bot, &game(START, &[])), "b1a3");
    let words = catalog.read("model:purse").unwrap_err().to_string();
    assert!(words.contains("offered are queens"), "{words}");
    assert!(catalog.read("easy").is_ok());
    let ransom = WithModels::new(RansomBots, &models);
    assert_eq!(ransom.levels().last().unwrap().spec, "model:purse");
    for text in ["lc0_planted.onnx", "=a.onnx", "a b=a.onnx", "../x=a.onnx", "a="] {
        assert!(offered(text).is_err(), "{text}");
    }
    let broken = offered(&format!("nan={}", file("refused_nan.onnx")))
        .unwrap_err()
        .to_string();
    assert!(broken.contains("is not a number"), "{broken}");
}

#[test]
fn whole_games_have_only_legal_moves() {
    for name in [
        "lc0_excitation.onnx",
        "lc0_attention.onnx",
        "lc0_dense.onnx",
        "value_random.onnx",
    ] {
        let mut bot = open(name, "?temperature=1&nodes=4");
        for seed in 0..2 {
            bot.begin(seed).unwrap();
            let mut record = Record::new(chess::Position::new());
            while record.outcome().is_none() && record.moves().len() < 120 {
                match ask(&mut *bot, &record, Purpose::Game, &Stopwatch::start()).0.unwrap() {
                    Choice::Move(mv) => record.play(mv).unwrap(),
                    Choice::ClaimDraw => record.claim_draw().unwrap(),
                    Choice::Resign => panic!("a model never resigns"),
                }
            }
            assert!(record.moves().len() > 10 || record.position().turn() == Side::White);
        }
    }
}
