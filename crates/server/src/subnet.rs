//! Parts of the address space, as `10.0.0.0/8` or a single address.

use std::{
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
};

use thiserror::Error;

/// Addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subnet {
    /// The first address, in the space of IPv6: an IPv4 address is `::ffff:a.b.c.d`.
    first: u128,
    mask: u128,
}

/// A text that names no part of the address space.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no address and no range such as 10.0.0.0/8")]
pub struct SubnetError(String);

impl Subnet {
    /// Whether an address is one of these.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        in_ipv6(address) & self.mask == self.first
    }
}

impl FromStr for Subnet {
    type Err = SubnetError;

    fn from_str(text: &str) -> Result<Self, SubnetError> {
        let wrong = || SubnetError(text.chars().take(60).collect());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let (before, most) = match address {
            IpAddr::V4(_) => (96, 32),
            IpAddr::V6(_) => (0, 128),
        };
        let bits: u32 = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if bits > most {
            return Err(wrong());
        }
        let mask = u128::MAX.checked_shl(128 - before - bits).unwrap_or(0);
        Ok(Subnet {
            first: in_ipv6(address) & mask,
            mask,
        })
    }
}

fn in_ipv6(address: IpAddr) -> u128 {
    let address: Ipv6Addr = match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    };
    address.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(subnet: &str, address: &str) -> bool {
        subnet.parse::<Subnet>().unwrap().contains(address.parse().unwrap())
    }

    #[test]
    fn a_subnet_contains_the_addresses_that_begin_like_it() {
        assert!(contains("10.0.0.0/8", "10.200.3.4") && !contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("127.0.0.1", "127.0.0.1") && !contains("127.0.0.1", "127.0.0.2"));
        assert!(contains("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(contains("0.0.0.0/0", "1.2.3.4") && !contains("0.0.0.0/0", "2001:db8::1"));
        assert!(contains("2001:db8::/32", "2001:db8:1::7") && !contains("2001:db8::/32", "2001:db9::7"));
        assert!(contains("::/0", "1.2.3.4"));
        for wrong in [
            "",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "example.org",
            "::/129",
            "10.0.0.0/8/8",
        ] {
            assert!(wrong.parse::<Subnet>().is_err(), "{wrong}");
        }
    }
}
