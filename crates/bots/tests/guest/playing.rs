//! Games of well-behaved guests: what they are sent, and what they answer.

use std::time::Duration;

use bots::Guest;
use chess::{End, Position, shakmaty::Move};
use play::{
    BotError, Budget, Choice, Clock, DrawAnswer, Outcome, Purpose, Reason, Record, Score, Side, Stop, Thought,
    TimeControl,
};

use crate::fixture::{
    Ear, SHALLOW, SHORT, answer_draw, choose, first, game, game_from, guest, position, put, spec, with_prefix,
};

#[test]
fn it_plays_a_legal_move_and_reports_its_thoughts() {
    let mut guest = guest(&["good"]);
    let record = game(&["e4"]);
    let mut thoughts = Vec::new();
    let report = &mut |thought| thoughts.push(thought);
    let choice = put(&mut guest, &record, SHALLOW, Purpose::Game, &Stop::new(), report);
    assert_eq!(choice, Ok(first(&record)));
    let [thought] = thoughts.as_slice() else {
        panic!("{thoughts:?}")
    };
    assert_eq!((thought.depth, thought.rank, thought.nodes), (3, 1, 42));
    assert_eq!(thought.score, Score::Centipawns(13));
    assert_eq!(thought.line, [record.legal()[0]]);
}

#[test]
fn harmless_bad_behaviour_is_tolerated() {
    for manner in ["slow", "noisy", "chatty", "twice", "plain"] {
        let mut guest = guest(&[manner]);
        for moves in [&[] as &[&str], &["e4", "e5"], &["e4", "e5", "d4", "d5"]] {
            let record = game(moves);
            assert_eq!(choose(&mut guest, &record, SHALLOW), Ok(first(&record)), "{manner}");
        }
    }
}

#[test]
fn an_answer_within_the_grace_counts() {
    let record = game(&[]);
    let mut guest = guest(&["slow"]);
    assert_eq!(choose(&mut guest, &record, SHORT), Ok(first(&record)));
}

#[test]
fn what_needs_no_thought_needs_no_program() {
    let ear = Ear::new();
    let mut guest = guest(&["mortal", &ear.echo()]);
    let forced = game_from(position("7k/8/8/8/8/8/1q6/K7 w - - 0 1"), &[]);
    assert_eq!(choose(&mut guest, &forced, SHALLOW), Ok(first(&forced)));
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
    assert_eq!(choose(&mut guest, &game(&shuffle), SHALLOW), Ok(Choice::ClaimDraw));
    let mated = game(&["f3", "e5", "g4", "Qh4"]);
    assert_eq!(choose(&mut guest, &mated, SHALLOW), Err(BotError::NoMoves));
    drop(guest);
    assert_eq!(ear.transcript(), ["uci", "isready", "quit"]);
}

#[test]
fn a_new_game_is_announced_and_a_continued_one_is_not() {
    let ear = Ear::new();
    let mut guest = guest(&["good", &ear.echo()]);
    let games: [&[&str]; 4] = [&["e4"], &["e4", "e5", "d4"], &["d4"], &["d4", "d5", "c4"]];
    for moves in games {
        choose(&mut guest, &game(moves), SHALLOW).unwrap();
    }
    drop(guest);
    let transcript = ear.transcript();
    let found = transcript
        .iter()
        .filter(|line| line.starts_with("position") || *line == "ucinewgame");
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "ucinewgame",
            "position startpos moves e2e4",
            "position startpos moves e2e4 e7e5 d2d4",
            "ucinewgame",
            "position startpos moves d2d4",
            "position startpos moves d2d4 d7d5 c2c4",
        ]
    );
}

#[test]
fn the_tighter_of_budget_and_spec_is_sent() {
    let ear = Ear::new();
    let mut spec = spec(&["good", &ear.echo()]);
    spec.movetime = Some(300_000);
    spec.depth = Some(9);
    let mut guest = Guest::start(&spec).unwrap();
    let clock = Clock::new(TimeControl::read_minutes("5+3").unwrap());
    let budgets = [
        Budget::UNLIMITED,
        Budget::move_time(Duration::from_mins(1)),
        Budget {
            clock: Some(clock),
            depth: Some(12),
            nodes: Some(1000),
            ..Budget::UNLIMITED
        },
    ];
    for budget in budgets {
        choose(&mut guest, &game(&[]), budget).unwrap();
    }
    drop(guest);
    assert_eq!(
        with_prefix(&ear.transcript(), "go"),
        [
            "go movetime 300000 depth 9",
            "go movetime 60000 depth 9",
            "go wtime 300000 btime 300000 winc 3000 binc 3000 movetime 300000 depth 9 nodes 1000",
        ]
    );
}

#[test]
fn a_guest_that_nobody_limits_thinks_for_a_second() {
    let ear = Ear::new();
    let mut guest = guest(&["good", &ear.echo()]);
    choose(&mut guest, &game(&[]), Budget::UNLIMITED).unwrap();
    drop(guest);
    assert_eq!(with_prefix(&ear.transcript(), "go"), ["go movetime 1000"]);
}

#[test]
fn a_study_has_its_lines_and_a_game_only_one() {
    let ear = Ear::new();
    let mut guest = guest(&["good", &ear.echo()]);
    let record = game(&[]);
    let mut ranks = Vec::new();
    for purpose in [Purpose::Study { lines: 2 }, Purpose::Study { lines: 99 }, Purpose::Game] {
        let report = &mut |thought: Thought<Move>| ranks.push((thought.rank, thought.line[0]));
        put(&mut guest, &record, SHALLOW, purpose, &Stop::new(), report).unwrap();
    }
    let expected = [1, 2, 1, 2, 3, 4, 5, 1].map(|rank| (rank, record.legal()[rank - 1]));
    assert_eq!(ranks, expected);
    drop(guest);
    assert_eq!(
        with_prefix(&ear.transcript(), "setoption name MultiPV"),
        [
            "setoption name MultiPV value 2",
            "setoption name MultiPV value 5",
            "setoption name MultiPV value 1"
        ]
    );
}

#[test]
fn chess960_is_announced_and_castling_is_the_king_taking_the_rook() {
    let ear = Ear::new();
    let mut guest = guest(&["castling", &ear.echo()]);
    let start = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    let mut record = game_from(position(start), &[]);
    let Choice::Move(castling) = choose(&mut guest, &record, SHALLOW).unwrap() else {
        panic!("no move")
    };
    assert!(castling.is_castle());
    record.play(castling).unwrap();
    choose(&mut guest, &record, SHALLOW).unwrap();
    choose(&mut guest, &game(&[]), SHALLOW).unwrap();
    drop(guest);
    let transcript = ear.transcript();
    let position = format!("position fen {start}");
    assert_eq!(
        with_prefix(&transcript, "position"),
        [&position, &format!("{position} moves f1g1"), "position startpos"]
    );
    assert_eq!(
        with_prefix(&transcript, "setoption name UCI_Chess960"),
        [
            "setoption name UCI_Chess960 value true",
            "setoption name UCI_Chess960 value false"
        ]
    );
}

#[test]
fn chess960_is_refused_for_a_program_that_does_not_know_it() {
    let mut guest = guest(&["plain"]);
    let record = Record::new(Position::chess960(0).unwrap());
    let error = choose(&mut guest, &record, SHALLOW).unwrap_err();
    assert!(error.to_string().contains("does not play Chess960"), "{error}");
    assert!(choose(&mut guest, &game(&[]), SHALLOW).is_ok());
}

#[test]
fn a_draw_is_answered_from_the_judgement_of_the_side_that_is_asked() {
    let offers = [
        ("cp -200", Side::White, DrawAnswer::Accept),
        ("cp -200", Side::Black, DrawAnswer::Decline),
        ("cp 200", Side::White, DrawAnswer::Decline),
        ("cp 200", Side::Black, DrawAnswer::Accept),
        ("mate -3", Side::White, DrawAnswer::Accept),
        ("cp 0", Side::White, DrawAnswer::Decline),
        ("unknown 0", Side::White, DrawAnswer::Decline),
    ];
    for (score, side, answer) in offers {
        let mut guest = guest(&["good", &format!("score={score}")]);
        assert_eq!(
            answer_draw(&mut guest, &game(&[]), side),
            Ok(answer),
            "{score} for {side}"
        );
    }
    let mut guest = guest(&["good", "score=cp -900"]);
    let mated = game(&["f3", "e5", "g4", "Qh4"]);
    assert_eq!(answer_draw(&mut guest, &mated, Side::White), Ok(DrawAnswer::Decline));
}

#[test]
fn a_draw_offer_does_not_begin_a_new_game() {
    let ear = Ear::new();
    let mut guest = guest(&["good", &ear.echo()]);
    answer_draw(&mut guest, &game(&["e4"]), Side::White).unwrap();
    drop(guest);
    let transcript = ear.transcript();
    assert_eq!(with_prefix(&transcript, "ucinewgame"), [""; 0]);
    assert_eq!(with_prefix(&transcript, "go"), ["go movetime 200 depth 3"]);
}

#[test]
fn two_guests_play_a_game_to_its_end() {
    let mut guests = [guest(&["good"]), guest(&["castling"])];
    let mut record = game(&[]);
    while record.outcome().is_none() {
        match choose(&mut guests[record.turn().index()], &record, SHALLOW).unwrap() {
            Choice::Move(mv) => record.play(mv).unwrap(),
            Choice::ClaimDraw => record.claim_draw().unwrap(),
            Choice::Resign => panic!("a guest never resigns"),
        }
    }
    let outcome: Outcome<End> = record.outcome().unwrap();
    assert!(
        !matches!(outcome.reason, Reason::Forfeit(_) | Reason::Resignation),
        "{outcome:?}"
    );
    assert!(record.moves().len() > 8);
}
