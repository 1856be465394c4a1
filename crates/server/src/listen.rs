//! Accepts connections and serves requests on them, with limits of time and number.

use std::{
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body, extract::Request};
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::{TcpListener, TcpSocket, TcpStream},
    runtime::Handle,
    sync::{mpsc, watch},
    time::{Sleep, sleep, timeout},
};
use tower::ServiceExt;
use tracing::{debug, warn};

use crate::{
    limits::{self, Caps},
    visitor::{Peer, Proxies, VisitorAddress},
    visitors::{Place, Visitors},
};

/// Listens, with small send buffers for clients that do not read.
pub(crate) fn listener(address: SocketAddr) -> io::Result<TcpListener> {
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

/// Completes when the server is about to close.
pub(crate) async fn closed(mut closing: watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}

/// Accepts connections.
pub(crate) struct Doors {
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) proxies: Proxies,
    pub(crate) closing: watch::Receiver<bool>,
}

impl Doors {
    /// For an address that only the operator's programs reach: there are no limits per visitor.
    pub(crate) fn unlimited(closing: watch::Receiver<bool>) -> Self {
        /// So many times what a visitor may have.
        const TIMES: u32 = 1_000;
        Doors {
            visitors: Arc::new(Visitors::new(Caps::new(TIMES), TIMES, 0)),
            proxies: Proxies::default(),
            closing,
        }
    }

    /// Serves until the server closes, and ends when the last connection has.
    pub(crate) async fn serve(self, listener: TcpListener, app: Router) {
        /// The pause after a failed accept.
        const PAUSE: Duration = Duration::from_millis(50);
        // Every connection has a clone of the sender; the channel is closed with the last of them.
        let (open, mut ended) = mpsc::channel::<()>(1);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = closed(self.closing.clone()) => break,
            };
            match accepted {
                Ok((stream, peer)) => self.accept(stream, peer, &app, &open),
                Err(error) => {
                    // Mostly for lack of file descriptors; waiting clients are accepted when others have gone.
                    warn!("no connection is accepted: {error}");
                    sleep(PAUSE).await;
                }
            }
        }
        drop((listener, open));
        ended.recv().await;
    }

    fn accept(&self, stream: TcpStream, peer: SocketAddr, app: &Router, open: &mpsc::Sender<()>) {
        let address = (!self.proxies.trusts(peer.ip())).then(|| VisitorAddress::of(peer.ip()));
        let Ok(place) = self.visitors.connection(address) else {
            refuse(&stream);
            return;
        };
        // Nagle's algorithm would delay messages by a tick or more.
        if let Err(error) = stream.set_nodelay(true) {
            debug!("a socket will be slow: {error}");
        }
        let (app, closing, open) = (app.clone(), self.closing.clone(), open.clone());
        tokio::spawn(async move {
            connection(stream, peer, app, closing).await;
            drop::<(Place, _)>((place, open));
        });
    }
}

/// Refuses a connection beyond the limit, as far as possible without waiting.
fn refuse(stream: &TcpStream) {
    const BODY: &str = r#"{"error":{"code":"full","words":"too many connections; try again in a moment"}}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    if let Err(error) = stream.try_write(answer.as_bytes()) {
        debug!("a connection without a place was not answered: {error}");
    }
}

/// Serves the requests of a connection until it becomes a socket, ends, or has lasted long enough.
async fn connection(stream: TcpStream, peer: SocketAddr, app: Router, closing: watch::Receiver<bool>) {
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let request: Request = request.map(Body::new);
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADER)
        .max_buf_size(limits::HEADERS)
        .serve_connection(TokioIo::new(Patient::new(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        () = sleep(limits::CONNECTION) => None,
        () = closed(closing) => None,
    };
    let ended = if let Some(ended) = ended {
        Ok(ended)
    } else {
        connection.as_mut().graceful_shutdown();
        timeout(limits::LAST_ANSWER, connection).await
    };
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => debug!("a connection broke: {error}"),
        Err(_) => debug!("an answer was not read"),
    }
}

/// A stream whose client must read sent data within a time limit.
///
/// After a drop, incoming data is read for a moment: the system would otherwise reset the connection, and the client
/// would lose the last message.
struct Patient {
    /// There until it is dropped.
    stream: Option<TcpStream>,
    /// Since something waits to be taken.
    waits: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    const fn new(stream: TcpStream) -> Self {
        Patient {
            stream: Some(stream),
            waits: None,
        }
    }

    fn stream(&mut self) -> Pin<&mut TcpStream> {
        Pin::new(self.stream.as_mut().expect("it is there until it is dropped"))
    }

    /// Fails a write that waited too long.
    fn within<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(limits::STALLED)));
        match waits.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        if let (Some(stream), Ok(runtime)) = (self.stream.take(), Handle::try_current()) {
            runtime.spawn(linger(stream));
        }
    }
}

/// Shuts a connection down and reads incoming data until the client closes it too.
async fn linger(mut stream: TcpStream) {
    /// The limits of time and bytes for this.
    const TIMEOUT: Duration = Duration::from_secs(1);
    const MOST: u64 = 1 << 20;
    let read = async {
        stream.shutdown().await?;
        let mut rest = stream.take(MOST);
        tokio::io::copy(&mut rest, &mut tokio::io::sink()).await
    };
    if !matches!(timeout(TIMEOUT, read).await, Ok(Ok(_))) {
        debug!("a connection was not ended by its other end");
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream().poll_write(context, bytes);
        self.within(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream().poll_write_vectored(context, bytes);
        self.within(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.stream().poll_flush(context);
        self.within(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = self.stream().poll_shutdown(context);
        self.within(shut, context)
    }
}
