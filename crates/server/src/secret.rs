//! What lets somebody speak for a seat: a number nobody can guess, kept in the browser and not in the link.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A secret as its owner knows it: 32 hexadecimal digits.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secret(String);

/// A secret as it is kept: whoever reads the data of the server cannot sit down with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trace([u8; 32]);

impl Secret {
    /// A new one.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let [high, low] = [getrandom::u64()?, getrandom::u64()?];
        Ok(Secret(format!("{high:016x}{low:016x}")))
    }

    /// What is kept of it. Traces are compared, never secrets: how long that takes tells nothing.
    pub(crate) fn trace(&self) -> Trace {
        Trace(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl Trace {
    /// Reads what [`Trace::bytes`] gave.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Trace)
    }

    /// For the database.
    pub(crate) const fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_known_by_their_traces() {
        let [one, two] = [(); 2].map(|()| Secret::new().unwrap());
        assert_eq!(one.0.len(), 32);
        assert!(one.trace() == one.clone().trace() && one.trace() != two.trace());
        assert!(Trace::read(one.trace().bytes()) == Some(one.trace()));
        assert!(Trace::read(b"short").is_none());
    }
}
