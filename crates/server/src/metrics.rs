//! Metrics for the operator, in the format of Prometheus.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use prometheus_client::{
    encoding::text::encode,
    metrics::{
        counter::Counter,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

use crate::cluster::Cluster;

/// What is counted.
pub(crate) struct Metrics {
    registry: Registry,
    /// Sockets now.
    pub(crate) sockets: Gauge,
    /// Tables opened since the start.
    pub(crate) tables: Counter,
    /// Commands of clients.
    pub(crate) commands: Counter,
    /// Of those, refused.
    pub(crate) refusals: Counter,
    /// Sockets closed for misbehaviour.
    pub(crate) expelled: Counter,
    /// Writes to the store that failed.
    pub(crate) failed_writes: Counter,
    /// Hashes of passwords that were computed.
    pub(crate) hashes: Counter,
    /// Attempts to sign in that failed: a wrong name, password or code, or too many attempts.
    pub(crate) failed_sign_ins: Counter,
    /// Requests for tables and players that do not exist.
    pub(crate) guesses: Counter,
    /// Seconds from a command to its answer.
    pub(crate) answers: Histogram,
    /// Seconds from the moment a tick was due until it was played.
    pub(crate) ticks: Histogram,
    /// Tables open now.
    pub(crate) open_tables: Gauge,
    /// Renewals of the node's lease that failed.
    pub(crate) failed_renewals: Counter,
    /// Nodes that live, as this one knows.
    nodes: Gauge,
    /// Sockets that are passed to other nodes.
    passed: Gauge,
    /// 1 while the node's lease holds.
    lease: Gauge,
}

/// Buckets for tick delays, which are whole milliseconds: `le="0.019"` counts all below 20 ms.
const LATE: [f64; 20] = [
    0.0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.007, 0.009, 0.011, 0.014, 0.019, 0.024, 0.029, 0.039, 0.049, 0.074,
    0.099, 0.199, 0.499, 0.999,
];

impl Metrics {
    /// New metrics; each has the label of the node, if the server is one.
    pub(crate) fn new(node: Option<&str>) -> Self {
        let label = node.map(|node| ("node".into(), node.to_owned().into()));
        let mut registry = Registry::with_prefix_and_labels("threefold", label.into_iter());
        let [sockets, open_tables, nodes, passed, lease] = [(); 5].map(|()| Gauge::<i64, AtomicI64>::default());
        let [
            tables,
            commands,
            refusals,
            expelled,
            failed_writes,
            failed_renewals,
            hashes,
            failed_sign_ins,
            guesses,
        ] = [(); 9].map(|()| Counter::<u64, AtomicU64>::default());
        let answers = Histogram::new(exponential_buckets(0.000_1, 2.0, 16));
        let ticks = Histogram::new(LATE);
        registry.register("sockets", "Sockets now", sockets.clone());
        registry.register("open_tables", "Tables open now", open_tables.clone());
        registry.register("tables", "Tables opened", tables.clone());
        registry.register("commands", "Commands of clients", commands.clone());
        registry.register("refusals", "Commands refused", refusals.clone());
        let failed = "Writes to the store that failed";
        registry.register("failed_writes", failed, failed_writes.clone());
        registry.register("expelled", "Sockets closed for what they did", expelled.clone());
        registry.register("password_hashes", "Hashes of passwords computed", hashes.clone());
        let failed = "Attempts to sign in that failed";
        registry.register("failed_sign_ins", failed, failed_sign_ins.clone());
        let guessed = "Requests for tables and players that do not exist";
        registry.register("guesses", guessed, guesses.clone());
        registry.register("answer_seconds", "From a command to its answer", answers.clone());
        let late = "How late ticks of live games were played";
        registry.register("tick_delay_seconds", late, ticks.clone());
        if node.is_some() {
            registry.register("nodes", "Nodes that live, as this one knows", nodes.clone());
            registry.register("passed_sockets", "Sockets passed to other nodes now", passed.clone());
            registry.register("lease_held", "1 while the lease of the node holds", lease.clone());
            let failed = "Renewals of the lease that failed";
            registry.register("failed_renewals", failed, failed_renewals.clone());
        }
        Metrics {
            registry,
            sockets,
            tables,
            commands,
            refusals,
            expelled,
            failed_writes,
            hashes,
            failed_sign_ins,
            guesses,
            answers,
            ticks,
            open_tables,
            failed_renewals,
            nodes,
            passed,
            lease,
        }
    }

    /// Takes note of what a node knows.
    pub(crate) fn node(&self, cluster: &Cluster, holds_lease: bool) {
        self.nodes.set(cluster.nodes.borrow().count() as i64);
        self.passed.set(cluster.passed.load(Ordering::Relaxed) as i64);
        self.lease.set(i64::from(holds_lease));
    }

    /// Everything as text.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
