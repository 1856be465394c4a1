//! The tags of a game: names, start position, result.

use std::collections::{BTreeMap, btree_map::Entry};

use play::Notation;
use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::{GameResult, PgnError, ROSTER, tag::Tag};
use crate::{Position, shortened::shortened};

/// The tags, and what is doubtful about the game.
#[derive(Default)]
pub(super) struct Heading {
    tags: BTreeMap<String, String>,
    pub(super) warnings: Vec<String>,
}

impl Heading {
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.tags.contains_key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    pub(super) fn push(&mut self, tag: Tag) {
        match self.tags.entry(tag.name) {
            Entry::Vacant(entry) => {
                entry.insert(tag.value);
            }
            Entry::Occupied(entry) => self.warnings.push(format!(
                "The tag {} stands there again; the first counts.",
                shortened(entry.key())
            )),
        }
    }

    /// Removes the tags that give the start position, and reads them.
    pub(super) fn take_start(&mut self) -> Result<Position, PgnError> {
        self.tags.remove("SetUp");
        let variant = self.tags.remove("Variant").unwrap_or_default();
        let mode = castling_mode(&variant)?;
        let fen = self.tags.remove("FEN").filter(|fen| !fen.trim().is_empty());
        let Some(fen) = fen else {
            if mode.is_chess960() {
                let warning = "A Chess960 game without a FEN is read from the normal start.";
                self.warnings.push(warning.to_owned());
                self.tags.insert("Variant".to_owned(), variant);
            }
            return Ok(Position::new());
        };
        let reading = Position::read_position(&fen)?;
        let is_normal = reading.position.position_text() == Position::new().position_text();
        if mode.is_chess960() {
            if is_normal {
                // One of the 960 starts: it castles as ever, and only the tag says which game it is.
                self.tags.insert("Variant".to_owned(), variant);
            } else if let Some(position) = chess960_position(&fen) {
                return Ok(position);
            }
        }
        self.warnings.extend(reading.notices);
        Ok(reading.position)
    }

    /// Removes the tag with the result.
    pub(super) fn take_result(&mut self) -> Option<GameResult> {
        let text = self.tags.remove("Result")?;
        let result = GameResult::read(text.trim());
        if result.is_none() {
            self.warnings.push(format!(
                "The tag Result says '{}', which is no result.",
                shortened(&text)
            ));
        }
        result
    }

    /// The other tags, without those of the roster that say nothing, and the warnings.
    pub(super) fn into_parts(mut self) -> (BTreeMap<String, String>, Vec<String>) {
        self.tags.retain(|name, value| !ROSTER.contains(&(name, value)));
        (self.tags, self.warnings)
    }
}

/// The game that the `Variant` tag names, as different programs spell it.
fn castling_mode(variant: &str) -> Result<CastlingMode, PgnError> {
    match variant.trim().to_ascii_lowercase().as_str() {
        "" | "?" | "-" | "chess" | "standard" | "normal" | "from position" => Ok(CastlingMode::Standard),
        "chess960" | "chess 960" | "fischerandom" | "fischerrandom" | "fischer random" => Ok(CastlingMode::Chess960),
        _ => Err(PgnError::Variant(shortened(variant))),
    }
}

/// A FEN that is known to be of Chess960: `KQkq` then mean the outermost rooks, wherever they stand.
fn chess960_position(fen: &str) -> Option<Position> {
    let setup = fen.trim().parse::<Fen>().ok()?.into_setup();
    let chess: Chess = setup.position(CastlingMode::Chess960).ok()?;
    Some(Position::from(chess))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(tags: &[(&str, &str)]) -> Heading {
        let mut heading = Heading::default();
        for &(name, value) in tags {
            heading.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
        heading
    }

    fn start(variant: &str, fen: &str) -> (Result<String, PgnError>, usize) {
        let mut heading = heading(&[("Variant", variant), ("FEN", fen)]);
        let start = heading.take_start().map(|position| position.position_text());
        (start, heading.warnings.len())
    }

    #[test]
    fn chess960_is_recognised_by_the_variant_or_by_the_letters_of_the_fen() {
        let by_files = "r1k1r3/8/8/8/8/8/8/1R2K1R1 w GBea - 0 1";
        assert_eq!(start("", by_files), (Ok(by_files.to_owned()), 0));
        // Without the variant nobody could know that these rights are not a slip.
        let by_sides = "r1k1r3/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
        assert_eq!(start("Chess960", by_sides), (Ok(by_files.to_owned()), 0));
        assert_eq!(start("fischerandom", by_sides), (Ok(by_files.to_owned()), 0));
        let without = by_sides.replace("KQkq", "-");
        assert_eq!(start("Standard", by_sides), (Ok(without), 1));
    }

    #[test]
    fn the_normal_start_of_chess960_castles_as_ever() {
        let normal = Position::new().position_text();
        assert_eq!(start("Chess960", &normal), (Ok(normal.clone()), 0));
        assert_eq!(start("Chess960", " "), (Ok(normal.clone()), 1));
        assert_eq!(start("From Position", ""), (Ok(normal), 0));
    }

    #[test]
    fn other_games_and_other_texts_are_refused() {
        assert_eq!(start("Atomic", ""), (Err(PgnError::Variant("Atomic".to_owned())), 0));
        assert!(matches!(start("", "nonsense"), (Err(PgnError::Fen(_)), 0)));
    }

    #[test]
    fn the_first_of_two_tags_counts_and_unknown_names_say_nothing() {
        let mut heading = heading(&[("White", "Anna"), ("White", "Bo"), ("Black", "?"), ("Result", "won")]);
        assert_eq!(heading.take_result(), None);
        let (tags, warnings) = heading.into_parts();
        assert_eq!(tags, BTreeMap::from([("White".to_owned(), "Anna".to_owned())]));
        assert_eq!(warnings.len(), 2);
    }
}
