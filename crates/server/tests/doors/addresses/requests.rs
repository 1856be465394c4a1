//! Requests and sockets from a chosen address.

use std::{
    io::{Read, Write},
    net::{IpAddr, SocketAddr, TcpStream},
};

use serde_json::{Value, json};
use tokio::{net::TcpSocket, runtime};

use crate::client::{Client, DEADLINE, TestServer, device};

/// A connection from an address of the loopback.
pub(super) fn connect_from(from: &str, to: &str) -> TcpStream {
    let to: SocketAddr = to.parse().expect("an address");
    let from: IpAddr = from.parse().expect("an address");
    let runtime = runtime::Builder::new_current_thread().enable_io().build();
    let stream = runtime.expect("a runtime").block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        let stream = socket.connect(to).await?.into_std()?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(DEADLINE))?;
        Ok::<_, std::io::Error>(stream)
    });
    stream.expect("the server listens")
}

/// Sends a request as it stands and reads the whole answer.
pub(super) fn raw(mut stream: TcpStream, request: &str) -> (u16, Value) {
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (
        status.expect("a status"),
        serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())),
    )
}

/// A request with some headers.
pub(super) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.extend([name, ": ", value, "\r\n"]);
    }
    let length = body.len();
    text + &format!("content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
}

/// Posts from an address, perhaps through a proxy that says for whom.
pub(super) fn post_from(
    server: &TestServer,
    from: &str,
    path: &str,
    body: &Value,
    headers: &[(&str, &str)],
) -> (u16, Value) {
    let host = [("host", "localhost")];
    let headers = [&host, headers].concat();
    raw(
        connect_from(from, &server.address()),
        &request("POST", path, &headers, &body.to_string()),
    )
}

pub(super) fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"]["code"].as_str().unwrap_or_default())
}

pub(super) fn new_table() -> Value {
    json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob", "device": device()})
}

pub(super) fn socket_from(server: &TestServer, from: &str, table: &str) -> Result<Client, u16> {
    Client::over(connect_from(from, &server.address()), &server.address(), table, None)
}
