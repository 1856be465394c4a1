//! How the age of a game makes bots impatient (8.8a).

use kungfu::{Board, Field};

use crate::Level;

/// The impatience of a long game, in percent. On the board for four it begins early, because captures among the others
/// do not end the game.
pub(crate) fn age(field: &Field, level: &Level) -> i32 {
    // In rests: when it begins to grow, and from there to 100 %.
    let (young, growth, most) = match field.board() {
        Board::Standard => (30, 15, level.age),
        Board::Four => (8, 12, 170),
    };
    let rest = field.speed().rest() as i32;
    let old = field.tick().0 as i32 - young * rest;
    (100 * old / (growth * rest)).clamp(0, most)
}

#[cfg(test)]
mod tests {
    use kungfu::{Game, Speed, Start, Tick};

    use super::*;

    #[test]
    fn impatience_grows_with_the_age_of_a_game_for_two() {
        let mut game = Game::new(&Start::usual(Board::Standard, Speed::Lightning));
        let ages = [1_800, 2_250, 2_690].map(|tick| {
            while game.tick_count() < Tick(tick) {
                game.tick(&mut |_| {});
            }
            age(game.field(), &Level::new(3))
        });
        assert_eq!(ages, [0, 50, 80]);
    }
}
