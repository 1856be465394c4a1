//! A server that is reached by https: a proxy before it ends TLS, as hosts do.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};

/// The certificate of the authority that signed that of `localhost`.
pub(crate) fn authority() -> PathBuf {
    certificates().join("ca.pem")
}

/// Opens a port that passes everything on to a server, with TLS on the side of the port.
pub(crate) fn proxy(server: &str) -> u16 {
    let chain = CertificateDer::from_pem_file(certificates().join("localhost.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(certificates().join("localhost.key")).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions of TLS")
        .with_no_client_auth()
        .with_single_cert(vec![chain], key)
        .expect("the key fits");
    let (config, server) = (Arc::new(config), server.to_owned());
    let listener = TcpListener::bind("localhost:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (config, server) = (Arc::clone(&config), server.clone());
            // A connection ends when either side does.
            thread::spawn(move || pass(client, config, &server).unwrap_or_default());
        }
    });
    port
}

fn certificates() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/certificates")
}

/// Passes bytes in both directions until one side ends.
fn pass(client: TcpStream, config: Arc<ServerConfig>, server: &str) -> io::Result<()> {
    let mut inside = TcpStream::connect(server)?;
    for stream in [&client, &inside] {
        stream.set_read_timeout(Some(Duration::from_millis(5)))?;
        stream.set_nodelay(true)?;
    }
    let connection = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut outside = StreamOwned::new(connection, client);
    while step(&mut outside, &mut inside)? && step(&mut inside, &mut outside)? {}
    outside.conn.send_close_notify();
    outside.flush()
}

/// Passes on what has come; `false` at the end.
fn step(from: &mut impl Read, to: &mut impl Write) -> io::Result<bool> {
    let mut bytes = [0; 16 << 10];
    match from.read(&mut bytes) {
        Ok(0) => Ok(false),
        Ok(count) => {
            to.write_all(&bytes[..count])?;
            to.flush()?;
            Ok(true)
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(true),
        Err(error) => Err(error),
    }
}
