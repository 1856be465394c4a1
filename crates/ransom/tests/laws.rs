//! The laws every game obeys, over many random games, and that each of them comes to an end.

use std::thread;

use play::{Notation, Record, Rules, laws};
use ransom::{Position, Variant};

/// No game is longer: at most 22 captures, and at most 49 turns before each and after the last.
const LONGEST: usize = 22 * 50 + 50;

/// Two captures pay for a piece that can be captured again, so that there are at most twice as many.
const LONGEST_WITH_BUYING_BACK: usize = 2 * 22 * 50 + 50;

fn position(text: &str) -> Position {
    Position::read_position(text).expect("the position is valid").position
}

#[test]
fn the_laws_hold_in_a_hundred_thousand_random_games() {
    const GAMES: usize = 50_000;
    let play = |seed| thread::spawn(move || laws::sample(&Position::new(), GAMES, LONGEST, seed));
    for handle in [play(1), play(2)] {
        let tally = handle.join().expect("the thread ends");
        let tally = tally.unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!((tally.games, tally.finished, tally.positions), (GAMES, GAMES, GAMES));
    }
}

#[test]
fn the_laws_hold_at_every_turn_of_some() {
    let starts = [
        Position::new(),
        position("8/PP4PP/8/3n4/4N3/8/pp4pp/8 w 2/2 0 1"),
        position("8/8/pp4pp/3b4/4B3/PP4PP/8/8 b 4/4 0 2"),
        position("8/8/8/p5pp/P5PP/8/8/8 w 2/2 0 1"),
        position("pp4pp/8/1N4n1/8/8/1n4N1/8/PP4PP b 1/1 0 2"),
        Position::of(Variant::BuyBack),
        position("pp4pp/8/1N4n1/8/8/1n4N1/8/PP4PP b 5/5 0 2 buyback"),
    ];
    let mut positions = 0;
    for (seed, start) in starts.iter().enumerate() {
        let longest = match start.variant() {
            Variant::Plain => LONGEST,
            Variant::BuyBack => LONGEST_WITH_BUYING_BACK,
        };
        let tally = laws::obey(start, 60, longest, seed as u64).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(tally.finished, tally.games);
        positions += tally.positions;
    }
    assert!(positions > 20_000, "{positions}");
}

#[test]
fn keys_are_those_of_a_fresh_position() {
    let mut random = fastrand::Rng::with_seed(3);
    for game in 0..200 {
        let variant = Variant::ALL[game % 2];
        let mut record = Record::new(Position::of(variant));
        while record.outcome().is_none() {
            let mv = record.legal()[random.usize(..record.legal().len())];
            record.play(mv).expect("a legal move plays");
            let text = record.position().position_text();
            assert_eq!(position(&text), *record.position(), "{text}");
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let texts = [
        "nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 1",
        "nnn5/8/8/8/8/8/8/NNN5 b 0/0 0 2",
        "nnn5/8/8/8/8/8/8/NNN5 w 1/0 0 1",
        "nnn5/8/8/8/8/8/8/NNN5 w 0/1 0 1",
        "nnn5/8/8/8/8/8/8/NNB5 w 0/0 0 1",
        "nnb5/8/8/8/8/8/8/NNN5 w 0/0 0 1",
        "nnn5/8/8/8/8/8/8/NNN5 w 0/0 0 1 buyback",
    ];
    let mut keys = texts.map(|text| position(text).key()).to_vec();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), texts.len());
    // What repetition does not compare is not in the key.
    let later = position("nnn5/8/8/8/8/8/8/NNN5 w 0/0 7 21");
    assert_eq!(later.key(), position(texts[0]).key());
}

/// What a search asks without listing the moves is what the list says.
#[test]
fn questions_about_moves_agree_with_their_list() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut earlier = Vec::new();
    let (mut gains, mut stuck) = (0, 0);
    for game in 0..300 {
        let blocked = position("8/8/8/p5pp/P5PP/8/8/8 w 2/2 0 1");
        let start = match game % 10 {
            0 => blocked,
            1..4 => Position::of(Variant::BuyBack),
            _ => Position::new(),
        };
        let mut record = Record::new(start);
        loop {
            let position = record.position();
            let mut list = Vec::new();
            position.moves(&mut list);
            assert_eq!(position.can_move(), !list.is_empty());
            assert_eq!(position.verdict_unlisted(), position.verdict(&list));
            stuck += usize::from(list.is_empty());
            let mut found = Vec::new();
            position.captures_and_promotions(&mut found);
            let expected = list.iter().filter(|mv| mv.captured().is_some() || mv.is_promotion());
            assert!(found.iter().eq(expected), "{}", position.position_text());
            gains += found.len();
            for &mv in list.iter().chain(&earlier) {
                assert_eq!(
                    position.allows(mv),
                    list.contains(&mv),
                    "{mv} in {}",
                    position.position_text()
                );
            }
            if record.outcome().is_some() {
                break;
            }
            let mv = list[random.usize(..list.len())];
            let leaves_gain = position.leaves_capture_or_promotion(mv);
            record.play(mv).expect("a listed move plays");
            found.clear();
            record.position().captures_and_promotions(&mut found);
            assert_eq!(
                leaves_gain,
                !found.is_empty(),
                "{mv} to {}",
                record.position().position_text()
            );
            earlier = list;
        }
    }
    assert!(gains > 1_000 && stuck > 0, "{gains} {stuck}");
}
