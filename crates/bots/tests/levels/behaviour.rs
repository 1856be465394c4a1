//! What bots do besides choosing moves.

use chess::Position;
use play::{Ask, BotKind, Budget, Choice, DrawAnswer, Notation, Purpose, Record, Side, Stop, Watch};

use crate::asking::{Frozen, choose, move_in_game, open, position, record};

/// A clock that must not be looked at.
struct Unwatched;

impl Watch for Unwatched {
    fn elapsed(&self) -> std::time::Duration {
        panic!("nobody should look at the clock")
    }
}

fn play(record: &mut Record<Position>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = record.position().read_move(text).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
}

#[test]
fn a_forced_move_is_played_without_thought() {
    let record = record("k7/8/1Q6/8/8/8/8/7K b - - 0 1");
    assert_eq!(record.legal().len(), 0);
    let record = self::record("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    assert_eq!(record.legal().len(), 1);
    for level in ["easy", "medium", "hard"] {
        let answer = open(level, 1).choose(&mut Ask {
            record: &record,
            budget: Budget::UNLIMITED,
            stop: &Stop::new(),
            watch: &Unwatched,
            purpose: Purpose::Game,
            report: &mut |_| panic!("nothing to think about"),
        });
        assert_eq!(answer, Ok(Choice::Move(record.legal()[0])), "{level}");
    }
}

#[test]
fn claimable_draws_are_claimed_at_once() {
    let mut repeated = Record::new(Position::new());
    play(&mut repeated, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let fifty = record("7k/8/6K1/8/8/8/8/R7 w - - 100 100");
    for record in [repeated, fifty] {
        for level in ["easy", "medium", "hard"] {
            let mut bot = open(level, 1);
            assert_eq!(
                choose(&mut *bot, &record, Purpose::Game),
                Ok(Choice::ClaimDraw),
                "{level}"
            );
            // Somebody who studies the position wants a move.
            let studied = choose(&mut *bot, &record, Purpose::Study { lines: 1 });
            assert!(matches!(studied, Ok(Choice::Move(_))), "{level}");
        }
    }
}

fn answer(level: &str, fen: &str, side: Side) -> DrawAnswer {
    let record = record(fen);
    let mut ask = Ask {
        record: &record,
        budget: Budget::UNLIMITED,
        stop: &Stop::new(),
        watch: &Frozen,
        purpose: Purpose::Game,
        report: &mut |_| {},
    };
    open(level, 1)
        .answer_draw(&mut ask, side)
        .expect("an internal bot answers")
}

#[test]
fn draw_offers_are_answered_by_the_score() {
    use DrawAnswer::{Accept, Decline};
    let rook_up = "r5k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1";
    let even_ending = "4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1";
    let even_start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mated_soon = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    for level in ["medium", "hard"] {
        for (fen, white, black) in [
            (rook_up, Decline, Accept),
            (even_ending, Accept, Accept),
            (even_start, Decline, Decline),
            (mated_soon, Decline, Accept),
        ] {
            assert_eq!(answer(level, fen, Side::White), white, "{level}, White in {fen}");
            assert_eq!(answer(level, fen, Side::Black), black, "{level}, Black in {fen}");
        }
    }
    assert_eq!(answer("easy", rook_up, Side::Black), Accept);
    assert_eq!(answer("easy", rook_up, Side::White), Decline);
}

/// A position that White has lost, after so many further moves of both.
fn lost(plies: usize) -> Record<Position> {
    let mut record = record("3qkr2/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    for text in ["a3", "a6", "b3", "b6", "h3", "h6"].into_iter().take(plies) {
        play(&mut record, text);
    }
    record
}

#[test]
fn a_hopeless_game_is_given_up_after_some_turns() {
    for level in ["medium", "hard"] {
        let mut bot = open(level, 1);
        let choices = [0, 2, 4].map(|plies| choose(&mut *bot, &lost(plies), Purpose::Game));
        assert!(
            matches!(choices[..2], [Ok(Choice::Move(_)), Ok(Choice::Move(_))]),
            "{choices:?}"
        );
        assert_eq!(choices[2], Ok(Choice::Resign), "{level}");
    }
}

#[test]
fn turns_taken_back_do_not_count_as_lost() {
    let mut hard = open("hard", 1);
    for plies in [0, 0, 0, 2, 0, 2] {
        let choice = choose(&mut *hard, &lost(plies), Purpose::Game);
        assert!(matches!(choice, Ok(Choice::Move(_))), "{choice:?}");
    }
    // Nor do those of an earlier game.
    hard.begin(2).expect("it begins");
    assert!(matches!(
        choose(&mut *hard, &lost(4), Purpose::Game),
        Ok(Choice::Move(_))
    ));
}

#[test]
fn a_bot_that_begins_anew_plays_as_if_it_were_new() {
    let record = record("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    for level in ["easy", "medium", "hard"] {
        let mut used = open(level, 1);
        move_in_game(&mut *used, &record);
        used.begin(7).expect("it begins");
        let mut fresh = open(level, 7);
        assert_eq!(
            move_in_game(&mut *used, &record),
            move_in_game(&mut *fresh, &record),
            "{level}"
        );
    }
}

#[test]
fn equal_openings_vary_with_the_seed_and_only_with_it() {
    let record = Record::new(Position::new());
    let first = |seed| move_in_game(&mut *open("medium", seed), &record);
    let mut seen: Vec<_> = (0..30).map(first).collect();
    assert_eq!(seen[7], first(7));
    seen.dedup();
    assert!(seen.len() > 1, "thirty games begin alike");
}

#[test]
fn every_bot_says_what_it_is() {
    for (level, name) in [("easy", "Easy"), ("medium", "Medium"), ("hard", "Hard")] {
        let bot = open(level, 1);
        let about = bot.about();
        assert_eq!((about.name.as_str(), about.kind), (name, BotKind::Internal));
        assert_eq!(about.level.as_deref(), Some(level));
        assert!(!about.author.is_empty() && about.version.is_some());
    }
}

#[test]
fn chess960_is_played() {
    for number in [0, 250, 959] {
        let mut record = Record::new(Position::chess960(number).expect("the number is in range"));
        let mut medium = open("medium", u64::from(number));
        for _ in 0..30 {
            if record.outcome().is_some() {
                break;
            }
            let mv = move_in_game(&mut *medium, &record);
            record.play(mv).expect("a legal move plays");
        }
    }
    assert!(position("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1").is_chess960());
}
