//! A small TOML file whose keys are taken one by one; the remaining keys are unknown.

use std::fmt;

use toml::de::{DeTable, DeValue};

/// Keys and values with their lines.
pub(crate) struct Document {
    entries: Vec<Entry>,
}

/// A key with its value.
pub(crate) struct Entry {
    key: String,
    line: usize,
    value: Value,
}

enum Value {
    Text(String),
    Switch(bool),
    Other,
}

/// Something in a file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where it stands, counted from one; a fault of the whole has no line.
    pub(crate) line: Option<usize>,
    /// What is wrong, for people.
    pub(crate) words: String,
}

impl Document {
    /// Reads what can be read; where the text is no TOML, that is a fault.
    pub(crate) fn read(text: &str) -> (Document, Vec<Fault>) {
        let line = |place: usize| text[..place.min(text.len())].matches('\n').count() + 1;
        let (table, errors) = DeTable::parse_recoverable(text);
        let faults = errors.iter().map(|error| Fault {
            line: error.span().map(|span| line(span.start)),
            words: error.message().to_owned(),
        });
        let entries = table.get_ref().iter().map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            line: line(key.span().start),
            value: match value.get_ref() {
                DeValue::String(text) => Value::Text(text.to_string()),
                DeValue::Boolean(on) => Value::Switch(*on),
                DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Datetime(_)
                | DeValue::Array(_)
                | DeValue::Table(_) => Value::Other,
            },
        });
        let entries = entries.collect();
        (Document { entries }, faults.collect())
    }

    /// The entry of a key; it is known then.
    pub(crate) fn take(&mut self, key: &str) -> Option<Entry> {
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// A fault for every key that nobody took, in the order of lines.
    pub(crate) fn unknown(mut self) -> Vec<Fault> {
        self.entries.sort_by_key(|entry| entry.line);
        let faults = self.entries.iter().map(|entry| {
            let key: String = entry.key.chars().take(40).collect();
            entry.fault(format!("nothing is called '{key}' here"))
        });
        faults.collect()
    }
}

impl Entry {
    /// Its value as text.
    pub(crate) fn text(&self) -> Result<String, String> {
        match &self.value {
            Value::Text(text) => Ok(text.clone()),
            Value::Switch(_) | Value::Other => Err(format!("{} is a text in quotes", self.key)),
        }
    }

    /// Its value as on or off.
    pub(crate) fn switch(&self) -> Result<bool, String> {
        match self.value {
            Value::Switch(on) => Ok(on),
            Value::Text(_) | Value::Other => Err(format!("{} is true or false", self.key)),
        }
    }

    /// Something that is wrong with it.
    pub(crate) fn fault(&self, words: String) -> Fault {
        Fault {
            line: Some(self.line),
            words,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.words)
    }
}
