//! What everything above the rules relies on, tried by random play through the registry, for every game.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use fastrand::Rng;
use hexapawn::HexapawnBots;
use play::{
    Army, Budget, Choice, GameAsk, GameFacts, GameModule, GameRecord, Lines, Moment, MoveIndex, MoveRequest, Mover,
    OpeningSource, Piece, Purpose, Registry, Setup, Side, Start, Stop, Stopwatch,
};

/// The games of the program and the toy.
fn registry() -> Registry {
    games::registry().with(HexapawnBots)
}

/// A game about to begin.
fn begin(game: &Arc<dyn GameModule>, start: &Start) -> Box<dyn GameRecord> {
    game.begin(start).expect("the start is one of the game").record
}

/// Starts that bring castling, promotion, en passant and upgrades.
fn starts(game: &Arc<dyn GameModule>) -> Vec<Start> {
    let texts: &[&str] = match game.id().as_str() {
        "chess" => &[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
            "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1",
        ],
        "ransom" => &[
            "8/PP4PP/8/3n4/4N3/8/pp4pp/8 w 2/2 0 1",
            "8/8/8/p5pp/P5PP/8/8/8 w 4/4 0 1",
        ],
        _ => &[],
    };
    let numbered = [0, 339, 959].map(Start::Numbered);
    let numbered = numbered.into_iter().filter(|start| game.begin(start).is_ok());
    let texts = texts.iter().map(|text| Start::Text((*text).to_owned()));
    [Start::Usual].into_iter().chain(numbered).chain(texts).collect()
}

/// Plays random games of every game and shows each position to `look` before its move is played.
fn play_randomly(games_each: usize, mut look: impl FnMut(&Arc<dyn GameModule>, &dyn GameRecord, MoveIndex)) {
    let registry = registry();
    for game in registry.games() {
        for start in starts(game) {
            for seed in 0..games_each {
                let mut random = Rng::with_seed(seed as u64);
                let mut record = begin(game, &start);
                while record.outcome().is_none() && record.plies() < 120 {
                    let mv = MoveIndex(random.usize(..record.legal_count()));
                    look(game, &*record, mv);
                    record.play(mv, None).expect("a listed move plays");
                }
            }
        }
    }
}

#[test]
fn every_legal_move_is_found_by_its_squares_its_code_and_its_label() {
    let mut found = 0;
    play_randomly(6, |game, record, _| {
        let side = record.turn();
        for (index, mv) in record.legal().into_iter().enumerate() {
            let index = MoveIndex(index);
            let request = MoveRequest {
                from: mv.from,
                to: mv.to,
                action: mv.action,
            };
            let place = || format!("{}: {mv:?} in {:?}", game.id(), record.position_text(record.plies()));
            assert_eq!(record.find(side, request), Ok(index), "{}", place());
            assert_eq!(record.by_code(&mv.code), Some(index), "{}", place());
            for text in [&mv.code, &mv.label] {
                assert_eq!(record.read(side, text), Ok(index), "{}", place());
            }
            assert_eq!(record.describe(index), Some(mv));
            assert!(record.find(side.other(), request).is_err(), "not the other side's move");
            found += 1;
        }
        assert_eq!(record.describe(MoveIndex(record.legal_count())), None);
    });
    assert!(found > 50_000, "{found}");
}

#[test]
fn pieces_keep_their_ids_as_they_move() {
    let mut captures = 0;
    play_randomly(6, |game, record, mv| {
        let board = game.board();
        let before = by_id(record);
        let chosen = record.describe(mv).expect("the move is listed");
        let mut after = record.boxed();
        after.play(mv, None).expect("a listed move plays");
        let now = by_id(&*after);
        let squares: HashSet<_> = now.values().map(|piece| piece.square).collect();
        assert_eq!(squares.len(), now.len(), "one piece a square");
        assert!(
            squares
                .iter()
                .all(|square| square.file < board.width && square.rank < board.height)
        );
        let gone = before.len() - now.len();
        assert_eq!(
            gone,
            usize::from(chosen.captures),
            "a capture takes one piece: {chosen:?}"
        );
        captures += gone;
        for (id, piece) in &now {
            let earlier = before.get(id).expect("no piece appears");
            assert_eq!(earlier.army, piece.army, "a piece keeps its side");
            let moved = earlier.square != piece.square || earlier.kind != piece.kind;
            assert!(
                !moved || piece.army == Army::from(record.turn()),
                "only the mover's pieces move"
            );
        }
        let mover = before.values().find(|piece| piece.square == chosen.from);
        assert!(mover.is_some_and(|piece| now[&piece.id] != *piece || chosen.from != chosen.to));
        // What the board shows after a replay is what it shows in play.
        assert_eq!(
            after.until(after.plies()).scene(after.plies()),
            after.scene(after.plies())
        );
    });
    assert!(captures > 500, "{captures}");
}

fn by_id(record: &dyn GameRecord) -> HashMap<u16, Piece> {
    let scene = record.scene(record.plies()).expect("the present is in the record");
    let count = scene.pieces.len();
    let pieces: HashMap<u16, Piece> = scene.pieces.into_iter().map(|piece| (piece.id, piece)).collect();
    assert_eq!(pieces.len(), count, "ids are unique");
    pieces
}

#[test]
fn a_game_cut_off_is_the_game_as_it_was() {
    let registry = registry();
    for game in registry.games() {
        let mut random = Rng::with_seed(9);
        let mut record = begin(game, &Start::Usual);
        let mut earlier = vec![record.boxed()];
        while record.outcome().is_none() && record.plies() < 60 {
            let mv = MoveIndex(random.usize(..record.legal_count()));
            record
                .play(mv, Some(Moment(record.plies() as u64)))
                .expect("a listed move plays");
            earlier.push(record.boxed());
        }
        for (ply, expected) in earlier.iter().enumerate() {
            same(&*record.until(ply), &**expected);
        }
        same(&*record.until(1_000), &*record);
        for expected in earlier.iter().rev().skip(1) {
            record.undo().expect("there is a move to take back");
            same(&*record, &**expected);
        }
    }
}

fn same(left: &dyn GameRecord, right: &dyn GameRecord) {
    assert_eq!(left.plies(), right.plies());
    assert_eq!(left.fingerprint(), right.fingerprint());
    assert_eq!(left.legal(), right.legal());
    assert_eq!(left.outcome(), right.outcome());
    for ply in 0..=left.plies() {
        assert_eq!(left.scene(ply), right.scene(ply));
        assert_eq!(left.played(ply), right.played(ply));
    }
    for side in Side::BOTH {
        assert_eq!(left.captured(side), right.captured(side));
        assert_eq!(left.material(side), right.material(side));
    }
}

#[test]
fn exports_name_the_players_and_every_move_has_a_line() {
    let registry = registry();
    for game in registry.games() {
        let mut record = begin(game, &Start::Usual);
        record.play(MoveIndex(0), Some(Moment(0))).expect("a listed move plays");
        let facts = GameFacts {
            names: [Some("Ada"), Some("Bert")],
            ..GameFacts::default()
        };
        for text in [record.pgn(&facts), record.sheet(&facts)] {
            assert!(text.contains("Ada"), "{}: {text}", game.id());
        }
        let label = record.played(0).expect("one move was played").mv.label;
        let line = record.move_line(0, Mover::Bot("Ada")).expect("one move was played");
        assert!(line.starts_with("Ada: ") && line.contains(&label), "{line}");
        for viewer in Side::BOTH {
            let drawn = record.draw(1, viewer).expect("the present is in the record");
            assert!(drawn.lines().count() > usize::from(game.board().height), "{drawn}");
        }
        assert_eq!(
            (
                record.move_line(1, Mover::Person(Side::White)),
                record.draw(2, Side::White)
            ),
            (None, None)
        );
    }
}

#[test]
fn a_game_of_chess_is_read_from_its_own_pgn() {
    let registry = registry();
    let chess = registry.by_name("chess").expect("chess is registered");
    for start in starts(chess) {
        for seed in 0..10 {
            let mut random = Rng::with_seed(seed);
            let mut record = begin(chess, &start);
            while record.outcome().is_none() && record.plies() < 120 {
                let mv = MoveIndex(random.usize(..record.legal_count()));
                record.play(mv, None).expect("a listed move plays");
            }
            let winner = record.outcome().map_or(Some(Side::Black), |outcome| outcome.winner);
            if record.outcome().is_none() {
                record.resign(Side::White).expect("the game goes on");
            }
            let text = record.pgn(&GameFacts {
                names: [Some("Ada"), Some("Bert")],
                ..GameFacts::default()
            });
            let games = chess.import(text.as_bytes());
            let [Ok(game)] = games.as_slice() else {
                panic!("{games:?}\n{text}");
            };
            assert_eq!(game.record.fingerprint(), record.fingerprint(), "{text}");
            assert_eq!(game.names, ["Ada", "Bert"].map(|name| Some(name.to_owned())));
            assert_eq!(game.result, Some(winner), "{text}");
        }
    }
}

#[test]
fn every_level_opens_and_chooses_a_legal_move() {
    let registry = registry();
    for game in registry.games() {
        let adviser = game.adviser();
        assert_eq!(
            game.read_bot(adviser.as_str()),
            Ok(adviser.clone()),
            "the adviser is a bot"
        );
        for level in game.levels() {
            let spec = game.read_bot(level.spec).expect("an offered bot can be read");
            assert_eq!(spec.as_str(), level.spec);
            let mut bot = game.open_bot(&spec, Setup::seeded(1)).expect("an offered bot opens");
            bot.begin(2).expect("it is ready");
            let mut record = begin(game, &Start::Usual);
            for _ in 0..2 {
                let mut lines = Vec::new();
                let choice = bot.choose(&mut GameAsk {
                    record: &*record,
                    budget: Budget {
                        depth: Some(2),
                        ..Budget::move_time(Duration::from_secs(20))
                    },
                    stop: &Stop::new(),
                    watch: &Stopwatch::start(),
                    purpose: Purpose::Game,
                    lines: Lines::Written,
                    report: &mut |thought| lines.extend(thought.line.first().cloned()),
                });
                let Ok(Choice::Move(mv)) = choice else {
                    panic!("{} of {}: {choice:?}", level.spec, game.id());
                };
                for [code, label] in lines {
                    let named = record.by_code(&code).and_then(|mv| record.describe(mv));
                    assert_eq!(named.map(|mv| mv.label), Some(label));
                }
                record.play(mv, None).expect("the move of a bot is legal");
            }
        }
    }
}

#[test]
fn a_bot_of_another_game_gives_no_answer() {
    let registry = registry();
    let [chess, ransom] = ["chess", "ransom"].map(|name| registry.by_name(name).expect("both are registered"));
    let spec = chess.read_bot("easy").expect("easy is a bot of chess");
    let mut bot = chess.open_bot(&spec, Setup::seeded(1)).expect("easy opens");
    let answer = bot.choose(&mut GameAsk {
        record: &*begin(ransom, &Start::Usual),
        budget: Budget::UNLIMITED,
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        lines: Lines::Empty,
        report: &mut |_| {},
    });
    assert!(answer.is_err());
}

#[test]
fn openings_without_a_file_go_on_and_are_named() {
    let registry = registry();
    for game in registry.games() {
        let source = OpeningSource { file: None, plies: 16 };
        let book = game.openings(&source).expect("the own set is there");
        assert!(book.lines.len() >= 4 && book.notices.is_empty(), "{}", game.id());
        for line in &book.lines {
            assert!(!line.name.is_empty());
            assert_eq!(
                (line.record.game(), line.record.outcome()),
                (game.id(), None),
                "{}",
                line.name
            );
        }
    }
}

#[test]
fn games_are_found_by_their_names() {
    let registry = registry();
    let names: Vec<String> = registry.games().map(|game| game.id().to_string()).collect();
    assert_eq!(names, ["chess", "ransom", "hexapawn"]);
    let error = registry.by_name("checkers").err().expect("checkers is not registered");
    assert_eq!(
        error.to_string(),
        "no game is called 'checkers'; known are chess, ransom, hexapawn"
    );
    let toy = registry.by_name("hexapawn").expect("the toy is registered");
    assert_eq!((toy.board().width, toy.board().height), (4, 5));
    assert!(toy.begin(&Start::Numbered(1)).is_err(), "it has no numbered starts");
}
