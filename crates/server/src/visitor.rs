//! The client of a connection, for the purpose of limits.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

use axum::http::{HeaderMap, header};

use crate::subnet::Subnet;

/// The address of a visitor; of IPv6 its first 64 bits, since one household has all the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct VisitorAddress(IpAddr);

impl VisitorAddress {
    pub(crate) fn of(address: IpAddr) -> Self {
        VisitorAddress(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        })
    }
}

impl VisitorAddress {
    /// Whether the visitor is on this machine or in a private network, where no outsider can read the traffic.
    pub(crate) fn is_private(&self) -> bool {
        match self.0 {
            IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
            // For the loopback the first 64 bits are all zero.
            IpAddr::V6(address) => {
                address.is_unspecified() || address.is_unique_local() || address.is_unicast_link_local()
            }
        }
    }
}

impl fmt::Display for VisitorAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The other end of the connection that a request came over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The proxies whose headers give the address of a visitor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<Subnet>);

impl Proxies {
    pub(crate) const fn new(trusted: Vec<Subnet>) -> Self {
        Proxies(trusted)
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|subnet| subnet.contains(address))
    }

    /// The visitor behind a request. Each proxy appends the address of its client. So the list is read from the right,
    /// and the first address that is not a trusted proxy is the visitor's. Addresses to the left of it may be forged.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> VisitorAddress {
        if !self.trusts(peer) {
            return VisitorAddress::of(peer);
        }
        let by_header = ["x-forwarded-for", header::FORWARDED.as_str()].map(|name| {
            let lines = headers.get_all(name).iter();
            let entries: Vec<&str> = lines.flat_map(|line| line.to_str().unwrap_or("?").split(',')).collect();
            let read: fn(&str) -> Option<IpAddr> = if name == "forwarded" { forwarded_for } else { address };
            (!entries.is_empty()).then(|| self.rightmost(peer, &entries, read))
        });
        VisitorAddress::of(match by_header {
            [None, None] => peer,
            [Some(named), None] | [None, Some(named)] => named,
            // A proxy forwards the header that it does not write, so one of the two may be forged by the visitor.
            [Some(one), Some(other)] => {
                if one == other {
                    one
                } else {
                    peer
                }
            }
        })
    }

    /// Whether a request came over https: a trusted proxy says so.
    pub(crate) fn is_secure(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        let last = |name: &str| {
            let line = headers.get_all(name).iter().next_back()?;
            line.to_str()
                .ok()?
                .rsplit(',')
                .next()
                .map(|entry| entry.trim().to_ascii_lowercase())
        };
        let standard = last(header::FORWARDED.as_str());
        let standard = standard.is_some_and(|element| element.split(';').any(|pair| pair.trim() == "proto=https"));
        self.trusts(peer) && (standard || last("x-forwarded-proto").as_deref() == Some("https"))
    }

    fn rightmost(&self, peer: IpAddr, entries: &[&str], read: impl Fn(&str) -> Option<IpAddr>) -> IpAddr {
        let mut last = peer;
        for entry in entries.iter().rev() {
            // The proxy before it is known; what it wrote cannot be read.
            let Some(named) = read(entry.trim()) else { break };
            last = named;
            if !self.trusts(named) {
                break;
            }
        }
        last
    }
}

/// The address of one element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address(node.trim().trim_matches('"'))
}

/// An address with or without a port; IPv6 with a port is in brackets.
fn address(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    text.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(trusted: &[&str], peer: &str, headers: &[(&'static str, &str)]) -> VisitorAddress {
        let proxies = Proxies::new(trusted.iter().map(|subnet| subnet.parse().unwrap()).collect());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        proxies.visitor(peer.parse().unwrap(), &map)
    }

    fn of(address: &str) -> VisitorAddress {
        VisitorAddress::of(address.parse().unwrap())
    }

    #[test]
    fn a_household_has_one_address() {
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.1.2.3"), of("10.1.2.3"));
        assert_ne!(of("10.1.2.3"), of("10.1.2.4"));
    }

    #[test]
    fn only_a_trusted_proxy_names_visitors() {
        let forged = [("x-forwarded-for", "1.2.3.4")];
        assert_eq!(visitor(&[], "9.9.9.9", &forged), of("9.9.9.9"));
        assert_eq!(visitor(&["127.0.0.1"], "9.9.9.9", &forged), of("9.9.9.9"));
        assert_eq!(visitor(&["127.0.0.1"], "127.0.0.1", &forged), of("1.2.3.4"));
        assert_eq!(visitor(&["127.0.0.1"], "127.0.0.1", &[]), of("127.0.0.1"));
    }

    #[test]
    fn only_a_trusted_proxy_says_that_a_request_is_secure() {
        let proxies = Proxies::new(vec!["127.0.0.1".parse().unwrap()]);
        let secure = |peer: &str, headers: &[(&'static str, &str)]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, value.parse().unwrap());
            }
            proxies.is_secure(peer.parse().unwrap(), &map)
        };
        assert!(secure("127.0.0.1", &[("x-forwarded-proto", "https")]));
        assert!(secure("127.0.0.1", &[("forwarded", "for=1.2.3.4;proto=https")]));
        assert!(!secure("127.0.0.1", &[("x-forwarded-proto", "https, http")]));
        assert!(!secure("127.0.0.1", &[]));
        assert!(!secure("9.9.9.9", &[("x-forwarded-proto", "https")]));
    }

    #[test]
    fn a_house_is_private() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.7",
            "169.254.1.1",
            "::1",
            "fd00::1",
            "fe80::1",
        ] {
            assert!(of(address).is_private(), "{address}");
        }
        for address in ["9.9.9.9", "172.32.0.1", "2001:db8::1"] {
            assert!(!of(address).is_private(), "{address}");
        }
    }

    #[test]
    fn the_list_is_read_from_the_right() {
        let trusted = ["127.0.0.1", "10.0.0.0/8"];
        let named = |list: &str| visitor(&trusted, "127.0.0.1", &[("x-forwarded-for", list)]);
        assert_eq!(named("6.6.6.6, 1.2.3.4"), of("1.2.3.4"));
        assert_eq!(named("6.6.6.6, 1.2.3.4, 10.0.0.7"), of("1.2.3.4"));
        assert_eq!(named("6.6.6.6, unknown, 10.0.0.7"), of("10.0.0.7"));
        assert_eq!(named("1.2.3.4:5678"), of("1.2.3.4"));
        assert_eq!(named("[2001:db8::1]:443"), of("2001:db8::1"));
        let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "1.2.3.4")];
        assert_eq!(visitor(&trusted, "127.0.0.1", &lines), of("1.2.3.4"));
    }

    #[test]
    fn the_standard_header_is_read_too_and_of_two_that_differ_neither() {
        let trusted = ["127.0.0.1"];
        let standard = ("forwarded", "for=6.6.6.6, for=\"[2001:db8::1]:4711\";proto=https");
        assert_eq!(visitor(&trusted, "127.0.0.1", &[standard]), of("2001:db8::1"));
        let both = [standard, ("x-forwarded-for", "6.6.6.6")];
        assert_eq!(visitor(&trusted, "127.0.0.1", &both), of("127.0.0.1"));
    }
}
