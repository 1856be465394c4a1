//! Accounts over HTTP: sign-up, sessions, recovery, closing, and attacks on them.

mod browser;
mod closing;

use std::thread;

use serde_json::{Value, json};
use server::Operators;

use crate::client::{TestServer, agent, text};
use browser::sign_in;
pub(crate) use browser::{Browser, PASSWORD};

#[test]
fn an_account_is_opened_left_and_entered_again() {
    let server = TestServer::open();
    let mut browser = Browser::new(&server);
    assert_eq!(browser.account(), Value::Null);
    let opened = browser.post("/api/account/signup", &sign_in("Ada Lovelace", PASSWORD));
    assert_eq!(opened.status, 201, "{}", opened.body);
    assert_eq!(opened.body["codes"].as_array().map(Vec::len), Some(8));
    let cookie = opened.cookies.first().expect("a session");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(text(&browser.account()["name"]), "Ada Lovelace");
    assert_eq!(browser.post("/api/account/signout", &json!({})).status, 204);
    assert_eq!(browser.account(), Value::Null);
    let wrong = browser.post("/api/account/signin", &sign_in("Ada Lovelace", "wrong horse"));
    assert_eq!(wrong.code(), (403, "wrong-password"));
    let again = browser.post("/api/account/signin", &sign_in("ada lovelace", PASSWORD));
    assert_eq!(
        (again.status, text(&again.body["name"])),
        (200, "Ada Lovelace".to_owned())
    );
}

#[test]
fn names_that_look_alike_reserved_names_and_weak_passwords_are_refused() {
    let server = TestServer::open();
    let _ada = Browser::of(&server, "Ada");
    let mut browser = Browser::new(&server);
    for (name, password, code) in [
        ("ADA", PASSWORD, (409, "name-taken")),
        ("A da", PASSWORD, (409, "name-taken")),
        ("admin", PASSWORD, (422, "name-reserved")),
        ("Аda", PASSWORD, (422, "name-confusing")),
        ("a_b", PASSWORD, (422, "name-letters")),
        ("Bob", "short", (422, "password-short")),
        ("Bob Builder", "bob builder", (422, "password-name")),
    ] {
        let refused = browser.post("/api/account/signup", &sign_in(name, password));
        assert_eq!(refused.code(), code, "{name}");
    }
}

#[test]
fn two_at_once_get_one_account() {
    let server = TestServer::open();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let tries: Vec<_> = (0..6)
            .map(|_| {
                let server = &server;
                scope.spawn(move || {
                    let mut browser = Browser::new(server);
                    browser.post("/api/account/signup", &sign_in("Ada", PASSWORD)).status
                })
            })
            .collect();
        tries
            .into_iter()
            .map(|tried| tried.join().expect("an answer"))
            .collect()
    });
    assert_eq!(
        statuses.iter().filter(|status| **status == 201).count(),
        1,
        "{statuses:?}"
    );
    assert!(
        statuses.iter().all(|status| matches!(status, 201 | 409)),
        "{statuses:?}"
    );
}

#[test]
fn a_recovery_code_sets_another_password_once() {
    let server = TestServer::open();
    let mut browser = Browser::new(&server);
    let opened = browser.post("/api/account/signup", &sign_in("Ada", PASSWORD));
    let code = text(&opened.body["codes"][3]);
    let mut other = Browser::new(&server);
    let recovery = |code: &str| json!({"name": "Ada", "code": code, "password": "another horse"});
    let wrong = other.post("/api/account/recover", &recovery("aaaa-bbbb-cccc-dddd"));
    assert_eq!(wrong.code(), (403, "wrong-code"));
    let typed = code.to_uppercase().replace('-', " ");
    assert_eq!(other.post("/api/account/recover", &recovery(&typed)).status, 200);
    assert_eq!(text(&other.account()["name"]), "Ada");
    assert_eq!(browser.account(), Value::Null, "all earlier sessions have ended");
    assert_eq!(
        other.post("/api/account/recover", &recovery(&code)).code(),
        (403, "wrong-code")
    );
    assert_eq!(
        browser
            .post("/api/account/signin", &sign_in("Ada", "another horse"))
            .status,
        200
    );
    assert_eq!(browser.account()["codes_left"], 7);
}

#[test]
fn sessions_are_listed_and_ended_by_their_owner() {
    let server = TestServer::open();
    let mut here = Browser::of(&server, "Ada");
    let mut there = Browser::new(&server);
    there.post("/api/account/signin", &sign_in("Ada", PASSWORD));
    let sessions = here.get("/api/account/sessions").body;
    let listed = sessions.as_array().expect("a list");
    assert_eq!(listed.len(), 2);
    let other = listed.iter().find(|session| session["here"] == false).expect("another");
    let end = format!("/api/account/sessions/{}/end", text(&other["id"]));
    let mut eve = Browser::of(&server, "Eve");
    assert_eq!(eve.post(&end, &json!({})).code(), (404, "no-session"));
    assert_eq!(text(&there.account()["name"]), "Ada");
    assert_eq!(here.post(&end, &json!({})).status, 204);
    assert_eq!(there.account(), Value::Null);
    assert_eq!(text(&here.account()["name"]), "Ada");
    // Another password ends all others too.
    there.post("/api/account/signin", &sign_in("Ada", PASSWORD));
    let changed = here.post(
        "/api/account/password",
        &json!({"old": PASSWORD, "password": "another horse"}),
    );
    assert_eq!(changed.status, 200);
    assert_eq!(
        (there.account(), text(&here.account()["name"])),
        (Value::Null, "Ada".to_owned())
    );
}

#[test]
fn guessing_passwords_is_slowed_whether_the_name_exists_or_not() {
    let server = TestServer::open();
    let _ada = Browser::of(&server, "Ada");
    let mut guesser = Browser::new(&server);
    for name in ["Ada", "Nobody here"] {
        let mut guesses = (0..12)
            .map(|number| guesser.post("/api/account/signin", &sign_in(name, &format!("guess number {number}"))));
        let free: Vec<u16> = guesses.by_ref().take(5).map(|guess| guess.status).collect();
        assert_eq!(free, [403; 5], "{name}");
        // A wait doubles with every failure, so that the slowest machine meets one.
        let waits = guesses.find(|guess| guess.status == 429).expect("guessing is slowed");
        assert_eq!(waits.code(), (429, "wait"), "{name}");
        assert!(waits.retry_after.is_some_and(|seconds| seconds > 0), "{name}");
    }
    let metrics = server.metrics();
    let failed = metrics
        .lines()
        .find_map(|line| line.strip_prefix("threefold_failed_sign_ins_total "));
    let failed: u64 = failed.and_then(|count| count.parse().ok()).expect("it is counted");
    assert!((12..=24).contains(&failed), "{failed}");
}

#[test]
fn requests_of_other_pages_are_refused() {
    let server = TestServer::open();
    let mut browser = Browser::of(&server, "Ada");
    let close = json!({"password": PASSWORD});
    for header in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        for path in [
            "/api/account/close",
            "/api/account/signout",
            "/api/account/signin",
            "/api/tables",
        ] {
            let refused = browser.post_with(path, &close, &[header]);
            assert_eq!(refused.code(), (403, "foreign-origin"), "{path} {header:?}");
        }
    }
    let own = format!("http://{}", server.address());
    assert_eq!(text(&browser.account()["name"]), "Ada");
    let signed_out = browser.post_with("/api/account/signout", &json!({}), &[("origin", own.as_str())]);
    assert_eq!(signed_out.status, 204);
}

#[test]
fn a_body_that_is_no_json_is_refused() {
    let server = TestServer::open();
    let sent = agent()
        .post(format!("http://{}/api/account/signin", server.address()))
        .content_type("text/plain")
        .send(r#"{"name":"Ada","password":"x"}"#);
    assert_eq!(sent.expect("an answer").status().as_u16(), 415);
}

#[test]
fn over_plain_http_only_a_house_has_accounts_and_https_has_its_own_cookie() {
    let server =
        TestServer::with_settings(|settings| settings.proxies = vec!["127.0.0.1".parse().expect("an address")]);
    let mut browser = Browser::new(&server);
    let wanted = sign_in("Ada", PASSWORD);
    let outside = [("x-forwarded-for", "9.9.9.9")];
    assert_eq!(
        browser.post_with("/api/account/signup", &wanted, &outside).code(),
        (403, "no-https")
    );
    let secure = [("x-forwarded-for", "9.9.9.9"), ("x-forwarded-proto", "https")];
    let opened = browser.post_with("/api/account/signup", &wanted, &secure);
    let cookie = opened.cookies.first().expect("a session");
    assert!(
        cookie.starts_with("__Host-threefold=") && cookie.contains("; Secure"),
        "{cookie}"
    );
    assert_eq!(text(&browser.account()["name"]), "Ada");
    // The same session in the cookie that a neighbouring site could set is none.
    browser.cookie = browser.cookie.take().map(|cookie| cookie.replace("__Host-", ""));
    assert_eq!(browser.account(), Value::Null);
}

#[test]
fn an_operator_resets_and_closes_while_the_server_runs() {
    let server = TestServer::open();
    let mut browser = Browser::of(&server, "Ada");
    let operators = Operators::of_directory(&server.data()).expect("a database");
    let link = operators.reset("Ada").expect("a link");
    let mut other = Browser::new(&server);
    let reset = |link: &str| json!({"link": link, "password": "another horse"});
    assert_eq!(
        other.post("/api/account/reset", &reset(&"0".repeat(64))).code(),
        (403, "wrong-link")
    );
    assert_eq!(other.post("/api/account/reset", &reset(&link)).status, 200);
    assert_eq!(text(&other.account()["name"]), "Ada");
    assert_eq!(browser.account(), Value::Null);
    assert_eq!(
        browser.post("/api/account/reset", &reset(&link)).code(),
        (403, "wrong-link")
    );
    operators.close("Ada").expect("it is closed");
    assert_eq!(other.account(), Value::Null);
}

#[test]
fn an_unknown_name_costs_the_same_hashes_as_a_wrong_password_or_code() {
    let server = TestServer::open();
    let mut ada = Browser::of(&server, "Ada");
    let hashes = || -> u64 {
        let figures = server.metrics();
        let line = figures
            .lines()
            .find_map(|line| line.strip_prefix("threefold_password_hashes_total "));
        line.expect("the figure").parse().expect("a number")
    };
    let mut cost = |path: &str, body: &Value, code: &str| {
        let before = hashes();
        assert_eq!(ada.post(path, body).code(), (403, code));
        hashes() - before
    };
    for password in ["a wrong password", "x"] {
        let costs =
            ["Ada", "Nobody here"].map(|name| cost("/api/account/signin", &sign_in(name, password), "wrong-password"));
        assert_eq!(costs, [1, 1]);
    }
    for code in ["AAAA-BBBB-CCCC-DDDD", "no code"] {
        let costs = ["Ada", "Nobody here"].map(|name| {
            let body = json!({"name": name, "code": code, "password": "another password"});
            cost("/api/account/recover", &body, "wrong-code")
        });
        assert_eq!(costs, [1, 1]);
    }
}

#[test]
fn sign_ups_of_one_address_are_limited() {
    let server = TestServer::open();
    let mut browser = Browser::new(&server);
    let statuses: Vec<u16> = (0..11)
        .map(|number| {
            let wanted = sign_in(&format!("Player number {number}"), PASSWORD);
            browser.post("/api/account/signup", &wanted).status
        })
        .collect();
    assert_eq!(statuses, [vec![201; 10], vec![429]].concat());
}
