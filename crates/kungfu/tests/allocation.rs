//! A tick, a command and a copy of a game ask for no memory.

use allocation_counter::measure;
use fastrand::Rng;
use kungfu::{Board, Command, Game, Sight, Speed, Start};

#[test]
fn playing_allocates_nothing() {
    for board in [Board::Standard, Board::Four] {
        let mut rng = Rng::with_seed(7);
        let mut game = Game::new(&Start::usual(board, Speed::Lightning));
        let (mut commands, mut events) = (0, 0);
        let asked = measure(|| {
            for _ in 0..5_000 {
                let living = game.field().living().count();
                if let Some(slot) = game.field().living().nth(rng.u32(..living) as usize) {
                    let piece = *game.field().get(slot);
                    let sight = Sight::of_player(&game, piece.player());
                    let mut choice = None;
                    sight.choices(slot, &mut |to| choice = Some(to));
                    if let Some(to) = choice {
                        let command = Command::new(piece.id, i32::from(to.row()), i32::from(to.col()));
                        commands += u32::from(game.submit(piece.player(), command).is_ok());
                    }
                }
                let mut copy = game;
                copy.tick(&mut |_| {});
                game.tick(&mut |_| events += 1);
            }
        });
        assert_eq!(asked.count_total, 0, "{board}");
        assert!(commands > 50 && events > 50, "{commands} commands, {events} events");
    }
}
