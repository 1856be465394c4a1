//! The file of one table.
//!
//! The first line names the format and the table. Then come appends: a line that says how many lines follow and what
//! changed in the summary, and those lines, each an event or a seat token. An incomplete append at the end of the file
//! was interrupted by a crash and never acknowledged. Any other error is damage.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    FORMAT, SeatToken, StoredEvent, Summary, TableId,
    event::{seal, unseal},
    store::replace_tokens,
};

/// Marks the lines that are not events.
const MARK: char = '#';
const KIND: &str = "threefold-table";

/// A log as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Log {
    pub(super) events: Vec<StoredEvent>,
    pub(super) tokens: Vec<SeatToken>,
    pub(super) summary: Summary,
    /// Where the last complete append ends.
    pub(super) length: u64,
}

/// Why a log cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LogFault {
    /// The file ends within the first append: the table was never created.
    Unfinished,
    /// A later version of the program wrote it.
    Newer,
    /// It is damaged.
    Damaged(String),
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    log: String,
    format: u32,
    table: TableId,
}

/// The line before the lines of an append.
#[derive(Serialize, Deserialize)]
struct Head {
    append: usize,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    summary: Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
struct TokenLine {
    token: SeatToken,
}

/// The first line of a table's file.
pub(super) fn header(table: &TableId) -> String {
    let header = Header {
        log: KIND.to_owned(),
        format: FORMAT,
        table: table.clone(),
    };
    format!("{MARK}{}\n", seal(&header))
}

/// The lines of an append; `before` is the summary up to now, if there is one.
pub(super) fn append(
    events: &[StoredEvent],
    tokens: &[SeatToken],
    before: Option<&Summary>,
    summary: &Summary,
) -> String {
    let mut changes = fields(summary);
    if let Some(before) = before {
        let before = fields(before);
        changes.retain(|name, value| before.get(name) != Some(value));
    }
    let head = Head {
        append: events.len() + tokens.len(),
        summary: changes,
    };
    let mut lines = format!("{MARK}{}\n", seal(&head));
    for StoredEvent { text, .. } in events {
        lines.push_str(text);
        lines.push('\n');
    }
    for token in tokens {
        let line = TokenLine { token: token.clone() };
        lines.push(MARK);
        lines.push_str(&seal(&line));
        lines.push('\n');
    }
    lines
}

/// Reads the file of a table.
pub(super) fn read(table: &TableId, bytes: &[u8]) -> Result<Log, LogFault> {
    let mut lines = Lines { bytes, offset: 0 };
    let first = lines.next().transpose()?.ok_or(LogFault::Unfinished)?;
    let header: Header = marked(first).ok_or_else(|| damaged("its first line cannot be read"))?;
    if header.log != KIND {
        return Err(damaged("it is no log of a table"));
    }
    if header.format > FORMAT {
        return Err(LogFault::Newer);
    }
    if header.table != *table {
        return Err(LogFault::Damaged(format!("it is the log of table {}", header.table)));
    }
    let (mut events, mut tokens, mut summary) = (Vec::new(), Vec::new(), Map::new());
    let mut length = 0;
    while let Some(append) = lines.append()? {
        for line in append.lines {
            if line.starts_with(MARK) {
                let TokenLine { token } = marked(line).ok_or_else(|| lines.fault("a token cannot be read"))?;
                replace_tokens(&mut tokens, &[token]);
            } else if unseal(line).is_some() {
                events.push(StoredEvent {
                    seq: events.len() as u64 + 1,
                    text: line.to_owned(),
                });
            } else {
                return Err(lines.fault("an event does not match its checksum"));
            }
        }
        if length == 0
            && events
                .first()
                .and_then(StoredEvent::format)
                .is_some_and(|format| format > FORMAT)
        {
            return Err(LogFault::Newer);
        }
        summary.extend(append.summary);
        length = lines.offset as u64;
    }
    if length == 0 {
        return Err(LogFault::Unfinished);
    }
    let summary: Summary = serde_json::from_value(Value::Object(summary))
        .map_err(|error| LogFault::Damaged(format!("its summary cannot be read: {error}")))?;
    if summary.table != *table {
        return Err(damaged("its summary is of another table"));
    }
    Ok(Log {
        events,
        tokens,
        summary,
        length,
    })
}

/// The lines of one append.
struct ReadAppend<'a> {
    lines: Vec<&'a str>,
    summary: Map<String, Value>,
}

/// The complete lines of a file, one after the other.
struct Lines<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Lines<'a> {
    /// The next append; `None` at the end of the file or before an incomplete append, where the offset then stays.
    fn append(&mut self) -> Result<Option<ReadAppend<'a>>, LogFault> {
        let begin = self.offset;
        let Some(first) = self.next().transpose()? else {
            return Ok(None);
        };
        let Head { append, summary } = marked(first).ok_or_else(|| self.fault("an append cannot be read"))?;
        let lines: Vec<&str> = self.by_ref().take(append).collect::<Result<_, _>>()?;
        if lines.len() < append {
            self.offset = begin;
            return Ok(None);
        }
        Ok(Some(ReadAppend { lines, summary }))
    }

    fn fault(&self, fault: &str) -> LogFault {
        LogFault::Damaged(format!("{fault} before byte {}", self.offset))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<&'a str, LogFault>;

    /// The next line with its line break; `None` at the end or in a line that was cut off.
    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.offset..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return is_overwritten(rest).then(|| Err(self.fault("the last line does not end")));
        };
        self.offset += length + 1;
        let line = std::str::from_utf8(&rest[..length]);
        Some(line.map_err(|_| self.fault("a line is no text")))
    }
}

/// Whether the last bytes are a complete line with another byte in place of its line break, which a crash cannot cause.
fn is_overwritten(rest: &[u8]) -> bool {
    let whole = rest.split_last().and_then(|(_, line)| std::str::from_utf8(line).ok());
    whole.is_some_and(|line| unseal(line.strip_prefix(MARK).unwrap_or(line)).is_some())
}

/// Reads a line that is not an event.
fn marked<'a, T: Deserialize<'a>>(line: &'a str) -> Option<T> {
    serde_json::from_str(unseal(line.strip_prefix(MARK)?)?).ok()
}

fn fields(summary: &Summary) -> Map<String, Value> {
    match serde_json::to_value(summary) {
        Ok(Value::Object(fields)) => fields,
        // A summary is a struct of texts, numbers and lists of them.
        Ok(_) | Err(_) => Map::new(),
    }
}

fn damaged(fault: &str) -> LogFault {
    LogFault::Damaged(fault.to_owned())
}
