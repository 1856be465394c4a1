//! The server as a whole: what it shares, how it begins and how it ends.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use axum::{Router, middleware, routing::get, serve::ListenerExt};
use host::{Clock, Host, HostSettings, Lease, Store, StoreError};
use play::Registry;
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    runtime::{self, Runtime},
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::timeout,
};
use tracing::{debug, info};

use crate::{
    api,
    cluster::{Cluster, Keeper, NodeSettings, from_peer, to_owner},
    context::AppContext,
    health, limits,
    metered::MeteredStore,
    metrics::Metrics,
    page,
    seats::SeatTokens,
    socket,
    store::postgres::{Database, NodeNumber, PostgresStore},
    test_clock,
};

/// What a server is opened with, beside its store.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Tables that may be open at once.
    pub tables: usize,
    /// The turn games it knows.
    pub registry: Registry,
    /// The time at the tables.
    pub time: Time,
}

/// The time at the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// The wall clock.
    #[default]
    Wall,
    /// Time stands until `POST /test/pass` moves it; for tests, and on the loopback alone.
    Driven,
}

impl Settings {
    /// So many tables are open at once unless said otherwise.
    pub const TABLES: usize = 1_500;
}

/// Why the server cannot open.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Somebody else is there, or the address is not ours.
    #[error("cannot listen on {address}: {error}; another address can be named with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// Anybody could move the time.
    #[error("time can be driven by tests on the loopback alone, not on {0}")]
    DrivenTime(SocketAddr),
    /// The games cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Other nodes could not reach it.
    #[error("other nodes cannot reach {0}; name an address with --peer-address")]
    PeerAddress(SocketAddr),
    /// The system gives no threads or signals.
    #[error("the server cannot run: {0}")]
    Runtime(#[from] io::Error),
}

/// A node that has been entered into the database.
struct Joined {
    clock: Clock,
    keeper: Keeper,
    cluster: Arc<Cluster>,
    /// Where other nodes come.
    listener: TcpListener,
}

/// A server that is open.
pub struct Server {
    address: SocketAddr,
    runtime: Runtime,
    close: watch::Sender<bool>,
    sockets: Arc<Semaphore>,
    serving: Vec<JoinHandle<io::Result<()>>>,
    host: Host,
    node: Option<(Arc<Cluster>, thread::JoinHandle<()>)>,
}

impl Server {
    /// Opens a server whose games are in `store`; it serves in the background.
    pub fn open(settings: Settings, store: impl Store + 'static) -> Result<Self, ServeError> {
        Server::assemble(settings, store, |_| Ok(None))
    }

    /// Opens a server that is one of several nodes on a database.
    pub fn open_node(settings: Settings, node: NodeSettings) -> Result<Self, ServeError> {
        let database = Database::read(&node.database)?;
        let number = NodeNumber::default();
        let store = PostgresStore::open(&database, number.clone())?;
        Server::assemble(settings, store, move |runtime| {
            let listener = runtime.block_on(async { listener(node.peer_listen) });
            let listener = listener.map_err(|error| ServeError::Listen {
                address: node.peer_listen,
                error,
            })?;
            let address = node.peer_address.map_or_else(|| listener.local_addr(), Ok)?;
            if address.ip().is_unspecified() {
                return Err(ServeError::PeerAddress(address));
            }
            let clock = Clock::wall();
            let joined = async {
                let own = (node.name.clone(), number.clone());
                let (keeper, nodes) = Keeper::register(&database, own.0, address, clock.clone(), own.1).await?;
                let cluster = Cluster::join(&database, node.name.clone(), number, nodes).await?;
                Ok::<_, StoreError>((keeper, cluster))
            };
            let (keeper, cluster) = runtime.block_on(joined)?;
            Ok(Some(Joined {
                clock,
                keeper,
                cluster: Arc::new(cluster),
                listener,
            }))
        })
    }

    /// Opens a server, as a node if `join` makes it one.
    fn assemble(
        settings: Settings,
        store: impl Store + 'static,
        join: impl FnOnce(&Runtime) -> Result<Option<Joined>, ServeError>,
    ) -> Result<Self, ServeError> {
        if settings.time == Time::Driven && !settings.listen.ip().is_loopback() {
            return Err(ServeError::DrivenTime(settings.listen));
        }
        let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
        let listen = |error| ServeError::Listen {
            address: settings.listen,
            error,
        };
        let listener = runtime.block_on(async { listener(settings.listen) }).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let listener = listener.tap_io(no_delay);
        let (close, closing) = watch::channel(false);
        let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
        let joined = join(&runtime)?;
        let metrics = Metrics::new(joined.as_ref().map(|joined| joined.cluster.name.as_str()));
        let ticks = metrics.ticks.clone();
        let store = MeteredStore::new(store, metrics.failed_writes.clone());
        let host = Host::open(HostSettings {
            clock: match (&joined, settings.time) {
                (Some(joined), _) => joined.clock.clone(),
                (None, Time::Wall) => Clock::wall(),
                (None, Time::Driven) => Clock::manual(),
            },
            lease: match &joined {
                // The first renewal follows at once.
                Some(joined) => Lease::until(Keeper::end_from(joined.clock.now())),
                None => Lease::forever(),
            },
            tick_observer: Arc::new(move |late| ticks.observe(late.as_secs_f64())),
            ..HostSettings::new(settings.registry, store)
        });
        let context = Arc::new(AppContext {
            seats: SeatTokens::new(host.clone()),
            host: host.clone(),
            cluster: joined.as_ref().map(|joined| Arc::clone(&joined.cluster)),
            metrics,
            sockets: Arc::clone(&sockets),
            closing: closing.clone(),
            tables: settings.tables,
            paces: Mutex::default(),
        });
        let app = router(Arc::clone(&context), settings.time);
        let mut serving = Vec::new();
        let mut node = None;
        if let Some(mut joined) = joined {
            let from_peer = middleware::from_fn_with_state(Arc::clone(&joined.cluster), from_peer);
            let peers = app
                .clone()
                .layer(from_peer)
                .into_make_service_with_connect_info::<SocketAddr>();
            let peers = axum::serve(joined.listener.tap_io(no_delay), peers);
            let peers = peers.with_graceful_shutdown(closed(closing.clone()));
            serving.push(runtime.spawn(peers.into_future()));
            joined.keeper.failures = context.metrics.failed_renewals.clone();
            let keeping = joined.keeper.start(host.clone(), closing.clone())?;
            node = Some((joined.cluster, keeping));
        }
        let app = app.into_make_service_with_connect_info::<SocketAddr>();
        let public = axum::serve(listener, app).with_graceful_shutdown(closed(closing));
        serving.push(runtime.spawn(public.into_future()));
        info!(%address, "Threefold is open");
        Ok(Server {
            address,
            runtime,
            close,
            sockets,
            serving,
            host,
            node,
        })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the program is asked to end, then closes.
    pub fn run(self) -> Result<(), ServeError> {
        self.runtime.block_on(asked_to_end())?;
        self.close()
    }

    /// Opens no new tables, tells everybody who is connected, and ends when everything is stored.
    pub fn close(self) -> Result<(), ServeError> {
        const PATIENCE: Duration = Duration::from_secs(10);
        info!("Threefold is closing");
        if let Some((cluster, _)) = &self.node {
            // Tables move to other nodes while this one still passes on what comes.
            self.runtime.block_on(cluster.drain(self.host.clone()));
        }
        self.close.send_replace(true);
        drop(self.host);
        let farewell = async {
            let mut served = Ok(Ok(()));
            for serving in self.serving {
                served = serving.await;
            }
            // When every place is free again, everybody has got the last message.
            drop(self.sockets.acquire_many(limits::SOCKETS as u32).await);
            served
        };
        let ended = self.runtime.block_on(async { timeout(PATIENCE, farewell).await });
        // A socket that does not end by itself is left behind; what it was sent is stored.
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        if let Some((_, keeping)) = self.node {
            // A thread that panicked has said so on stderr.
            drop(keeping.join());
        }
        match ended {
            Ok(Ok(served)) => Ok(served?),
            Ok(Err(_)) | Err(_) => Ok(()),
        }
    }
}

/// A message that waited for the client to acknowledge the one before would be late by a tick or more.
fn no_delay(stream: &mut TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        debug!("a socket will be slow: {error}");
    }
}

/// Listens, with sockets that hold little for clients that do not read.
fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    /// Connections that wait to be accepted, as is usual.
    const BACKLOG: u32 = 1_024;
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Elsewhere it would let two programs share an address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(limits::UNREAD)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Ends when the server is about to close; the value it waited for is let go at once.
pub(crate) async fn closed(mut closing: watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}

fn router(context: Arc<AppContext>, time: Time) -> Router {
    let app = Router::new()
        .merge(api::router())
        .route("/ws/{table}", get(socket::open))
        .merge(health::router())
        .merge(page::router());
    let app = match time {
        Time::Wall => app,
        Time::Driven => app.merge(test_clock::router()),
    };
    app.fallback(api::not_found)
        .layer(middleware::from_fn_with_state(Arc::clone(&context), to_owner))
        .layer(middleware::from_fn(api::errors_as_json))
        .layer(middleware::from_fn(page::headers))
        .with_state(context)
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
