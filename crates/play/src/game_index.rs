//! The games of a large file by their places, so that a list holds their tags and not the file.

use std::io::{self, Read, Seek, SeekFrom};

use crate::OpeningName;

/// A game of a file: where it is, and the tags that a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedGame {
    /// The byte of the file at which the game starts.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// The line of the file on which it starts; the first is 1.
    pub line: usize,
    /// The values of [`IndexedGame::TAGS`], a line each: files have hundreds of thousands of games, and one text takes
    /// less memory than eight.
    values: Box<str>,
}

impl IndexedGame {
    /// The tags that are stored.
    pub const TAGS: [&str; 8] = ["White", "Black", "Result", "Date", "Event", "Round", "ECO", "Opening"];

    /// A game with its tags; a value that is missing is empty.
    pub fn new<'a>(offset: u64, line: usize, tag: impl Fn(&str) -> &'a str) -> Self {
        IndexedGame {
            offset,
            length: 0,
            line,
            values: lines(IndexedGame::TAGS.map(tag)),
        }
    }

    /// The value of one of [`IndexedGame::TAGS`]; empty where it is not known.
    pub fn tag(&self, name: &str) -> &str {
        let place = IndexedGame::TAGS.iter().position(|tag| *tag == name);
        place
            .and_then(|place| self.values.split('\n').nth(place))
            .unwrap_or_default()
    }

    /// The opening that the tags name.
    pub fn opening(&self) -> Option<OpeningName> {
        let [code, name] = ["ECO", "Opening"].map(|tag| self.tag(tag).to_owned());
        (!name.is_empty()).then_some(OpeningName { code, name })
    }

    /// Names the opening of a game whose tags do not.
    pub fn name_opening(&mut self, opening: &OpeningName) {
        self.values = lines(IndexedGame::TAGS.map(|tag| match tag {
            "ECO" => &opening.code,
            "Opening" => &opening.name,
            tag => self.tag(tag),
        }));
    }

    /// Whether every word of `search` occurs in some tag, whatever the case.
    pub fn matches(&self, search: &str) -> bool {
        let values = self.values.to_lowercase();
        search
            .to_lowercase()
            .split_whitespace()
            .all(|word| values.contains(word))
    }

    /// The game's part of the file that was indexed.
    pub fn bytes(&self, file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        file.take(self.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

fn lines(values: [&str; 8]) -> Box<str> {
    values.map(|value| value.replace('\n', " ")).join("\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &'static str)]) -> IndexedGame {
        IndexedGame::new(0, 1, |name| {
            let found = tags.iter().find(|(tag, _)| *tag == name);
            found.map_or("", |(_, value)| value)
        })
    }

    #[test]
    fn every_word_of_a_search_is_found_in_some_tag() {
        let game = game(&[("White", "Magnus\nÖst"), ("Result", "1-0"), ("Opening", "Slav Defence")]);
        assert_eq!(game.tag("White"), "Magnus Öst");
        assert_eq!([game.tag("Black"), game.tag("Site")], ["", ""]);
        for search in ["", "öst 1-0", "SLAV magnus", "def"] {
            assert!(game.matches(search), "{search}");
        }
        for search in ["0-1", "magnus slavs", "magnus1-0"] {
            assert!(!game.matches(search), "{search}");
        }
    }

    #[test]
    fn an_opening_is_named_where_the_tags_do_not() {
        let mut game = game(&[("White", "Ada"), ("ECO", "B20")]);
        assert_eq!(game.opening(), None);
        let sicilian = OpeningName {
            code: "B20".to_owned(),
            name: "Sicilian Defence".to_owned(),
        };
        game.name_opening(&sicilian);
        assert_eq!((game.opening(), game.tag("White")), (Some(sicilian), "Ada"));
        assert!(game.matches("ada sicilian"));
    }
}
