//! Simulated players of known strength: what is said about them is true.

use fastrand::Rng;
use ratings::{Rating, Score, trained};

const PLAYERS: u32 = 200;

/// Plays against the bot of the ladder that is nearest to what is known of the player.
fn play(strength: f64, games: u32, random: &mut Rng) -> Rating {
    let mut rating = Rating::NEW;
    for _ in 0..games {
        let bot = ((rating.value / 200.0).round() * 200.0).clamp(800.0, 2800.0);
        let expected = 1.0 / (1.0 + 10f64.powf((bot - strength) / 400.0));
        // One game of six is drawn; the points are the expected ones.
        let draws = (1.0 / 6.0_f64).min(2.0 * expected.min(1.0 - expected));
        let luck = random.f64();
        let score = if luck < expected - draws / 2.0 {
            Score::Win
        } else if luck < expected + draws / 2.0 {
            Score::Draw
        } else {
            Score::Loss
        };
        rating = trained(rating, bot, score);
    }
    rating
}

/// Of so many players after so many games: how many are within the margin that is stated, and the largest margin.
fn within(games: u32) -> (u32, f64) {
    let mut random = Rng::with_seed(21);
    let mut inside = 0;
    let mut largest: f64 = 0.0;
    for number in 0..PLAYERS {
        let strength = f64::from(number).mul_add(1_800.0 / f64::from(PLAYERS), 850.0);
        let rating = play(strength, games, &mut random);
        inside += u32::from((rating.value - strength).abs() <= rating.margin());
        largest = largest.max(rating.margin());
    }
    (inside, largest)
}

/// The margin is two standard deviations, so 95 % should be within it. Glicko-2 approximates a likelihood by a normal
/// distribution, which is a little too narrow while ratings are provisional.
#[test]
fn two_hundred_players_are_within_their_stated_margin() {
    let counted: Vec<(u32, u32, f64)> = [10, 20, 30, 50, 100, 200]
        .into_iter()
        .map(|games| {
            let (inside, largest) = within(games);
            println!("{games} games: {inside} of {PLAYERS} within their margin, the largest is {largest:.0}");
            (games, inside, largest)
        })
        .collect();
    for (games, inside, _) in counted {
        // 95 % of 200 less two standard deviations of the count; provisional ratings: 85 %.
        let least = if games >= 20 { 184 } else { 170 };
        assert!(inside >= least, "after {games} games {inside} of {PLAYERS}");
    }
}

#[test]
fn margins_become_small() {
    let (_, early) = within(10);
    let (_, late) = within(100);
    assert!(late < early && late <= 2.0 * Rating::PROVISIONAL, "{early} {late}");
}
