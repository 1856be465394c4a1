//! The other nodes: which are alive, and how their requests are recognised.

use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{Request, State},
    http::{HeaderName, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::Cluster;
use crate::visitor::VisitorAddress;

/// Holds the secret of the cluster; only requests of other nodes have it.
pub(super) const PEER: HeaderName = HeaderName::from_static("x-threefold-peer");
/// The address of the client, as the first node saw it.
pub(super) const CLIENT: HeaderName = HeaderName::from_static("x-threefold-client");

/// The nodes that live, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nodes(BTreeMap<i32, Peer>);

/// A node that lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) draining: bool,
}

impl Nodes {
    pub(crate) fn new(nodes: impl IntoIterator<Item = (i32, Peer)>) -> Self {
        Nodes(nodes.into_iter().collect())
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn lives(&self, number: i32) -> bool {
        self.0.contains_key(&number)
    }

    /// All other nodes.
    pub(super) fn others(&self, than: i32) -> Vec<(i32, SocketAddr)> {
        let others = self.0.iter().filter(|(number, _)| **number != than);
        others.map(|(number, peer)| (*number, peer.address)).collect()
    }

    /// Some other node that takes tables.
    pub(super) fn another(&self, than: i32) -> Option<(i32, SocketAddr)> {
        let others = self
            .0
            .iter()
            .filter(|(number, peer)| **number != than && !peer.draining);
        let others: Vec<(i32, SocketAddr)> = others.map(|(number, peer)| (*number, peer.address)).collect();
        fastrand::choice(others)
    }
}

/// Marks a request that another node has forwarded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassedOn;

/// Accepts only requests of other nodes.
pub(crate) async fn from_peer(State(cluster): State<Arc<Cluster>>, mut request: Request, next: Next) -> Response {
    // Hashes are compared, so the time of the comparison reveals nothing about the secret.
    let hash = |text: &[u8]| Sha256::digest(text);
    let given = request.headers().get(PEER).map(|value| hash(value.as_bytes()));
    if given != Some(hash(cluster.secret.as_bytes())) {
        return (StatusCode::FORBIDDEN, "this address is for other nodes").into_response();
    }
    let client = request
        .headers()
        .get(CLIENT)
        .and_then(|value| value.to_str().ok()?.parse::<IpAddr>().ok());
    if let Some(client) = client {
        request.extensions_mut().insert(VisitorAddress::of(client));
    }
    request.extensions_mut().insert(PassedOn);
    next.run(request).await
}
