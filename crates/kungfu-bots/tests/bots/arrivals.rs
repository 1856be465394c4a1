//! A `Reach` updated from look to look equals one computed afresh (8.3).

use fastrand::Rng;
use kungfu::{Board, Command, Game, Player, Sight, Slot, Speed, Square, Start};
use kungfu_bots::Reach;

/// Random commands that are possible as far as the owner sees.
fn stir(game: &mut Game, rng: &mut Rng) {
    let slots: Vec<Slot> = game.field().living().collect();
    let Some(&slot) = rng.choice(&slots) else { return };
    let piece = *game.field().get(slot);
    let mut squares: Vec<Square> = Vec::new();
    Sight::of_player(game, piece.player()).choices(slot, &mut |square| squares.push(square));
    if let Some(to) = rng.choice(&squares) {
        let command = Command::new(piece.id, i32::from(to.row()), i32::from(to.col()));
        // The game may still refuse it, for something the owner does not see.
        assert!(game.submit(piece.player(), command).is_ok() || !squares.is_empty());
    }
}

#[test]
fn kept_fields_equal_fresh_ones_in_thousands_of_games() {
    let mut compared = 0_u64;
    for (board, speed) in [
        (Board::Standard, Speed::Standard),
        (Board::Standard, Speed::Lightning),
        (Board::Four, Speed::Standard),
        (Board::Four, Speed::Lightning),
    ] {
        for seed in 0..600 {
            let mut rng = Rng::with_seed(seed);
            let mut game = Game::new(&Start::usual(board, speed));
            let viewer = Player::ALL[rng.usize(0..board.players().count() as usize)];
            let mut kept = Reach::of(Sight::of_bot(&game, viewer).field());
            for _ in 0..rng.usize(100..400) {
                if rng.u8(0..3) == 0 {
                    stir(&mut game, &mut rng);
                }
                let mut happened = false;
                game.tick(&mut |_| happened = true);
                // After every event, and now and then when only time has passed.
                if happened || rng.u8(0..8) == 0 {
                    let sight = Sight::of_bot(&game, viewer);
                    kept.update(sight.field());
                    assert!(
                        kept == Reach::of(sight.field()),
                        "seed {seed} tick {}",
                        game.tick_count()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn arrival_is_rest_and_way_of_one_move() {
    let pieces = "K:1:7:7 K:2:0:7 R:1:7:0 N:1:7:1 P:1:6:4 R:2:3:0";
    let pieces = pieces.split(' ').map(|name| name.parse().unwrap()).collect();
    let start = Start::new(Board::Standard, Speed::Standard, pieces).unwrap();
    let mut game = Game::new(&start);
    let earliest = |game: &Game, row, col| {
        let sight = Sight::of_bot(game, Player::TWO);
        let reach = Reach::of(sight.field());
        let square = Board::Standard.square(row, col).unwrap();
        reach.earliest(sight.field(), reach.of_player(Player::ONE), square)
    };
    assert_eq!(earliest(&game, 3, 0), 120, "a rook four squares away, onto the enemy");
    assert_eq!(earliest(&game, 2, 0), u32::MAX, "but not through it");
    assert_eq!(earliest(&game, 5, 2), 60, "a knight");
    assert_eq!(earliest(&game, 5, 3), 30, "a pawn where it captures");
    assert_eq!(earliest(&game, 5, 4), u32::MAX, "not where it goes");
    let rook = Command::new("R:1:7:0".parse().unwrap(), 5, 0);
    game.submit(Player::ONE, rook).unwrap();
    for _ in 0..11 {
        game.tick(&mut |_| {});
    }
    assert_eq!(earliest(&game, 4, 0), 80, "a rook under way is seen to run on");
    for _ in 0..60 {
        game.tick(&mut |_| {});
    }
    // It arrived at 61 and rests until 361; now it is 71.
    assert_eq!(earliest(&game, 5, 7), 290 + 7 * 30);
}
