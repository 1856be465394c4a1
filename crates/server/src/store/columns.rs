//! Values as texts in columns, the same in every database.

use serde::{Serialize, de::DeserializeOwned};

/// A value that is one word in JSON, as that word.
pub(super) fn word(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::from_value(serde_json::to_value(value)?)
}

/// The value of a word.
pub(super) fn from_word<T: DeserializeOwned>(word: String) -> serde_json::Result<T> {
    serde_json::from_value(serde_json::Value::String(word))
}
