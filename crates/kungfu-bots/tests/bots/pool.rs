//! Thinking off the loop that ticks (8.10).

use kungfu::{Board, Command, Game, Player, Sight, Speed, Start};
use kungfu_bots::{
    Decision, KungfuSpec, Mind,
    pool::{Answers, Pool},
};

fn game() -> Game {
    let pieces = "K:1:7:0 K:2:0:7 B:1:7:5 R:2:4:2 P:2:1:7".split(' ');
    let pieces = pieces.map(|name| name.parse().expect("a name")).collect();
    let mut game = Game::new(&Start::new(Board::Standard, Speed::Standard, pieces).expect("a start"));
    for _ in 0..20 {
        game.tick(&mut |_| {});
    }
    game
}

fn level(level: u8) -> Box<dyn Mind> {
    KungfuSpec::Level { level, pace: None }.open(1)
}

fn asked(pool: &Pool, mind: Box<dyn Mind>, game: &Game) -> kungfu_bots::pool::Thought {
    let answers = Answers::default();
    let taken = pool.ask(3, mind, Sight::of_bot(game, Player::ONE), &answers);
    assert!(taken.is_ok());
    answers.wait().expect("an answer comes")
}

#[test]
fn an_answer_that_still_holds_is_given_and_the_mind_comes_back() {
    let pool = Pool::start(2).unwrap();
    let mut game = game();
    let thought = asked(&pool, level(1), &game);
    assert_eq!(thought.seat, 3);
    let command = thought.command(&game).unwrap();
    assert_eq!(game.submit(Player::ONE, command).map(|_| ()), Ok(()));
    assert!(thought.mind.is_some());
}

#[test]
fn an_answer_is_dropped_when_its_piece_or_its_target_has_changed() {
    let pool = Pool::start(1).unwrap();
    let game = game();
    let thought = asked(&pool, level(1), &game);
    let command = thought.command(&game).unwrap();
    let mut own_moved = game;
    let elsewhere = Command::new(command.piece, 6, 6);
    own_moved.submit(Player::ONE, elsewhere).unwrap();
    assert_eq!(thought.command(&own_moved), None);
    let mut target_left = game;
    target_left
        .submit(Player::TWO, Command::new("R:2:4:2".parse().unwrap(), 4, 7))
        .unwrap();
    assert_eq!(thought.command(&target_left), None);
    // Asked again, the mind answers what is there now.
    assert!(asked(&pool, thought.mind.unwrap(), &target_left).mind.is_some());
}

/// Breaks down at every question.
struct Broken;

impl Mind for Broken {
    #[expect(clippy::panic, reason = "a mind that panics is one of the tests")]
    fn look(&mut self, _: &Sight) -> Decision {
        panic!("it broke down on purpose");
    }
}

#[test]
fn a_mind_that_breaks_down_takes_nobody_with_it() {
    let pool = Pool::start(1).unwrap();
    let game = game();
    let thought = asked(&pool, Box::new(Broken), &game);
    assert!(thought.mind.is_none() && thought.command(&game).is_none());
    assert!(asked(&pool, level(2), &game).mind.is_some());
}

#[test]
fn many_tables_share_a_pool() {
    let pool = Pool::start(2).unwrap();
    let game = game();
    let tables: Vec<Answers> = (0..50).map(|_| Answers::default()).collect();
    for (seat, answers) in tables.iter().enumerate() {
        let sight = Sight::of_bot(&game, Player::ONE);
        assert!(pool.ask(seat, level(3), sight, answers).is_ok());
    }
    for (seat, answers) in tables.iter().enumerate() {
        assert_eq!(answers.wait().unwrap().seat, seat);
    }
}
