//! Events as stored lines, each with a checksum, and why a log cannot be read.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use super::{Envelope, FORMAT};

/// An event as the store holds it: its number and its text, a checksum and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// Eight hexadecimal digits of CRC-32, a blank, and JSON without line breaks.
    pub text: String,
}

impl StoredEvent {
    /// Writes an event.
    pub fn encode<E: Serialize>(envelope: &Envelope<E>) -> Self {
        StoredEvent {
            seq: envelope.seq,
            text: seal(envelope),
        }
    }

    /// Reads an event.
    pub fn decode<E: DeserializeOwned>(&self) -> Result<Envelope<E>, LogError> {
        let seq = self.seq;
        let json = unseal(&self.text).ok_or(LogError::Checksum { seq })?;
        let envelope: Envelope<E> = serde_json::from_str(json).map_err(|error| LogError::Unreadable {
            seq,
            fault: error.to_string(),
        })?;
        if envelope.seq == seq {
            Ok(envelope)
        } else {
            Err(LogError::Sequence { seq })
        }
    }

    /// The version of the log, which its first event says; `None` for another event or a damaged one.
    pub fn format(&self) -> Option<u32> {
        #[derive(Deserialize)]
        struct Created {
            format: u32,
        }
        let created: Created = serde_json::from_str(unseal(&self.text)?).ok()?;
        Some(created.format)
    }
}

/// Writes a value as JSON behind the checksum of that JSON, on one line.
pub(crate) fn seal(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("what is stored has only texts and numbers");
    format!("{:08x} {json}", crc32fast::hash(json.as_bytes()))
}

/// The JSON of a line that [`seal`] wrote; `None` if the line was changed.
pub(crate) fn unseal(line: &str) -> Option<&str> {
    let (sum, json) = line.split_once(' ')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let intact = sum.len() == 8
        && sum.bytes().all(is_digit)
        && u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(json.as_bytes()));
    intact.then_some(json)
}

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// It holds no event.
    #[error("the log is empty")]
    Empty,
    /// The text of an event was changed after it was written.
    #[error("event {seq} does not match its checksum")]
    Checksum {
        /// The event.
        seq: u64,
    },
    /// An event is missing or out of order.
    #[error("event {seq} is not where it should be")]
    Sequence {
        /// The event.
        seq: u64,
    },
    /// An event this version does not understand.
    #[error("event {seq} cannot be read: {fault}")]
    Unreadable {
        /// The event.
        seq: u64,
        /// The error.
        fault: String,
    },
    /// A later version of the program wrote it; this version leaves it as it is.
    #[error("it was written by a newer version (format {format}); this version reads up to {FORMAT}")]
    Newer {
        /// The format it has.
        format: u32,
    },
    /// A live game under later rules; this version leaves it as it is.
    #[error(
        "it is played by version {rules} of the rules; this version plays by {}",
        kungfu::VERSION
    )]
    NewerRules {
        /// The version of the rules.
        rules: u32,
    },
    /// A game this program does not know.
    #[error(transparent)]
    Game(#[from] play::UnknownGame),
    /// An event that cannot follow the events before it.
    #[error("event {seq} is not possible there: {fault}")]
    Impossible {
        /// The event.
        seq: u64,
        /// The reason.
        fault: String,
    },
}

impl LogError {
    /// Whether the log is damaged, rather than written by a newer program or for a game that is not registered.
    pub const fn is_damage(&self) -> bool {
        !matches!(
            self,
            LogError::Newer { .. } | LogError::NewerRules { .. } | LogError::Game(_)
        )
    }
}
