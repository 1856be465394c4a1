//! Lists the games of a large file without loading it.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use super::{BrokenGame, GameTree, cut::Games, draft::Cut, tree::read_tree};

/// The games of a file, each with its place and the tags that a list shows.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The games in the order of the file.
    pub entries: Vec<IndexEntry>,
}

/// A game in an [`Index`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// The byte of the file at which the game starts.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// The line of the file on which it starts; the first is 1.
    pub line: usize,
    /// The values of [`IndexEntry::TAGS`]; empty where a tag is missing or says `?`.
    values: [Box<str>; 8],
}

impl IndexEntry {
    /// The tags that an entry keeps.
    pub const TAGS: [&str; 8] = ["White", "Black", "Result", "Date", "Event", "Round", "ECO", "Opening"];

    fn new(cut: &Cut) -> Self {
        IndexEntry {
            offset: cut.offset,
            length: 0,
            line: cut.line,
            values: IndexEntry::TAGS.map(|name| {
                let value = cut.heading.get(name).unwrap_or_default();
                let is_unknown = value.chars().all(|letter| matches!(letter, '?' | '.'));
                if is_unknown { "".into() } else { value.into() }
            }),
        }
    }

    /// The value of one of [`IndexEntry::TAGS`]; empty where it is not known.
    pub fn tag(&self, name: &str) -> &str {
        let index = IndexEntry::TAGS.iter().position(|&tag| tag == name);
        index.map_or("", |index| &self.values[index])
    }

    /// Whether every word of `search` occurs in some tag, whatever the case.
    pub fn matches(&self, search: &str) -> bool {
        let values: Vec<String> = self.values.iter().map(|value| value.to_lowercase()).collect();
        search
            .to_lowercase()
            .split_whitespace()
            .all(|word| values.iter().any(|value| value.contains(word)))
    }

    /// Reads the game from the file that was indexed.
    pub fn read(&self, file: &mut (impl Read + Seek)) -> io::Result<Result<GameTree, BrokenGame>> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        file.take(self.length).read_to_end(&mut bytes)?;
        let cut = Games::new(bytes.as_slice()).next().transpose()?;
        let mut cut = cut.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the file has changed"))?;
        cut.line += self.line - 1;
        for token in &mut cut.tokens {
            token.line += self.line - 1;
        }
        Ok(read_tree(cut))
    }
}

impl Index {
    /// Reads a file once and keeps the place and the tags of each game.
    pub fn read(file: impl BufRead) -> io::Result<Self> {
        let mut games = Games::without_tokens(file);
        let mut entries: Vec<IndexEntry> = Vec::new();
        while let Some(cut) = games.next().transpose()? {
            let entry = IndexEntry::new(&cut);
            if let Some(last) = entries.last_mut() {
                last.length = entry.offset - last.offset;
            }
            entries.push(entry);
        }
        if let Some(last) = entries.last_mut() {
            last.length = games.bytes_read() - last.offset;
        }
        Ok(Index { entries })
    }
}
