//! Many sign-ins at once: the server needs the memory of two hashes, however many there are.

use std::thread;

use serde_json::json;

use crate::{client::agent, unread::Watched};

/// KiB by which the server may grow: two hashes of 19 MiB, and what requests and sessions need.
const GROWTH: u64 = (2 * 19 + 20) << 10;
/// They sign in at a time, each so many times; attempts at one name would be slowed.
const PEOPLE: [&str; 3] = ["Ada", "Ben", "Cleo"];
const TIMES: usize = 8;

#[test]
fn sign_ins_need_the_memory_of_two_hashes() {
    let watched = Watched::start();
    let post = |path: &str, name: &str| {
        let body = json!({"name": name, "password": "correct horse battery"});
        let address = format!("http://{}/api/account/{path}", watched.address());
        let answer = agent().post(address).send_json(&body);
        answer.expect("the server answers").status().as_u16()
    };
    let before = watched.memory();
    for name in PEOPLE {
        assert_eq!(post("signup", name), 201);
    }
    thread::scope(|scope| {
        for name in PEOPLE {
            let post = &post;
            scope.spawn(move || {
                for _ in 0..TIMES {
                    assert_eq!(post("signin", name), 200);
                }
            });
        }
    });
    let grown = watched.memory().saturating_sub(before);
    assert!(grown < GROWTH, "{grown} KiB after {} sign-ins", PEOPLE.len() * TIMES);
}
