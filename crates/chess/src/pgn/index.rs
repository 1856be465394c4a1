//! Lists the games of a large file without loading it.

use std::io::{self, BufRead, Read, Seek};

use play::IndexedGame;

use super::{BrokenGame, GameTree, cut::Games, draft::Cut, tree::read_tree};

/// Reads a file once and gives the place and the tags of each game.
pub fn index(file: impl BufRead) -> io::Result<Vec<IndexedGame>> {
    let mut games = Games::without_tokens(file);
    let mut entries: Vec<IndexedGame> = Vec::new();
    while let Some(cut) = games.next().transpose()? {
        let entry = entry(&cut);
        if let Some(last) = entries.last_mut() {
            last.length = entry.offset - last.offset;
        }
        entries.push(entry);
    }
    if let Some(last) = entries.last_mut() {
        last.length = games.bytes_read() - last.offset;
    }
    Ok(entries)
}

/// Reads a game from the file that was indexed.
pub fn read_indexed(game: &IndexedGame, file: &mut (impl Read + Seek)) -> io::Result<Result<GameTree, BrokenGame>> {
    let bytes = game.bytes(file)?;
    let changed = || io::Error::new(io::ErrorKind::InvalidData, "the file has changed");
    read_first(&bytes, game.line).ok_or_else(changed)
}

/// Reads the first game of a text that starts on this line of its file.
pub(crate) fn read_first(text: &[u8], line: usize) -> Option<Result<GameTree, BrokenGame>> {
    let mut cut = Games::new(text).next()?.expect("memory does not fail");
    cut.line += line - 1;
    for token in &mut cut.tokens {
        token.line += line - 1;
    }
    Some(read_tree(cut))
}

fn entry(cut: &Cut) -> IndexedGame {
    IndexedGame::new(cut.offset, cut.line, |name| {
        let value = cut.heading.get(name).unwrap_or_default();
        let is_unknown = value.chars().all(|letter| matches!(letter, '?' | '.'));
        if is_unknown { "" } else { value }
    })
}
