//! Tokens of seats, and the devices of anonymous players.
//!
//! The holder of a token speaks for a seat; the holder of a device secret is its player. Only hashes of both are
//! stored.

use host::PlayerId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// A seat token as its holder knows it: 128 random bits in 32 hexadecimal digits, never part of a link.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub(crate) struct Token(String);

impl Token {
    /// A new token.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let [high, low] = [getrandom::u64()?, getrandom::u64()?];
        Ok(Token(format!("{high:016x}{low:016x}")))
    }

    /// What is stored of it. Hashes are compared, never tokens: how long a comparison takes says nothing.
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

/// The secret of a device: 32 hexadecimal digits that the browser draws and stores.
#[derive(Clone, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String")]
pub(crate) struct Device(String);

impl Device {
    /// The player of the device. The id is derived from a hash, so a person who knows the id of a player cannot act as
    /// that player.
    pub(crate) fn player(&self) -> PlayerId {
        let hash = Sha256::digest(self.0.as_bytes());
        let number = hash
            .iter()
            .take(8)
            .fold(0, |number, byte| number << 8 | u64::from(*byte));
        PlayerId::numbered(number)
    }
}

impl TryFrom<String> for Device {
    type Error = DeviceError;

    fn try_from(text: String) -> Result<Self, DeviceError> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 32 && text.bytes().all(digit) {
            Ok(Device(text))
        } else {
            Err(DeviceError)
        }
    }
}

/// A text that no device has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a device is named by 32 hexadecimal digits")]
pub(crate) struct DeviceError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_known_by_their_hashes() {
        let [one, two] = [(); 2].map(|()| Token::new().unwrap());
        assert_eq!(one.0.len(), 32);
        assert!(one.hash() == one.clone().hash() && one.hash() != two.hash());
    }

    #[test]
    fn a_device_has_always_the_same_player() {
        let device = |text: &str| Device::try_from(text.to_owned());
        let [one, same, other] = ["0", "0", "1"].map(|digit| device(&digit.repeat(32)).unwrap().player());
        assert!(one == same && one != other);
        for wrong in ["", "0", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33)] {
            assert!(device(wrong).is_err(), "{wrong}");
        }
    }
}
