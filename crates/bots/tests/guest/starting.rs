//! How a guest is started: its name, its options, and programs that are refused.

use std::{env, time::Duration};

use bots::{Guest, UciSpec};
use play::{Bot, BotError, BotKind};

use crate::fixture::{Ear, guest, spec};

#[test]
fn a_guest_says_who_it_is() {
    let guest = guest(&["good"]);
    let about = guest.about();
    assert_eq!(
        (about.name.as_str(), about.author.as_str()),
        ("Fixture 1.0", "Nobody in particular")
    );
    assert_eq!(about.kind, BotKind::Uci);
}

#[test]
fn a_guest_without_a_name_is_called_by_its_file() {
    let guest = guest(&["plain"]);
    assert_eq!(
        (guest.about().name.as_str(), guest.about().author.as_str()),
        ("uci_fixture", "unknown")
    );
}

fn refusal(spec: &UciSpec) -> String {
    let refused = Guest::start(spec).map(|_| ());
    refused.expect_err("it does not start").to_string()
}

#[test]
fn a_missing_program_is_named_and_quotes_are_suggested_for_a_cut_path() {
    let mut spec = UciSpec {
        program: "/no/such".to_owned(),
        ..UciSpec::default()
    };
    assert_eq!(refusal(&spec), "cannot start /no/such: there is no such program");
    spec.args = vec!["place/engine".to_owned()];
    assert_eq!(
        refusal(&spec),
        "cannot start /no/such: there is no such program; a path with spaces needs quotes"
    );
}

#[test]
fn a_file_that_is_no_program_is_refused() {
    let spec = UciSpec {
        program: concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").to_owned(),
        ..UciSpec::default()
    };
    assert!(matches!(Guest::start(&spec), Err(BotError::Start { .. })));
}

#[test]
fn a_program_that_ends_at_once_is_refused_with_its_last_words() {
    let reason = refusal(&spec(&["stillborn"]));
    assert!(reason.contains("it ended before it was ready (exit "), "{reason}");
    assert!(reason.contains(": 7; its last words: no such luck)"), "{reason}");
}

#[test]
fn a_program_that_does_not_introduce_itself_is_refused() {
    let mut patience = Guest::PATIENCE;
    patience.handshake = Duration::from_millis(100);
    let error = Guest::start_with(&spec(&["mute"]), patience).map(|_| ()).unwrap_err();
    assert!(
        error.to_string().contains("did not answer as a UCI program does"),
        "{error}"
    );
}

#[test]
fn options_of_the_spec_are_received_as_the_program_spells_them() {
    let ear = Ear::new();
    let mut spec = spec(&["good", &ear.echo()]);
    spec.options = [("hash", "64"), ("OPENING BOOK", "my book.bin")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    drop(Guest::start(&spec).unwrap());
    assert_eq!(
        ear.transcript(),
        [
            "uci",
            "setoption name Hash value 64",
            "setoption name Opening Book value my book.bin",
            "isready",
            "quit"
        ]
    );
}

#[test]
fn wrong_options_are_refused_with_what_is_known() {
    let refused = |name: &str, value: &str| {
        let mut spec = spec(&["good"]);
        spec.options = vec![(name.to_owned(), value.to_owned())];
        refusal(&spec)
    };
    assert_eq!(
        refused("Contempt", "1"),
        "Fixture 1.0 has no option 'Contempt'; it has Hash, MultiPV, UCI_Chess960, Opening Book"
    );
    assert_eq!(
        refused("Hash", "0"),
        "cannot start Fixture 1.0: its option 'Hash' takes a number from 1 to 1024, not \"0\""
    );
    assert_eq!(
        refused("Opening Book", "a\nquit"),
        "cannot start Fixture 1.0: its option 'Opening Book' takes a text without control characters, not \"a\\nquit\""
    );
}
