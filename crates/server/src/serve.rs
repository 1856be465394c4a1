//! The server as a whole: shared state, start and shutdown.

mod settings;

use std::{io, net::SocketAddr, sync::Arc, thread, time::Duration};

use axum::{Router, middleware, routing::get};
use host::{Clock, Host, HostSettings, Lease, StoreError};
use tokio::{
    net::TcpListener,
    runtime::{self, Runtime},
    sync::watch,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tracing::{info, warn};

use crate::{
    api,
    chat::Chats,
    cluster::{Cluster, Keeper, NodeSettings, from_peer, to_owner},
    context::AppContext,
    guard, health,
    hosts::Hosts,
    limits::{self, Caps},
    listen::{self, Doors, closed},
    metered::MeteredStore,
    metrics::Metrics,
    online::Online,
    page,
    pairing::{self, Pool},
    players::{GameStore, Hashing, Recorded, Recorder},
    seats::SeatTokens,
    share, socket,
    store::postgres::{Database, NodeNumber, PostgresStore},
    test_clock,
    visitor::Proxies,
    visitors::Visitors,
};
pub use settings::{ServeError, Settings, Time};

/// A node that has been entered into the database.
struct Joined {
    /// The time at its tables.
    clock: Clock,
    lease: Lease,
    keeper: Keeper,
    cluster: Arc<Cluster>,
    /// Where other nodes come.
    listener: TcpListener,
}

/// A server that is open.
pub struct Server {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    runtime: Runtime,
    close: watch::Sender<bool>,
    visitors: Arc<Visitors>,
    serving: Vec<JoinHandle<()>>,
    host: Host,
    /// Ends when the last finished game is recorded and the store is closed.
    recording: Recorded,
    node: Option<(Arc<Cluster>, thread::JoinHandle<()>)>,
}

impl Server {
    /// Opens a server whose games are in `store`; it serves in the background.
    pub fn open(settings: Settings, store: impl GameStore + 'static) -> Result<Self, ServeError> {
        Server::assemble(settings, store, |_| Ok(None))
    }

    /// Opens a server that is one of several nodes on a database.
    pub fn open_node(settings: Settings, node: NodeSettings) -> Result<Self, ServeError> {
        let database = Database::read(&node.database)?;
        let time = settings.time;
        let number = NodeNumber::default();
        let store = PostgresStore::open(&database, number.clone())?;
        Server::assemble(settings, store, move |runtime| {
            let listener = runtime.block_on(async { listen::listener(node.peer_listen) });
            let listener = listener.map_err(|error| ServeError::Listen {
                address: node.peer_listen,
                error,
            })?;
            let address = node.peer_address.map_or_else(|| listener.local_addr(), Ok)?;
            if address.ip().is_unspecified() {
                return Err(ServeError::PeerAddress(address));
            }
            let clock = Clock::wall();
            // Driven time is that of the tables; the database and the other nodes go by the wall clock.
            let (tables, lease) = match time {
                Time::Wall => (clock.clone(), Lease::until(Keeper::end_from(clock.now()))),
                Time::Driven => (Clock::manual(), Lease::forever()),
            };
            let joined = async {
                let own = (node.name.clone(), number.clone());
                let (keeper, nodes) = Keeper::register(&database, own.0, address, clock.clone(), own.1).await?;
                let cluster = Cluster::join(&database, node.name.clone(), number, nodes).await?;
                Ok::<_, StoreError>((keeper, cluster))
            };
            let (keeper, cluster) = runtime.block_on(joined)?;
            Ok(Some(Joined {
                clock: tables,
                lease,
                keeper,
                cluster: Arc::new(cluster),
                listener,
            }))
        })
    }

    /// Opens a server, as a node if `join` makes it one.
    fn assemble(
        settings: Settings,
        store: impl GameStore + 'static,
        join: impl FnOnce(&Runtime) -> Result<Option<Joined>, ServeError>,
    ) -> Result<Self, ServeError> {
        if settings.time == Time::Driven && !settings.listen.ip().is_loopback() {
            return Err(ServeError::DrivenTime(settings.listen));
        }
        let runtime = runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(limits::WAITING_THREADS)
            .build()?;
        let listen = |address: SocketAddr| {
            let bound = runtime.block_on(async { listen::listener(address) });
            let bound = bound.and_then(|listener| Ok((listener.local_addr()?, listener)));
            bound.map_err(|error| ServeError::Listen { address, error })
        };
        let (address, listener) = listen(settings.listen)?;
        let metrics_listener = settings.metrics.map(listen).transpose()?;
        let (close, closing) = watch::channel(false);
        let visitors = Arc::new(Visitors::new(
            caps(settings.per_address),
            settings.per_address,
            settings.stored_per_hour,
        ));
        let joined = join(&runtime)?;
        let metrics = Metrics::new(joined.as_ref().map(|joined| joined.cluster.name.as_str()));
        let ticks = metrics.ticks.clone();
        let players = Arc::new(store.players()?);
        let (recorder, ended) = Recorder::new();
        let store = MeteredStore::new(store, metrics.failed_writes.clone(), Arc::clone(&visitors), recorder);
        let host = Host::open(HostSettings {
            clock: match (&joined, settings.time) {
                (Some(joined), _) => joined.clock.clone(),
                (None, Time::Wall) => Clock::wall(),
                (None, Time::Driven) => Clock::manual(),
            },
            // The first renewal of a node follows at once.
            lease: joined
                .as_ref()
                .map_or_else(Lease::forever, |joined| joined.lease.clone()),
            tick_observer: Arc::new(move |late| ticks.observe(late.as_secs_f64())),
            ..HostSettings::new(settings.registry, store)
        });
        let recording = ended.start(&host, Arc::clone(&players));
        let proxies = Proxies::new(settings.proxies);
        let context = Arc::new(AppContext {
            seats: SeatTokens::new(host.clone()),
            host: host.clone(),
            pool: Pool::new(joined.as_ref().map(|joined| &joined.cluster)),
            chats: settings.chat.then(Chats::default),
            online: Online::default(),
            players: Arc::clone(&players),
            hashing: Hashing::start(&metrics.hashes),
            cluster: joined.as_ref().map(|joined| Arc::clone(&joined.cluster)),
            metrics,
            visitors: Arc::clone(&visitors),
            proxies: proxies.clone(),
            hosts: Hosts::new(&settings.hosts),
            closing: closing.clone(),
            tables: settings.tables,
            opening: Arc::default(),
            spectators: Arc::default(),
        });
        let doors = Doors {
            visitors: Arc::clone(&visitors),
            proxies,
            closing: closing.clone(),
        };
        let mut serving = vec![
            runtime.spawn(sweep(Arc::clone(&context))),
            runtime.spawn(pairing::waves(Arc::clone(&context))),
        ];
        let metrics = metrics_listener.map(|(address, listener)| {
            // Only the operator reads metrics.
            let doors = Doors::unlimited(closing.clone());
            let app = health::metrics_router().with_state(Arc::clone(&context));
            serving.push(runtime.spawn(doors.serve(listener, app)));
            info!(%address, "figures can be read");
            address
        });
        let app = router(settings.time, &context);
        let mut node = None;
        if let Some(mut joined) = joined {
            let from_peer = middleware::from_fn_with_state(Arc::clone(&joined.cluster), from_peer);
            let peers = finished(app.clone().layer(from_peer), &context);
            // Another node has counted the visitor; forwarded requests come from few addresses.
            let doors = Doors::unlimited(closing.clone());
            serving.push(runtime.spawn(doors.serve(joined.listener, peers)));
            joined.keeper.failures = context.metrics.failed_renewals.clone();
            let keeping = joined.keeper.start(host.clone(), closing)?;
            node = Some((joined.cluster, keeping));
        }
        let admit = middleware::from_fn_with_state(Arc::clone(&context), guard::admit);
        serving.push(runtime.spawn(doors.serve(listener, finished(app.layer(admit), &context))));
        info!(%address, "Threefold is open");
        Ok(Server {
            address,
            metrics,
            runtime,
            close,
            visitors,
            serving,
            host,
            recording,
            node,
        })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where `/metrics` is, if it is anywhere.
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Serves until the program is asked to end, then closes.
    pub fn run(self) -> Result<(), ServeError> {
        self.runtime.block_on(asked_to_end())?;
        self.close()
    }

    /// Opens no new tables, notifies every client, and ends when everything is stored.
    pub fn close(self) -> Result<(), ServeError> {
        const TIMEOUT: Duration = Duration::from_secs(10);
        info!("Threefold is closing");
        if let Some((cluster, _)) = &self.node {
            // Tables move to other nodes while this one still forwards requests.
            self.runtime.block_on(cluster.drain(self.host.clone()));
        }
        self.close.send_replace(true);
        drop(self.host);
        let farewell = async {
            for serving in self.serving {
                // A task that panicked has reported it on stderr.
                drop(serving.await);
            }
            // When all sockets have ended, every client has got the last message.
            while self.visitors.sockets() > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let ended = self.runtime.block_on(async { timeout(TIMEOUT, farewell).await });
        if ended.is_err() {
            // Its acknowledged commands are stored.
            info!("a socket that does not end by itself is left behind");
        }
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        self.recording.wait(TIMEOUT);
        if let Some((_, keeping)) = self.node {
            // A thread that panicked has reported it on stderr.
            drop(keeping.join());
        }
        Ok(())
    }
}

/// Forgets closed tables of visitors and deletes empty games, until the server closes.
async fn sweep(context: Arc<AppContext>) {
    loop {
        let swept = context
            .blocking(|context| context.visitors.sweep(|table| context.is_open(table)))
            .await;
        let expired = context
            .blocking(|context| context.host.expire_empty(limits::EMPTY_GAME))
            .await;
        match (swept, expired) {
            (Ok(()), Ok(Ok(0))) => {}
            (Ok(()), Ok(Ok(games))) => info!("{games} empty games have expired"),
            (_, Ok(Err(error))) => warn!("empty games do not expire: {error}"),
            (Err(_), _) | (_, Err(_)) => warn!("visitors are not counted anew"),
        }
        tokio::select! {
            () = sleep(limits::SWEEP) => {}
            () = closed(context.closing.clone()) => return,
        }
    }
}

/// The usual caps, as far as the system gives file descriptors for them.
#[cfg(unix)]
fn caps(per_address: u32) -> Caps {
    let caps = Caps::new(per_address);
    let wanted = caps.files();
    match rlimit::increase_nofile_limit(wanted as u64) {
        Ok(files) if files < wanted as u64 => {
            let fewer = caps.within(usize::try_from(files).unwrap_or(usize::MAX));
            warn!(
                "the system allows {files} open files of {wanted}: there may be {} sockets at once; ulimit -n raises it",
                fewer.sockets
            );
            fewer
        }
        Ok(_) => caps,
        Err(error) => {
            warn!("the limit of open files cannot be read: {error}");
            caps
        }
    }
}

#[cfg(not(unix))]
fn caps(per_address: u32) -> Caps {
    Caps::new(per_address)
}

/// What is served; requests about a table of another node are passed on.
fn router(time: Time, context: &Arc<AppContext>) -> Router<Arc<AppContext>> {
    let app = Router::new()
        .merge(api::router())
        .route("/ws/{table}", get(socket::open))
        .merge(health::router())
        .merge(page::router())
        .merge(share::router());
    let app = match time {
        Time::Wall => app,
        Time::Driven => app.merge(test_clock::router()),
    };
    app.fallback(api::not_found)
        .layer(middleware::from_fn_with_state(Arc::clone(context), to_owner))
}

/// Gives every answer its form and its headers.
fn finished(app: Router<Arc<AppContext>>, context: &Arc<AppContext>) -> Router {
    app.layer(middleware::from_fn(api::errors_as_json))
        .layer(middleware::from_fn(page::headers))
        .with_state(Arc::clone(context))
}

/// Ends when the program is asked to: Ctrl-C everywhere, SIGTERM where there is one.
#[cfg(unix)]
async fn asked_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut term = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

/// Ends when the program is asked to.
#[cfg(not(unix))]
async fn asked_to_end() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
