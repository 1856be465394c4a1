//! The games, ratings and statistics of players over HTTP.

use serde_json::{Value, json};

use crate::{
    accounts::Browser,
    client::{TestServer, common, play_short_game, text},
};

const FIVE: &str = "5+0";

/// Opens a rated game, lets the other join, and has Black resign; returns the table.
fn rated_game(server: &TestServer, white: &mut Browser<'_>, black: &mut Browser<'_>) -> String {
    let wanted = json!({"game": "chess", "mode": "link", "side": "white", "clock": FIVE, "rated": true});
    let (table, tokens) = white.table(&wanted);
    let joined = black.join(&table);
    assert_eq!(joined.status, 200, "{}", joined.body);
    play_short_game(server, &table, &tokens, &text(&joined.body["token"]));
    table
}

fn ratings(browser: &Browser<'_>) -> Vec<(String, f64, i64)> {
    let profile = browser.get("/api/me").body;
    let ratings = profile["ratings"].as_array().expect("a list").iter();
    ratings
        .map(|rated| {
            let games = rated["games"].as_i64().expect("a number");
            (text(&rated["list"]), rated["rating"].as_f64().expect("a number"), games)
        })
        .collect()
}

#[test]
fn a_rated_game_moves_both_ratings_once() {
    let mut server = TestServer::open();
    let (table, before) = {
        let (mut ada, mut bob) = (Browser::of(&server, "Ada"), Browser::of(&server, "Bob"));
        let table = rated_game(&server, &mut ada, &mut bob);
        let game = ada.get(&format!("/api/ratings/{table}")).body;
        assert_eq!(game["rated"], true);
        assert_eq!(game["seats"][0]["list"], "chess-blitz");
        let [[(list, won, 1)], [(_, lost, 1)]] = [&ratings(&ada)[..], &ratings(&bob)[..]].map(|rated| match rated {
            [one] => [one.clone()],
            other => panic!("{other:?}"),
        }) else {
            panic!("one game each");
        };
        assert_eq!(list, "chess-blitz");
        assert!(won > 1600.0 && (won + lost - 3000.0).abs() <= 1.0, "{won} {lost}");
        let games = bob.get("/api/me/games").body;
        let entry = &games["finished"][0];
        assert_eq!(
            (text(&entry["result"]), text(&entry["opponent"]["who"])),
            ("lost".to_owned(), "Ada".to_owned())
        );
        assert_eq!(entry["opponent_rating"], 1500);
        assert!(games["unfinished"].as_array().is_some_and(Vec::is_empty));
        (table, [won, lost])
    };
    // Neither a restart nor another question counts it again.
    server.reopen();
    let mut ada = Browser::new(&server);
    let signed_in = ada.post(
        "/api/account/signin",
        &json!({"name": "Ada", "password": crate::accounts::PASSWORD}),
    );
    assert_eq!(signed_in.status, 200);
    ada.get(&format!("/api/ratings/{table}"));
    assert_eq!(ratings(&ada), [("chess-blitz".to_owned(), before[0], 1)]);
    let profile = ada.get("/api/players/Bob/profile").body;
    assert_eq!(profile["ratings"][0]["rating"].as_f64(), Some(before[1]));
    assert_eq!(ada.get("/api/players/Nobody%20here/profile").code(), (404, "no-player"));
}

#[test]
fn rated_games_are_for_accounts_and_have_a_clock() {
    let server = TestServer::open();
    let mut nobody = Browser::new(&server);
    let wanted = |clock: Value, mode: &str| {
        json!({"game": "chess", "mode": mode, "level": "easy", "clock": clock, "rated": true,
            "device": crate::client::device(), "name": "Visitor"})
    };
    assert_eq!(
        nobody.post("/api/tables", &wanted(FIVE.into(), "link")).code(),
        (403, "needs-account")
    );
    let mut ada = Browser::of(&server, "Ada");
    assert_eq!(
        ada.post("/api/tables", &wanted(Value::Null, "link")).code(),
        (422, "needs-clock")
    );
    assert_eq!(
        ada.post("/api/tables", &wanted(FIVE.into(), "machine")).code(),
        (422, "not-ratable")
    );
    let (table, _) = ada.table(&json!({"game": "chess", "mode": "link", "clock": FIVE, "rated": true}));
    assert_eq!(nobody.join(&table).code(), (403, "needs-account"));
    let mut bob = Browser::of(&server, "Bob");
    assert_eq!(bob.join(&table).status, 200);
}

#[test]
fn a_game_against_a_rated_bot_shows_the_level_of_anybody() {
    let server = TestServer::open();
    let mut anybody = Browser::new(&server);
    let (table, tokens) = anybody.table(&json!({"game": "chess", "mode": "machine", "level": "elo:800"}));
    let mut client = server.client(&table, &tokens);
    client.view();
    let before = anybody.get(&format!("/api/ratings/{table}")).body;
    assert_eq!(
        (&before["rated"], &before["seats"][0]),
        (&Value::Bool(false), &Value::Null)
    );
    client.command(common("resign")).expect("one may resign");
    let after = anybody.get(&format!("/api/ratings/{table}")).body;
    assert_eq!(after["seats"][0]["list"], "training");
    assert!(after["seats"][0]["rating"].as_f64().expect("a number") < 1500.0);
    assert!(after["seats"][0]["margin"].as_f64().expect("a number") < 1000.0);
}

#[test]
fn the_usual_level_of_chess_follows_a_training_rating_that_is_well_known() {
    let server = TestServer::open();
    let mut anybody = Browser::new(&server);
    // The rating of the level that is offered first.
    let usual = |browser: &mut Browser| {
        let offers = browser.get("/api/levels").body;
        let offers = offers.as_array().expect("a list of games");
        let chess = offers.iter().find(|offer| offer["game"] == "chess");
        let chess = chess.expect("chess is offered");
        let mut levels = chess["levels"].as_array().expect("a list of levels").iter();
        let level = levels.find(|level| level["spec"] == chess["usual"]);
        level.expect("it is one of them")["rating"].as_u64().expect("a number")
    };
    let newcomer = usual(&mut anybody);
    let lose = |browser: &mut Browser| {
        let (table, tokens) = browser.table(&json!({"game": "chess", "mode": "machine", "level": "elo:800"}));
        let mut client = server.client(&table, &tokens);
        client.view();
        client.command(common("resign")).expect("one may resign");
        // The rating is counted when it is asked for.
        browser.get(&format!("/api/ratings/{table}"));
    };
    lose(&mut anybody);
    assert_eq!(usual(&mut anybody), newcomer, "one game says little");
    let games = (0..40).take_while(|_| {
        lose(&mut anybody);
        usual(&mut anybody) == newcomer
    });
    assert!(games.count() < 40);
    assert!(usual(&mut anybody) < 800, "weaker than who wins every game");
    assert_eq!(usual(&mut Browser::new(&server)), newcomer);
}

#[test]
fn help_makes_a_game_no_training() {
    let server = TestServer::open();
    let mut anybody = Browser::new(&server);
    let (table, tokens) = anybody.table(&json!({"game": "chess", "mode": "machine", "level": "elo:800"}));
    let mut client = server.client(&table, &tokens);
    client.view();
    client.command(crate::client::own("hint")).expect("a hint");
    client.typed("e4").expect("a legal move");
    client.command(common("resign")).expect("one may resign");
    let after = anybody.get(&format!("/api/ratings/{table}")).body;
    assert_eq!(after["seats"][0], Value::Null);
    assert_eq!(
        anybody.get("/api/me/games").body["finished"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn an_unfinished_game_is_found_and_gone_on_with_from_another_device() {
    let server = TestServer::open();
    let mut here = Browser::of(&server, "Ada");
    let (table, tokens) = here.table(&json!({"game": "chess", "mode": "machine", "level": "easy"}));
    let mut client = server.client(&table, &tokens);
    client.view();
    client.typed("e4").expect("a legal move");
    let mut there = Browser::new(&server);
    there.post(
        "/api/account/signin",
        &json!({"name": "Ada", "password": crate::accounts::PASSWORD}),
    );
    let games = there.get("/api/me/games").body;
    let game = &games["unfinished"][0];
    assert_eq!(
        (text(&game["table"]), &game["opponents"][0]["who"]),
        (table.clone(), &Value::from("easy"))
    );
    assert!(text(&game["opening"]).len() > 3, "{game}");
    let joined = there.join(&table);
    assert_eq!((joined.status, &joined.body["seat"]), (200, &Value::from(0)));
    let mut again = server.client(&table, &[text(&joined.body["token"])]);
    assert_eq!(again.view()["yours"], json!([0]));
    // Deleted from the list, it can still be opened by the holder of the seat.
    assert_eq!(
        there.post(&format!("/api/me/games/{table}/delete"), &json!({})).status,
        204
    );
    assert!(
        there.get("/api/me/games").body["unfinished"]
            .as_array()
            .is_some_and(Vec::is_empty)
    );
    let mut eve = Browser::of(&server, "Eve");
    assert_eq!(
        eve.post(&format!("/api/me/games/{table}/delete"), &json!({})).code(),
        (404, "no-table")
    );
}

#[test]
fn an_account_adopts_what_was_played_without_one() {
    let server = TestServer::open();
    let mut browser = Browser::new(&server);
    let (over, tokens) = browser.table(&json!({"game": "chess", "mode": "machine", "level": "elo:800"}));
    let mut client = server.client(&over, &tokens);
    client.view();
    client.command(common("resign")).expect("one may resign");
    browser.get(&format!("/api/ratings/{over}"));
    let (running, held) = browser.table(&json!({"game": "ransom", "mode": "machine", "level": "easy"}));
    let wanted = json!({"name": "Ada", "password": crate::accounts::PASSWORD, "device": browser.device});
    assert_eq!(browser.post("/api/account/signup", &wanted).status, 201);
    let games = browser.get("/api/me/games").body;
    assert_eq!(text(&games["finished"][0]["table"]), over);
    assert_eq!(text(&games["unfinished"][0]["table"]), running);
    assert_eq!(
        ratings(&browser).first().map(|rated| rated.0.clone()),
        Some("training".to_owned())
    );
    // The seat is still that of the browser, under the name of the account.
    let view = server.client(&running, &held).view();
    assert_eq!(
        (&view["yours"], &view["frame"]["seats"][0]["name"]),
        (&json!([0]), &Value::from("Ada"))
    );
    // Without the account the device is nobody any more.
    let mut other = Browser::new(&server);
    other.device = browser.device.clone();
    assert_eq!(other.get("/api/me").code(), (409, "device-adopted"));
    let again = json!({"game": "chess", "mode": "machine", "level": "easy", "device": other.device, "name": "Ada"});
    assert_eq!(other.post("/api/tables", &again).code(), (409, "device-adopted"));
    let mut eve = Browser::of(&server, "Eve");
    let stolen = json!({"device": other.device});
    assert_eq!(eve.post("/api/account/adopt", &stolen).code(), (409, "device-adopted"));
}

#[test]
fn all_games_are_exported() {
    let server = TestServer::open();
    let mut browser = Browser::new(&server);
    for game in ["chess", "ransom"] {
        let (table, tokens) = browser.table(&json!({"game": game, "mode": "machine", "level": "easy"}));
        let mut client = server.client(&table, &tokens);
        client.view();
        client.command(common("resign")).expect("one may resign");
        browser.get(&format!("/api/ratings/{table}"));
    }
    let pgn = browser.get("/api/me/export?format=pgn").body;
    assert_eq!(text(&pgn).matches("[Result \"0-1\"]").count(), 2, "{pgn}");
    let all = browser.get("/api/me/export?format=json").body;
    assert_eq!(all["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(all["profile"]["account"], Value::Null);
    let mut nobody = Browser::new(&server);
    nobody.device = String::new();
    assert_eq!(nobody.get("/api/me/games").code(), (422, "wrong-device"));
}
