//! The server as a whole: what it shares, how it begins and how it ends.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Router, extract::State, http::StatusCode, middleware, response::IntoResponse, routing::get, serve::ListenerExt,
};
use hall::Hall;
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpSocket},
    runtime::{self, Runtime},
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::timeout,
};
use tracing::{debug, info};

use crate::{
    api::{self, ApiError},
    database::{Database, DatabaseError},
    limits::{self, Pace},
    metrics::Metrics,
    page,
    rooms::Rooms,
    socket,
};

/// Where the hall is, and where it keeps its games.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The directory of the database.
    pub data: PathBuf,
    /// Tables that may be open at once.
    pub tables: usize,
}

impl Settings {
    /// So many tables are open at once unless said otherwise.
    pub const TABLES: usize = 1_500;
}

/// Why the hall cannot open.
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
    /// The games cannot be kept.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The system gives no threads or signals.
    #[error("the server cannot run: {0}")]
    Runtime(#[from] io::Error),
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) hall: Hall,
    pub(crate) rooms: Rooms,
    pub(crate) metrics: Metrics,
    /// Places for sockets.
    pub(crate) sockets: Arc<Semaphore>,
    /// True once the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
    /// Tables that may be open at once.
    tables: usize,
    /// Who opened tables lately.
    paces: Mutex<HashMap<IpAddr, Pace>>,
}

impl Shared {
    /// Runs what may wait for a disk or a clerk away from the sockets.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Shared) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let shared = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&shared))
            .await
            .map_err(|_| ApiError::Broken)
    }

    /// Whether an address may open one more table now: in a full hall the games that run stay on time.
    pub(crate) fn admits(&self, from: IpAddr, now: Instant) -> Result<(), ApiError> {
        /// So many addresses are remembered before those at rest are forgotten.
        const REMEMBERED: usize = 4_096;
        if *self.closing.borrow() {
            return Err(ApiError::Closing);
        }
        if self.hall.tables() >= self.tables {
            return Err(ApiError::Full);
        }
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        if paces.len() >= REMEMBERED {
            paces.retain(|_, pace| !pace.is_rested(now));
        }
        let pace = paces.entry(from).or_insert_with(|| Pace::of_tables(now));
        if pace.allows(now) {
            Ok(())
        } else {
            Err(ApiError::TooFast)
        }
    }
}

/// A hall that is open.
pub struct Server {
    address: SocketAddr,
    runtime: Runtime,
    close: watch::Sender<bool>,
    sockets: Arc<Semaphore>,
    serving: JoinHandle<io::Result<()>>,
}

impl Server {
    /// Opens the hall; it is served in the background.
    pub fn open(settings: &Settings) -> Result<Self, ServeError> {
        let database = Database::open(&settings.data)?;
        let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
        let listen = |error| ServeError::Listen {
            address: settings.listen,
            error,
        };
        let listener = runtime.block_on(async { listener(settings.listen) }).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // News that waited for the page's word of having got the news before would be late by a tick or more.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                debug!("a socket will be slow: {error}");
            }
        });
        let (close, closing) = watch::channel(false);
        let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
        let metrics = Metrics::new();
        let ticks = metrics.ticks.clone();
        let shared = Arc::new(Shared {
            hall: Hall::open(hall::Settings {
                timekeeper: Arc::new(move |late| ticks.observe(late.as_secs_f64())),
                ..hall::Settings::with_store(database.store()?)
            }),
            rooms: Rooms::new(database),
            metrics,
            sockets: Arc::clone(&sockets),
            closing: closing.clone(),
            tables: settings.tables,
            paces: Mutex::default(),
        });
        let app = router(shared).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, app).with_graceful_shutdown(closed(closing));
        info!(%address, data = %settings.data.display(), "the hall is open");
        Ok(Server {
            address,
            serving: runtime.spawn(serving.into_future()),
            runtime,
            close,
            sockets,
        })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Keeps the hall open until the program is asked to end, then closes it.
    pub fn run(self) -> Result<(), ServeError> {
        self.runtime.block_on(asked_to_end())?;
        self.close()
    }

    /// Opens no new tables, tells everybody who is connected, and ends when all is kept.
    pub fn close(self) -> Result<(), ServeError> {
        const PATIENCE: Duration = Duration::from_secs(10);
        info!("the hall is closing");
        self.close.send_replace(true);
        let farewell = async {
            let served = self.serving.await;
            // When every place is free again, everybody has heard the last words.
            drop(self.sockets.acquire_many(limits::SOCKETS as u32).await);
            served
        };
        let ended = self.runtime.block_on(async { timeout(PATIENCE, farewell).await });
        // A socket that does not end by itself is left behind; what it was told is on disk.
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        match ended {
            Ok(Ok(served)) => Ok(served?),
            Ok(Err(_)) | Err(_) => Ok(()),
        }
    }
}

/// Listens, with sockets that hold little for whoever does not read.
fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    /// So many may knock at once, as is usual.
    const KNOCKING: u32 = 1_024;
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Elsewhere it would let two programs share an address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(limits::UNREAD)?;
    socket.bind(address)?;
    socket.listen(KNOCKING)
}

/// Ends when the hall is about to close; the value it waited for is let go at once.
pub(crate) async fn closed(mut closing: watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .merge(api::router())
        .route("/ws/{table}", get(socket::open))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .merge(page::router())
        .layer(middleware::from_fn(page::headers))
        .with_state(shared)
}

async fn health(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    if *shared.closing.borrow() {
        (StatusCode::SERVICE_UNAVAILABLE, "closing\n")
    } else {
        (StatusCode::OK, "ok\n")
    }
}

async fn metrics(State(shared): State<Arc<Shared>>) -> Result<String, ApiError> {
    shared.metrics.open_tables.set(shared.hall.tables() as i64);
    shared.metrics.text().map_err(|_| ApiError::Broken)
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
