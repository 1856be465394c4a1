//! Two people who use every request: they open tables, join, rename themselves, move, send premoves, offer, resign and
//! ask for a rematch, and note what was answered.

use fastrand::Rng;
use serde_json::{Value, json};

use super::log::Log;
use crate::client::{Client, Gone, agent, common, device, own, text};

/// Two people, and every table they sat at.
pub(super) struct Pair {
    people: [Person; 2],
    tables: Vec<Sat>,
    rng: Rng,
}

struct Person {
    device: String,
    /// The last name that was answered for, and those that may have come after it.
    names: Vec<String>,
}

/// A table as the two know it.
struct Sat {
    table: String,
    is_live: bool,
    /// By person; none before the seat was answered for.
    places: [Option<Place>; 2],
    is_over: bool,
    /// The table of the rematch, once it was answered for.
    next: Option<String>,
}

/// What a person holds of a table.
struct Place {
    seat: u64,
    token: String,
    client: u64,
    /// The number of the last command.
    last: u64,
    acknowledged: Vec<u64>,
    unanswered: Option<(u64, Value)>,
}

impl Place {
    fn new(granted: &Value) -> Self {
        Place {
            seat: granted["seat"].as_u64().expect("a seat"),
            token: text(&granted["token"]),
            client: fastrand::u64(..1 << 53),
            last: 0,
            acknowledged: Vec::new(),
            unanswered: None,
        }
    }

    fn connect(&self, address: &str, table: &str) -> Result<Client, Gone> {
        let mut client = Client::try_open(address, table)?;
        client.say_if_open(&json!({"hello": {"tokens": [self.token], "client": self.client, "seq": null}}))?;
        let first = client.until_gone(|message| message["message"] != "pong")?;
        assert_eq!(first["message"], "snapshot", "table {table}: {first}");
        assert_eq!(first["view"]["yours"], json!([self.seat]), "table {table}");
        Ok(client)
    }

    /// Sends a command and notes its answer; whether it was accepted.
    fn command(&mut self, client: &mut Client, command: Value) -> Result<bool, Gone> {
        self.last += 1;
        let id = self.last;
        match client.command_as(id, command.clone()) {
            Ok(answer) => {
                let changed = answer.as_ref().is_ok_and(|answer| answer["answer"] == "done");
                // A player who is ready already changes nothing, nor does the end of a premove that has gone.
                let must_be_there = changed && command["command"] != "ready" && command["command"] != "cancel";
                self.acknowledged.extend(must_be_there.then_some(id));
                Ok(changed)
            }
            Err(gone) => {
                self.unanswered = Some((id, command));
                Err(gone)
            }
        }
    }
}

impl Pair {
    pub(super) fn new(mut rng: Rng) -> Self {
        let mut person = || Person {
            device: device(),
            names: vec![format!("P{}", rng.u32(..))],
        };
        Pair {
            people: [person(), person()],
            tables: Vec::new(),
            rng,
        }
    }

    /// Sends requests until the server is gone, and counts what was answered.
    pub(super) fn visit(&mut self, address: &str, answered: &std::sync::atomic::AtomicUsize) {
        while let Ok(count) = self.step(address) {
            answered.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// Sends one request; returns how much was answered.
    fn step(&mut self, address: &str) -> Result<usize, Gone> {
        if self.rng.u8(..10) == 0 {
            let who = self.rng.usize(..2);
            return self.rename(address, who);
        }
        let Some(latest) = self.tables.last() else {
            return self.open(address);
        };
        if latest.places[1].is_none() {
            return self.join(address);
        }
        if latest.is_over {
            return match self.rng.u8(..4) {
                0 => self.open(address),
                _ => self.rematch(address),
            };
        }
        self.play(address)
    }

    fn open(&mut self, address: &str) -> Result<usize, Gone> {
        let Person { device, names } = &self.people[0];
        let name = names.last().expect("everybody has a name");
        let is_live = self.rng.bool();
        let wanted = if is_live {
            json!({"game": "kungfu", "board": "standard", "speed": "lightning", "name": name, "device": device,
                "seats": ["you", "link"]})
        } else {
            let game = if self.rng.bool() { "chess" } else { "ransom" };
            json!({"game": game, "mode": "link", "name": name, "device": device})
        };
        let opened = post(address, "/api/tables", &wanted, 201)?;
        self.tables.push(Sat {
            table: text(&opened["table"]),
            is_live,
            places: [Some(Place::new(&opened["seats"][0])), None],
            is_over: false,
            next: None,
        });
        Ok(1)
    }

    fn join(&mut self, address: &str) -> Result<usize, Gone> {
        let latest = self.tables.last_mut().expect("there is one");
        let Person { device, names } = &self.people[1];
        let guest = json!({"device": device, "name": names.last()});
        let joined = post(address, &format!("/api/tables/{}/join", latest.table), &guest, 200)?;
        assert_eq!(joined["seat"], 1, "the one open seat");
        latest.places[1] = Some(Place::new(&joined));
        Ok(1)
    }

    fn rename(&mut self, address: &str, who: usize) -> Result<usize, Gone> {
        let person = &mut self.people[who];
        let name = format!("P{}", self.rng.u32(..));
        person.names.push(name.clone());
        let body = json!({"device": person.device, "name": name});
        post(address, "/api/players/name", &body, 200)?;
        person.names = vec![name];
        Ok(1)
    }

    fn rematch(&mut self, address: &str) -> Result<usize, Gone> {
        let latest = self.tables.last_mut().expect("there is one");
        let path = format!("/api/tables/{}/rematch", latest.table);
        let mut next = latest.next.clone();
        let mut places = [None, None];
        for (place, new) in latest.places.iter().flatten().zip(&mut places) {
            let granted = post(address, &path, &json!({"tokens": [place.token]}), 201)?;
            let table = text(&granted["table"]);
            assert_eq!(next.get_or_insert(table.clone()), &table, "one rematch");
            latest.next = Some(table);
            *new = Some(Place::new(&granted["seats"][0]));
        }
        let is_live = latest.is_live;
        self.tables.push(Sat {
            table: next.expect("both have asked"),
            is_live,
            places,
            is_over: false,
            next: None,
        });
        Ok(2)
    }

    /// Both play for some commands.
    fn play(&mut self, address: &str) -> Result<usize, Gone> {
        let latest = self.tables.last_mut().expect("there is one");
        let Sat {
            table,
            is_live,
            places: [Some(first), Some(second)],
            is_over,
            ..
        } = latest
        else {
            return Ok(0);
        };
        let mut clients = [first.connect(address, table)?, second.connect(address, table)?];
        let mut places = [first, second];
        let mut answered = 0;
        if *is_live {
            for (place, client) in places.iter_mut().zip(&mut clients) {
                answered += usize::from(place.command(client, own("ready"))?);
            }
        }
        for turn in 0..self.rng.usize(4..20) {
            let (place, client) = (&mut *places[turn % 2], &mut clients[turn % 2]);
            let frame = client.frame();
            if !frame["end"].is_null() {
                *is_over = true;
                break;
            }
            let command = match self.rng.u8(..24) {
                0 => common("resign"),
                1 => json!({"kind": "common", "command": "offer", "what": "draw"}),
                _ if *is_live => live_command(client, &frame, place.seat, &mut self.rng, &mut place.last)?,
                _ => turn_command(&frame, &mut self.rng),
            };
            if command.is_null() {
                // Somebody else moves, or nothing can be done yet.
                if *is_live {
                    client.until_gone(|message| !message["frame"].is_null())?;
                }
                continue;
            }
            let resigns = command["command"] == "resign";
            let accepted = place.command(client, command)?;
            answered += usize::from(accepted);
            if accepted && resigns {
                *is_over = true;
                break;
            }
        }
        Ok(answered)
    }

    /// What was answered is in the log, each command exactly once.
    pub(super) fn check_log(&self, log: &mut Log) {
        for sat in self.tables.iter().rev().take(4) {
            let table = &sat.table;
            for place in sat.places.iter().flatten() {
                for &id in &place.acknowledged {
                    assert_eq!(
                        log.caused(table, place.client, id).len(),
                        1,
                        "table {table}: command {id}"
                    );
                }
                if let Some((id, _)) = &place.unanswered {
                    assert!(
                        log.caused(table, place.client, *id).len() <= 1,
                        "table {table}: command {id}"
                    );
                }
            }
            let count =
                |log: &mut Log, name: &str| log.events(table).iter().filter(|event| event["event"] == name).count();
            assert!(count(log, "seat-taken") <= 1, "table {table}: one guest");
            if let Some(next) = &sat.next {
                assert_eq!(count(log, "rematched"), 1, "table {table}");
                let named = log.events(table).iter().any(|event| event["next"] == json!(next));
                assert!(named, "table {table} names {next}");
            }
        }
    }

    /// Everybody still has their seats and names, and commands without an answer are answered now.
    pub(super) fn check_server(&mut self, address: &str) -> Result<(), Gone> {
        let known: Vec<&[String]> = self.people.iter().map(|person| person.names.as_slice()).collect();
        for sat in self.tables.iter_mut().rev().take(3) {
            for (who, place) in sat.places.iter_mut().enumerate() {
                let Some(place) = place else { continue };
                let mut client = place.connect(address, &sat.table)?;
                let shown = text(&client.frame()["seats"][place.seat as usize]["name"]);
                assert!(
                    known[who].contains(&shown),
                    "table {}: {shown} is {:?}",
                    sat.table,
                    known[who]
                );
                if let Some((id, command)) = place.unanswered.take() {
                    let may_change_nothing = command["command"] == "ready" || command["command"] == "cancel";
                    let answer = client.command_as(id, command)?;
                    let done = answer.as_ref().is_ok_and(|answer| answer["answer"] == "done");
                    let changed = done && !may_change_nothing;
                    place.acknowledged.extend(changed.then_some(id));
                }
                sat.is_over |= !client.frame()["end"].is_null();
            }
        }
        Ok(())
    }
}

fn turn_command(frame: &Value, rng: &mut Rng) -> Value {
    let choices = frame["choices"].as_array().expect("choices");
    rng.choice(choices).map_or(
        Value::Null,
        |choice| json!({"kind": "own", "command": "type", "text": choice["code"]}),
    )
}

/// Sends some piece somewhere, a resting one too, or takes a premove back.
fn live_command(client: &mut Client, frame: &Value, seat: u64, rng: &mut Rng, last: &mut u64) -> Result<Value, Gone> {
    if frame["phase"] != "running" {
        return Ok(Value::Null);
    }
    let premoves = frame["premoves"].as_array().expect("premoves");
    if let Some(premove) = rng.choice(premoves)
        && rng.bool()
    {
        return Ok(json!({"kind": "own", "command": "cancel", "piece": premove["piece"]}));
    }
    let army = &frame["seats"][seat as usize]["army"];
    let waits = |piece: &Value| premoves.iter().any(|premove| premove["piece"] == piece["id"]);
    let pieces = frame["pieces"].as_array().expect("pieces").iter();
    let mine = pieces.filter(|piece| piece["army"] == *army && piece["place"]["is"] == "standing" && !waits(piece));
    let Some(piece) = rng.choice(mine.collect::<Vec<_>>()) else {
        return Ok(Value::Null);
    };
    *last += 1;
    let targets = json!({"kind": "own", "command": "targets", "piece": piece["id"]});
    let answer = client.command_as(*last, targets)?.unwrap_or_default();
    let to = answer["squares"].as_array().and_then(|squares| rng.choice(squares));
    Ok(to.map_or(
        Value::Null,
        |to| json!({"kind": "own", "command": "go", "piece": piece["id"], "to": to}),
    ))
}

/// Posts something that is accepted while the server is there.
fn post(address: &str, path: &str, body: &Value, expected: u16) -> Result<Value, Gone> {
    let mut answer = agent().post(format!("http://{address}{path}")).send_json(body)?;
    let content: Value = answer.body_mut().read_json()?;
    assert_eq!(answer.status().as_u16(), expected, "{path}: {content}");
    Ok(content)
}
