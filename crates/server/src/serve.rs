//! The server as a whole: what it shares, how it begins and how it ends.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{Router, middleware, routing::get, serve::ListenerExt};
use host::{Clock, Host, HostSettings, Store};
use play::Registry;
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
    api, context::AppContext, health, limits, metered::MeteredStore, metrics::Metrics, page, seats::SeatTokens, socket,
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
    /// The system gives no threads or signals.
    #[error("the server cannot run: {0}")]
    Runtime(#[from] io::Error),
}

/// A server that is open.
pub struct Server {
    address: SocketAddr,
    runtime: Runtime,
    close: watch::Sender<bool>,
    sockets: Arc<Semaphore>,
    serving: JoinHandle<io::Result<()>>,
}

impl Server {
    /// Opens a server whose games are in `store`; it serves in the background.
    pub fn open(settings: Settings, store: impl Store + 'static) -> Result<Self, ServeError> {
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
        // A message that waited for the client to acknowledge the one before would be late by a tick or more.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                debug!("a socket will be slow: {error}");
            }
        });
        let (close, closing) = watch::channel(false);
        let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
        let metrics = Metrics::new();
        let ticks = metrics.ticks.clone();
        let store = MeteredStore::new(store, metrics.failed_writes.clone());
        let host = Host::open(HostSettings {
            clock: match settings.time {
                Time::Wall => Clock::wall(),
                Time::Driven => Clock::manual(),
            },
            tick_observer: Arc::new(move |late| ticks.observe(late.as_secs_f64())),
            ..HostSettings::new(settings.registry, store)
        });
        let context = Arc::new(AppContext {
            seats: SeatTokens::new(host.clone()),
            host,
            metrics,
            sockets: Arc::clone(&sockets),
            closing: closing.clone(),
            tables: settings.tables,
            paces: Mutex::default(),
        });
        let app = router(context, settings.time).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, app).with_graceful_shutdown(closed(closing));
        info!(%address, "Threefold is open");
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

    /// Serves until the program is asked to end, then closes.
    pub fn run(self) -> Result<(), ServeError> {
        self.runtime.block_on(asked_to_end())?;
        self.close()
    }

    /// Opens no new tables, tells everybody who is connected, and ends when everything is stored.
    pub fn close(self) -> Result<(), ServeError> {
        const PATIENCE: Duration = Duration::from_secs(10);
        info!("Threefold is closing");
        self.close.send_replace(true);
        let farewell = async {
            let served = self.serving.await;
            // When every place is free again, everybody has got the last message.
            drop(self.sockets.acquire_many(limits::SOCKETS as u32).await);
            served
        };
        let ended = self.runtime.block_on(async { timeout(PATIENCE, farewell).await });
        // A socket that does not end by itself is left behind; what it was sent is stored.
        self.runtime.shutdown_timeout(Duration::from_secs(1));
        match ended {
            Ok(Ok(served)) => Ok(served?),
            Ok(Err(_)) | Err(_) => Ok(()),
        }
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
