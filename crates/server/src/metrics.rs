//! Figures for whoever runs the hall, as Prometheus reads them.

use std::sync::atomic::AtomicU64;

use prometheus_client::{
    encoding::text::encode,
    metrics::{
        counter::Counter,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};

/// What is counted.
pub(crate) struct Metrics {
    registry: Registry,
    /// Sockets now.
    pub(crate) sockets: Gauge,
    /// Tables opened since the start.
    pub(crate) tables: Counter,
    /// Wishes that came in.
    pub(crate) wishes: Counter,
    /// Of those, refused.
    pub(crate) refusals: Counter,
    /// Sockets closed for what they did.
    pub(crate) expelled: Counter,
    /// Seconds from a wish to its answer.
    pub(crate) answers: Histogram,
}

impl Metrics {
    /// Nothing counted yet.
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("threefold");
        let sockets = Gauge::<i64, std::sync::atomic::AtomicI64>::default();
        let [tables, wishes, refusals, expelled] = [(); 4].map(|()| Counter::<u64, AtomicU64>::default());
        let answers = Histogram::new(exponential_buckets(0.000_1, 2.0, 16));
        registry.register("sockets", "Sockets now", sockets.clone());
        registry.register("tables", "Tables opened", tables.clone());
        registry.register("wishes", "Wishes of players", wishes.clone());
        registry.register("refusals", "Wishes refused", refusals.clone());
        registry.register("expelled", "Sockets closed for what they did", expelled.clone());
        registry.register("answer_seconds", "From a wish to its answer", answers.clone());
        Metrics {
            registry,
            sockets,
            tables,
            wishes,
            refusals,
            expelled,
            answers,
        }
    }

    /// Everything as text.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
