//! The time of decisions and of ticks, and how many games a machine can run in real time.
//!
//! `cargo bench -p kungfu-bots --bench kungfu` runs everything; `-- kept` and `-- fresh` run only one way to compute
//! `Reach`, to count its instructions with callgrind; `-- decisions` and `-- games` run only these.

use std::{
    hint::black_box,
    thread,
    time::{Duration, Instant},
};

use kungfu::{Board, Command, Condition, Game, Sight, Slot, Speed, Square, Start, Tick};
use kungfu_bots::{KungfuSpec, Level, LevelBot, LiveBot, Reach, table::Table};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().find(|word| !word.starts_with('-')).map(String::as_str) {
        Some("kept") => kept(&events()),
        Some("fresh") => fresh(&events()),
        Some("decisions") => decisions(),
        Some("games") => games(),
        _ => {
            tick();
            fields();
            decisions();
            games();
        }
    }
}

/// Nanoseconds of a tick with 32 pieces of which 16 are moving.
fn tick() {
    const ROUNDS: u32 = 20_000;
    let game = with_sixteen_moving();
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let mut copy = *black_box(&game);
        for _ in 0..10 {
            copy.tick(&mut |event| {
                black_box(event);
            });
        }
        black_box(copy.tick_count());
    }
    let each = start.elapsed() / (ROUNDS * 10);
    println!("tick with 32 pieces, 16 moving: {each:?}");
    let start = Instant::now();
    for _ in 0..ROUNDS {
        black_box(Sight::of_bot(black_box(&game), kungfu::Player::ONE));
    }
    println!("what a bot sees: {:?}", start.elapsed() / ROUNDS);
}

/// Two armies of rooks whose front lines have just started.
fn with_sixteen_moving() -> Game {
    let rook = |player: u8, row: u8, col: u8| match (row, col) {
        (0 | 7, 4) => format!("K:{player}:{row}:{col}"),
        _ => format!("R:{player}:{row}:{col}"),
    };
    let names = (0..8_u8).flat_map(|col| [rook(2, 0, col), rook(2, 1, col), rook(1, 6, col), rook(1, 7, col)]);
    let pieces = names.map(|name| name.parse().expect("a name")).collect();
    let start = Start::new(Board::Standard, Speed::Standard, pieces).expect("a start");
    let mut game = Game::new(&start);
    for slot in start_slots(&game) {
        let piece = *game.field().get(slot);
        let forward = game.field().board().forward(piece.player());
        let steps = if piece.player() == kungfu::Player::ONE { 2 } else { 1 };
        if let Some(to) = game.field().board().after(piece.square, forward, steps) {
            let command = command(&game, slot, to);
            black_box(game.submit(piece.player(), command).is_ok());
        }
    }
    assert_eq!(game.field().moving().count(), 16);
    game.tick(&mut |_| {});
    game
}

/// The front lines.
fn start_slots(game: &Game) -> Vec<Slot> {
    let front = |slot: &Slot| matches!(game.field().get(*slot).square.row(), 1 | 6);
    game.field().living().filter(front).collect()
}

fn command(game: &Game, slot: Slot, to: Square) -> Command {
    Command::new(game.field().get(slot).id, i32::from(to.row()), i32::from(to.col()))
}

/// Sights of player 1 after every event of some games, by game.
fn events() -> Vec<Vec<Sight>> {
    let mut games = Vec::new();
    for seed in 0..6 {
        let mut table = table(Board::Standard, Speed::Standard, &["level3", "level3"], seed);
        let mut sights = Vec::new();
        let mut last = (0, 0);
        while table.bout().game().outcome().is_none() && table.bout().game().tick_count() < Tick(6_000) {
            table.step(&mut |_| {});
            let field = table.bout().game().field();
            let now = (field.moving().count(), field.living().count());
            if now != last {
                last = now;
                sights.push(Sight::of_bot(table.bout().game(), kungfu::Player::ONE));
            }
        }
        games.push(sights);
    }
    games
}

const FIELD_ROUNDS: u32 = 40;

/// Not inlined, so that callgrind can count it.
#[inline(never)]
fn kept(games: &[Vec<Sight>]) {
    for _ in 0..FIELD_ROUNDS {
        for sights in games {
            let mut reach = Reach::of(sights[0].field());
            for sight in sights {
                reach.update(black_box(sight.field()));
            }
            black_box(&reach);
        }
    }
}

/// Not inlined, so that callgrind can count it.
#[inline(never)]
fn fresh(games: &[Vec<Sight>]) {
    for _ in 0..FIELD_ROUNDS {
        for sight in games.iter().flatten() {
            black_box(Reach::of(black_box(sight.field())));
        }
    }
}

/// Compares updating a `Reach` with computing it afresh.
fn fields() {
    let games = events();
    let count = FIELD_ROUNDS * games.iter().map(|sights| sights.len() as u32).sum::<u32>();
    let time = |work: fn(&[Vec<Sight>])| {
        let start = Instant::now();
        work(&games);
        start.elapsed() / count
    };
    let (kept, fresh) = (time(kept), time(fresh));
    let ratio = fresh.as_secs_f64() / kept.as_secs_f64();
    println!("arrival fields, an event: kept {kept:?}, fresh {fresh:?}, {ratio:.1} times");
}

fn table(board: Board, speed: Speed, specs: &[&str], chance: u64) -> Table {
    let bots = specs.iter().zip(chance..).map(|(text, seed)| {
        let spec: KungfuSpec = text.parse().expect("a spec");
        spec.open(seed)
    });
    Table::new(Start::usual(board, speed), chance, bots.collect())
}

/// Decisions of every level on the busiest positions of some games, against the budgets of 8.2.
fn decisions() {
    for board in Board::ALL {
        for speed in Speed::ALL {
            let sights = busiest(board, speed);
            for level in 1..=5_u8 {
                let mut times: Vec<Duration> = Vec::new();
                for (seed, sight) in (0_u64..).zip(&sights) {
                    times.push(if level < 4 {
                        fastest(level, seed, sight)
                    } else {
                        processor_time(level, seed, sight)
                    });
                }
                times.sort_unstable();
                let [p50, p99, max] = [50, 99, 100].map(|percent| times[(times.len() * percent).div_ceil(100) - 1]);
                println!(
                    "decision, board {board}, {speed}, level {level}: p50 {p50:.1?}, p99 {p99:.1?}, max {max:.1?}"
                );
            }
        }
    }
}

/// The first decision also computes the `Reach` from scratch, which is the worst case. All runs of a decision take the
/// same steps, so the fastest of five is the one that other programs disturbed least.
fn fastest(level: u8, seed: u64, sight: &Sight) -> Duration {
    let times = (0..5).map(|_| {
        let mut bot = LevelBot::new(Level::new(level).without_delay(), seed);
        let start = Instant::now();
        black_box(bot.look(sight));
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// The processor time of a decision that is long enough for other programs to interrupt it; real time where Linux does
/// not report it.
fn processor_time(level: u8, seed: u64, sight: &Sight) -> Duration {
    let mut bot = LevelBot::new(Level::new(level).without_delay(), seed);
    let used = || {
        // The kernel counts up to the last switch to another thread.
        thread::yield_now();
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    let (start, before) = (Instant::now(), used());
    black_box(bot.look(sight));
    match (before, used()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.elapsed(),
    }
}

/// The 200 sights with the most ready pieces of their player and the most under way.
fn busiest(board: Board, speed: Speed) -> Vec<Sight> {
    let specs = ["level3", "level2", "level3", "level2"];
    let count = board.players().count() as usize;
    let mut sights: Vec<(u32, Sight)> = Vec::new();
    for seed in 0..12 {
        let mut table = table(board, speed, &specs[..count], seed);
        while table.bout().game().outcome().is_none() && table.bout().game().tick_count() < Tick(6_000) {
            table.step(&mut |_| {});
            let game = table.bout().game();
            if !game.tick_count().0.is_multiple_of(10) || game.tick_count() < Tick(20) {
                continue;
            }
            for player in game.alive().iter() {
                let field = game.field();
                let ready = field.living().filter(|&slot| {
                    let piece = field.get(slot);
                    piece.player() == player && piece.condition == Condition::Ready
                });
                let busy = ready.count() as u32 + 2 * field.moving().count();
                sights.push((busy, Sight::of_bot(game, player)));
            }
        }
    }
    sights.sort_by_key(|(busy, _)| std::cmp::Reverse(*busy));
    sights.into_iter().take(200).map(|(_, sight)| sight).collect()
}

/// Runs many two-player games of level 3 at 30 ticks a second on two threads and prints how late ticks are.
fn games() {
    let busy = Instant::now();
    let mut ticks = 0_u32;
    for seed in 0..40 {
        let mut table = table(Board::Standard, Speed::Standard, &["level3", "level3"], seed);
        table.play(Tick(3_000), &mut |_| {});
        ticks += table.bout().game().tick_count().0;
    }
    let each = busy.elapsed() / ticks;
    println!("a tick of a game with its bots: {each:?} of one core on average");
    for count in [1_000, 2_000, 4_000, 8_000] {
        let workers: Vec<_> = (0..2)
            .map(|worker| thread::spawn(move || lateness(count / 2, worker * 100_000)))
            .collect();
        let mut late: Vec<Duration> = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("tables do not panic"))
            .collect();
        late.sort_unstable();
        println!(
            "{count} games on two threads: tick delay p50 {:.1?}, p99 {:.1?}, worst {:.1?}",
            late[late.len() / 2],
            late[late.len() * 99 / 100],
            late[late.len() - 1]
        );
    }
}

/// Runs games in real time for a few seconds and returns how late each tick was.
fn lateness(count: u64, seeds: u64) -> Vec<Duration> {
    const SECONDS: u64 = 6;
    let period = Duration::from_secs(1) / kungfu::TICKS_A_SECOND;
    let begin = |seed: u64| table(Board::Standard, Speed::Standard, &["level3", "level3"], seed);
    let mut tables: Vec<Table> = (0..count).map(|number| begin(seeds + number)).collect();
    let mut late = Vec::with_capacity((count * SECONDS * 30) as usize);
    let start = Instant::now();
    for round in 0..SECONDS as u32 * kungfu::TICKS_A_SECOND {
        for (number, table) in tables.iter_mut().enumerate() {
            // Tables are spread over the period, as they would be by when they began.
            let due = start + period * round + period * number as u32 / count as u32;
            let now = Instant::now();
            if due > now {
                thread::sleep(due - now);
            }
            table.step(&mut |_| {});
            if table.bout().game().outcome().is_some() {
                *table = begin(seeds + number as u64 + 50_000);
            }
            // The first second warms up.
            if round >= kungfu::TICKS_A_SECOND {
                late.push(Instant::now().saturating_duration_since(due));
            }
        }
    }
    late
}
