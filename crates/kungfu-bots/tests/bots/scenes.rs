//! Positions with one obvious best move, for every level that should find it.

use kungfu::{Board, Command, Game, PieceId, Player, Sight, Speed, Start};
use kungfu_bots::{Level, LevelBot, LiveBot, Order, accepts_draw};

/// A game in which some time has passed, so that bots may move.
struct Scene {
    game: Game,
}

impl Scene {
    fn new(names: &str) -> Self {
        Scene::at(Speed::Standard, names)
    }

    fn at(speed: Speed, names: &str) -> Self {
        let pieces = names.split_whitespace().map(|name| name.parse().expect("a name"));
        let start = Start::new(Board::Standard, speed, pieces.collect()).expect("a start");
        let mut scene = Scene {
            game: Game::new(&start),
        };
        scene.pass(20);
        scene
    }

    fn pass(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.game.tick(&mut |_| {});
        }
    }

    fn send(&mut self, name: &str, row: i32, col: i32) {
        let piece: PieceId = name.parse().expect("a name");
        let sent = self.game.submit(piece.player, Command::new(piece, row, col));
        sent.expect("a possible move");
    }

    /// The moves of a level here, with fifty different seeds.
    fn answers(&self, level: u8) -> Vec<Option<String>> {
        let sight = Sight::of_bot(&self.game, Player::ONE);
        let answer = |seed| {
            let mut bot = LevelBot::new(Level::new(level).without_delay(), seed);
            bot.look(&sight).order.map(|order| self.words(order))
        };
        (0..50).map(answer).collect()
    }

    fn words(&self, order: Order) -> String {
        let piece = self.game.field().get(order.slot);
        format!("{}{}", piece.kind.letter(), order.to.name(Board::Standard))
    }
}

/// How many of fifty answers are this one.
fn count(answers: &[Option<String>], wanted: &str) -> usize {
    answers
        .iter()
        .filter(|answer| answer.as_deref() == Some(wanted))
        .count()
}

const LEVELS: [u8; 4] = [1, 2, 3, 4];

#[test]
fn a_piece_for_nothing_is_taken_at_all_levels() {
    // The rook rests, nobody guards it, and a bishop is near.
    let mut scene = Scene::new("K:1:7:0 K:2:0:7 B:1:7:5 P:1:6:0 R:2:0:2 P:2:1:7");
    scene.send("R:2:0:2", 4, 2);
    scene.pass(125);
    for level in LEVELS {
        assert_eq!(count(&scene.answers(level), "Bc4"), 50, "level {level}");
    }
}

#[test]
fn a_defended_pawn_is_not_taken_with_the_queen() {
    // A pawn guarded by pawns, and a queen that could take it.
    let scene = Scene::new("K:1:7:0 K:2:0:7 Q:1:4:0 P:1:6:1 P:2:4:4 P:2:3:3 P:2:3:5");
    for level in LEVELS {
        assert_eq!(count(&scene.answers(level), "Qe4"), 0, "level {level}");
    }
}

#[test]
fn who_is_attacked_steps_out_of_the_way_from_level_2() {
    let mut scene = Scene::new("K:1:7:0 K:2:0:7 N:1:4:4 P:1:6:1 R:2:0:4");
    scene.send("R:2:0:4", 4, 4);
    scene.pass(10);
    for level in [2, 3, 4] {
        for answer in scene.answers(level) {
            let answer = answer.unwrap();
            assert!(
                answer.starts_with('N') && !answer.ends_with("e4"),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn from_level_2_what_cannot_get_away_is_taken_rather_than_what_can() {
    // Two knights four squares from the rook: one rests, the other would be gone.
    let mut scene = Scene::new("K:1:7:7 K:2:0:7 R:1:4:4 N:2:4:0 N:2:2:3");
    scene.send("N:2:2:3", 0, 4);
    scene.pass(65);
    for level in [2, 3, 4] {
        assert_eq!(count(&scene.answers(level), "Re8"), 50, "level {level}");
    }
    assert!(count(&scene.answers(1), "Ra4") > 0, "level 1 does not see it");
}

#[test]
fn from_level_2_a_piece_leaves_a_square_where_a_standing_enemy_would_win_it() {
    // A pawn covers the knight, which nobody guards; nothing moves yet.
    let scene = Scene::new("K:1:7:0 K:2:0:7 N:1:4:4 P:1:6:1 P:2:3:3");
    for level in [2, 3] {
        let answers = scene.answers(level);
        let stays = answers
            .iter()
            .flatten()
            .filter(|answer| !answer.starts_with('N'))
            .count();
        assert_eq!((stays, answers.iter().flatten().count()), (0, 50), "level {level}");
    }
}

#[test]
fn from_level_3_a_guard_stays_to_take_back() {
    // The bishop rests and will be taken; the rook behind it stays where it can recapture.
    let mut scene = Scene::new("K:1:7:0 K:2:0:7 B:1:6:2 R:1:7:4 P:1:6:1 R:2:0:4");
    scene.send("B:1:6:2", 4, 4);
    scene.pass(70);
    scene.send("R:2:0:4", 4, 4);
    scene.pass(10);
    for level in [3, 4] {
        for answer in scene.answers(level).into_iter().flatten() {
            assert!(
                !answer.starts_with('R') || answer.starts_with("Re"),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn from_level_3_a_safe_square_that_attacks_something_is_preferred() {
    // From f6 the knight attacks an unguarded rook; d6 is nearer to the centre.
    let scene = Scene::at(Speed::Lightning, "K:1:7:0 K:2:0:0 N:1:4:4 R:2:0:6");
    for level in [3, 4] {
        assert_eq!(count(&scene.answers(level), "Nf6"), 50, "level {level}");
    }
    assert!(count(&scene.answers(2), "Nf6") < 25, "level 2 does not see it");
}

#[test]
fn from_level_3_a_pawn_on_its_way_is_run_down() {
    let mut scene = Scene::new("K:1:7:0 K:2:0:6 R:1:3:1 P:2:1:3");
    scene.send("P:2:1:3", 3, 3);
    scene.pass(4);
    let runs_it_down = |answer: &Option<String>| {
        let squares = ["Rd5", "Re5", "Rf5", "Rg5", "Rh5"];
        answer.as_deref().is_some_and(|answer| squares.contains(&answer))
    };
    for level in [3, 4] {
        let answers = scene.answers(level);
        assert!(answers.iter().all(runs_it_down), "level {level}: {answers:?}");
    }
    assert!(!scene.answers(2).iter().all(runs_it_down), "level 2 does not see it");
}

#[test]
fn below_level_3_a_line_is_gone_to_its_end_or_a_step() {
    let scene = Scene::new("K:1:7:0 K:2:0:2 R:1:7:5 P:1:6:1");
    for level in [1, 2] {
        for answer in scene.answers(level).into_iter().flatten() {
            let known = ["Rf2", "Rf8", "Re1", "Rb1", "Rg1", "Rh1"];
            assert!(
                !answer.starts_with('R') || known.contains(&answer.as_str()),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn an_attack_on_the_king_is_answered_at_every_level() {
    let mut scene = Scene::new("K:1:7:4 P:1:6:0 N:1:7:1 K:2:0:0 R:2:0:4");
    scene.send("R:2:0:4", 7, 4);
    scene.pass(20);
    for level in LEVELS {
        for answer in scene.answers(level) {
            let answer = answer.unwrap();
            assert!(
                answer.starts_with("Kd") || answer.starts_with("Kf"),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn a_king_that_cannot_step_aside_is_shielded_at_every_level() {
    // The queen rests and sees the king, which is shut in; the pawn can block in time.
    let mut scene =
        Scene::new("K:1:7:4 Q:1:7:3 B:1:7:5 P:1:6:3 P:1:6:4 N:1:6:5 P:1:6:6 K:2:0:0 Q:2:0:7 P:2:5:0 P:1:6:0");
    scene.send("N:1:6:5", 4, 4);
    scene.send("Q:2:0:7", 4, 7);
    scene.pass(130);
    for level in LEVELS {
        for answer in scene.answers(level) {
            let answer = answer.unwrap();
            assert!(
                ["Pg3", "Nf2", "Ng3"].contains(&answer.as_str()),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn a_ready_king_is_attacked_when_others_wait_where_it_could_flee() {
    // g8, g7 and h7 are covered: whatever the king does, the rook or another takes it.
    let scene = Scene::new("K:1:7:0 K:2:0:7 R:1:0:0 R:1:7:6 B:1:5:3");
    assert_eq!(count(&scene.answers(3), "Rh8"), 50);
}

#[test]
fn a_quiet_position_gives_a_sensible_move() {
    let mut game = Game::new(&Start::usual(Board::Standard, Speed::Standard));
    for _ in 0..20 {
        game.tick(&mut |_| {});
    }
    let scene = Scene { game };
    for level in LEVELS {
        let answers = scene.answers(level);
        let moves = answers.iter().flatten();
        // Level 4 may find that waiting is better.
        let least = if level == 4 { 1 } else { 50 };
        assert!(moves.clone().count() >= least, "level {level}: {answers:?}");
        for answer in moves {
            assert!(
                answer.starts_with('P') || answer.starts_with('N'),
                "level {level}: {answer}"
            );
        }
    }
}

#[test]
fn a_draw_is_accepted_by_who_is_worse_or_when_nobody_can_win() {
    for (names, accepted) in [
        ("K:1:7:0 R:1:7:7 K:2:0:7 R:2:0:0", false),
        ("K:1:7:0 N:1:7:6 K:2:0:7 R:2:0:0", true),
        ("K:1:7:0 R:1:7:7 K:2:0:7 N:2:0:1", false),
        ("K:1:7:0 N:1:7:6 K:2:0:7", true),
    ] {
        let scene = Scene::new(names);
        assert_eq!(
            accepts_draw(&Sight::of_bot(&scene.game, Player::ONE)),
            accepted,
            "{names}"
        );
    }
}
