//! Specs as text.

use kungfu_bots::{KungfuSpec, SpecError};

#[test]
fn specs_are_read_and_printed_back() {
    for text in [
        "still",
        "random",
        "level1",
        "level2",
        "level3",
        "level4",
        "level5",
        "level4?pace=3",
    ] {
        assert_eq!(text.parse::<KungfuSpec>().unwrap().to_string(), text);
    }
}

#[test]
fn a_bot_with_a_pace_of_its_own_is_not_asked_at_another() {
    let open = |text: &str| text.parse::<KungfuSpec>().unwrap().open_paced(2, 1).map(|_| ());
    assert_eq!(open("level4"), Ok(()));
    assert_eq!(open("random"), Ok(()));
    assert_eq!(
        open("level4?pace=3"),
        Err(SpecError::TwoPaces("level4?pace=3".to_owned()))
    );
}

#[test]
fn a_wrong_spec_says_what_is_known() {
    for (text, words) in [
        ("level6", "known are random, level1, level2, level3, level4 and level5"),
        ("easy", "no Kung Fu bot is called 'easy'"),
        ("random?pace=1", "takes no parameters"),
        ("level2?speed=1", "it takes pace"),
        ("level2?pace=5", "a level from 1 to 4"),
        ("level2?pace", "name=value"),
    ] {
        let error: SpecError = text.parse::<KungfuSpec>().unwrap_err();
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}
