//! Tables that sleep and wake while players come and go (H2), and clocks of every length (M5).

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use serde_json::json;

use crate::client::{TestServer, device, own, typed};

/// The steps of the attack: a player connects, moves, waits for the reply and leaves, while spectators connect and
/// disconnect. So the table is closed and opened again many times.
#[test]
fn no_move_is_lost_while_a_table_falls_asleep_and_wakes() {
    const VISITS: usize = 60;
    // They come as fast as the machine lets them.
    let server = TestServer::with_settings(|settings| settings.per_address = 10_000);
    let (table, tokens) = server.table(&json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"}));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let (server, table, done) = (&server, table.as_str(), &done);
        let flapping: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        server.client(table, &[]).view();
                    }
                })
            })
            .collect();
        let mut plies = 0;
        for visit in 0..VISITS {
            let mut player = server.client(table, &tokens);
            let seen = player.view()["record"].as_array().expect("a record").len();
            assert_eq!(seen, plies, "visit {visit}");
            let (command, after) = if plies == 0 {
                (typed("e4"), 1)
            } else {
                (own("take-back"), 0)
            };
            player.command(command).expect("it is accepted");
            plies = after;
        }
        done.store(true, Ordering::Relaxed);
        for spectator in flapping {
            spectator.join().expect("a table that exists is found");
        }
    });
}

#[test]
fn every_clock_that_is_accepted_is_read_again() {
    let mut server = TestServer::open();
    let mut tables = Vec::new();
    for clock in [
        "0.00001+5",
        "0+0",
        "0.01+0",
        "0.1+0",
        "1+0",
        "5+3",
        "180+0",
        "180+180",
        "1440+0",
        "1440+86400",
        "525600+0",
        "1e9+0",
        "99999999+99999999",
        "-1+5",
        "1+-1",
        "nan+1",
        "inf+1",
    ] {
        let wanted = json!({
            "game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob", "device": device(), "clock": clock,
        });
        let (status, answer) = server.post("/api/tables", &wanted);
        if status == 201 {
            let tokens = answer["seats"].as_array().expect("seats").iter();
            let tokens: Vec<String> = tokens.map(|seat| crate::client::text(&seat["token"])).collect();
            let table = crate::client::text(&answer["table"]);
            let mut player = server.client(&table, &tokens);
            // Long enough for the increments to add up, without repeating a position.
            for mv in [
                "a4", "a5", "b4", "b5", "c4", "c5", "d4", "d5", "e4", "e5", "f4", "f5", "g4", "g5", "h4", "h5",
            ] {
                player
                    .typed(mv)
                    .unwrap_or_else(|refused| panic!("{clock}: {refused:?}"));
            }
            for _ in 0..12 {
                for mv in ["Ra2", "Ra7", "Ra1", "Ra8"] {
                    if player.typed(mv).is_err() {
                        break;
                    }
                }
            }
            tables.push((clock, table, tokens));
        } else {
            assert_eq!(status, 422, "{clock}: {answer}");
        }
    }
    assert!(tables.len() > 3, "{tables:?}");
    server.reopen();
    for (clock, table, tokens) in &tables {
        let view = server.client(table, tokens).view();
        let plies = view["record"].as_array().expect("a record").len();
        assert!(plies >= 16, "{clock}: {plies} plies are left");
        assert_eq!(
            server.get(&format!("/api/tables/{table}/export?format=json")).0,
            200,
            "{clock}"
        );
    }
}
