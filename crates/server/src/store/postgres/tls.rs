//! Encrypted connections to the database, with the feature `tls`.

#[cfg(feature = "tls")]
pub(super) use with_rustls::{Tls, TlsError};
#[cfg(not(feature = "tls"))]
pub(super) use without::{Tls, TlsError};

#[cfg(feature = "tls")]
mod with_rustls {
    use std::{path::Path, sync::Arc};

    use rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, pem::PemObject},
    };
    use tokio_postgres::{Client, Config};
    use tokio_postgres_rustls::MakeRustlsConnect;

    use crate::store::postgres::database::serve;

    /// Which certificates are trusted.
    #[derive(Clone)]
    pub(in crate::store::postgres) struct Tls(MakeRustlsConnect);

    /// Why nothing can be trusted.
    #[derive(Debug, thiserror::Error)]
    pub(in crate::store::postgres) enum TlsError {
        #[error("{file}: {fault}")]
        Unreadable { file: String, fault: String },
        #[error("there are no certificates to trust in {0}")]
        NoRoots(String),
        #[error("TLS cannot be set up: {0}")]
        Settings(#[from] rustls::Error),
    }

    impl Tls {
        /// Trusts the certificates of a file, or those of the system.
        pub(in crate::store::postgres) fn trusting(file: Option<&str>) -> Result<Self, TlsError> {
            let mut roots = RootCertStore::empty();
            let certificates = match file {
                Some(file) => read(file)?,
                None => rustls_native_certs::load_native_certs().certs,
            };
            roots.add_parsable_certificates(certificates);
            if roots.is_empty() {
                return Err(TlsError::NoRoots(file.unwrap_or("the system").to_owned()));
            }
            let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                .with_safe_default_protocol_versions()?
                .with_root_certificates(roots)
                .with_no_client_auth();
            Ok(Tls(MakeRustlsConnect::new(config)))
        }

        pub(in crate::store::postgres) async fn connect(
            &self,
            config: &Config,
        ) -> Result<Client, tokio_postgres::Error> {
            let (client, connection) = config.connect(self.0.clone()).await?;
            serve(connection);
            Ok(client)
        }
    }

    fn read(file: &str) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let unreadable = |error: rustls::pki_types::pem::Error| TlsError::Unreadable {
            file: file.to_owned(),
            fault: error.to_string(),
        };
        CertificateDer::pem_file_iter(Path::new(file))
            .map_err(unreadable)?
            .collect::<Result<_, _>>()
            .map_err(unreadable)
    }
}

#[cfg(not(feature = "tls"))]
mod without {
    use tokio_postgres::{Client, Config};

    /// Encryption that this program was built without.
    #[derive(Clone)]
    pub(in crate::store::postgres) enum Tls {}

    /// Why there is no encryption.
    #[derive(Debug, thiserror::Error)]
    #[error(
        "sslmode=require needs a program with the feature 'tls': cargo build --release -p threefold --features tls"
    )]
    pub(in crate::store::postgres) struct TlsError;

    impl Tls {
        pub(in crate::store::postgres) const fn trusting(_file: Option<&str>) -> Result<Self, TlsError> {
            Err(TlsError)
        }

        #[expect(clippy::unused_async, reason = "the same as with the feature")]
        pub(in crate::store::postgres) async fn connect(
            &self,
            _config: &Config,
        ) -> Result<Client, tokio_postgres::Error> {
            match *self {}
        }
    }
}
