//! The guarantees of `play`, tested on a small game: two tokens walk on a ring of squares and may burn fuel.
//!
//! Walking is reversible, burning is not; the side to move without fuel has lost; twelve plies of mere walking may
//! be claimed as a draw.

mod ring;

use play::{Claim, Fault, Moment, Outcome, Reason, Record, Refusal, Rules as _, Side, divide, laws, perft};

use ring::{End, Flaw, Ring, Step};

fn played(fuel: u8, steps: &[Step]) -> Record<Ring> {
    let mut record = Record::new(Ring::new(fuel));
    for &step in steps {
        record.play(step).expect("the steps are legal");
    }
    record
}

/// Both tokens out and home again: the position recurs.
const ROUND: [Step; 4] = [Step::Left, Step::Left, Step::Right, Step::Right];

#[test]
fn the_laws_hold() {
    let tally = laws::obey(&Ring::new(6), 200, 60, 1).unwrap();
    assert_eq!(tally.games, 200);
    assert!(tally.finished > 100 && tally.positions > 2_000, "{tally:?}");
    let tally = laws::sample(&Ring::new(6), 500, 60, 1).unwrap();
    assert_eq!((tally.games, tally.positions), (500, 500));
    assert!(tally.finished > 250, "{tally:?}");
}

#[test]
fn broken_laws_are_reported() {
    for (flaw, law) in [
        (Flaw::ListsTwice, "no move is listed twice"),
        (Flaw::ForgetsTurn, "a listed move plays and passes the turn"),
        (Flaw::LopsidedMoves, "the mirrored position has the mirrored moves"),
        (Flaw::LosesFuelInText, "a position written down is read as the same"),
        (Flaw::KeyOfHistory, "a position written down is read as the same"),
    ] {
        let broken = laws::obey(&Ring::flawed(flaw), 20, 60, 1).unwrap_err();
        assert_eq!(broken.law, law, "{flaw:?}");
        assert!(broken.to_string().contains(&broken.position), "{broken}");
        assert!(laws::sample(&Ring::flawed(flaw), 200, 60, 1).is_err(), "{flaw:?}");
    }
}

#[test]
fn a_record_keeps_when_its_moves_were_played() {
    let mut record = Record::new(Ring::new(6));
    record.play_at(Step::Left, Moment(1_000)).unwrap();
    record.play(Step::Left).unwrap();
    record.play_at(Step::Right, Moment(3_000)).unwrap();
    assert_eq!(record.moments(), [Some(Moment(1_000)), None, Some(Moment(3_000))]);
    record.undo().unwrap();
    assert_eq!(record.moments(), [Some(Moment(1_000)), None]);
}

#[test]
fn the_rules_end_the_game() {
    let mut record = played(2, &[Step::Burn, Step::Burn]);
    assert_eq!(
        record.outcome(),
        Some(Outcome::win(Side::Black, Reason::Rule(End::OutOfFuel)))
    );
    assert_eq!(record.play(Step::Left), Err(Refusal::GameOver));
    assert_eq!(record.resign(Side::White), Err(Refusal::GameOver));
    assert_eq!(record.claim_draw(), Err(Refusal::GameOver));
    assert!(Record::new(Ring::new(0)).outcome().is_some());
}

#[test]
fn undo_takes_the_end_back_too() {
    let mut record = played(2, &[Step::Burn, Step::Burn]);
    assert_eq!(record.undo(), Ok(Step::Burn));
    assert_eq!(record.outcome(), None);
    assert_eq!(record.legal().len(), 3);
    record.resign(Side::Black).unwrap();
    assert_eq!(record.undo(), Ok(Step::Burn));
    assert_eq!((record.outcome(), record.position()), (None, &Ring::new(2)));
    assert_eq!(record.undo(), Err(Refusal::NothingToUndo));
}

#[test]
fn threefold_is_claimed_and_fivefold_ends() {
    let mut record = played(9, &[]);
    for occurrences in 2..=4 {
        for step in ROUND {
            assert_eq!(record.claim().is_some(), record.occurrences() >= 3);
            record.play(step).unwrap();
        }
        assert_eq!(record.occurrences(), occurrences);
    }
    assert_eq!(record.claim(), Some(Claim(Reason::Rule(End::Wandering))));
    for step in ROUND {
        record.play(step).unwrap();
    }
    assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Repetition(5))));
    assert_eq!(record.claim(), None);
}

#[test]
fn a_claim_ends_the_game_with_its_reason() {
    let steps: Vec<Step> = ROUND.into_iter().chain(ROUND).collect();
    let mut record = played(9, &steps[..7]);
    assert_eq!(record.claim_draw(), Err(Refusal::NothingToClaim));
    record.play(steps[7]).unwrap();
    record.claim_draw().unwrap();
    assert_eq!(record.outcome(), Some(Outcome::draw(Reason::Repetition(3))));
}

#[test]
fn burning_forgets_earlier_positions() {
    let mut record = played(9, &ROUND);
    record.play(Step::Burn).unwrap();
    assert_eq!(record.occurrences(), 1);
}

#[test]
fn people_end_games_too() {
    let ended = |end: fn(&mut Record<Ring>) -> Result<(), Refusal>, steps: &[Step]| {
        let mut record = played(9, steps);
        end(&mut record).unwrap();
        record.outcome().unwrap()
    };
    assert_eq!(
        ended(|r| r.resign(Side::White), &[]),
        Outcome::win(Side::Black, Reason::Resignation)
    );
    assert_eq!(ended(Record::agree_draw, &[]), Outcome::draw(Reason::Agreement));
    assert_eq!(
        ended(|r| r.flag(Side::White), &[]),
        Outcome::win(Side::Black, Reason::Time)
    );
    // White's token on square 3 cannot win, so Black's flag costs only half the point.
    assert_eq!(
        ended(|r| r.flag(Side::Black), &[Step::Left]),
        Outcome::draw(Reason::TimeWithoutWinner)
    );
    assert_eq!(
        ended(|r| r.forfeit(Side::Black, Fault::Crash), &[]),
        Outcome::win(Side::White, Reason::Forfeit(Fault::Crash))
    );
}

#[test]
fn illegal_moves_change_nothing() {
    let mut flawed = Record::new(Ring {
        turn: Side::Black,
        ..Ring::flawed(Flaw::LopsidedMoves)
    });
    assert_eq!(flawed.play(Step::Burn), Err(Refusal::IllegalMove));
    assert!(flawed.moves().is_empty());
}

#[test]
fn every_point_of_a_record_can_be_shown() {
    let record = played(9, &ROUND);
    assert_eq!(record.position_after(0), Some(record.start()));
    assert_eq!(record.position_after(4), Some(record.position()));
    assert_eq!(record.position_after(5), None);
    let turns: Vec<_> = record.turns().map(|(before, step)| (before.turn(), step)).collect();
    assert_eq!(turns[1], (Side::Black, Step::Left));
    assert_eq!(turns.len(), 4);
}

#[test]
fn outcomes_have_a_reason() {
    let shown = |outcome: Outcome<End>| (outcome.result(), outcome.to_string());
    assert_eq!(
        shown(Outcome::win(Side::White, Reason::Rule(End::OutOfFuel))),
        ("1-0", "White wins: out of fuel".to_owned())
    );
    for (reason, words) in [
        (Reason::Repetition(3), "threefold repetition"),
        (Reason::Repetition(4), "the same position 4 times"),
        (Reason::Repetition(5), "fivefold repetition"),
        (Reason::Agreement, "agreement"),
        (Reason::TimeWithoutWinner, "time, but the other side could not win"),
    ] {
        assert_eq!(shown(Outcome::draw(reason)), ("1/2-1/2", format!("Draw: {words}")));
    }
    for (reason, words) in [
        (Reason::Resignation, "resignation"),
        (Reason::Time, "time"),
        (Reason::Forfeit(Fault::IllegalMove), "illegal move"),
        (Reason::Forfeit(Fault::Crash), "the program ended"),
        (Reason::Forfeit(Fault::Silence), "the program did not answer"),
    ] {
        assert_eq!(
            shown(Outcome::win(Side::Black, reason)),
            ("0-1", format!("Black wins: {words}"))
        );
    }
}

#[test]
fn perft_counts_sequences() {
    let start = Ring::new(2);
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 3, 9, 24]);
    let divided: Vec<_> = divide(&start, 3).collect();
    assert_eq!(divided, [(Step::Left, 9), (Step::Right, 9), (Step::Burn, 6)]);
    assert_eq!(divide(&start, 0).count(), 0);
}
