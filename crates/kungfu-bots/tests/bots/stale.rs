//! Decisions made while the game went on (8.10).

use kungfu::{Board, Command, Game, Player, Sight, Speed, Start};
use kungfu_bots::{KungfuSpec, Thought};

fn game() -> Game {
    let pieces = "K:1:7:0 K:2:0:7 B:1:7:5 R:2:4:2 P:2:1:7".split(' ');
    let pieces = pieces.map(|name| name.parse().expect("a name")).collect();
    let mut game = Game::new(&Start::new(Board::Standard, Speed::Standard, pieces).expect("a start"));
    for _ in 0..20 {
        game.tick(&mut |_| {});
    }
    game
}

fn thought(game: &Game) -> Thought {
    let sight = Box::new(Sight::of_bot(game, Player::ONE));
    let mut bot = KungfuSpec::Level { level: 1, pace: None }.open(1);
    let decision = bot.look(&sight);
    Thought {
        bot: Some(bot),
        sight,
        decision,
    }
}

#[test]
fn a_decision_that_still_holds_is_accepted() {
    let mut game = game();
    let command = thought(&game).command(&game).unwrap();
    assert_eq!(game.submit(Player::ONE, command).map(|_| ()), Ok(()));
}

#[test]
fn a_decision_is_dropped_when_its_piece_or_its_target_has_changed() {
    let game = game();
    let thought = thought(&game);
    let command = thought.command(&game).unwrap();
    let mut own_moved = game;
    own_moved
        .submit(Player::ONE, Command::new(command.piece, 6, 6))
        .unwrap();
    assert_eq!(thought.command(&own_moved), None);
    let mut target_left = game;
    target_left
        .submit(Player::TWO, Command::new("R:2:4:2".parse().unwrap(), 4, 7))
        .unwrap();
    assert_eq!(thought.command(&target_left), None);
}
