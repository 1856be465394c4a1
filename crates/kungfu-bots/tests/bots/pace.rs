//! When the levels move (5.4, 8.2, 8.8).

use kungfu::{Board, End, Player, Sight, Speed, Start, Tick};
use kungfu_bots::{
    Decision, KungfuSpec, Level, LevelBot, LiveBot, Occasion,
    table::{Finish, Table},
};

/// Never moves.
struct Still;

impl LiveBot for Still {
    fn look(&mut self, sight: &Sight) -> Decision {
        Decision {
            order: None,
            wake: sight.field().tick() + 1_000,
        }
    }
}

fn against_still(level: u8, speed: Speed, chance: u64) -> Table {
    let mut level = Level::new(level);
    // Rollouts cost time and change nothing here.
    level.samples = level.samples.map(|samples| samples.min(1));
    Table::new(
        Start::usual(Board::Standard, speed),
        chance,
        vec![Box::new(LevelBot::new(level, chance)), Box::new(Still)],
    )
}

#[test]
fn nobody_moves_before_tick_15_and_commands_keep_their_distance() {
    for speed in Speed::ALL {
        for level in 1..=4 {
            let mut table = against_still(level, speed, 5);
            let mut last = Tick(0);
            let [soonest, _] = Level::new(level).delay(speed);
            table.play(Tick(3_000), &mut |asked| {
                let now = asked.sight.field().tick();
                let order = asked.decision.order;
                let chosen = asked.considered.iter().find(|weighed| Some(weighed.order) == order);
                let rescue = chosen.is_some_and(|chosen| chosen.occasion == Occasion::Rescue);
                if asked.accepted {
                    assert!(now >= Tick(15), "level {level}");
                    // Only an attack on the king is answered sooner.
                    let kept = last == Tick(0) || now.since(last) >= soonest;
                    assert!(rescue || kept, "level {level} tick {now}");
                    last = now;
                }
            });
            assert!(last > Tick(100), "level {level}");
        }
    }
}

#[test]
fn an_opponent_who_never_moves_is_beaten_and_no_bot_goes_dead() {
    for speed in Speed::ALL {
        for level in 1..=4 {
            for seed in 0..3 {
                let mut table = against_still(level, speed, seed);
                let result = table.play(Tick(20_000), &mut |_| {});
                assert_eq!(result.places, [1, 2], "level {level} {speed} {seed}");
                assert_eq!(
                    result.finish,
                    Finish::Ended(End::KingCaptured),
                    "level {level} {speed} {seed}"
                );
            }
        }
    }
}

#[test]
fn levels_differ_in_what_they_see_and_not_only_in_pace() {
    let levels = [1, 2, 3, 4].map(Level::new);
    let reactions = levels.map(|level| level.reaction());
    assert_eq!(reactions, [[18, 36], [12, 24], [7, 15], [4, 9]]);
    let sees = levels.map(|level| [level.timing, level.foresight, level.planning]);
    assert_eq!(
        sees,
        [
            [false; 3],
            [true, false, false],
            [true, true, false],
            [true, true, true]
        ]
    );
    assert_eq!(
        levels[3].at_pace_of(1).delay(Speed::Standard),
        levels[0].delay(Speed::Standard)
    );
    assert_eq!(levels[0].delay(Speed::Lightning), [30, 120]);
    assert_eq!(levels[1].ranks.iter().sum::<u32>(), 100);
}

#[test]
fn a_bot_that_is_out_does_not_move() {
    let mut game = kungfu::Game::new(&Start::usual(Board::Four, Speed::Standard));
    for _ in 0..20 {
        game.tick(&mut |_| {});
    }
    game.resign(Player::TWO, &mut |_| {}).unwrap();
    let mut bot = KungfuSpec::Level { level: 4, pace: None }.open(1);
    assert_eq!(bot.look(&Sight::of_bot(&game, Player::TWO)).order, None);
}

#[test]
fn no_level_dodges_before_its_reaction_time() {
    for number in 1..=4 {
        let level = Level::new(number);
        let [least, most] = level.reaction();
        for seed in 0..10 {
            let names = ["K:1:7:4", "P:1:6:0", "K:2:0:0", "R:2:0:4"].map(|name| name.parse().expect("a name"));
            let start = Start::new(Board::Standard, Speed::Standard, names.to_vec()).expect("a start");
            let mut game = kungfu::Game::new(&start);
            let mut level = level;
            level.samples = [0, 0];
            let mut bot = LevelBot::new(level, seed);
            for _ in 0..20 {
                game.tick(&mut |_| {});
            }
            // Its first look is over; the attack comes inside the pause.
            bot.look(&Sight::of_bot(&game, Player::ONE));
            let attack = kungfu::Command::new("R:2:0:4".parse().expect("a name"), 7, 4);
            game.submit(Player::TWO, attack).expect("a possible move");
            let dodge = (1..=100).find(|_| {
                game.tick(&mut |_| {});
                let sight = Sight::of_bot(&game, Player::ONE);
                bot.look(&sight)
                    .order
                    .is_some_and(|order| game.field().get(order.slot).kind == kungfu::Kind::King)
            });
            let ticks = dodge.expect("every level saves its king");
            assert!((least..=most + 1).contains(&(ticks - 1)), "level {number}: {ticks}");
        }
    }
}

#[test]
fn level_5_decides_alike_with_the_same_seed() {
    for speed in Speed::ALL {
        let games = [0, 1].map(|_| {
            let bots = [Level::new(5), Level::new(2)].map(|level| -> Box<dyn LiveBot> {
                let mut level = level;
                level.samples = level.samples.map(|samples| samples.min(4));
                Box::new(LevelBot::new(level, 7))
            });
            let mut table = Table::new(Start::usual(Board::Standard, speed), 7, bots.into());
            table.play(Tick(400), &mut |_| {});
            table.bout().record().entries.clone()
        });
        assert!(!games[0].is_empty());
        assert_eq!(games[0], games[1], "{speed}");
    }
}
