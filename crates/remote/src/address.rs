//! Where a table is: the address of a server, and perhaps the code of a table.

use std::str::FromStr;

use host::TableId;
use thiserror::Error;

/// A server, and a table if the link names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port.
    pub server: String,
    /// The table.
    pub table: Option<TableId>,
}

/// Why a text is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The program cannot encrypt.
    #[error("this program joins servers by http only; open the link in a browser, or reach the server without TLS")]
    Encrypted,
    /// Nothing that could be a server.
    #[error("'{0}' is no address of a server, such as http://localhost:3333/#abc234")]
    Unreadable(String),
    /// The code is none.
    #[error("'{0}' is no code of a table; codes are six letters and digits")]
    Code(String),
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads `http://host:port`, with or without `/#code` or `/t/code`.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let unreadable = || AddressError::Unreadable(text.chars().take(80).collect());
        let text = text.trim();
        if text.starts_with("https://") {
            return Err(AddressError::Encrypted);
        }
        let rest = text.strip_prefix("http://").unwrap_or(text);
        if rest.contains("://") {
            return Err(unreadable());
        }
        let end = rest.find(['/', '#', '?']).unwrap_or(rest.len());
        let (server, path) = rest.split_at(end);
        let named = !server.is_empty() && server.bytes().all(|byte| byte.is_ascii_graphic());
        if !named {
            return Err(unreadable());
        }
        let server = if server
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok())
        {
            server.to_owned()
        } else {
            format!("{server}:80")
        };
        let code = path.rsplit(['/', '#']).next().unwrap_or_default();
        let code = code.split('?').next().unwrap_or_default().to_lowercase();
        let table = match code.as_str() {
            "" | "lobby" | "play" => None,
            code => Some(code.parse().map_err(|_| AddressError::Code(code.to_owned()))?),
        };
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
            ("http://localhost:3333/#abc234", "localhost:3333", Some("abc234")),
            ("http://localhost:3333/t/ABC234", "localhost:3333", Some("abc234")),
            (" http://10.0.0.1:80/#abc234?tick=5 ", "10.0.0.1:80", Some("abc234")),
            ("http://chess.example/", "chess.example:80", None),
            ("localhost:3333", "localhost:3333", None),
            ("http://localhost:3333/#lobby", "localhost:3333", None),
        ] {
            let address = read(text).unwrap();
            assert_eq!(
                (address.server.as_str(), address.table.as_ref().map(TableId::as_str)),
                (server, table)
            );
        }
        assert_eq!(read("https://chess.example/#abc234"), Err(AddressError::Encrypted));
        assert_eq!(read("http://a/#abc"), Err(AddressError::Code("abc".to_owned())));
        assert!(matches!(read("ftp://a/#abc234"), Err(AddressError::Unreadable(_))));
        assert!(matches!(read(""), Err(AddressError::Unreadable(_))));
    }
}
