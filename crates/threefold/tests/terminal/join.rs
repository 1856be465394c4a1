//! `threefold join`: the terminal at a table that somebody else has opened at a server.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use host::{ClientId, MemoryStore};
use remote::{Address, Guest, Incoming, Line, SeatAt};
use serde_json::{Value, json};
use server::{Server, Settings};

use crate::{PROGRAM, tls, window::Window};

const DEADLINE: Duration = Duration::from_mins(1);

/// Somebody at the table who is not at this terminal.
struct Anna {
    line: Line,
    messages: Receiver<Value>,
    commands: u64,
}

impl Anna {
    /// Opens a table and comes to it.
    fn open(server: &str, wanted: &Value) -> (String, Self) {
        let guest = Guest {
            device: "a".repeat(32),
            name: "Anna".to_owned(),
        };
        let mut wanted = wanted.clone();
        wanted["device"] = json!(guest.device);
        wanted["name"] = json!(guest.name);
        let opened = post(server, "/api/tables", &wanted);
        let table = opened["table"].as_str().expect("a table").to_owned();
        let address: Address = server.parse().expect("an address");
        let seat = SeatAt::join(&address.server, &table.parse().expect("a code"), &guest).expect("a seat");
        let (sender, messages) = channel();
        let deliver = move |incoming| match incoming {
            Incoming::Text(text) => sender.send(serde_json::from_str(&text).expect("JSON")).is_ok(),
            Incoming::Lost | Incoming::Closed(_) => false,
        };
        let line = seat.connect(ClientId::random(), None, deliver).expect("a socket");
        let anna = Anna {
            line,
            messages,
            commands: 0,
        };
        (table, anna)
    }

    /// Waits for a message that a test accepts.
    fn until(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(DEADLINE).expect("a message");
            if wanted(&message) {
                return message;
            }
        }
    }

    fn send(&mut self, mut command: Value) {
        self.commands += 1;
        command["id"] = json!(self.commands);
        assert!(self.line.send(command.to_string()));
        let id = self.commands;
        let answer = self.until(|message| message["id"] == json!(id));
        assert_eq!(answer["message"], "reply", "{answer}");
    }

    fn typed(&mut self, text: &str) {
        self.send(json!({"kind": "own", "command": "type", "text": text}));
    }

    fn until_moved(&self) {
        self.until(|message| message["events"][0]["event"] == "moved" && message["events"][0]["entry"]["seat"] == 1);
    }
}

fn post(server: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(server).expect("the server listens");
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (_, content) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(content).expect("JSON")
}

fn server() -> (Server, String) {
    let settings = Settings::new("127.0.0.1:0".parse().expect("an address"), games::registry());
    let server = Server::open(settings, MemoryStore::new()).expect("the server opens");
    let address = server.address().to_string();
    (server, address)
}

#[test]
fn a_terminal_joins_a_table_by_its_link_and_plays_a_whole_game_and_a_rematch() {
    let (_server, address) = server();
    let (table, mut anna) = Anna::open(&address, &json!({"game": "chess", "mode": "link", "side": "white"}));
    let window = Window::open("join", 80, 24);
    window.run(&format!("{PROGRAM} join 'http://{address}/t/{table}' --name Bert"));
    window.until("Anna");
    anna.typed("f3");
    window.until("Your move");
    window.typed("e5");
    window.keys(&["Enter"]);
    anna.until_moved();
    anna.typed("g4");
    window.until_so(|screen| screen.contains("g4") && screen.contains("Your move"));
    window.typed("Qh4");
    window.keys(&["Enter"]);
    let end = anna.until(|message| !message["frame"]["end"].is_null());
    assert_eq!(end["frame"]["end"]["result"], "0-1");
    window.until("You win");
    // The window at the end offers the board, a review and a rematch, which the other one has to agree to.
    window.keys(&["Down", "Down", "Enter"]);
    anna.until(|message| message["frame"]["offer"]["what"] == "rematch");
    anna.send(json!({"kind": "common", "command": "answer", "answer": "accept"}));
    // The sides are swapped; the other one has not come to the new table yet.
    window.until("Bert (White)");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn an_opponent_who_leaves_is_missed_in_the_terminal_too() {
    let (_server, address) = server();
    let (table, anna) = Anna::open(&address, &json!({"game": "chess", "mode": "link", "side": "white"}));
    let window = Window::open("missed", 80, 24);
    window.run(&format!("{PROGRAM} join 'http://{address}/#{table}' --name Bert"));
    window.until("Anna");
    drop(anna);
    window.until("away");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn a_terminal_joins_by_https_and_talks_to_the_others() {
    let (_server, address) = server();
    let (table, mut anna) = Anna::open(&address, &json!({"game": "chess", "mode": "link", "side": "white"}));
    let port = tls::proxy(&address);
    let window = Window::open("https", 80, 24);
    let link = format!("https://localhost:{port}/t/{table}");
    window.run(&format!(
        "SSL_CERT_FILE={} {PROGRAM} join '{link}' --name Bert",
        tls::authority().display()
    ));
    window.until("Anna");
    anna.typed("e4");
    window.until("Your move");
    window.typed("/say Good luck");
    window.keys(&["Enter"]);
    let heard = anna.until(|message| message["message"] == "chat");
    assert_eq!(heard["lines"][0]["text"], "Good luck");
    let said = json!({"chat": {"say": {"text": "You too", "name": "Anna"}}});
    assert!(anna.line.send(said.to_string()));
    window.until("Anna: You too");
    window.keys(&["C-c"]);
    window.until_shell();
    // Without the authority the certificate is not trusted.
    window.run(&format!("SSL_CERT_FILE=/dev/null {PROGRAM} join '{link}' --name Bert"));
    window.until("does not answer");
}

#[test]
fn a_player_is_challenged_from_the_terminal() {
    let (_server, address) = server();
    let account = post(
        &address,
        "/api/account/signup",
        &json!({"name": "Cora", "password": "correct horse battery"}),
    );
    assert_eq!(account["name"], "Cora");
    let window = Window::open("challenge", 80, 24);
    window.run(&format!(
        "{PROGRAM} join http://{address} --name Bert --challenge Nobody"
    ));
    window.until("no player has this name");
    window.run(&format!("{PROGRAM} join http://{address} --name Bert --challenge cora"));
    window.until("Waiting for cora");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn a_wrong_link_is_refused_with_words() {
    let (_server, address) = server();
    let window = Window::open("wrong", 80, 24);
    window.run(&format!("{PROGRAM} join http://{address}/#zzzzzz"));
    window.until("there is no table zzzzzz");
    // The server speaks no TLS.
    window.run(&format!("{PROGRAM} join https://{address}/#zzzzzz"));
    window.until("does not answer");
}
