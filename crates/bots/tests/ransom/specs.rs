//! Bots of Ransom by text.

use bots::{ChessBots, RansomBots, RansomSpec, Setup, SpecError, ransom::Rank};
use play::BotCatalog;

fn read(text: &str) -> Result<RansomSpec, SpecError> {
    text.parse()
}

#[test]
fn texts_are_read_and_printed_back() {
    for text in [
        "beginner",
        "novice?depth=3",
        "easy",
        "hard",
        "master",
        "hard?depth=8&movetime=200",
        "master?movetime=5000",
        "easy?position=0.5&mobility=0",
        "hard?position=0",
    ] {
        assert_eq!(read(text).expect("the text is known").to_string(), text);
    }
    assert_eq!(read(" hard "), Ok(RansomSpec::new(Rank::Hard)));
}

#[test]
fn a_wrong_text_says_what_is_known() {
    let takes = "it takes depth (1 to 20), movetime (1 to 5000 milliseconds), and the factors position and mobility (0 \
                 to 10, normally 1.0)";
    for (text, words) in [
        (
            "medium",
            "no bot of Ransom is called 'medium'; known are beginner, novice, easy, hard, master and onnx:FILE, and human where a \
             person may sit"
                .to_owned(),
        ),
        (
            "uci:stockfish",
            "no bot of Ransom is called 'uci:stockfish'; known are beginner, novice, easy, hard, master and onnx:FILE, and human \
             where a person may sit"
                .to_owned(),
        ),
        (
            "master?movetime=5001",
            "movetime=5001 is not possible; movetime is a number of milliseconds from 1 to 5000".to_owned(),
        ),
        (
            "hard?depth=21",
            "depth=21 is not possible; depth is a whole number from 1 to 20".to_owned(),
        ),
        ("hard?king=1", format!("hard has no parameter 'king'; {takes}")),
        ("easy?depth=2&depth=3", "depth is given twice".to_owned()),
    ] {
        assert_eq!(read(text).expect_err(text).to_string(), words);
    }
}

#[test]
fn a_bot_of_another_game_does_not_start() {
    let setup = Setup::seeded(1);
    let error = RansomBots.open("medium", setup).err().expect("it plays chess");
    assert!(
        error.to_string().starts_with("cannot start medium: no bot of Ransom"),
        "{error}"
    );
    let error = ChessBots
        .open("hard?position=0.5&depth=99", setup)
        .err()
        .expect("it is no bot");
    assert!(error.to_string().starts_with("cannot start hard?"), "{error}");
}
