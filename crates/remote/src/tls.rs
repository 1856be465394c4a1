//! Encrypted connections, checked against the certificates that the system trusts.

use std::{
    net::TcpStream,
    sync::{Arc, OnceLock},
};

use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, ServerName},
};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The stream of an encrypted connection to a host.
pub(crate) fn stream(host: &str, tcp: TcpStream) -> Result<StreamOwned<ClientConnection, TcpStream>, String> {
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(trusted().iter().cloned());
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
    Ok(StreamOwned::new(connection, tcp))
}

/// The same for requests.
pub(crate) fn for_requests() -> TlsConfig {
    let trusted: Vec<Certificate<'static>> = trusted()
        .iter()
        .map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect();
    TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&trusted))
        .unversioned_rustls_crypto_provider(provider())
        .build()
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The certificates that the system trusts. Without any, every connection is refused with an error text.
fn trusted() -> &'static [CertificateDer<'static>] {
    static TRUSTED: OnceLock<Vec<CertificateDer<'static>>> = OnceLock::new();
    TRUSTED.get_or_init(|| rustls_native_certs::load_native_certs().certs)
}
