//! Where a table is: the address of a server, and perhaps the code of a table.

use std::{fmt, str::FromStr};

use host::TableId;
use thiserror::Error;

/// A server, and a table if the link names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The server.
    pub server: ServerAddress,
    /// The table.
    pub table: Option<TableId>,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// Host and port.
    authority: String,
    pub(crate) encryption: Encryption,
}

/// Whether others in the network can read what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    None,
    Tls,
}

/// Why a text is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The program was built without TLS.
    #[error("this program was built without TLS; open the link in a browser, or reach the server by http")]
    Encrypted,
    /// Nothing that could be a server.
    #[error("'{0}' is no address of a server, such as http://localhost:3333/#abc234")]
    Unreadable(String),
    /// The code is none.
    #[error("'{0}' is no code of a table; codes are six letters and digits")]
    Code(String),
}

impl ServerAddress {
    /// Host and port.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The host alone, as a certificate names it.
    #[cfg(feature = "tls")]
    pub(crate) fn host(&self) -> &str {
        let host = self
            .authority
            .rsplit_once(':')
            .map_or(self.authority.as_str(), |(host, _)| host);
        host.trim_matches(['[', ']'])
    }

    /// The address of something that is asked over HTTP.
    pub(crate) fn url(&self, path: &str) -> String {
        let scheme = match self.encryption {
            Encryption::None => "http",
            Encryption::Tls => "https",
        };
        format!("{scheme}://{}{path}", self.authority)
    }

    /// The address of a socket.
    pub(crate) fn socket_url(&self, path: &str) -> String {
        let scheme = match self.encryption {
            Encryption::None => "ws",
            Encryption::Tls => "wss",
        };
        format!("{scheme}://{}{path}", self.authority)
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.authority)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads `http://host:port` or `https://host`, with or without `/#code` or `/t/code`.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let unreadable = || AddressError::Unreadable(text.chars().take(80).collect());
        let text = text.trim();
        let (rest, encryption, port) = match text.strip_prefix("https://") {
            Some(_) if cfg!(not(feature = "tls")) => return Err(AddressError::Encrypted),
            Some(rest) => (rest, Encryption::Tls, 443),
            None => (text.strip_prefix("http://").unwrap_or(text), Encryption::None, 80),
        };
        if rest.contains("://") {
            return Err(unreadable());
        }
        let end = rest.find(['/', '#', '?']).unwrap_or(rest.len());
        let (server, path) = rest.split_at(end);
        let named = !server.is_empty() && server.bytes().all(|byte| byte.is_ascii_graphic());
        if !named {
            return Err(unreadable());
        }
        let has_port = server
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let authority = if has_port {
            server.to_owned()
        } else {
            format!("{server}:{port}")
        };
        let code = path.rsplit(['/', '#']).next().unwrap_or_default();
        let code = code.split('?').next().unwrap_or_default().to_lowercase();
        let table = match code.as_str() {
            "" | "lobby" | "play" => None,
            code => Some(code.parse().map_err(|_| AddressError::Code(code.to_owned()))?),
        };
        let server = ServerAddress { authority, encryption };
        Ok(Address { server, table })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_name_a_server_and_perhaps_a_table() {
        let read = |text: &str| text.parse::<Address>();
        for (text, server, table) in [
            ("http://localhost:3333/#abc234", "http://localhost:3333", Some("abc234")),
            (
                "http://localhost:3333/t/ABC234",
                "http://localhost:3333",
                Some("abc234"),
            ),
            (
                " http://10.0.0.1:80/#abc234?tick=5 ",
                "http://10.0.0.1:80",
                Some("abc234"),
            ),
            ("http://chess.example/", "http://chess.example:80", None),
            ("localhost:3333", "http://localhost:3333", None),
            ("http://localhost:3333/#lobby", "http://localhost:3333", None),
        ] {
            let address = read(text).unwrap();
            assert_eq!(
                (
                    address.server.url("").as_str(),
                    address.table.as_ref().map(TableId::as_str)
                ),
                (server, table)
            );
        }
        assert_eq!(read("http://a/#abc"), Err(AddressError::Code("abc".to_owned())));
        assert!(matches!(read("ftp://a/#abc234"), Err(AddressError::Unreadable(_))));
        assert!(matches!(read(""), Err(AddressError::Unreadable(_))));
    }

    #[cfg(feature = "tls")]
    #[test]
    fn https_is_encrypted_and_has_its_own_port() {
        let address: Address = "https://chess.example/#abc234".parse().unwrap();
        assert_eq!(address.server.url("/x"), "https://chess.example:443/x");
        assert_eq!(address.server.socket_url("/ws"), "wss://chess.example:443/ws");
        assert_eq!(address.server.host(), "chess.example");
    }

    #[cfg(not(feature = "tls"))]
    #[test]
    fn https_is_refused_without_tls() {
        let read = "https://chess.example/#abc234".parse::<Address>();
        assert_eq!(read, Err(AddressError::Encrypted));
    }
}
