//! Guests from outside: real processes, well and badly behaved.

use std::{
    env,
    io::{ErrorKind, Read},
    net::TcpListener,
    time::Duration,
};

use bots::{Guest, UciSpec};
use chess::{End, Position, shakmaty::Move};
use play::{
    Ask, Bot, BotError, BotKind, Budget, Choice, Clock, DrawAnswer, Notation, Outcome, Purpose, Reason, Record, Score,
    Side, Stop, Stopwatch, Thought, TimeControl,
};

/// The fixture with these arguments.
fn spec(args: &[&str]) -> UciSpec {
    let test = env::current_exe().expect("a test knows its own file");
    let target = test.ancestors().nth(2).expect("tests lie two folders deep");
    let program = target
        .join("examples")
        .join(format!("uci_fixture{}", env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "build it with: cargo build -p bots --examples");
    UciSpec {
        program: program.to_str().expect("the path is text").to_owned(),
        args: args.iter().map(ToString::to_string).collect(),
        ..UciSpec::default()
    }
}

/// A guest that gets all the time it may need on a busy machine.
fn guest(args: &[&str]) -> Guest {
    let mut patience = Guest::PATIENCE;
    patience.handshake = Duration::from_mins(1);
    patience.grace = Duration::from_mins(1);
    patience.after_stop = Duration::from_mins(1);
    Guest::start_with(&spec(args), patience).expect("it starts")
}

/// A guest that is not waited for: one that will never answer.
fn hopeless_guest(args: &[&str]) -> Guest {
    let mut patience = Guest::PATIENCE;
    patience.grace = Duration::from_millis(50);
    patience.without_clock = Duration::from_millis(50);
    patience.after_stop = Duration::from_millis(50);
    Guest::start_with(&spec(args), patience).expect("it starts")
}

/// A budget that ends by itself, however slow the machine.
const SHALLOW: Budget = Budget {
    depth: Some(3),
    ..Budget::UNLIMITED
};

const SHORT: Budget = Budget::move_time(Duration::from_millis(1));

fn game(moves: &[&str]) -> Record<Position> {
    game_from(Position::new(), moves)
}

fn game_from(start: Position, moves: &[&str]) -> Record<Position> {
    let mut record = Record::new(start);
    for text in moves {
        let mv = record.position().read_move(text).expect("the move is legal");
        record.play(mv).expect("the game goes on");
    }
    record
}

fn position(fen: &str) -> Position {
    Position::read_position(fen).expect("the position is valid").position
}

fn choose(guest: &mut Guest, record: &Record<Position>, budget: Budget) -> Result<Choice<Move>, BotError> {
    put(guest, record, budget, Purpose::Game, &Stop::new(), &mut |_| {})
}

fn put(
    guest: &mut Guest,
    record: &Record<Position>,
    budget: Budget,
    purpose: Purpose,
    stop: &Stop,
    report: &mut dyn FnMut(Thought<Move>),
) -> Result<Choice<Move>, BotError> {
    guest.choose(&mut Ask {
        record,
        budget,
        stop,
        watch: &Stopwatch::start(),
        purpose,
        report,
    })
}

fn answer_draw(guest: &mut Guest, record: &Record<Position>, side: Side) -> Result<DrawAnswer, BotError> {
    let mut ask = Ask {
        record,
        budget: SHALLOW,
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        report: &mut |_| {},
    };
    guest.answer_draw(&mut ask, side)
}

/// The move that the fixture prefers.
fn first(record: &Record<Position>) -> Choice<Move> {
    Choice::Move(record.legal()[0])
}

/// Hears what a fixture hears.
struct Ear(TcpListener);

impl Ear {
    fn new() -> Self {
        Ear(TcpListener::bind("127.0.0.1:0").expect("there is a free port"))
    }

    fn echo(&self) -> String {
        format!("echo={}", self.0.local_addr().expect("it is bound"))
    }

    /// All the lines up to the end of the process, which must come: a fixture that lives on fails the test.
    fn transcript(self) -> Vec<String> {
        let (mut stream, _) = self.0.accept().expect("the fixture calls before it answers");
        let limit = Some(Duration::from_mins(1));
        stream.set_read_timeout(limit).expect("a minute is a valid limit");
        let mut text = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let length = match stream.read(&mut buffer) {
                // How some systems tell that the other process was killed.
                Err(error) if error.kind() == ErrorKind::ConnectionReset => 0,
                result => result.expect("the process ends"),
            };
            if length == 0 {
                break;
            }
            text.extend_from_slice(&buffer[..length]);
        }
        let text = String::from_utf8(text).expect("commands are text");
        text.lines().map(str::to_owned).collect()
    }
}

fn with_prefix<'a>(transcript: &'a [String], prefix: &str) -> Vec<&'a str> {
    let lines = transcript.iter().map(String::as_str);
    lines.filter(|line| line.starts_with(prefix)).collect()
}

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

#[test]
fn it_plays_a_legal_move_and_tells_its_thoughts() {
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
fn bad_habits_that_do_no_harm_are_borne() {
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
    let told = transcript
        .iter()
        .filter(|line| line.starts_with("position") || *line == "ucinewgame");
    assert_eq!(
        told.collect::<Vec<_>>(),
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
fn the_tighter_of_budget_and_spec_is_told() {
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
fn a_guest_that_is_stopped_answers() {
    let mut guest = guest(&["patient"]);
    let record = game(&[]);
    let stop = Stop::new();
    let report = &mut |_| stop.raise();
    let choice = put(&mut guest, &record, SHALLOW, Purpose::Game, &stop, report);
    assert_eq!(choice, Ok(first(&record)));
    let again = put(&mut guest, &record, SHALLOW, Purpose::Game, &stop, &mut |_| {});
    assert_eq!(again, Ok(first(&record)), "stopped before it began");
}

#[test]
fn a_guest_that_is_late_is_told_to_stop_and_its_answer_counts() {
    let mut patience = Guest::PATIENCE;
    patience.grace = Duration::from_millis(20);
    patience.after_stop = Duration::from_mins(1);
    let mut guest = Guest::start_with(&spec(&["patient"]), patience).unwrap();
    let record = game(&[]);
    assert_eq!(choose(&mut guest, &record, SHORT), Ok(first(&record)));
    assert_eq!(choose(&mut guest, &record, SHORT), Ok(first(&record)));
}

#[test]
fn a_guest_that_does_not_answer_is_ended_however_much_it_says() {
    for manner in ["stuck", "flood", "endless", "binary"] {
        let ear = Ear::new();
        let mut guest = hopeless_guest(&[manner, &ear.echo()]);
        let record = game(&[]);
        let error = choose(&mut guest, &record, SHORT).unwrap_err();
        assert!(matches!(error, BotError::Silent { .. }), "{manner}: {error}");
        // Its guest is still there: the process ended before the guest was dropped.
        ear.transcript();
        let error = choose(&mut guest, &record, SHORT).unwrap_err();
        assert!(matches!(error, BotError::Died { .. }), "{manner}: {error}");
    }
}

#[test]
fn a_guest_that_only_depth_limits_is_not_waited_for_without_end() {
    let mut guest = hopeless_guest(&["stuck"]);
    let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
    assert!(matches!(error, BotError::Silent { .. }), "{error}");
}

#[test]
fn an_answer_that_is_no_legal_move_is_quoted() {
    let long = "x".repeat(100);
    let shown = format!("{}…", "x".repeat(40));
    for (answer, shown) in [
        ("e2e5", "e2e5"),
        ("0000", "0000"),
        ("(none)", "(none)"),
        ("Nf3", "Nf3"),
        (&long, &shown),
    ] {
        let mut guest = guest(&["good", &format!("answer={answer}")]);
        let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
        assert_eq!(
            error,
            BotError::IllegalMove {
                name: "Fixture 1.0".to_owned(),
                answer: shown.to_owned()
            }
        );
    }
}

#[test]
fn a_guest_that_dies_is_dead_from_then_on() {
    let mut guest = guest(&["mortal"]);
    for _ in 0..3 {
        let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
        let BotError::Died { detail, .. } = &error else {
            panic!("{error}")
        };
        assert!(
            detail.ends_with(": 7; its last words: the well is dry / good bye"),
            "{detail}"
        );
    }
    assert!(matches!(
        answer_draw(&mut guest, &game(&[]), Side::White),
        Err(BotError::Died { .. })
    ));
}

#[test]
fn a_guest_whose_child_holds_its_pipes_is_dead_all_the_same() {
    let mut guest = guest(&["parent"]);
    let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
    assert!(matches!(error, BotError::Died { .. }), "{error}");
}

#[test]
fn a_guest_that_will_not_leave_is_ended_when_dropped() {
    let ear = Ear::new();
    let mut guest = guest(&["deaf", &ear.echo()]);
    choose(&mut guest, &game(&[]), SHALLOW).unwrap();
    drop(guest);
    assert_eq!(ear.transcript().last().unwrap(), "quit");
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

#[cfg(unix)]
#[test]
fn programs_that_a_guest_started_end_with_it() {
    for manner in ["good", "deaf", "mortal"] {
        let ear = Ear::new();
        let address = ear.0.local_addr().expect("it is bound");
        let mut guest = guest(&[manner, &format!("child={address}")]);
        let (mut child, _) = ear.0.accept().expect("the child calls");
        let chosen = choose(&mut guest, &game(&[]), SHALLOW);
        assert_eq!(chosen.is_err(), manner == "mortal");
        drop(guest);
        let limit = Some(Duration::from_mins(1));
        child.set_read_timeout(limit).expect("a minute is a valid limit");
        match child.read(&mut [0; 16]) {
            Ok(length) => assert_eq!(length, 0, "the child heard something"),
            Err(error) => assert_eq!(
                error.kind(),
                ErrorKind::ConnectionReset,
                "the child of {manner} lives on"
            ),
        }
    }
}
