//! Forwards requests and sockets to the node that owns their table, byte for byte.

use std::{
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use host::TableId;
use hyper::{client::conn::http1, upgrade::OnUpgrade};
use hyper_util::rt::TokioIo;
use tokio::{
    io::copy_bidirectional,
    net::TcpStream,
    time::{Instant, sleep, timeout},
};
use tracing::debug;

use super::{
    Cluster, Owner,
    peers::{CLIENT, PEER, PassedOn},
};
use crate::{context::AppContext, limits, listen::closed, visitor::VisitorAddress};

/// How long a request waits for an owner that does not respond, and the retry interval.
const TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(200);
/// How long another node may take to accept a connection, and to answer.
const CONNECTING: Duration = Duration::from_millis(500);
const ANSWER: Duration = Duration::from_secs(2);

/// Handles a request about a table at its owner: here, or at another node.
pub(crate) async fn to_owner(State(context): State<Arc<AppContext>>, request: Request, next: Next) -> Response {
    let Some(cluster) = context.cluster.clone() else {
        return next.run(request).await;
    };
    let wanted = Wanted::of(&request);
    let table = match &wanted {
        Wanted::Other => return next.run(request).await,
        Wanted::Name => return everywhere(&context, request, next).await,
        Wanted::NewTable => None,
        Wanted::Table(table) => Some(table),
    };
    if table.is_some_and(|table| context.host.viewers(table).is_some()) || (table.is_none() && !cluster.is_draining()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, limits::BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let upgrade = parts.extensions.remove::<OnUpgrade>();
    let answer = elsewhere(&context, &cluster, table, &parts, &body, upgrade.clone()).await;
    if let Some(answer) = answer {
        return answer;
    }
    if let Some(upgrade) = upgrade {
        parts.extensions.insert(upgrade);
    }
    next.run(Request::from_parts(parts, Body::from(body))).await
}

/// Handles the request here and forwards it to all other nodes.
async fn everywhere(context: &Arc<AppContext>, request: Request, next: Next) -> Response {
    if request.extensions().get::<PassedOn>().is_some() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, limits::BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let answer = next
        .run(Request::from_parts(parts.clone(), Body::from(body.clone())))
        .await;
    if answer.status().is_success() {
        pass_to_others(context, &parts, &body);
    }
    answer
}

/// Sends an internal request to the owner of a table; `None` if that is this node.
pub(crate) async fn ask_owner(context: &Arc<AppContext>, table: &TableId, path: &str, body: Bytes) -> Option<Response> {
    let cluster = context.cluster.clone()?;
    let request = Request::post(path)
        .header(header::HOST, "127.0.0.1")
        .header(header::CONTENT_TYPE, "application/json")
        .body(());
    let Ok(request) = request else {
        return Some(StatusCode::BAD_REQUEST.into_response());
    };
    let (parts, ()) = request.into_parts();
    elsewhere(context, &cluster, Some(table), &parts, &body, None).await
}

/// Forwards a request to every other node, without retries.
fn pass_to_others(context: &Arc<AppContext>, parts: &Parts, body: &Bytes) {
    let Some(cluster) = &context.cluster else {
        return;
    };
    for (number, address) in cluster.others() {
        let (context, parts, body) = (Arc::clone(context), parts.clone(), body.clone());
        tokio::spawn(async move {
            if let Err(fault) = pass_on(&context, &parts, body, number, address, None).await {
                debug!("node {number} is silent: {fault}");
            }
        });
    }
}

/// The response of the node that owns a table, or of another node while this one drains; nothing if this node should
/// handle the request.
async fn elsewhere(
    context: &Arc<AppContext>,
    cluster: &Cluster,
    table: Option<&TableId>,
    parts: &Parts,
    body: &Bytes,
    upgrade: Option<OnUpgrade>,
) -> Option<Response> {
    let is_passed_on = parts.extensions.get::<PassedOn>().is_some();
    let since = Instant::now();
    while since.elapsed() < TIMEOUT {
        let owner = match table {
            Some(table) => cluster.owner(table).await,
            None => Ok(Owner::Nobody),
        };
        let other = match owner {
            Ok(Owner::Here) => return None,
            // The node that forwarded it looks up the owner again.
            Ok(_) if is_passed_on => return Some(StatusCode::MISDIRECTED_REQUEST.into_response()),
            Ok(Owner::Nobody) => cluster.another(),
            Ok(Owner::Node { number, address }) => Some((number, address)),
            Err(fault) => {
                debug!("the owner of a table is not known: {fault:?}");
                None
            }
        };
        if let Some((number, address)) = other {
            // A stopped node accepts connections and does not answer. Its table can be claimed as soon as it is dead.
            let passed = tokio::select! {
                passed = pass_on(context, parts, body.clone(), number, address, upgrade.clone()) => passed,
                () = cluster.death(number) => Err("it was declared dead".to_owned()),
            };
            match passed {
                Ok(response) if response.status() != StatusCode::MISDIRECTED_REQUEST => return Some(response),
                Ok(_) => debug!("node {number} no longer has the table"),
                Err(fault) => debug!("node {number} is silent: {fault}"),
            }
        }
        sleep(PAUSE).await;
    }
    let words = "the table's node does not answer; try again";
    Some((StatusCode::SERVICE_UNAVAILABLE, words).into_response())
}

/// What a request is about.
enum Wanted {
    Table(TableId),
    NewTable,
    /// The name of a player, which every node shows.
    Name,
    Other,
}

impl Wanted {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        if path == "/api/tables" && request.method() == Method::POST {
            return Wanted::NewTable;
        }
        if path == "/api/players/name" {
            return Wanted::Name;
        }
        let rest = path.strip_prefix("/ws/").or_else(|| path.strip_prefix("/api/tables/"));
        let code = rest.and_then(|rest| rest.split('/').next());
        match code.and_then(|code| code.parse().ok()) {
            Some(table) => Wanted::Table(table),
            None => Wanted::Other,
        }
    }
}

/// Sends a request to another node and returns its answer; a socket is passed through until either end goes.
async fn pass_on(
    context: &Arc<AppContext>,
    parts: &Parts,
    body: Bytes,
    number: i32,
    address: SocketAddr,
    upgrade: Option<OnUpgrade>,
) -> Result<Response, String> {
    let cluster = context.cluster.clone().ok_or("no cluster")?;
    let stream = timeout(CONNECTING, TcpStream::connect(address))
        .await
        .map_err(|_| "no connection")?
        .map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| error.to_string())?;
    tokio::spawn(connection.with_upgrades());
    let mut request = hyper::Request::new(Body::from(body));
    *request.method_mut() = parts.method.clone();
    *request.uri_mut() = parts.uri.clone();
    *request.headers_mut() = parts.headers.clone();
    let headers = request.headers_mut();
    // The HTTP client sets the length of the body itself.
    headers.remove(header::CONTENT_LENGTH);
    headers.remove(header::TRANSFER_ENCODING);
    headers.insert(PEER, secret(&cluster.secret)?);
    if let Some(visitor) = parts.extensions.get::<VisitorAddress>()
        && let Ok(visitor) = HeaderValue::from_str(&visitor.to_string())
    {
        headers.insert(CLIENT, visitor);
    }
    let answer = timeout(ANSWER, sender.send_request(request)).await;
    let mut response = answer.map_err(|_| "no answer")?.map_err(|error| error.to_string())?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS
        && let Some(upgrade) = upgrade
    {
        let there = hyper::upgrade::on(&mut response);
        let (closing, mut nodes) = (context.closing.clone(), cluster.nodes.clone());
        tokio::spawn(async move {
            let (Ok(here), Ok(there)) = (upgrade.await, there.await) else {
                return;
            };
            cluster.passed.fetch_add(1, Ordering::Relaxed);
            let (mut here, mut there) = (TokioIo::new(here), TokioIo::new(there));
            // The client reconnects when its connection ends, whatever the reason.
            tokio::select! {
                _ = copy_bidirectional(&mut here, &mut there) => {}
                _ = nodes.wait_for(|nodes| !nodes.lives(number)) => {}
                () = closed(closing) => {}
            }
            cluster.passed.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(response.map(Body::new))
}

fn secret(secret: &str) -> Result<HeaderValue, String> {
    let mut value = HeaderValue::from_str(secret).map_err(|error| error.to_string())?;
    value.set_sensitive(true);
    Ok(value)
}
