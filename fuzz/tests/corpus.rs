//! Every reader with its corpus and a few thousand fixed mutations of it.

use fuzz::{Corpus, Mutator, TARGETS};

/// Few enough for an ordinary test; `cargo xtask fuzz` reads millions.
const MUTATIONS: usize = 150;

#[test]
fn no_reader_panics_or_hangs() {
    for target in &TARGETS {
        let corpus = Corpus::of(target.name).expect("every target has a corpus");
        assert!(!corpus.inputs.is_empty(), "{} has no inputs", target.name);
        for (name, input) in &corpus.inputs {
            assert_eq!(fuzz::read(target, input), Ok(()), "{}/{name}", target.name);
        }
        let mut mutator = Mutator::new(18);
        for number in 0..MUTATIONS {
            let input = mutator.damaged(&corpus.bytes());
            let words = String::from_utf8_lossy(&input);
            assert_eq!(
                fuzz::read(target, &input),
                Ok(()),
                "{}, mutation {number}: {words}",
                target.name
            );
        }
    }
}

/// A corpus of inputs that are all refused would test the first line of each reader only.
#[test]
fn the_corpora_hold_inputs_that_are_accepted() {
    let first = |target: &str| {
        let corpus = Corpus::of(target).expect("every target has a corpus");
        String::from_utf8(corpus.inputs[0].1.clone()).expect("the first input is text")
    };
    assert!(chess::book::read_positions(&first("epd")).is_ok_and(|lines| !lines.is_empty()));
    assert!(chess::pgn::read(first("pgn").as_bytes()).iter().any(Result::is_ok));
    let trace = kungfu::trace::Trace::read(first("trace").lines().next().unwrap_or_default()).expect("a trace");
    assert!(trace.check().expect("a start").is_empty());
    let (kind, events) = (&first("log"), 1..);
    let lines = kind.lines().filter(|line| line.len() > 1);
    for (seq, line) in std::iter::zip(events, lines) {
        let text = format!("{:08x} {line}", crc32fast::hash(line.as_bytes()));
        let event = host::StoredEvent { seq, text };
        event
            .decode::<host::TurnFact>()
            .expect("the first log is of a turn game");
    }
    let converted = host::legacy::convert(&first("legacy"), None, |_, _| None);
    assert!(converted.is_ok());
    assert_eq!(terminal::check_config(&first("config")), Vec::<String>::new());
    assert!(serde_json::from_str::<host::AnyTurnCommand>(&first("command")).is_ok());
}
