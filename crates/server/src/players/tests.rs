//! What is promised about players, on both databases.

mod games;

use std::thread;

use host::{Aid, BotSpec, Digest, NewTable, Occupant, Summary, TableState, testing};
use play::{Control, Moment, TimeControl};
use ratings::{List, Rating, Speed};

use super::{operators::Operators, schema::TABLE_NAMES, *};
use crate::{
    store::{SqliteStore, postgres},
    visitor::VisitorAddress,
};
use games::all;

/// A database with games, and what is stored about players there.
struct Both<'a> {
    store: &'a mut dyn Store,
    players: &'a Players,
}

/// Runs a law on a `SQLite` database and, where there is one, on `PostgreSQL`.
fn on_both(law: impl Fn(&mut Both<'_>)) {
    let directory = tempfile::tempdir().unwrap();
    let mut store = SqliteStore::open(directory.path()).unwrap();
    let players = store.players().unwrap();
    law(&mut Both {
        store: &mut store,
        players: &players,
    });
    if let Some((database, ..)) = postgres::tests::database() {
        let (mut store, _) = postgres::tests::node(&database);
        let players = store.players().unwrap();
        law(&mut Both {
            store: &mut store,
            players: &players,
        });
    }
}

fn name(text: &str) -> AccountName {
    AccountName::new(text).unwrap()
}

fn account(players: &Players, text: &str) -> Account {
    let new = NewAccount {
        name: &name(text),
        password: "hash",
        codes: &codes().unwrap(),
    };
    players.open_account(&new).unwrap()
}

/// The password of Ada.
fn password(players: &Players) -> String {
    let found = players.find_account(&name("Ada")).unwrap();
    found.map(|(_, password)| password).unwrap_or_default()
}

fn rows(players: &Players, statement: &str) -> Vec<Vec<crate::store::sql::Value>> {
    let rows = players.pool.read(|db| db.run(statement, &[])).unwrap();
    rows.into_iter().map(crate::store::sql::Row::into_values).collect()
}

impl Both<'_> {
    /// A finished game of chess with five minutes a side, by its number.
    fn finished(&mut self, number: u64, seats: [Occupant; 2], places: [u32; 2]) -> Digest {
        let sample = testing::table(number);
        let summary = Summary {
            seats: Vec::from(seats),
            plies: 30,
            state: TableState::Over,
            result: Some("1-0".to_owned()),
            touched: Moment(now() as u64 - 10_000 + number),
            ..sample.summary.clone()
        };
        let table = NewTable {
            summary: summary.clone(),
            ..sample
        };
        self.store.create(&table).unwrap();
        Digest {
            summary,
            control: Some(Control::Clock(TimeControl::read_minutes("5+0").unwrap())),
            has_usual_start: true,
            turn: None,
            out: Vec::new(),
            opening: Some(play::OpeningName {
                code: "C25".to_owned(),
                name: "Vienna Game".to_owned(),
            }),
            aid: Aid::Unaided,
            places: places.to_vec(),
        }
    }

    fn value(&self, account: &Account, list: List) -> f64 {
        let ratings = self.players.ratings(account.player).unwrap();
        let found = ratings.iter().find(|rated| rated.list == list);
        found.map_or(Rating::NEW.value, |rated| rated.rating.value)
    }
}

fn person(account: &Account) -> Occupant {
    Occupant::Person(account.player)
}

fn bot(spec: &str) -> Occupant {
    Occupant::Bot(BotSpec::stored(spec))
}

const BLITZ: List = List::Chess(Speed::Blitz);

#[test]
fn of_two_names_that_look_alike_one_gets_an_account() {
    on_both(|Both { players, .. }| {
        let opened: Vec<bool> = thread::scope(|scope| {
            let names = ["Ada", "ada", "ADA", "A da", "Ada", "Ada", "Ada", "Ada"];
            let tries: Vec<_> = names
                .iter()
                .map(|text| {
                    scope.spawn(|| {
                        let new = NewAccount {
                            name: &name(text),
                            password: "hash",
                            codes: &codes().unwrap(),
                        };
                        match players.open_account(&new) {
                            Ok(_) => true,
                            Err(PlayersError::NameTaken) => false,
                            Err(error) => panic!("{error}"),
                        }
                    })
                })
                .collect();
            tries.into_iter().map(|tried| tried.join().unwrap()).collect()
        });
        assert_eq!(opened.iter().filter(|opened| **opened).count(), 1, "{opened:?}");
        assert_eq!(rows(players, "SELECT player FROM accounts").len(), 1);
        assert_eq!(rows(players, "SELECT hash FROM recovery_codes").len(), 8);
    });
}

#[test]
fn a_session_is_accepted_in_its_own_kind_of_cookie_until_it_ends() {
    on_both(|Both { players, .. }| {
        let ada = account(players, "Ada");
        for (hash, kind) in [
            ("one", CookieKind::Secure),
            ("two", CookieKind::Plain),
            ("three", CookieKind::Plain),
        ] {
            players.open_session(ada.player, hash, kind, "a browser").unwrap();
        }
        let open = |hash: &str, kind| players.signed_in(hash, kind).unwrap().map(|account| account.name);
        assert_eq!(open("one", CookieKind::Secure).as_deref(), Some("Ada"));
        assert_eq!(open("one", CookieKind::Plain), None);
        assert_eq!(open("two", CookieKind::Secure), None);
        assert_eq!(open("four", CookieKind::Plain), None);
        assert_eq!(players.sessions(ada.player).unwrap().len(), 3);
        let eve = account(players, "Eve");
        assert_eq!(players.end_session_of(eve.player, "two"), Ok(false));
        assert_eq!(players.end_session_of(ada.player, "two"), Ok(true));
        assert_eq!(open("two", CookieKind::Plain), None);
        players.end_other_sessions(ada.player, "one").unwrap();
        assert_eq!(
            (
                open("three", CookieKind::Plain),
                open("one", CookieKind::Secure).is_some()
            ),
            (None, true)
        );
    });
}

#[test]
fn an_account_has_so_many_sessions() {
    on_both(|Both { players, .. }| {
        let ada = account(players, "Ada");
        for number in 0..25 {
            let hash = format!("session {number}");
            players.open_session(ada.player, &hash, CookieKind::Plain, "").unwrap();
        }
        assert_eq!(players.sessions(ada.player).unwrap().len(), 20);
    });
}

#[test]
fn a_recovery_code_is_good_once_and_ends_sessions() {
    on_both(|Both { players, .. }| {
        let codes = codes().unwrap();
        let new = NewAccount {
            name: &name("Ada"),
            password: "old",
            codes: &codes,
        };
        let ada = players.open_account(&new).unwrap();
        players.open_session(ada.player, "hash", CookieKind::Plain, "").unwrap();
        account(players, "Eve");
        let wrong = Err(PlayersError::WrongCode);
        assert_eq!(players.recover(&name("Eve"), &codes[0], "new"), wrong);
        assert_eq!(players.recover(&name("Nobody here"), &codes[0], "new"), wrong);
        assert_eq!(
            players.recover(&name("ada"), &codes[0], "new").map(|ada| ada.name),
            Ok("Ada".to_owned())
        );
        assert_eq!(password(players), "new");
        assert_eq!(players.signed_in("hash", CookieKind::Plain), Ok(None));
        assert_eq!(players.recover(&name("Ada"), &codes[0], "newer"), wrong);
        assert_eq!(players.codes_left(ada.player), Ok(7));
    });
}

#[test]
fn a_link_of_the_operator_is_good_once_and_for_an_hour() {
    on_both(|Both { store: _, players }| {
        let ada = account(players, "Ada");
        let token = SessionToken::new().unwrap();
        let insert = "INSERT INTO reset_links (hash, player, until) VALUES ($1, $2, $3)";
        let link = |until: i64| {
            let values = crate::store::sql::values![token.hash(), ada.player.to_string(), until];
            players.pool.write(|db| db.run(insert, values)).unwrap();
        };
        link(now() - 1);
        assert_eq!(players.reset(&token.hash(), "new"), Err(PlayersError::WrongLink));
        players.pool.write(|db| db.run("DELETE FROM reset_links", &[])).unwrap();
        link(now() + 60_000);
        assert_eq!(
            players.reset(&token.hash(), "new").map(|ada| ada.name),
            Ok("Ada".to_owned())
        );
        assert_eq!(players.reset(&token.hash(), "newer"), Err(PlayersError::WrongLink));
        assert_eq!(password(players), "new");
    });
}

#[test]
fn operators_list_reset_and_close() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).unwrap();
    let players = store.players().unwrap();
    account(&players, "Ada");
    // Beside a server that has the database open.
    let operators = Operators::of_directory(directory.path()).unwrap();
    assert_eq!(
        operators
            .list()
            .unwrap()
            .into_iter()
            .map(|line| line.name)
            .collect::<Vec<_>>(),
        ["Ada"]
    );
    assert!(operators.reset("Nobody").is_err());
    let link = SessionToken::read(&operators.reset("ada").unwrap()).unwrap();
    assert!(players.reset(&link.hash(), "new").is_ok());
    operators.close("Ada").unwrap();
    assert!(operators.list().unwrap().is_empty() && operators.close("Ada").is_err());
    assert!(Operators::of(players).list().unwrap().is_empty());
}

#[test]
fn failures_are_followed_by_waits_for_that_name_and_address() {
    on_both(|Both { players, .. }| {
        let (ada, eve) = (name("Ada"), name("Eve"));
        let from = |number: u8| VisitorAddress::of([10, 0, 0, number].into());
        let subject = Subject::NameFrom(&ada, from(1));
        let waits: Vec<bool> = (0..6).map(|_| players.attempt(&[subject]).unwrap().is_some()).collect();
        assert_eq!(waits, [false, false, false, false, false, true]);
        assert!(players.attempt(&[Subject::NameFrom(&ada, from(2))]).unwrap().is_none());
        assert!(players.attempt(&[Subject::NameFrom(&eve, from(1))]).unwrap().is_none());
        players.forget_failures(&[subject]).unwrap();
        assert!(players.attempt(&[subject]).unwrap().is_none());
    });
}

#[test]
fn many_attempts_at_once_are_many() {
    on_both(|Both { players, .. }| {
        let ada = name("Ada");
        let subject = Subject::NameFrom(&ada, VisitorAddress::of([10, 0, 0, 1].into()));
        let free: usize = thread::scope(|scope| {
            let tries: Vec<_> = (0..12)
                .map(|_| scope.spawn(|| players.attempt(&[subject]).unwrap()))
                .collect();
            tries
                .into_iter()
                .map(|tried| usize::from(tried.join().unwrap().is_none()))
                .sum()
        });
        assert_eq!(free, 5);
    });
}

#[test]
fn nothing_of_a_closed_account_is_left_but_games() {
    on_both(|both| {
        let device = PlayerId::numbered(5);
        let codes = codes().unwrap();
        let new = NewAccount {
            name: &name("Countess"),
            password: "$secret",
            codes: &codes,
        };
        let ada = both.players.open_account(&new).unwrap();
        let bob = account(both.players, "Bob");
        both.players.adopt(&ada, device).unwrap();
        both.players
            .open_session(ada.player, "hash", CookieKind::Plain, "")
            .unwrap();
        let game = both.finished(1, [person(&ada), person(&bob)], [1, 2]);
        both.players.set_rated(&game.summary.table).unwrap();
        both.players.record(&game).unwrap();
        let hidden = both.finished(2, [person(&ada), bot("elo:800")], [1, 2]);
        both.players.record(&hidden).unwrap();
        both.players.hide_game(ada.player, &hidden.summary.table).unwrap();
        let mut were = both.players.close_account(ada.player).unwrap();
        were.sort();
        let mut both_ids = vec![ada.player, device];
        both_ids.sort();
        assert_eq!(were, both_ids);
        let ids = [ada.player.to_string(), device.to_string()];
        for table in TABLE_NAMES {
            for row in rows(both.players, &format!("SELECT * FROM {table}")) {
                let text = format!("{row:?}");
                let names = text.contains("Countess") || text.contains("$secret");
                // The opponent's own entry says against whom it was played.
                let mentions = ids.iter().any(|id| text.contains(id.as_str())) && table != "player_games";
                assert!(!names && !mentions, "{table}: {text}");
            }
        }
        assert_eq!(
            rows(both.players, "SELECT name FROM players WHERE name = 'Countess'").len(),
            0
        );
        let listed = both.players.games(bob.player, &all()).unwrap();
        assert_eq!(listed[0].opponent.as_deref(), Some(FORMER));
        assert_eq!(both.players.games(ada.player, &all()).unwrap(), []);
        // The name is free again, and the game does not come back.
        both.players.record(&game).unwrap();
        let again = account(both.players, "Countess");
        assert_eq!(both.players.games(again.player, &all()).unwrap(), []);
    });
}
