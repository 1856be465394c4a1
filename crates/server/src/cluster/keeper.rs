//! Renews the lease of a node, on a separate connection and thread, and declares other nodes dead.
//!
//! A node declares another dead only after the other's lease has expired, and only if its own renewals had no gap for a
//! whole lease. A node with an expired lease that was not declared dead renews it, so an outage of the database makes
//! no node dead.

use std::{
    net::SocketAddr,
    thread::{self, JoinHandle},
    time::Duration,
};

use host::{Clock, Flush, Host, StoreError};
use play::Moment;
use prometheus_client::metrics::counter::Counter;
use tokio::{
    runtime,
    sync::watch,
    time::{sleep, timeout},
};
use tracing::{error, info, warn};

use super::{
    LEASE,
    peers::{Nodes, Peer},
};
use crate::store::postgres::{Database, Fault, Link, NodeNumber};

/// Between two renewals.
const PERIOD: Duration = Duration::from_millis(500);
/// How long a renewal may take before another connection is tried.
const ANSWER: Duration = Duration::from_secs(1);
/// A node stops this long before its lease expires for the others.
const MARGIN: Duration = Duration::from_millis(300);

const REGISTER: &str = "INSERT INTO nodes (name, address, until)
    VALUES ($1, $2, now() + make_interval(secs => $3)) RETURNING id";
const RENEW: &str = "WITH renewed AS (
        UPDATE nodes SET until = now() + make_interval(secs => $2) WHERE id = $1 AND NOT dead RETURNING id
    ) SELECT n.id, n.address, n.draining, (SELECT count(*) FROM renewed) FROM nodes n WHERE NOT n.dead";
const BURY: &str = "UPDATE nodes SET dead = true WHERE NOT dead AND until < now() AND id <> $1 RETURNING id, name";

/// What renews the lease.
pub(crate) struct Keeper {
    link: Link,
    name: String,
    address: SocketAddr,
    number: NodeNumber,
    nodes: watch::Sender<Nodes>,
    /// Renewals that failed.
    pub(crate) failures: Counter,
    clock: Clock,
    /// The last renewal, and the first one since the last gap.
    renewed: Option<(Moment, Moment)>,
}

impl Keeper {
    /// Enters the node into the database; its lease begins now.
    pub(crate) async fn register(
        database: &Database,
        name: String,
        address: SocketAddr,
        clock: Clock,
        number: NodeNumber,
    ) -> Result<(Self, watch::Receiver<Nodes>), StoreError> {
        let (nodes, known) = watch::channel(Nodes::default());
        let mut keeper = Keeper {
            link: Link::new(database.clone(), Flush::Now),
            name,
            address,
            number,
            nodes,
            failures: Counter::default(),
            clock,
            renewed: None,
        };
        keeper.enter().await.map_err(|fault| fault.at(&database.place()))?;
        Ok((keeper, known))
    }

    async fn enter(&mut self) -> Result<(), Fault> {
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&self.name, &self.address.to_string(), &LEASE.as_secs_f64()];
        let rows = self.link.read(REGISTER, &values).await?;
        if let Some(row) = rows.first() {
            self.number.set(row.get(0));
            info!(
                node = self.name,
                number = self.number.get(),
                "this node is known to the others"
            );
        }
        Ok(())
    }

    /// When a lease that is renewed now ends for this node.
    pub(crate) fn end_from(moment: Moment) -> Moment {
        Moment(moment.0 + LEASE.saturating_sub(MARGIN).as_millis() as u64)
    }

    /// Renews until `stop` is set or dropped.
    pub(crate) fn start(
        mut self,
        host: Host,
        mut stop: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, std::io::Error> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let keep = move || {
            runtime.block_on(async {
                loop {
                    self.renew(&host).await;
                    let stopped = stop.wait_for(|stop| *stop);
                    if timeout(PERIOD, stopped).await.is_ok() {
                        return;
                    }
                }
            });
        };
        thread::Builder::new().name("lease".to_owned()).spawn(keep)
    }

    /// Renews once; a node that was declared dead drops its tables and begins again under another number.
    async fn renew(&mut self, host: &Host) {
        // Counted from before the renewal is sent: the database may have executed it at any time since.
        let before = self.clock.now();
        let (number, lease) = (self.number.get(), LEASE.as_secs_f64());
        let renewed = timeout(ANSWER, self.link.once(RENEW, &[&number, &lease])).await;
        let rows = match renewed {
            Ok(Ok(rows)) => rows,
            Ok(Err(fault)) => return self.missed(&format!("{fault:?}")).await,
            Err(_) => return self.missed("no answer").await,
        };
        let is_renewed = rows.iter().any(|row| row.get::<_, i64>(3) == 1);
        self.nodes.send_replace(Nodes::new(rows.iter().filter_map(|row| {
            let address = row.get::<_, String>(1).parse().ok()?;
            let draining = row.get(2);
            Some((row.get(0), Peer { address, draining }))
        })));
        if is_renewed {
            host.renew_lease(Self::end_from(before));
            self.bury(before).await;
        } else {
            self.renewed = None;
            error!("this node was declared dead; it drops its tables and begins again");
            host.abandon();
            if let Err(fault) = self.enter().await {
                warn!("this node could not begin again: {fault:?}");
            }
        }
    }

    async fn missed(&mut self, fault: &str) {
        warn!("the lease could not be renewed: {fault}");
        self.failures.inc();
        self.renewed = None;
        self.link.cut();
        // A refused connection fails at once.
        sleep(Duration::from_millis(100)).await;
    }

    /// Declares nodes dead whose lease is over.
    async fn bury(&mut self, now: Moment) {
        let period = |from: Moment| Duration::from_millis(now.0.saturating_sub(from.0));
        let first = match self.renewed {
            Some((last, first)) if period(last) <= LEASE / 2 => first,
            _ => now,
        };
        self.renewed = Some((now, first));
        if period(first) < LEASE {
            return;
        }
        let number = self.number.get();
        match timeout(ANSWER, self.link.once(BURY, &[&number])).await {
            Ok(Ok(rows)) => {
                for row in rows {
                    let (number, name): (i32, String) = (row.get(0), row.get(1));
                    warn!(number, name, "a node was declared dead: its lease is over");
                }
            }
            Ok(Err(fault)) => self.missed(&format!("{fault:?}")).await,
            Err(_) => self.missed("no answer").await,
        }
    }
}
