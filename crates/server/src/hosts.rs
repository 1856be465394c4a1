//! The names under which the server answers.
//!
//! With DNS rebinding, another site resolves its own name to this server, and its page would count as a page of this
//! server. Such a request has that other name as its host. Addresses and `localhost` cannot be rebound and are always
//! accepted.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};

/// The names under which the server answers, beside addresses and `localhost`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    pub(crate) fn new(names: &[String]) -> Self {
        Hosts(names.iter().map(|name| plain(name)).collect())
    }

    /// Whether a request is for this server. A request without a name comes from a program, never from a page.
    pub(crate) fn accept(&self, headers: &HeaderMap) -> bool {
        let mut named = headers.get_all(header::HOST).iter();
        match (named.next(), named.next()) {
            (None, _) => true,
            (Some(host), None) => host.to_str().is_ok_and(|host| self.is_own(host)),
            (Some(_), Some(_)) => false,
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_address = host.parse::<SocketAddr>().is_ok() || literal.unwrap_or(host).parse::<IpAddr>().is_ok();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let name = plain(name);
        is_address || name == "localhost" || name.ends_with(".localhost") || self.0.contains(&name)
    }
}

/// A name in small letters, without the dot that may end it.
fn plain(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    name.strip_suffix('.').map(str::to_owned).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(names: &[&str], hosts: &[&str]) -> bool {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, host.parse().unwrap());
        }
        Hosts::new(&names).accept(&headers)
    }

    #[test]
    fn a_server_answers_to_addresses_and_to_its_own_names() {
        for host in [
            "localhost",
            "LOCALHOST:3333",
            "a.localhost:80",
            "127.0.0.1:3333",
            "10.0.0.7",
            "[::1]:3333",
            "[::1]",
        ] {
            assert!(accepts(&[], &[host]), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:3333",
            "127.0.0.1.evil.example",
            "",
            "1.2.3",
            ":80",
        ] {
            assert!(!accepts(&[], &[host]), "{host}");
        }
        assert!(accepts(&["Chess.example.org"], &["chess.example.org:443"]));
        assert!(accepts(&["chess.example.org"], &["chess.example.org."]));
        assert!(!accepts(&["chess.example.org"], &["evil.chess.example.org"]));
        assert!(accepts(&[], &[]), "a program may name none");
        assert!(!accepts(&[], &["localhost", "evil.example"]));
    }
}
