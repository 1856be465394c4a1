//! Bots by text: what is read, what is printed back, what is refused and with which words.

use bots::{ChessSpec, SpecError, Tuning, UciSpec, evaluation::Weights};
use proptest::prelude::*;

fn read(text: &str) -> Result<ChessSpec, SpecError> {
    text.parse()
}

#[test]
fn texts_are_read_and_printed_back() {
    for text in [
        "easy",
        "medium",
        "hard",
        "hard?depth=8&movetime=200",
        "medium?depth=1",
        "elo:400",
        "elo:1537",
        "elo:3200",
        "hard?material=0.9&position=1.25&mobility=0&king=10",
        "uci:stockfish",
        "uci:stockfish?Hash=64&Skill%20Level=3&movetime=100",
        "uci:/opt/my%20engine/bin --uci -x?depth=5&nodes=1000",
    ] {
        assert_eq!(read(text).unwrap().to_string(), text);
    }
}

#[test]
fn parameters_mean_what_they_say() {
    let hard = read("hard?depth=8&movetime=200&king=0.5").unwrap();
    let tuning = Tuning {
        depth: Some(8),
        movetime: Some(200),
        weights: Weights {
            king: 50,
            ..Weights::default()
        },
    };
    assert_eq!(hard, ChessSpec::Hard(tuning));
    assert_eq!(read(" medium ").unwrap(), ChessSpec::Medium(Tuning::default()));
    let guest =
        read("uci:\"C:\\Program Files\\sf.exe\" -a \"b c\"?Skill Level=3&Debug Log File=a%26b&nodes=7").unwrap();
    let spec = UciSpec {
        program: "C:\\Program Files\\sf.exe".to_owned(),
        args: vec!["-a".to_owned(), "b c".to_owned()],
        options: vec![
            ("Skill Level".to_owned(), "3".to_owned()),
            ("Debug Log File".to_owned(), "a&b".to_owned()),
        ],
        nodes: Some(7),
        ..UciSpec::default()
    };
    assert_eq!(guest, ChessSpec::Uci(spec));
}

#[test]
fn a_wrong_text_says_what_is_known() {
    for (text, words) in [
        (
            "genius",
            "no bot of Chess is called 'genius'; known are easy, medium, hard, elo:RATING, master, uci:PROGRAM and onnx:FILE, and human where a person may sit",
        ),
        (
            "elo:399",
            "elo:399 is not possible; a rating is a whole number from 400 to 3200",
        ),
        (
            "elo:+900",
            "elo:+900 is not possible; a rating is a whole number from 400 to 3200",
        ),
        ("elo:900?depth=3", "elo takes no parameters, but 'depth=3' was given"),
        (
            "",
            "no bot of Chess is called ''; known are easy, medium, hard, elo:RATING, master, uci:PROGRAM and onnx:FILE, and human where a person may sit",
        ),
        (
            "Easy",
            "no bot of Chess is called 'Easy'; known are easy, medium, hard, elo:RATING, master, uci:PROGRAM and onnx:FILE, and human where a person may sit",
        ),
        ("easy?depth=3", "easy takes no parameters, but 'depth=3' was given"),
        (
            "hard?depth=0",
            "depth=0 is not possible; depth is a whole number from 1 to 20",
        ),
        (
            "hard?depth=21",
            "depth=21 is not possible; depth is a whole number from 1 to 20",
        ),
        (
            "hard?depth=+3",
            "depth=+3 is not possible; depth is a whole number from 1 to 20",
        ),
        (
            "hard?movetime=0",
            "movetime=0 is not possible; movetime is a number of milliseconds above 0, at most a day",
        ),
        (
            "hard?king=11",
            "king=11 is not possible; king is a factor from 0 to 10 with at most two decimals, normally 1.0",
        ),
        (
            "hard?king=-1",
            "king=-1 is not possible; king is a factor from 0 to 10 with at most two decimals, normally 1.0",
        ),
        ("hard?depth", "'depth' is not a parameter; write name=value"),
        ("hard?depth=3&depth=4", "depth is given twice"),
        ("hard?", "hard"),
        ("uci:", "uci: needs a program, as in uci:stockfish"),
        ("uci:?Hash=1", "uci: needs a program, as in uci:stockfish"),
        ("uci:\"half", "a quote is not closed in '\"half'"),
        (
            "uci:sf?nodes=0",
            "nodes=0 is not possible; nodes is a whole number above 0",
        ),
    ] {
        let found = read(text).map_or_else(|error| error.to_string(), |spec| spec.to_string());
        assert_eq!(found, words, "{text:?}");
    }
    let unknown = read("hard?speed=3").unwrap_err().to_string();
    for word in ["speed", "depth (1 to 20)", "movetime", "material", "mobility", "king"] {
        assert!(unknown.contains(word), "{unknown}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        if let Ok(spec) = read(&text) {
            prop_assert_eq!(read(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn anything_like_a_spec(text in "(easy|medium|hard|uci:[a-z \"%/]{0,8})(\\?([a-z%]{1,8}=[0-9.%a-f]{0,4}&?){0,3})?") {
        if let Ok(spec) = read(&text) {
            prop_assert_eq!(read(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn any_guest_can_be_written(program in "\\PC{1,12}", argument in "\\PC{0,12}", name in "\\PC{1,8}", value in "\\PC{0,8}") {
        let reserved = ["movetime", "depth", "nodes"];
        prop_assume!(!reserved.contains(&name.as_str()));
        let spec = ChessSpec::Uci(UciSpec {
            program,
            args: vec![argument],
            options: vec![(name, value)],
            ..UciSpec::default()
        });
        prop_assert_eq!(read(&spec.to_string()), Ok(spec));
    }
}
