//! Accounts that are closed: their games stay, and nothing else.

use serde_json::{Value, json};

use super::{Browser, PASSWORD, browser::sign_in};
use crate::client::{TestServer, common, device, play_short_game, text};

#[test]
fn an_account_is_closed_and_its_games_stay_without_a_name() {
    let server = TestServer::open();
    let mut browser = Browser::of(&server, "Countess");
    let (table, tokens) = browser.table(&json!({"game": "chess", "mode": "machine", "level": "easy"}));
    let mut client = server.client(&table, &tokens);
    client.view();
    client.command(common("resign")).expect("one may resign");
    // The game is in the export as soon as its ratings were asked for.
    browser.get(&format!("/api/ratings/{table}"));
    let exported = browser.get("/api/me/export?format=json");
    assert_eq!(exported.body["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(text(&exported.body["profile"]["account"]), "Countess");
    assert_eq!(
        browser.post("/api/account/close", &json!({"password": "wrong"})).code(),
        (403, "wrong-password")
    );
    assert_eq!(
        browser
            .post("/api/account/close", &json!({"password": PASSWORD}))
            .status,
        204
    );
    assert_eq!(browser.account(), Value::Null);
    let gone = browser.post("/api/account/signin", &sign_in("Countess", PASSWORD));
    assert_eq!(gone.code(), (403, "wrong-password"));
    let pgn = server.get(&format!("/api/tables/{table}/export?format=pgn")).1;
    assert!(
        pgn.contains("[White \"Former player\"]") && !pgn.contains("Countess"),
        "{pgn}"
    );
}

#[test]
fn nothing_of_a_closed_account_is_left_in_the_database_but_games() {
    let server = TestServer::open();
    let mut countess = Browser::new(&server);
    let agent = [("user-agent", "Peculiar browser")];
    let anonymous = countess
        .table(&json!({"game": "chess", "mode": "machine", "level": "easy"}))
        .0;
    let wanted = json!({"name": "Countess", "password": PASSWORD, "device": countess.device});
    let opened = countess.post_with("/api/account/signup", &wanted, &agent);
    assert_eq!(opened.status, 201, "{}", opened.body);
    countess.device = device();
    let mut bob = Browser::of(&server, "Bob");
    // A game with somebody else, a hidden one, a search, challenges both ways, and a failed sign-in.
    let (table, tokens) =
        countess.table(&json!({"game": "chess", "mode": "link", "side": "white", "clock": "5+0", "rated": true}));
    let joined = bob.join(&table);
    play_short_game(&server, &table, &tokens, &text(&joined.body["token"]));
    countess.get(&format!("/api/ratings/{table}"));
    countess.post(&format!("/api/me/games/{anonymous}/delete"), &json!({}));
    let seek = json!({"device": countess.device, "name": "Visitor", "ticket": 1, "game": "chess", "clock": "3+2"});
    assert_eq!(countess.post("/api/pairing", &seek).status, 200);
    countess.table(&json!({"game": "ransom", "mode": "link", "challenge": "Bob"}));
    bob.table(&json!({"game": "ransom", "mode": "link", "challenge": "Countess"}));
    Browser::new(&server).post("/api/account/signin", &sign_in("Countess", "a wrong password"));
    let named = |(name, text): &(String, String)| text.contains("Countess").then(|| name.clone());
    let before: Vec<String> = database_text(&server).iter().filter_map(named).collect();
    assert!(
        before.contains(&"accounts".to_owned()) && before.contains(&"players".to_owned()),
        "{before:?}"
    );
    let database = rusqlite::Connection::open(server.data().join("hall.sqlite")).expect("a database");
    let find = "SELECT player FROM accounts WHERE name = 'Countess'";
    let id: String = database.query_row(find, [], |row| row.get(0)).expect("the account");
    let closed = countess.post("/api/account/close", &json!({"password": PASSWORD}));
    assert_eq!(closed.status, 204, "{}", closed.body);
    // The games, the seats in them and the opponent's list still name the player, who has no name.
    let games = ["games", "events", "seat_tokens", "seats", "players", "player_games"];
    for (table, text) in database_text(&server) {
        for secret in ["Countess", "countess", "Peculiar browser"] {
            assert!(!text.contains(secret), "{table} still has {secret}");
        }
        assert!(
            games.contains(&table.as_str()) || !text.contains(&id),
            "{table} still knows the player"
        );
    }
    let left = |statement: &str| -> i64 { database.query_row(statement, [&id], |row| row.get(0)).expect("a count") };
    assert_eq!(left("SELECT COUNT(*) FROM player_games WHERE player = ?1"), 0);
    assert_eq!(
        left("SELECT COUNT(*) FROM players WHERE id = ?1 AND name = 'Former player'"),
        1
    );
}

/// All rows of all tables of a server's database as text, by table.
fn database_text(server: &TestServer) -> Vec<(String, String)> {
    let database = rusqlite::Connection::open(server.data().join("hall.sqlite")).expect("a database");
    let mut tables = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .expect("a statement");
    let tables: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .and_then(Iterator::collect)
        .expect("the names of the tables");
    let text_of = |table: &String| {
        let mut all = database
            .prepare(&format!("SELECT * FROM \"{table}\""))
            .expect("a statement");
        let columns = all.column_count();
        let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<String> {
            let cells = (0..columns).map(|column| Ok(format!("{:?}", row.get_ref(column)?)));
            let bytes = (0..columns).map(|column| {
                Ok(String::from_utf8_lossy(row.get_ref(column)?.as_bytes().unwrap_or_default()).into_owned())
            });
            cells.chain(bytes).collect()
        };
        let rows: Vec<String> = all.query_map([], row).and_then(Iterator::collect).expect("rows");
        rows.join("\n")
    };
    tables.iter().map(|table| (table.clone(), text_of(table))).collect()
}
