//! Minimal HTTP requests: one per connection, from a chosen loopback address.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Context, bail};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
    /// The session that it gives out, as a cookie.
    pub(crate) cookie: Option<String>,
}

/// Connects as one of many visitors: each number has a loopback address that it shares with few others, because the
/// server limits the tables of an address.
pub(crate) async fn connect(server: SocketAddr, visitor: u32) -> anyhow::Result<TcpStream> {
    /// A burst of tables of one address is 100.
    const SHARED: u32 = 50;
    let socket = TcpSocket::new_v4()?;
    let [.., high, low] = (visitor / SHARED + 2).to_be_bytes();
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, high, low));
    socket
        .bind(SocketAddr::new(from, 0))
        .context("an address of the loopback")?;
    let stream = socket.connect(server).await.context("the server does not answer")?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Asks for something, with a body or without.
pub(crate) async fn ask(server: SocketAddr, visitor: u32, path: &str, body: Option<&str>) -> anyhow::Result<Answer> {
    ask_signed_in(server, visitor, path, body, "").await
}

/// The same with the cookie of a session; empty without one.
pub(crate) async fn ask_signed_in(
    server: SocketAddr,
    visitor: u32,
    path: &str,
    body: Option<&str>,
    cookie: &str,
) -> anyhow::Result<Answer> {
    let mut stream = connect(server, visitor).await?;
    let method = body.map_or("GET", |_| "POST");
    let body = body.unwrap_or_default();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         cookie: {cookie}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let Some((head, body)) = answer.split_once("\r\n\r\n") else {
        bail!("half an answer");
    };
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("set-cookie").then_some(value)
    });
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok(Answer {
        status: status.context("an answer without a status")?,
        body: body.to_owned(),
        cookie: cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned),
    })
}
