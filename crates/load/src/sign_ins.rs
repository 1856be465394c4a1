//! People who sign in, at an even pace, each from an address of their own.

use std::{cell::RefCell, collections::BTreeMap, net::SocketAddr, rc::Rc, time::Duration};

use anyhow::bail;
use serde_json::json;
use tokio::{task::JoinSet, time::interval};

use crate::request::ask;

/// Accounts that sign in again and again; the server slows down an address that tries many passwords.
const ACCOUNTS: u32 = 50;
/// Visitors far from those who play. Fifty of them share an address.
const FIRST: u32 = 500_000;
const SHARED: u32 = 50;
const PASSWORD: &str = "a long password of many";

/// Sign-ins on their way; they stop when this is dropped.
pub(crate) struct SignIns {
    _tasks: JoinSet<()>,
    answers: Rc<RefCell<BTreeMap<u16, u32>>>,
}

impl SignIns {
    /// Opens accounts, then signs in so many times a minute.
    pub(crate) async fn begin(server: SocketAddr, a_minute: u32) -> anyhow::Result<Self> {
        for number in 0..ACCOUNTS {
            let body = json!({"name": format!("Load {number}"), "password": PASSWORD}).to_string();
            let answer = ask(server, visitor(number), "/api/account/signup", Some(&body)).await?;
            if answer.status != 201 {
                bail!("no account is opened: {}", answer.body);
            }
        }
        let answers = Rc::new(RefCell::new(BTreeMap::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn_local(sign_in(server, a_minute, Rc::clone(&answers)));
        Ok(SignIns { _tasks: tasks, answers })
    }

    /// How they were answered.
    pub(crate) fn print(&self) {
        for (status, count) in &*self.answers.borrow() {
            println!("  sign-ins answered with {status}: {count}");
        }
    }
}

async fn sign_in(server: SocketAddr, a_minute: u32, answers: Rc<RefCell<BTreeMap<u16, u32>>>) {
    let mut pace = interval(Duration::from_mins(1) / a_minute.max(1));
    let mut tasks = JoinSet::new();
    for number in 0u32.. {
        pace.tick().await;
        let answers = Rc::clone(&answers);
        tasks.spawn_local(async move {
            // Every tenth has a wrong password, which costs the same.
            let password = if number.is_multiple_of(10) {
                "a wrong password"
            } else {
                PASSWORD
            };
            let who = number % ACCOUNTS;
            let body = json!({"name": format!("Load {who}"), "password": password}).to_string();
            let answer = ask(server, visitor(who), "/api/account/signin", Some(&body)).await;
            let status = answer.map_or(0, |answer| answer.status);
            *answers.borrow_mut().entry(status).or_default() += 1;
        });
        while tasks.try_join_next().is_some() {}
    }
}

const fn visitor(number: u32) -> u32 {
    FIRST + SHARED * number
}
