//! The profile and the lists of a player with many finished games: how long the server takes for them.

use std::{path::Path, time::Instant};

use anyhow::{Context, bail};
use rusqlite::{Connection, params};
use serde_json::json;

use crate::{
    request::{ask, ask_signed_in},
    server::Process,
};

/// Requests of each kind.
const TIMES: usize = 50;
const VISITOR: u32 = 0;

/// Gives a new account so many finished games, and asks for what it shows of them.
pub(crate) async fn measure(process: &Process, games: u32) -> anyhow::Result<()> {
    let server = process.address();
    let body = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let signed_up = ask(server, VISITOR, "/api/account/signup", Some(&body)).await?;
    let cookie = signed_up
        .cookie
        .with_context(|| format!("no session: {}", signed_up.body))?;
    fill(&process.data().join("hall.sqlite"), games)?;
    println!("{games} games of one player, among as many of others");
    for path in [
        "/api/me",
        "/api/players/Ada/profile",
        "/api/me/games",
        "/api/me/games?game=chess&result=won&opponent=pon",
        "/api/me/games?offset=9000",
    ] {
        let mut taken: Vec<f64> = Vec::new();
        for _ in 0..TIMES {
            let began = Instant::now();
            let answer = ask_signed_in(server, VISITOR, path, None, &cookie).await?;
            if answer.status != 200 {
                bail!("{path}: {}", answer.body);
            }
            taken.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        taken.sort_by(f64::total_cmp);
        println!(
            "{path}: median {:.1} ms, slowest {:.1} ms",
            taken[TIMES / 2],
            taken[TIMES - 1]
        );
    }
    Ok(())
}

/// Gives the only account so many finished games and ratings, and others as many.
fn fill(path: &Path, games: u32) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    let change = connection.transaction()?;
    let ada: String = change.query_row("SELECT player FROM accounts", [], |row| row.get(0))?;
    for number in 0..games {
        for (player, game) in [
            (ada.clone(), format!("a{number}")),
            (format!("p{}", number % 50), format!("b{number}")),
        ] {
            let opponent = format!("q{}", number % 200);
            change.execute(
                "INSERT INTO players (id, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![opponent, format!("Opponent {}", number % 200)],
            )?;
            change.execute(
                "INSERT INTO player_games (player, game, variant, seat, result, opponent, bot, opponent_rating, list, \
                 opening, plies, begun, ended) VALUES (?1, ?2, 'chess', ?3, ?4, ?5, NULL, ?6, 'chess-blitz', ?7, 60, ?8, ?8)",
                params![
                    player,
                    game,
                    number % 2,
                    ["won", "drawn", "lost"][number as usize % 3],
                    opponent,
                    1_000 + number % 1_000,
                    format!("Opening {}", number % 120),
                    i64::from(number) * 1_000,
                ],
            )?;
            change.execute(
                "INSERT INTO rating_changes (player, list, played, game, was, value, deviation) \
                 VALUES (?1, 'chess-blitz', ?2, ?3, 1500.0, ?4, 60.0)",
                params![
                    player,
                    i64::from(number) * 1_000,
                    game,
                    1_500.0 + f64::from(number % 300)
                ],
            )?;
        }
    }
    change.execute(
        "INSERT INTO ratings (player, list, value, deviation, volatility, games, played) \
         VALUES (?1, 'chess-blitz', 1640.0, 60.0, 0.06, ?2, ?3)",
        params![ada, games, i64::from(games) * 1_000],
    )?;
    change.commit()
}
