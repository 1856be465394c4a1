//! What holds in every game, tried by random and hostile play.

use std::collections::BTreeMap;

use fastrand::Rng;
use kungfu::{
    Board, Bout, Command, Deed, Event, Game, Kind, PieceId, Player, Record, Refusal, Replay, Sight, Slot, Speed,
    Square, Start, Step, Tick,
};

/// A random choice of a random ready piece, as its owner sees it.
fn random_command(game: &Game, rng: &mut Rng) -> Option<(Player, Command)> {
    let field = game.field();
    let slots: Vec<Slot> = field.living().collect();
    let slot = *rng.choice(&slots)?;
    let piece = field.get(slot);
    let mut squares = Vec::new();
    Sight::of_player(game, piece.player()).choices(slot, &mut |square| squares.push(square));
    let to = *rng.choice(&squares)?;
    Some((piece.player(), command(piece.id, to)))
}

fn command(piece: PieceId, to: Square) -> Command {
    Command::new(piece, i32::from(to.row()), i32::from(to.col()))
}

/// Whether the command is accepted does not matter here.
fn attempt<T>(_: Result<T, Refusal>) {}

/// Anything at all.
fn nonsense(rng: &mut Rng) -> (Player, Command) {
    let player = |rng: &mut Rng| Player::ALL[rng.usize(0..4)];
    let squares: Vec<Square> = Board::Four.squares().chain(Board::Standard.squares()).collect();
    let piece = PieceId {
        kind: Kind::ALL[rng.usize(0..6)],
        player: player(rng),
        home: squares[rng.usize(0..squares.len())],
    };
    let number = |rng: &mut Rng| match rng.u8(0..20) {
        0 => i32::MIN,
        1 => i32::MAX,
        _ => rng.i32(-2..14),
    };
    (player(rng), Command::new(piece, number(rng), number(rng)))
}

fn all_games() -> impl Iterator<Item = (Board, Speed)> {
    Board::ALL
        .into_iter()
        .flat_map(|board| Speed::ALL.map(|speed| (board, speed)))
}

/// A game of random commands, with its record.
fn random_bout(board: Board, speed: Speed, chance: u64, ticks: u32) -> Bout {
    let mut rng = Rng::with_seed(chance);
    let mut bout = Bout::new(Start::usual(board, speed), chance);
    for _ in 0..ticks {
        for _ in 0..rng.usize(0..3) {
            if let Some((player, command)) = random_command(bout.game(), &mut rng) {
                attempt(bout.submit(player, command));
            }
        }
        bout.tick(&mut |_| {});
    }
    bout
}

#[test]
fn rule_2_4_millions_of_hostile_commands_do_no_harm() {
    // Debug builds check every invariant after each tick.
    for (seed, (board, speed)) in (0..).zip(all_games()) {
        let mut rng = Rng::with_seed(seed);
        let mut accepted = 0;
        for _ in 0..5 {
            let mut bout = Bout::new(Start::usual(board, speed), seed);
            for _ in 0..3_000 {
                for _ in 0..50 {
                    let (player, command) = nonsense(&mut rng);
                    let considered = bout.consider(player, command);
                    let answer = bout.submit(player, command);
                    assert_eq!(answer, considered);
                    accepted += u64::from(answer.is_ok());
                }
                if let Some((player, command)) = random_command(bout.game(), &mut rng) {
                    attempt(bout.submit(player, command));
                }
                bout.tick(&mut |_| {});
                assert!(bout.game().field().is_whole());
            }
        }
        assert!(accepted > 0, "{board} {speed}");
    }
}

#[test]
fn every_square_that_is_listed_is_accepted_and_no_other() {
    for (seed, (board, speed)) in (10..).zip(all_games()) {
        let mut bout = random_bout(board, speed, seed, 200);
        let mut rng = Rng::with_seed(seed);
        for _ in 0..400 {
            let game = bout.game();
            for slot in game.field().living() {
                let piece = *game.field().get(slot);
                let obstacles = game.field().obstacles(piece.player());
                let mut listed = Vec::new();
                if piece.stands() {
                    game.field().ways(&obstacles, slot, &mut |square| listed.push(square));
                }
                for to in board.squares() {
                    let accepted = Game::submit(&mut game.clone(), piece.player(), command(piece.id, to)).is_ok();
                    let ready = piece.condition == kungfu::Condition::Ready && game.outcome().is_none();
                    let alive = game.alive().contains(piece.player());
                    assert_eq!(accepted, ready && alive && listed.contains(&to), "{piece:?} {to:?}");
                }
            }
            if let Some((player, command)) = random_command(bout.game(), &mut rng) {
                attempt(bout.submit(player, command));
            }
            for _ in 0..5 {
                bout.tick(&mut |_| {});
            }
        }
    }
}

#[test]
fn rule_1_1_the_same_commands_give_the_same_game_after_100_000_ticks() {
    // The numbers are the same in debug and release, and on every machine.
    let mut ends = BTreeMap::new();
    for (board, speed) in all_games() {
        let mut rng = Rng::with_seed(7);
        let mut ticks = 0;
        let mut digest: u64 = 0;
        while ticks < 100_000 {
            let mut game = Game::new(&Start::usual(board, speed));
            while game.outcome().is_none() && ticks < 100_000 {
                if rng.u8(0..8) == 0
                    && let Some((player, command)) = random_command(&game, &mut rng)
                {
                    attempt(game.submit(player, command));
                }
                game.tick(&mut |_| {});
                ticks += 1;
            }
            digest = digest.rotate_left(7) ^ game.hash();
        }
        ends.insert((board.to_string(), speed.to_string()), digest);
    }
    let ends: Vec<String> = ends.values().map(|digest| format!("{digest:016x}")).collect();
    assert_eq!(
        ends,
        [
            "6ce22abc4a2b3b48",
            "1ab47593d6706e83",
            "4a2cc9336c16f7bc",
            "bd103297c2bc7472"
        ]
    );
}

/// A turn or mirror of the board that maps armies onto armies.
struct Symmetry {
    board: Board,
    square: fn(i32, i32) -> (i32, i32),
    player: fn(Player) -> Player,
}

impl Symmetry {
    fn square(&self, square: Square) -> Square {
        let (row, col) = (self.square)(i32::from(square.row()), i32::from(square.col()));
        self.board.square(row, col).expect("a symmetry of the board")
    }

    fn piece(&self, id: PieceId) -> PieceId {
        PieceId {
            kind: id.kind,
            player: (self.player)(id.player),
            home: self.square(id.home),
        }
    }

    fn event(&self, games: [&Game; 2], event: &Event) -> String {
        // Events of a tick, as names of the second game.
        let name = |slot| self.piece(games[0].field().get(slot).id).to_string();
        words(event, &name, &|square| self.square(square))
    }
}

fn words(event: &Event, name: &dyn Fn(Slot) -> String, place: &dyn Fn(Square) -> Square) -> String {
    match *event {
        Event::Captured { captor, captured } => format!("cap {:?} {}", captor.map(name), name(captured)),
        Event::Arrived { slot, square } => format!("done {} {:?}", name(slot), place(square)),
        Event::Promoted(slot) => format!("promo {}", name(slot)),
        Event::Woke(slot) => format!("woke {}", name(slot)),
        Event::Returned(slot) => format!("back {}", name(slot)),
        Event::Lost(slot) => format!("lost {}", name(slot)),
        Event::Started(_) | Event::Dropped { .. } | Event::Out(_) | Event::Ended(_) => String::new(),
    }
}

#[test]
fn turned_and_mirrored_games_go_the_same_way() {
    let other = |player: Player| {
        if player == Player::ONE {
            Player::TWO
        } else {
            Player::ONE
        }
    };
    let next = |player: Player| Player::ALL[(player.index() + 1) % 4];
    let opposite = |player: Player| Player::ALL[(player.index() + 2) % 4];
    let symmetries = [
        Symmetry {
            board: Board::Standard,
            square: |row, col| (7 - row, col),
            player: other,
        },
        Symmetry {
            board: Board::Standard,
            square: |row, col| (7 - row, 7 - col),
            player: other,
        },
        Symmetry {
            board: Board::Standard,
            square: |row, col| (row, 7 - col),
            player: |player| player,
        },
        Symmetry {
            board: Board::Four,
            square: |row, col| (col, 11 - row),
            player: next,
        },
        Symmetry {
            board: Board::Four,
            square: |row, col| (11 - row, 11 - col),
            player: opposite,
        },
    ];
    for (seed, symmetry) in (0..).zip(&symmetries) {
        for speed in Speed::ALL {
            let start = Start::usual(symmetry.board, speed);
            let turned = start.pieces().iter().map(|&id| symmetry.piece(id)).collect();
            let mut one = Game::new(&start);
            let mut other = Game::new(&Start::new(symmetry.board, speed, turned).unwrap());
            let mut rng = Rng::with_seed(seed);
            for _ in 0..4_000 {
                if rng.u8(0..4) == 0
                    && let Some((player, order)) = random_command(&one, &mut rng)
                {
                    let to = symmetry.square(symmetry.board.square(order.to[0], order.to[1]).unwrap());
                    let turned = command(symmetry.piece(order.piece), to);
                    let answers = [
                        one.submit(player, order),
                        other.submit((symmetry.player)(player), turned),
                    ];
                    assert_eq!(answers[0], answers[1]);
                }
                let mut events = [Vec::new(), Vec::new()];
                one.tick(&mut |event| events[0].push(event));
                other.tick(&mut |event| events[1].push(event));
                let mut expected: Vec<String> = events[0]
                    .iter()
                    .map(|event| symmetry.event([&one, &other], event))
                    .collect();
                let name = |slot| other.field().get(slot).id.to_string();
                let mut found: Vec<String> = events[1]
                    .iter()
                    .map(|event| words(event, &name, &|square| square))
                    .collect();
                expected.sort();
                found.sort();
                assert_eq!(expected, found);
            }
        }
    }
}

#[test]
fn rule_7_1_a_record_replays_to_the_same_end_and_any_tick_is_at_hand() {
    for (seed, (board, speed)) in (20..).zip(all_games()) {
        let mut rng = Rng::with_seed(seed);
        let mut bout = Bout::new(Start::usual(board, speed), seed);
        let mut hashes = Vec::new();
        while bout.game().outcome().is_none() && hashes.len() < 3_000 {
            if let Some((player, command)) = random_command(bout.game(), &mut rng) {
                attempt(bout.submit(player, command));
            }
            match rng.u32(0..4_000) {
                0 => attempt(bout.resign(Player::ALL[rng.usize(0..4)], &mut |_| {})),
                1 => attempt(bout.offer_draw(Player::ALL[rng.usize(0..4)], &mut |_| {})),
                _ => {}
            }
            hashes.push(bout.game().hash());
            bout.tick(&mut |_| {});
        }
        let text = serde_json::to_string(bout.record()).unwrap();
        let record: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(&record, bout.record());
        let replay = Replay::new(record).unwrap();
        assert_eq!(replay.at(Tick(u32::MAX)).hash(), bout.game().hash());
        for _ in 0..50 {
            let tick = rng.usize(0..hashes.len());
            assert_eq!(replay.at(Tick(tick as u32)).hash(), hashes[tick], "tick {tick}");
        }
        for &Tick(tick) in replay.captures() {
            assert_eq!(
                replay.next_change(Tick(tick - 1)),
                Some(Tick(tick)),
                "a capture is a change"
            );
        }
        let [before, after] = [Tick(0), Tick(u32::MAX)].map(|tick| replay.at(tick).field().living().count());
        assert_eq!(before == after, replay.captures().is_empty());
        assert_eq!(replay.next_change(bout.record().ticks), None);
        assert_eq!(
            Bout::resume(replay.into_record()).unwrap().game().hash(),
            bout.game().hash()
        );
    }
}

#[test]
fn rule_7_1_an_impossible_record_is_refused() {
    let record = random_bout(Board::Standard, Speed::Lightning, 3, 300).record().clone();
    let mut other_rules = record.clone();
    other_rules.version += 1;
    let mut impossible = record.clone();
    let Deed::Move { to, .. } = &mut impossible.entries[0].deed else {
        panic!("random games begin with moves");
    };
    *to = Board::Standard.after(*to, Step { row: 0, col: 1 }, 1).unwrap_or(*to);
    impossible.entries[0].player = Player::FOUR;
    let mut longer = record.clone();
    longer.entries.last_mut().unwrap().tick = Tick(9_000);
    for damaged in [other_rules, impossible, longer] {
        assert!(Replay::new(damaged).is_err());
    }
    assert!(Replay::new(record).is_ok());
}

#[test]
fn rule_4_1_own_pieces_never_take_each_other_and_no_two_stand_on_one_square() {
    for (seed, (board, speed)) in (30..).zip(all_games()) {
        let mut rng = Rng::with_seed(seed);
        let mut game = Game::new(&Start::usual(board, speed));
        for _ in 0..5_000 {
            if let Some((player, command)) = random_command(&game, &mut rng) {
                attempt(game.submit(player, command));
            }
            let before = game;
            game.tick(&mut |event| {
                if let Event::Captured {
                    captor: Some(captor),
                    captured,
                } = event
                {
                    let players = [captor, captured].map(|slot| before.field().get(slot).player());
                    assert_ne!(players[0], players[1]);
                }
            });
            let standing: Vec<Square> = game
                .field()
                .living()
                .map(|slot| game.field().get(slot))
                .filter(|piece| piece.stands())
                .map(|piece| piece.square)
                .collect();
            let distinct: std::collections::BTreeSet<_> = standing.iter().collect();
            assert_eq!(distinct.len(), standing.len());
        }
    }
}
