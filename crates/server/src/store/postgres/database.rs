//! Where the database is, and how a connection to it is made.

use std::{fmt, str::FromStr, time::Duration};

use host::StoreError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::{Client, Config, Connection, NoTls, config::SslMode};
use tracing::debug;

use super::tls::{Tls, TlsError};

/// How long a connection may take.
pub(super) const CONNECTING: Duration = Duration::from_secs(2);

/// Where the database is.
#[derive(Clone)]
pub(crate) struct Database {
    config: Config,
    /// Connections are encrypted, and the certificate of the server is checked.
    tls: Option<Tls>,
}

impl Database {
    /// Reads an address such as `postgres://user:password@host1,host2/database?sslmode=require`.
    ///
    /// `sslrootcert=FILE` names the certificates to trust instead of those of the system.
    pub(crate) fn read(url: &str) -> Result<Self, StoreError> {
        let refused = |fault: String| StoreError::Failed {
            // The text may hold a password.
            place: "--database".to_owned(),
            fault,
        };
        let (url, roots) = without_parameter(url, "sslrootcert");
        let mut config = Config::from_str(&url).map_err(|error| refused(error.to_string()))?;
        let tls = match (config.get_ssl_mode(), roots) {
            (SslMode::Require, roots) => {
                let tls = Tls::trusting(roots.as_deref());
                Some(tls.map_err(|error: TlsError| refused(error.to_string()))?)
            }
            (_, Some(_)) => return Err(refused("sslrootcert needs sslmode=require".to_owned())),
            (_, None) => {
                config.ssl_mode(SslMode::Disable);
                None
            }
        };
        // A node that is stopped or cut off must not hold locks that others wait for.
        let limits = "-c statement_timeout=3000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=3000";
        let options = config
            .get_options()
            .map_or_else(|| limits.to_owned(), |own| format!("{own} {limits}"));
        config
            .options(options)
            .application_name("threefold")
            .connect_timeout(CONNECTING)
            .keepalives_idle(Duration::from_secs(5))
            .tcp_user_timeout(Duration::from_secs(5));
        Ok(Database { config, tls })
    }

    /// The hosts and the database, without names and passwords of users.
    pub(crate) fn place(&self) -> String {
        let hosts: Vec<String> = self
            .config
            .get_hosts()
            .iter()
            .map(|host| match host {
                tokio_postgres::config::Host::Tcp(name) => name.clone(),
                #[cfg(unix)]
                tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
            })
            .collect();
        format!(
            "postgres://{}/{}",
            hosts.join(","),
            self.config.get_dbname().unwrap_or_default()
        )
    }

    /// Connects once.
    pub(crate) async fn connect(&self) -> Result<Client, tokio_postgres::Error> {
        if let Some(tls) = &self.tls {
            return tls.connect(&self.config).await;
        }
        let (client, connection) = self.config.connect(NoTls).await?;
        serve(connection);
        Ok(client)
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.place())
    }
}

/// Carries the bytes of a connection until it ends.
pub(super) fn serve<S, T>(connection: Connection<S, T>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            debug!("a connection to the database ended: {error}");
        }
    });
}

/// An address without one of its parameters, and that parameter's value.
fn without_parameter(url: &str, name: &str) -> (String, Option<String>) {
    let Some((address, parameters)) = url.split_once('?') else {
        return (url.to_owned(), None);
    };
    let prefix = format!("{name}=");
    let (taken, left): (Vec<&str>, Vec<&str>) = parameters.split('&').partition(|part| part.starts_with(&prefix));
    let value = taken.last().map(|part| part[prefix.len()..].to_owned());
    let query = if left.is_empty() { "" } else { "?" };
    (format!("{address}{query}{}", left.join("&")), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_taken_out_of_an_address() {
        for (url, left, value) in [
            ("postgres://a@b/c", "postgres://a@b/c", None),
            (
                "postgres://b/c?x=1&sslrootcert=/r.pem&y=2",
                "postgres://b/c?x=1&y=2",
                Some("/r.pem"),
            ),
            ("postgres://b/c?sslrootcert=r", "postgres://b/c", Some("r")),
        ] {
            let taken = without_parameter(url, "sslrootcert");
            assert_eq!(taken, (left.to_owned(), value.map(str::to_owned)));
        }
    }

    #[test]
    fn certificates_without_encryption_are_refused() {
        let error = Database::read("postgres://b/c?sslrootcert=/r.pem").expect_err("no sslmode");
        assert!(error.to_string().contains("sslmode=require"), "{error}");
    }
}
