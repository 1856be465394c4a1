//! Bots of Ransom by text.

use bots::{BotSpec, Game, Playable, RansomSpec, Setup, Sitter, SpecError, ransom::Rank};
use ransom::Position;

fn read(text: &str) -> Result<BotSpec, SpecError> {
    BotSpec::read(Game::Ransom, text)
}

#[test]
fn texts_are_read_and_printed_back() {
    for text in [
        "easy",
        "hard",
        "master",
        "hard?depth=8&movetime=200",
        "master?movetime=5000",
        "easy?position=0.5&mobility=0",
        "hard?position=0",
    ] {
        let spec = read(text).expect("the text is known");
        assert_eq!((spec.to_string().as_str(), spec.game()), (text, Game::Ransom));
        let json = serde_json::to_string(&spec).expect("specs are data");
        assert_eq!(json, format!(r#"{{"game":"ransom","bot":"{text}"}}"#));
        assert_eq!(serde_json::from_str::<BotSpec>(&json).expect("it is read again"), spec);
    }
    assert_eq!(read(" hard "), Ok(BotSpec::Ransom(RansomSpec::new(Rank::Hard))));
    assert_eq!(Sitter::read(Game::Ransom, "human"), Ok(Sitter::Human));
}

#[test]
fn a_wrong_text_says_what_is_known() {
    let takes = "it takes depth (1 to 20), movetime (1 to 5000 milliseconds), and the factors position and mobility (0 \
                 to 10, normally 1.0)";
    for (text, words) in [
        (
            "medium",
            "no bot of Ransom is called 'medium'; known are easy, hard and master, and human where a person may sit"
                .to_owned(),
        ),
        (
            "uci:stockfish",
            "no bot of Ransom is called 'uci:stockfish'; known are easy, hard and master, and human where a person may \
             sit"
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
    let chess = BotSpec::read(Game::Chess, "hard").expect("the text is known");
    let error = Position::open(&chess, setup).err().expect("it plays chess");
    assert_eq!(error.to_string(), "cannot start hard: it plays chess");
    let ransom = read("hard").expect("the text is known");
    let error = chess::Position::open(&ransom, setup).err().expect("it plays Ransom");
    assert_eq!(error.to_string(), "cannot start hard: it plays Ransom");
}
