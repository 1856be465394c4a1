//! A bot does not depend on what its player may not see (6.1).

use fastrand::Rng;
use kungfu::{Board, Command, Condition, Game, Kind, Player, Refusal, Sight, Slot, Speed, Square, Start};
use kungfu_bots::{Decision, Level, LevelBot, LiveBot};

/// All squares player 2's piece may go to in the direction of `to`, which others cannot distinguish from it at first.
fn twins(game: &Game, slot: Slot, to: Square) -> Vec<Square> {
    let field = game.field();
    let from = field.get(slot).square;
    let direction = |square: Square| kungfu::Step::between(from, square).direction().map(|(step, _)| step);
    let mut squares = Vec::new();
    field.ways(&field.obstacles(Player::TWO), slot, &mut |square| squares.push(square));
    // A rook that starts with its king can be seen.
    let castles = |square: Square| {
        let way = field.way(&field.obstacles(Player::TWO), slot, square);
        way.is_ok_and(|way| way.rook.is_some())
    };
    squares.retain(|&square| square != to && direction(square).is_some() && direction(square) == direction(to));
    squares.retain(|&square| castles(square) == castles(to));
    squares
}

fn command(game: &Game, slot: Slot, to: Square) -> Command {
    Command::new(game.field().get(slot).id, i32::from(to.row()), i32::from(to.col()))
}

/// Ignores whether a command was accepted.
fn attempt<T>(_: Result<T, Refusal>) {}

/// The decisions of four levels, level 4 with few rollouts, over the next ticks, while the difference is not visible.
fn decisions(mut game: Game, ticks: u32, seed: u64) -> Vec<Decision> {
    let mut bots: Vec<LevelBot> = (1..=4)
        .map(|number| {
            let mut level = Level::new(number).without_delay();
            level.samples = level.samples.map(|samples| samples.min(1));
            LevelBot::new(level, seed)
        })
        .collect();
    let mut decisions = Vec::new();
    for _ in 0..ticks {
        game.tick(&mut |_| {});
        if game.tick_count().0.is_multiple_of(6) {
            let sight = Sight::of_bot(&game, Player::ONE);
            // Rollouts take long, so level 4 looks once.
            let looking = if decisions.is_empty() { 4 } else { 3 };
            decisions.extend(bots.iter_mut().take(looking).map(|bot| bot.look(&sight)));
        }
    }
    decisions
}

#[test]
fn where_an_enemy_stops_changes_no_decision_before_it_can_be_seen() {
    for board in [Board::Standard, Board::Four] {
        let compared = compare(board);
        for kind in [Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Queen] {
            assert!(compared.contains(&kind), "{kind:?} on {board}");
        }
        assert!(compared.len() > 100, "{}", compared.len());
    }
}

/// Compares decisions about moves that look alike; returns the kinds of the pieces that made them.
fn compare(board: Board) -> Vec<Kind> {
    let mut compared = Vec::new();
    for seed in 0..25 {
        let mut rng = Rng::with_seed(seed);
        let mut game = Game::new(&Start::usual(board, Speed::Standard));
        for _ in 0..rng.usize(200..1_500) {
            let slots: Vec<Slot> = game.field().living().collect();
            let slot = slots[rng.usize(0..slots.len())];
            let mut squares = Vec::new();
            let player = game.field().get(slot).player();
            Sight::of_player(&game, player).choices(slot, &mut |square| squares.push(square));
            if rng.u8(0..10) == 0
                && let Some(&to) = rng.choice(&squares)
            {
                // Refused or not, the game goes on.
                let random = command(&game, slot, to);
                attempt(game.submit(player, random));
            }
            game.tick(&mut |_| {});
        }
        if game.outcome().is_some()
            || ![Player::ONE, Player::TWO]
                .iter()
                .all(|&player| game.alive().contains(player))
        {
            continue;
        }
        let field = *game.field();
        for slot in field.living() {
            let piece = field.get(slot);
            if piece.player() != Player::TWO || piece.condition != Condition::Ready {
                continue;
            }
            let mut squares = Vec::new();
            field.ways(&field.obstacles(Player::TWO), slot, &mut |square| squares.push(square));
            for &to in &squares {
                for other in twins(&game, slot, to) {
                    let mut games = [game, game];
                    for (game, to) in games.iter_mut().zip([to, other]) {
                        let command = command(game, slot, to);
                        game.submit(Player::TWO, command).expect("the way is free");
                    }
                    // Until the nearer of both is reached, 30 ticks a square.
                    let [one, two] = games.map(|game| decisions(game, 30, seed));
                    assert_eq!(one, two, "{} to {} or {}", piece.id, to.name(board), other.name(board));
                    compared.push(piece.kind);
                }
                // A few of every game are enough.
                if compared.len() > 10 * (seed as usize + 1) {
                    break;
                }
            }
        }
    }
    compared
}
